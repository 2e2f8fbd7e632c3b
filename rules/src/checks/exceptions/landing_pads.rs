//! Landing pads, `resume`, and what all exception handling asks of its function.

use facts_schema::{
    BlockId, ClauseKind, FunctionId, InstructionFlag, InstructionId, Opcode, TypeId, TypeKind,
    ValueKind,
};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Exceptions "exceptions";
    /// A function that handles exceptions has a personality.
    ///
    /// The personality is the routine of the source language that decides, while the stack is
    /// unwound, what a handler gets. Landing pads, `resume` and the pads of funclets mean nothing
    /// without.
    deny NO_PERSONALITY: "EXC001" "no-personality" {
        message: "`{opcode}` handles exceptions, but `{function}` has no personality",
        reference: "LangRef, Personality Function",
        checks: [
            "visitLandingPadInst: LandingPadInst needs to be in a function with a personality.",
            "visitResumeInst: ResumeInst needs to be in a function with a personality.",
            "visitCatchPadInst: CatchPadInst needs to be in a function with a personality.",
            "visitCleanupPadInst: CleanupPadInst needs to be in a function with a personality.",
            "visitCatchSwitchInst: CatchSwitchInst needs to be in a function with a personality.",
        ],
    }

    /// The pad of an exception handler is the first instruction of its block, but for phis.
    ///
    /// The unwinder enters the handler at the pad.
    deny PAD_NOT_FIRST: "EXC002" "pad-not-at-top" {
        message: "`{opcode}` is not the first instruction of its block, but for phis",
        reference: "LangRef, landingpad",
        checks: [
            "visitLandingPadInst: LandingPadInst not the first non-PHI instruction in the block.",
            "visitCatchPadInst: CatchPadInst not the first non-PHI instruction in the block.",
            "visitCleanupPadInst: CleanupPadInst not the first non-PHI instruction in the block.",
            "visitCatchSwitchInst: CatchSwitchInst not the first non-PHI instruction in the block.",
        ],
    }

    /// No exception handler begins in the entry of a function.
    ///
    /// The entry is executed when the function is called, not when something is thrown.
    deny PAD_IN_ENTRY: "EXC003" "pad-in-entry" {
        message: "`{opcode}` is in the entry of `{function}`",
        reference: "LangRef, Exception Handling",
        checks: ["visitEHPadPredecessors: EH pad cannot be in entry block."],
    }

    /// An invoke unwinds to a block that begins with a `landingpad` or the pad of a funclet.
    ///
    /// There the exception is received.
    deny UNWIND_TO_NO_PAD: "EXC004" "invoke-unwinds-to-no-pad" {
        message: "the invoke unwinds to `{detail}`, where no exception is received",
        reference: "LangRef, invoke",
        checks: ["visitInvokeInst: The unwind destination does not have an exception handling instruction!"],
        tables: [107, 108],
    }

    /// A landing pad has a clause, or is a cleanup.
    ///
    /// Otherwise it waits for nothing, and no exception would ever come there.
    deny NO_CLAUSE: "EXC010" "landingpad-without-clause" {
        message: "the landing pad has no clause and is no cleanup",
        reference: "LangRef, landingpad",
        checks: ["visitLandingPadInst: LandingPadInst needs at least one clause or to be a cleanup."],
    }

    /// The block of a landing pad is entered only by invokes that unwind to it.
    ///
    /// Only the unwinder gives a landing pad its values. Neither a branch nor the normal return of an
    /// invoke does.
    deny LANDING_PAD_EDGE: "EXC011" "landingpad-entered-otherwise" {
        message: "control comes to the landing pad from `{detail}`, and not because an invoke there unwinds",
        reference: "LangRef, landingpad",
        checks: ["visitEHPadPredecessors: Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke."],
    }

    /// All landing pads and `resume`s of a function are of the same type.
    ///
    /// It is the type of what the personality hands over, and a function has one personality.
    deny TYPES_DIFFER: "EXC012" "exception-type-differs" {
        message: "this is an exception of another type than `{detail}` in the same function",
        reference: "LangRef, landingpad",
        checks: [
            "visitLandingPadInst: The landingpad instruction should have a consistent result type inside a function.",
            "visitResumeInst: The resume instruction should have a consistent result type inside a function.",
        ],
    }

    /// A `catch` clause of a landing pad is a pointer.
    ///
    /// It is the address of what describes the type that is caught, or null for all.
    deny CATCH_TYPE: "EXC013" "catch-clause-not-pointer" {
        message: "the clause catches `{operand}`, a {operand.type}, which is no pointer",
        reference: "LangRef, landingpad",
        checks: ["visitLandingPadInst: Catch operand does not have pointer type!"],
    }

    /// A `filter` clause of a landing pad is an array of constants, written out.
    ///
    /// It lists what may be thrown, so that all else is caught.
    deny FILTER_VALUE: "EXC014" "filter-clause-not-array" {
        message: "the filter is `{operand}`, which is not an array of constants",
        reference: "LangRef, landingpad",
        checks: ["visitLandingPadInst: Filter operand is not an array of constants!"],
    }
}

datalog! { module;
    const PADS(Opcode) =
        [Opcode::LandingPad, Opcode::CatchSwitch, Opcode::CatchPad, Opcode::CleanupPad];

    const FILTERS(ValueKind) = [ValueKind::ConstantArray, ValueKind::ZeroInitializer];

    /// `pad` receives exceptions, as `opcode` says, in `block` of `function`.
    struct Pad(InstructionId, Opcode, BlockId, FunctionId);

    Pad(pad, opcode, block, function) <-
        instruction { instruction: pad, function, block, opcode },
        PADS(opcode);

    violation(NO_PERSONALITY, pad) <-
        Pad(pad, _, _, function),
        !personality { function };

    violation(NO_PERSONALITY, resume) <-
        resume_instruction { instruction: resume },
        instruction { instruction: resume, function },
        !personality { function };

    violation(PAD_NOT_FIRST, pad) <-
        Pad(pad, _, block, _),
        !block_start { block, instruction: pad };

    violation(PAD_IN_ENTRY, pad) <-
        Pad(pad, _, block, _),
        block { block, position: 0 };

    /// `block` begins with a pad.
    struct Receives(BlockId);

    Receives(block) <-
        Pad(pad, _, block, _),
        block_start { block, instruction: pad };

    violation(UNWIND_TO_NO_PAD, invoke, unwind_target) <-
        invoke_instruction { instruction: invoke, unwind_target },
        !Receives(unwind_target);

    violation(NO_CLAUSE, pad) <-
        Pad(pad, Opcode::LandingPad, _, _),
        !landingpad_clause { instruction: pad },
        !instruction_flag { instruction: pad, flag: InstructionFlag::Cleanup };

    /// An invoke in `block` comes to `target` only when it unwinds.
    struct UnwindsTo(BlockId, BlockId);

    UnwindsTo(block, unwind_target) <-
        invoke_instruction { instruction: invoke, normal_target, unwind_target },
        (normal_target != unwind_target),
        instruction { instruction: invoke, block };

    violation(LANDING_PAD_EDGE, pad, predecessor) <-
        Pad(pad, Opcode::LandingPad, block, _),
        block_predecessor { block, predecessor },
        !UnwindsTo(predecessor, block);

    /// The landing pad or `resume` `instruction` of `function` has an exception of type `type`.
    struct Carries(FunctionId, InstructionId, TypeId);

    Carries(function, pad, type) <-
        Pad(pad, Opcode::LandingPad, _, function),
        instruction_result { instruction: pad, result },
        value { value: result, type };

    Carries(function, resume, type) <-
        resume_instruction { instruction: resume, value },
        instruction { instruction: resume, function },
        value { value, type };

    /// `function` has exceptions of type `type`.
    struct ExceptionType(FunctionId, TypeId);

    ExceptionType(function, type) <- Carries(function, _, type);

    /// The exceptions of `function` are of more than one type.
    struct Mixes(FunctionId);

    Mixes(function) <-
        ExceptionType(function, one),
        ExceptionType(function, other),
        (one != other);

    /// `instruction` is not the first in its function that has an exception.
    struct Later(InstructionId);

    Later(instruction) <-
        Mixes(function),
        Carries(function, earlier, _),
        Carries(function, instruction, _),
        (earlier < instruction);

    violation(TYPES_DIFFER, instruction, first) <-
        Mixes(function),
        Carries(function, first, type),
        !Later(first),
        Carries(function, instruction, other),
        (other != type);

    violation(CATCH_TYPE, Subject::Operand(pad, position)) <-
        landingpad_clause { instruction: pad, position, kind: ClauseKind::Catch, value },
        value { value, type },
        type { type, kind },
        (kind != TypeKind::Pointer);

    violation(FILTER_VALUE, Subject::Operand(pad, position)) <-
        landingpad_clause { instruction: pad, position, kind: ClauseKind::Filter, value },
        value { value, kind },
        !FILTERS(kind);
}
