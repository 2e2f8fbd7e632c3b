//! From where control comes to a block.

use facts_schema::{BlockId, EntityId, Facts};

/// The predecessors of all blocks of a module.
pub(crate) struct Predecessors {
    predecessors: Vec<BlockId>,
    /// By block: where its predecessors begin. They end where those of the next block begin.
    starts: Vec<usize>,
}

impl Predecessors {
    /// Turns the edges around.
    pub fn of_all(facts: &Facts) -> Self {
        let count = facts.block.len();
        let edges = || facts.block_successor.iter().filter(|row| row.successor.index() < count);
        let mut starts = vec![0; count + 1];
        edges().for_each(|row| starts[row.successor.index() + 1] += 1);
        for block in 0..count {
            starts[block + 1] += starts[block];
        }
        let mut next = starts.clone();
        let mut predecessors = vec![BlockId(0); starts[count]];
        for row in edges() {
            let place = &mut next[row.successor.index()];
            predecessors[*place] = row.block;
            *place += 1;
        }
        Self { predecessors, starts }
    }

    /// The predecessors of `block`, each as often as it has edges to the block.
    pub fn of(&self, block: BlockId) -> &[BlockId] {
        let index = block.index();
        match (self.starts.get(index), self.starts.get(index + 1)) {
            (Some(&start), Some(&end)) => &self.predecessors[start..end],
            _ => &[],
        }
    }

    /// Whether control comes to `block` only from `other`, by way of a few blocks with one
    /// predecessor each.
    pub fn lead_only_from(&self, other: BlockId, mut block: BlockId) -> bool {
        /// Far enough for most, and an end for blocks that lead in a circle.
        const FAR: usize = 16;

        for _ in 0..FAR {
            let &[predecessor] = self.of(block) else { return false };
            if predecessor == other {
                return true;
            }
            block = predecessor;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use facts_schema::{Block, BlockSuccessor, FunctionId, ValueId};

    use super::*;

    /// `0 → 1 → 2`, `0 → 3`, `2 → 3`, and `4 → 4`, which nothing else leads to.
    #[test]
    fn blocks_with_one_predecessor_are_followed_back() {
        let mut facts = Facts::default();
        for number in 0..5 {
            let (block, value) = (BlockId(number), ValueId(number));
            facts.block.push(Block { block, function: FunctionId(0), position: number, value });
        }
        for (block, successor) in [(0, 1), (0, 3), (1, 2), (2, 3), (4, 4)] {
            let (block, successor) = (BlockId(block), BlockId(successor));
            facts.block_successor.push(BlockSuccessor { block, position: 0, successor });
        }
        let predecessors = Predecessors::of_all(&facts);
        assert_eq!(predecessors.of(BlockId(3)), [BlockId(0), BlockId(2)]);
        assert_eq!(predecessors.of(BlockId(0)), []);
        assert_eq!(predecessors.of(BlockId(9)), []);
        assert!(predecessors.lead_only_from(BlockId(0), BlockId(2)));
        assert!(!predecessors.lead_only_from(BlockId(0), BlockId(3)));
        assert!(!predecessors.lead_only_from(BlockId(0), BlockId(4)));
    }
}
