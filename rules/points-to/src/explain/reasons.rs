//! The reasons of all facts of a solution, for callers that ask about many facts.

use super::{Claim, Inferences, Owned, Reason};
use crate::verify::trace::Trace;
use crate::{Analysis, Fact};

/// A solution that is derived again from scratch, which takes about as long as verifying it.
pub struct Replayed<'a> {
    analysis: &'a Analysis<'a>,
    trace: Trace<'a>,
}

/// The reasons of all facts of a solution.
pub struct Reasons<'t, 'a> {
    trace: &'t Trace<'a>,
    inferences: Inferences<'t, 'a>,
}

/// Why a claim holds.
#[derive(Clone, Debug)]
pub struct Reasoned {
    /// The rule or other reason.
    pub reason: Reason,
    /// The constraint that it follows from, if the rule is about one.
    pub constraint: Option<Owned>,
    /// The claims that it follows from. All of them were derived earlier.
    pub premises: Vec<Claim>,
}

impl<'a> Replayed<'a> {
    /// Derives the solution of `analysis` again.
    pub fn new(analysis: &'a Analysis<'a>) -> Self {
        let Analysis { constraints, depth, solution, .. } = analysis;
        // Without a goal, the replay continues to its end.
        let (trace, _) = Trace::until(constraints, *depth, solution, &[&[]]);
        Self { analysis, trace }
    }

    /// The reasons of its facts.
    pub fn reasons(&self) -> Reasons<'_, 'a> {
        let Analysis { constraints, solution, .. } = self.analysis;
        Reasons {
            trace: &self.trace,
            inferences: Inferences::new(constraints, solution, &self.trace),
        }
    }
}

impl Reasons<'_, '_> {
    /// Why a claim holds; none if it does not hold, or if its reason was not kept.
    pub fn of(&self, claim: Claim) -> Option<Reasoned> {
        let inference = self.inferences.of(claim)?;
        let super::Inference { reason, constraint, premises } = inference;
        Some(Reasoned { reason, constraint, premises })
    }

    /// The time at which a fact was derived. It is later than the times of the facts that it follows from.
    pub fn time(&self, fact: Fact) -> Option<u32> {
        self.trace.time(fact)
    }
}
