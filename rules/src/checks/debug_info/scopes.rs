//! Subprograms, blocks and what is declared in them.
//!
//! **Scope: metadata sample**, and module for what a subprogram retains.

use facts_schema::{EntityId, Facts, MetadataId, MetadataKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{everywhere, has_flag, is_local_scope, visited};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Content, Crepe, Elsewhere, Judged, Node, Reference, Retained, Text};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { DebugInfo "debug-info";
    /// A lexical block, a local variable, a label and a location lie in a subprogram or in a block of
    /// one.
    ///
    /// They belong to code, and code belongs to subprograms.
    deny LOCAL_SCOPE_WANTED: "DBG030" "scope-not-local" {
        message: "the `scope` of {subject} is neither a subprogram nor a block",
        reference: "LangRef, DILexicalBlock, DILocalVariable, DILabel and DILocation",
        checks: [
            "visitDILocation: location requires a valid scope",
            "visitDILexicalBlockBase: invalid local scope",
            "visitDILocalVariable: local variable requires a valid scope",
            "visitDILabel: label requires a valid scope",
            "visitFunction: DILocation's scope must be a DILocalScope",
        ],
    }

    /// Locations and blocks lie in the definition of a subprogram, not in a declaration.
    ///
    /// A declaration is part of the type that it is a member of; it has no code.
    deny SCOPE_IS_DECLARATION: "DBG031" "scope-is-declaration" {
        message: "the `scope` of {subject} is the declaration of a subprogram",
        reference: "LangRef, DISubprogram",
        checks: [
            "visitDILocation: scope points into the type hierarchy",
            "visitDILexicalBlockBase: scope points into the type hierarchy",
        ],
    }

    /// A location is inlined at a location.
    ///
    /// It is that of the call in whose place the code now stands.
    deny CALL_WANTED: "DBG049" "inlined-at-no-location" {
        message: "the `inlinedAt` of {subject} is no location",
        reference: "LangRef, DILocation",
        checks: ["visitDILocation: inlined-at should be a location"],
    }

    /// A lexical block that says its column says its line.
    ///
    /// A column counts within a line.
    deny COLUMN_WITHOUT_LINE: "DBG032" "column-without-line" {
        message: "the block {subject} has a `column`, but no `line`",
        reference: "LangRef, DILexicalBlock",
        checks: ["visitDILexicalBlock: cannot have column info without line info"],
    }

    /// The type of a subprogram is a `DISubroutineType`.
    ///
    /// It lists the types of result and parameters.
    deny SUBROUTINE_TYPE_WANTED: "DBG033" "subprogram-type-not-subroutine" {
        message: "the `type` of the subprogram {subject} is no `DISubroutineType`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: invalid subroutine type"],
    }

    /// A subprogram that says its line says its file.
    ///
    /// A line counts within a file.
    deny LINE_WITHOUT_FILE: "DBG034" "line-without-file" {
        message: "the subprogram {subject} has a `line`, but no `file`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: line specified with no file"],
    }

    /// The `declaration` of a subprogram is a subprogram that is no definition.
    ///
    /// The definition of a member function refers to its declaration in the class.
    deny DECLARATION_WANTED: "DBG035" "declaration-is-no-declaration" {
        message: "the `declaration` of the subprogram {subject} is no declaration of a subprogram",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: invalid subprogram declaration"],
    }

    /// A subprogram that is a definition belongs to a compile unit.
    ///
    /// The unit says how its debug info is written.
    deny DEFINITION_WITHOUT_UNIT: "DBG037" "definition-without-unit" {
        message: "the subprogram {subject} is a definition, but its `unit` is no `DICompileUnit`",
        reference: "LangRef, DISubprogram",
        checks: [
            "visitDISubprogram: subprogram definitions must have a compile unit",
            "visitDISubprogram: invalid unit type",
        ],
    }

    /// A subprogram that is no definition belongs to no compile unit.
    ///
    /// It is a part of a type, and types are shared between units.
    deny DECLARATION_WITH_UNIT: "DBG038" "declaration-with-unit" {
        message: "the subprogram {subject} is no definition, but has a `unit`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: subprogram declarations must not have a compile unit"],
    }

    /// A subprogram that is no definition has no `declaration`.
    ///
    /// It is one.
    deny DECLARATION_OF_DECLARATION: "DBG039" "declaration-of-declaration" {
        message: "the subprogram {subject} is no definition, but has a `declaration`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: subprogram declaration must not have a declaration field"],
    }

    /// Only the definition of a subprogram says that all its calls are described.
    ///
    /// A declaration has no code, and so no calls.
    deny CALLS_OF_DECLARATION: "DBG040" "calls-of-declaration-described" {
        message: "the subprogram {subject} is no definition, but has `DIFlagAllCallsDescribed`",
        reference: "LangRef, DISubprogram",
        checks: ["visitDISubprogram: DIFlagAllCallsDescribed must be attached to a definition"],
    }

    /// What a subprogram retains lies in it.
    ///
    /// Variables and labels are retained so that they are described even when no code refers to them
    /// any more; they are written below the subprogram that they are local to.
    deny RETAINED_ELSEWHERE: "DBG041" "retained-node-elsewhere" {
        message: "the subprogram {subject} retains {detail}, which does not lie in it",
        reference: "LangRef, DISubprogram",
        checks: [],
    }

    /// The type of a local variable is not the type of a subroutine.
    ///
    /// A variable holds a value; a pointer to a subroutine is one.
    deny SUBROUTINE_VARIABLE: "DBG042" "variable-of-subroutine-type" {
        message: "the `type` of the variable {subject} is a `DISubroutineType`",
        reference: "LangRef, DILocalVariable",
        checks: ["visitDILocalVariable: invalid type"],
    }

    /// The definition of a global variable says its type.
    ///
    /// Without it, a debugger cannot show the value.
    deny VARIABLE_WITHOUT_TYPE: "DBG043" "global-variable-without-type" {
        message: "the global variable {subject} is a definition, but has no `type`",
        reference: "LangRef, DIGlobalVariable",
        checks: ["visitDIGlobalVariable: missing global variable type"],
    }

    /// The `declaration` of a global variable is a member.
    ///
    /// The definition of a static member refers to its declaration in the class.
    deny STATIC_MEMBER_WANTED: "DBG044" "static-member-is-no-member" {
        message: "the `declaration` of the global variable {subject} is no `DIDerivedType`",
        reference: "LangRef, DIGlobalVariable",
        checks: ["visitDIGlobalVariable: invalid static data member declaration"],
    }

    /// A `DIGlobalVariableExpression` is about a global variable.
    ///
    /// It says where that variable is.
    deny VARIABLE_WANTED: "DBG045" "expression-without-variable" {
        message: "the `var` of {subject} is no `DIGlobalVariable`",
        reference: "LangRef, DIGlobalVariableExpression",
        checks: ["visitDIGlobalVariableExpression: missing variable"],
    }

    /// The declaration of a common block is a global variable.
    ///
    /// The block is the storage that the variables in it share.
    deny COMMON_BLOCK_DECLARATION: "DBG046" "common-block-of-no-variable" {
        message: "the `declaration` of the common block {subject} is no `DIGlobalVariable`",
        reference: "LangRef, DICommonBlock",
        checks: ["visitDICommonBlock: invalid declaration"],
    }

    /// A module has a name.
    ///
    /// It is imported by its name.
    deny MODULE_WITHOUT_NAME: "DBG047" "module-without-name" {
        message: "the module {subject} has no `name`",
        reference: "LangRef, DIModule",
        checks: ["visitDIModule: anonymous module"],
    }

    /// What is imported is a debug info node.
    ///
    /// It is a namespace, module, type, variable or subprogram that gets a second name.
    deny ENTITY_WANTED: "DBG048" "imported-entity-is-no-entity" {
        message: "the `entity` that {subject} imports is nothing that has a name",
        reference: "LangRef, DIImportedEntity",
        checks: ["visitDIImportedEntity: invalid imported entity"],
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
    let is_asked = |field: &str| {
        matches!(field, "spFlags" | "flags" | "line" | "column" | "name" | "isDefinition")
    };
    program.extend(sample.fields.iter().filter(|row| is_asked(row.field)).map(Text::from));
    program.extend(retained(context.facts));
    let (broken, elsewhere) = program.run_with_hasher::<FxBuildHasher>();
    let mut violations = everywhere(context, broken.into_iter().map(Violation::from));
    let elsewhere = elsewhere.into_iter().map(Violation::from);
    violations.extend(visited::only(context.facts, elsewhere.collect()));
    violations
}

/// What subprograms retain, and in which subprogram it lies: for each pair of subprograms the first
/// such node.
fn retained(facts: &Facts) -> Vec<Retained> {
    let (Some(list), Some(scope)) =
        (facts.texts.find(b"retainedNodes"), facts.texts.find(b"scope"))
    else {
        return Vec::new();
    };
    let mut lists: Vec<(MetadataId, MetadataId)> = facts
        .metadata_reference
        .iter()
        .filter(|row| row.field == list)
        .map(|row| (row.referenced_metadata, row.metadata))
        .collect();
    lists.sort_unstable();
    let mut is_list = vec![false; facts.metadata.len()];
    lists.iter().for_each(|(tuple, _)| is_list[tuple.index()] = true);
    let mut operands = facts.metadata_operand.iter().filter(|row| is_list[row.metadata.index()]);
    let Some(first) = operands.next() else { return Vec::new() };

    let mut scopes = vec![None; facts.metadata.len()];
    for row in facts.metadata_reference.iter().filter(|row| row.field == scope) {
        scopes[row.metadata.index()] = Some(row.referenced_metadata);
    }
    let mut subprograms = vec![None; facts.metadata.len()];
    for row in &facts.scope_subprogram {
        subprograms[row.scope.index()] = Some(row.subprogram);
    }
    let mut seen = FxHashSet::default();
    let mut retained = Vec::new();
    for row in std::iter::once(first).chain(operands) {
        let place =
            scopes[row.operand_metadata.index()].and_then(|scope| subprograms[scope.index()]);
        let start = lists.partition_point(|(tuple, _)| *tuple < row.metadata);
        for &(_, subprogram) in
            lists[start..].iter().take_while(|(tuple, _)| *tuple == row.metadata)
        {
            if seen.insert((subprogram, place)) {
                retained.push(Retained(subprogram, row.operand_metadata, place));
            }
        }
    }
    retained
}

fn wants_local_scope(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(kind, Label | LexicalBlock | LexicalBlockFile | LocalVariable | Location)
}

/// Whether such a node lies in code.
fn is_in_code(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(kind, LexicalBlock | LexicalBlockFile | Location)
}

/// Whether metadata of this kind is what LLVM calls a debug info node: it has a tag.
fn is_entity(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    !matches!(
        kind,
        String
            | Constant
            | Local
            | Tuple
            | ArgList
            | AssignId
            | Expression
            | GlobalVariableExpression
            | Location
            | Macro
            | MacroFile
    )
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Judged(pub MetadataId, pub MetadataKind);

        @input
        pub struct Node(pub MetadataId, pub MetadataKind);

        @input
        pub struct Text<'a>(pub MetadataId, pub &'static str, pub &'a str);

        @input
        pub struct Content(pub MetadataId, pub &'static str, pub MetadataKind);

        @input
        pub struct Reference(pub MetadataId, pub &'static str, pub MetadataId);

        @input
        /// `subprogram` retains `node`, which lies in the other subprogram `place`, if in any.
        pub struct Retained(pub MetadataId, pub MetadataId, pub Option<MetadataId>);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        @output
        /// The same of pairs, which hold of these nodes only.
        pub struct Elsewhere(pub Rule, pub Subject, pub Detail);

        // `node` has a field `field`.
        struct Has(MetadataId, &'static str);

        Has(node, field) <- Content(node, field, _);
        Has(node, field) <- Text(node, field, text), (!text.is_empty());

        struct Local(MetadataId);

        Local(node) <- Content(node, "scope", kind), (is_local_scope(kind));

        Broken(LOCAL_SCOPE_WANTED, Subject::Metadata(node), Detail::None) <-
            Judged(node, kind),
            (wants_local_scope(kind)),
            !Local(node);

        // `subprogram` is a definition.
        struct Definition(MetadataId);

        Definition(subprogram) <-
            Text(subprogram, "spFlags", flags),
            (has_flag(flags, "DISPFlagDefinition"));

        Broken(SCOPE_IS_DECLARATION, Subject::Metadata(node), Detail::None) <-
            Judged(node, kind),
            (is_in_code(kind)),
            Reference(node, "scope", subprogram),
            Node(subprogram, MetadataKind::Subprogram),
            !Definition(subprogram);

        Broken(CALL_WANTED, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Location),
            Content(node, "inlinedAt", kind),
            (kind != MetadataKind::Location);

        Broken(COLUMN_WITHOUT_LINE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::LexicalBlock),
            Has(node, "column"),
            !Has(node, "line");

        Broken(SUBROUTINE_TYPE_WANTED, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Subprogram),
            Content(node, "type", kind),
            (kind != MetadataKind::SubroutineType);

        Broken(LINE_WITHOUT_FILE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Subprogram),
            Has(node, "line"),
            !Has(node, "file");

        struct Declared(MetadataId);

        Declared(node) <-
            Reference(node, "declaration", declaration),
            Node(declaration, MetadataKind::Subprogram),
            !Definition(declaration);

        Broken(DECLARATION_WANTED, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Subprogram),
            Has(node, "declaration"),
            !Declared(node);

        Broken(DEFINITION_WITHOUT_UNIT, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Subprogram),
            Definition(node),
            !Content(node, "unit", MetadataKind::CompileUnit);

        Broken(DECLARATION_WITH_UNIT, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Subprogram),
            Has(node, "unit"),
            !Definition(node);

        Broken(DECLARATION_OF_DECLARATION, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Subprogram),
            Has(node, "declaration"),
            !Definition(node);

        Broken(CALLS_OF_DECLARATION, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Subprogram),
            Text(node, "flags", flags),
            (has_flag(flags, "DIFlagAllCallsDescribed")),
            !Definition(node);

        Elsewhere(
            RETAINED_ELSEWHERE,
            Subject::Metadata(subprogram),
            Detail::Metadata(node),
        ) <-
            Retained(subprogram, node, place),
            (place != Some(subprogram));

        Broken(SUBROUTINE_VARIABLE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::LocalVariable),
            Content(node, "type", MetadataKind::SubroutineType);

        Broken(VARIABLE_WITHOUT_TYPE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::GlobalVariable),
            Text(node, "isDefinition", "true"),
            !Has(node, "type");

        Broken(STATIC_MEMBER_WANTED, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::GlobalVariable),
            Content(node, "declaration", kind),
            (kind != MetadataKind::DerivedType);

        Broken(VARIABLE_WANTED, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::GlobalVariableExpression),
            !Content(node, "var", MetadataKind::GlobalVariable);

        Broken(COMMON_BLOCK_DECLARATION, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::CommonBlock),
            Content(node, "declaration", kind),
            (kind != MetadataKind::GlobalVariable);

        Broken(MODULE_WITHOUT_NAME, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Module),
            !Has(node, "name");

        Broken(ENTITY_WANTED, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::ImportedEntity),
            Content(node, "entity", kind),
            (!is_entity(kind));
    }
}

input_from! { Judged(node, kind) from crate::metadata_sample::Node }
input_from! { Node(node, kind) from crate::metadata_sample::Node }
input_from! { Content(node, field, kind) from crate::metadata_sample::Content }
input_from! { Reference(node, field, target) from crate::metadata_sample::Reference }
violation_from! { Broken }
violation_from! { Elsewhere }

impl<'a> From<&crate::metadata_sample::Field<'a>> for Text<'a> {
    fn from(row: &crate::metadata_sample::Field<'a>) -> Self {
        Self(row.node, row.field, row.text)
    }
}
