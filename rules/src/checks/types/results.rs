//! The result of an instruction has the type that follows from its operands.
//!
//! LLVM's verifier checks this for some instructions, which have rules elsewhere. It does not check
//! the instructions in this file: their result gets its type when the instruction is created, and
//! is not compared again when an operand is replaced by one of another type.

use facts_schema::{InstructionId, Opcode, TypeId, TypeKind, ValueId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Types "types";
    /// The result of `freeze`, `insertelement`, `insertvalue` and `atomicrmw` has the type of the
    /// operand that it is computed from.
    ///
    /// `freeze`, `insertelement` and `insertvalue` return their operand, at most partly changed.
    /// `atomicrmw` returns the old value of the memory. LLVM's verifier does not check the result
    /// type.
    warn RESULT_CHANGED: "TYP080" "result-type-differs" {
        message: "`{opcode}` has a result of type `{result.type}`, but an operand of type `{operand.type}`",
        reference: "LangRef, freeze, insertelement, insertvalue and atomicrmw",
        checks: [],
    }

    /// The result of a comparison is an `i1`, or a vector of `i1` with as many lanes as the
    /// operands.
    ///
    /// Vectors are compared lane by lane. LLVM's verifier does not check the result type.
    warn COMPARISON: "TYP081" "comparison-result" {
        message: "`{opcode}` on `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, icmp and fcmp",
        checks: [],
    }

    /// The result of `extractelement` and the elements of the result of `shufflevector` have the
    /// element type of the operands.
    ///
    /// The elements are copied unchanged. LLVM's verifier does not check the result type.
    warn ELEMENT: "TYP082" "element-type-differs" {
        message: "`{opcode}` on a `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, extractelement and shufflevector",
        checks: [],
    }

    /// The compare and new values of `cmpxchg` have the same type, and its result is a structure of
    /// that type and an `i1`.
    ///
    /// The old value of the memory is loaded as a value of that type. LLVM's verifier only checks
    /// the type of the compare value.
    warn EXCHANGE: "TYP083" "cmpxchg-types-differ" {
        message: "`{opcode}` has values of types `{operand:1.type}` and `{operand:2.type}` and a result of type `{result.type}`",
        reference: "LangRef, cmpxchg",
        checks: [],
    }
}

datalog! { representatives;
    /// The result of `instruction` has type `type`.
    struct ResultType(InstructionId, TypeId);

    ResultType(instruction, type) <-
        instruction_result { instruction, result },
        value { value: result, type };

    /// The result of `instruction` has the type of its operand `operand` at `position`.
    struct KeepsType(InstructionId, u32, ValueId);

    KeepsType(instruction, 0, operand) <-
        unary_instruction { instruction, opcode: Opcode::Freeze, operand };

    KeepsType(instruction, 0, vector) <- insertelement_instruction { instruction, vector };

    KeepsType(instruction, 0, aggregate) <- insertvalue_instruction { instruction, aggregate };

    KeepsType(instruction, 1, value) <- atomicrmw_instruction { instruction, value };

    violation(RESULT_CHANGED, Subject::Operand(instruction, position)) <-
        KeepsType(instruction, position, operand),
        value { value: operand, type },
        ResultType(instruction, result),
        (result != type);

    violation(COMPARISON, instruction) <-
        comparison_instruction { instruction, first_operand },
        value { value: first_operand, type },
        type_traits { type, lanes },
        ResultType(instruction, result),
        type_traits { type: result, kind, measure: width, lanes: result_lanes },
        (kind != TypeKind::Integer || width != 1 || lanes != result_lanes);

    violation(ELEMENT, instruction) <-
        extractelement_instruction { instruction, vector },
        value { value: vector, type },
        type_traits { type, scalar: element },
        ResultType(instruction, result),
        (result != element);

    violation(ELEMENT, instruction) <-
        shufflevector_instruction { instruction, first_vector },
        value { value: first_vector, type },
        type_traits { type, scalar: element },
        ResultType(instruction, result),
        type_traits { type: result, scalar: result_element },
        (result_element != element);

    violation(EXCHANGE, Subject::Operand(instruction, 2)) <-
        cmpxchg_instruction { instruction, expected, replacement },
        value { value: expected, type },
        value { value: replacement, type: replacement_type },
        (replacement_type != type);

    violation(EXCHANGE, Subject::Operand(instruction, 1)) <-
        cmpxchg_instruction { instruction, expected },
        value { value: expected, type },
        ResultType(instruction, result),
        struct_field { type: result, position: 0, field_type: found },
        (found != type);
}
