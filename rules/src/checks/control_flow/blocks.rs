//! What a block begins and ends with.

use facts_schema::Opcode;
use rules_macros::datalog;

use super::{next, previous};
use crate::rule::rules;

rules! { ControlFlow "control-flow";
    /// A block ends with a terminator.
    ///
    /// Control does not fall from one block into the next: the last instruction of a block says where
    /// it goes, even if that is the next block.
    deny NO_TERMINATOR: "CFG010" "block-without-terminator" {
        message: "`{subject}` does not end with a terminator",
        reference: "LangRef, Terminator Instructions",
        checks: ["visitBasicBlock: Basic Block does not have terminator!"],
    }

    /// A terminator is the last instruction of its block.
    ///
    /// What follows it would never be executed, and belongs into another block.
    deny TERMINATOR_INSIDE: "CFG011" "terminator-inside-block" {
        message: "`{opcode}` ends its block, but `{detail}` follows it",
        reference: "LangRef, Terminator Instructions",
        checks: ["visitTerminator: Terminator found in the middle of a basic block!"],
    }

    /// Phis come before all other instructions of their block.
    ///
    /// They take their values all at once, at the moment when control enters the block.
    deny PHI_NOT_FIRST: "CFG012" "phi-not-at-top" {
        message: "the phi comes after `{detail}`, which is no phi",
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
