//! The results of invokes, which are available only where the call returns.

use facts_schema::{BlockId, InstructionId, Opcode};
use rules_macros::datalog;

use crate::dominance::{ControlPoint, dominated};
use crate::rule::rules;
use crate::violation::Subject;

rules! { Ssa "ssa";
    /// The result of an invoke is used only where control comes from its normal return.
    ///
    /// When the call unwinds there is no result. If the normal destination has other predecessors,
    /// the result may have been skipped there as well; a phi can tell them apart.
    deny INVOKE_RESULT: "SSA003" "invoke-result-without-return" {
        message: "control can come here without a normal return of `{detail}`, which computes `{operand}`",
        reference: "LangRef, invoke",
        checks: ["verifyDominatesUse: Instruction does not dominate all uses!"],
    }
}

datalog! { functions with invoke_instruction;
    /// The reachable places of the function are numbered. `place` dominates those from `start` up
    /// to, but not including, `end`. The number of a reachable place is `start`; an unreachable one
    /// dominates none.
    @input struct Dominates(ControlPoint, u32, u32) = dominated;

    /// The result of the invoke `definition` is available on the edge from `block` to `target`.
    struct InvokeResult(InstructionId, BlockId, BlockId);

    InvokeResult(definition, block, normal_target) <-
        invoke_instruction { instruction: definition, normal_target, unwind_target },
        (normal_target != unwind_target),
        instruction { instruction: definition, block };

    /// Operand `position` of `user` is the result of `definition`, an invoke at the end of `from`.
    /// It is used in the block `at`.
    struct Use(InstructionId, u32, InstructionId, BlockId, BlockId);

    Use(user, position, definition, from, at) <-
        instruction_operand { instruction: user, position, operand },
        definition { value: operand, instruction: definition },
        InvokeResult(definition, from, _),
        instruction { instruction: user, block: at, opcode },
        (from != at && opcode != Opcode::Phi);

    // A phi uses a value on the edge that control comes by.
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
