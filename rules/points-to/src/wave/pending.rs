//! The positions of nodes with pending work.

use fixedbitset::{Block, FixedBitSet};

/// Positions in the order of the graph. Most nodes have nothing pending, so that a walk over all of them would cost
/// more than the work.
#[derive(Debug, Default)]
pub struct Pending(FixedBitSet);

const BLOCK_BITS: usize = Block::BITS as usize;

impl Pending {
    /// Adds a position.
    pub fn insert(&mut self, position: u32) {
        self.0.grow_and_insert(position as usize);
    }

    /// Removes and returns the first position from `start` on.
    pub fn take(&mut self, start: usize) -> Option<usize> {
        let blocks = self.0.as_slice();
        let mut block = start / BLOCK_BITS;
        let mut bits = blocks.get(block)? & (Block::MAX << (start % BLOCK_BITS));
        while bits == 0 {
            block += 1;
            bits = *blocks.get(block)?;
        }
        let position = block * BLOCK_BITS + bits.trailing_zeros() as usize;
        self.0.set(position, false);
        Some(position)
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yields_each_position_once_in_order() {
        let mut pending = Pending::default();
        for position in [200, 0, 63, 64, 200] {
            pending.insert(position);
        }
        assert_eq!(pending.take(1), Some(63));
        assert_eq!(pending.take(64), Some(64));
        pending.insert(65);
        assert_eq!(pending.take(65), Some(65));
        assert_eq!(pending.take(66), Some(200));
        assert_eq!(pending.take(201), None);
        assert_eq!(pending.take(10_000), None);
        assert_eq!(pending.take(0), Some(0), "it was before the start");
        assert_eq!(pending.take(0), None);
    }
}
