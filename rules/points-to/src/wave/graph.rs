//! The graph of assignments: what flows along its edges, and its cycles, which become one node.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use roaring::RoaringBitmap;

use super::ids::{EXTERNAL, LocationId, NodeId};

/// Cycles are searched for again when there is one new edge for this number of nodes.
const NEW_EDGES_SHARE: usize = 20;

/// Nodes, the sets of locations that they point to, and the edges that sets flow along.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    /// By node: itself, or the node that it has become part of.
    merged_into: Vec<NodeId>,
    /// The nodes, in an order in which most edges lead from earlier nodes to later ones.
    order: Vec<NodeId>,
    /// How many edges have been added since the order was made.
    new_edges: usize,
    /// How many locations sets have got.
    inserted: u64,
    /// Edges that nothing has flowed along yet.
    pending: Vec<(NodeId, NodeId)>,
    /// A set that contains external code need not contain these locations.
    implied: RoaringBitmap,
}

/// A node that has not become part of another.
#[derive(Debug, Default)]
struct Node {
    points_to: RoaringBitmap,
    /// What of it has not gone along its edges.
    to_propagate: RoaringBitmap,
    /// What of it the constraints have not seen.
    to_report: RoaringBitmap,
    /// Whether there are constraints that want to see it.
    is_watched: bool,
    /// Whether it stands for others too.
    has_merged: bool,
    successors: Vec<NodeId>,
}

/// One node became part of another.
#[derive(Clone, Copy, Debug)]
pub struct Merge {
    /// The node that is removed.
    pub from: NodeId,
    /// The node that it becomes part of.
    pub into: NodeId,
}

impl Graph {
    /// New nodes, one after the other: the first of them.
    pub fn add_nodes(&mut self, count: usize) -> NodeId {
        let first = NodeId(self.nodes.len() as u32);
        self.nodes.resize_with(self.nodes.len() + count, Node::default);
        let new = (0..count as u32).map(|it| NodeId(first.0 + it));
        self.merged_into.extend(new.clone());
        self.order.extend(new);
        first
    }

    /// The node that this one is now.
    pub fn find(&self, mut node: NodeId) -> NodeId {
        while self.merged_into[node.index()] != node {
            node = self.merged_into[node.index()];
        }
        node
    }

    /// What the node points to.
    pub fn points_to(&self, node: NodeId) -> &RoaringBitmap {
        &self.nodes[self.find(node).index()].points_to
    }

    /// The node points to this location, too.
    pub fn insert(&mut self, node: NodeId, location: u32) {
        let node = self.find(node);
        let it = &mut self.nodes[node.index()];
        if it.points_to.insert(location) {
            it.to_propagate.insert(location);
            if it.is_watched {
                it.to_report.insert(location);
            }
        }
    }

    /// The node points to all these locations, too.
    pub fn extend(&mut self, node: NodeId, locations: &RoaringBitmap) {
        let node = self.find(node);
        let it = &mut self.nodes[node.index()];
        if locations.is_subset(&it.points_to) {
            return;
        }
        let mut new = locations - &it.points_to;
        if !self.implied.is_empty() && (it.points_to.contains(EXTERNAL) || new.contains(EXTERNAL)) {
            new -= &self.implied;
        }
        self.inserted += new.len();
        it.points_to |= &new;
        if it.is_watched {
            it.to_report |= &new;
        }
        it.to_propagate |= new;
    }

    /// What of the node has not gone along its edges; from now on, it has.
    pub fn take_to_propagate(&mut self, node: NodeId) -> Option<RoaringBitmap> {
        take(&mut self.nodes[node.index()].to_propagate)
    }

    /// What of the node has not been reported; from now on, it has.
    pub fn take_to_report(&mut self, node: NodeId) -> Option<RoaringBitmap> {
        take(&mut self.nodes[node.index()].to_report)
    }

    /// Sends what is new along the edges of the node.
    pub fn propagate(&mut self, node: NodeId, new: &RoaringBitmap) {
        let successors = std::mem::take(&mut self.nodes[node.index()].successors);
        for to in &successors {
            self.extend(*to, new);
        }
        self.nodes[node.index()].successors = successors;
    }

    /// Nothing more flows from the node along the edges that it has, unless it is one with others.
    pub fn cut(&mut self, node: NodeId) {
        let it = &mut self.nodes[node.index()];
        if self.merged_into[node.index()] == node && !it.has_merged {
            it.successors.clear();
        }
    }

    /// From now on, a set that contains external code need not contain this location.
    pub fn imply(&mut self, location: LocationId) {
        self.implied.insert(location);
    }

    /// How many locations sets have got from others.
    pub fn inserted(&self) -> u64 {
        self.inserted
    }

    /// How many nodes there are, those that have become part of others counted.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether more than a quarter of the nodes point to external code.
    pub fn is_often_external(&self) -> bool {
        let external = self.nodes.iter().filter(|node| node.points_to.contains(EXTERNAL));
        4 * external.count() > self.nodes.len()
    }

    /// The node at `position` of the order in which sets should flow: that of the last time that
    /// cycles were looked for, then newer nodes.
    pub fn in_order(&self, position: usize) -> Option<NodeId> {
        self.order.get(position).copied()
    }

    /// From now on, what the node points to is reported; what it points to already is, too.
    pub fn watch(&mut self, node: NodeId) -> RoaringBitmap {
        let node = self.find(node);
        let it = &mut self.nodes[node.index()];
        it.is_watched = true;
        // What is still to be reported will be.
        &it.points_to - &it.to_report
    }

    /// What `from` points to flows to `to`, from the next [`flush`](Self::flush) on.
    pub fn add_edge(&mut self, from: NodeId, to: NodeId) {
        let (from, to) = (self.find(from), self.find(to));
        if from != to {
            self.pending.push((from, to));
        }
    }

    /// Lets sets flow along new edges; false if there are none. If there are many, cycles are looked
    /// for before, so that nothing flows within them.
    pub fn flush(&mut self) -> (bool, Vec<Merge>) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.sort_unstable();
        pending.dedup();
        for (from, to) in &pending {
            self.nodes[from.index()].successors.push(*to);
        }
        self.new_edges += pending.len();
        let merges = if self.has_many_new_edges() { self.collapse() } else { Vec::new() };
        if !merges.is_empty() {
            for (from, to) in &mut pending {
                (*from, *to) = (self.find(*from), self.find(*to));
            }
            pending.sort_unstable();
            pending.dedup();
        }
        for (from, to) in &pending {
            if from == to {
                continue;
            }
            let set = std::mem::take(&mut self.nodes[from.index()].points_to);
            self.extend(*to, &set);
            self.nodes[from.index()].points_to = set;
        }
        (!pending.is_empty(), merges)
    }

    /// Whether enough edges are new to look for cycles again.
    fn has_many_new_edges(&self) -> bool {
        self.new_edges * NEW_EDGES_SHARE > self.nodes.len()
    }

    /// Makes one node of each cycle, and puts the nodes in order.
    fn collapse(&mut self) -> Vec<Merge> {
        let mut merges = Vec::new();
        self.tidy();
        let edge_count = self.nodes.iter().map(|node| node.successors.len()).sum();
        let mut graph: DiGraph<(), (), u32> = DiGraph::with_capacity(self.nodes.len(), edge_count);
        for _ in &self.nodes {
            graph.add_node(());
        }
        for (node, from) in self.nodes.iter().zip(0..) {
            for to in &node.successors {
                graph.add_edge(NodeIndex::new(from), NodeIndex::new(to.index()), ());
            }
        }
        self.order.clear();
        for component in kosaraju_scc(&graph) {
            let [into, rest @ ..] = component.as_slice() else { continue };
            let into = NodeId(into.index() as u32);
            for from in rest {
                let merge = Merge { from: NodeId(from.index() as u32), into };
                self.merge(merge);
                merges.push(merge);
            }
            self.order.push(into);
        }
        // The components come in postorder.
        self.order.reverse();
        if !merges.is_empty() {
            self.tidy();
        }
        self.new_edges = 0;
        merges
    }

    /// Edges lead to nodes that exist, each once.
    fn tidy(&mut self) {
        for node in 0..self.nodes.len() {
            let mut successors = std::mem::take(&mut self.nodes[node].successors);
            for to in &mut successors {
                *to = self.find(*to);
            }
            successors.sort_unstable();
            successors.dedup();
            successors.retain(|to| to.index() != node);
            self.nodes[node].successors = successors;
        }
    }

    fn merge(&mut self, Merge { from, into }: Merge) {
        let gone = std::mem::take(&mut self.nodes[from.index()]);
        self.merged_into[from.index()] = into;
        let stays = &mut self.nodes[into.index()];
        // Each has edges and constraints that have not seen what only the other points to.
        let seen_by_both =
            (&gone.points_to - &gone.to_propagate) & (&stays.points_to - &stays.to_propagate);
        let reported_by_both =
            (&gone.points_to - &gone.to_report) & (&stays.points_to - &stays.to_report);
        stays.has_merged = true;
        stays.points_to |= gone.points_to;
        stays.to_propagate = &stays.points_to - &seen_by_both;
        stays.is_watched |= gone.is_watched;
        if stays.is_watched {
            stays.to_report = &stays.points_to - &reported_by_both;
        }
        stays.successors.extend(gone.successors);
    }
}

/// The set, if there is anything in it. Most of the time there is not, and then nothing is written.
fn take(set: &mut RoaringBitmap) -> Option<RoaringBitmap> {
    (!set.is_empty()).then(|| std::mem::take(set))
}
