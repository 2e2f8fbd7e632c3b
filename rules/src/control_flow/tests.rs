use facts_schema::{
    Block as BlockRow, BlockSuccessor as SuccessorRow, BlockTerminator as TerminatorRow,
    InstructionId, ValueId,
};
use petgraph::Graph;
use petgraph::visit::Dfs;
use proptest::prelude::*;

use super::*;

const NONE: [u32; 0] = [];

/// A module whose functions have these numbers of blocks, numbered consecutively across functions.
/// Each block has a terminator with the successors in `edges`.
fn module(block_counts: &[u32], edges: &[(u32, u32)]) -> Facts {
    let mut facts = Facts::default();
    for (function, &count) in (0..).map(FunctionId).zip(block_counts) {
        for position in 0..count {
            let block = BlockId(facts.block.len() as u32);
            facts.block.push(BlockRow { block, function, position, value: ValueId(block.0) });
            let instruction = InstructionId(block.0);
            facts.block_terminator.push(TerminatorRow { block, instruction });
        }
    }
    for (position, &(block, successor)) in (0..).zip(edges) {
        let (block, successor) = (BlockId(block), BlockId(successor));
        facts.block_successor.push(SuccessorRow { block, position, successor });
    }
    facts
}

/// The numbers of blocks.
fn numbers<'a, R: 'a>(rows: &'a [R], number: impl Fn(&R) -> BlockId) -> Vec<u32> {
    rows.iter().map(|row| number(row).0).collect()
}

fn reachable(graph: &ControlFlow) -> Vec<u32> {
    numbers(&graph.reachable_block, |row| row.0)
}

fn unreachable(graph: &ControlFlow) -> Vec<u32> {
    numbers(&graph.unreachable_block, |row| row.0)
}

fn exits(graph: &ControlFlow) -> Vec<u32> {
    numbers(&graph.exit_block, |row| row.0)
}

#[test]
fn a_module_without_blocks_has_no_control_flow() {
    assert_eq!(ControlFlow::of(&Facts::default()), ControlFlow::default());
}

/// `0 → 1 → {2, 3} → 1`, `1 → 4`: a loop whose body branches.
#[test]
fn all_of_a_loop_is_reachable_and_only_its_end_is_an_exit() {
    let graph = ControlFlow::of(&module(&[5], &[(0, 1), (1, 2), (1, 3), (2, 1), (3, 1), (1, 4)]));
    let successors: Vec<_> = graph.successor.iter().map(|it| (it.0.0, it.1.0)).collect();
    assert_eq!(successors, [(0, 1), (1, 2), (1, 3), (1, 4), (2, 1), (3, 1)]);
    let predecessors: Vec<_> = graph.predecessor.iter().map(|it| (it.0.0, it.1.0)).collect();
    assert_eq!(predecessors, [(1, 0), (1, 2), (1, 3), (2, 1), (3, 1), (4, 1)]);
    assert_eq!(graph.entry_block, [EntryBlock(BlockId(0))]);
    assert_eq!(reachable(&graph), [0, 1, 2, 3, 4]);
    assert_eq!(unreachable(&graph), NONE);
    assert_eq!(exits(&graph), [4]);
}

/// `0 → 1`; `2 ⇄ 3` reach each other and 1, but are unreachable.
#[test]
fn a_cycle_that_nothing_enters_is_unreachable() {
    let graph = ControlFlow::of(&module(&[4], &[(0, 1), (2, 3), (3, 2), (3, 1)]));
    assert_eq!(reachable(&graph), [0, 1]);
    assert_eq!(unreachable(&graph), [2, 3]);
    assert_eq!(exits(&graph), [1]);
}

/// A switch may have many cases with the same destination.
#[test]
fn several_ways_to_the_same_block_are_one_edge() {
    let graph = ControlFlow::of(&module(&[2], &[(0, 1), (0, 1), (0, 1)]));
    assert_eq!(graph.successor, [Successor(BlockId(0), BlockId(1))]);
    assert_eq!(graph.predecessor, [Predecessor(BlockId(1), BlockId(0))]);
}

#[test]
fn each_function_has_an_entry_and_a_graph_of_its_own() {
    let graph = ControlFlow::of(&module(&[2, 0, 2], &[(0, 1), (3, 2)]));
    assert_eq!(graph.entry_block, [EntryBlock(BlockId(0)), EntryBlock(BlockId(2))]);
    assert_eq!(reachable(&graph), [0, 1, 2]);
    assert_eq!(unreachable(&graph), [3]);
    assert_eq!(exits(&graph), [1, 2]);
}

/// LLVM does not build such a module, but a folder of facts can contain it. Control leaves the
/// function, and neither graph has the edge.
#[test]
fn an_edge_into_another_function_is_an_exit() {
    let graph = ControlFlow::of(&module(&[1, 2], &[(0, 2), (1, 9)]));
    assert_eq!(graph.successor, []);
    assert_eq!(reachable(&graph), [0, 1]);
    assert_eq!(unreachable(&graph), [2]);
    assert_eq!(exits(&graph), [0, 1, 2]);
}

/// The successors of a block without a terminator are unknown.
#[test]
fn a_block_without_a_terminator_is_not_an_exit() {
    let mut facts = module(&[2], &[(0, 1)]);
    facts.block_terminator.pop();
    let graph = ControlFlow::of(&facts);
    assert_eq!(exits(&graph), NONE);
    assert_eq!(reachable(&graph), [0, 1]);
}

#[test]
fn the_order_of_the_facts_does_not_matter() {
    let mut facts = module(&[3, 2], &[(0, 1), (1, 2), (3, 4), (0, 2)]);
    let graph = ControlFlow::of(&facts);
    facts.block_successor.reverse();
    facts.block_terminator.reverse();
    assert_eq!(ControlFlow::of(&facts), graph);
}

proptest! {
    /// The reachable blocks are those that petgraph's depth-first search finds from the entries of
    /// all functions.
    #[test]
    fn reachable_is_what_a_search_from_the_entries_finds(
        edges in prop::collection::vec((0..20_u32, 0..20_u32), 0..60),
    ) {
        // Two functions of ten blocks; edges stay within a function.
        let edges: Vec<_> = edges.into_iter().filter(|(from, to)| from / 10 == to / 10).collect();
        let mut model = Graph::<(), ()>::new();
        let nodes: Vec<_> = (0..20).map(|_| model.add_node(())).collect();
        model.extend_with_edges(&edges);
        let mut found = vec![];
        for entry in [nodes[0], nodes[10]] {
            let mut search = Dfs::new(&model, entry);
            while let Some(node) = search.next(&model) {
                found.push(node.index() as u32);
            }
        }
        found.sort_unstable();

        let graph = ControlFlow::of(&module(&[10, 10], &edges));
        prop_assert_eq!(reachable(&graph), found.clone());
        let rest: Vec<_> = (0..20).filter(|block| !found.contains(block)).collect();
        prop_assert_eq!(unreachable(&graph), rest);
    }
}
