//! Dominance between control points.
//!
//! A control point dominates another if every path from the entry of the function to the other goes
//! through it. There is no path to unreachable code, so everything dominates it.

use std::ops::Range;

use facts_schema::view::Scope;
use facts_schema::{Block, BlockId, BlockSuccessor};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::DfsPostOrder;
use rustc_hash::FxHashMap;

/// A control point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ControlPoint {
    /// A block.
    Block(BlockId),
    /// The edge from the invoke at the end of this block to its normal destination.
    NormalEdge(BlockId),
}

/// The dominator tree of a function.
///
/// A traversal of the tree counts its steps, and enters and leaves the subtree of each control
/// point at certain times. A control point dominates those that are entered in between.
pub struct Dominance {
    first_block: BlockId,
    normal_edges: FxHashMap<BlockId, NodeIndex>,
    /// By node; `None` if it is unreachable.
    visits: Vec<Option<Visit>>,
}

#[derive(Clone, Copy)]
struct Visit {
    enter: u32,
    leave: u32,
}

impl Dominance {
    /// The dominators of a function with these `blocks`, the entry first. Each of `normal_edges`,
    /// from a block to a successor, becomes a separate control point.
    pub fn of(
        blocks: &[Block],
        successors: &[BlockSuccessor],
        normal_edges: &[(BlockId, BlockId)],
    ) -> Self {
        let Some(entry) = blocks.first() else {
            return Self {
                first_block: BlockId(0),
                normal_edges: FxHashMap::default(),
                visits: vec![],
            };
        };
        let first_block = entry.block;
        let node = |block: BlockId| {
            let index = block.0.checked_sub(first_block.0)? as usize;
            (index < blocks.len()).then(|| NodeIndex::new(index))
        };

        let mut graph = DiGraph::<(), ()>::with_capacity(blocks.len(), successors.len());
        blocks.iter().for_each(|_| _ = graph.add_node(()));
        let mut split = FxHashMap::default();
        for &(block, successor) in normal_edges {
            if let (Some(from), Some(to)) = (node(block), node(successor)) {
                let edge = graph.add_node(());
                graph.add_edge(from, edge, ());
                graph.add_edge(edge, to, ());
                split.insert((block, successor), edge);
            }
        }
        for row in successors {
            // An invoke with equal destinations keeps its other edge.
            if !split.contains_key(&(row.block, row.successor))
                && let (Some(from), Some(to)) = (node(row.block), node(row.successor))
            {
                graph.add_edge(from, to, ());
            }
        }
        let normal_edges = split.into_iter().map(|((block, _), edge)| (block, edge)).collect();
        Self { first_block, normal_edges, visits: visits(&graph) }
    }

    /// Whether every path from the entry to `other` goes through `place`.
    pub fn dominates(&self, place: ControlPoint, other: ControlPoint) -> bool {
        match (self.visit(place), self.visit(other)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(place), Some(other)) => (place.enter..place.leave).contains(&other.enter),
        }
    }

    /// The numbers of the reachable control points that `place` dominates, starting with its own.
    /// Empty if `place` is unreachable.
    pub fn dominated_by(&self, place: ControlPoint) -> Range<u32> {
        self.visit(place).map_or(0..0, |visit| visit.enter..visit.leave)
    }

    /// Whether `place` is reachable from the entry.
    pub fn is_reachable(&self, place: ControlPoint) -> bool {
        self.visit(place).is_some()
    }

    fn visit(&self, place: ControlPoint) -> Option<Visit> {
        let node = match place {
            ControlPoint::Block(block) => block.0.checked_sub(self.first_block.0)? as usize,
            ControlPoint::NormalEdge(block) => self.normal_edges.get(&block)?.index(),
        };
        *self.visits.get(node)?
    }
}

/// The control points of the function in scope, with the start and the end of the numbers of the
/// reachable control points that each dominates. The normal edges are those of invokes with two
/// distinct destinations.
pub(crate) fn dominated(scope: Scope) -> Vec<(ControlPoint, u32, u32)> {
    let view = scope.whole();
    let blocks = view.block.within(scope.blocks());
    let invokes = view.invoke_instruction.within(scope.instructions()).iter();
    let normal_edges: Vec<(BlockId, BlockId)> = invokes
        .filter(|row| row.normal_target != row.unwind_target)
        .filter_map(|row| Some((view.instruction.first(row.instruction)?.block, row.normal_target)))
        .collect();
    let successors = view.block_successor.within(scope.blocks());
    let dominance = Dominance::of(blocks, successors, &normal_edges);
    let edges = normal_edges.iter().map(|&(block, _)| ControlPoint::NormalEdge(block));
    let places = blocks.iter().map(|row| ControlPoint::Block(row.block)).chain(edges);
    places
        .map(|place| {
            let numbers = dominance.dominated_by(place);
            (place, numbers.start, numbers.end)
        })
        .collect()
}

/// Traverses the dominator tree of `graph` from its first node.
fn visits(graph: &DiGraph<(), ()>) -> Vec<Option<Visit>> {
    let mut order = Vec::with_capacity(graph.node_count());
    let mut walk = DfsPostOrder::new(graph, NodeIndex::new(0));
    while let Some(node) = walk.next(graph) {
        order.push(node);
    }
    let dominators = immediate_dominators(graph, &order);

    // The number of nodes that each node dominates. They precede it in the postorder.
    let mut counts = vec![1; order.len()];
    for position in 0..order.len() - 1 {
        counts[dominators[position]] += counts[position];
    }
    let mut visits = vec![None; graph.node_count()];
    // The time at which the next immediately dominated node of each node is entered.
    let mut times = vec![0; order.len()];
    for position in (0..order.len()).rev() {
        let enter = times[dominators[position]];
        let leave = enter + counts[position];
        times[dominators[position]] = leave;
        times[position] = enter + 1;
        visits[order[position].index()] = Some(Visit { enter, leave });
    }
    visits
}

/// The immediate dominators of the reachable nodes, as positions in `order`, a postorder. The entry
/// is its own immediate dominator. (Cooper, Harvey and Kennedy, A Simple, Fast Dominance
/// Algorithm)
// petgraph's implementation of the same algorithm stores nodes in hash tables, and takes several
// times as long.
fn immediate_dominators(graph: &DiGraph<(), ()>, order: &[NodeIndex]) -> Vec<usize> {
    let mut positions = vec![None; graph.node_count()];
    for (position, node) in order.iter().enumerate() {
        positions[node.index()] = Some(position);
    }
    let (root, unknown) = (order.len() - 1, order.len());
    let mut dominators = vec![unknown; order.len()];
    dominators[root] = root;
    loop {
        let mut is_changed = false;
        for position in (0..root).rev() {
            let predecessors = graph.neighbors_directed(order[position], Direction::Incoming);
            let dominator = predecessors
                .filter_map(|node| positions[node.index()])
                .filter(|&it| dominators[it] != unknown)
                .reduce(|one, other| common_dominator(&dominators, one, other))
                .unwrap_or(unknown);
            is_changed |= dominators[position] != dominator;
            dominators[position] = dominator;
        }
        if !is_changed {
            return dominators;
        }
    }
}

/// The nearest common dominator of `one` and `other`.
fn common_dominator(dominators: &[usize], mut one: usize, mut other: usize) -> usize {
    while one != other {
        if one < other {
            one = dominators[one];
        } else {
            other = dominators[other];
        }
    }
    one
}

#[cfg(test)]
mod tests {
    use facts_schema::{FunctionId, ValueId};
    use proptest::prelude::*;

    use super::*;

    fn dominance(count: u32, edges: &[(u32, u32)], split: &[(u32, u32)]) -> Dominance {
        let block = |number| BlockId(number + 7);
        let blocks: Vec<Block> = (0..count)
            .map(|number| Block {
                block: block(number),
                function: FunctionId(0),
                position: number,
                value: ValueId(number),
            })
            .collect();
        let successors: Vec<BlockSuccessor> = edges
            .iter()
            .map(|&(from, to)| BlockSuccessor {
                block: block(from),
                position: 0,
                successor: block(to),
            })
            .collect();
        let split: Vec<_> = split.iter().map(|&(from, to)| (block(from), block(to))).collect();
        Dominance::of(&blocks, &successors, &split)
    }

    fn place(number: u32) -> ControlPoint {
        ControlPoint::Block(BlockId(number + 7))
    }

    fn edge(number: u32) -> ControlPoint {
        ControlPoint::NormalEdge(BlockId(number + 7))
    }

    /// `0 → {1, 2} → 3`
    #[test]
    fn neither_side_of_a_diamond_dominates_its_end() {
        let dominance = dominance(4, &[(0, 1), (0, 2), (1, 3), (2, 3)], &[]);
        assert!((0..4).all(|number| dominance.dominates(place(0), place(number))));
        assert!(!dominance.dominates(place(1), place(3)));
        assert!(!dominance.dominates(place(2), place(3)));
        assert!(dominance.dominates(place(3), place(3)));
        assert!(!dominance.dominates(place(3), place(0)));
    }

    #[test]
    fn every_block_dominates_unreachable_blocks() {
        let dominance = dominance(3, &[(0, 1), (2, 1)], &[]);
        assert!(dominance.dominates(place(1), place(2)));
        assert!(!dominance.dominates(place(2), place(1)));
        assert!(!dominance.is_reachable(place(2)));
    }

    /// The invoke at the end of 0 has the normal destination 1 and the unwind destination 2; 2
    /// branches to 1.
    #[test]
    fn the_normal_edge_does_not_dominate_a_destination_with_other_ways_in() {
        let shared = dominance(3, &[(0, 1), (0, 2), (2, 1)], &[(0, 1)]);
        assert!(shared.dominates(place(0), place(1)));
        assert!(!shared.dominates(edge(0), place(1)));
        let own = dominance(3, &[(0, 1), (0, 2)], &[(0, 1)]);
        assert!(own.dominates(edge(0), place(1)));
        assert!(!own.dominates(edge(0), place(2)));
    }

    #[test]
    fn a_function_without_blocks_has_no_program_points() {
        assert!(!dominance(0, &[], &[]).is_reachable(place(0)));
    }

    proptest! {
        /// A block dominates another if the other is unreachable after the block is removed.
        #[test]
        fn a_dominator_is_on_every_path(
            edges in prop::collection::vec((0..8_u32, 0..8_u32), 0..24),
        ) {
            let dominance = dominance(8, &edges, &[]);
            let reached = |without: Option<u32>| {
                let mut reached = vec![0; (without != Some(0)).into()];
                let mut next = 0;
                while let Some(&block) = reached.get(next) {
                    for &(from, to) in &edges {
                        if from == block && Some(to) != without && !reached.contains(&to) {
                            reached.push(to);
                        }
                    }
                    next += 1;
                }
                reached
            };
            for block in 0..8 {
                let avoiding = reached(Some(block));
                for other in 0..8 {
                    let is_on_every_path = !avoiding.contains(&other);
                    prop_assert_eq!(dominance.dominates(place(block), place(other)), is_on_every_path);
                }
                prop_assert_eq!(dominance.is_reachable(place(block)), reached(None).contains(&block));
            }
        }
    }
}
