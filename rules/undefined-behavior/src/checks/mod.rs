//! Rules for people: where a module has undefined behavior, and where a `freeze` is missing or useless.
//!
//! Each file declares its rules with `rules!` and derives their violations, function by function. The
//! rules at level deny are broken where there is undefined behavior in every execution.

mod bitwise;
mod definite;
mod freezes;
mod guards;

use std::sync::LazyLock;

use facts_schema::ValueId;
use rules::{Rule, Subject, Violation};

use crate::control::Place;
use crate::function::Function;
use crate::module::Module;

type Check = fn(&Module, &Function) -> Vec<Violation>;

const CHECKS: &[(&[Rule], Check)] = &[
    (definite::RULES, definite::violations),
    (guards::RULES, guards::violations),
    (freezes::RULES, freezes::violations),
    (bitwise::RULES, bitwise::violations),
];

/// All rules, in the order of their codes.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let mut rules: Vec<Rule> = CHECKS.iter().flat_map(|(rules, _)| *rules).copied().collect();
    rules.sort();
    rules
});

/// The violations in one function, in the order of their subjects.
pub(crate) fn violations(module: &Module, function: &Function) -> Vec<Violation> {
    let found = CHECKS.iter().flat_map(|(_, violations)| violations(module, function));
    let mut violations: Vec<Violation> = found.collect();
    violations.sort_unstable();
    violations.dedup();
    violations
}

/// `value` as an operand of the instruction at `at`.
fn operand(module: &Module, function: &Function, at: Place, value: ValueId) -> Option<Subject> {
    let instruction = function.control.instruction(at)?;
    let operands = module.index.instruction_operand.all(instruction);
    let row = operands.iter().rev().find(|row| row.operand == value)?;
    Some(Subject::Operand(instruction, row.position))
}
