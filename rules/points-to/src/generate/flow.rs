//! The control flow of a function: dominators, and the blocks where paths meet.

use std::ops::Range;

use facts_schema::BlockId;
use facts_schema::view::Scope;
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};

/// The control flow of a function, without unreachable blocks.
#[derive(Debug, Default)]
pub struct Flow {
    /// The number of the entry of the function, which is the smallest.
    first: u32,
    /// By block, from the entry on.
    nodes: Vec<Node>,
}

/// A block in the control flow; without content if it is unreachable.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Its immediate dominator.
    immediate: Option<BlockId>,
    /// The times at which a walk of the dominator tree enters and leaves it.
    visit: Range<u32>,
    /// Its predecessors, in order.
    before: Vec<BlockId>,
}

impl Flow {
    /// The control flow of the function in scope.
    pub fn of(scope: Scope) -> Self {
        let view = scope.whole();
        let blocks = view.block.within(scope.blocks());
        let Some(entry) = blocks.first().map(|it| it.block) else { return Self::default() };
        let mut flow = Self { first: entry.0, nodes: vec![Node::default(); blocks.len()] };
        let node = |block: BlockId| NodeIndex::<u32>::new((block.0 - entry.0) as usize);
        let successors = view.block_successor.within(scope.blocks());
        let mut graph = DiGraph::<(), ()>::with_capacity(blocks.len(), successors.len());
        blocks.iter().for_each(|_| _ = graph.add_node(()));
        for row in successors {
            graph.update_edge(node(row.block), node(row.successor), ());
        }
        let dominators = simple_fast(&graph, node(entry));
        let mut children = vec![Vec::new(); blocks.len()];
        for it in graph.node_indices() {
            let block = flow.block(it.index());
            if let Some(dominator) = dominators.immediate_dominator(it) {
                flow.nodes[it.index()].immediate = Some(flow.block(dominator.index()));
                children[dominator.index()].push(it.index());
            } else if block != entry {
                continue;
            }
            for successor in graph.neighbors(it) {
                flow.nodes[successor.index()].before.push(block);
            }
        }
        flow.walk(&children);
        flow
    }

    fn block(&self, index: usize) -> BlockId {
        BlockId(self.first + index as u32)
    }

    fn node(&self, block: BlockId) -> Option<&Node> {
        self.nodes.get(block.0.checked_sub(self.first)? as usize)
    }

    /// Walks the dominator tree.
    fn walk(&mut self, children: &[Vec<usize>]) {
        let mut time = 0;
        let mut open = vec![(0, false)];
        while let Some((index, is_left)) = open.pop() {
            let visit = &mut self.nodes[index].visit;
            if is_left {
                visit.end = time;
                continue;
            }
            *visit = time..time;
            time += 1;
            open.push((index, true));
            open.extend(children[index].iter().map(|it| (*it, false)));
        }
    }

    /// Whether every path from the entry of the function to `other` goes through `block`.
    pub fn dominates(&self, block: BlockId, other: BlockId) -> bool {
        let visits = [block, other].map(|it| self.node(it).map(|it| &it.visit));
        let [Some(visit), Some(other)] = visits else { return false };
        !other.is_empty() && visit.contains(&other.start)
    }

    /// The immediate dominator of `block`.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.node(block)?.immediate
    }

    /// Whether `block` has exactly one predecessor.
    pub fn has_one_way_into(&self, block: BlockId) -> bool {
        self.node(block).is_some_and(|it| it.immediate.is_some() && it.before.len() == 1)
    }

    /// The blocks with several predecessors, and these predecessors.
    pub fn joins(&self) -> impl Iterator<Item = (BlockId, &[BlockId])> {
        let nodes = self.nodes.iter().enumerate();
        let nodes = nodes.map(|(index, it)| (self.block(index), &it.before[..]));
        nodes.filter(|(_, before)| before.len() > 1)
    }

    /// Pairs of blocks where `other` is in the dominance frontier of `block`: `block` dominates a predecessor
    /// of `other`, but not `other` itself, unless they are the same. (Cooper, Harvey and Kennedy, A Simple, Fast
    /// Dominance Algorithm)
    pub fn frontiers(&self) -> impl Iterator<Item = (BlockId, BlockId)> {
        self.joins().flat_map(move |(other, before)| {
            let end = self.immediate_dominator(other);
            before.iter().flat_map(move |before| {
                let up = move |block: &BlockId| self.immediate_dominator(*block);
                let runners = std::iter::successors(Some(*before), up);
                runners.take_while(move |it| Some(*it) != end).map(move |it| (it, other))
            })
        })
    }
}
