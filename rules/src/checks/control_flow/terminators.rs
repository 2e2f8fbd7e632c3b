//! Terminators and phis: the types of conditions, addresses, return values and incoming values.

use facts_schema::{InstructionId, Opcode, TypeId, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { ControlFlow "control-flow";
    /// The condition of a branch is an `i1`.
    ///
    /// Other integers have to be compared first, usually with zero.
    deny BRANCH_CONDITION: "CFG020" "branch-condition-not-i1" {
        message: "the condition `{operand}` of the branch has type {operand.type}, not i1",
        reference: "LangRef, br",
        checks: ["visitBranchInst: Branch condition is not 'i1' type!"],
    }

    /// A function that returns `void` does not contain a `ret` with a value.
    ///
    /// Callers cannot use the value.
    deny RETURN_IN_VOID: "CFG021" "return-value-in-void-function" {
        message: "the function returns void, but this `ret` returns a value of type {operand.type}",
        reference: "LangRef, ret",
        checks: ["visitReturnInst: Found return instr that returns non-void in Function of void return type!"],
        tables: [99, 100, 101],
    }

    /// A `ret` with a value returns a value of the function's return type.
    ///
    /// Callers use the result as a value of that type. LLVM does not convert it.
    deny RETURN_TYPE: "CFG022" "return-type-differs" {
        message: "the function returns {return.type}, but this `ret` returns a value of type {operand.type}",
        reference: "LangRef, ret",
        checks: ["visitReturnInst: Function return type does not match operand type of return inst!"],
        tables: [99, 100, 101],
    }

    /// A `ret` without a value occurs only in a function that returns `void`.
    ///
    /// Callers use the returned value.
    deny RETURN_WITHOUT_VALUE: "CFG023" "return-value-missing" {
        message: "the function returns {return.type}, but this `ret` returns no value",
        reference: "LangRef, ret",
        checks: ["visitReturnInst: Function return type does not match operand type of return inst!"],
        tables: [99, 100, 101],
    }

    /// The operand of `indirectbr` is a pointer.
    ///
    /// The pointer must be the `blockaddress` of one of the listed destinations.
    deny INDIRECT_ADDRESS: "CFG026" "indirectbr-address-not-pointer" {
        message: "the address `{operand}` of `indirectbr` has type {operand.type}, not a pointer type",
        reference: "LangRef, indirectbr",
        checks: ["visitIndirectBrInst: Indirectbr operand must have pointer type!"],
    }

    /// The incoming values of a phi have the type of the phi.
    ///
    /// LLVM does not convert incoming values.
    deny PHI_TYPE: "CFG004" "phi-value-type-differs" {
        message: "the phi has type {result.type}, but its incoming value `{operand}` has type {operand.type}",
        reference: "LangRef, phi",
        checks: ["visitPHINode: PHI node operands are not the same type as the result!"],
    }

    /// A phi does not have token type.
    ///
    /// The instruction that produced a token must be known at every use, and a phi would hide it.
    deny PHI_TOKEN: "CFG005" "phi-of-token" {
        message: "the phi has token type",
        reference: "LangRef, Token Type",
        checks: ["visitPHINode: PHI nodes cannot have token type!"],
    }
}

datalog! { representatives;
    violation(BRANCH_CONDITION, Subject::Operand(branch, 0)) <-
        conditional_branch { instruction: branch, condition },
        value { value: condition, type },
        !integer_type { type, width: 1 };

    /// `ret` is in a function that returns `type`.
    struct Returns(InstructionId, TypeId);

    Returns(ret, type) <-
        instruction { instruction: ret, opcode: Opcode::Ret, function },
        function { function, function_type },
        function_type { type: function_type, return_type: type };

    violation(RETURN_IN_VOID, Subject::Operand(ret, 0)) <-
        return_value { instruction: ret },
        Returns(ret, type),
        type { type, kind: TypeKind::Void };

    violation(RETURN_TYPE, Subject::Operand(ret, 0)) <-
        return_value { instruction: ret, value },
        value { value, type: returned },
        Returns(ret, type),
        (returned != type),
        !type { type, kind: TypeKind::Void };

    violation(RETURN_WITHOUT_VALUE, ret) <-
        Returns(ret, type),
        !type { type, kind: TypeKind::Void },
        !return_value { instruction: ret };

    violation(INDIRECT_ADDRESS, Subject::Operand(branch, 0)) <-
        indirectbr_instruction { instruction: branch, address },
        value { value: address, type },
        !type { type, kind: TypeKind::Pointer };

    /// The incoming value of `phi` at `position` has type `type`, which differs from the type of
    /// the phi.
    struct OtherType(InstructionId, u32, TypeId);

    OtherType(phi, position, type) <-
        phi_incoming { instruction: phi, position, value },
        value { value, type },
        instruction_result { instruction: phi, result },
        value { value: result, type: result_type },
        (type != result_type);

    // Of consecutive incoming values with the same type, only the first is reported.
    violation(PHI_TYPE, Subject::Operand(phi, position)) <-
        OtherType(phi, position, type),
        !OtherType(phi, position.wrapping_sub(1), type);

    violation(PHI_TOKEN, phi) <-
        instruction { instruction: phi, opcode: Opcode::Phi },
        instruction_result { instruction: phi, result },
        value { value: result, type },
        type { type, kind: TypeKind::Token };
}
