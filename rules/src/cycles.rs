//! The cycles of a control-flow graph and their nesting, as defined in LLVM's cycle terminology.
//!
//! A depth-first search visits all blocks that are reachable from the entry, the last successor
//! first. A block with an incoming edge from one of its descendants in the search is the *header*
//! of a cycle. The cycle consists of the header and of all its descendants from which control can
//! return to it. Nested cycles are cycles among the blocks of the outer cycle without its header.
//! For a loop with a single entry, the result does not depend on the search. For a loop with
//! several entries, the search determines which of them is the header.

use std::mem;

use facts_schema::view::Scope;
use facts_schema::{BlockId, EntityId};

/// The blocks of a function that are in cycles, each with the headers of all cycles that contain
/// it.
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

/// The edges of a function from a block to one that follows it in reverse post-order.
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

/// By node: its position in the reverse post-order of the graph; equal for all unreachable nodes.
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
    /// The cycles, each after the cycles that it contains.
    pub cycles: Vec<Cycle>,
    /// By node: the innermost cycle that contains it.
    pub innermost: Vec<Option<usize>>,
}

/// A cycle.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    /// The innermost cycle that contains it.
    pub parent: Option<usize>,
    /// The entries, the header first. A cycle with one entry is reducible.
    pub entries: Vec<usize>,
}

/// The times at which the search enters a node, and at which it has visited all its descendants.
#[derive(Clone, Copy)]
struct Visit {
    start: usize,
    end: usize,
}

impl Visit {
    /// Whether `other` is a descendant of this node, or the same node.
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

/// The nodes in the order in which the search visits them, and the times of the visits.
fn walk(successors: &[Vec<usize>]) -> (Vec<usize>, Vec<Option<Visit>>) {
    let mut order = Vec::new();
    let mut visits: Vec<Option<Visit>> = vec![None; successors.len()];
    // The nodes on the current path, each with the successors that are still to be visited.
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
    fn the_last_successor_of_two_entries_is_the_header() {
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
