//! The way by which a fact was derived, of those by which it can be.

use super::{Claim, Way};
use crate::Fact;
use crate::verify::trace::Trace;

/// Of the ways to derive a fact from earlier ones, the one whose premises were there first.
pub struct Choice<'t, 'a> {
    trace: &'t Trace<'a>,
    /// When the fact was derived.
    limit: u32,
    best: Option<(u32, Way)>,
}

impl<'t, 'a> Choice<'t, 'a> {
    /// A choice for a fact that was derived then.
    pub fn new(trace: &'t Trace<'a>, limit: u32) -> Self {
        Self { trace, limit, best: None }
    }

    /// Considers a way.
    pub fn offer(&mut self, way: Way) {
        let mut latest = 0;
        for premise in &way.premises {
            match time(self.trace, *premise) {
                Some(time) if time < self.limit => latest = latest.max(time),
                _ => return,
            }
        }
        if self.best.as_ref().is_none_or(|(time, _)| latest < *time) {
            self.best = Some((latest, way));
        }
    }

    /// The best way.
    pub fn made(self) -> Option<Way> {
        self.best.map(|(_, way)| way)
    }
}

/// When what a premise says was derived.
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
