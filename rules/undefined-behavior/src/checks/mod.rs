//! The rules of `irlog ub`: undefined behaviour, and missing or redundant freezes.
//!
//! Each file declares its rules with `rules!` and derives their violations, function by function. A violation of a rule
//! at level deny is undefined behaviour in every execution that reaches the instruction.

mod bitwise;
mod definite;
mod freezes;
mod guards;
mod known;
mod paths;
mod possible;

use std::sync::LazyLock;

use facts_schema::view::View;
use facts_schema::{DeferredReason, InstructionId, ValueId};
use rules::{Rule, Subject, Violation};

use crate::function::Function;
use crate::module::Module;
use known::Known;
pub(crate) use paths::violation as of_paths;
pub use possible::is_possible;

type Check = fn(Known) -> Vec<Violation>;

const CHECKS: &[(&[Rule], Check)] = &[
    (definite::RULES, definite::violations),
    (guards::RULES, guards::violations),
    (freezes::RULES, freezes::violations),
    (bitwise::RULES, bitwise::violations),
    (possible::RULES, possible::violations),
];

/// Reasons that only mean that nothing is known about a value.
const UNKNOWABLE: [DeferredReason; 3] =
    [DeferredReason::Memory, DeferredReason::Call, DeferredReason::Other];

/// All rules, in the order of their codes.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let of_functions = CHECKS.iter().flat_map(|(rules, _)| *rules);
    let mut rules: Vec<Rule> = of_functions.chain(paths::RULES).copied().collect();
    rules.sort();
    rules
});

/// The subject of a violation at an operand. If several operands are the same value, it is the last of them.
fn operand_of(view: &View, instruction: InstructionId, operand: ValueId) -> Subject {
    let operands = view.instruction_operand.all(instruction).iter();
    let last = operands.rev().find(|it| it.operand == operand);
    Subject::Operand(instruction, last.map_or(0, |it| it.position))
}

/// The violations in one function, in the order of their subjects. A check does not run if none of its rules are
/// wanted.
pub(crate) fn violations(
    module: &Module,
    function: &Function,
    is_wanted: impl Fn(Rule) -> bool,
) -> Vec<Violation> {
    let known = Known::of(module, function);
    let wanted = CHECKS.iter().filter(|(rules, _)| rules.iter().any(|it| is_wanted(*it)));
    let mut violations: Vec<Violation> =
        wanted.flat_map(|(_, violations)| violations(known)).collect();
    violations.sort_unstable();
    violations.dedup();
    violations
}
