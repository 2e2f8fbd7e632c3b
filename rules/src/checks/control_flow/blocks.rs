//! The first and last instructions of blocks.

use facts_schema::Opcode;
use rules_macros::datalog;

use super::{next, previous};
use crate::rule::rules;

rules! { ControlFlow "control-flow";
    /// A block ends with a terminator.
    ///
    /// Control does not fall through to the next block. The terminator names all successors, even
    /// if the only one is the next block.
    deny NO_TERMINATOR: "CFG010" "block-without-terminator" {
        message: "`{subject}` does not end with a terminator",
        reference: "LangRef, Terminator Instructions",
        checks: ["visitBasicBlock: Basic Block does not have terminator!"],
    }

    /// A terminator is the last instruction of its block.
    ///
    /// Instructions after it would never be executed. They belong in another block.
    deny TERMINATOR_INSIDE: "CFG011" "terminator-inside-block" {
        message: "`{opcode}` is a terminator, but `{detail}` follows it in the block",
        reference: "LangRef, Terminator Instructions",
        checks: ["visitTerminator: Terminator found in the middle of a basic block!"],
    }

    /// Phis come before all other instructions of their block.
    ///
    /// All phis of a block take their values at the same time, when control enters the block.
    deny PHI_NOT_FIRST: "CFG012" "phi-not-at-top" {
        message: "the phi follows `{detail}`, which is not a phi",
        reference: "LangRef, phi",
        checks: ["visitPHINode: PHI nodes not grouped at top of basic block!"],
    }
}

datalog! { module;
    violation(NO_TERMINATOR, block) <- block { block }, !block_terminator { block };

    violation(TERMINATOR_INSIDE, terminator, following) <-
        instruction { instruction: terminator, block, opcode },
        (is_terminator(opcode)),
        let following = next(terminator),
        instruction { instruction: following, block };

    violation(PHI_NOT_FIRST, phi, preceding) <-
        instruction { instruction: phi, block, opcode: Opcode::Phi },
        let preceding = previous(phi),
        instruction { instruction: preceding, block, opcode },
        (opcode != Opcode::Phi);
}

fn is_terminator(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        Ret | Br
            | Switch
            | IndirectBr
            | Invoke
            | CallBr
            | Resume
            | CatchSwitch
            | CatchRet
            | CleanupRet
            | Unreachable
    )
}
