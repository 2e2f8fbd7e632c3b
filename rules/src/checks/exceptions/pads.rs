//! The pads of funclets: their parents, their uses, and their positions in blocks.

use facts_schema::{BlockId, InstructionId, Opcode, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Exceptions "exceptions";
    /// The parent of a `catchpad` is a `catchswitch`.
    ///
    /// The `catchswitch` lists the handlers that the personality function chooses from, and each
    /// begins with a `catchpad`.
    deny CATCHPAD_PARENT: "EXC020" "catchpad-outside-catchswitch" {
        message: "the parent `{operand}` of the `catchpad` is not a `catchswitch`",
        reference: "LangRef, catchpad",
        checks: ["visitCatchPadInst: CatchPadInst needs to be directly nested in a CatchSwitchInst."],
    }

    /// The parent of a `cleanuppad` or `catchswitch` is `none`, a `catchpad` or a `cleanuppad`.
    ///
    /// The parent is the funclet that contains the pad; `none` is the body of the function.
    deny PAD_PARENT: "EXC021" "pad-parent-not-funclet" {
        message: "the parent `{operand}` of `{opcode}` is not a funclet",
        reference: "LangRef, cleanuppad",
        checks: [
            "visitEHPadPredecessors: Parent pad must be catchpad/cleanuppad/catchswitch",
            "visitCleanupPadInst: CleanupPadInst has an invalid parent.",
            "visitCatchSwitchInst: CatchSwitchInst has an invalid parent.",
        ],
    }

    /// The operand of a `catchret` is a `catchpad`.
    ///
    /// It ends the handler that begins there. A `cleanupret` ends a cleanup.
    deny CATCHRET_PAD: "EXC022" "catchret-from-non-catchpad" {
        message: "the operand `{operand}` of `catchret` is not a `catchpad`",
        reference: "LangRef, catchret",
        checks: ["visitCatchReturnInst: CatchReturnInst needs to be provided a CatchPad"],
    }

    /// The operand of a `cleanupret` is a `cleanuppad`.
    ///
    /// It ends the cleanup that begins there. A `catchret` ends a handler.
    deny CLEANUPRET_PAD: "EXC023" "cleanupret-from-non-cleanuppad" {
        message: "the operand `{operand}` of `cleanupret` is not a `cleanuppad`",
        reference: "LangRef, cleanupret",
        checks: ["visitCleanupReturnInst: CleanupReturnInst needs to be provided a CleanupPad"],
    }

    /// A `catchswitch` has at least one handler, and each handler is a block that begins with a
    /// `catchpad`.
    ///
    /// The `catchpad` defines what the handler catches.
    deny HANDLER: "EXC024" "handler-without-catchpad" {
        message: "the `catchswitch` has no handlers, or a handler that does not begin with a `catchpad`",
        reference: "LangRef, catchswitch",
        checks: [
            "visitCatchSwitchInst: CatchSwitchInst cannot have empty handler list",
            "visitCatchSwitchInst: CatchSwitchInst handlers must be catchpads",
        ],
    }

    /// A `catchswitch` or `cleanupret` unwinds to the caller or to a block that begins with a
    /// funclet pad.
    ///
    /// That pad receives the exception. A `landingpad` belongs to the other model of exception
    /// handling, which cannot be mixed with funclets.
    deny UNWIND_TARGET: "EXC025" "funclet-unwinds-to-non-pad" {
        message: "the unwind destination `{detail}` of `{opcode}` does not begin with a funclet pad",
        reference: "LangRef, catchswitch",
        checks: [
            "visitCatchSwitchInst: CatchSwitchInst must unwind to an EH block which is not a landingpad.",
            "visitCleanupReturnInst: CleanupReturnInst must unwind to an EH block which is not a landingpad.",
        ],
    }

    /// The only predecessor of a `catchpad` block is the block of its `catchswitch`.
    ///
    /// The personality function chooses the handler in the `catchswitch`.
    deny CATCHPAD_EDGE: "EXC026" "catchpad-not-entered-by-catchswitch" {
        message: "`{detail}` is a predecessor of the `catchpad`, but does not contain its `catchswitch`",
        reference: "LangRef, catchpad",
        checks: ["visitEHPadPredecessors: Block containg CatchPadInst must be jumped to only by its catchswitch."],
    }

    /// A `catchswitch` does not unwind to one of its own handlers.
    ///
    /// The unwind destination receives the exceptions that no handler catches.
    deny OWN_HANDLER: "EXC027" "catchswitch-unwinds-to-own-handler" {
        message: "the `catchswitch` unwinds to its own handler `{detail}`",
        reference: "LangRef, catchswitch",
        checks: ["visitEHPadPredecessors: Catchswitch cannot unwind to one of its catchpads"],
    }

    /// The token of a `catchpad` or `cleanuppad` is used only by the instructions that are in the
    /// funclet or leave it.
    ///
    /// It identifies the funclet that a call, a nested pad or a return belongs to, and is not a
    /// value otherwise.
    deny PAD_USE: "EXC028" "funclet-token-misused" {
        message: "`{opcode}` uses the funclet token `{operand}`, which only calls, pads and returns of the funclet may use",
        reference: "LangRef, catchpad",
        checks: ["visitFuncletPadInst: Bogus funclet pad use"],
    }
}

datalog! { module;
    const PADS(Opcode) = [Opcode::CatchSwitch, Opcode::CatchPad, Opcode::CleanupPad];

    /// The second instruction can be the parent of the first.
    const NESTING(Opcode, Opcode) = [
        (Opcode::CatchPad, Opcode::CatchSwitch),
        (Opcode::CatchSwitch, Opcode::CatchPad),
        (Opcode::CatchSwitch, Opcode::CleanupPad),
        (Opcode::CleanupPad, Opcode::CatchPad),
        (Opcode::CleanupPad, Opcode::CleanupPad),
    ];

    /// The instructions that can use the token of a funclet.
    const USERS(Opcode) = [
        Opcode::Call,
        Opcode::Invoke,
        Opcode::CleanupPad,
        Opcode::CatchSwitch,
        Opcode::CatchRet,
        Opcode::CleanupRet,
    ];

    /// `token` is the result of `pad`, which has the opcode `opcode`.
    struct Token(ValueId, Opcode, InstructionId);

    Token(token, opcode, pad) <-
        funclet_pad { instruction: pad, opcode },
        instruction_result { instruction: pad, result: token };

    /// The parent of `pad` is valid.
    struct InOrder(InstructionId);

    InOrder(pad) <-
        funclet_pad { instruction: pad, opcode, parent },
        Token(parent, outer, _),
        NESTING(opcode, outer);

    InOrder(pad) <-
        funclet_pad { instruction: pad, opcode, parent },
        (opcode != Opcode::CatchPad),
        value { value: parent, kind: ValueKind::TokenNone };

    /// The operand of `pad` at `position` is its parent.
    struct ParentPosition(InstructionId, u32);

    ParentPosition(pad, position) <-
        funclet_pad { instruction: pad, parent },
        instruction_operand { instruction: pad, position, operand: parent },
        !funclet_pad_argument { instruction: pad, position };

    violation(CATCHPAD_PARENT, Subject::Operand(pad, position)) <-
        funclet_pad { instruction: pad, opcode: Opcode::CatchPad },
        !InOrder(pad),
        ParentPosition(pad, position);

    violation(PAD_PARENT, Subject::Operand(pad, position)) <-
        funclet_pad { instruction: pad, opcode },
        (opcode != Opcode::CatchPad),
        !InOrder(pad),
        ParentPosition(pad, position);

    violation(CATCHRET_PAD, Subject::Operand(ret, 0)) <-
        catchret_instruction { instruction: ret, pad },
        !Token(pad, Opcode::CatchPad, _);

    violation(CLEANUPRET_PAD, Subject::Operand(ret, 0)) <-
        cleanupret_instruction { instruction: ret, pad },
        !Token(pad, Opcode::CleanupPad, _);

    violation(HANDLER, switch) <-
        funclet_pad { instruction: switch, opcode: Opcode::CatchSwitch },
        !catchswitch_handler { instruction: switch };

    violation(HANDLER, switch, handler) <-
        catchswitch_handler { instruction: switch, handler },
        !block_start { block: handler, opcode: Opcode::CatchPad };

    /// `block` begins with a `catchpad`, `cleanuppad` or `catchswitch`.
    struct Receives(BlockId);

    Receives(target) <-
        unwind_target { target },
        block_start { block: target, opcode },
        PADS(opcode);

    violation(UNWIND_TARGET, instruction, target) <-
        unwind_target { instruction, target },
        !Receives(target);

    /// `pad`, in `block`, is a handler of `switch`.
    struct CatchPad(InstructionId, BlockId, InstructionId);

    CatchPad(pad, block, switch) <-
        funclet_pad { instruction: pad, opcode: Opcode::CatchPad, parent },
        Token(parent, Opcode::CatchSwitch, switch),
        instruction { instruction: pad, block };

    violation(CATCHPAD_EDGE, pad, predecessor) <-
        CatchPad(pad, block, switch),
        instruction { instruction: switch, block: switch_block },
        block_predecessor { block, predecessor },
        (predecessor != switch_block);

    violation(OWN_HANDLER, switch, block) <-
        CatchPad(_, block, switch),
        unwind_target { instruction: switch, target: block };

    violation(PAD_USE, Subject::Operand(user, position)) <-
        Token(token, opcode, _),
        (opcode != Opcode::CatchSwitch),
        value_use { value: token, instruction: user, position },
        instruction { instruction: user, opcode: user_opcode },
        !USERS(user_opcode);
}
