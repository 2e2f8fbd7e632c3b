//! Results: an instruction's result has the type that follows from its operands.
//!
//! The verifier checks that for some instructions, and those have rules of their own. For these it
//! does not: their result gets its type when the instruction is made, and when operands of other
//! types are put in later, nobody notices.
//!
//! **Scope: sample.**

use facts_schema::{InstructionId, TypeId, TypeKind, ValueId};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::Lanes;
use crate::violation::Violation;
use program::{
    Broken, Compares, Crepe, Exchanges, Extracts, InstructionResult, Keeps, Replaces, Shuffles,
    StructField, Traits, Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Types "types";
    /// The result of `freeze`, `insertelement`, `insertvalue` and `atomicrmw` has the type of the
    /// operand that it is made from.
    ///
    /// They leave all but one part of it as it is. LLVM's verifier does not look.
    warn RESULT_CHANGED: "TYP080" "result-of-other-type" {
        message: "`{opcode}` makes a `{result.type}` of a `{operand.type}`",
        reference: "LangRef, freeze, insertelement, insertvalue and atomicrmw",
        sites: [],
    }

    /// A comparison yields an `i1`, or, of vectors, as many of them as the vectors have lanes.
    ///
    /// Each lane is compared for itself. LLVM's verifier does not look.
    warn COMPARISON: "TYP081" "comparison-result" {
        message: "`{opcode}` of `{operand:0.type}` yields a `{result.type}`",
        reference: "LangRef, icmp and fcmp",
        sites: [],
    }

    /// What `extractelement` takes out of a vector has the type of the vector's elements, and so
    /// have the elements of what `shufflevector` makes.
    ///
    /// Elements move as they are. LLVM's verifier does not look.
    warn ELEMENT: "TYP082" "element-of-other-type" {
        message: "`{opcode}` takes elements out of a `{operand:0.type}` and yields a `{result.type}`",
        reference: "LangRef, extractelement and shufflevector",
        sites: [],
    }

    /// `cmpxchg` compares with a value, and may store a value, of one and the same type, and yields
    /// a structure of what was there and an `i1`.
    ///
    /// What was there is taken as a value of the type that it is compared with. LLVM's verifier
    /// looks at that type alone.
    warn EXCHANGE: "TYP083" "cmpxchg-of-other-type" {
        message: "`{opcode}` compares with a `{operand:1.type}`, stores a `{operand:2.type}` and yields a `{result.type}`",
        reference: "LangRef, cmpxchg",
        sites: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let keeps = keeps(context);
    let compares = &sample.comparison_instruction;
    let extracts = &sample.extractelement_instruction;
    let shuffles = &sample.shufflevector_instruction;
    let exchanges = &sample.cmpxchg_instruction;
    let instructions = keeps
        .iter()
        .map(|it| it.0)
        .chain(compares.iter().map(|row| row.instruction))
        .chain(extracts.iter().map(|row| row.instruction))
        .chain(shuffles.iter().map(|row| row.instruction))
        .chain(exchanges.iter().map(|row| row.instruction));
    let results = context.results_of(instructions);
    if results.is_empty() {
        return Vec::new();
    }
    let values = results
        .iter()
        .map(|row| row.result)
        .chain(keeps.iter().map(|it| it.2))
        .chain(compares.iter().map(|row| row.first_operand))
        .chain(extracts.iter().map(|row| row.vector))
        .chain(shuffles.iter().map(|row| row.first_vector))
        .chain(exchanges.iter().flat_map(|row| [row.expected, row.replacement]));

    let mut program = Crepe::new();
    program.extend(context.rows_of(values).map(Value::from));
    program.extend(results.iter().map(|&row| InstructionResult::from(row)));
    program.extend(compares.iter().map(Compares::from));
    program.extend(extracts.iter().map(Extracts::from));
    program.extend(shuffles.iter().map(Shuffles::from));
    program.extend(exchanges.iter().map(Exchanges::from));
    program.extend(exchanges.iter().map(Replaces::from));
    if !exchanges.is_empty() {
        program.extend(facts.struct_field.iter().map(StructField::from));
    }
    program.extend(keeps);
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

/// The instructions whose result has the type of an operand, with that operand.
fn keeps(context: &Context) -> Vec<Keeps> {
    use facts_schema::Opcode;
    let sample = &context.sample.facts;
    let unary = sample.unary_instruction.iter().filter(|row| row.opcode == Opcode::Freeze);
    let unary = unary.map(|row| Keeps(row.instruction, 0, row.operand));
    let elements = sample.insertelement_instruction.iter();
    let elements = elements.map(|row| Keeps(row.instruction, 0, row.vector));
    let members = sample.insertvalue_instruction.iter();
    let members = members.map(|row| Keeps(row.instruction, 0, row.aggregate));
    let updates = sample.atomicrmw_instruction.iter();
    let updates = updates.map(|row| Keeps(row.instruction, 1, row.value));
    unary.chain(elements).chain(members).chain(updates).collect()
}

mod program {
    use crepe::crepe;

    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};

    crepe! {
        @input
        /// The result of `instruction` has the type of `operand`, its operand at `position`.
        pub struct Keeps(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Compares(pub InstructionId, pub ValueId);

        @input
        pub struct Extracts(pub InstructionId, pub ValueId);

        @input
        pub struct Shuffles(pub InstructionId, pub ValueId);

        @input
        /// `instruction` compares what it finds with `expected`.
        pub struct Exchanges(pub InstructionId, pub ValueId);

        @input
        /// `instruction` may store `replacement`.
        pub struct Replaces(pub InstructionId, pub ValueId);

        @input
        pub struct InstructionResult(pub InstructionId, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct StructField(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        struct ResultType(InstructionId, TypeId);

        ResultType(instruction, r#type) <-
            InstructionResult(instruction, result),
            Value(result, r#type);

        Broken(RESULT_CHANGED, Subject::Operand(instruction, position), Detail::None) <-
            Keeps(instruction, position, operand),
            Value(operand, r#type),
            ResultType(instruction, result),
            (result != r#type);

        Broken(COMPARISON, Subject::Instruction(instruction), Detail::None) <-
            Compares(instruction, operand),
            Value(operand, r#type),
            Traits(r#type, _, _, _, lanes),
            ResultType(instruction, result),
            Traits(result, _, kind, width, result_lanes),
            (kind != TypeKind::Integer || width != 1 || lanes != result_lanes);

        Broken(ELEMENT, Subject::Instruction(instruction), Detail::None) <-
            Extracts(instruction, vector),
            Value(vector, r#type),
            Traits(r#type, element, _, _, _),
            ResultType(instruction, result),
            (result != element);

        Broken(ELEMENT, Subject::Instruction(instruction), Detail::None) <-
            Shuffles(instruction, vector),
            Value(vector, r#type),
            Traits(r#type, element, _, _, _),
            ResultType(instruction, result),
            Traits(result, result_element, _, _, _),
            (result_element != element);

        // `instruction` compares with a value of type `type`.
        struct Expects(InstructionId, TypeId);

        Expects(instruction, r#type) <- Exchanges(instruction, expected), Value(expected, r#type);

        Broken(EXCHANGE, Subject::Operand(instruction, 2), Detail::None) <-
            Expects(instruction, r#type),
            Replaces(instruction, replacement),
            Value(replacement, replacement_type),
            (replacement_type != r#type);

        Broken(EXCHANGE, Subject::Operand(instruction, 1), Detail::None) <-
            Expects(instruction, r#type),
            ResultType(instruction, result),
            StructField(result, 0, found),
            (found != r#type);
    }
}

input_from! { Compares(instruction, first_operand) from ComparisonInstruction }
input_from! { Extracts(instruction, vector) from ExtractElementInstruction }
input_from! { Shuffles(instruction, first_vector) from ShuffleVectorInstruction }
input_from! { Exchanges(instruction, expected) from CmpXchgInstruction }
input_from! { Replaces(instruction, replacement) from CmpXchgInstruction }
input_from! { InstructionResult(instruction, result) from InstructionResult }
input_from! { Value(value, r#type) from Value }
input_from! { StructField(r#type, position, field_type) from StructField }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }
