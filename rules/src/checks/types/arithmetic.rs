//! Arithmetic and bitwise operations: the types of operands and results. These are tables 90 to 92
//! of the relational model (Psallida 2014), extended to `fneg`. Rows of `binary_instruction` always
//! have two operands (table 90).

use facts_schema::{InstructionId, Opcode, TypeId};
use rules_macros::datalog;

use crate::checks::scalars::Scalar;
use crate::rule::{Rule, rules};
use crate::violation::Subject;

rules! { Types "types";
    /// Both operands of an arithmetic or bitwise operation have the same type.
    ///
    /// The operation is defined on two scalars of the same type, or lane by lane on two vectors of
    /// the same type. LLVM does not convert operands.
    deny OPERANDS_DIFFER: "TYP001" "binary-operands-differ" {
        message: "the operands of `{opcode}` have different types, `{operand:0.type}` and `{operand:1.type}`",
        reference: "LangRef, Binary Operations and Bitwise Binary Operations",
        checks: ["visitBinaryOperator: Both operands to a binary operator are not of the same type!"],
        tables: [90, 92],
    }

    /// The result of an arithmetic or bitwise operation has the type of its operands.
    ///
    /// The operation does not widen or narrow its result. Use a conversion instead.
    deny RESULT_DIFFERS: "TYP002" "binary-result-differs" {
        message: "`{opcode}` on `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, Binary Operations and Bitwise Binary Operations",
        checks: [
            "visitBinaryOperator: Integer arithmetic operators must have same type for operands and result!",
            "visitBinaryOperator: Floating-point arithmetic operators must have same type for operands and result!",
            "visitBinaryOperator: Logical operators must have same type for operands and result!",
            "visitBinaryOperator: Shift return type must be same as operands!",
        ],
        tables: [92],
    }

    /// The operands of integer arithmetic, shifts and bitwise operations are integers or vectors of
    /// integers.
    ///
    /// Floating-point numbers have their own operations, and pointer arithmetic uses
    /// `getelementptr`.
    deny INTEGERS_WANTED: "TYP003" "binary-not-integer" {
        message: "`{opcode}` requires integers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, Binary Operations and Bitwise Binary Operations",
        checks: [
            "visitBinaryOperator: Integer arithmetic operators only work with integral types!",
            "visitBinaryOperator: Logical operators only work with integral types!",
            "visitBinaryOperator: Shifts only work with integral types!",
        ],
        tables: [91],
    }

    /// The operands of `fadd`, `fsub`, `fmul`, `fdiv` and `frem` are floating-point numbers or
    /// vectors of them.
    ///
    /// Integers have their own operations.
    deny FLOATS_WANTED: "TYP004" "binary-not-floating-point" {
        message: "`{opcode}` requires floating-point numbers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, Binary Operations",
        checks: ["visitBinaryOperator: Floating-point arithmetic operators only work with floating-point types!"],
    }

    /// The result of `fneg` has the type of its operand.
    ///
    /// `fneg` flips the sign bit and keeps all other bits.
    deny UNARY_RESULT_DIFFERS: "TYP005" "unary-result-differs" {
        message: "`{opcode}` of `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, fneg",
        checks: ["visitUnaryOperator: Unary operators must have same type foroperands and result!"],
    }

    /// The operand of `fneg` is a floating-point number or a vector of them.
    ///
    /// An integer is negated by `sub 0, x`.
    deny UNARY_FLOAT_WANTED: "TYP006" "fneg-not-floating-point" {
        message: "`{opcode}` requires a floating-point number, but its operand has type `{operand:0.type}`",
        reference: "LangRef, fneg",
        checks: ["visitUnaryOperator: FNeg operator only works with float types!"],
    }
}

datalog! { representatives;
    /// The class of scalars that `opcode` operates on, and the rule that other operands violate.
    const COMPUTES_WITH(Opcode, Scalar, Rule) = [
        (Opcode::Add, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::Sub, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::Mul, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::UDiv, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::SDiv, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::URem, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::SRem, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::Shl, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::LShr, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::AShr, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::And, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::Or, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::Xor, Scalar::Integer, INTEGERS_WANTED),
        (Opcode::FAdd, Scalar::Float, FLOATS_WANTED),
        (Opcode::FSub, Scalar::Float, FLOATS_WANTED),
        (Opcode::FMul, Scalar::Float, FLOATS_WANTED),
        (Opcode::FDiv, Scalar::Float, FLOATS_WANTED),
        (Opcode::FRem, Scalar::Float, FLOATS_WANTED),
        (Opcode::FNeg, Scalar::Float, UNARY_FLOAT_WANTED),
    ];

    /// The operands of `instruction`, with this opcode, have the types `first` and `second`.
    struct Binary(InstructionId, Opcode, TypeId, TypeId);

    Binary(instruction, opcode, first, second) <-
        binary_instruction { instruction, opcode, first_operand, second_operand },
        value { value: first_operand, type: first },
        value { value: second_operand, type: second };

    /// `instruction` is an `fneg` of a value of type `operand`.
    struct Negation(InstructionId, TypeId);

    Negation(instruction, type) <-
        unary_instruction { instruction, opcode: Opcode::FNeg, operand },
        value { value: operand, type };

    /// The result of `instruction` has type `type`.
    struct ResultType(InstructionId, TypeId);

    ResultType(instruction, type) <-
        instruction_result { instruction, result },
        value { value: result, type };

    violation(OPERANDS_DIFFER, Subject::Operand(instruction, 1)) <-
        Binary(instruction, _, first, second),
        (first != second);

    violation(RESULT_DIFFERS, instruction) <-
        Binary(instruction, _, first, _),
        ResultType(instruction, result),
        (first != result);

    violation(UNARY_RESULT_DIFFERS, instruction) <-
        Negation(instruction, operand),
        ResultType(instruction, result),
        (operand != result);

    /// The first operand of `instruction`, with this opcode, has type `type`.
    struct Applies(InstructionId, Opcode, TypeId);

    Applies(instruction, opcode, type) <- Binary(instruction, opcode, type, _);

    Applies(instruction, Opcode::FNeg, type) <- Negation(instruction, type);

    violation(rule, Subject::Operand(instruction, 0)) <-
        Applies(instruction, opcode, type),
        COMPUTES_WITH(opcode, wanted, rule),
        type_traits { type, kind },
        (Scalar::of(kind) != Some(wanted));
}
