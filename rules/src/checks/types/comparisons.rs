//! Comparisons and `select`: the types of what is compared, and of what is chosen from.
//!
//! **Scope: sample.**

use facts_schema::{Opcode, TypeKind};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{Lanes, is_float};
use crate::violation::Violation;
use program::{
    Broken, ComparisonInstruction, Crepe, InstructionResult, SelectInstruction, Traits, Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Types "types";
    /// Both operands of a comparison have the same type.
    ///
    /// Whether a number is less than one of another width depends on how it would be extended, and
    /// a comparison does not say that.
    deny OPERANDS_DIFFER: "TYP030" "comparison-operands-differ" {
        message: "`{opcode}` compares a `{operand:0.type}` with a `{operand:1.type}`",
        reference: "LangRef, icmp and fcmp",
        checks: [
            "visitICmpInst: Both operands to ICmp instruction are not of the same type!",
            "visitFCmpInst: Both operands to FCmp instruction are not of the same type!",
        ],
    }

    /// `icmp` compares integers or pointers, or vectors of them.
    ///
    /// Floating-point numbers, of which some are neither less, equal nor greater, are compared by
    /// `fcmp`; aggregates, member by member.
    deny NO_INTEGERS: "TYP031" "icmp-not-integer-or-pointer" {
        message: "`{opcode}` compares integers or pointers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, icmp",
        checks: ["visitICmpInst: Invalid operand types for ICmp instruction"],
    }

    /// `fcmp` compares floating-point numbers, or vectors of them.
    ///
    /// Integers and pointers are compared by `icmp`.
    deny NO_FLOATS: "TYP032" "fcmp-not-floating-point" {
        message: "`{opcode}` compares floating-point numbers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, fcmp",
        checks: ["visitFCmpInst: Invalid operand types for FCmp instruction"],
    }

    /// What `select` chooses by is an `i1`, or, to choose lane by lane, a vector of `i1` with as many
    /// lanes as the values.
    ///
    /// There is no truth in other integers: compare them first.
    deny CONDITION: "TYP033" "select-condition" {
        message: "`{opcode}` cannot choose between two `{operand:1.type}` by a `{operand:0.type}`",
        reference: "LangRef, select",
        checks: ["visitSelectInst: Invalid operands for select instruction!"],
    }

    /// The two values that `select` chooses from, and its result, have the same type.
    ///
    /// The result is one of the two, as it is.
    deny VALUES_DIFFER: "TYP034" "select-values-differ" {
        message: "`{opcode}` makes a `{result.type}` from a `{operand:1.type}` and a `{operand:2.type}`",
        reference: "LangRef, select",
        checks: [
            "visitSelectInst: Invalid operands for select instruction!",
            "visitSelectInst: Select values must have same type as select instruction!",
        ],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let sample = &context.sample.facts;
    let comparisons = &sample.comparison_instruction;
    let selects = &sample.select_instruction;
    let results = context.results_of(selects.iter().map(|row| row.instruction));
    let values = comparisons
        .iter()
        .flat_map(|row| [row.first_operand, row.second_operand])
        .chain(selects.iter().flat_map(|row| [row.condition, row.true_value, row.false_value]))
        .chain(results.iter().map(|row| row.result));

    let mut program = Crepe::new();
    program.extend(context.rows_of(values).map(Value::from));
    program.extend(comparisons.iter().map(ComparisonInstruction::from));
    program.extend(selects.iter().map(SelectInstruction::from));
    program.extend(results.iter().map(|&row| InstructionResult::from(row)));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, ValueId};

    crepe! {
        @input
        pub struct ComparisonInstruction(pub InstructionId, pub Opcode, pub ValueId, pub ValueId);

        @input
        pub struct SelectInstruction(pub InstructionId, pub ValueId, pub ValueId, pub ValueId);

        @input
        pub struct InstructionResult(pub InstructionId, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `instruction` compares values of types `first` and `second`, as `opcode` says.
        struct Compares(InstructionId, Opcode, TypeId, TypeId);

        Compares(instruction, opcode, first_type, second_type) <-
            ComparisonInstruction(instruction, opcode, first, second),
            Value(first, first_type),
            Value(second, second_type);

        Broken(OPERANDS_DIFFER, Subject::Operand(instruction, 1), Detail::None) <-
            Compares(instruction, _, first, second),
            (first != second);

        Broken(NO_INTEGERS, Subject::Operand(instruction, 0), Detail::None) <-
            Compares(instruction, Opcode::ICmp, first, _),
            Traits(first, _, kind, _, _),
            (!matches!(kind, TypeKind::Integer | TypeKind::Pointer));

        Broken(NO_FLOATS, Subject::Operand(instruction, 0), Detail::None) <-
            Compares(instruction, Opcode::FCmp, first, _),
            Traits(first, _, kind, _, _),
            (!is_float(kind));

        // `instruction` chooses by a value of type `condition` from values of types `first` and
        // `second`.
        struct Chooses(InstructionId, TypeId, TypeId, TypeId);

        Chooses(instruction, condition_type, true_type, false_type) <-
            SelectInstruction(instruction, condition, true_value, false_value),
            Value(condition, condition_type),
            Value(true_value, true_type),
            Value(false_value, false_type);

        Broken(VALUES_DIFFER, Subject::Operand(instruction, 2), Detail::None) <-
            Chooses(instruction, _, first, second),
            (first != second);

        Broken(VALUES_DIFFER, Subject::Operand(instruction, 1), Detail::None) <-
            Chooses(instruction, _, first, _),
            InstructionResult(instruction, result),
            Value(result, r#type),
            (r#type != first);

        Broken(CONDITION, Subject::Operand(instruction, 0), Detail::None) <-
            Chooses(instruction, condition, _, _),
            Traits(condition, _, kind, width, _),
            (kind != TypeKind::Integer || width != 1);

        Broken(CONDITION, Subject::Operand(instruction, 0), Detail::None) <-
            Chooses(instruction, condition, first, _),
            Traits(condition, _, _, _, lanes),
            (lanes != Lanes::Scalar),
            Traits(first, _, _, _, value_lanes),
            (lanes != value_lanes);
    }
}

input_from! { ComparisonInstruction(instruction, opcode, first_operand, second_operand) from ComparisonInstruction }
input_from! { SelectInstruction(instruction, condition, true_value, false_value) from SelectInstruction }
input_from! { InstructionResult(instruction, result) from InstructionResult }
input_from! { Value(value, r#type) from Value }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }
