//! `llvm.callbr.landingpad`, which returns the outputs of a `callbr` in an indirect destination.

use facts_schema::{BlockId, InstructionId, Opcode};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// The argument of `llvm.callbr.landingpad` is the result of a `callbr`.
    ///
    /// The intrinsic returns the outputs of the `callbr` in an indirect destination.
    deny ARGUMENT: "INT110" "callbr-landing-argument" {
        message: "`{operand}` is not the result of a `callbr`",
        reference: "LangRef, llvm.callbr.landingpad Intrinsic",
        checks: ["visitIntrinsicCall: intrinstic requires callbr operand"],
    }

    /// `llvm.callbr.landingpad` is in an indirect destination of its `callbr` that has no other
    /// predecessors.
    ///
    /// The outputs are in the registers in which the assembly left them, and no other edge sets
    /// these.
    deny BLOCK: "INT111" "callbr-landing-block" {
        message: "the block has a predecessor other than the `callbr` `{operand:0}`",
        reference: "LangRef, llvm.callbr.landingpad Intrinsic",
        checks: [
            "visitIntrinsicCall: Intrinsic in block must have 1 unique predecessor",
            "visitIntrinsicCall: Intrinsic must have corresponding callbr in predecessor",
            "visitIntrinsicCall: Intrinsic's corresponding callbr must have intrinsic's parent basic block in indirect destination list",
        ],
    }

    /// `llvm.callbr.landingpad` is the first instruction of its block.
    ///
    /// Other instructions could overwrite the registers.
    deny FIRST: "INT112" "callbr-landing-first" {
        message: "other instructions precede `llvm.callbr.landingpad` in its block",
        reference: "LangRef, llvm.callbr.landingpad Intrinsic",
        checks: ["visitIntrinsicCall: No other instructions may proceed intrinsic"],
    }
}

datalog! { module;
    /// `instruction`, in `block`, calls `llvm.callbr.landingpad`.
    struct Call(InstructionId, BlockId);

    Call(instruction, block) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic: "llvm.callbr.landingpad" },
        instruction { instruction, block };

    /// The argument of `instruction`, in `block`, is the result of `callbr`.
    struct CallBrArgument(InstructionId, BlockId, InstructionId);

    CallBrArgument(instruction, block, callbr) <-
        Call(instruction, block),
        call_argument { instruction, position: 0, argument },
        definition { value: argument, instruction: callbr },
        instruction { instruction: callbr, opcode: Opcode::CallBr };

    violation(ARGUMENT, Subject::Operand(instruction, 0)) <-
        Call(instruction, _),
        !CallBrArgument(instruction, _, _);

    violation(FIRST, instruction) <-
        CallBrArgument(instruction, block, _),
        block_instruction { block, instruction: other },
        (other < instruction);

    violation(BLOCK, instruction) <-
        CallBrArgument(instruction, block, callbr),
        !indirect_target { instruction: callbr, target: block };

    violation(BLOCK, instruction) <-
        CallBrArgument(instruction, block, _),
        !block_predecessor { block };

    violation(BLOCK, instruction) <-
        CallBrArgument(instruction, block, _),
        block_predecessor { block, predecessor },
        block_terminator { block: predecessor, instruction: end },
        instruction { instruction: end, opcode },
        (opcode != Opcode::CallBr);

    violation(BLOCK, instruction) <-
        CallBrArgument(instruction, block, _),
        block_predecessor { block, predecessor: one },
        block_predecessor { block, predecessor: other },
        (one != other);
}
