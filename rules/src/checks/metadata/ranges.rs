//! `!range` and `!noalias.addrspace`: lists of ranges, each from a lower bound (inclusive) to an
//! upper bound (exclusive). A range may wrap around.

use facts_schema::{MetadataId, TypeId};
use rules_macros::datalog;

use crate::rule::{Rule, rules};

rules! { Metadata "metadata";
    /// `!range` and `!noalias.addrspace` consist of one or more pairs of bounds.
    ///
    /// A range needs a lower and an upper bound.
    deny INCOMPLETE: "MET010" "range-incomplete" {
        message: "{detail} does not consist of pairs of bounds",
        reference: "LangRef, 'range' Metadata",
        checks: [
            "verifyRangeMetadata: Unfinished range!",
            "verifyRangeMetadata: It should have at least one range!",
        ],
    }

    /// The bounds of ranges are constant integers.
    ///
    /// The value and the ranges are compared as integers.
    deny LIMIT_NOT_INTEGER: "MET011" "range-limit-not-integer" {
        message: "the bound {detail} of a range is not an integer",
        reference: "LangRef, 'range' Metadata",
        checks: [
            "verifyRangeMetadata: The lower limit must be an integer!",
            "verifyRangeMetadata: The upper limit must be an integer!",
        ],
    }

    /// The bounds of `!range` have the scalar type of the value, and the bounds of
    /// `!noalias.addrspace` have type `i32`.
    ///
    /// LLVM does not convert the bounds.
    deny LIMIT_TYPE: "MET012" "range-limit-type" {
        message: "the bound {detail} of a range does not have the type of the value, `{result.type}` (for `!noalias.addrspace`, `i32`)",
        reference: "LangRef, 'range' Metadata and 'noalias.addrspace' Metadata",
        checks: ["verifyRangeMetadata: Range types must match instruction type!"],
    }

    /// A range does not represent the empty or full set.
    ///
    /// The bounds of a range `[a,b)` differ: `a != b`. With equal bounds, it would be contradictory
    /// or redundant.
    deny EMPTY: "MET013" "range-empty" {
        message: "the range has equal bounds, {detail}",
        reference: "LangRef, 'range' Metadata",
        checks: [
            "verifyRangeMetadata: The upper and lower limits cannot be the same value",
            "verifyRangeMetadata: Range must not be empty!",
        ],
    }

    /// Consecutive ranges of a list, and its last and first range, do not overlap.
    ///
    /// The canonical form allows lists to be compared and merged in one pass.
    deny OVERLAP: "MET014" "range-overlap" {
        message: "two ranges of {detail} overlap",
        reference: "LangRef, 'range' Metadata",
        checks: ["verifyRangeMetadata: Intervals are overlapping"],
    }

    /// The ranges of a list are in signed ascending order of their lower bounds.
    ///
    /// The canonical form allows lists to be compared and merged in one pass.
    deny UNORDERED: "MET015" "range-unordered" {
        message: "the ranges of {detail} are not in ascending order",
        reference: "LangRef, 'range' Metadata",
        checks: ["verifyRangeMetadata: Intervals are not in order"],
    }

    /// Consecutive ranges of a list, and its last and first range, are not contiguous.
    ///
    /// Contiguous ranges must be written as one range.
    deny CONTIGUOUS: "MET016" "range-contiguous" {
        message: "two ranges of {detail} are contiguous",
        reference: "LangRef, 'range' Metadata",
        checks: ["verifyRangeMetadata: Intervals are contiguous"],
    }
}

/// Whether `number` is in the range from `lower` to `upper`, which may wrap around.
fn is_in_range(number: u128, lower: u128, upper: u128) -> bool {
    if lower < upper {
        lower <= number && number < upper
    } else {
        number >= lower || number < upper
    }
}

/// Maps numbers of `width` bits to ranks in the order of signed numbers.
fn signed_rank(number: u128, width: u32) -> u128 {
    if (1..=128).contains(&width) { number ^ (1 << (width - 1)) } else { number }
}

datalog! { module;
    /// The attachments that are lists of ranges.
    const KINDS(&'static str) = ["range", "noalias.addrspace"];

    /// `node`, a list of ranges, is attached to some instruction.
    struct Attached(MetadataId);

    Attached(node) <-
        KINDS(text),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, metadata: node };

    /// `part` of the list `node` violates `rule`, regardless of the instruction.
    struct Violates(MetadataId, Rule, MetadataId);

    violation(rule, instruction, part) <-
        KINDS(text),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, instruction, metadata: node },
        Violates(node, rule, part);

    Violates(node, INCOMPLETE, node) <-
        Attached(node),
        metadata_tuple { metadata: node, operand_count: count },
        (count % 2 == 1 || count == 0);

    Violates(node, LIMIT_NOT_INTEGER, limit) <-
        Attached(node),
        metadata_operand { metadata: node, operand_metadata: limit },
        !metadata_integer { metadata: limit };

    /// `node` is the `!range` of an instruction that computes or stores a value of type `type`.
    struct Bounds(MetadataId, TypeId);

    Bounds(node, type) <-
        attached_metadata { attachment_kind: "range", instruction, metadata: node },
        instruction_result { instruction, result },
        value { value: result, type };

    Bounds(node, type) <-
        attached_metadata { attachment_kind: "range", instruction, metadata: node },
        store_instruction { instruction, value },
        value { value, type };

    /// `limit`, a bound in `node`, does not have the scalar type of `type`.
    struct TypeMismatch(MetadataId, TypeId, MetadataId);

    TypeMismatch(node, type, limit) <-
        Bounds(node, type),
        type_traits { type, scalar },
        metadata_operand { metadata: node, operand_metadata: limit },
        metadata_integer { metadata: limit, type: limit_type },
        (limit_type != scalar);

    violation(LIMIT_TYPE, instruction, limit) <-
        attached_metadata { attachment_kind: "range", instruction, metadata: node },
        instruction_result { instruction, result },
        value { value: result, type },
        TypeMismatch(node, type, limit);

    // A store does not have a result, but stores a value.
    violation(LIMIT_TYPE, instruction, limit) <-
        attached_metadata { attachment_kind: "range", instruction, metadata: node },
        store_instruction { instruction, value },
        value { value, type },
        TypeMismatch(node, type, limit);

    // An instruction without a result or a stored value cannot have a range.
    violation(LIMIT_TYPE, instruction, limit) <-
        attached_metadata { attachment_kind: "range", instruction, metadata: node },
        !instruction_result { instruction },
        !store_instruction { instruction },
        metadata_operand { metadata: node, operand_metadata: limit },
        metadata_integer { metadata: limit };

    violation(LIMIT_TYPE, instruction, limit) <-
        attached_metadata { attachment_kind: "noalias.addrspace", instruction, metadata: node },
        metadata_operand { metadata: node, operand_metadata: limit },
        metadata_integer { metadata: limit, width },
        (width != 32);

    /// The bounds at `position` and the next position of `node` are `lower` and `upper`.
    struct Limits(MetadataId, u32, MetadataId, MetadataId);

    Limits(node, position, lower, upper) <-
        Attached(node),
        metadata_operand { metadata: node, position, operand_metadata: lower },
        (position % 2 == 0),
        metadata_operand { metadata: node, position: position + 1, operand_metadata: upper };

    // Equal constants are the same metadata node.
    Violates(node, EMPTY, lower) <- Limits(node, _, lower, upper), (lower == upper);

    /// The range at `position` of `node` is from `lower` to `upper`, integers of `width` bits.
    struct Range(MetadataId, u32, u32, u128, u128);

    Range(node, position, width, lower, upper) <-
        Limits(node, position, lower_limit, upper_limit),
        metadata_integer { metadata: lower_limit, type, width, value: lower_value },
        metadata_integer { metadata: upper_limit, type, value: upper_value },
        let Some(lower) = module.unsigned(lower_value),
        let Some(upper) = module.unsigned(upper_value);

    /// In `node`, the range from `lower` to `upper` directly follows the range from `first_lower`
    /// to `first_upper`.
    struct Neighbours(MetadataId, u32, u128, u128, u128, u128);

    Neighbours(node, width, first_lower, first_upper, lower, upper) <-
        Range(node, position, width, first_lower, first_upper),
        Range(node, position + 2, width, lower, upper);

    /// The last range of `node` and the first range, which follows it because numbers wrap around.
    struct Ends(MetadataId, u32, u128, u128, u128, u128);

    Ends(node, width, lower, upper, first_lower, first_upper) <-
        Range(node, 0, width, first_lower, first_upper),
        metadata_tuple { metadata: node, operand_count: count },
        (count > 4),
        Range(node, count - 2, width, lower, upper);

    /// In `node`, one range directly follows the other, or is the first range and the other is the
    /// last.
    struct Adjacent(MetadataId, u128, u128, u128, u128);

    Adjacent(node, first_lower, first_upper, lower, upper) <-
        Neighbours(node, _, first_lower, first_upper, lower, upper);

    Adjacent(node, first_lower, first_upper, lower, upper) <-
        Ends(node, _, first_lower, first_upper, lower, upper);

    Violates(node, OVERLAP, node) <-
        Adjacent(node, first_lower, first_upper, lower, upper),
        (is_in_range(lower, first_lower, first_upper) || is_in_range(first_lower, lower, upper));

    Violates(node, CONTIGUOUS, node) <-
        Adjacent(node, first_lower, first_upper, lower, upper),
        (first_upper == lower || upper == first_lower);

    Violates(node, UNORDERED, node) <-
        Neighbours(node, width, first_lower, _, lower, _),
        (signed_rank(lower, width) <= signed_rank(first_lower, width));
}
