//! Intrinsics that extract, insert, reduce or search vectors, or create them.

use facts_schema::view::{Lanes, float_bits};
use facts_schema::{InstructionId, TypeId, TypeKind};
use rules_macros::datalog;

use super::{CallValue, as_signed, as_unsigned, least_lanes};
use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// `llvm.get.active.lane.mask` returns a vector of `i1`.
    ///
    /// Each element is true if its lane is active.
    deny LANE_MASK: "INT030" "active-lane-mask-type" {
        message: "a mask of active lanes cannot have type `{result.type}`",
        reference: "LangRef, llvm.get.active.lane.mask Intrinsics",
        checks: [
            "visitIntrinsicCall: get_active_lane_mask: must return a vector",
            "visitIntrinsicCall: get_active_lane_mask: element type is not i1",
        ],
    }

    /// The vectorisation factor of `llvm.experimental.get.vector.length` is positive.
    ///
    /// A vector without lanes cannot make progress.
    deny VECTOR_LENGTH: "INT031" "vector-length-not-positive" {
        message: "the vectorisation factor `{operand}` is not positive",
        reference: "LangRef, llvm.experimental.get.vector.length Intrinsic",
        checks: ["visitIntrinsicCall: get_vector_length: VF must be positive"],
    }

    /// The operand of a vector reduction is a vector of the element kind that the operation is
    /// defined on.
    ///
    /// Reductions whose names begin with `f` are defined on floating-point numbers, and all others
    /// on integers.
    deny REDUCTION: "INT032" "reduction-operand" {
        message: "{callee} is not defined on the type `{operand.type}`",
        reference: "LangRef, Vector Reduction Intrinsics",
        checks: ["visitIntrinsicCall: Intrinsic has incorrect argument type!"],
    }

    /// `llvm.stepvector` returns a vector of integers of at least 8 bits.
    ///
    /// The elements count up from 0, and fewer bits would overflow in long vectors.
    deny STEP_VECTOR: "INT034" "step-vector-type" {
        message: "the result of `llvm.stepvector` cannot have type `{result.type}`",
        reference: "LangRef, llvm.stepvector Intrinsic",
        checks: ["visitIntrinsicCall: experimental_stepvector only supported for vectors of integers with a bitwidth of at least 8."],
    }

    /// A vector and its subvector have the same element type.
    ///
    /// `llvm.vector.insert` and `llvm.vector.extract` copy elements unchanged.
    deny PART_ELEMENT: "INT035" "subvector-element-type" {
        message: "a vector of type `{operand:0.type}` cannot have a subvector of type `{detail.type}`",
        reference: "LangRef, llvm.vector.insert Intrinsic",
        checks: [
            "visitIntrinsicCall: vector_insert parameters must have the same element type.",
            "visitIntrinsicCall: vector_extract result must have the same element type as the input vector.",
        ],
    }

    /// The index of a subvector is a multiple of its known minimum length.
    ///
    /// This keeps the subvector within register boundaries, even if both vectors are scalable.
    deny PART_INDEX: "INT036" "subvector-index" {
        message: "the index `{operand}` is not a multiple of the length of the subvector `{detail.type}`",
        reference: "LangRef, llvm.vector.insert Intrinsic",
        checks: [
            "visitIntrinsicCall: vector_insert index must be a constant multiple of the subvector's known minimum vector length.",
            "visitIntrinsicCall: vector_extract index must be a constant multiple of the result type's known minimum vector length.",
        ],
    }

    /// A subvector is within the bounds of its vector.
    ///
    /// If only one of the two vectors is scalable, the bounds are unknown at compile time and are
    /// not checked.
    deny PART_OVERRUN: "INT037" "subvector-overrun" {
        message: "the subvector `{detail.type}` at index `{operand}` is out of bounds for `{operand:0.type}`",
        reference: "LangRef, llvm.vector.insert Intrinsic",
        checks: [
            "visitIntrinsicCall: subvector operand of vector_insert would overrun the vector being inserted into.",
            "visitIntrinsicCall: vector_extract would overrun.",
        ],
    }

    /// The number of lanes of the vector in a partial reduction is a multiple of the number of
    /// lanes of the result.
    ///
    /// Each lane of the result reduces the same number of lanes.
    deny PARTIAL_REDUCTION: "INT038" "partial-reduction-length" {
        message: "the number of lanes of `{operand:1.type}` is not a multiple of the number of lanes of `{operand:0.type}`",
        reference: "LangRef, llvm.vector.partial.reduce.add Intrinsic",
        checks: ["visitIntrinsicCall: Invalid vector widths for partial reduction. The width of the input vector must be a positive integer multiple of the width of the accumulator vector."],
    }

    /// `llvm.experimental.vector.match` searches for the integers of a vector in a vector of fixed
    /// length.
    ///
    /// Both vectors have the same element type. The mask and the result are vectors of `i1` with as
    /// many lanes as the first vector.
    deny MATCH: "INT039" "vector-match-operands" {
        message: "`{operand:0.type}` cannot be searched for in `{operand:1.type}` with mask type `{operand:2.type}` and result type `{result.type}`",
        reference: "LangRef, llvm.experimental.vector.match Intrinsic",
        checks: [],
    }
}

/// Whether a subvector at `index` exceeds the vector. False if this depends on `vscale`.
fn overruns(vector: Lanes, part: Lanes, index: u128) -> bool {
    let knowable = matches!(
        (vector, part),
        (Lanes::Fixed(_), Lanes::Fixed(_)) | (Lanes::Scalable(_), Lanes::Scalable(_))
    );
    knowable && index.saturating_add(least_lanes(part)) > least_lanes(vector)
}

/// The kind of the elements of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    Integers,
    Floats,
}

impl Numbers {
    /// Whether elements of a type with this kind are included.
    fn include(self, kind: TypeKind) -> bool {
        match self {
            Self::Integers => kind == TypeKind::Integer,
            Self::Floats => float_bits(kind) > 0,
        }
    }
}

datalog! { representatives;
    /// The reductions: the kind of the elements, and the position of the vector that is reduced.
    const REDUCTIONS(&'static str, Numbers, u32) = [
        ("llvm.vector.reduce.and", Numbers::Integers, 0),
        ("llvm.vector.reduce.or", Numbers::Integers, 0),
        ("llvm.vector.reduce.xor", Numbers::Integers, 0),
        ("llvm.vector.reduce.add", Numbers::Integers, 0),
        ("llvm.vector.reduce.mul", Numbers::Integers, 0),
        ("llvm.vector.reduce.smax", Numbers::Integers, 0),
        ("llvm.vector.reduce.smin", Numbers::Integers, 0),
        ("llvm.vector.reduce.umax", Numbers::Integers, 0),
        ("llvm.vector.reduce.umin", Numbers::Integers, 0),
        ("llvm.vector.reduce.fmax", Numbers::Floats, 0),
        ("llvm.vector.reduce.fmin", Numbers::Floats, 0),
        ("llvm.vector.reduce.fadd", Numbers::Floats, 1),
        ("llvm.vector.reduce.fmul", Numbers::Floats, 1),
    ];

    /// The partial reductions.
    const PARTIAL_REDUCTIONS(&'static str) =
        ["llvm.vector.partial.reduce.add", "llvm.vector.partial.reduce.fadd"];

    /// The place of the subvector, and the position of its index.
    const PARTS(&'static str, CallValue, u32) = [
        ("llvm.vector.insert", CallValue::Argument(1), 2),
        ("llvm.vector.extract", CallValue::Result, 1),
    ];

    /// `instruction` calls the intrinsic `name`.
    struct Call<'a>(InstructionId, &'a str);

    Call(instruction, module.text(intrinsic)) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic };

    /// The argument or result of `instruction` at the place has type `type`.
    struct Typed(InstructionId, CallValue, TypeId);

    Typed(instruction, CallValue::Result, return_type) <-
        Call(instruction, _),
        call_instruction { instruction, function_type },
        function_type { type: function_type, return_type };

    Typed(instruction, CallValue::Argument(position), type) <-
        Call(instruction, _),
        call_argument { instruction, position, argument },
        value { value: argument, type };

    /// `type` is a vector of `i1`.
    struct Mask(TypeId);

    Mask(type) <-
        Typed(_, _, type),
        type_traits { type, kind: TypeKind::Integer, measure: 1, lanes },
        (lanes != Lanes::Scalar);

    violation(LANE_MASK, instruction) <-
        Call(instruction, "llvm.get.active.lane.mask"),
        Typed(instruction, CallValue::Result, type),
        !Mask(type);

    violation(VECTOR_LENGTH, Subject::Operand(instruction, 1)) <-
        Call(instruction, "llvm.experimental.get.vector.length"),
        call_argument { instruction, position: 1, argument },
        constant_integer { constant: argument, signed },
        (as_signed(module.text(signed)) <= 0);

    violation(REDUCTION, Subject::Operand(instruction, position)) <-
        Call(instruction, name),
        REDUCTIONS(name, numbers, position),
        Typed(instruction, CallValue::Argument(position), type),
        type_traits { type, kind, lanes },
        (lanes == Lanes::Scalar || !numbers.include(kind));

    violation(STEP_VECTOR, instruction) <-
        Call(instruction, "llvm.stepvector"),
        Typed(instruction, CallValue::Result, type),
        type_traits { type, kind, measure: width, lanes },
        (kind != TypeKind::Integer || width < 8 || lanes == Lanes::Scalar);

    /// `instruction` inserts a subvector of type `part` into a vector of type `vector`, or extracts
    /// one from it. The argument at `position` is the index.
    struct Moves(InstructionId, TypeId, TypeId, u32);

    Moves(instruction, vector, part, position) <-
        Call(instruction, name),
        PARTS(name, value, position),
        Typed(instruction, CallValue::Argument(0), vector),
        Typed(instruction, value, part);

    /// `instruction` inserts or extracts a subvector at the index `lane`. LLVM truncates the index
    /// to 32 bits.
    struct Lane(InstructionId, u128);

    Lane(instruction, as_unsigned(module.text(unsigned)) & 0xffff_ffff) <-
        Moves(instruction, _, _, position),
        call_argument { instruction, position, argument },
        constant_integer { constant: argument, unsigned };

    violation(PART_ELEMENT, instruction, part) <-
        Moves(instruction, vector, part, _),
        type_traits { type: vector, scalar: element },
        type_traits { type: part, scalar: part_element },
        (part_element != element);

    violation(PART_INDEX, Subject::Operand(instruction, position), part) <-
        Moves(instruction, _, part, position),
        type_traits { type: part, lanes },
        Lane(instruction, lane),
        (!lane.is_multiple_of(least_lanes(lanes)));

    violation(PART_OVERRUN, Subject::Operand(instruction, position), part) <-
        Moves(instruction, vector, part, position),
        type_traits { type: vector, lanes },
        type_traits { type: part, lanes: part_lanes },
        Lane(instruction, lane),
        (overruns(lanes, part_lanes, lane));

    violation(PARTIAL_REDUCTION, Subject::Operand(instruction, 1)) <-
        Call(instruction, name),
        PARTIAL_REDUCTIONS(name),
        Typed(instruction, CallValue::Argument(0), collected),
        Typed(instruction, CallValue::Argument(1), vector),
        type_traits { type: collected, lanes: collected_lanes },
        type_traits { type: vector, lanes },
        (!least_lanes(lanes).is_multiple_of(least_lanes(collected_lanes)));

    /// `instruction` searches the elements of a value of type `vector` in a value of type `set`,
    /// with a mask of type `mask`.
    struct Match(InstructionId, TypeId, TypeId, TypeId);

    Match(instruction, vector, set, mask) <-
        Call(instruction, "llvm.experimental.vector.match"),
        Typed(instruction, CallValue::Argument(0), vector),
        Typed(instruction, CallValue::Argument(1), set),
        Typed(instruction, CallValue::Argument(2), mask);

    violation(MATCH, instruction) <-
        Match(instruction, vector, set, mask),
        type_traits { type: vector, scalar: element, kind, lanes },
        type_traits { type: set, scalar: set_element, lanes: set_lanes },
        type_traits { type: mask, lanes: mask_lanes },
        (kind != TypeKind::Integer
            || set_element != element
            || !matches!(set_lanes, Lanes::Fixed(_))
            || mask_lanes != lanes);

    violation(MATCH, instruction) <- Match(instruction, _, _, mask), !Mask(mask);

    violation(MATCH, instruction) <-
        Match(instruction, _, _, mask),
        Typed(instruction, CallValue::Result, result),
        (result != mask);
}
