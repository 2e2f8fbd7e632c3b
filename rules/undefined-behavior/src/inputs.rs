//! Undef and poison that functions may receive from others.

use facts_schema::InstructionId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::rows::Incoming;
use crate::semantics::Deferred;

/// The kinds that functions may receive from others. Kinds that are not recorded do not occur.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    known: FxHashSet<(Incoming, Deferred)>,
    /// The first store that was found to write it.
    stores: FxHashMap<(Incoming, Deferred), InstructionId>,
}

impl Inputs {
    /// Whether an incoming value may be of this kind.
    pub fn may_be(&self, incoming: Incoming, kind: Deferred) -> bool {
        self.known.contains(&(incoming, kind))
    }

    /// Records that an incoming value may be of this kind; returns whether that is new.
    pub(crate) fn insert(&mut self, incoming: Incoming, kind: Deferred) -> bool {
        self.known.insert((incoming, kind))
    }

    /// Records that an incoming value may be of this kind because of a store; returns whether that is new.
    pub(crate) fn insert_stored(
        &mut self,
        incoming: Incoming,
        kind: Deferred,
        store: InstructionId,
    ) -> bool {
        self.stores.entry((incoming, kind)).or_insert(store);
        self.insert(incoming, kind)
    }

    /// The store that writes a value of this kind.
    pub fn store(&self, incoming: Incoming, kind: Deferred) -> Option<InstructionId> {
        self.stores.get(&(incoming, kind)).copied()
    }
}
