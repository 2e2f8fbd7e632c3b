//! Elements of vectors: `extractelement`, `insertelement` and `shufflevector`.
//!
//! **Scope: sample.**

use facts_schema::TypeKind;
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::Lanes;
use crate::violation::Violation;
use program::{
    Broken, Crepe, ExtractElement, InsertElement, InstructionResult, ShuffleMask, ShuffleVector,
    Traits, Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Types "types";
    /// `extractelement`, `insertelement` and `shufflevector` work on vectors.
    ///
    /// The members of arrays and structures are reached by `extractvalue` and `insertvalue`.
    deny NO_VECTOR: "TYP040" "element-of-no-vector" {
        message: "`{opcode}` works on a vector, but its operand has type `{operand.type}`",
        reference: "LangRef, Vector Operations",
        sites: [4051, 4057, 4064],
    }

    /// The index of a vector's element is an integer.
    ///
    /// Any width will do; the index is taken as unsigned.
    deny INDEX: "TYP041" "element-index-not-integer" {
        message: "`{opcode}` is indexed by an integer, not by a `{operand.type}`",
        reference: "LangRef, extractelement and insertelement",
        sites: [4051, 4057],
    }

    /// What `insertelement` puts into a vector has the type of the vector's elements.
    ///
    /// LLVM never converts on the way.
    deny ELEMENT_DIFFERS: "TYP042" "inserted-element-differs" {
        message: "`{opcode}` puts a `{operand:1.type}` into a `{operand:0.type}`",
        reference: "LangRef, insertelement",
        sites: [4057],
    }

    /// Both vectors of a `shufflevector` have the same type.
    ///
    /// The mask counts their lanes through, those of the first and then those of the second.
    deny SHUFFLED_DIFFER: "TYP043" "shuffled-vectors-differ" {
        message: "`{opcode}` mixes a `{operand:0.type}` and a `{operand:1.type}`",
        reference: "LangRef, shufflevector",
        sites: [4064],
    }

    /// Each number in the mask of a `shufflevector` is that of a lane of one of its vectors.
    ///
    /// Two vectors of four lanes have the lanes 0 to 7; what is not wanted is written `poison`.
    deny MASK_OUT_OF_RANGE: "TYP044" "shuffle-mask-out-of-range" {
        message: "the mask asks for lane {detail}, which two vectors of type `{operand:0.type}` do not have",
        reference: "LangRef, shufflevector",
        sites: [4064],
    }

    /// The mask of a `shufflevector` on scalable vectors repeats lane 0, or is `poison`.
    ///
    /// How many lanes there are is not known before the program runs, so no other lane can be
    /// counted on. What else is to be done to a scalable vector, intrinsics do.
    deny SCALABLE_MASK: "TYP045" "scalable-shuffle-mask" {
        message: "the mask of `{opcode}` on scalable vectors neither repeats lane 0 nor is poison",
        reference: "LangRef, shufflevector",
        sites: [4064],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let sample = &context.sample.facts;
    let extracts = &sample.extractelement_instruction;
    let inserts = &sample.insertelement_instruction;
    let shuffles = &sample.shufflevector_instruction;
    if extracts.is_empty() && inserts.is_empty() && shuffles.is_empty() {
        return Vec::new();
    }
    let extracted = extracts.iter().flat_map(|row| [row.vector, row.index]);
    let inserted = inserts.iter().flat_map(|row| [row.vector, row.element, row.index]);
    let shuffled = shuffles.iter().flat_map(|row| [row.first_vector, row.second_vector]);

    let mut program = Crepe::new();
    program.extend(extracts.iter().map(ExtractElement::from));
    program.extend(inserts.iter().map(InsertElement::from));
    program.extend(shuffles.iter().map(ShuffleVector::from));
    program.extend(sample.shuffle_mask.iter().map(ShuffleMask::from));
    let results = || sample.instruction_result.iter().filter(|_| !shuffles.is_empty());
    program.extend(results().map(InstructionResult::from));
    let operands = extracted.chain(inserted).chain(shuffled);
    let values = operands.chain(results().map(|row| row.result));
    program.extend(context.rows_of(values).map(Value::from));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

/// How many lanes there are, but for `vscale`.
fn count(lanes: Lanes) -> u32 {
    match lanes {
        Lanes::Scalar => 1,
        Lanes::Fixed(count) | Lanes::Scalable(count) => count,
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, ValueId};

    crepe! {
        @input
        pub struct ExtractElement(pub InstructionId, pub ValueId, pub ValueId);

        @input
        pub struct InsertElement(pub InstructionId, pub ValueId, pub ValueId, pub ValueId);

        @input
        pub struct ShuffleVector(pub InstructionId, pub ValueId, pub ValueId);

        @input
        pub struct ShuffleMask(pub InstructionId, pub u32, pub u32);

        @input
        pub struct InstructionResult(pub InstructionId, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // The operand of `instruction` at `position` is to be a vector.
        struct Vector(InstructionId, u32, ValueId);

        Vector(instruction, 0, vector) <- ExtractElement(instruction, vector, _);

        Vector(instruction, 0, vector) <- InsertElement(instruction, vector, _, _);

        Vector(instruction, 0, vector) <- ShuffleVector(instruction, vector, _);

        Broken(NO_VECTOR, Subject::Operand(instruction, position), Detail::None) <-
            Vector(instruction, position, vector),
            Value(vector, r#type),
            Traits(r#type, _, _, _, Lanes::Scalar);

        // The operand of `instruction` at `position` is an index.
        struct Index(InstructionId, u32, ValueId);

        Index(instruction, 1, index) <- ExtractElement(instruction, _, index);

        Index(instruction, 2, index) <- InsertElement(instruction, _, _, index);

        Broken(INDEX, Subject::Operand(instruction, position), Detail::None) <-
            Index(instruction, position, index),
            Value(index, r#type),
            Traits(r#type, _, kind, _, lanes),
            (kind != TypeKind::Integer || lanes != Lanes::Scalar);

        Broken(ELEMENT_DIFFERS, Subject::Operand(instruction, 1), Detail::None) <-
            InsertElement(instruction, vector, element, _),
            Value(vector, vector_type),
            Traits(vector_type, scalar, _, _, lanes),
            (lanes != Lanes::Scalar),
            Value(element, element_type),
            (element_type != scalar);

        // `instruction` shuffles vectors of `lanes`, the first of them.
        struct Shuffles(InstructionId, Lanes);

        Shuffles(instruction, lanes) <-
            ShuffleVector(instruction, vector, _),
            Value(vector, r#type),
            Traits(r#type, _, _, _, lanes);

        Broken(SHUFFLED_DIFFER, Subject::Operand(instruction, 1), Detail::None) <-
            ShuffleVector(instruction, first, second),
            Value(first, first_type),
            Value(second, second_type),
            (first_type != second_type);

        Broken(MASK_OUT_OF_RANGE, Subject::Instruction(instruction), Detail::Number(lane.into())) <-
            Shuffles(instruction, lanes),
            (matches!(lanes, Lanes::Fixed(_))),
            ShuffleMask(instruction, _, lane),
            (u64::from(lane) >= 2 * u64::from(count(lanes)));

        // The mask of `instruction`, which shuffles scalable vectors, has `lane` at `position`.
        struct ScalableMask(InstructionId, u32, u32);

        ScalableMask(instruction, position, lane) <-
            Shuffles(instruction, lanes),
            (matches!(lanes, Lanes::Scalable(_))),
            ShuffleMask(instruction, position, lane);

        Broken(SCALABLE_MASK, Subject::Instruction(instruction), Detail::None) <-
            ScalableMask(instruction, _, lane),
            (lane != 0);

        // At `position`, the mask of `instruction` is not poison.
        struct Asks(InstructionId, u32);

        Asks(instruction, position) <- ShuffleMask(instruction, position, _);

        // A mask is partly poison when what stands before or after some lane is.
        Broken(SCALABLE_MASK, Subject::Instruction(instruction), Detail::None) <-
            ScalableMask(instruction, position, _),
            (position > 0),
            !Asks(instruction, position - 1);

        Broken(SCALABLE_MASK, Subject::Instruction(instruction), Detail::None) <-
            ScalableMask(instruction, position, _),
            InstructionResult(instruction, result),
            Value(result, r#type),
            Traits(r#type, _, _, _, lanes),
            (position + 1 < count(lanes)),
            !Asks(instruction, position + 1);
    }
}

input_from! { ExtractElement(instruction, vector, index) from ExtractElementInstruction }
input_from! { InsertElement(instruction, vector, element, index) from InsertElementInstruction }
input_from! { ShuffleVector(instruction, first_vector, second_vector) from ShuffleVectorInstruction }
input_from! { ShuffleMask(instruction, position, element_index) from ShuffleMask }
input_from! { InstructionResult(instruction, result) from InstructionResult }
input_from! { Value(value, r#type) from Value }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }
