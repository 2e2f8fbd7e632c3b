//! The kinds of nodes that the fields of debug info nodes refer to: scopes, files, types, and lists
//! of nodes.

use facts_schema::MetadataKind::{
    self, BasicType, CommonBlock, CompileUnit, CompositeType, DerivedType, File, FixedPointType,
    GlobalVariable, GlobalVariableExpression, ImportedEntity, Label, LexicalBlock,
    LexicalBlockFile, LocalVariable, Macro, MacroFile, Module, Namespace, ObjCProperty, StringType,
    Subprogram, SubrangeType, SubroutineType, TemplateTypeParameter, TemplateValueParameter, Tuple,
};
use facts_schema::Word;
use rules_macros::datalog;

use super::{has_flag, has_null};
use crate::rule::{Rule, rules};
use crate::violation::Detail;

rules! { DebugInfo "debug-info";
    /// The `scope` of a debug info node is a scope: a file, unit, namespace, module, type,
    /// subprogram or block.
    ///
    /// A debugger looks up names in the enclosing scopes.
    deny SCOPE_WANTED: "DBG001" "invalid-scope" {
        message: "the `scope` of {subject} is not a scope",
        reference: "LangRef, Specialized Metadata Nodes",
        checks: [
            "visitDIDerivedType: invalid scope",
            "visitDICompositeType: invalid scope",
            "visitDISubprogram: invalid scope",
            "visitDICommonBlock: invalid scope ref",
            "visitDINamespace: invalid scope ref",
            "visitDIVariable: invalid scope",
            "visitDILabel: invalid scope",
            "visitDIImportedEntity: invalid scope for imported entity",
        ],
    }

    /// The `file` of a debug info node is a `DIFile`.
    ///
    /// Lines are relative to a file, which the debugger opens and shows.
    deny FILE_WANTED: "DBG002" "invalid-file" {
        message: "the `file` of {subject} is not a `DIFile`",
        reference: "LangRef, DIFile",
        checks: [
            "visitDIScope: invalid file",
            "visitDICompileUnit: invalid file",
            "visitDISubprogram: invalid file",
            "visitDIMacroFile: invalid file",
            "visitDIVariable: invalid file",
            "visitDILabel: invalid file",
            "visitDIObjCProperty: invalid file",
        ],
    }

    /// A type field of a debug info node refers to a type node.
    ///
    /// A debugger shows values by following types to their members and base types.
    deny TYPE_WANTED: "DBG003" "invalid-type" {
        message: "the field `{detail}` of {subject} is not a type",
        reference: "LangRef, Specialized Metadata Nodes",
        checks: [
            "visitDIDerivedType: invalid pointer to member type",
            "visitDIDerivedType: invalid base type",
            "visitDICompositeType: invalid base type",
            "visitDICompositeType: invalid vtable holder",
            "visitDISubprogram: invalid containing type",
            "visitDITemplateParameter: invalid type ref",
            "visitDIGlobalVariable: invalid type ref",
            "visitDILocalVariable: invalid type ref",
            "visitDIObjCProperty: invalid type ref",
        ],
    }

    /// A list field of a debug info node is a tuple, `!{…}`.
    ///
    /// A single node does not represent a list with one element.
    deny LIST_WANTED: "DBG004" "list-not-tuple" {
        message: "the field `{detail}` of {subject} is not a list of nodes",
        reference: "LangRef, Specialized Metadata Nodes",
        checks: [
            "visitTemplateParams: invalid template params",
            "visitDICompositeType: invalid composite elements",
            "visitDISubroutineType: invalid composite elements",
            "visitDICompileUnit: invalid enum list",
            "visitDICompileUnit: invalid retained type list",
            "visitDICompileUnit: invalid global variable list",
            "visitDICompileUnit: invalid imported entity list",
            "visitDICompileUnit: invalid macro list",
            "visitDISubprogram: invalid retained nodes list",
            "visitDISubprogram: invalid thrown types list",
            "visitDIMacroFile: invalid macro list",
        ],
    }

    /// The elements of a list in a debug info node are of the kinds that the field allows.
    ///
    /// These are: enumeration types in `enums`, types and declarations of subprograms in
    /// `retainedTypes`, global variable expressions in `globals`, imported entities in `imports`,
    /// macros in `macros` and `nodes`, template parameters in `templateParams`, types in `types`
    /// and `thrownTypes`, and local variables, labels and imported entities in `retainedNodes`.
    deny ELEMENT_MISPLACED: "DBG005" "list-element-misplaced" {
        message: "the list `{detail}` of {subject} contains a node of a kind that is not allowed there",
        reference: "LangRef, DICompileUnit and DISubprogram",
        checks: [
            "visitTemplateParams: invalid template parameter",
            "visitDISubroutineType: invalid subroutine type ref",
            "visitDICompileUnit: invalid enum type",
            "visitDICompileUnit: invalid retained type",
            "visitDICompileUnit: invalid global variable ref",
            "visitDICompileUnit: invalid imported entity ref",
            "visitDICompileUnit: invalid macro ref",
            "visitDISubprogram: invalid retained nodes, expected DILocalVariable, DILabel or DIImportedEntity",
            "visitDISubprogram: invalid thrown type",
            "visitDIMacroFile: invalid macro ref",
        ],
    }

    /// A list in a debug info node does not contain null, except for `void` or variable arguments
    /// in the `types` of a `DISubroutineType`.
    ///
    /// In other lists, null has no meaning.
    deny ELEMENT_NULL: "DBG006" "list-element-null" {
        message: "the list `{detail}` of {subject} contains null",
        reference: "LangRef, Specialized Metadata Nodes",
        checks: [],
    }
}

/// Types.
const TYPES: &[MetadataKind] = match TYPES_AND_SUBPROGRAMS {
    [types @ .., Subprogram] => types,
    _ => panic!("subprograms come last"),
};

/// Types, and the subprograms that they declare.
const TYPES_AND_SUBPROGRAMS: &[MetadataKind] = &[
    BasicType,
    CompositeType,
    DerivedType,
    FixedPointType,
    StringType,
    SubrangeType,
    SubroutineType,
    Subprogram,
];

/// Nodes that can be scopes of declarations.
const SCOPES: &[MetadataKind] = &[
    BasicType,
    CommonBlock,
    CompileUnit,
    CompositeType,
    DerivedType,
    File,
    FixedPointType,
    LexicalBlock,
    LexicalBlockFile,
    Module,
    Namespace,
    StringType,
    Subprogram,
    SubrangeType,
    SubroutineType,
];

/// Template parameters.
const PARAMETERS: &[MetadataKind] = &[TemplateTypeParameter, TemplateValueParameter];

datalog! { module;
    /// `rule` requires that `field` of nodes of kind `node`, if present, refers to metadata of one
    /// of `kinds`.
    const FIELDS(Rule, MetadataKind, &'static str, &'static [MetadataKind]) = [
        (SCOPE_WANTED, CommonBlock, "scope", SCOPES),
        (SCOPE_WANTED, CompositeType, "scope", SCOPES),
        (SCOPE_WANTED, DerivedType, "scope", SCOPES),
        (SCOPE_WANTED, GlobalVariable, "scope", SCOPES),
        (SCOPE_WANTED, ImportedEntity, "scope", SCOPES),
        (SCOPE_WANTED, Label, "scope", SCOPES),
        (SCOPE_WANTED, LocalVariable, "scope", SCOPES),
        (SCOPE_WANTED, Namespace, "scope", SCOPES),
        (SCOPE_WANTED, Subprogram, "scope", SCOPES),
        (FILE_WANTED, CompileUnit, "file", &[File]),
        (FILE_WANTED, CompositeType, "file", &[File]),
        (FILE_WANTED, DerivedType, "file", &[File]),
        (FILE_WANTED, GlobalVariable, "file", &[File]),
        (FILE_WANTED, Label, "file", &[File]),
        (FILE_WANTED, LocalVariable, "file", &[File]),
        (FILE_WANTED, MacroFile, "file", &[File]),
        (FILE_WANTED, ObjCProperty, "file", &[File]),
        (FILE_WANTED, Subprogram, "file", &[File]),
        (TYPE_WANTED, CompositeType, "baseType", TYPES),
        (TYPE_WANTED, CompositeType, "vtableHolder", TYPES),
        (TYPE_WANTED, DerivedType, "baseType", TYPES),
        (TYPE_WANTED, GlobalVariable, "type", TYPES),
        (TYPE_WANTED, LocalVariable, "type", TYPES),
        (TYPE_WANTED, ObjCProperty, "type", TYPES),
        (TYPE_WANTED, Subprogram, "containingType", TYPES),
        (TYPE_WANTED, SubrangeType, "baseType", TYPES),
        (TYPE_WANTED, TemplateTypeParameter, "type", TYPES),
        (TYPE_WANTED, TemplateValueParameter, "type", TYPES),
    ];

    violation(rule, node, detail(name)) <-
        FIELDS(rule, kind, name, kinds),
        let Some(field) = module.find(name),
        described_metadata { kind, metadata: node },
        field_kind { metadata: node, field, kind: found },
        (!kinds.contains(&found));

    /// `rule` requires that the extra data of derived types with the tag `tag` is of one of
    /// `kinds`: the class of a pointer to member, or the parameters of a template alias.
    const EXTRA_DATA(Rule, &'static str, &'static [MetadataKind]) = [
        (TYPE_WANTED, "DW_TAG_ptr_to_member_type", TYPES),
        (LIST_WANTED, "DW_TAG_template_alias", &[Tuple]),
    ];

    violation(rule, node, Detail::Word("extraData")) <-
        described_metadata { kind: DerivedType, metadata: node },
        field_kind { metadata: node, field: "extraData", kind: found },
        metadata_field { metadata: node, field: "tag", text: tag },
        EXTRA_DATA(rule, name, kinds),
        (name == module.text(tag) && !kinds.contains(&found));

    /// The field `list` of nodes of kind `node` is a tuple of nodes of `kinds`.
    const LISTS(MetadataKind, &'static str, &'static [MetadataKind]) = [
        (CompileUnit, "enums", &[CompositeType]),
        (CompileUnit, "retainedTypes", TYPES_AND_SUBPROGRAMS),
        (CompileUnit, "globals", &[GlobalVariableExpression]),
        (CompileUnit, "imports", &[ImportedEntity]),
        (CompileUnit, "macros", &[Macro, MacroFile]),
        (CompositeType, "elements", MetadataKind::ALL),
        (CompositeType, "templateParams", PARAMETERS),
        (MacroFile, "nodes", &[Macro, MacroFile]),
        (Subprogram, "retainedNodes", &[LocalVariable, Label, ImportedEntity]),
        (Subprogram, "templateParams", PARAMETERS),
        (Subprogram, "thrownTypes", TYPES),
        (SubroutineType, "types", TYPES),
    ];

    violation(LIST_WANTED, node, Detail::Word(list)) <-
        LISTS(kind, list, _),
        let Some(field) = module.find(list),
        described_metadata { kind, metadata: node },
        field_kind { metadata: node, field, kind: found },
        (found != Tuple);

    violation(ELEMENT_MISPLACED, node, Detail::Word(list)) <-
        LISTS(kind, list, kinds),
        let Some(field) = module.find(list),
        described_metadata { kind, metadata: node },
        metadata_reference { metadata: node, field, referenced_metadata: tuple },
        metadata { metadata: tuple, kind: Tuple },
        metadata_operand { metadata: tuple, operand_metadata: element },
        metadata { metadata: element, kind: found },
        (!kinds.contains(&found));

    violation(ELEMENT_MISPLACED, node, Detail::Word("enums")) <-
        described_metadata { kind: CompileUnit, metadata: node },
        metadata_reference { metadata: node, field: "enums", referenced_metadata: tuple },
        metadata { metadata: tuple, kind: Tuple },
        metadata_operand { metadata: tuple, operand_metadata: element },
        metadata_field { metadata: element, field: "tag", text: tag },
        (module.text(tag) != "DW_TAG_enumeration_type");

    violation(ELEMENT_MISPLACED, node, Detail::Word("retainedTypes")) <-
        described_metadata { kind: CompileUnit, metadata: node },
        metadata_reference { metadata: node, field: "retainedTypes", referenced_metadata: tuple },
        metadata { metadata: tuple, kind: Tuple },
        metadata_operand { metadata: tuple, operand_metadata: element },
        metadata { metadata: element, kind: Subprogram },
        metadata_field { metadata: element, field: "spFlags", text: flags },
        (has_flag(module.text(flags), "DISPFlagDefinition"));

    // In the types of a subroutine, null represents `void` or variable arguments.
    violation(ELEMENT_NULL, node, Detail::Word(list)) <-
        LISTS(kind, list, _),
        (list != "types"),
        let Some(field) = module.find(list),
        described_metadata { kind, metadata: node },
        metadata_reference { metadata: node, field, referenced_metadata: tuple },
        metadata_tuple { metadata: tuple, operand_count },
        (has_null(module, tuple, operand_count));
}

/// The detail of a violation about a field. The messages about scopes and files already contain the
/// field name.
fn detail(field: &'static str) -> Detail {
    match field {
        "scope" | "file" => Detail::None,
        _ => Detail::Word(field),
    }
}
