//! What undef and poison functions may get from others.

use facts_schema::InstructionId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::rows::Incoming;
use crate::semantics::Deferred;

/// What functions may get from others: what is not said does not happen.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    known: FxHashSet<(Incoming, Deferred)>,
    /// The store that was first found to write it.
    stores: FxHashMap<(Incoming, Deferred), InstructionId>,
}

impl Inputs {
    /// Whether what comes from another function may be of this kind.
    pub fn may_be(&self, incoming: Incoming, kind: Deferred) -> bool {
        self.known.contains(&(incoming, kind))
    }

    /// It may; whether that is new.
    pub(crate) fn insert(&mut self, incoming: Incoming, kind: Deferred) -> bool {
        self.known.insert((incoming, kind))
    }

    /// It may, because of a store; whether that is new.
    pub(crate) fn insert_stored(
        &mut self,
        incoming: Incoming,
        kind: Deferred,
        store: InstructionId,
    ) -> bool {
        self.stores.entry((incoming, kind)).or_insert(store);
        self.insert(incoming, kind)
    }

    /// The store that writes what is of this kind.
    pub fn store(&self, incoming: Incoming, kind: Deferred) -> Option<InstructionId> {
        self.stores.get(&(incoming, kind)).copied()
    }
}
