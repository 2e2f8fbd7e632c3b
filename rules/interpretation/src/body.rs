//! The control flow of a function.

use facts_schema::view::View;
use facts_schema::{BlockId, EntityId, FunctionId, Instruction, Opcode, ValueId};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// A function's blocks, numbered from 0.
#[derive(Debug)]
pub(crate) struct Body<'f> {
    first: BlockId,
    /// By block, its instructions.
    pub(crate) blocks: Vec<&'f [Instruction]>,
    pub(crate) successors: Vec<Vec<usize>>,
    /// By block, whether it is in a cycle.
    pub(crate) is_in_cycle: Vec<bool>,
    /// By block, the number of edges that lead to it.
    pub(crate) predecessor_counts: Vec<usize>,
    /// By block, its strongly connected component.
    pub(crate) component_of: Vec<usize>,
    /// The edges that lead into cycles.
    pub(crate) entries: Vec<(usize, usize)>,
    /// The reachable blocks, each after one of its predecessors.
    pub(crate) order: Vec<usize>,
    /// If there are cycles: pairs of a result and a block that uses it, in order. The block is another block than the
    /// defining one, or uses the result in a phi.
    uses: Vec<(ValueId, usize)>,
}

impl<'f> Body<'f> {
    pub(crate) fn of(view: &View<'f>, function: FunctionId) -> Self {
        let ids = view.blocks_of(function);
        let count = ids.end.index().saturating_sub(ids.start.index());
        let number = |block: BlockId| block.index().wrapping_sub(ids.start.index());
        let range = view.instructions_of(function);
        let rows = view.facts().instruction.get(range.start.index()..range.end.index());
        let mut blocks: Vec<&[Instruction]> = vec![&[]; count];
        for rows in rows.unwrap_or_default().chunk_by(|one, other| one.block == other.block) {
            if let Some(block) = blocks.get_mut(number(rows[0].block)) {
                *block = rows;
            }
        }
        let successors: Vec<Vec<usize>> = (0..count)
            .map(|it| {
                let block = BlockId::new(ids.start.0 + it as u32);
                let rows = view.block_successor.all(block).iter();
                rows.map(|row| number(row.successor)).filter(|it| *it < count).collect()
            })
            .collect();
        let mut graph = DiGraph::<(), ()>::new();
        successors.iter().for_each(|_| _ = graph.add_node(()));
        for (from, to) in successors.iter().enumerate() {
            to.iter()
                .for_each(|to| _ = graph.add_edge(NodeIndex::new(from), NodeIndex::new(*to), ()));
        }
        let mut component_of = vec![0; count];
        let mut is_in_cycle = vec![false; count];
        for (component, nodes) in tarjan_scc(&graph).into_iter().enumerate() {
            for node in &nodes {
                let node = node.index();
                component_of[node] = component;
                is_in_cycle[node] = nodes.len() > 1 || successors[node].contains(&node);
            }
        }
        let edges = successors.iter().enumerate();
        let edges = edges.flat_map(|(from, to)| to.iter().map(move |to| (from, *to)));
        let entries =
            edges.filter(|(from, to)| is_in_cycle[*to] && component_of[*from] != component_of[*to]);
        let entries = entries.collect();
        let mut predecessor_counts = vec![0; count];
        successors.iter().flatten().for_each(|it| predecessor_counts[*it] += 1);
        let order = reverse_post_order(&successors);
        let uses = match is_in_cycle.contains(&true) {
            true => uses_elsewhere(view, &blocks),
            false => Vec::new(),
        };
        Self {
            first: ids.start,
            blocks,
            successors,
            is_in_cycle,
            predecessor_counts,
            component_of,
            entries,
            order,
            uses,
        }
    }

    /// The blocks that use an instruction's result in a phi or outside of its block, if there are cycles.
    pub(crate) fn users(&self, result: ValueId) -> impl Iterator<Item = usize> {
        let start = self.uses.partition_point(|it| it.0 < result);
        self.uses[start..].iter().take_while(move |it| it.0 == result).map(|it| it.1)
    }

    /// The block with this number.
    pub(crate) fn id(&self, number: usize) -> BlockId {
        BlockId::new(self.first.0 + number as u32)
    }

    /// The number of a block.
    pub(crate) fn number(&self, block: BlockId) -> Option<usize> {
        let number = block.index().checked_sub(self.first.index())?;
        (number < self.blocks.len()).then_some(number)
    }
}

/// Pairs of a result and a block that uses it, in order. The block is another block than the defining one, or uses the
/// result in a phi.
fn uses_elsewhere(view: &View, blocks: &[&[Instruction]]) -> Vec<(ValueId, usize)> {
    let mut uses = Vec::new();
    for (number, rows) in blocks.iter().enumerate() {
        for row in *rows {
            for operand in view.instruction_operand.all(row.instruction) {
                let definition = view.definition_of(operand.operand);
                let definition = definition.and_then(|it| view.instruction.first(it));
                let is_phi = row.opcode == Opcode::Phi;
                if definition.is_some_and(|it| it.block != row.block || is_phi) {
                    uses.push((operand.operand, number));
                }
            }
        }
    }
    uses.sort_unstable();
    uses.dedup();
    uses
}

fn reverse_post_order(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut is_seen = vec![false; successors.len()];
    let mut path: Vec<(usize, usize)> = Vec::new();
    if let Some(seen) = is_seen.first_mut() {
        *seen = true;
        path.push((0, 0));
    }
    while let Some((node, next)) = path.last_mut() {
        let node = *node;
        match successors[node].get(*next) {
            Some(&target) => {
                *next += 1;
                if !std::mem::replace(&mut is_seen[target], true) {
                    path.push((target, 0));
                }
            }
            None => {
                order.push(node);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}
