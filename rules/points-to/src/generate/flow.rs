//! The control flow of a function: dominators, and the blocks where paths meet.

use facts_schema::BlockId;
use facts_schema::view::Scope;
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// The control flow of a function, without unreachable blocks.
#[derive(Debug, Default)]
pub struct Flow {
    /// By block: its immediate dominator.
    immediate: FxHashMap<BlockId, BlockId>,
    /// By block: the times at which a walk of the dominator tree enters and leaves it.
    visits: FxHashMap<BlockId, (u32, u32)>,
    /// By block with several predecessors: its predecessors.
    joins: FxHashMap<BlockId, Vec<BlockId>>,
}

impl Flow {
    /// The control flow of the function in scope.
    pub fn of(scope: Scope) -> Self {
        let view = scope.whole();
        let blocks = view.block.within(scope.blocks());
        let Some(entry) = blocks.first() else { return Self::default() };
        let node = |block: BlockId| NodeIndex::<u32>::new((block.0 - entry.block.0) as usize);
        let block = |node: NodeIndex| BlockId(entry.block.0 + node.index() as u32);
        let successors = view.block_successor.within(scope.blocks());
        let mut graph = DiGraph::<(), ()>::with_capacity(blocks.len(), successors.len());
        blocks.iter().for_each(|_| _ = graph.add_node(()));
        for row in successors {
            graph.update_edge(node(row.block), node(row.successor), ());
        }
        let dominators = simple_fast(&graph, NodeIndex::new(0));
        let mut flow = Self::default();
        let mut children: FxHashMap<NodeIndex, Vec<NodeIndex>> = FxHashMap::default();
        for it in graph.node_indices() {
            if let Some(dominator) = dominators.immediate_dominator(it) {
                flow.immediate.insert(block(it), block(dominator));
                children.entry(dominator).or_default().push(it);
            } else if it.index() != 0 {
                continue;
            }
            let before = graph.neighbors_directed(it, petgraph::Incoming);
            let is_reachable =
                |it: &NodeIndex| it.index() == 0 || dominators.immediate_dominator(*it).is_some();
            let mut before: Vec<BlockId> = before.filter(is_reachable).map(block).collect();
            before.sort_unstable();
            if before.len() > 1 {
                flow.joins.insert(block(it), before);
            }
        }
        flow.walk(&children, &block);
        flow
    }

    /// Walks the dominator tree.
    fn walk(
        &mut self,
        children: &FxHashMap<NodeIndex, Vec<NodeIndex>>,
        block: &impl Fn(NodeIndex) -> BlockId,
    ) {
        let mut time = 0;
        let mut open = vec![(NodeIndex::new(0), false)];
        while let Some((node, is_left)) = open.pop() {
            if is_left {
                if let Some((_, end)) = self.visits.get_mut(&block(node)) {
                    *end = time;
                }
                continue;
            }
            self.visits.insert(block(node), (time, time));
            time += 1;
            open.push((node, true));
            open.extend(children.get(&node).into_iter().flatten().map(|it| (*it, false)));
        }
    }

    /// Whether every path from the entry of the function to `other` goes through `block`.
    pub fn dominates(&self, block: BlockId, other: BlockId) -> bool {
        match (self.visits.get(&block), self.visits.get(&other)) {
            (Some((start, end)), Some((time, _))) => (*start..*end).contains(time),
            _ => false,
        }
    }

    /// The immediate dominator of `block`.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.immediate.get(&block).copied()
    }

    /// Whether `block` has exactly one predecessor.
    pub fn has_one_way_into(&self, block: BlockId) -> bool {
        self.immediate.contains_key(&block) && !self.joins.contains_key(&block)
    }

    /// The blocks with several predecessors, and these predecessors.
    pub fn joins(&self) -> impl Iterator<Item = (BlockId, &[BlockId])> {
        self.joins.iter().map(|(block, before)| (*block, &before[..]))
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
