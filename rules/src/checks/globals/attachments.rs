//! Metadata that is attached to globals: `!associated`, `!implicit.ref`, `!absolute_symbol`, and what
//! ifuncs cannot have.
//!
//! **Scope: module**, over globals with such metadata.

use facts_schema::{EntityId, Facts, GlobalFlag, MetadataId, MetadataKind, TypeKind, ValueId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::of_functions;
use crate::bridge::{input_from, violation_from};
use crate::checks::addresses::Addresses;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Attached, Broken, Crepe, Declaration, IFunc, Limit, Operand, PointerWidth, Resolved, Tuple,
    Wraps,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Globals "globals";
    /// `!associated` and `!implicit.ref` have one operand: a pointer.
    ///
    /// It is the global that this one goes with (`!associated`), or that is needed wherever this one
    /// is (`!implicit.ref`).
    deny REFERENCE_FORM: "GLO050" "global-reference-form" {
        message: "the metadata `{detail}` of `{subject}` is not the address of one other global",
        reference: "LangRef, 'associated' Metadata and 'implicit.ref' Metadata",
        sites: [739, 742, 745, 747],
    }

    /// The global that `!associated` or `!implicit.ref` refers to is not the one that has it.
    ///
    /// A global that is kept only as long as it is kept itself is never kept.
    deny REFERENCE_TO_ITSELF: "GLO051" "global-reference-to-itself" {
        message: "the metadata `{detail}` of `{subject}` refers to `{subject}` itself",
        reference: "LangRef, 'associated' Metadata and 'implicit.ref' Metadata",
        sites: [753],
    }

    /// Only definitions have `!implicit.ref`.
    ///
    /// It becomes a relocation in the section of the global, and a declaration has no section.
    deny REFERENCE_OF_DECLARATION: "GLO052" "implicit-reference-of-declaration" {
        message: "`{subject}` has `!implicit.ref`, but is not defined here",
        reference: "LangRef, 'implicit.ref' Metadata",
        sites: [],
    }

    /// `!absolute_symbol` is a list of pairs of integers, as wide as the global's address.
    ///
    /// Each pair is a range of addresses that the symbol may have.
    deny ABSOLUTE_SYMBOL_FORM: "GLO053" "absolute-symbol-form" {
        message: "the addresses `{detail}` of `{subject}` are no pairs of integers as wide as a pointer",
        reference: "LangRef, 'absolute_symbol' Metadata",
        sites: [],
    }

    /// The ranges of `!absolute_symbol` are not empty, and ordered, with gaps between them.
    ///
    /// Ranges that touch or overlap are one range, and are to be written as one.
    deny ABSOLUTE_SYMBOL_RANGES: "GLO054" "absolute-symbol-ranges" {
        message: "the addresses `{detail}` of `{subject}` are empty, touch, overlap or are not in order",
        reference: "LangRef, 'absolute_symbol' Metadata",
        sites: [],
    }

    /// An ifunc has neither `!prof` nor `!dbg`.
    ///
    /// It has no code that could be counted or debugged; its resolver has, and what that returns.
    deny IFUNC_ATTACHMENT: "GLO055" "ifunc-attachment" {
        message: "the ifunc `{subject}` carries `{detail}`, which only code can have",
        reference: "LangRef, IFuncs",
        sites: [],
    }
}

const KINDS: [&str; 5] = ["associated", "implicit.ref", "absolute_symbol", "prof", "dbg"];

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let ifuncs: FxHashSet<ValueId> = facts.ifunc.iter().map(|row| row.ifunc).collect();
    let attached = facts.global_metadata.iter().filter_map(|row| {
        let kind = context.text(row.attachment_kind);
        let takes_part = match kind {
            "prof" | "dbg" => ifuncs.contains(&row.global),
            _ => KINDS.contains(&kind),
        };
        takes_part.then_some(Attached(row.global, kind, row.metadata))
    });
    let attached: Vec<Attached> = attached.collect();
    if attached.is_empty() {
        return Vec::new();
    }
    let globals: FxHashSet<ValueId> = attached.iter().map(|row| row.0).collect();
    let nodes: FxHashSet<MetadataId> = attached.iter().map(|row| row.2).collect();
    let mut program = Crepe::new();
    program.extend(attached);
    program.extend(ifuncs.into_iter().map(IFunc));
    let declarations = facts
        .global_flag
        .iter()
        .filter(|row| row.flag == GlobalFlag::Declaration && globals.contains(&row.global));
    program.extend(declarations.map(|row| Declaration(row.global)));
    program
        .extend(facts.metadata_tuple.iter().map(Tuple::from).filter(|row| nodes.contains(&row.0)));
    program.extend(pointer_widths(facts, &globals));
    extend_with_operands(&mut program, context, &nodes);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    of_functions(facts, broken.into_iter().map(Violation::from).collect())
}

/// The operands of the nodes, and what they are.
fn extend_with_operands<'a>(
    program: &mut Crepe<'a>,
    context: &Context<'a>,
    nodes: &FxHashSet<MetadataId>,
) {
    let facts = context.facts;
    let operands = facts.metadata_operand.iter().filter(|row| nodes.contains(&row.metadata));
    let operands: Vec<_> = operands.collect();
    let wrapping: FxHashSet<MetadataId> = operands.iter().map(|row| row.operand_metadata).collect();
    program.extend(
        operands.iter().map(|row| Operand(row.metadata, row.position, row.operand_metadata)),
    );
    let wraps = facts.value_metadata.iter().filter(|row| wrapping.contains(&row.metadata));
    let wraps: Vec<_> = wraps.filter(|row| is_constant(facts, row.metadata)).collect();
    let values: FxHashSet<ValueId> = wraps.iter().map(|row| row.value).collect();
    program.extend(wraps.iter().filter_map(|row| {
        let r#type = facts.value.get(row.value.index())?.r#type;
        Some(Wraps(row.metadata, row.value, facts.r#type.get(r#type.index())?.kind))
    }));
    program.extend(Addresses::of(facts, &values).resolved.iter().map(Resolved::from));
    let widths: FxHashMap<_, _> =
        facts.integer_type.iter().map(|row| (row.r#type, row.width)).collect();
    let integers = facts.constant_integer.iter().filter(|row| values.contains(&row.constant));
    program.extend(integers.filter_map(|row| {
        let r#type = facts.value.get(row.constant.index())?.r#type;
        let number = context.text(row.signed).parse().ok()?;
        Some(Limit(row.constant, *widths.get(&r#type)?, number))
    }));
}

fn is_constant(facts: &Facts, metadata: MetadataId) -> bool {
    facts.metadata.get(metadata.index()).is_some_and(|row| row.kind == MetadataKind::Constant)
}

/// How many bits the addresses of `globals` have.
fn pointer_widths(facts: &Facts, globals: &FxHashSet<ValueId>) -> Vec<PointerWidth> {
    let sizes: FxHashMap<_, _> =
        facts.type_layout.iter().map(|row| (row.r#type, row.bit_size)).collect();
    let width = |&global: &ValueId| {
        let r#type = facts.value.get(global.index())?.r#type;
        Some(PointerWidth(global, u32::try_from(*sizes.get(&r#type)?).ok()?))
    };
    globals.iter().filter_map(width).collect()
}

/// Addresses from a lower up to, but not including, an upper limit, perhaps around the end of the
/// address space of so many bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Range {
    lower: i128,
    upper: i128,
    width: u32,
}

impl Range {
    fn is_empty(self) -> bool {
        self.lower == self.upper && self.lower != -1
    }

    fn contains(self, address: i128) -> bool {
        let distance = |to: i128| (to - self.lower).rem_euclid(1 << self.width.min(126));
        self.lower == self.upper || distance(address) < distance(self.upper)
    }

    fn overlaps(self, other: Self) -> bool {
        self.contains(other.lower) || other.contains(self.lower)
    }

    fn touches(self, other: Self) -> bool {
        self.upper == other.lower || self.lower == other.upper
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `global` carries `metadata` of kind `kind`.
        pub struct Attached<'a>(pub ValueId, pub &'a str, pub MetadataId);

        @input
        pub struct IFunc(pub ValueId);

        @input
        pub struct Declaration(pub ValueId);

        @input
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        pub struct Operand(pub MetadataId, pub u32, pub MetadataId);

        @input
        /// `metadata` wraps `value`, whose type is of kind `kind`.
        pub struct Wraps(pub MetadataId, pub ValueId, pub TypeKind);

        @input
        pub struct Resolved(pub ValueId, pub ValueId);

        @input
        /// `value` is the integer `number` of `width` bits.
        pub struct Limit(pub ValueId, pub u32, pub i128);

        @input
        /// The address of `global` has `width` bits.
        pub struct PointerWidth(pub ValueId, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `global` carries `metadata` that refers to another global.
        struct Reference(ValueId, MetadataId);

        Reference(global, metadata) <- Attached(global, "associated", metadata);

        Reference(global, metadata) <- Attached(global, "implicit.ref", metadata);

        // `metadata` refers to `value`.
        struct RefersTo(MetadataId, ValueId);

        RefersTo(metadata, value) <-
            Reference(_, metadata),
            Tuple(metadata, 1),
            Operand(metadata, 0, operand),
            Wraps(operand, value, TypeKind::Pointer);

        Broken(REFERENCE_FORM, Subject::Value(global), Detail::Metadata(metadata)) <-
            Reference(global, metadata),
            !RefersTo(metadata, _);

        Broken(REFERENCE_TO_ITSELF, Subject::Value(global), Detail::Metadata(metadata)) <-
            Reference(global, metadata),
            RefersTo(metadata, value),
            Resolved(value, global);

        Broken(REFERENCE_OF_DECLARATION, Subject::Value(global), Detail::None) <-
            Attached(global, "implicit.ref", _),
            Declaration(global);

        struct Addresses(ValueId, MetadataId, u32);

        Addresses(global, metadata, count) <-
            Attached(global, "absolute_symbol", metadata),
            Tuple(metadata, count);

        Broken(ABSOLUTE_SYMBOL_FORM, Subject::Value(global), Detail::Metadata(metadata)) <-
            Addresses(global, metadata, count),
            (count == 0 || count % 2 == 1);

        // The limit at `position` of `metadata` is `number`, of `width` bits.
        struct LimitAt(MetadataId, u32, u32, i128);

        LimitAt(metadata, position, width, number) <-
            Addresses(_, metadata, _),
            Operand(metadata, position, operand),
            Wraps(operand, value, _),
            Limit(value, width, number);

        // The first `count` operands of `metadata` are limits.
        struct Limits(MetadataId, u32);

        Limits(metadata, 0) <- Addresses(_, metadata, _);

        Limits(metadata, position + 1) <-
            Limits(metadata, position),
            LimitAt(metadata, position, _, _);

        Broken(ABSOLUTE_SYMBOL_FORM, Subject::Value(global), Detail::Metadata(metadata)) <-
            Addresses(global, metadata, count),
            !Limits(metadata, count);

        Broken(ABSOLUTE_SYMBOL_FORM, Subject::Value(global), Detail::Metadata(metadata)) <-
            Addresses(global, metadata, _),
            PointerWidth(global, pointer_width),
            LimitAt(metadata, _, width, _),
            (width != pointer_width);

        // The range number `position` of `metadata`.
        struct RangeAt(MetadataId, u32, Range);

        RangeAt(metadata, position / 2, Range { lower, upper, width }) <-
            LimitAt(metadata, position, width, lower),
            (position % 2 == 0),
            LimitAt(metadata, position + 1, width, upper);

        // `metadata` lists `second` after `first`, or is a circle of more than two ranges that
        // begins with `second`.
        struct Neighbors(MetadataId, Range, Range);

        Neighbors(metadata, first, second) <-
            RangeAt(metadata, position, first),
            RangeAt(metadata, position + 1, second);

        Neighbors(metadata, last, first) <-
            Addresses(_, metadata, count),
            (count > 4),
            RangeAt(metadata, 0, first),
            RangeAt(metadata, count / 2 - 1, last);

        struct Wrong(MetadataId);

        Wrong(metadata) <- RangeAt(metadata, _, range), (range.is_empty());

        Wrong(metadata) <-
            Neighbors(metadata, first, second),
            (first.overlaps(second) || first.touches(second));

        Wrong(metadata) <-
            RangeAt(metadata, position, first),
            RangeAt(metadata, position + 1, second),
            (first.lower >= second.lower);

        Broken(ABSOLUTE_SYMBOL_RANGES, Subject::Value(global), Detail::Metadata(metadata)) <-
            Addresses(global, metadata, _),
            Wrong(metadata);

        Broken(IFUNC_ATTACHMENT, Subject::Value(ifunc), Detail::Metadata(metadata)) <-
            IFunc(ifunc),
            Attached(ifunc, kind, metadata),
            (matches!(kind, "prof" | "dbg"));
    }
}

input_from! { Tuple(metadata, operand_count) from MetadataTuple }
input_from! { Resolved(constant, base) from crate::checks::addresses::Address }
violation_from! { Broken }
