//! `extractvalue` and `insertvalue`: where their indices lead. These are tables 111 to 119 of the
//! relational model (Psallida 2014): the intermediate type of each step is a recursive rule.
//!
//! **Scope: sample.**

use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    AggregateIndex, ArrayType, Broken, Crepe, ExtractValue, InsertValue, InstructionResult,
    StructField, StructType, Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Types "types";
    /// `extractvalue` and `insertvalue` work on structures and arrays.
    ///
    /// The elements of vectors are reached by `extractelement` and `insertelement`, what lies in
    /// memory, by `getelementptr`.
    deny NO_AGGREGATE: "TYP050" "member-of-no-aggregate" {
        message: "`{opcode}` works on a structure or an array, but its operand has type `{operand:0.type}`",
        reference: "LangRef, Aggregate Operations",
        sites: [4352, 4360],
        tables: [118, 119],
    }

    /// The indices of `extractvalue` and `insertvalue` lead from member to member.
    ///
    /// Each index is the number of a field or of an element, counted from 0, of what the indices
    /// before it led to.
    deny NO_MEMBER: "TYP051" "aggregate-index-out-of-bounds" {
        message: "`{opcode}` asks for a member of `{detail}` that it does not have",
        reference: "LangRef, extractvalue and insertvalue",
        sites: [4352, 4360],
        tables: [112, 113, 114, 115],
    }

    /// The result of `extractvalue` has the type of the member that it takes out.
    ///
    /// The member comes out as it is.
    deny EXTRACTED_DIFFERS: "TYP052" "extracted-member-differs" {
        message: "`{opcode}` takes a `{detail}` out and calls it a `{result.type}`",
        reference: "LangRef, extractvalue",
        sites: [4352],
        tables: [116, 117],
    }

    /// What `insertvalue` puts into an aggregate has the type of the member that it replaces.
    ///
    /// LLVM never converts on the way.
    deny INSERTED_DIFFERS: "TYP053" "inserted-member-differs" {
        message: "`{opcode}` puts a `{operand:1.type}` where a `{detail}` belongs",
        reference: "LangRef, insertvalue",
        sites: [4360],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let extracts = &sample.extractvalue_instruction;
    let inserts = &sample.insertvalue_instruction;
    if extracts.is_empty() && inserts.is_empty() {
        return Vec::new();
    }
    let results = context.results_of(extracts.iter().map(|row| row.instruction));
    let values = extracts
        .iter()
        .map(|row| row.aggregate)
        .chain(inserts.iter().flat_map(|row| [row.aggregate, row.value]))
        .chain(results.iter().map(|row| row.result));

    let mut program = Crepe::new();
    program.extend(extracts.iter().map(ExtractValue::from));
    program.extend(inserts.iter().map(InsertValue::from));
    program.extend(sample.aggregate_index.iter().map(AggregateIndex::from));
    program.extend(results.iter().map(|&row| InstructionResult::from(row)));
    program.extend(context.rows_of(values).map(Value::from));
    program.extend(facts.array_type.iter().map(ArrayType::from));
    program.extend(facts.struct_type.iter().map(StructType::from));
    program.extend(facts.struct_field.iter().map(StructField::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

mod program {
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, ValueId};

    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};

    crepe! {
        @input
        pub struct ExtractValue(pub InstructionId, pub ValueId);

        @input
        pub struct InsertValue(pub InstructionId, pub ValueId, pub ValueId);

        @input
        pub struct AggregateIndex(pub InstructionId, pub u32, pub u32);

        @input
        pub struct InstructionResult(pub InstructionId, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct ArrayType(pub TypeId, pub TypeId, pub u64);

        @input
        pub struct StructType(pub TypeId);

        @input
        pub struct StructField(pub TypeId, pub u32, pub TypeId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `instruction` takes a member out of, or puts one into, a value of type `type` (table 118).
        struct BaseType(InstructionId, TypeId);

        BaseType(instruction, r#type) <-
            ExtractValue(instruction, aggregate),
            Value(aggregate, r#type);

        BaseType(instruction, r#type) <-
            InsertValue(instruction, aggregate, _),
            Value(aggregate, r#type);

        struct AggregateType(TypeId);

        AggregateType(r#type) <- ArrayType(r#type, _, _);

        AggregateType(r#type) <- StructType(r#type);

        Broken(NO_AGGREGATE, Subject::Operand(instruction, 0), Detail::None) <-
            BaseType(instruction, r#type),
            !AggregateType(r#type);

        // Before it goes to the member that the index at `position` names, `instruction` is at a
        // value of type `type` (tables 113 and 115).
        struct IntermediateType(InstructionId, u32, TypeId);

        IntermediateType(instruction, 0, r#type) <- BaseType(instruction, r#type);

        IntermediateType(instruction, position + 1, element) <-
            IntermediateType(instruction, position, r#type),
            AggregateIndex(instruction, position, index),
            ArrayType(r#type, element, length),
            (u64::from(index) < length);

        IntermediateType(instruction, position + 1, field) <-
            IntermediateType(instruction, position, r#type),
            AggregateIndex(instruction, position, index),
            StructField(r#type, index, field);

        // `instruction` gets somewhere by the index before `position`.
        struct Reaches(InstructionId, u32);

        Reaches(instruction, position) <- IntermediateType(instruction, position, _);

        Broken(NO_MEMBER, Subject::Instruction(instruction), Detail::Type(r#type)) <-
            IntermediateType(instruction, position, r#type),
            AggregateIndex(instruction, position, _),
            !Reaches(instruction, position + 1);

        // `instruction` has an index at `position`.
        struct HasIndex(InstructionId, u32);

        HasIndex(instruction, position) <- AggregateIndex(instruction, position, _);

        // The indices of `instruction` lead to a member of type `type` (table 116).
        struct ValueType(InstructionId, TypeId);

        ValueType(instruction, r#type) <-
            IntermediateType(instruction, position, r#type),
            !HasIndex(instruction, position);

        // Table 117.
        Broken(EXTRACTED_DIFFERS, Subject::Instruction(instruction), Detail::Type(member)) <-
            ExtractValue(instruction, _),
            ValueType(instruction, member),
            InstructionResult(instruction, result),
            Value(result, r#type),
            (r#type != member);

        Broken(INSERTED_DIFFERS, Subject::Operand(instruction, 1), Detail::Type(member)) <-
            InsertValue(instruction, _, value),
            ValueType(instruction, member),
            Value(value, r#type),
            (r#type != member);
    }
}

input_from! { ExtractValue(instruction, aggregate) from ExtractValueInstruction }
input_from! { InsertValue(instruction, aggregate, value) from InsertValueInstruction }
input_from! { AggregateIndex(instruction, position, member_index) from AggregateIndex }
input_from! { InstructionResult(instruction, result) from InstructionResult }
input_from! { Value(value, r#type) from Value }
input_from! { ArrayType(r#type, element_type, length) from ArrayType }
input_from! { StructType(r#type) from StructType }
input_from! { StructField(r#type, position, field_type) from StructField }
violation_from! { Broken }
