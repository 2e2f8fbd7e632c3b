//! The callees of `callbr`.

use facts_schema::{InlineAsmFlag, InstructionId, Opcode, ValueId, ValueKind};
use rules_macros::datalog;

use super::previous;
use crate::rule::rules;

rules! { ControlFlow "control-flow";
    /// A `callbr` calls inline assembly or one of the few intrinsics that allow it.
    ///
    /// Only these can transfer control to an indirect destination. A called function can only
    /// return or unwind.
    deny CALLEE: "CFG030" "callbr-callee" {
        message: "`callbr` calls `{callee}`, which is neither inline assembly nor an intrinsic that `callbr` allows",
        reference: "LangRef, callbr",
        checks: ["visitCallBrInst: Callbr is currently only used for asm-goto!"],
    }

    /// Inline assembly called by `callbr` does not unwind.
    ///
    /// A `callbr` has no unwind destination.
    deny UNWINDING: "CFG031" "callbr-unwinds" {
        message: "the inline assembly is marked `unwind`, but `callbr` has no unwind destination",
        reference: "LangRef, callbr",
        checks: ["visitCallBrInst: Unwinding from Callbr is not allowed"],
    }

    /// A `callbr` of `llvm.amdgcn.kill` has exactly one indirect destination, which begins with
    /// `unreachable`, and no operand bundles.
    ///
    /// The killed lanes branch to that destination and do not return.
    deny KILL: "CFG032" "callbr-kill-target" {
        message: "`callbr` of `{callee}` needs one indirect destination that begins with `unreachable`, and no operand bundles",
        reference: "LangRef, callbr",
        checks: [],
    }
}

datalog! { module;
    /// `instruction` is a `callbr` of `callee`.
    struct CallBr(InstructionId, ValueId);

    CallBr(instruction, callee) <-
        callbr_instruction { instruction },
        call_instruction { instruction, callee };

    /// `call` is a `callbr` of `llvm.amdgcn.kill`.
    struct Kill(InstructionId);

    Kill(call) <-
        CallBr(call, callee),
        value_intrinsic { value: callee, intrinsic: "llvm.amdgcn.kill" };

    violation(CALLEE, call) <-
        CallBr(call, callee),
        !value { value: callee, kind: ValueKind::InlineAsm },
        !Kill(call);

    violation(UNWINDING, call) <-
        CallBr(call, callee),
        inline_asm_flag { value: callee, flag: InlineAsmFlag::Unwind };

    /// The indirect target of the `callbr` `call` begins with `instruction`.
    struct KillTarget(InstructionId, InstructionId);

    KillTarget(call, instruction) <-
        Kill(call),
        indirect_target { instruction: call, target: block, position: 0 },
        block_instruction { block, instruction },
        let preceding = previous(instruction),
        !instruction { instruction: preceding, block };

    /// The indirect target of the `callbr` `call` begins with an unreachable instruction.
    struct EndsInUnreachable(InstructionId);

    EndsInUnreachable(call) <-
        KillTarget(call, instruction),
        instruction { instruction, opcode: Opcode::Unreachable };

    EndsInUnreachable(call) <-
        KillTarget(call, instruction),
        call_instruction { instruction, callee },
        value_intrinsic { value: callee, intrinsic: "llvm.amdgcn.unreachable" };

    violation(KILL, call) <- Kill(call), !EndsInUnreachable(call);

    violation(KILL, call) <- Kill(call), indirect_target { instruction: call, position: 1 };

    violation(KILL, call) <- Kill(call), operand_bundle { instruction: call };
}
