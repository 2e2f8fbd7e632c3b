//! Where a module has undefined behavior, which values may be undef or poison, and why.
//!
//! [`check`] gives the same report as [`crate::check()`], of other rules. [`values::Values`] tells of
//! single values, and [`derive()`] fills the derived relations of the schema.

mod derive;
mod memory;
pub mod values;
mod wording;

use facts_schema::{EntityId, Facts, FunctionId, InstructionId};
use rules::{Subject, Violation};
use rustc_hash::FxHashMap;
use undefined_behavior::chain::Chains;
use undefined_behavior::slots::MemoryFacts;
use undefined_behavior::{Analysis, Deferred, Function, Module, Part, checks};

use crate::check::{Levels, Report};
use wording::Wording;

pub use ::undefined_behavior::Options;
pub use derive::derive;
pub use memory::memory;

/// What is known of loads from the outside, by function.
pub type Memory = FxHashMap<FunctionId, MemoryFacts>;

/// Checks a module against the rules about undefined behavior whose level is not `allow`. If asked to
/// `explain`, each finding about an operand says how undef or poison comes to it.
pub fn check(
    facts: &Facts,
    options: Options,
    memory: Memory,
    levels: &Levels,
    explain: bool,
) -> Report {
    let (analysis, found) = Analysis::run(Module::new(facts), options, memory, checks::violations);
    let violations: Vec<Violation> = found.into_iter().flat_map(|(_, found)| found).collect();
    let explainer = explain.then(|| Explainer { wording: Wording::new(facts), analysis, options });
    crate::check::report(facts, levels, &checks::RULES, violations, |violations| {
        explainer.as_ref().map(|explainer| explainer.explain(violations)).unwrap_or_default()
    })
}

/// Tells of findings how they come about.
struct Explainer<'f> {
    wording: Wording<'f>,
    analysis: Analysis<'f>,
    options: Options,
}

impl Explainer<'_> {
    /// The steps to each of these violations, which come function by function.
    fn explain(&self, violations: &[Violation]) -> Vec<Vec<String>> {
        let mut last: Option<(Function, Chains)> = None;
        let explanation = |violation: &Violation| {
            let Subject::Operand(instruction, position) = violation.subject else {
                return Vec::new();
            };
            let Some(row) = self.analysis.module.facts.instruction.get(instruction.index()) else {
                return Vec::new();
            };
            if last.as_ref().is_none_or(|(function, _)| function.function != row.function) {
                let function = self.analysis.function(row.function);
                let chains = Chains::of(&function, self.options);
                last = Some((function, chains));
            }
            match &last {
                Some((function, chains)) => {
                    self.chain(function, chains, instruction, position).unwrap_or_default()
                }
                None => Vec::new(),
            }
        };
        violations.iter().map(explanation).collect()
    }

    /// From what makes the operand undef or poison to the instruction, line by line.
    fn chain(
        &self,
        function: &Function,
        chains: &Chains,
        instruction: InstructionId,
        position: u32,
    ) -> Option<Vec<String>> {
        let module = &self.analysis.module;
        let operands = module.index.instruction_operand.all(instruction);
        let value = operands.iter().find(|row| row.position == position)?.operand;
        let kinds = [Deferred::Poison, Deferred::Undef];
        let mut parts = kinds
            .into_iter()
            .flat_map(|kind| module.parts_of(value).map(move |part: Part| (part, kind)));
        let (chain, kind) =
            parts.find_map(|(part, kind)| Some((chains.chain(part, kind)?, kind)))?;
        let mut lines = self.wording.chain(module, function, &chain, kind);
        lines.push(self.wording.bite(function.function, instruction, value));
        Some(lines)
    }
}

/// All rules that are told of, also those whose level is `allow`.
pub fn rules() -> impl Iterator<Item = rules::Rule> {
    checks::RULES.iter().copied()
}
