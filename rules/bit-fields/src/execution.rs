//! The order in which instructions of a function run.

use std::cell::RefCell;

use facts_schema::view::View;
use facts_schema::{BlockId, BlockSuccessor, EntityId, FunctionId, Instruction, InstructionId};
use petgraph::algo::has_path_connecting;
use petgraph::graph::{DiGraph, NodeIndex};
use rules::dominance::{ControlPoint, Dominance};
use rustc_hash::FxHashMap;

/// The order in which instructions run. The results for a function are computed once.
pub struct Execution<'v, 'f> {
    view: &'v View<'f>,
    flows: RefCell<FxHashMap<FunctionId, Flow>>,
}

impl<'v, 'f> Execution<'v, 'f> {
    /// Of the functions of a module.
    pub fn new(view: &'v View<'f>) -> Self {
        Self { view, flows: RefCell::default() }
    }

    /// Whether one instruction always runs before another.
    pub fn dominates(&self, one: InstructionId, other: InstructionId) -> bool {
        let (Some(one), Some(other)) = (self.row(one), self.row(other)) else { return false };
        if one.block == other.block {
            return one.position < other.position;
        }
        one.function == other.function
            && self.in_flow(one.function, |flow| flow.dominates(one.block, other.block))
    }

    /// Whether one instruction may run before another, in the same run of their function.
    pub fn may_precede(&self, one: InstructionId, other: InstructionId) -> bool {
        let (Some(one), Some(other)) = (self.row(one), self.row(other)) else { return false };
        let is_before = one.block == other.block && one.position < other.position;
        is_before
            || one.function == other.function
                && self.in_flow(one.function, |flow| flow.reaches(one.block, other.block))
    }

    fn row(&self, instruction: InstructionId) -> Option<&'f Instruction> {
        self.view.facts().instruction.get(instruction.index())
    }

    fn in_flow(&self, function: FunctionId, holds: impl FnOnce(&Flow) -> bool) -> bool {
        let mut flows = self.flows.borrow_mut();
        holds(flows.entry(function).or_insert_with(|| Flow::new(self.view, function)))
    }
}

/// The blocks of a function.
struct Flow {
    graph: DiGraph<(), ()>,
    nodes: FxHashMap<BlockId, NodeIndex>,
    dominance: Dominance,
}

impl Flow {
    fn new(view: &View, function: FunctionId) -> Self {
        let blocks = view.block.within(Some(view.blocks_of(function)));
        let edges: Vec<BlockSuccessor> =
            blocks.iter().flat_map(|row| view.block_successor.all(row.block)).copied().collect();
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: FxHashMap<_, _> =
            blocks.iter().map(|row| (row.block, graph.add_node(()))).collect();
        for edge in &edges {
            if let (Some(from), Some(to)) = (nodes.get(&edge.block), nodes.get(&edge.successor)) {
                graph.update_edge(*from, *to, ());
            }
        }
        Self { graph, nodes, dominance: Dominance::of(blocks, &edges, &[]) }
    }

    fn dominates(&self, one: BlockId, other: BlockId) -> bool {
        let (one, other) = (ControlPoint::Block(one), ControlPoint::Block(other));
        // Every block dominates an unreachable one, but nothing runs before it.
        self.dominance.is_reachable(other) && self.dominance.dominates(one, other)
    }

    /// Whether a path of one edge or more leads from one block to another.
    fn reaches(&self, one: BlockId, other: BlockId) -> bool {
        let (Some(one), Some(other)) = (self.nodes.get(&one), self.nodes.get(&other)) else {
            return false;
        };
        let mut next = self.graph.neighbors(*one);
        next.any(|it| has_path_connecting(&self.graph, it, *other, None))
    }
}
