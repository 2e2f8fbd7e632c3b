//! Branches and calls that always lead to undefined behaviour.
//!
//! **Scope: module.**

use facts_schema::UbCause;
use rules::{Detail, Violation, rules};

use super::definite::DOOMED_CALL;
use super::operand_of;
use crate::module::Module;
use crate::paths::Inevitable;

rules! { UndefinedBehavior "undefined-behavior";
    /// Not every path from a branch leads to undefined behaviour.
    ///
    /// Whichever way control takes, it reaches an instruction whose undefined behaviour is certain. No valid
    /// execution reaches the branch, and optimisers may remove it with everything before it.
    deny EVERY_PATH: "UND048" "undefined-on-every-path" {
        message: "every path from this `{opcode}` ends in undefined behaviour",
        reference: "LLVM's UB manual",
        checks: [],
    }
}

/// The violation at a branch or call that always leads to undefined behaviour.
pub(crate) fn violation(module: &Module, found: &Inevitable) -> Violation {
    let rule = match found.cause(module) {
        UbCause::Call => DOOMED_CALL,
        _ => EVERY_PATH,
    };
    let subject = operand_of(&module.index, found.instruction, found.operand);
    Violation { rule, subject, detail: Detail::None }
}
