//! Landing pads, `resume`, and the requirements of all exception handling on the function.

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
    /// The personality function decides during unwinding which handler receives an exception.
    /// Landing pads, `resume` and funclet pads need it.
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

    /// An exception handling pad is the first non-phi instruction of its block.
    ///
    /// The unwinder enters the handler at the pad.
    deny PAD_NOT_FIRST: "EXC002" "pad-not-at-top" {
        message: "`{opcode}` is not the first non-phi instruction of its block",
        reference: "LangRef, landingpad",
        checks: [
            "visitLandingPadInst: LandingPadInst not the first non-PHI instruction in the block.",
            "visitCatchPadInst: CatchPadInst not the first non-PHI instruction in the block.",
            "visitCleanupPadInst: CleanupPadInst not the first non-PHI instruction in the block.",
            "visitCatchSwitchInst: CatchSwitchInst not the first non-PHI instruction in the block.",
        ],
    }

    /// An exception handling pad is not in the entry block of a function.
    ///
    /// The entry block is executed when the function is called, not when an exception is thrown.
    deny PAD_IN_ENTRY: "EXC003" "pad-in-entry" {
        message: "`{opcode}` is in the entry block of `{function}`",
        reference: "LangRef, Exception Handling",
        checks: ["visitEHPadPredecessors: EH pad cannot be in entry block."],
    }

    /// The unwind destination of an `invoke` begins with an exception handling pad.
    ///
    /// The pad receives the exception.
    deny UNWIND_TO_NO_PAD: "EXC004" "invoke-unwinds-to-non-pad" {
        message: "the unwind destination `{detail}` of the `invoke` does not begin with an exception handling pad",
        reference: "LangRef, invoke",
        checks: ["visitInvokeInst: The unwind destination does not have an exception handling instruction!"],
        tables: [107, 108],
    }

    /// A `landingpad` has at least one clause or is a cleanup.
    ///
    /// Otherwise no exception would ever reach it.
    deny NO_CLAUSE: "EXC010" "landingpad-without-clause" {
        message: "the `landingpad` has no clause and is not a cleanup",
        reference: "LangRef, landingpad",
        checks: ["visitLandingPadInst: LandingPadInst needs at least one clause or to be a cleanup."],
    }

    /// The block of a `landingpad` is reached only by the unwind edges of invokes.
    ///
    /// Only the unwinder sets the values of a `landingpad`. A branch or the normal edge of an
    /// `invoke` does not.
    deny LANDING_PAD_EDGE: "EXC011" "landingpad-not-entered-by-invoke" {
        message: "`{detail}` reaches the `landingpad` by an edge that is not the unwind edge of an `invoke`",
        reference: "LangRef, landingpad",
        checks: ["visitEHPadPredecessors: Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke."],
    }

    /// All `landingpad` and `resume` instructions of a function have the same type.
    ///
    /// The personality function determines the type, and a function has one personality.
    deny TYPES_DIFFER: "EXC012" "exception-type-differs" {
        message: "this exception type differs from the type of `{detail}` in the same function",
        reference: "LangRef, landingpad",
        checks: [
            "visitLandingPadInst: The landingpad instruction should have a consistent result type inside a function.",
            "visitResumeInst: The resume instruction should have a consistent result type inside a function.",
        ],
    }

    /// The operand of a `catch` clause is a pointer.
    ///
    /// It is the address of the type info of the caught exceptions, or null to catch all
    /// exceptions.
    deny CATCH_TYPE: "EXC013" "catch-clause-not-pointer" {
        message: "the operand `{operand}` of a `catch` clause has type {operand.type}, not a pointer type",
        reference: "LangRef, landingpad",
        checks: ["visitLandingPadInst: Catch operand does not have pointer type!"],
    }

    /// The operand of a `filter` clause is a constant array.
    ///
    /// It lists the types that may be thrown; the clause matches all others.
    deny FILTER_VALUE: "EXC014" "filter-clause-not-array" {
        message: "the operand `{operand}` of a `filter` clause is not a constant array",
        reference: "LangRef, landingpad",
        checks: ["visitLandingPadInst: Filter operand is not an array of constants!"],
    }
}

datalog! { module;
    const PADS(Opcode) =
        [Opcode::LandingPad, Opcode::CatchSwitch, Opcode::CatchPad, Opcode::CleanupPad];

    const FILTERS(ValueKind) = [ValueKind::ConstantArray, ValueKind::ZeroInitializer];

    /// `pad`, with this opcode, is an exception handling pad in `block` of `function`.
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

    /// `block` ends with an invoke for which `target` is the unwind destination and not the normal
    /// destination.
    struct UnwindsTo(BlockId, BlockId);

    UnwindsTo(block, unwind_target) <-
        invoke_instruction { instruction: invoke, normal_target, unwind_target },
        (normal_target != unwind_target),
        instruction { instruction: invoke, block };

    violation(LANDING_PAD_EDGE, pad, predecessor) <-
        Pad(pad, Opcode::LandingPad, block, _),
        block_predecessor { block, predecessor },
        !UnwindsTo(predecessor, block);

    /// The landing pad or `resume` `instruction` in `function` has an exception of type `type`.
    struct Carries(FunctionId, InstructionId, TypeId);

    Carries(function, pad, type) <-
        Pad(pad, Opcode::LandingPad, _, function),
        instruction_result { instruction: pad, result },
        value { value: result, type };

    Carries(function, resume, type) <-
        resume_instruction { instruction: resume, value },
        instruction { instruction: resume, function },
        value { value, type };

    /// A landing pad or `resume` in `function` has an exception of type `type`.
    struct ExceptionType(FunctionId, TypeId);

    ExceptionType(function, type) <- Carries(function, _, type);

    /// The exceptions of `function` have more than one type.
    struct HasSeveralTypes(FunctionId);

    HasSeveralTypes(function) <-
        ExceptionType(function, one),
        ExceptionType(function, other),
        (one != other);

    /// `instruction` is not the first landing pad or `resume` in its function.
    struct NotFirst(InstructionId);

    NotFirst(instruction) <-
        HasSeveralTypes(function),
        Carries(function, earlier, _),
        Carries(function, instruction, _),
        (earlier < instruction);

    violation(TYPES_DIFFER, instruction, first) <-
        HasSeveralTypes(function),
        Carries(function, first, type),
        !NotFirst(first),
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
