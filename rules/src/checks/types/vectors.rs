//! Elements of vectors: `extractelement`, `insertelement` and `shufflevector`.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, TypeKind, ValueId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Types "types";
    /// `extractelement`, `insertelement` and `shufflevector` operate on vectors.
    ///
    /// Members of arrays and structures are accessed by `extractvalue` and `insertvalue`.
    deny NO_VECTOR: "TYP040" "element-of-non-vector" {
        message: "`{opcode}` requires a vector, but its operand has type `{operand.type}`",
        reference: "LangRef, Vector Operations",
        checks: [
            "visitExtractElementInst: Invalid extractelement operands!",
            "visitInsertElementInst: Invalid insertelement operands!",
            "visitShuffleVectorInst: Invalid shufflevector operands!",
        ],
    }

    /// The index of `extractelement` and `insertelement` is an integer.
    ///
    /// The index may have any width and is treated as unsigned.
    deny INDEX: "TYP041" "element-index-not-integer" {
        message: "the index of `{opcode}` has type `{operand.type}`, not an integer type",
        reference: "LangRef, extractelement and insertelement",
        checks: [
            "visitExtractElementInst: Invalid extractelement operands!",
            "visitInsertElementInst: Invalid insertelement operands!",
        ],
    }

    /// The value that `insertelement` inserts has the element type of the vector.
    ///
    /// LLVM does not convert the value.
    deny ELEMENT_DIFFERS: "TYP042" "inserted-element-differs" {
        message: "`{opcode}` inserts a `{operand:1.type}` into a `{operand:0.type}`",
        reference: "LangRef, insertelement",
        checks: ["visitInsertElementInst: Invalid insertelement operands!"],
    }

    /// The two vectors of a `shufflevector` have the same type.
    ///
    /// The mask numbers the lanes of both vectors consecutively, those of the first vector first.
    deny SHUFFLED_DIFFER: "TYP043" "shuffled-vectors-differ" {
        message: "the vectors of `{opcode}` have different types, `{operand:0.type}` and `{operand:1.type}`",
        reference: "LangRef, shufflevector",
        checks: ["visitShuffleVectorInst: Invalid shufflevector operands!"],
    }

    /// Each element of a `shufflevector` mask is the number of a lane of the two vectors, or
    /// `poison`.
    ///
    /// Two vectors with four lanes have the lanes 0 to 7. A lane that is not needed is `poison`.
    deny MASK_OUT_OF_RANGE: "TYP044" "shuffle-mask-out-of-range" {
        message: "the mask selects lane {detail}, which is out of range for two vectors of type `{operand:0.type}`",
        reference: "LangRef, shufflevector",
        checks: ["visitShuffleVectorInst: Invalid shufflevector operands!"],
    }

    /// The mask of a `shufflevector` on scalable vectors selects lane 0 for all elements, or is
    /// `poison`.
    ///
    /// The number of lanes is unknown at compile time, and only lane 0 certainly exists. Intrinsics
    /// provide the other operations on scalable vectors.
    deny SCALABLE_MASK: "TYP045" "scalable-shuffle-mask" {
        message: "the mask of `{opcode}` on scalable vectors is neither all zero nor poison",
        reference: "LangRef, shufflevector",
        checks: ["visitShuffleVectorInst: Invalid shufflevector operands!"],
    }
}

datalog! { representatives;
    /// `vector` is the first operand of `instruction`, which must be a vector.
    struct Vector(InstructionId, ValueId);

    Vector(instruction, vector) <- extractelement_instruction { instruction, vector };

    Vector(instruction, vector) <- insertelement_instruction { instruction, vector };

    Vector(instruction, vector) <-
        shufflevector_instruction { instruction, first_vector: vector };

    violation(NO_VECTOR, Subject::Operand(instruction, 0)) <-
        Vector(instruction, vector),
        value { value: vector, type },
        type_traits { type, lanes: Lanes::Scalar };

    /// `index` is the operand of `instruction` at `position`, the index of an element.
    struct Index(InstructionId, u32, ValueId);

    Index(instruction, 1, index) <- extractelement_instruction { instruction, index };

    Index(instruction, 2, index) <- insertelement_instruction { instruction, index };

    violation(INDEX, Subject::Operand(instruction, position)) <-
        Index(instruction, position, index),
        value { value: index, type },
        type_traits { type, kind, lanes },
        (kind != TypeKind::Integer || lanes != Lanes::Scalar);

    violation(ELEMENT_DIFFERS, Subject::Operand(instruction, 1)) <-
        insertelement_instruction { instruction, vector, element },
        value { value: vector, type: vector_type },
        type_traits { type: vector_type, scalar, lanes },
        (lanes != Lanes::Scalar),
        value { value: element, type: element_type },
        (element_type != scalar);

    violation(SHUFFLED_DIFFER, Subject::Operand(instruction, 1)) <-
        shufflevector_instruction { instruction, first_vector, second_vector },
        value { value: first_vector, type: first_type },
        value { value: second_vector, type: second_type },
        (first_type != second_type);

    /// `instruction` shuffles two vectors with `lanes` lanes each.
    struct Shuffles(InstructionId, Lanes);

    Shuffles(instruction, lanes) <-
        shufflevector_instruction { instruction, first_vector },
        value { value: first_vector, type },
        type_traits { type, lanes };

    violation(MASK_OUT_OF_RANGE, instruction, Detail::Number(lane.into())) <-
        Shuffles(instruction, lanes),
        (matches!(lanes, Lanes::Fixed(_))),
        shuffle_mask { instruction, element_index: lane },
        (u64::from(lane) >= 2 * u64::from(lanes.count()));

    /// The mask of `instruction`, which shuffles scalable vectors, selects `lane` at `position`.
    struct ScalableMask(InstructionId, u32, u32);

    ScalableMask(instruction, position, lane) <-
        Shuffles(instruction, lanes),
        (matches!(lanes, Lanes::Scalable(_))),
        shuffle_mask { instruction, position, element_index: lane };

    violation(SCALABLE_MASK, instruction) <-
        ScalableMask(instruction, _, lane),
        (lane != 0);

    // A mask is partly poison if an element that is not poison is next to one that is.
    violation(SCALABLE_MASK, instruction) <-
        ScalableMask(instruction, position, _),
        (position > 0),
        !shuffle_mask { instruction, position: position - 1 };

    violation(SCALABLE_MASK, instruction) <-
        ScalableMask(instruction, position, _),
        instruction_result { instruction, result },
        value { value: result, type },
        type_traits { type, lanes },
        (position + 1 < lanes.count()),
        !shuffle_mask { instruction, position: position + 1 };
}
