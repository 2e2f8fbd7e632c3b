//! The constraints on the points-to set of a node.

use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::ids::{LocationId, NodeId, TransferId};
use crate::offsets::{CopyLength, Distance, Step};
use crate::{CallSite, Context};

/// Constraints on the points-to set of a node.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub shifts: Vec<(NodeId, Step)>,
    pub loads: Vec<(NodeId, u32)>,
    pub stores: Vec<StoreUse>,
    pub transfers_from: Vec<TransferId>,
    pub transfers_to: Vec<TransferId>,
    pub calls: Vec<(CallSite, Context)>,
    /// Whether the node escapes to external code.
    pub is_captured: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoreUse {
    pub from: NodeId,
    pub offset: u32,
    /// Whether it also writes to constants.
    pub is_initial: bool,
}

/// A transfer in a context.
#[derive(Debug)]
pub struct Transfer {
    pub from: NodeId,
    pub to: NodeId,
    pub length: CopyLength,
    /// Whether it also writes to constants.
    pub is_initial: bool,
    /// The nodes that are carried at each distance.
    pub carried: FxHashMap<Distance, NodeId>,
    /// The destinations of the copy.
    pub targets: Vec<LocationId>,
    /// Whether external code owns one of the targets.
    pub is_given_away: bool,
}

impl Uses {
    pub fn add(&mut self, other: Self) {
        self.shifts.extend(other.shifts);
        self.loads.extend(other.loads);
        self.stores.extend(other.stores);
        self.transfers_from.extend(other.transfers_from);
        self.transfers_to.extend(other.transfers_to);
        self.calls.extend(other.calls);
        self.is_captured |= other.is_captured;
    }

    /// Redirects the constraints to representatives, and removes duplicates.
    pub fn tidy(&mut self, graph: &Graph, representatives: &[TransferId]) {
        for (to, _) in &mut self.shifts {
            *to = graph.find(*to);
        }
        for (to, _) in &mut self.loads {
            *to = graph.find(*to);
        }
        for store in &mut self.stores {
            store.from = graph.find(store.from);
        }
        for transfer in self.transfers_from.iter_mut().chain(&mut self.transfers_to) {
            *transfer = representatives[transfer.0 as usize];
        }
        self.transfers_from.sort_unstable();
        self.transfers_from.dedup();
        self.transfers_to.sort_unstable();
        self.transfers_to.dedup();
        self.shifts.sort_unstable();
        self.shifts.dedup();
        self.loads.sort_unstable();
        self.loads.dedup();
        self.stores.sort_unstable();
        self.stores.dedup();
    }
}
