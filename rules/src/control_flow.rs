//! The control-flow graph of each function: its edges, its entry and exits, and what is reachable.
//!
//! **Scope: function.** Control does not jump from one function into another, so the program runs
//! for each function by itself.

use facts_schema::{BlockId, EntityId, Facts, FunctionId};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use crate::bridge::{ByFunction, input_from, sorted};
use program::{Block, BlockSuccessor, BlockTerminator, Crepe};
pub use program::{
    EntryBlock, ExitBlock, Predecessor, ReachableBlock, Successor, UnreachableBlock,
};

/// The control-flow graphs of all functions of a module, each relation in order.
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
        let function_of = |block: BlockId| Some(facts.block.get(block.index())?.function);
        let blocks = ByFunction::new(&facts.block, |row| Some(row.function));
        let successors = ByFunction::new(&facts.block_successor, |row| function_of(row.block));
        let terminators = ByFunction::new(&facts.block_terminator, |row| function_of(row.block));

        let derive = |function: FunctionId| {
            let mut program = Crepe::new();
            program.extend(blocks.of(function).iter().map(Block::from));
            program.extend(successors.of(function).iter().map(BlockSuccessor::from));
            program.extend(terminators.of(function).iter().map(BlockTerminator::from));
            program.run_with_hasher::<FxBuildHasher>()
        };
        let graphs: Vec<_> = blocks.functions().into_par_iter().map(derive).collect();

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

mod program {
    use crepe::crepe;
    use facts_schema::BlockId;

    crepe! {
        @input
        /// `block` is the block at `position` of the function.
        pub struct Block(pub BlockId, pub u32);

        @input
        /// `block` has a terminator that may go to `successor`.
        pub struct BlockSuccessor(pub BlockId, pub BlockId);

        @input
        /// `block` ends with a terminator.
        pub struct BlockTerminator(pub BlockId);

        @output
        /// `Successor(block, successor)`: control may go from `block` to `successor`. However many
        /// ways a terminator has to the same block, they are one edge.
        #[derive(Debug, PartialOrd, Ord)]
        pub struct Successor(pub BlockId, pub BlockId);

        // The edge lies within the function.
        Successor(block, successor) <-
            BlockSuccessor(block, successor),
            Block(block, _),
            Block(successor, _);

        @output
        /// `Predecessor(block, predecessor)`: control may come to `block` from `predecessor`.
        #[derive(Debug, PartialOrd, Ord)]
        pub struct Predecessor(pub BlockId, pub BlockId);

        Predecessor(block, predecessor) <- Successor(predecessor, block);

        @output
        /// `EntryBlock(block)`: a call of the function starts at `block`.
        #[derive(Debug, PartialOrd, Ord)]
        pub struct EntryBlock(pub BlockId);

        EntryBlock(block) <- Block(block, position), (position == 0);

        @output
        /// `ExitBlock(block)`: `block` has a terminator but no successor: there control leaves the
        /// function or ends.
        #[derive(Debug, PartialOrd, Ord)]
        pub struct ExitBlock(pub BlockId);

        ExitBlock(block) <- BlockTerminator(block), !Successor(block, _);

        @output
        /// `ReachableBlock(block)`: a path leads from the entry of the function to `block`.
        #[derive(Debug, PartialOrd, Ord)]
        pub struct ReachableBlock(pub BlockId);

        ReachableBlock(block) <- EntryBlock(block);

        ReachableBlock(successor) <- ReachableBlock(block), Successor(block, successor);

        @output
        /// `UnreachableBlock(block)`: no path leads from the entry of the function to `block`.
        #[derive(Debug, PartialOrd, Ord)]
        pub struct UnreachableBlock(pub BlockId);

        UnreachableBlock(block) <- Block(block, _), !ReachableBlock(block);
    }
}

input_from! { Block(block, position) from Block }
input_from! { BlockSuccessor(block, successor) from BlockSuccessor }
input_from! { BlockTerminator(block) from BlockTerminator }

#[cfg(test)]
mod tests;
