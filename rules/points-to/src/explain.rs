//! Why a solution says something: a derivation, fact by fact.
//!
//! The derivation is looked for backward from the goal, among the ways in which some rule can derive
//! a fact from other facts of the solution, cheap ones first: those with few premises, and with
//! premises about variables and memory of which little is known. Meanwhile what has been found is
//! proved forward: a fact is proved when all premises of one of its ways are. So no proof goes in
//! circles, and as soon as the goal is proved the search ends. If it never is, the solution is wrong.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use facts_schema::FunctionId;
use rustc_hash::FxHashMap;

use crate::definition::Rule;
use crate::{
    Address, Analysis, Argument, Assign, Call, CallResult, Constraints, Context, Fact, Load, Shift,
    Solution, Store, Transfer, VariableArguments,
};

mod index;
mod origin;
mod statement;
mod ways;
mod writes;

pub use origin::Origins;
pub use statement::Statement;
use ways::Ways;

/// How a fact follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// Each step follows from those before it. The last one is the goal.
    pub steps: Vec<Step>,
}

/// One fact, and why it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What holds.
    pub fact: Fact,
    /// The rule of the definition that says so.
    pub rule: Rule,
    /// The steps that it follows from, by their indices in [`Derivation::steps`].
    pub premises: Vec<usize>,
    /// The constraint that it follows from, if the rule is about one.
    pub constraint: Option<Owned>,
}

impl Derivation {
    /// The derivation without what readers know or do not ask: why functions run, unless that is the
    /// question, and that the name of a global is its address.
    pub fn essential(self) -> Self {
        let Some(goal) = self.steps.len().checked_sub(1) else { return self };
        let asks_what_runs = matches!(self.steps[goal].fact, Fact::Reachable(..));
        let is_essential = |step: &Step| {
            let is_name = step.rule == Rule::Address
                && step.constraint.is_some_and(|constraint| constraint.owner.is_none());
            !is_name && (asks_what_runs || !matches!(step.fact, Fact::Reachable(..)))
        };
        let mut is_needed = vec![false; self.steps.len()];
        is_needed[goal] = true;
        // Premises come before what follows from them.
        for (number, step) in self.steps.iter().enumerate().rev() {
            if is_needed[number] {
                for &premise in &step.premises {
                    is_needed[premise] |= is_essential(&self.steps[premise]);
                }
            }
        }
        let mut numbers = vec![None; self.steps.len()];
        let mut steps = Vec::new();
        for (number, mut step) in self.steps.into_iter().enumerate() {
            if is_needed[number] {
                numbers[number] = Some(steps.len());
                step.premises = step.premises.iter().filter_map(|it| numbers[*it]).collect();
                steps.push(step);
            }
        }
        Self { steps }
    }
}

/// A constraint, and the body that it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owned {
    /// The function; none for the module.
    pub owner: Option<FunctionId>,
    /// The context in which the body runs.
    pub context: Context,
    /// The constraint itself.
    pub constraint: Constraint,
}

/// A constraint of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the rows say it")]
pub enum Constraint {
    Address(Address),
    Assign(Assign),
    Shift(Shift),
    Load(Load),
    Store(Store),
    Transfer(Transfer),
    Call(Call),
    Argument(Argument),
    VariableArguments(VariableArguments),
    CallResult(CallResult),
}

/// A way to derive a fact.
#[derive(Clone, Debug)]
struct Way {
    rule: Rule,
    constraint: Option<Owned>,
    premises: Vec<Fact>,
}

/// Derives `goal`; none, if the solution does not say so or has no reason for it.
///
/// `solution` is what follows from `constraints`.
pub fn explain(constraints: &Constraints, solution: &Solution, goal: Fact) -> Option<Derivation> {
    if !solution.holds(goal) {
        return None;
    }
    Search::new(Ways::new(constraints, solution)).run(goal)
}

/// Derives one of the facts that a statement means, in the fewest steps that are found. Without
/// `is_full`, only [essential](Derivation::essential) steps are given and counted. None, if no such fact
/// holds.
pub fn explain_statement(
    analysis: &Analysis,
    statement: &Statement,
    is_full: bool,
) -> Option<Derivation> {
    /// A statement can mean many facts; more than that are not tried.
    const TRIED: usize = 16;
    let facts = statement.facts(analysis).into_iter().take(TRIED);
    let derive = |fact: Fact| explain(&analysis.constraints, &analysis.solution, fact);
    let derivations = facts.filter_map(derive);
    let derivations = derivations.map(|whole| if is_full { whole } else { whole.essential() });
    derivations.min_by_key(|derivation| derivation.steps.len())
}

/// The number of a fact in [`Search::entries`].
type EntryId = usize;

/// A fact that the search has met.
struct Entry {
    fact: Fact,
    /// The way that proved it.
    proof: Option<usize>,
    /// The ways that it is a premise of.
    used_by: Vec<usize>,
}

/// A way that the search has met.
struct Attempt {
    conclusion: EntryId,
    way: Way,
    premises: Vec<EntryId>,
    /// How many premises are not proved yet.
    missing: usize,
}

struct Search<'a> {
    ways: Ways<'a>,
    entries: Vec<Entry>,
    known: FxHashMap<Fact, EntryId>,
    attempts: Vec<Attempt>,
    /// Facts whose ways have not been looked for, the cheapest first.
    open: BinaryHeap<Reverse<(u64, EntryId)>>,
}

impl<'a> Search<'a> {
    fn new(ways: Ways<'a>) -> Self {
        Self {
            ways,
            entries: Vec::new(),
            known: FxHashMap::default(),
            attempts: Vec::new(),
            open: BinaryHeap::new(),
        }
    }

    fn run(mut self, goal: Fact) -> Option<Derivation> {
        let goal = self.meet(goal, 0);
        while self.entries[goal].proof.is_none() {
            let Reverse((cost, entry)) = self.open.pop()?;
            if self.entries[entry].proof.is_none() {
                self.expand(entry, cost);
            }
        }
        Some(self.derivation(goal))
    }

    /// The entry of a fact, which is new if it has not been met.
    fn meet(&mut self, fact: Fact, cost: u64) -> EntryId {
        if let Some(known) = self.known.get(&fact) {
            return *known;
        }
        let entry = self.entries.len();
        self.entries.push(Entry { fact, proof: None, used_by: Vec::new() });
        self.known.insert(fact, entry);
        self.open.push(Reverse((cost, entry)));
        entry
    }

    /// Looks for the ways to derive a fact.
    fn expand(&mut self, conclusion: EntryId, cost: u64) {
        for way in self.ways.of(self.entries[conclusion].fact) {
            let premises: Vec<EntryId> = way
                .premises
                .iter()
                .map(|premise| self.meet(*premise, cost + self.ways.cost(*premise)))
                .collect();
            let attempt = self.attempts.len();
            let mut missing = 0;
            for premise in &premises {
                if self.entries[*premise].proof.is_none() {
                    self.entries[*premise].used_by.push(attempt);
                    missing += 1;
                }
            }
            self.attempts.push(Attempt { conclusion, way, premises, missing });
            if missing == 0 {
                self.prove(attempt);
                return;
            }
        }
    }

    /// All premises of the attempt are proved; so its conclusion is, and what follows from that.
    fn prove(&mut self, attempt: usize) {
        let mut proved = vec![attempt];
        while let Some(attempt) = proved.pop() {
            let conclusion = &mut self.entries[self.attempts[attempt].conclusion];
            if conclusion.proof.is_some() {
                continue;
            }
            conclusion.proof = Some(attempt);
            for user in std::mem::take(&mut conclusion.used_by) {
                let user_attempt = &mut self.attempts[user];
                user_attempt.missing -= 1;
                if user_attempt.missing == 0 {
                    proved.push(user);
                }
            }
        }
    }

    /// The steps that lead to a fact that is proved, premises first.
    fn derivation(&self, goal: EntryId) -> Derivation {
        let mut steps = Vec::new();
        let mut numbers = FxHashMap::default();
        let mut stack = vec![(goal, false)];
        while let Some((entry, has_premises)) = stack.pop() {
            if numbers.contains_key(&entry) {
                continue;
            }
            let Some(proof) = self.entries[entry].proof else { continue };
            let Attempt { way, premises, .. } = &self.attempts[proof];
            if has_premises {
                numbers.insert(entry, steps.len());
                steps.push(Step {
                    fact: self.entries[entry].fact,
                    rule: way.rule,
                    premises: premises.iter().filter_map(|it| numbers.get(it).copied()).collect(),
                    constraint: way.constraint,
                });
            } else {
                stack.push((entry, true));
                stack.extend(premises.iter().rev().map(|premise| (*premise, false)));
            }
        }
        Derivation { steps }
    }
}

#[cfg(test)]
mod tests;
