//! Subprograms, blocks, and their declarations.

use facts_schema::{MetadataId, MetadataKind};
use rules_macros::datalog;

use super::has_flag;
use crate::rule::rules;

rules! { DebugInfo "debug-info";
    /// The scope of a lexical block, local variable, label or location is a subprogram or lexical
    /// block.
    ///
    /// They describe code, and all code belongs to a subprogram.
    deny LOCAL_SCOPE_WANTED: "DBG030" "scope-not-local" {
        message: "the `scope` of {subject} is neither a subprogram nor a lexical block",
        reference: "LangRef, DILexicalBlock, DILocalVariable, DILabel and DILocation",
        checks: [
            "visitDILocation: location requires a valid scope",
            "visitDILexicalBlockBase: invalid local scope",
            "visitDILocalVariable: local variable requires a valid scope",
            "visitDILabel: label requires a valid scope",
            "visitFunction: DILocation's scope must be a DILocalScope",
        ],
    }

    /// The scope of a location or lexical block is the definition of a subprogram, not a
    /// declaration.
    ///
    /// A declaration describes a member of a type and has no code.
    deny SCOPE_IS_DECLARATION: "DBG031" "scope-is-declaration" {
        message: "the `scope` of {subject} is the declaration of a subprogram",
        reference: "LangRef, DISubprogram",
        checks: [
            "visitDILocation: scope points into the type hierarchy",
            "visitDILexicalBlockBase: scope points into the type hierarchy",
        ],
    }

    /// The `inlinedAt` of a location is a location.
    ///
    /// It is the location of the call that was inlined.
    deny CALL_WANTED: "DBG049" "inlined-at-not-location" {
        message: "the `inlinedAt` of {subject} is not a location",
        reference: "LangRef, DILocation",
        checks: ["visitDILocation: inlined-at should be a location"],
    }

    /// A lexical block with a column has a line.
    ///
    /// A column is a position within a line.
    deny COLUMN_WITHOUT_LINE: "DBG032" "column-without-line" {
        message: "the lexical block {subject} has a `column`, but not a `line`",
        reference: "LangRef, DILexicalBlock",
        checks: ["visitDILexicalBlock: cannot have column info without line info"],
    }

    /// The type of a subprogram is a `DISubroutineType`.
    ///
    /// It lists the types of the result and the parameters.
    deny SUBROUTINE_TYPE_WANTED: "DBG033" "subprogram-type-not-subroutine" {
        message: "the `type` of the subprogram {subject} is not a `DISubroutineType`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: invalid subroutine type"],
    }

    /// A subprogram with a line has a file.
    ///
    /// A line is a position within a file.
    deny LINE_WITHOUT_FILE: "DBG034" "line-without-file" {
        message: "the subprogram {subject} has a `line`, but not a `file`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: line specified with no file"],
    }

    /// The `declaration` of a subprogram is a subprogram that is not a definition.
    ///
    /// The definition of a member function refers to its declaration in the class.
    deny DECLARATION_WANTED: "DBG035" "invalid-declaration" {
        message: "the `declaration` of the subprogram {subject} is not a declaration of a subprogram",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: invalid subprogram declaration"],
    }

    /// The definition of a subprogram has a compile unit.
    ///
    /// The unit determines how its debug info is emitted.
    deny DEFINITION_WITHOUT_UNIT: "DBG037" "definition-without-unit" {
        message: "the subprogram {subject} is a definition, but its `unit` is not a `DICompileUnit`",
        reference: "LangRef, DISubprogram",
        checks: [
            "visitDISubprogram: subprogram definitions must have a compile unit",
            "visitDISubprogram: invalid unit type",
        ],
    }

    /// The declaration of a subprogram does not have a compile unit.
    ///
    /// It is part of a type, and units share types.
    deny DECLARATION_WITH_UNIT: "DBG038" "declaration-with-unit" {
        message: "the subprogram {subject} is not a definition, but has a `unit`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: subprogram declarations must not have a compile unit"],
    }

    /// The declaration of a subprogram does not have a `declaration`.
    ///
    /// The field is only for definitions.
    deny DECLARATION_OF_DECLARATION: "DBG039" "declaration-of-declaration" {
        message: "the subprogram {subject} is not a definition, but has a `declaration`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: subprogram declaration must not have a declaration field"],
    }

    /// Only the definition of a subprogram has the flag `DIFlagAllCallsDescribed`.
    ///
    /// A declaration has no code and so no calls.
    deny CALLS_OF_DECLARATION: "DBG040" "calls-of-declaration-described" {
        message: "the subprogram {subject} is not a definition, but has `DIFlagAllCallsDescribed`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: DIFlagAllCallsDescribed must be attached to a definition"],
    }

    /// The retained nodes of a subprogram are local to it.
    ///
    /// Retained variables and labels are described within the subprogram even if no code refers to
    /// them any longer.
    deny RETAINED_NOT_LOCAL: "DBG041" "retained-node-not-local" {
        message: "the subprogram {subject} retains {detail}, which is not local to it",
        reference: "LangRef, DISubprogram",
        checks: [],
    }

    /// The type of a local variable is not a `DISubroutineType`.
    ///
    /// A variable can hold a pointer to a function, but not a function.
    deny SUBROUTINE_VARIABLE: "DBG042" "variable-of-subroutine-type" {
        message: "the `type` of the variable {subject} is a `DISubroutineType`",
        reference: "LangRef, DILocalVariable",
        checks: ["visitDILocalVariable: invalid type"],
    }

    /// The definition of a global variable has a type.
    ///
    /// A debugger needs the type to show the value.
    deny VARIABLE_WITHOUT_TYPE: "DBG043" "global-variable-without-type" {
        message: "the global variable {subject} is a definition, but does not have a `type`",
        reference: "LangRef, DIGlobalVariable",
        checks: ["visitDIGlobalVariable: missing global variable type"],
    }

    /// The `declaration` of a global variable is a member.
    ///
    /// The definition of a static member refers to its declaration in the class.
    deny STATIC_MEMBER_WANTED: "DBG044" "static-member-not-member" {
        message: "the `declaration` of the global variable {subject} is not a `DIDerivedType`",
        reference: "LangRef, DIGlobalVariable",
        checks: ["visitDIGlobalVariable: invalid static data member declaration"],
    }

    /// The `var` of a `DIGlobalVariableExpression` is a `DIGlobalVariable`.
    ///
    /// The expression describes the location of that variable.
    deny VARIABLE_WANTED: "DBG045" "expression-without-variable" {
        message: "the `var` of {subject} is not a `DIGlobalVariable`",
        reference: "LangRef, DIGlobalVariableExpression",
        checks: ["visitDIGlobalVariableExpression: missing variable"],
    }

    /// The `declaration` of a common block is a global variable.
    ///
    /// The variable describes the storage that the variables of the block share.
    deny COMMON_BLOCK_DECLARATION: "DBG046" "common-block-of-non-variable" {
        message: "the `declaration` of the common block {subject} is not a `DIGlobalVariable`",
        reference: "LangRef, DICommonBlock",
        checks: ["visitDICommonBlock: invalid declaration"],
    }

    /// A module has a name.
    ///
    /// Imports refer to the module by its name.
    deny MODULE_WITHOUT_NAME: "DBG047" "module-without-name" {
        message: "the module {subject} does not have a `name`",
        reference: "LangRef, DIModule",
        checks: ["visitDIModule: anonymous module"],
    }

    /// The `entity` of an imported entity is a debug info node.
    ///
    /// It is a namespace, module, type, variable or subprogram that becomes visible in another
    /// scope.
    deny ENTITY_WANTED: "DBG048" "invalid-imported-entity" {
        message: "the `entity` of {subject} is not a debug info node",
        reference: "LangRef, DIImportedEntity",
        checks: ["visitDIImportedEntity: invalid imported entity"],
    }
}

datalog! { module;
    /// The scope of nodes of this kind is a subprogram or a block.
    const LOCAL(MetadataKind) = [
        MetadataKind::Label,
        MetadataKind::LexicalBlock,
        MetadataKind::LexicalBlockFile,
        MetadataKind::LocalVariable,
    ];

    violation(LOCAL_SCOPE_WANTED, node) <-
        LOCAL(kind),
        described_metadata { kind, metadata: node },
        !field_kind { metadata: node, field: "scope" };

    violation(LOCAL_SCOPE_WANTED, node) <-
        LOCAL(kind),
        described_metadata { kind, metadata: node },
        field_kind { metadata: node, field: "scope", kind: scope },
        (!is_local_scope(scope));

    violation(LOCAL_SCOPE_WANTED, location) <-
        described_metadata { kind: MetadataKind::Location, metadata: location },
        !source_location { location };

    violation(LOCAL_SCOPE_WANTED, location) <-
        source_location { location, scope },
        metadata { metadata: scope, kind },
        (!is_local_scope(kind));

    /// `subprogram` is a definition.
    struct Definition(MetadataId);

    Definition(subprogram) <-
        metadata_field { metadata: subprogram, field: "spFlags", text: flags },
        (has_flag(module.text(flags), "DISPFlagDefinition"));

    violation(SCOPE_IS_DECLARATION, block) <-
        BLOCKS(kind),
        described_metadata { kind, metadata: block },
        metadata_reference { metadata: block, field: "scope", referenced_metadata: subprogram },
        metadata { metadata: subprogram, kind: MetadataKind::Subprogram },
        !Definition(subprogram);

    /// Nodes of this kind are blocks.
    const BLOCKS(MetadataKind) = [MetadataKind::LexicalBlock, MetadataKind::LexicalBlockFile];

    violation(SCOPE_IS_DECLARATION, location) <-
        source_location { location, scope: subprogram },
        metadata { metadata: subprogram, kind: MetadataKind::Subprogram },
        !Definition(subprogram);

    violation(CALL_WANTED, location) <-
        inlined_at { location, call_location },
        metadata { metadata: call_location, kind },
        (kind != MetadataKind::Location);

    violation(COLUMN_WITHOUT_LINE, node) <-
        described_metadata { kind: MetadataKind::LexicalBlock, metadata: node },
        metadata_field { metadata: node, field: "column" },
        !metadata_field { metadata: node, field: "line" };

    violation(SUBROUTINE_TYPE_WANTED, node) <-
        described_metadata { kind: MetadataKind::Subprogram, metadata: node },
        field_kind { metadata: node, field: "type", kind },
        (kind != MetadataKind::SubroutineType);

    violation(LINE_WITHOUT_FILE, node) <-
        described_metadata { kind: MetadataKind::Subprogram, metadata: node },
        metadata_field { metadata: node, field: "line" },
        !field_kind { metadata: node, field: "file" };

    violation(DECLARATION_WANTED, node) <-
        described_metadata { kind: MetadataKind::Subprogram, metadata: node },
        field_kind { metadata: node, field: "declaration", kind },
        (kind != MetadataKind::Subprogram);

    violation(DECLARATION_WANTED, node) <-
        described_metadata { kind: MetadataKind::Subprogram, metadata: node },
        metadata_reference {
            metadata: node,
            field: "declaration",
            referenced_metadata: declaration,
        },
        Definition(declaration);

    violation(DEFINITION_WITHOUT_UNIT, node) <-
        described_metadata { kind: MetadataKind::Subprogram, metadata: node },
        !field_kind { metadata: node, field: "unit", kind: MetadataKind::CompileUnit },
        Definition(node);

    violation(DECLARATION_WITH_UNIT, node) <-
        described_metadata { kind: MetadataKind::Subprogram, metadata: node },
        field_kind { metadata: node, field: "unit" },
        !Definition(node);

    violation(DECLARATION_OF_DECLARATION, node) <-
        described_metadata { kind: MetadataKind::Subprogram, metadata: node },
        field_kind { metadata: node, field: "declaration" },
        !Definition(node);

    violation(CALLS_OF_DECLARATION, node) <-
        described_metadata { kind: MetadataKind::Subprogram, metadata: node },
        metadata_field { metadata: node, field: "flags", text: flags },
        (has_flag(module.text(flags), "DIFlagAllCallsDescribed")),
        !Definition(node);

    /// `node` is one of the retained nodes of `subprogram`.
    struct Retains(MetadataId, MetadataId);

    Retains(subprogram, node) <-
        described_metadata { kind: MetadataKind::Subprogram, metadata: subprogram },
        metadata_reference {
            metadata: subprogram,
            field: "retainedNodes",
            referenced_metadata: list,
        },
        metadata_operand { metadata: list, operand_metadata: node };

    violation(RETAINED_NOT_LOCAL, subprogram, node) <-
        Retains(subprogram, node),
        metadata_reference { metadata: node, field: "scope", referenced_metadata: scope },
        !scope_subprogram { scope, subprogram };

    violation(RETAINED_NOT_LOCAL, subprogram, node) <-
        Retains(subprogram, node),
        !metadata_reference { metadata: node, field: "scope" };

    violation(SUBROUTINE_VARIABLE, node) <-
        described_metadata { kind: MetadataKind::LocalVariable, metadata: node },
        field_kind { metadata: node, field: "type", kind: MetadataKind::SubroutineType };

    violation(VARIABLE_WITHOUT_TYPE, node) <-
        described_metadata { kind: MetadataKind::GlobalVariable, metadata: node },
        metadata_field { metadata: node, field: "isDefinition", text: "true" },
        !field_kind { metadata: node, field: "type" };

    violation(STATIC_MEMBER_WANTED, node) <-
        described_metadata { kind: MetadataKind::GlobalVariable, metadata: node },
        field_kind { metadata: node, field: "declaration", kind },
        (kind != MetadataKind::DerivedType);

    violation(VARIABLE_WANTED, node) <-
        described_metadata { kind: MetadataKind::GlobalVariableExpression, metadata: node },
        !field_kind { metadata: node, field: "var", kind: MetadataKind::GlobalVariable };

    violation(COMMON_BLOCK_DECLARATION, node) <-
        described_metadata { kind: MetadataKind::CommonBlock, metadata: node },
        field_kind { metadata: node, field: "declaration", kind },
        (kind != MetadataKind::GlobalVariable);

    /// The module `node` has a name.
    struct Named(MetadataId);

    Named(node) <-
        described_metadata { kind: MetadataKind::Module, metadata: node },
        metadata_field { metadata: node, field: "name", text: name },
        (!module.text(name).is_empty());

    violation(MODULE_WITHOUT_NAME, node) <-
        described_metadata { kind: MetadataKind::Module, metadata: node },
        !Named(node);

    violation(ENTITY_WANTED, node) <-
        described_metadata { kind: MetadataKind::ImportedEntity, metadata: node },
        field_kind { metadata: node, field: "entity", kind },
        UNTAGGED(kind);

    /// Metadata of this kind is not a debug info node for LLVM, because it does not have a tag.
    const UNTAGGED(MetadataKind) = [
        MetadataKind::String,
        MetadataKind::Constant,
        MetadataKind::Local,
        MetadataKind::Tuple,
        MetadataKind::ArgList,
        MetadataKind::AssignId,
        MetadataKind::Expression,
        MetadataKind::GlobalVariableExpression,
        MetadataKind::Location,
        MetadataKind::Macro,
        MetadataKind::MacroFile,
    ];
}

/// Whether nodes of this kind are local scopes.
fn is_local_scope(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(kind, Subprogram | LexicalBlock | LexicalBlockFile)
}
