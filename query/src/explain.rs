//! Explains why a row is in an answer: the rules and rows that derive it.
//!
//! A [traced](Plan::traced) plan records the round of evaluation that added each row. A row is then
//! explained by a rule whose other rows existed before that round, so derivations are acyclic.

mod goal;
mod search;
mod text;

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostic;
use crate::plan::Plan;
use crate::run::{Evaluation, RunError};
use crate::source::Source;
use crate::syntax::{Atom, Span};
use crate::value::Symbols;
use search::{Fact, Found, Search, Shown};

/// A derivation of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Its steps. Each step follows the steps that it needs; the last one derives the requested
    /// row.
    pub steps: Vec<Step>,
}

/// A row and its derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The row, as `relation(value, …)`.
    pub row: String,
    /// The rule or fact of the program that derives it; `None` for the closure of an equivalence
    /// relation.
    pub rule: Option<Span>,
    /// The premises of the rule, in the order of the program.
    pub premises: Vec<Premise>,
}

/// A premise of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Premise {
    /// The row of the step at this position of [`Explanation::steps`].
    Step(usize),
    /// A row of the module.
    Given(String),
    /// A row that is a fact of the program, with its location.
    Fact(String, Span),
    /// A derived row whose derivation is omitted to keep the explanation short.
    LeftOut(String),
    /// A negated atom: there is no such row.
    Absent(String),
    /// Another condition, as written.
    Condition(Span),
}

/// The reason why there is no explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplainError {
    /// The goal is not a row of an output, or has values of other types.
    Mistake(Diagnostic),
    /// The answer has no such row.
    DoesNotHold,
    /// The program cannot be run.
    Run(RunError),
}

impl From<RunError> for ExplainError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// Explains a row of an output. Variables and `_` in the goal match any value.
///
/// At most `max_steps` rows are derived: those nearest to the goal.
///
/// # Errors
///
/// When the plan is not traced or cannot be run, or there is no such row.
pub fn explain(
    plan: &Plan,
    source: &mut dyn Source,
    symbols: &mut Symbols,
    goal: &Atom,
    max_steps: usize,
) -> Result<Explanation, ExplainError> {
    let (relation, pattern) = goal::pattern(plan, goal, symbols).map_err(ExplainError::Mistake)?;
    let evaluation = Evaluation::of(plan, source, symbols)?;
    let mut search = Search::new(plan, evaluation);
    let fact = search.first(relation, &pattern).ok_or(ExplainError::DoesNotHold)?;

    let mut derivations: Vec<(Fact, Found)> = Vec::new();
    let mut facts: FxHashMap<Fact, Span> = FxHashMap::default();
    let mut waiting = VecDeque::from([fact]);
    let mut seen = FxHashSet::from_iter([fact]);
    while let Some(fact) = waiting.pop_front() {
        if derivations.len() == max_steps {
            break;
        }
        let found = search.derive(fact, symbols)?;
        // Facts are shown where they are used, unless the goal itself is a fact.
        if found.is_fact() && !derivations.is_empty() {
            facts.insert(fact, found.rule());
            continue;
        }
        for fact in found.facts().filter(|it| search.is_derived(*it)) {
            if seen.insert(fact) {
                waiting.push_back(fact);
            }
        }
        derivations.push((fact, found));
    }
    // The premises of a row belong to an earlier stratum or round. The goal stays last among the
    // rows of its round.
    derivations.reverse();
    derivations.sort_by_key(|(fact, _)| search.rank(*fact));
    let numbers: FxHashMap<Fact, usize> =
        derivations.iter().zip(0..).map(|((fact, _), number)| (*fact, number)).collect();
    let shown = Shown { numbers, facts };
    let step = |(fact, found): &(Fact, Found)| search.step(*fact, found, &shown, symbols);
    Ok(Explanation { steps: derivations.iter().map(step).collect() })
}
