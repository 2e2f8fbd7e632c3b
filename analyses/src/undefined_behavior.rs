//! Answers about undefined behaviour, undef and poison.
//!
//! The package [`undefined_behavior`] derives the results reported here. [`check`] returns the same
//! kind of report as [`crate::check()`], for other rules. [`values::Values`] describes individual
//! values.

mod memory;
mod paths;
pub mod values;
mod wording;

use facts_schema::{EntityId, Facts, InstructionId};
use rules::{Level, Subject, Violation};
use undefined_behavior::chain::Chains;
use undefined_behavior::{Analysis, Deferred, Function, Memory, Module, Options, Part, checks};

use crate::check::{Levels, Report, Step};
use wording::Wording;

/// Checks a module against the rules about undefined behaviour whose level is not `allow`. With
/// `explain`, each finding about an operand shows how undef or poison reaches the operand.
pub fn check(
    facts: &Facts,
    options: Options,
    memory: Memory,
    levels: &Levels,
    explain: bool,
) -> Report {
    let is_wanted = |rule| levels.of(rule) != Level::Allow;
    let found = Analysis::check(Module::new(facts), options, memory, is_wanted);
    report(facts, options, found, levels, explain)
}

/// As [`check`], with explanations, and also adds the derived relations to `derived`.
pub fn check_and_derive(
    facts: &Facts,
    options: Options,
    memory: Memory,
    levels: &Levels,
    derived: &mut Facts,
) -> Report {
    let is_wanted = |rule| levels.of(rule) != Level::Allow;
    let found = undefined_behavior::check_and_derive(facts, options, memory, is_wanted, derived);
    report(facts, options, found, levels, true)
}

fn report(
    facts: &Facts,
    options: Options,
    (analysis, violations): (Analysis, Vec<Violation>),
    levels: &Levels,
    explain: bool,
) -> Report {
    let explainer = Explainer { wording: Wording::new(facts), analysis, options, explain };
    crate::check::report(facts, levels, &checks::RULES, violations, |violations| {
        explainer.explain(violations)
    })
}

/// Explains findings.
struct Explainer<'f> {
    wording: Wording<'f>,
    analysis: Analysis<'f>,
    options: Options,
    /// Whether to explain how undef or poison reaches an operand. Findings about memory are always
    /// explained.
    explain: bool,
}

impl Explainer<'_> {
    /// The steps that lead to each of these violations, which are ordered by function.
    fn explain(&self, violations: &[Violation]) -> Vec<Vec<Step>> {
        let memory = memory::Wording::new(&self.analysis.module, &self.wording);
        let mut last: Option<(Function, Chains)> = None;
        let explanation = |violation: &Violation| {
            let Subject::Operand(instruction, position) = violation.subject else {
                return Vec::new();
            };
            let mut inevitable = self.analysis.inevitable.iter();
            let steps = match inevitable.find(|it| it.instruction == instruction) {
                Some(found) => paths::steps(&self.analysis.module, &self.wording, found),
                None if checks::is_possible(violation.rule) => memory.possible_steps(instruction),
                None => memory.steps(instruction),
            };
            if !steps.is_empty() || !self.explain {
                return steps;
            }
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

    /// The steps from the source of undef or poison to the instruction.
    fn chain(
        &self,
        function: &Function,
        chains: &Chains,
        instruction: InstructionId,
        position: u32,
    ) -> Option<Vec<Step>> {
        let module = &self.analysis.module;
        let operands = module.index.instruction_operand.all(instruction);
        let value = operands.iter().find(|row| row.position == position)?.operand;
        let kinds = [Deferred::Poison, Deferred::Undef];
        let mut parts = kinds
            .into_iter()
            .flat_map(|kind| module.parts_of(value).map(move |part: Part| (part, kind)));
        let (chain, kind) =
            parts.find_map(|(part, kind)| Some((chains.chain(part, kind)?, kind)))?;
        let mut steps = self.wording.chain(module, function, &chain, kind);
        let last = self.wording.use_of(function.function, instruction, value);
        steps.push(self.wording.at(instruction, last));
        Some(steps)
    }
}

/// All rules that can be reported, including those whose level is `allow`.
pub fn rules() -> impl Iterator<Item = rules::Rule> {
    checks::RULES.iter().copied()
}
