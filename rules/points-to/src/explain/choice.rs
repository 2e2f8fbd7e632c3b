//! Selects one of the possible inferences of a fact.

use super::{Claim, Inference};
use crate::Fact;
use crate::verify::trace::Trace;

/// The inference of a fact whose premises were derived first.
pub struct Choice<'t, 'a> {
    trace: &'t Trace<'a>,
    /// The time at which the fact was derived.
    limit: u32,
    best: Option<(u32, Inference)>,
}

impl<'t, 'a> Choice<'t, 'a> {
    /// Creates a choice for a fact that was derived at the time `limit`.
    pub fn new(trace: &'t Trace<'a>, limit: u32) -> Self {
        Self { trace, limit, best: None }
    }

    /// Considers an inference.
    pub fn offer(&mut self, inference: Inference) {
        let mut latest = 0;
        for premise in &inference.premises {
            match time(self.trace, *premise) {
                Some(time) if time < self.limit => latest = latest.max(time),
                _ => return,
            }
        }
        if self.best.as_ref().is_none_or(|(time, _)| latest < *time) {
            self.best = Some((latest, inference));
        }
    }

    /// The best inference.
    pub fn made(self) -> Option<Inference> {
        self.best.map(|(_, inference)| inference)
    }
}

/// The time at which a premise was derived.
fn time(trace: &Trace, claim: Claim) -> Option<u32> {
    match claim {
        Claim::Fact(fact) => trace.time(fact),
        Claim::Opaque(instance) => trace.opaque_since(instance),
        _ => None,
    }
}

impl From<Fact> for Claim {
    fn from(fact: Fact) -> Self {
        Self::Fact(fact)
    }
}
