//! `!range` and `!noalias.addrspace`: lists of ranges, each from a lower limit up to, but not
//! including, an upper one, around the end of the numbers where need be.
//!
//! **Scope: attachments**, told apart by kind, type and node.

use rustc_hash::FxBuildHasher;

use super::attachments::{AttachmentId, Attachments, Part};
use super::nodes::{Nodes, WrappedInteger};
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Violation};
use program::{Attached, Broken, Concerns, Crepe, Integer, Number, Operand, Scalar, Tuple};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Metadata "metadata";
    /// `!range` and `!noalias.addrspace` are one or more pairs of limits.
    ///
    /// A limit without its partner bounds nothing, and a value in no range at all is not a value.
    deny UNFINISHED: "MET010" "range-unfinished" {
        message: "{detail} has to consist of pairs of limits",
        reference: "LangRef, 'range' Metadata",
        sites: [4133, 4135],
    }

    /// The limits of ranges are integers.
    ///
    /// Ranges are compared and merged as integers; a floating-point number or a name has no place
    /// among them.
    deny LIMIT_NOT_INTEGER: "MET011" "range-limit-not-integer" {
        message: "the limit {detail} of a range is not an integer",
        reference: "LangRef, 'range' Metadata",
        sites: [4141, 4144],
    }

    /// The limits of `!range` have the type of the value, or of the elements of the vector, that they
    /// bound, and those of `!noalias.addrspace` are of type `i32`.
    ///
    /// No conversion is implied: a number of another width can be a different number.
    deny LIMIT_TYPE: "MET012" "range-limit-type" {
        message: "the limit {detail} of a range has another type than the `{result.type}` it bounds (in `!noalias.addrspace`, than `i32`)",
        reference: "LangRef, 'range' Metadata and 'noalias.addrspace' Metadata",
        sites: [4145],
    }

    /// The two limits of a range differ.
    ///
    /// From a number up to the same number lies nothing, or, around the end, everything: a value
    /// that cannot be, or a promise that says nothing.
    deny EMPTY: "MET013" "range-empty" {
        message: "a range begins and ends with {detail}",
        reference: "LangRef, 'range' Metadata",
        sites: [4154, 4158],
    }

    /// Ranges that follow each other, and the first and the last one, share no number.
    ///
    /// Lists are normal forms, so that two of them can be compared and merged in one pass.
    deny OVERLAP: "MET014" "range-overlap" {
        message: "two ranges of {detail} overlap",
        reference: "LangRef, 'range' Metadata",
        sites: [4161, 4176],
    }

    /// The ranges of a list stand in ascending order of their lower limits, as signed numbers.
    ///
    /// Lists are normal forms, so that two of them can be compared and merged in one pass.
    deny UNORDERED: "MET015" "range-unordered" {
        message: "the ranges of {detail} are not in ascending order",
        reference: "LangRef, 'range' Metadata",
        sites: [4163],
    }

    /// Between ranges that follow each other, and between the last and the first one, at least one
    /// number is left out.
    ///
    /// Two ranges of which one ends where the other begins are one range.
    deny CONTIGUOUS: "MET016" "range-contiguous" {
        message: "two ranges of {detail} could be one, as no number lies between them",
        reference: "LangRef, 'range' Metadata",
        sites: [4165, 4178],
    }
}

const KINDS: &[&str] = &["range", "noalias.addrspace"];

fn violations(context: &Context) -> Vec<Violation> {
    let attachments = Attachments::of(context, KINDS, &[Part::Type, Part::Node]);
    if attachments.is_empty() {
        return Vec::new();
    }
    let nodes = Nodes::from(context, attachments.nodes());
    let mut program = Crepe::new();
    for (id, attachment) in attachments.iter() {
        program.extend(attachment.node.map(|node| Attached(id, attachment.kind, node)));
        program.extend(attachment.r#type.map(|r#type| Concerns(id, r#type)));
    }
    program.extend(context.traits.iter().map(Scalar::from));
    program.extend(nodes.tuple.iter().map(Tuple::from));
    program.extend(nodes.operand.iter().map(Operand::from));
    program.extend(nodes.integer.iter().map(Integer::from));
    program.extend(nodes.numbers().map(|(metadata, number)| Number(metadata, number)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    attachments.everywhere(broken.into_iter().map(|Broken(rule, id, detail)| (rule, id, detail)))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;
    use facts_schema::{MetadataId, TypeId};

    crepe! {
        @input
        /// The attachment is of kind `kind` and is `node`.
        pub struct Attached(pub AttachmentId, pub &'static str, pub MetadataId);

        @input
        /// The attachment bounds a value of `type`.
        pub struct Concerns(pub AttachmentId, pub TypeId);

        @input
        /// The type, or the element of a vector of that type.
        pub struct Scalar(pub TypeId, pub TypeId);

        @input
        /// The tuple has so many operands.
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        pub struct Operand(pub MetadataId, pub u32, pub MetadataId);

        @input
        /// The integer has this type and width.
        pub struct Integer(pub MetadataId, pub TypeId, pub u32);

        @input
        /// The integer is this number.
        pub struct Number(pub MetadataId, pub u128);

        @output
        pub struct Broken(pub Rule, pub AttachmentId, pub Detail);

        Broken(UNFINISHED, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Tuple(node, count),
            (count % 2 == 1 || count == 0);

        Broken(LIMIT_NOT_INTEGER, attachment, Detail::Metadata(limit)) <-
            Attached(attachment, _, node),
            Operand(node, _, limit),
            !Integer(limit, _, _);

        // The limits of the attachment are to be of `type`.
        struct Wanted(AttachmentId, TypeId);

        Wanted(attachment, scalar) <-
            Attached(attachment, "range", _),
            Concerns(attachment, r#type),
            Scalar(r#type, scalar);

        Broken(LIMIT_TYPE, attachment, Detail::Metadata(limit)) <-
            Attached(attachment, "range", node),
            Operand(node, _, limit),
            Integer(limit, r#type, _),
            !Wanted(attachment, r#type);

        Broken(LIMIT_TYPE, attachment, Detail::Metadata(limit)) <-
            Attached(attachment, "noalias.addrspace", node),
            Operand(node, _, limit),
            Integer(limit, _, width),
            (width != 32);

        // The limits at `position` and the next position in `node` are `lower` and `upper`.
        struct Limits(MetadataId, u32, MetadataId, MetadataId);

        Limits(node, position, lower, upper) <-
            Operand(node, position, lower),
            (position % 2 == 0),
            Operand(node, position + 1, upper);

        // A constant is one node, however often it occurs.
        Broken(EMPTY, attachment, Detail::Metadata(lower)) <-
            Attached(attachment, _, node),
            Limits(node, _, lower, upper),
            (lower == upper);

        // The range at `position` in `node` goes from `lower` to `upper`, of `width` bits.
        struct Range(MetadataId, u32, u32, u128, u128);

        Range(node, position, width, lower, upper) <-
            Limits(node, position, lower_limit, upper_limit),
            Integer(lower_limit, r#type, width),
            Integer(upper_limit, r#type, width),
            Number(lower_limit, lower),
            Number(upper_limit, upper);

        // In `node`, the range from `lower` to `upper` comes next after the one from `first_lower`
        // to `first_upper`.
        struct Neighbours(MetadataId, u32, u128, u128, u128, u128);

        Neighbours(node, width, first_lower, first_upper, lower, upper) <-
            Range(node, position, width, first_lower, first_upper),
            Range(node, position + 2, width, lower, upper);

        // So do the last and the first, as after the greatest number comes the least.
        struct Ends(MetadataId, u32, u128, u128, u128, u128);

        Ends(node, width, lower, upper, first_lower, first_upper) <-
            Range(node, 0, width, first_lower, first_upper),
            Tuple(node, count),
            (count > 4),
            Range(node, count - 2, width, lower, upper);

        struct Adjacent(MetadataId, u128, u128, u128, u128);

        Adjacent(node, first_lower, first_upper, lower, upper) <-
            Neighbours(node, _, first_lower, first_upper, lower, upper);

        Adjacent(node, first_lower, first_upper, lower, upper) <-
            Ends(node, _, first_lower, first_upper, lower, upper);

        Broken(OVERLAP, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Adjacent(node, first_lower, first_upper, lower, upper),
            (lies_in(lower, first_lower, first_upper) || lies_in(first_lower, lower, upper));

        Broken(CONTIGUOUS, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Adjacent(node, first_lower, first_upper, lower, upper),
            (first_upper == lower || upper == first_lower);

        Broken(UNORDERED, attachment, Detail::Metadata(node)) <-
            Attached(attachment, _, node),
            Neighbours(node, width, first_lower, _, lower, _),
            (signed_rank(lower, width) <= signed_rank(first_lower, width));
    }
}

/// Whether `number` is in the range from `lower` to `upper`, which may go around the end.
fn lies_in(number: u128, lower: u128, upper: u128) -> bool {
    if lower < upper {
        lower <= number && number < upper
    } else {
        number >= lower || number < upper
    }
}

/// A rank by which numbers of `width` bits are in the order of signed numbers.
fn signed_rank(number: u128, width: u32) -> u128 {
    if (1..=128).contains(&width) { number ^ (1 << (width - 1)) } else { number }
}

input_from! { Scalar(r#type, scalar) from crate::type_traits::TypeTraits }
input_from! { Tuple(metadata, operand_count) from MetadataTuple }
input_from! { Operand(metadata, position, operand_metadata) from MetadataOperandRow }

impl From<&WrappedInteger> for Integer {
    fn from(row: &WrappedInteger) -> Self {
        Self(row.metadata, row.r#type, row.width)
    }
}
