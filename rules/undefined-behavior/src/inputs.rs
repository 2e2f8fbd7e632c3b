//! What undef and poison functions may get from others.

use rustc_hash::FxHashSet;

use crate::rows::Incoming;
use crate::semantics::Deferred;

/// What functions may get from others: what is not said does not happen.
#[derive(Clone, Debug, Default)]
pub struct Inputs(FxHashSet<(Incoming, Deferred)>);

impl Inputs {
    /// Whether what comes from another function may be of this kind.
    pub fn may_be(&self, incoming: Incoming, kind: Deferred) -> bool {
        self.0.contains(&(incoming, kind))
    }

    /// It may; whether that is new.
    pub(crate) fn insert(&mut self, incoming: Incoming, kind: Deferred) -> bool {
        self.0.insert((incoming, kind))
    }
}
