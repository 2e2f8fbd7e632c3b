//! What matters of a function to others: the ways on which undef and poison may come out of it.

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, IntoNeighbors, NodeFiltered, Reversed, VisitMap, Visitable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::parts::Part;
use crate::rows::Rows;

/// The rows of a function that decide what leaves it.
pub struct WaysOut {
    /// Where undef and poison come from, if they may come to where they leave the function, and the
    /// steps between.
    pub rows: Rows,
    /// What depends on the parts of these rows, and what is demanded of that.
    pub dependents: Rows,
}

impl WaysOut {
    /// The ways out of the function with these rows.
    pub fn of(rows: &Rows) -> Self {
        let graph = Graph::of(rows);
        let sealed: FxHashSet<NodeIndex> =
            rows.sealed.iter().filter_map(|&part| graph.node(part)).collect();
        let is_open = |node: NodeIndex| !sealed.contains(&node);
        let open = NodeFiltered::from_fn(&graph.steps, is_open);
        let sources = rows.sources.iter().map(|source| source.part);
        let sources = sources.chain(rows.incoming.iter().map(|(part, _)| *part));
        let reached = reached(&open, graph.nodes(sources).filter(|&node| is_open(node)));

        let is_reached = |node: NodeIndex| reached.is_visited(&node);
        let back = NodeFiltered::from_fn(Reversed(&graph.steps), is_reached);
        let leaves = graph.nodes(rows.leaves.iter().map(|leave| leave.part));
        let on_way = self::reached(&back, leaves.filter(|&node| is_reached(node)));
        let dependent = self::reached(
            &graph.steps,
            graph.steps.node_indices().filter(|node| on_way.is_visited(node)),
        );

        let is_on_way = |part: Part| graph.node(part).is_some_and(|node| on_way.is_visited(&node));
        let is_dependent =
            |part: Part| graph.node(part).is_some_and(|node| dependent.is_visited(&node));
        Self {
            rows: Rows {
                sources: only(&rows.sources, |source| is_on_way(source.part)),
                incoming: only(&rows.incoming, |(part, _)| is_on_way(*part)),
                passes: only(&rows.passes, |pass| is_on_way(pass.from) && is_on_way(pass.to)),
                leaves: only(&rows.leaves, |leave| is_on_way(leave.part)),
                ..Rows::default()
            },
            dependents: Rows {
                passes: only(&rows.passes, |pass| is_dependent(pass.from)),
                demands: only(&rows.demands, |demand| is_dependent(demand.part)),
                ..Rows::default()
            },
        }
    }
}

/// The parts as nodes, the steps as edges.
struct Graph {
    nodes: FxHashMap<Part, NodeIndex>,
    steps: DiGraph<(), ()>,
}

impl Graph {
    fn of(rows: &Rows) -> Self {
        let mut graph = Self {
            nodes: FxHashMap::default(),
            steps: DiGraph::with_capacity(rows.passes.len(), rows.passes.len()),
        };
        for pass in &rows.passes {
            let (from, to) = (graph.add(pass.from), graph.add(pass.to));
            graph.steps.add_edge(from, to, ());
        }
        // What is made of nothing else, and nothing else is made of, may leave too.
        rows.leaves.iter().for_each(|leave| _ = graph.add(leave.part));
        graph
    }

    fn add(&mut self, part: Part) -> NodeIndex {
        *self.nodes.entry(part).or_insert_with(|| self.steps.add_node(()))
    }

    fn node(&self, part: Part) -> Option<NodeIndex> {
        self.nodes.get(&part).copied()
    }

    fn nodes(&self, parts: impl Iterator<Item = Part>) -> impl Iterator<Item = NodeIndex> {
        parts.filter_map(|part| self.node(part))
    }
}

/// All that can be reached from these nodes.
fn reached<G>(graph: G, starts: impl Iterator<Item = NodeIndex>) -> G::Map
where
    G: IntoNeighbors<NodeId = NodeIndex> + Visitable<NodeId = NodeIndex>,
{
    let mut walk = Dfs::empty(graph);
    walk.stack.extend(starts);
    while walk.next(graph).is_some() {}
    walk.discovered
}

fn only<R: Copy>(rows: &[R], is_meant: impl Fn(&R) -> bool) -> Vec<R> {
    rows.iter().copied().filter(is_meant).collect()
}
