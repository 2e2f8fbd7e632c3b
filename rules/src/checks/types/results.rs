//! Results: an instruction's result has the type that follows from its operands.
//!
//! The verifier checks that for some instructions, and those have rules of their own. For these it
//! does not: their result gets its type when the instruction is made, and when operands of other
//! types are put in later, nobody notices.

use facts_schema::{InstructionId, Opcode, TypeId, TypeKind, ValueId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Types "types";
    /// The result of `freeze`, `insertelement`, `insertvalue` and `atomicrmw` has the type of the
    /// operand that it is made from.
    ///
    /// They leave all but one part of it as it is. LLVM's verifier does not look.
    warn RESULT_CHANGED: "TYP080" "result-of-other-type" {
        message: "`{opcode}` makes a `{result.type}` of a `{operand.type}`",
        reference: "LangRef, freeze, insertelement, insertvalue and atomicrmw",
        checks: [],
    }

    /// A comparison yields an `i1`, or, of vectors, as many of them as the vectors have lanes.
    ///
    /// Each lane is compared for itself. LLVM's verifier does not look.
    warn COMPARISON: "TYP081" "comparison-result" {
        message: "`{opcode}` of `{operand:0.type}` yields a `{result.type}`",
        reference: "LangRef, icmp and fcmp",
        checks: [],
    }

    /// What `extractelement` takes out of a vector has the type of the vector's elements, and so
    /// have the elements of what `shufflevector` makes.
    ///
    /// Elements move as they are. LLVM's verifier does not look.
    warn ELEMENT: "TYP082" "element-of-other-type" {
        message: "`{opcode}` takes elements out of a `{operand:0.type}` and yields a `{result.type}`",
        reference: "LangRef, extractelement and shufflevector",
        checks: [],
    }

    /// `cmpxchg` compares with a value, and may store a value, of one and the same type, and yields
    /// a structure of what was there and an `i1`.
    ///
    /// What was there is taken as a value of the type that it is compared with. LLVM's verifier
    /// looks at that type alone.
    warn EXCHANGE: "TYP083" "cmpxchg-of-other-type" {
        message: "`{opcode}` compares with a `{operand:1.type}`, stores a `{operand:2.type}` and yields a `{result.type}`",
        reference: "LangRef, cmpxchg",
        checks: [],
    }
}

datalog! { representatives;
    /// `instruction` computes a value of type `type`.
    struct ResultType(InstructionId, TypeId);

    ResultType(instruction, type) <-
        instruction_result { instruction, result },
        value { value: result, type };

    /// The result of `instruction` has the type of its operand at `position`, which is `operand`.
    struct Keeps(InstructionId, u32, ValueId);

    Keeps(instruction, 0, operand) <-
        unary_instruction { instruction, opcode: Opcode::Freeze, operand };

    Keeps(instruction, 0, vector) <- insertelement_instruction { instruction, vector };

    Keeps(instruction, 0, aggregate) <- insertvalue_instruction { instruction, aggregate };

    Keeps(instruction, 1, value) <- atomicrmw_instruction { instruction, value };

    violation(RESULT_CHANGED, Subject::Operand(instruction, position)) <-
        Keeps(instruction, position, operand),
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
