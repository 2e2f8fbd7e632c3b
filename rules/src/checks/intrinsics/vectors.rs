//! Intrinsics that take vectors apart, put them together and reduce them.
//!
//! **Scope: sample.**

use facts_schema::{InstructionId, TypeKind};
use rustc_hash::FxBuildHasher;

use super::{Calls, Place, feed, least_lanes};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{Lanes, TypeTraits, is_float};
use crate::violation::Violation;
use program::{Argument, Broken, Call, Crepe, Moves, Number, Returned, Vector};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// `llvm.get.active.lane.mask` computes a vector of `i1`.
    ///
    /// It says of each lane whether it is active.
    deny LANE_MASK: "INT030" "active-lane-mask-type" {
        message: "a mask of active lanes cannot have the type `{result.type}`",
        reference: "LangRef, llvm.get.active.lane.mask Intrinsics",
        checks: [
            "visitIntrinsicCall: get_active_lane_mask: must return a vector",
            "visitIntrinsicCall: get_active_lane_mask: element type is not i1",
        ],
    }

    /// The number of lanes given to `llvm.experimental.get.vector.length` is positive.
    ///
    /// With no lane at a time, no work would ever be done.
    deny VECTOR_LENGTH: "INT031" "vector-length-not-positive" {
        message: "a vector with `{operand}` lanes does no work",
        reference: "LangRef, llvm.experimental.get.vector.length Intrinsic",
        checks: ["visitIntrinsicCall: get_vector_length: VF must be positive"],
    }

    /// A reduction takes a vector of numbers of the kind that the operation computes with.
    ///
    /// The operations whose names begin with `f` are those of floating-point numbers, the others
    /// those of integers.
    deny REDUCTION: "INT032" "reduction-operand" {
        message: "{callee} cannot reduce a vector of type `{operand.type}`",
        reference: "LangRef, Vector Reduction Intrinsics",
        checks: ["visitIntrinsicCall: Intrinsic has incorrect argument type!"],
    }

    /// `llvm.stepvector` computes a vector of integers of at least 8 bits.
    ///
    /// It counts from 0; fewer bits would not reach far in the long vectors for which it is made.
    deny STEP_VECTOR: "INT034" "step-vector-type" {
        message: "the steps `0, 1, …` cannot have the type `{result.type}`",
        reference: "LangRef, llvm.stepvector Intrinsic",
        checks: ["visitIntrinsicCall: experimental_stepvector only supported for vectors of integers with a bitwidth of at least 8."],
    }

    /// A vector and a part of it have the same element type.
    ///
    /// `llvm.vector.insert` and `llvm.vector.extract` move lanes as they are.
    deny PART_ELEMENT: "INT035" "subvector-element-type" {
        message: "a vector of type `{operand:0.type}` has no part of type `{detail.type}`",
        reference: "LangRef, llvm.vector.insert Intrinsic",
        checks: [
            "visitIntrinsicCall: vector_insert parameters must have the same element type.",
            "visitIntrinsicCall: vector_extract result must have the same element type as the input vector.",
        ],
    }

    /// The index of a part of a vector is a multiple of the length of the part.
    ///
    /// So the part does not lie across the boundary of two registers, also when both vectors are
    /// scalable.
    deny PART_INDEX: "INT036" "subvector-index" {
        message: "a part of type `{detail.type}` cannot be at lane `{operand}`",
        reference: "LangRef, llvm.vector.insert Intrinsic",
        checks: [
            "visitIntrinsicCall: vector_insert index must be a constant multiple of the subvector's known minimum vector length.",
            "visitIntrinsicCall: vector_extract index must be a constant multiple of the result type's known minimum vector length.",
        ],
    }

    /// A part of a vector lies within it.
    ///
    /// What is beyond the last lane does not exist. Where only one of the two is scalable, nobody
    /// knows how many lanes there are before the program runs.
    deny PART_OVERRUN: "INT037" "subvector-overrun" {
        message: "a part of type `{detail.type}` at lane `{operand}` ends beyond `{operand:0.type}`",
        reference: "LangRef, llvm.vector.insert Intrinsic",
        checks: [
            "visitIntrinsicCall: subvector operand of vector_insert would overrun the vector being inserted into.",
            "visitIntrinsicCall: vector_extract would overrun.",
        ],
    }

    /// The vector that is reduced to a shorter one has a multiple of its lanes.
    ///
    /// Each lane of the result collects the same number of lanes.
    deny PARTIAL_REDUCTION: "INT038" "partial-reduction-length" {
        message: "the lanes of `{operand:1.type}` cannot be shared out among those of \
                  `{operand:0.type}`",
        reference: "LangRef, llvm.vector.partial.reduce.add Intrinsic",
        checks: ["visitIntrinsicCall: Invalid vector widths for partial reduction. The width of the input vector must be a positive integer multiple of the width of the accumulator vector."],
    }

    /// `llvm.experimental.vector.match` looks up integers in a vector of fixed length.
    ///
    /// Both have the same element type; the mask says for which lanes to look and has the type of
    /// the result, a vector of `i1` as long as the first.
    deny MATCH: "INT039" "vector-match-operands" {
        message: "`{operand:0.type}` cannot be looked up in `{operand:1.type}` with a mask \
                  `{operand:2.type}` and a result `{result.type}`",
        reference: "LangRef, llvm.experimental.vector.match Intrinsic",
        checks: [],
    }
}

/// The names of intrinsics that the rules are about.
fn matters(name: &str) -> bool {
    reduced_argument(name).is_some()
        || PARTS.iter().any(|part| part.0 == name)
        || is_partial_reduction(name)
        || matches!(
            name,
            "llvm.get.active.lane.mask"
                | "llvm.experimental.get.vector.length"
                | "llvm.stepvector"
                | "llvm.experimental.vector.match"
        )
}

fn is_partial_reduction(name: &str) -> bool {
    matches!(name, "llvm.vector.partial.reduce.add" | "llvm.vector.partial.reduce.fadd")
}

/// The position of the vector that a reduction reduces.
fn reduced_argument(name: &str) -> Option<u32> {
    match name.strip_prefix("llvm.vector.reduce.")? {
        "fadd" | "fmul" => Some(1),
        "and" | "or" | "xor" | "add" | "mul" | "smax" | "smin" | "umax" | "umin" | "fmax"
        | "fmin" => Some(0),
        _ => None,
    }
}

/// Whether a reduction can reduce a vector.
fn reduces(name: &str, vector: TypeTraits) -> bool {
    let is_vector = vector.lanes != Lanes::Scalar;
    let kind = vector.kind;
    is_vector
        && if name.starts_with("llvm.vector.reduce.f") {
            is_float(kind)
        } else {
            kind == TypeKind::Integer
        }
}

/// Where a part of a vector is, and the position of its index.
const PARTS: &[(&str, Place, u32)] =
    &[("llvm.vector.insert", Place::Argument(1), 2), ("llvm.vector.extract", Place::Result, 1)];

/// Whether a part at `index` ends beyond the vector, as far as that can be known.
fn overruns(vector: Lanes, part: Lanes, index: u128) -> bool {
    let knowable = matches!(
        (vector, part),
        (Lanes::Fixed(_), Lanes::Fixed(_)) | (Lanes::Scalable(_), Lanes::Scalable(_))
    );
    knowable && index.saturating_add(least_lanes(part)) > least_lanes(vector)
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, matters) else { return Vec::new() };
    let mut program = Crepe::new();
    feed!(program from calls: Call, Argument, Returned, Number);
    program.extend(calls.vectors().map(|(call, place, r#type)| Vector(call, place, r#type)));
    program.extend(PARTS.iter().map(|&(name, place, index)| Moves(name, place, index)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub TypeTraits);

        @input
        pub struct Returned(pub InstructionId, pub TypeTraits);

        @input
        pub struct Number(pub InstructionId, pub u32, pub i128, pub u128);

        @input
        /// The argument or result of `instruction` at `place` has `type`.
        pub struct Vector(pub InstructionId, pub Place, pub TypeTraits);

        @input
        /// The columns of `PARTS`.
        pub struct Moves<'a>(pub &'a str, pub Place, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(LANE_MASK, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, "llvm.get.active.lane.mask"),
            Returned(instruction, mask),
            (!is_mask(mask));

        Broken(VECTOR_LENGTH, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, "llvm.experimental.get.vector.length"),
            Number(instruction, 1, lanes, _),
            (lanes <= 0);

        Broken(REDUCTION, Subject::Operand(instruction, position), Detail::None) <-
            Call(instruction, name),
            Argument(instruction, position, vector),
            (reduced_argument(name) == Some(position)),
            (!reduces(name, vector));

        Broken(STEP_VECTOR, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, "llvm.stepvector"),
            Returned(instruction, steps),
            (steps.kind != TypeKind::Integer || steps.measure < 8 || steps.lanes == Lanes::Scalar);

        // `instruction` moves a `part` at the lane that the argument at `index` says from or into
        // a `vector`.
        struct Part(InstructionId, TypeTraits, TypeTraits, u32);

        Part(instruction, vector, part, index) <-
            Call(instruction, name),
            Moves(name, place, index),
            Argument(instruction, 0, vector),
            Vector(instruction, place, part);

        // The argument at `position` of `instruction` is a lane, of which LLVM reads 32 bits.
        struct Lane(InstructionId, u32, u128);

        Lane(instruction, position, index & 0xffff_ffff) <-
            Number(instruction, position, _, index);

        Broken(PART_ELEMENT, Subject::Instruction(instruction), Detail::Type(part.r#type)) <-
            Part(instruction, vector, part, _),
            (vector.scalar != part.scalar);

        Broken(PART_INDEX, Subject::Operand(instruction, position), Detail::Type(part.r#type)) <-
            Part(instruction, _, part, position),
            Lane(instruction, position, index),
            (!index.is_multiple_of(least_lanes(part.lanes)));

        Broken(PART_OVERRUN, Subject::Operand(instruction, position), Detail::Type(part.r#type)) <-
            Part(instruction, vector, part, position),
            Lane(instruction, position, index),
            (overruns(vector.lanes, part.lanes, index));

        Broken(PARTIAL_REDUCTION, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, name),
            (is_partial_reduction(name)),
            Argument(instruction, 0, collected),
            Argument(instruction, 1, vector),
            (!least_lanes(vector.lanes).is_multiple_of(least_lanes(collected.lanes)));

        struct Match(InstructionId, TypeTraits, TypeTraits, TypeTraits);

        Match(instruction, vector, set, mask) <-
            Call(instruction, "llvm.experimental.vector.match"),
            Argument(instruction, 0, vector),
            Argument(instruction, 1, set),
            Argument(instruction, 2, mask);

        Broken(MATCH, Subject::Instruction(instruction), Detail::None) <-
            Match(instruction, vector, set, mask),
            (vector.kind != TypeKind::Integer
                || vector.scalar != set.scalar
                || !matches!(set.lanes, Lanes::Fixed(_))
                || vector.lanes != mask.lanes
                || !is_mask(mask));

        Broken(MATCH, Subject::Instruction(instruction), Detail::None) <-
            Match(instruction, _, _, mask),
            Returned(instruction, result),
            (mask.r#type != result.r#type);
    }

    fn is_mask(mask: TypeTraits) -> bool {
        mask.kind == TypeKind::Integer && mask.measure == 1 && mask.lanes != Lanes::Scalar
    }
}

violation_from! { Broken }
