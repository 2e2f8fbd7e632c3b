//! The flow of functions from holder to holder.

use facts_schema::{EntityId, FunctionId};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::HolderId;

/// The functions found in each holder.
#[derive(Debug, Default)]
pub struct Flow {
    /// By holder.
    functions: Vec<RoaringBitmap>,
    /// The second holder holds everything that the first one holds.
    edges: FxHashSet<(HolderId, HolderId)>,
    /// By holder: whether it may hold more than the holders that it flows to.
    is_fresh: Vec<bool>,
}

impl Flow {
    /// Adds the next holder.
    pub fn add_holder(&mut self) {
        self.functions.push(RoaringBitmap::new());
        self.is_fresh.push(false);
    }

    /// `to` holds everything that `from` holds.
    pub fn add_edge(&mut self, from: HolderId, to: HolderId) {
        if self.edges.insert((from, to)) {
            self.is_fresh[from] = true;
        }
    }

    /// Adds these functions to the holder.
    pub fn add(&mut self, holder: HolderId, functions: impl Iterator<Item = FunctionId>) {
        self.functions[holder].extend(functions.map(EntityId::number));
        self.is_fresh[holder] = true;
    }

    /// Pairs of holders: the second holds everything that the first holds.
    pub fn edges(&self) -> impl Iterator<Item = (HolderId, HolderId)> {
        self.edges.iter().copied()
    }

    /// The functions that the holder holds.
    pub fn functions(&self, holder: HolderId) -> &RoaringBitmap {
        &self.functions[holder]
    }

    /// Propagates the functions until nothing changes. Holders on a cycle hold the same functions.
    pub fn propagate(&mut self) {
        let edges = self.edges.iter().map(|(from, to)| (*from as u32, *to as u32));
        let mut graph = DiGraph::<(), (), u32>::from_edges(edges);
        while graph.node_count() < self.functions.len() {
            graph.add_node(());
        }
        // The components are in postorder: each is before those that flow into it.
        for component in kosaraju_scc(&graph).into_iter().rev() {
            let members = || component.iter().map(|it| it.index());
            if !members().any(|it| self.is_fresh[it]) {
                continue;
            }
            let mut functions = RoaringBitmap::new();
            for member in members() {
                functions |= &self.functions[member];
            }
            for member in members() {
                for to in graph.neighbors(NodeIndex::new(member)).map(NodeIndex::index) {
                    if !functions.is_subset(&self.functions[to]) {
                        self.functions[to] |= &functions;
                        self.is_fresh[to] = true;
                    }
                }
            }
            for member in members() {
                self.functions[member].clone_from(&functions);
                self.is_fresh[member] = false;
            }
        }
    }
}
