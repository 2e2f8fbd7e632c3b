//! What the fields of debug info nodes refer to: scopes, files, types, and lists of nodes.
//!
//! **Scope: metadata sample.**

use facts_schema::MetadataKind;
use rustc_hash::FxBuildHasher;

use super::{everywhere, has_flag, is_scope, is_type};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Content, Crepe, Element, Judged, Length, Node, Reference, Text};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { DebugInfo "debug-info";
    /// The `scope` of a debug info node is a scope: a file, unit, namespace, module, type,
    /// subprogram or block.
    ///
    /// A debugger finds a name by looking through the scopes around the code; what is no scope has
    /// no names.
    deny SCOPE_WANTED: "DBG001" "scope-is-no-scope" {
        message: "the `scope` of {subject} is no scope",
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
    /// Lines are counted in a file, whose name the debugger shows and opens.
    deny FILE_WANTED: "DBG002" "file-is-no-file" {
        message: "the `file` of {subject} is no `DIFile`",
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

    /// Where a debug info node refers to a type, there is a type node.
    ///
    /// A debugger shows values by following types to their members and base types.
    deny TYPE_WANTED: "DBG003" "type-is-no-type" {
        message: "the field `{detail}` of {subject} is no type",
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

    /// A field that lists nodes is a tuple, `!{…}`.
    ///
    /// A single node does not stand for a list of one.
    deny LIST_WANTED: "DBG004" "list-is-no-tuple" {
        message: "the field `{detail}` of {subject} is no list of nodes",
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

    /// The lists in debug info nodes hold nodes of the kinds that belong there: enumeration types
    /// in `enums`, types and declarations of subprograms in `retainedTypes`, global variable
    /// expressions in `globals`, imported entities in `imports`, macros in `macros` and `nodes`,
    /// template parameters in `templateParams`, types in `types` and `thrownTypes`, and local
    /// variables, labels and imported entities in `retainedNodes`.
    ///
    /// Each list is written to a place of its own in the object file, in a form that fits its nodes.
    deny ELEMENT_MISPLACED: "DBG005" "list-element-misplaced" {
        message: "the list `{detail}` of {subject} holds a node that does not belong there",
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

    /// The lists in debug info nodes have no null operand, except where it stands for `void`.
    ///
    /// In the list of types of a `DISubroutineType`, null means that nothing is returned or that
    /// arguments are variable. Elsewhere it means nothing.
    deny ELEMENT_NULL: "DBG006" "list-element-null" {
        message: "the list `{detail}` of {subject} has a null operand",
        reference: "LangRef, Specialized Metadata Nodes",
        checks: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let sample = &context.metadata;
    if sample.judged.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    program.extend(sample.judged.iter().map(Judged::from));
    program.extend(sample.nodes.iter().map(Node::from));
    program.extend(sample.contents.iter().map(Content::from));
    program.extend(sample.references.iter().map(Reference::from));
    program.extend(sample.elements.iter().map(Element::from));
    program.extend(sample.lengths.iter().map(Length::from));
    let is_asked = |field: &&str| matches!(*field, "tag" | "spFlags");
    program.extend(sample.fields.iter().filter(|row| is_asked(&row.field)).map(Text::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    everywhere(context, broken.into_iter().map(Violation::from))
}

/// Whether LLVM wants the field to be a scope.
fn wants_scope(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(
        kind,
        CommonBlock
            | CompositeType
            | DerivedType
            | GlobalVariable
            | ImportedEntity
            | Label
            | LocalVariable
            | Namespace
            | Subprogram
    )
}

fn wants_file(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(
        kind,
        CompileUnit
            | CompositeType
            | DerivedType
            | GlobalVariable
            | Label
            | LocalVariable
            | MacroFile
            | ObjCProperty
            | Subprogram
    )
}

fn wants_type(kind: MetadataKind, field: &str) -> bool {
    use MetadataKind::*;
    match field {
        "baseType" | "vtableHolder" | "containingType" => true,
        "type" => matches!(
            kind,
            GlobalVariable
                | LocalVariable
                | ObjCProperty
                | TemplateTypeParameter
                | TemplateValueParameter
        ),
        _ => false,
    }
}

fn wants_list(kind: MetadataKind, field: &str) -> bool {
    use MetadataKind::*;
    match kind {
        CompileUnit => {
            matches!(field, "enums" | "retainedTypes" | "globals" | "imports" | "macros")
        }
        CompositeType => matches!(field, "elements" | "templateParams"),
        MacroFile => field == "nodes",
        Subprogram => matches!(field, "retainedNodes" | "templateParams" | "thrownTypes"),
        SubroutineType => field == "types",
        _ => false,
    }
}

/// Whether a node of this kind belongs into the list. Enumeration types and retained types depend
/// on more.
fn belongs(list: &str, kind: MetadataKind) -> bool {
    use MetadataKind::*;
    match list {
        "globals" => kind == GlobalVariableExpression,
        "imports" => kind == ImportedEntity,
        "macros" | "nodes" => matches!(kind, Macro | MacroFile),
        "templateParams" => matches!(kind, TemplateTypeParameter | TemplateValueParameter),
        "types" | "thrownTypes" => is_type(kind),
        "retainedNodes" => matches!(kind, LocalVariable | Label | ImportedEntity),
        "enums" => kind == CompositeType,
        "retainedTypes" => is_type(kind) || kind == Subprogram,
        _ => true,
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::MetadataId;

    crepe! {
        @input
        pub struct Judged(pub MetadataId, pub MetadataKind);

        @input
        pub struct Node(pub MetadataId, pub MetadataKind);

        @input
        pub struct Content(pub MetadataId, pub &'static str, pub MetadataKind);

        @input
        pub struct Reference(pub MetadataId, pub &'static str, pub MetadataId);

        @input
        pub struct Element(pub MetadataId, pub MetadataId);

        @input
        pub struct Length(pub MetadataId, pub u32, pub u32);

        @input
        pub struct Text<'a>(pub MetadataId, pub &'static str, pub &'a str);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(SCOPE_WANTED, Subject::Metadata(node), Detail::None) <-
            Judged(node, kind),
            (wants_scope(kind)),
            Content(node, "scope", scope),
            (!is_scope(scope));

        Broken(FILE_WANTED, Subject::Metadata(node), Detail::None) <-
            Judged(node, kind),
            (wants_file(kind)),
            Content(node, "file", file),
            (file != MetadataKind::File);

        Broken(TYPE_WANTED, Subject::Metadata(node), Detail::Word(field)) <-
            Judged(node, kind),
            Content(node, field, target),
            (wants_type(kind, field) && !is_type(target));

        // The class of a pointer to a member is the extra data.
        Broken(TYPE_WANTED, Subject::Metadata(node), Detail::Word("extraData")) <-
            Judged(node, MetadataKind::DerivedType),
            Text(node, "tag", "DW_TAG_ptr_to_member_type"),
            Content(node, "extraData", target),
            (!is_type(target));

        Broken(LIST_WANTED, Subject::Metadata(node), Detail::Word(field)) <-
            Judged(node, kind),
            Content(node, field, target),
            (wants_list(kind, field) && target != MetadataKind::Tuple);

        // So are the parameters of a template alias.
        Broken(LIST_WANTED, Subject::Metadata(node), Detail::Word("extraData")) <-
            Judged(node, MetadataKind::DerivedType),
            Text(node, "tag", "DW_TAG_template_alias"),
            Content(node, "extraData", target),
            (target != MetadataKind::Tuple);

        // `list` of `node` is `tuple`.
        struct List(MetadataId, &'static str, MetadataId);

        List(node, list, tuple) <-
            Judged(node, kind),
            Reference(node, list, tuple),
            (wants_list(kind, list)),
            Node(tuple, MetadataKind::Tuple);

        Broken(ELEMENT_MISPLACED, Subject::Metadata(node), Detail::Word(list)) <-
            List(node, list, tuple),
            Element(tuple, element),
            Node(element, kind),
            (!belongs(list, kind));

        Broken(ELEMENT_MISPLACED, Subject::Metadata(node), Detail::Word("enums")) <-
            List(node, "enums", tuple),
            Element(tuple, element),
            Text(element, "tag", tag),
            (tag != "DW_TAG_enumeration_type");

        Broken(ELEMENT_MISPLACED, Subject::Metadata(node), Detail::Word("retainedTypes")) <-
            List(node, "retainedTypes", tuple),
            Element(tuple, element),
            Node(element, MetadataKind::Subprogram),
            Text(element, "spFlags", flags),
            (has_flag(flags, "DISPFlagDefinition"));

        Broken(ELEMENT_NULL, Subject::Metadata(node), Detail::Word(list)) <-
            List(node, list, tuple),
            (list != "types"),
            Length(tuple, _, nulls),
            (nulls > 0);
    }
}

input_from! { Judged(node, kind) from crate::metadata_sample::Node }
input_from! { Node(node, kind) from crate::metadata_sample::Node }
input_from! { Content(node, field, kind) from crate::metadata_sample::Content }
input_from! { Reference(node, field, target) from crate::metadata_sample::Reference }
input_from! { Element(tuple, element) from crate::metadata_sample::Element }
input_from! { Length(tuple, length, nulls) from crate::metadata_sample::Length }
violation_from! { Broken }

impl<'a> From<&crate::metadata_sample::Field<'a>> for Text<'a> {
    fn from(row: &crate::metadata_sample::Field<'a>) -> Self {
        Self(row.node, row.field, row.text)
    }
}
