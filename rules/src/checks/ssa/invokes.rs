//! The results of invokes, which are available only in the normal destination.

use facts_schema::{BlockId, InstructionId, Opcode};
use rules_macros::datalog;

use crate::dominance::{ControlPoint, dominated};
use crate::rule::rules;
use crate::violation::Subject;

rules! { Ssa "ssa";
    /// The normal destination of an `invoke` dominates all uses of its result.
    ///
    /// The call has no result when it unwinds. If the normal destination has other predecessors,
    /// the result may not have been computed there either; a phi can distinguish the cases.
    deny INVOKE_RESULT: "SSA003" "invoke-result-without-return" {
        message: "the normal destination of `{detail}` does not dominate this use of `{operand}`",
        reference: "LangRef, invoke",
        checks: ["verifyDominatesUse: Instruction does not dominate all uses!"],
    }
}

datalog! { functions with invoke_instruction;
    /// The reachable control points of the function are numbered. `place` has the number `start`,
    /// and dominates the control points from `start` (inclusive) to `end` (exclusive). The range is
    /// empty if `place` is unreachable.
    @input struct Dominates(ControlPoint, u32, u32) = dominated;

    /// The result of `definition`, an invoke at the end of `block`, is available on the edge to
    /// `target`.
    struct InvokeResult(InstructionId, BlockId, BlockId);

    InvokeResult(definition, block, normal_target) <-
        invoke_instruction { instruction: definition, normal_target, unwind_target },
        (normal_target != unwind_target),
        instruction { instruction: definition, block };

    /// Operand `position` of `user` is the result of `definition`, an invoke at the end of `from`,
    /// and is used in the block `at`.
    struct Use(InstructionId, u32, InstructionId, BlockId, BlockId);

    Use(user, position, definition, from, at) <-
        instruction_operand { instruction: user, position, operand },
        definition { value: operand, instruction: definition },
        InvokeResult(definition, from, _),
        instruction { instruction: user, block: at, opcode },
        (from != at && opcode != Opcode::Phi);

    // A phi uses a value on the edge from the incoming block.
    Use(phi, position, definition, from, at) <-
        phi_incoming { instruction: phi, position, value, block: at },
        definition { value, instruction: definition },
        InvokeResult(definition, from, target),
        instruction { instruction: phi, block },
        (from != at || target != block);

    violation(INVOKE_RESULT, Subject::Operand(user, position), definition) <-
        Use(user, position, definition, from, at),
        Dominates(ControlPoint::NormalEdge(from), start, end),
        Dominates(ControlPoint::Block(at), number, last),
        (number < last && !(start..end).contains(&number));
}
