//! Terminators and phis: the types of what they decide by, return and merge.

use facts_schema::{InstructionId, Opcode, TypeId, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { ControlFlow "control-flow";
    /// The condition of a branch is an `i1`.
    ///
    /// It is true or false. Other integers are compared first, mostly with zero.
    deny BRANCH_CONDITION: "CFG020" "branch-condition-not-i1" {
        message: "the branch decides by `{operand}`, a {operand.type}, which is no i1",
        reference: "LangRef, br",
        checks: ["visitBranchInst: Branch condition is not 'i1' type!"],
    }

    /// A function that returns `void` has no `ret` with a value.
    ///
    /// Its callers cannot do anything with the value.
    deny RETURN_IN_VOID: "CFG021" "return-value-in-void-function" {
        message: "the function returns nothing, but this `ret` returns a {operand.type}",
        reference: "LangRef, ret",
        checks: ["visitReturnInst: Found return instr that returns non-void in Function of void return type!"],
        tables: [99, 100, 101],
    }

    /// A `ret` in a function that is not `void` returns a value of the function's return type.
    ///
    /// The caller takes the result to be of that type. What is too narrow is extended before it is
    /// returned.
    deny RETURN_TYPE: "CFG022" "return-type-differs" {
        message: "the function returns {return.type}, but this `ret` returns a {operand.type}",
        reference: "LangRef, ret",
        checks: ["visitReturnInst: Function return type does not match operand type of return inst!"],
        tables: [99, 100, 101],
    }

    /// A `ret` without a value is in a function that returns `void`.
    ///
    /// The caller waits for a value.
    deny RETURN_WITHOUT_VALUE: "CFG023" "return-value-missing" {
        message: "the function returns {return.type}, but this `ret` returns nothing",
        reference: "LangRef, ret",
        checks: ["visitReturnInst: Function return type does not match operand type of return inst!"],
        tables: [99, 100, 101],
    }

    /// `indirectbr` jumps to an address: its operand is a pointer.
    ///
    /// The pointer comes from the `blockaddress` of one of the blocks that it lists.
    deny INDIRECT_ADDRESS: "CFG026" "indirectbr-address-not-pointer" {
        message: "`indirectbr` jumps to `{operand}`, a {operand.type}, which is no pointer",
        reference: "LangRef, indirectbr",
        checks: ["visitIndirectBrInst: Indirectbr operand must have pointer type!"],
    }

    /// The values of a phi have its type.
    ///
    /// Whichever way control comes, the value goes into the same register. LLVM never converts it.
    deny PHI_TYPE: "CFG004" "phi-value-type-differs" {
        message: "the phi is a {result.type}, but its value `{operand}` is a {operand.type}",
        reference: "LangRef, phi",
        checks: ["visitPHINode: PHI node operands are not the same type as the result!"],
    }

    /// No phi is a token.
    ///
    /// Where a token is used, it has to be seen which instruction made it; a phi would hide that.
    deny PHI_TOKEN: "CFG005" "phi-of-token" {
        message: "the phi merges tokens",
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

    /// The value of `phi` at `position` is of type `type`, which the phi is not.
    struct OtherType(InstructionId, u32, TypeId);

    OtherType(phi, position, type) <-
        phi_incoming { instruction: phi, position, value },
        value { value, type },
        instruction_result { instruction: phi, result },
        value { value: result, type: result_type },
        (type != result_type);

    // Only the first of consecutive values of one type is reported.
    violation(PHI_TYPE, Subject::Operand(phi, position)) <-
        OtherType(phi, position, type),
        !OtherType(phi, position.wrapping_sub(1), type);

    violation(PHI_TOKEN, phi) <-
        instruction { instruction: phi, opcode: Opcode::Phi },
        instruction_result { instruction: phi, result },
        value { value: result, type },
        type { type, kind: TypeKind::Token };
}
