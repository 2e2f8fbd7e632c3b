//! Arithmetic and bitwise operations: the types of their operands and results. These are tables 90
//! to 92 of the relational model (Psallida 2014) and the same for `fneg`. That there are two
//! operands (table 90) is what makes a row of `binary_instruction`.
//!
//! **Scope: sample.**

use facts_schema::Opcode;
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    BinaryInstruction, Broken, Crepe, InstructionResult, Traits, UnaryInstruction, Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Types "types";
    /// Both operands of an arithmetic or bitwise operation have the same type.
    ///
    /// The operation is defined on two numbers of one width, or lane by lane on two vectors of one
    /// length; LLVM never converts an operand.
    deny OPERANDS_DIFFER: "TYP001" "binary-operands-differ" {
        message: "the operands of `{opcode}` have types `{operand:0.type}` and `{operand:1.type}`",
        reference: "LangRef, Binary Operations and Bitwise Binary Operations",
        checks: ["visitBinaryOperator: Both operands to a binary operator are not of the same type!"],
        tables: [90, 92],
    }

    /// The result of an arithmetic or bitwise operation has the type of its operands.
    ///
    /// There is no operation that widens or narrows on the way: that is what conversions are for.
    deny RESULT_DIFFERS: "TYP002" "binary-result-differs" {
        message: "`{opcode}` of `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, Binary Operations and Bitwise Binary Operations",
        checks: [
            "visitBinaryOperator: Integer arithmetic operators must have same type for operands and result!",
            "visitBinaryOperator: Floating-point arithmetic operators must have same type for operands and result!",
            "visitBinaryOperator: Logical operators must have same type for operands and result!",
            "visitBinaryOperator: Shift return type must be same as operands!",
        ],
        tables: [92],
    }

    /// Integer arithmetic, shifts and bitwise operations take integers or vectors of integers.
    ///
    /// Floating-point numbers have operations of their own, and pointers are computed with
    /// `getelementptr`.
    deny INTEGERS_WANTED: "TYP003" "binary-not-integer" {
        message: "`{opcode}` takes integers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, Binary Operations and Bitwise Binary Operations",
        checks: [
            "visitBinaryOperator: Integer arithmetic operators only work with integral types!",
            "visitBinaryOperator: Logical operators only work with integral types!",
            "visitBinaryOperator: Shifts only work with integral types!",
        ],
        tables: [91],
    }

    /// `fadd`, `fsub`, `fmul`, `fdiv` and `frem` take floating-point numbers or vectors of them.
    ///
    /// Integers have operations of their own.
    deny FLOATS_WANTED: "TYP004" "binary-not-floating-point" {
        message: "`{opcode}` takes floating-point numbers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, Binary Operations",
        checks: ["visitBinaryOperator: Floating-point arithmetic operators only work with floating-point types!"],
    }

    /// The result of `fneg` has the type of its operand.
    ///
    /// `fneg` flips a sign bit and leaves all else as it is.
    deny UNARY_RESULT_DIFFERS: "TYP005" "unary-result-differs" {
        message: "`{opcode}` of `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, fneg",
        checks: ["visitUnaryOperator: Unary operators must have same type foroperands and result!"],
    }

    /// `fneg` takes a floating-point number or a vector of them.
    ///
    /// An integer is negated by `sub 0, x`.
    deny UNARY_FLOAT_WANTED: "TYP006" "fneg-not-floating-point" {
        message: "`{opcode}` takes a floating-point number, but its operand has type `{operand:0.type}`",
        reference: "LangRef, fneg",
        checks: ["visitUnaryOperator: FNeg operator only works with float types!"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let binary = &context.sample.facts.binary_instruction;
    let unary = &context.sample.facts.unary_instruction;
    let instructions = binary.iter().map(|row| row.instruction);
    let results = context.results_of(instructions.chain(unary.iter().map(|row| row.instruction)));
    let values = binary
        .iter()
        .flat_map(|row| [row.first_operand, row.second_operand])
        .chain(unary.iter().map(|row| row.operand))
        .chain(results.iter().map(|row| row.result));

    let mut program = Crepe::new();
    program.extend(context.rows_of(values).map(Value::from));
    program.extend(binary.iter().map(BinaryInstruction::from));
    program.extend(unary.iter().map(UnaryInstruction::from));
    program.extend(results.iter().map(|&row| InstructionResult::from(row)));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

fn is_floating_point(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::type_traits::{Lanes, is_float};
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, TypeKind, ValueId};

    crepe! {
        @input
        pub struct BinaryInstruction(pub InstructionId, pub Opcode, pub ValueId, pub ValueId);

        @input
        pub struct UnaryInstruction(pub InstructionId, pub Opcode, pub ValueId);

        @input
        pub struct InstructionResult(pub InstructionId, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `instruction` applies `opcode` to values of types `first` and `second`.
        struct Binary(InstructionId, Opcode, TypeId, TypeId);

        Binary(instruction, opcode, first_type, second_type) <-
            BinaryInstruction(instruction, opcode, first, second),
            Value(first, first_type),
            Value(second, second_type);

        // `instruction` computes a value of type `type`.
        struct ResultType(InstructionId, TypeId);

        ResultType(instruction, r#type) <-
            InstructionResult(instruction, result),
            Value(result, r#type);

        Broken(OPERANDS_DIFFER, Subject::Operand(instruction, 1), Detail::None) <-
            Binary(instruction, _, first, second),
            (first != second);

        Broken(RESULT_DIFFERS, Subject::Instruction(instruction), Detail::None) <-
            Binary(instruction, _, first, _),
            ResultType(instruction, result),
            (first != result);

        Broken(INTEGERS_WANTED, Subject::Operand(instruction, 0), Detail::None) <-
            Binary(instruction, opcode, first, _),
            (!is_floating_point(opcode)),
            Traits(first, _, kind, _, _),
            (kind != TypeKind::Integer);

        Broken(FLOATS_WANTED, Subject::Operand(instruction, 0), Detail::None) <-
            Binary(instruction, opcode, first, _),
            (is_floating_point(opcode)),
            Traits(first, _, kind, _, _),
            (!is_float(kind));

        struct Unary(InstructionId, TypeId);

        Unary(instruction, r#type) <-
            UnaryInstruction(instruction, Opcode::FNeg, operand),
            Value(operand, r#type);

        Broken(UNARY_RESULT_DIFFERS, Subject::Instruction(instruction), Detail::None) <-
            Unary(instruction, operand),
            ResultType(instruction, result),
            (operand != result);

        Broken(UNARY_FLOAT_WANTED, Subject::Operand(instruction, 0), Detail::None) <-
            Unary(instruction, operand),
            Traits(operand, _, kind, _, _),
            (!is_float(kind));
    }
}

input_from! { BinaryInstruction(instruction, opcode, first_operand, second_operand) from BinaryInstruction }
input_from! { UnaryInstruction(instruction, opcode, operand) from UnaryInstruction }
input_from! { InstructionResult(instruction, result) from InstructionResult }
input_from! { Value(value, r#type) from Value }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }
