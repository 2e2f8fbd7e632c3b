//! The control-flow graph of each function: its edges, its entry and exits, and reachability.
//! Control does not branch from one function into another, so the program runs for each function
//! separately.

use facts_schema::view::{Scope, View};
use facts_schema::{BlockId, Facts, FunctionId};
use rayon::prelude::*;
use rules_macros::datalog;

use crate::bridge::sorted;
pub use program::{
    EntryBlock, ExitBlock, Predecessor, ReachableBlock, Successor, UnreachableBlock,
};

/// The control-flow graphs of all functions of a module, with each relation sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the rows say it")]
pub struct ControlFlow {
    pub successor: Vec<Successor>,
    pub predecessor: Vec<Predecessor>,
    pub entry_block: Vec<EntryBlock>,
    pub exit_block: Vec<ExitBlock>,
    pub reachable_block: Vec<ReachableBlock>,
    pub unreachable_block: Vec<UnreachableBlock>,
}

impl ControlFlow {
    /// Derives the control-flow graphs of a module from its blocks, their successors and their
    /// terminators.
    pub fn of(facts: &Facts) -> Self {
        let view = View::new(facts);
        let mut functions: Vec<FunctionId> = facts.block.iter().map(|row| row.function).collect();
        functions.dedup();
        let derive = |function| program::run(Scope::function(&view, function));
        let graphs: Vec<_> = functions.into_par_iter().map(derive).collect();

        Self {
            successor: sorted(graphs.iter().flat_map(|graph| &graph.0).copied()),
            predecessor: sorted(graphs.iter().flat_map(|graph| &graph.1).copied()),
            entry_block: sorted(graphs.iter().flat_map(|graph| &graph.2).copied()),
            exit_block: sorted(graphs.iter().flat_map(|graph| &graph.3).copied()),
            reachable_block: sorted(graphs.iter().flat_map(|graph| &graph.4).copied()),
            unreachable_block: sorted(graphs.iter().flat_map(|graph| &graph.5).copied()),
        }
    }
}

datalog! { functions;
    @output
    /// `Successor(block, successor)`: `successor` is a successor of `block`. Several edges of a
    /// terminator to the same block are merged.
    #[derive(Debug, PartialOrd, Ord)]
    struct Successor(BlockId, BlockId);

    // The edge is within the function.
    Successor(block, successor) <-
        block { block, function },
        block_successor { block, successor },
        block { block: successor, function };

    @output
    /// `Predecessor(block, predecessor)`: `predecessor` is a predecessor of `block`.
    #[derive(Debug, PartialOrd, Ord)]
    struct Predecessor(BlockId, BlockId);

    Predecessor(block, predecessor) <- Successor(predecessor, block);

    @output
    /// `EntryBlock(block)`: a call of the function starts at `block`.
    #[derive(Debug, PartialOrd, Ord)]
    struct EntryBlock(BlockId);

    EntryBlock(block) <- block { block, position: 0 };

    @output
    /// `ExitBlock(block)`: `block` has a terminator but no successor, so control leaves the
    /// function or ends there.
    #[derive(Debug, PartialOrd, Ord)]
    struct ExitBlock(BlockId);

    ExitBlock(block) <- block_terminator { block }, !Successor(block, _);

    @output
    /// `ReachableBlock(block)`: `block` is reachable from the entry of the function.
    #[derive(Debug, PartialOrd, Ord)]
    struct ReachableBlock(BlockId);

    ReachableBlock(block) <- EntryBlock(block);

    ReachableBlock(successor) <- ReachableBlock(block), Successor(block, successor);

    @output
    /// `UnreachableBlock(block)`: `block` is not reachable from the entry of the function.
    #[derive(Debug, PartialOrd, Ord)]
    struct UnreachableBlock(BlockId);

    UnreachableBlock(block) <- block { block }, !ReachableBlock(block);
}

#[cfg(test)]
mod tests;
