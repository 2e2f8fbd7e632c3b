//! The graph of assignments: the flow along its edges, and its cycles, which are merged into one node.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::ids::{EXTERNAL, LocationId, NodeId};
use super::locations::Locations;
use super::pending::Pending;

/// The search for cycles is repeated when there is one new edge per this number of nodes and edges.
const NEW_EDGES_SHARE: usize = 5;

/// Nodes, their points-to sets, and the edges along which sets flow.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    /// By node: itself, or the node that it was merged into.
    merged_into: Vec<NodeId>,
    /// The nodes, in an order in which most edges lead from earlier nodes to later ones.
    order: Vec<NodeId>,
    /// The nodes with locations to propagate.
    to_propagate: Pending,
    /// The nodes with locations to report.
    to_report: Pending,
    /// The number of edges added since the order was computed.
    new_edges: usize,
    /// The number of edges when cycles were last searched for.
    edge_count: usize,
    /// The number of locations added to sets.
    inserted: u64,
    /// Edges along which nothing has flowed yet.
    pending: Vec<(NodeId, NodeId)>,
    /// A set that contains external code need not contain these locations.
    implied: Locations,
}

/// A node that has not been merged into another.
#[derive(Debug, Default)]
struct Node {
    points_to: Locations,
    /// The locations that have not been propagated along its edges.
    to_propagate: Locations,
    /// The locations that have not been reported to constraints.
    to_report: Locations,
    /// Whether constraints watch the node.
    is_watched: bool,
    /// Whether other nodes were merged into it.
    has_merged: bool,
    /// Its position in the order of the graph.
    position: u32,
    successors: Vec<NodeId>,
}

/// New locations of a node.
#[derive(Debug)]
pub struct News {
    /// The position after the node in the order of the graph.
    pub next: usize,
    pub node: NodeId,
    pub locations: Locations,
}

/// A merge of one node into another.
#[derive(Clone, Copy, Debug)]
pub struct Merge {
    /// The node that is removed.
    pub from: NodeId,
    /// The node that it is merged into.
    pub into: NodeId,
}

impl Graph {
    /// Adds consecutive new nodes, and returns the first.
    pub fn add_nodes(&mut self, count: usize) -> NodeId {
        let first = NodeId(self.nodes.len() as u32);
        for (node, position) in (first.0..).zip(self.order.len() as u32..).take(count) {
            self.nodes.push(Node { position, ..Node::default() });
            self.merged_into.push(NodeId(node));
            self.order.push(NodeId(node));
        }
        first
    }

    /// The representative of the node.
    pub fn find(&self, mut node: NodeId) -> NodeId {
        while self.merged_into[node.index()] != node {
            node = self.merged_into[node.index()];
        }
        node
    }

    /// The points-to set of the node.
    pub fn points_to(&self, node: NodeId) -> &Locations {
        &self.nodes[self.find(node).index()].points_to
    }

    /// Adds this location to the node's set.
    pub fn insert(&mut self, node: NodeId, location: u32) {
        let node = self.find(node);
        let it = &mut self.nodes[node.index()];
        if it.points_to.insert(location) {
            it.to_propagate.insert(location);
            self.to_propagate.insert(it.position);
            if it.is_watched {
                it.to_report.insert(location);
                self.to_report.insert(it.position);
            }
        }
    }

    /// Adds all these locations to the node's set.
    pub fn extend(&mut self, node: NodeId, locations: &Locations) {
        let node = self.find(node);
        let it = &mut self.nodes[node.index()];
        if locations.is_subset(&it.points_to) {
            return;
        }
        let mut new = locations.without(&it.points_to);
        if !self.implied.is_empty() && (it.points_to.contains(EXTERNAL) || new.contains(EXTERNAL)) {
            new = new.without(&self.implied);
        }
        self.inserted += new.len();
        it.points_to.extend(&new);
        if it.is_watched {
            it.to_report.extend(&new);
            self.to_report.insert(it.position);
        }
        it.to_propagate.extend(&new);
        self.to_propagate.insert(it.position);
    }

    /// Takes the locations that have not been propagated along a node's edges, from the first node with any in the
    /// order in which sets should flow, from the position `start` on. That order is the one of the last search for
    /// cycles, followed by newer nodes.
    pub fn take_to_propagate(&mut self, start: usize) -> Option<News> {
        let position = self.to_propagate.take(start)?;
        let node = self.order[position];
        let locations = std::mem::take(&mut self.nodes[node.index()].to_propagate);
        Some(News { next: position + 1, node, locations })
    }

    /// Takes the locations that have not been reported to constraints, in the same way.
    pub fn take_to_report(&mut self, start: usize) -> Option<News> {
        let position = self.to_report.take(start)?;
        let node = self.order[position];
        let locations = std::mem::take(&mut self.nodes[node.index()].to_report);
        Some(News { next: position + 1, node, locations })
    }

    /// Sends new locations along the edges of the node.
    pub fn propagate(&mut self, node: NodeId, new: &Locations) {
        let successors = std::mem::take(&mut self.nodes[node.index()].successors);
        for to in &successors {
            self.extend(*to, new);
        }
        self.nodes[node.index()].successors = successors;
    }

    /// Removes the outgoing edges of the node, unless it is merged with others.
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

    /// The number of locations that sets have received from others.
    pub fn inserted(&self) -> u64 {
        self.inserted
    }

    /// The number of nodes, including those merged into others.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether more than a quarter of the nodes point to external code.
    pub fn is_often_external(&self) -> bool {
        let external = self.nodes.iter().filter(|node| node.points_to.contains(EXTERNAL));
        4 * external.count() > self.nodes.len()
    }

    /// Starts to report the locations that the node points to, and returns those that it already points to.
    pub fn watch(&mut self, node: NodeId) -> Locations {
        let node = self.find(node);
        let it = &mut self.nodes[node.index()];
        it.is_watched = true;
        // The pending locations will be reported later.
        it.points_to.without(&it.to_report)
    }

    /// Adds an edge: everything that `from` points to flows to `to`, from the next [`flush`](Self::flush) on.
    pub fn add_edge(&mut self, from: NodeId, to: NodeId) {
        let (from, to) = (self.find(from), self.find(to));
        if from != to {
            self.pending.push((from, to));
        }
    }

    /// Lets sets flow along new edges; false if there are none. If there are many, cycles are searched for first,
    /// so that nothing flows within them.
    pub fn flush(&mut self) -> (bool, Vec<Merge>) {
        let mut pending = std::mem::take(&mut self.pending);
        let collapses = self.has_many_new_edges(pending.len());
        if !collapses {
            pending.sort_unstable();
            pending.dedup();
        }
        for (from, to) in &pending {
            self.nodes[from.index()].successors.push(*to);
        }
        self.new_edges += pending.len();
        let mut merges = Vec::new();
        if collapses {
            merges = self.collapse();
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

    /// Whether more edges are pending than there were nodes and edges. Once they are added, cycles can be merged that
    /// would otherwise receive the same edges again and again.
    pub fn has_many_pending_edges(&self) -> bool {
        self.pending.len() > self.nodes.len() + self.edge_count
    }

    /// Whether there are enough new edges to search for cycles again, once this number of edges is added.
    fn has_many_new_edges(&self, added: usize) -> bool {
        (self.new_edges + added) * NEW_EDGES_SHARE > self.nodes.len() + self.edge_count
    }

    /// Merges the nodes of each cycle, and sorts the nodes.
    fn collapse(&mut self) -> Vec<Merge> {
        let mut merges = Vec::new();
        self.tidy();
        self.edge_count = self.nodes.iter().map(|node| node.successors.len()).sum();
        let mut graph: DiGraph<(), (), u32> =
            DiGraph::with_capacity(self.nodes.len(), self.edge_count);
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
        self.to_propagate.clear();
        self.to_report.clear();
        for (position, node) in (0..).zip(&self.order) {
            let it = &mut self.nodes[node.index()];
            it.position = position;
            if !it.to_propagate.is_empty() {
                self.to_propagate.insert(position);
            }
            if !it.to_report.is_empty() {
                self.to_report.insert(position);
            }
        }
        if !merges.is_empty() {
            self.tidy();
        }
        self.new_edges = 0;
        merges
    }

    /// Redirects edges to representatives, and removes duplicates.
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
        // Each node has edges and constraints that have not received the locations of the other.
        let seen = [&gone, &*stays].map(|it| it.points_to.without(&it.to_propagate));
        let reported = [&gone, &*stays].map(|it| it.points_to.without(&it.to_report));
        stays.has_merged = true;
        stays.points_to.extend(&gone.points_to);
        stays.to_propagate = stays.points_to.without(&seen[0].common(&seen[1]));
        stays.is_watched |= gone.is_watched;
        if stays.is_watched {
            stays.to_report = stays.points_to.without(&reported[0].common(&reported[1]));
        }
        stays.successors.extend(gone.successors);
    }
}
