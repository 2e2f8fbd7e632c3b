//! What functions, and other global objects, carry: how often they were entered, their type for
//! control-flow integrity, what they refer to implicitly.
//!
//! **Scope: module**, on the attachments of three kinds.

use facts_schema::{EntityId, GlobalFlag, MetadataId, TypeKind, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::nodes::{Nodes, WrappedInteger};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Subject, Violation};
use program::{
    Attached, Broken, Crepe, Declaration, Integer, IsFunction, Operand, Resolves, Text, Tuple,
    Wraps,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Metadata "metadata";
    /// `!prof` of a function is `"function_entry_count"` and a constant, or `"unknown"` and the name of
    /// a pass.
    ///
    /// The constant says how often the function was entered; numbers that follow it identify
    /// functions that it would be good to import. `"synthetic_function_entry_count"` is an estimate.
    deny ENTRY_COUNT: "MET032" "entry-count-form" {
        message: "`!prof` of {subject} has to be an entry count, which {detail} is not",
        reference: "LangRef, 'prof' Metadata, function_entry_count",
        sites: [2396, 2400, 2402, 2406, 2413, 2415],
    }

    /// The declaration of a function carries no `!prof`.
    ///
    /// Entries are counted where the code is.
    deny PROFILE_OF_DECLARATION: "MET033" "profile-of-declaration" {
        message: "{subject} is only declared, but carries `!prof`",
        reference: "LangRef, 'prof' Metadata, function_entry_count",
        sites: [2902],
    }

    /// `!kcfi_type` is one integer of 32 bits.
    ///
    /// It is stored before the function's code, and compared before each indirect call.
    deny KCFI_TYPE: "MET034" "kcfi-type-form" {
        message: "`!kcfi_type` of {subject} has to be one `i32`, not {detail}",
        reference: "LangRef, 'kcfi_type' Metadata",
        sites: [2419, 2421, 2423, 2426, 2428],
    }

    /// The definition of a function carries `!prof` and `!kcfi_type` at most once.
    ///
    /// Of two counts, or of two types, one would be wrong.
    deny CARRIED_TWICE: "MET035" "function-attachment-twice" {
        message: "{subject} carries `!{detail}` more than once",
        reference: "LangRef, Metadata Attachments",
        sites: [2955, 2960],
    }

    /// `!implicit.ref` of a function or variable is a pointer to something else than itself, and what
    /// carries it is defined.
    ///
    /// It tells the linker to keep the other one wherever this one is kept.
    deny IMPLICIT_REFERENCE: "MET036" "implicit-reference-form" {
        message: "`!implicit.ref` of {subject} has to be one pointer from a definition to something else, which {detail} is not",
        reference: "LangRef, 'implicit.ref' Metadata",
        sites: [],
    }
}

const KINDS: &[&str] = &["prof", "kcfi_type", "implicit.ref"];

fn violations(context: &Context) -> Vec<Violation> {
    let attached = attached(context);
    if attached.is_empty() {
        return Vec::new();
    }
    let facts = context.facts;
    let nodes = Nodes::from(context, attached.iter().map(|row| row.3).collect());
    let declarations = facts.global_flag.iter().filter(|row| row.flag == GlobalFlag::Declaration);
    let mut program = Crepe::new();
    program.extend(attached.iter().map(|row| Attached(row.0, row.1, row.2, row.3)));
    program.extend(attached.iter().filter_map(|row| is_function(context, row.1)));
    program.extend(declarations.map(|row| Declaration(row.global)));
    program.extend(nodes.tuple.iter().map(Tuple::from));
    program.extend(nodes.operand.iter().map(Operand::from));
    program.extend(nodes.string.iter().map(|&(metadata, text)| Text(metadata, text)));
    program.extend(nodes.integer.iter().map(Integer::from));
    program.extend(wraps(context, &nodes));
    program.extend(resolves(context));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    let function_of: FxHashMap<_, _> =
        facts.function.iter().map(|row| (row.value, row.function)).collect();
    let with_function = |broken: Broken| {
        let violation = Violation::from(broken);
        let subject = match violation.subject {
            Subject::Value(value) => function_of.get(&value).map(|it| Subject::Function(*it)),
            _ => None,
        };
        Violation { subject: subject.unwrap_or(violation.subject), ..violation }
    };
    broken.into_iter().map(with_function).collect()
}

/// The attachments of these kinds, numbered: one can be there twice.
fn attached(context: &Context) -> Vec<(u32, ValueId, &'static str, MetadataId)> {
    let rows = context.facts.global_metadata.iter().zip(0..);
    let known = rows.filter_map(|(row, number)| {
        let name = context.text(row.attachment_kind);
        let kind = KINDS.iter().copied().find(|kind| *kind == name)?;
        Some((number, row.global, kind, row.metadata))
    });
    known.collect()
}

fn is_function(context: &Context, value: ValueId) -> Option<IsFunction> {
    let kind = context.facts.value.get(value.index())?.kind;
    (kind == ValueKind::Function).then_some(IsFunction(value))
}

/// The values among the nodes, and whether they are pointers.
fn wraps(context: &Context, nodes: &Nodes) -> Vec<Wraps> {
    let is_pointer = |r#type: facts_schema::TypeId| {
        context.facts.r#type.get(r#type.index()).map(|row| row.kind) == Some(TypeKind::Pointer)
    };
    let rows = nodes.value.iter();
    rows.map(|row| Wraps(row.metadata, row.value, is_pointer(row.r#type))).collect()
}

/// What aliases stand for.
fn resolves(context: &Context) -> Vec<Resolves> {
    context.facts.alias.iter().map(Resolves::from).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;

    crepe! {
        @input
        /// The attachment with this number is on `global`, of kind `kind`, and is `node`.
        pub struct Attached(pub u32, pub ValueId, pub &'static str, pub MetadataId);

        @input
        pub struct IsFunction(pub ValueId);

        @input
        pub struct Declaration(pub ValueId);

        @input
        /// The tuple has so many operands.
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        pub struct Operand(pub MetadataId, pub u32, pub MetadataId);

        @input
        pub struct Text<'a>(pub MetadataId, pub &'a str);

        @input
        /// The integer has so many bits.
        pub struct Integer(pub MetadataId, pub u32);

        @input
        /// The metadata wraps `value`, which may be a pointer.
        pub struct Wraps(pub MetadataId, pub ValueId, pub bool);

        @input
        /// `alias` stands for `aliasee`.
        pub struct Resolves(pub ValueId, pub ValueId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        struct Carries(u32, ValueId, &'static str, MetadataId);

        Carries(number, function, kind, node) <-
            Attached(number, function, kind, node),
            IsFunction(function);

        // `node` begins with `name`.
        struct Profile<'a>(MetadataId, &'a str);

        Profile(node, text) <-
            Attached(_, _, "prof", node),
            Operand(node, 0, name),
            Text(name, text);

        struct EntryCount(MetadataId);

        EntryCount(node) <-
            Profile(node, name),
            (name == "function_entry_count" || name == "synthetic_function_entry_count"),
            Operand(node, 1, count),
            Wraps(count, _, _);

        EntryCount(node) <-
            Profile(node, "unknown"),
            Tuple(node, 2),
            Operand(node, 1, pass),
            Text(pass, name),
            (!name.is_empty());

        Broken(ENTRY_COUNT, Subject::Value(function), Detail::Metadata(node)) <-
            Carries(_, function, "prof", node),
            Tuple(node, _),
            !EntryCount(node);

        Broken(PROFILE_OF_DECLARATION, Subject::Value(function), Detail::None) <-
            Carries(_, function, "prof", _),
            Declaration(function);

        struct KcfiType(MetadataId);

        KcfiType(node) <- Tuple(node, 1), Operand(node, 0, number), Integer(number, 32);

        Broken(KCFI_TYPE, Subject::Value(function), Detail::Metadata(node)) <-
            Carries(_, function, "kcfi_type", node),
            Tuple(node, _),
            !KcfiType(node);

        Broken(CARRIED_TWICE, Subject::Value(function), Detail::Word(kind)) <-
            Carries(number, function, kind, _),
            (kind != "implicit.ref"),
            !Declaration(function),
            Carries(other, function, kind, _),
            (number < other);

        // `value` is `other`, perhaps under other names.
        struct Is(ValueId, ValueId);

        Is(value, value) <- Attached(_, _, "implicit.ref", node), Operand(node, _, it), Wraps(it, value, _);
        Is(value, aliasee) <- Is(value, alias), Resolves(alias, aliasee);

        // `node` refers to something else than `global`.
        struct Refers(MetadataId, ValueId);

        Refers(node, global) <-
            Attached(_, global, "implicit.ref", node),
            !Declaration(global),
            Tuple(node, 1),
            Operand(node, 0, it),
            Wraps(it, value, true),
            !Is(value, global);

        Broken(IMPLICIT_REFERENCE, Subject::Value(global), Detail::Metadata(node)) <-
            Attached(_, global, "implicit.ref", node),
            Tuple(node, _),
            !Refers(node, global);
    }
}

input_from! { Tuple(metadata, operand_count) from MetadataTuple }
input_from! { Operand(metadata, position, operand_metadata) from MetadataOperandRow }
input_from! { Resolves(alias, aliasee) from Alias }
violation_from! { Broken }

impl From<&WrappedInteger> for Integer {
    fn from(row: &WrappedInteger) -> Self {
        Self(row.metadata, row.width)
    }
}
