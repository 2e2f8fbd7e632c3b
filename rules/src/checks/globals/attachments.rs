//! Metadata attachments of globals: `!associated`, `!implicit.ref`, `!absolute_symbol`, and
//! attachments that ifuncs cannot have.

use facts_schema::{GlobalFlag, MetadataId, MetadataKind, TypeKind, ValueId};
use rules_macros::datalog;

use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject};

rules! { Globals "globals";
    /// `!associated` and `!implicit.ref` have one operand, a pointer to a global.
    ///
    /// For `!associated`, it is the global that this one is discarded with; for `!implicit.ref`, a
    /// global that must be kept if this one is.
    deny REFERENCE_FORM: "GLO050" "global-reference-form" {
        message: "the metadata `{detail}` of `{subject}` is not a pointer to one global",
        reference: "LangRef, 'associated' Metadata and 'implicit.ref' Metadata",
        checks: [
            "visitGlobalValue: associated metadata must have one operand",
            "visitGlobalValue: associated metadata must have a global value",
            "visitGlobalValue: associated metadata must be ValueAsMetadata",
            "visitGlobalValue: associated value must be pointer typed",
        ],
    }

    /// The operand of `!associated` or `!implicit.ref` is not the global that the metadata is
    /// attached to.
    ///
    /// A global that is kept only if it is kept itself would never be kept.
    deny REFERENCE_TO_ITSELF: "GLO051" "global-reference-to-itself" {
        message: "the metadata `{detail}` of `{subject}` refers to `{subject}` itself",
        reference: "LangRef, 'associated' Metadata and 'implicit.ref' Metadata",
        checks: ["visitGlobalValue: global values should not associate to themselves"],
    }

    /// Only definitions have `!implicit.ref`.
    ///
    /// It becomes a relocation in the section of the global, and a declaration is not in a section.
    deny REFERENCE_OF_DECLARATION: "GLO052" "implicit-reference-of-declaration" {
        message: "`{subject}` has `!implicit.ref`, but is not a definition",
        reference: "LangRef, 'implicit.ref' Metadata",
        checks: [],
    }

    /// `!absolute_symbol` is a list of pairs of integers that have the width of a pointer.
    ///
    /// Each pair is a range of addresses that the symbol may have.
    deny ABSOLUTE_SYMBOL_FORM: "GLO053" "absolute-symbol-form" {
        message: "the ranges `{detail}` of `{subject}` are not pairs of integers with the width of a pointer",
        reference: "LangRef, 'absolute_symbol' Metadata",
        checks: [],
    }

    /// The ranges of `!absolute_symbol` are not empty, are in ascending order and are not
    /// contiguous.
    ///
    /// Ranges that touch or overlap must be written as one range.
    deny ABSOLUTE_SYMBOL_RANGES: "GLO054" "absolute-symbol-ranges" {
        message: "the ranges `{detail}` of `{subject}` are empty, contiguous, overlapping or out of order",
        reference: "LangRef, 'absolute_symbol' Metadata",
        checks: [],
    }

    /// An ifunc has neither `!prof` nor `!dbg`.
    ///
    /// It has no code that could be profiled or debugged. Its resolver and the resolved function
    /// have.
    deny IFUNC_ATTACHMENT: "GLO055" "ifunc-attachment" {
        message: "the ifunc `{subject}` has `{detail}`, which only code can have",
        reference: "LangRef, IFuncs",
        checks: [],
    }
}

/// The addresses from `lower` (inclusive) to `upper` (exclusive) in an address space of `width`
/// bits. The range may wrap around.
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

datalog! { module;
    /// The attachments that refer to another global.
    const REFERENCES(&'static str) = ["associated", "implicit.ref"];

    /// The attachments that ifuncs cannot have.
    const OF_CODE(&'static str) = ["prof", "dbg"];

    /// `global` violates `rule`, with the detail `detail`.
    struct Violates(ValueId, Rule, Detail);

    violation(rule, Subject::of_global(module, global), detail) <- Violates(global, rule, detail);

    /// `metadata` is an attachment of `global` that refers to another global.
    struct Reference(ValueId, MetadataId);

    Reference(global, metadata) <-
        REFERENCES(text),
        let Some(kind) = module.find(text),
        global_metadata { global, attachment_kind: kind, metadata };

    /// `metadata` is the constant `value`.
    struct Wraps(MetadataId, ValueId);

    Wraps(metadata, value) <-
        Operand(_, _, metadata),
        metadata { metadata, kind: MetadataKind::Constant },
        value_metadata { metadata, value };

    /// `operand` is the operand at `position` of the attachment `metadata`.
    struct Operand(MetadataId, u32, MetadataId);

    Operand(metadata, position, operand) <-
        Reference(_, metadata),
        metadata_operand { metadata, position, operand_metadata: operand };

    Operand(metadata, position, operand) <-
        Addresses(_, metadata, _),
        metadata_operand { metadata, position, operand_metadata: operand };

    /// `metadata` refers to the pointer `value`.
    struct RefersTo(MetadataId, ValueId);

    RefersTo(metadata, value) <-
        Reference(_, metadata),
        metadata_tuple { metadata, operand_count: 1 },
        Operand(metadata, 0, operand),
        Wraps(operand, value),
        value { value, type },
        type { type, kind: TypeKind::Pointer };

    Violates(global, REFERENCE_FORM, Detail::Metadata(metadata)) <-
        Reference(global, metadata),
        !RefersTo(metadata, _);

    /// `metadata` refers to the address `constant`, possibly through casts and aliases.
    struct Resolves(MetadataId, ValueId);

    Resolves(metadata, value) <- RefersTo(metadata, value);

    Resolves(metadata, operand) <-
        Resolves(metadata, constant),
        same_address { constant, operand };

    Resolves(metadata, aliasee) <- Resolves(metadata, alias), alias { alias, aliasee };

    Violates(global, REFERENCE_TO_ITSELF, Detail::Metadata(metadata)) <-
        Reference(global, metadata),
        Resolves(metadata, global),
        !alias { alias: global };

    Violates(global, REFERENCE_OF_DECLARATION, Detail::None) <-
        global_metadata { global, attachment_kind: "implicit.ref" },
        global_flag { global, flag: GlobalFlag::Declaration };

    /// `metadata`, with `count` operands, is the `!absolute_symbol` of `global`.
    struct Addresses(ValueId, MetadataId, u32);

    Addresses(global, metadata, count) <-
        global_metadata { global, attachment_kind: "absolute_symbol", metadata },
        metadata_tuple { metadata, operand_count: count };

    Violates(global, ABSOLUTE_SYMBOL_FORM, Detail::Metadata(metadata)) <-
        Addresses(global, metadata, count),
        (count == 0 || count % 2 == 1);

    /// The bound at `position` of `metadata` is `number`, an integer of `width` bits.
    struct LimitAt(MetadataId, u32, u32, i128);

    LimitAt(metadata, position, width, number) <-
        Addresses(_, metadata, _),
        Operand(metadata, position, operand),
        Wraps(operand, value),
        constant_integer { constant: value, signed },
        value { value, type },
        integer_type { type, width },
        let Ok(number) = module.text(signed).parse();

    /// The first `count` operands of `metadata` are bounds.
    struct Limits(MetadataId, u32);

    Limits(metadata, 0) <- Addresses(_, metadata, _);

    Limits(metadata, position + 1) <-
        Limits(metadata, position),
        LimitAt(metadata, position, _, _);

    Violates(global, ABSOLUTE_SYMBOL_FORM, Detail::Metadata(metadata)) <-
        Addresses(global, metadata, count),
        !Limits(metadata, count);

    Violates(global, ABSOLUTE_SYMBOL_FORM, Detail::Metadata(metadata)) <-
        Addresses(global, metadata, _),
        LimitAt(metadata, _, width, _),
        value { value: global, type },
        type_layout { type, bit_size: size },
        (size != u64::from(width));

    /// The range with this number in `metadata`.
    struct RangeAt(MetadataId, u32, Range);

    RangeAt(metadata, position / 2, Range { lower, upper, width }) <-
        LimitAt(metadata, position, width, lower),
        (position % 2 == 0),
        LimitAt(metadata, position + 1, width, upper);

    /// `second` directly follows `first` in `metadata`. If there are more than two ranges, the
    /// first one also follows the last one.
    struct Neighbors(MetadataId, Range, Range);

    Neighbors(metadata, first, second) <-
        RangeAt(metadata, position, first),
        RangeAt(metadata, position + 1, second);

    Neighbors(metadata, last, first) <-
        Addresses(_, metadata, count),
        (count > 4),
        RangeAt(metadata, 0, first),
        RangeAt(metadata, count / 2 - 1, last);

    /// The ranges of `metadata` are empty, adjacent, overlapping or not in order.
    struct Wrong(MetadataId);

    Wrong(metadata) <- RangeAt(metadata, _, range), (range.is_empty());

    Wrong(metadata) <-
        Neighbors(metadata, first, second),
        (first.overlaps(second) || first.touches(second));

    Wrong(metadata) <-
        RangeAt(metadata, position, first),
        RangeAt(metadata, position + 1, second),
        (first.lower >= second.lower);

    Violates(global, ABSOLUTE_SYMBOL_RANGES, Detail::Metadata(metadata)) <-
        Addresses(global, metadata, _),
        Wrong(metadata);

    Violates(ifunc, IFUNC_ATTACHMENT, Detail::Metadata(metadata)) <-
        ifunc { ifunc },
        OF_CODE(text),
        let Some(kind) = module.find(text),
        global_metadata { global: ifunc, attachment_kind: kind, metadata };
}
