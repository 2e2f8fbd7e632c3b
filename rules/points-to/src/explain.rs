//! Why a fact is in a solution: a derivation, step by step.
//!
//! The replay that also [verifies](mod@crate::verify) solutions derives the facts of the solution again from scratch,
//! until it derives the requested fact. It records the time at which each fact was derived. Then the derivation is
//! built backwards: a fact follows by some rule from facts that were derived earlier. So derivations have no cycles,
//! and no search is needed.

use facts_schema::{FunctionId, InstructionId};
use rustc_hash::FxHashMap;

use crate::verify::trace::Trace;
use crate::{
    Address, Analysis, Argument, Assign, Call, CallResult, Constraints, Context, Fact, Instance,
    Load, Shift, Solution, Store, Transfer, Variable, VariableArguments,
};

mod calls;
mod choice;
mod essential;
mod index;
mod inferences;
mod limit;
mod origin;
mod reason;
mod reasons;
mod statement;
mod writes;

use inferences::Inferences;
pub use origin::Origins;
pub use reason::Reason;
pub use reasons::{Reasoned, Reasons, Replayed};
pub use statement::Statement;

/// A derivation of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// Each step follows from those before it. The last one is the goal.
    pub steps: Vec<Step>,
}

/// A claim and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The claim.
    pub claim: Claim,
    /// The rule or other reason.
    pub reason: Reason,
    /// The steps that it follows from, by their indices in [`Derivation::steps`].
    pub premises: Vec<usize>,
    /// The constraint that it follows from, if the rule is about one.
    pub constraint: Option<Owned>,
    /// The reason why its premises are omitted, if they are.
    pub cut: Option<Cut>,
}

/// The reason why the premises of a step are omitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// They are not [essential](Derivation::essential).
    Essential,
    /// There would be too [many](Derivation::limited).
    Limit,
}

/// The claim of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// A fact of the solution.
    Fact(Fact),
    /// The contents of the instance are not tracked.
    Opaque(Instance),
    /// The module has stored the function in escaped memory, where it is found.
    Remembered(RememberedPlace, FunctionId),
    /// The call may run the function, because external code may have provided its pointer.
    MayCall(InstructionId, FunctionId),
}

/// The place where a function that the module has stored in escaped memory is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RememberedPlace {
    /// In a variable.
    Variable(Variable),
    /// In memory that is tracked.
    Cell(crate::Location),
    /// At this offset from a pointer to escaped memory, with one such location.
    Offset(u32, Option<crate::Location>),
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

/// An inference of a claim: a rule or another reason, and its premises.
#[derive(Clone, Debug)]
struct Inference {
    reason: Reason,
    constraint: Option<Owned>,
    premises: Vec<Claim>,
}

/// Derives `goal`; none if the solution does not contain it or has no reason for it.
///
/// `solution` is the solution of `constraints` with contexts of `depth` call sites.
pub fn explain(
    constraints: &Constraints,
    depth: usize,
    solution: &Solution,
    goal: Fact,
) -> Option<Derivation> {
    if !solution.holds(goal) {
        return None;
    }
    let (trace, found) = Trace::until(constraints, depth, solution, &[&[goal]]);
    let inferences = Inferences::new(constraints, solution, &trace);
    let mut derivation = Derivation { steps: Vec::new() };
    derivation.derive(&inferences, Claim::Fact(*found?.first()?))?;
    Some(derivation)
}

/// Derives one of the facts that a statement means: the one that is derived first. Without `is_full`, only
/// [essential](Derivation::essential) steps are given. None if no such fact holds.
pub fn explain_statement(
    analysis: &Analysis,
    statement: &Statement,
    is_full: bool,
) -> Option<Derivation> {
    let Analysis { constraints, depth, solution, .. } = analysis;
    let facts = statement.facts(analysis);
    let whole = match statement {
        Statement::Calls(instructions, functions) if facts.is_empty() => {
            calls::explain_external(analysis, instructions, functions)?
        }
        Statement::Opaque(objects) => {
            let instance = objects.iter().find(|it| solution.opaque.contains(**it))?;
            explain_opaque(analysis, *instance)?
        }
        _ if facts.is_empty() => return None,
        _ => {
            let (trace, found) = Trace::until(constraints, *depth, solution, &[&facts]);
            let inferences = Inferences::new(constraints, solution, &trace);
            let mut derivation = Derivation { steps: Vec::new() };
            derivation.derive(&inferences, Claim::Fact(*found?.first()?))?;
            derivation
        }
    };
    Some(if is_full { whole } else { whole.essential() })
}

/// Derives that the contents of the instance are not tracked.
fn explain_opaque(analysis: &Analysis, instance: Instance) -> Option<Derivation> {
    let Analysis { constraints, depth, solution, .. } = analysis;
    let (trace, _) = Trace::until(constraints, *depth, solution, &[&[Fact::Escaped(instance)]]);
    let inferences = Inferences::new(constraints, solution, &trace);
    let mut derivation = Derivation { steps: Vec::new() };
    derivation.derive(&inferences, Claim::Opaque(instance))?;
    Some(derivation)
}

impl Derivation {
    /// Adds the steps that lead to a claim, premises first, and returns the index of the last one.
    fn derive(&mut self, inferences: &Inferences, goal: Claim) -> Option<usize> {
        let mut numbers: FxHashMap<Claim, usize> =
            self.steps.iter().enumerate().map(|(number, step)| (step.claim, number)).collect();
        let mut stack = vec![(goal, None::<Inference>)];
        while let Some((claim, inference)) = stack.pop() {
            if numbers.contains_key(&claim) {
                continue;
            }
            if let Some(Inference { reason, constraint, premises }) = inference {
                let premises = premises.iter().filter_map(|it| numbers.get(it).copied()).collect();
                numbers.insert(claim, self.steps.len());
                self.steps.push(Step { claim, reason, premises, constraint, cut: None });
            } else {
                let inference = inferences.of(claim)?;
                let premises = inference.premises.clone();
                stack.push((claim, Some(inference)));
                stack.extend(premises.into_iter().rev().map(|premise| (premise, None)));
            }
        }
        numbers.get(&goal).copied()
    }
}

#[cfg(test)]
mod tests;
