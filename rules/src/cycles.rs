//! The cycles of a control-flow graph and how they nest, as LLVM's terminology of cycles has them.
//!
//! A walk in depth goes from the entry to all that is reachable, the last successor first. A block to
//! which control comes back from what was found below it is the *header* of a cycle: the block
//! itself, and all blocks below it from which control comes back to it. A cycle in a cycle is one
//! among the blocks of the outer one that are not its header. A loop that has one entry is the same
//! by any walk. Of a loop that is entered at several blocks, the walk makes one of them the header.

use std::mem;

use facts_schema::view::Scope;
use facts_schema::{BlockId, EntityId};

/// The blocks of a function that are in cycles, each with the headers of all cycles around it.
pub fn around_blocks(scope: Scope) -> Vec<(BlockId, BlockId)> {
    let graph = Graph::of(scope);
    let cycles = Cycles::of(&graph.successors);
    let mut rows = Vec::new();
    for (node, &innermost) in cycles.innermost.iter().enumerate() {
        let mut next = innermost;
        while let Some(cycle) = next.and_then(|number| cycles.cycles.get(number)) {
            rows.extend(cycle.entries.first().map(|&it| (graph.block(node), graph.block(it))));
            next = cycle.parent;
        }
    }
    rows
}

/// The edges of a function that lead from a block to one that comes after it in the reverse
/// post-order.
pub fn forward_edges(scope: Scope) -> Vec<(BlockId, BlockId)> {
    let graph = Graph::of(scope);
    let ranks = ranks(&graph.successors);
    let mut rows = Vec::new();
    for (node, targets) in graph.successors.iter().enumerate() {
        let later = targets.iter().filter(|&&it| ranks[node] < ranks[it]);
        rows.extend(later.map(|&it| (graph.block(node), graph.block(it))));
    }
    rows
}

/// The control-flow graph of a function, with its blocks numbered from 0.
struct Graph {
    first: usize,
    successors: Vec<Vec<usize>>,
}

impl Graph {
    fn of(scope: Scope) -> Self {
        let blocks = scope.blocks().unwrap_or(BlockId(0)..BlockId(0));
        let (first, end) = (blocks.start.index(), blocks.end.index());
        let mut successors = vec![Vec::new(); end - first];
        for row in scope.whole().block_successor.within(Some(blocks)) {
            if (first..end).contains(&row.successor.index()) {
                successors[row.block.index() - first].push(row.successor.index() - first);
            }
        }
        Self { first, successors }
    }

    fn block(&self, node: usize) -> BlockId {
        BlockId::new((self.first + node) as u32)
    }
}

/// By node: its place in the reverse post-order of the graph; those of unreachable nodes are alike.
fn ranks(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut ranks = vec![0; successors.len()];
    let mut is_seen = vec![false; successors.len()];
    let mut path: Vec<(usize, &[usize])> = Vec::new();
    if let (Some(seen), Some(entry)) = (is_seen.first_mut(), successors.first()) {
        *seen = true;
        path.push((0, entry));
    }
    let mut rank = successors.len();
    while let Some((node, rest)) = path.last_mut() {
        match rest.split_first() {
            Some((&target, others)) => {
                *rest = others;
                if !mem::replace(&mut is_seen[target], true) {
                    path.push((target, &successors[target]));
                }
            }
            None => {
                ranks[*node] = rank;
                rank -= 1;
                path.pop();
            }
        }
    }
    ranks
}

/// The cycles of a graph whose nodes are numbered.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Cycles {
    /// The cycles, each after those that it contains.
    pub cycles: Vec<Cycle>,
    /// By node: the innermost cycle that it is in.
    pub innermost: Vec<Option<usize>>,
}

/// A cycle.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    /// The cycle that it is directly in.
    pub parent: Option<usize>,
    /// Where control enters it, the header first. A cycle with one entry is reducible.
    pub entries: Vec<usize>,
}

/// When the walk comes to a node, and when it has seen all below it.
#[derive(Clone, Copy)]
struct Visit {
    start: usize,
    end: usize,
}

impl Visit {
    /// Whether `other` is below this one, or the same.
    fn is_above(self, other: Visit) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl Cycles {
    /// The cycles of the graph with these `successors` of each node; node 0 is the entry.
    pub fn of(successors: &[Vec<usize>]) -> Self {
        let (order, visits) = walk(successors);
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (node, targets) in successors.iter().enumerate().filter(|it| visits[it.0].is_some()) {
            targets.iter().for_each(|&target| predecessors[target].push(node));
        }

        let mut cycles = Self { cycles: vec![], innermost: vec![None; successors.len()] };
        for header in order.into_iter().rev() {
            cycles.find(header, &predecessors, &visits);
        }
        cycles
    }

    /// Finds the cycle with this `header`, if there is one.
    fn find(&mut self, header: usize, predecessors: &[Vec<usize>], visits: &[Option<Visit>]) {
        let is_below = |node: usize| match (visits[header], visits[node]) {
            (Some(header), Some(node)) => header.is_above(node),
            _ => false,
        };
        let mut todo: Vec<usize> =
            predecessors[header].iter().copied().filter(|&node| is_below(node)).collect();
        if todo.is_empty() {
            return;
        }

        let this = self.cycles.len();
        self.innermost[header] = Some(this);
        self.cycles.push(Cycle { parent: None, entries: vec![header] });
        while let Some(node) = todo.pop() {
            let found = match self.innermost[node].map(|cycle| self.outermost(cycle)) {
                Some(cycle) if cycle == this => continue,
                Some(child) => {
                    self.cycles[child].parent = Some(this);
                    self.cycles[child].entries.clone()
                }
                None => {
                    self.innermost[node] = Some(this);
                    vec![node]
                }
            };
            for node in found {
                let (within, without): (Vec<usize>, Vec<usize>) =
                    predecessors[node].iter().partition(|&&it| is_below(it));
                todo.extend(within);
                if !without.is_empty() {
                    self.cycles[this].entries.push(node);
                }
            }
        }
    }

    fn outermost(&self, mut cycle: usize) -> usize {
        while let Some(parent) = self.cycles[cycle].parent {
            cycle = parent;
        }
        cycle
    }
}

/// The nodes in the order in which the walk comes to them, and when that is.
fn walk(successors: &[Vec<usize>]) -> (Vec<usize>, Vec<Option<Visit>>) {
    let mut order = Vec::new();
    let mut visits: Vec<Option<Visit>> = vec![None; successors.len()];
    // The nodes on the way down, each with the successors that are still to be visited.
    let mut path: Vec<(usize, &[usize])> = Vec::new();
    let mut next = (!successors.is_empty()).then_some(0);
    loop {
        if let Some(node) = next.take() {
            visits[node] = Some(Visit { start: order.len(), end: usize::MAX });
            order.push(node);
            path.push((node, &successors[node]));
        }
        let Some((node, rest)) = path.last_mut() else { break };
        match rest.split_last() {
            Some((&target, others)) => {
                *rest = others;
                next = visits[target].is_none().then_some(target);
            }
            None => {
                if let Some(visit) = &mut visits[*node] {
                    visit.end = order.len();
                }
                path.pop();
            }
        }
    }
    (order, visits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles(successors: &[&[usize]]) -> Cycles {
        Cycles::of(&successors.iter().map(|it| it.to_vec()).collect::<Vec<_>>())
    }

    fn cycle(parent: Option<usize>, entries: &[usize]) -> Cycle {
        Cycle { parent, entries: entries.to_vec() }
    }

    #[test]
    fn only_back_edges_do_not_lead_forward() {
        // 4 is unreachable.
        let successors = [vec![1, 2], vec![3], vec![3], vec![1, 0], vec![0]];
        let ranks = ranks(&successors);
        let is_forward = |from: usize, to: usize| ranks[from] < ranks[to];
        assert!(is_forward(0, 1) && is_forward(0, 2) && is_forward(1, 3) && is_forward(2, 3));
        assert!(!is_forward(3, 1) && !is_forward(3, 0));
        assert_eq!(ranks[4], 0);
    }

    #[test]
    fn a_graph_without_cycles_has_none() {
        assert_eq!(cycles(&[&[1, 2], &[2], &[]]).cycles, []);
        assert_eq!(cycles(&[]), Cycles::default());
    }

    #[test]
    fn a_loop_in_a_loop() {
        let found = cycles(&[&[1], &[2], &[2, 3], &[1, 4], &[]]);
        assert_eq!(found.cycles, [cycle(Some(1), &[2]), cycle(None, &[1])]);
        assert_eq!(found.innermost, [None, Some(1), Some(0), Some(1), None]);
    }

    #[test]
    fn one_header_makes_one_cycle() {
        let found = cycles(&[&[1], &[1, 2], &[1, 3], &[]]);
        assert_eq!(found.cycles, [cycle(None, &[1])]);
        assert_eq!(found.innermost, [None, Some(0), Some(0), None]);
    }

    #[test]
    fn of_two_entries_the_last_successor_is_the_header() {
        let found = cycles(&[&[1, 2], &[2], &[1, 3], &[]]);
        assert_eq!(found.cycles, [cycle(None, &[2, 1])]);
        let found = cycles(&[&[2, 1], &[2], &[1, 3], &[]]);
        assert_eq!(found.cycles, [cycle(None, &[1, 2])]);
    }

    #[test]
    fn unreachable_nodes_are_in_no_cycle_and_enter_none() {
        let found = cycles(&[&[1], &[2], &[1, 3], &[], &[4, 2]]);
        assert_eq!(found.cycles, [cycle(None, &[1])]);
        assert_eq!(found.innermost, [None, Some(0), Some(0), None, None]);
    }
}
