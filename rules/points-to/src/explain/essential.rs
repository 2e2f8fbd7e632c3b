//! Derivations without obvious or irrelevant steps.

use super::{Claim, Cut, Derivation, Reason, Step};
use crate::definition::Rule;
use crate::{Fact, Instance, Location};

/// Longer derivations omit the reasons why addresses point to their targets.
const MANY_STEPS: usize = 40;

impl Derivation {
    /// The derivation without obvious or irrelevant steps. These are: that the name of a global is its address, that
    /// external code can reach its own memory, and why functions run, unless that is the question. If many steps
    /// remain, the reasons why addresses point to their targets, and why calls run the functions that receive their
    /// arguments, are also omitted.
    pub fn essential(self) -> Self {
        let whole = self.keep(|_, _| false);
        match whole.steps.len() > MANY_STEPS {
            true => whole.keep(is_beside),
            false => whole,
        }
    }

    /// Only the steps that are still needed if some premises are not derived: those for which the predicate is true. It
    /// receives a step and one of its premises.
    fn keep(self, is_bracketed: impl Fn(&Step, &Step) -> bool) -> Self {
        let Some(goal) = self.steps.len().checked_sub(1) else { return self };
        let asks_what_runs = is_about_running(&self.steps[goal]);
        let is_essential =
            |step: &Step| !is_known(step) && (asks_what_runs || !is_about_running(step));
        let mut is_needed = vec![false; self.steps.len()];
        let mut is_derived = vec![false; self.steps.len()];
        (is_needed[goal], is_derived[goal]) = (true, true);
        // Premises precede their conclusions.
        for (number, step) in self.steps.iter().enumerate().rev() {
            if !is_derived[number] {
                continue;
            }
            for &premise in &step.premises {
                let before = &self.steps[premise];
                if is_essential(before) {
                    is_needed[premise] = true;
                    is_derived[premise] |= !is_bracketed(step, before);
                }
            }
        }
        self.cut(&is_needed, &is_derived, Cut::Essential)
    }

    /// Only the steps that are kept. Steps without a derivation are cut.
    pub(super) fn cut(self, is_kept: &[bool], is_derived: &[bool], cut: Cut) -> Self {
        let mut numbers = vec![None; self.steps.len()];
        let mut steps = Vec::new();
        for (number, mut step) in self.steps.into_iter().enumerate() {
            if is_kept[number] {
                numbers[number] = Some(steps.len());
                if !is_derived[number] && !step.premises.is_empty() {
                    step.cut = Some(cut);
                    step.premises.clear();
                }
                step.premises = step.premises.iter().filter_map(|it| numbers[*it]).collect();
                steps.push(step);
            }
        }
        Self { steps }
    }
}

fn is_about_running(step: &Step) -> bool {
    matches!(step.claim, Claim::Fact(Fact::Reachable(..)))
}

/// Whether the claim of the step is obvious.
fn is_known(step: &Step) -> bool {
    let is_of_module = || step.constraint.is_some_and(|constraint| constraint.owner.is_none());
    match step.reason {
        Reason::Rule(Rule::Address) => is_of_module(),
        Reason::Rule(Rule::ExternalPointer | Rule::ExternalContent | Rule::ExternalObject) => true,
        _ => false,
    }
}

/// Whether the premise `before` does not carry the flow of the step, but determines its target: it states that a call
/// runs a function, or what an address points to.
pub(super) fn is_beside(step: &Step, before: &Step) -> bool {
    match (step.claim, before.claim) {
        (Claim::Fact(Fact::PointsTo(..)), Claim::Fact(Fact::Calls(_))) => true,
        (
            Claim::Fact(Fact::PointsTo(_, target) | Fact::Stored(_, target)),
            Claim::Fact(Fact::PointsTo(_, pointee)),
        ) => {
            let moves = !matches!(step.reason, Reason::Rule(Rule::Shift));
            moves && pointee != target && pointee != Location::EXTERNAL
        }
        (Claim::Fact(Fact::Escaped(instance)), Claim::Fact(Fact::PointsTo(_, pointee))) => {
            pointee.instance != instance && pointee.instance != Instance::EXTERNAL
        }
        _ => false,
    }
}
