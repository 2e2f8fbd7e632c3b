//! Hash tables of rows and keys: open addressing with linear probing, at most half full.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::value::Word;

const EMPTY: u64 = u64::MAX;
const LEAST: usize = 16;

fn hash(key: u64) -> u64 {
    let product = u128::from(key ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15;
    (product as u64) ^ (product >> 64) as u64
}

/// A key for words: one or two words are combined, more are hashed.
pub(crate) fn key(words: impl ExactSizeIterator<Item = Word>) -> u64 {
    match words.len() {
        0..=2 => words.fold(0, |key, it| key << 32 | u64::from(it)),
        _ => words.fold(0, |key, it| hash(key.rotate_left(5) ^ u64::from(it))),
    }
}

/// The number of bits of a 64-bit word that are its position in a block.
const BLOCK_BITS: u32 = 6;

/// The hash of a text.
pub(crate) fn hash_of_text(text: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    hash(hasher.finish())
}

/// A set of 64-bit words. Words that differ only in their last bits form a block, which is one
/// slot, because symbols that were interned consecutively often occur together in rows.
#[derive(Debug)]
pub(crate) struct KeySet {
    /// For each block, the first bits of its words, and one bit for each word that is in the set.
    slots: Vec<(u64, u64)>,
    blocks: usize,
}

impl Default for KeySet {
    fn default() -> Self {
        Self { slots: vec![(0, 0); LEAST], blocks: 0 }
    }
}

impl KeySet {
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.slots[self.find(key >> BLOCK_BITS)].1 & bit(key) != 0
    }

    /// Adds a key, and returns whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64) -> bool {
        let block = key >> BLOCK_BITS;
        let at = self.find(block);
        let (found, bits) = &mut self.slots[at];
        let former = *bits;
        *found = block;
        *bits |= bit(key);
        if former == 0 {
            self.blocks += 1;
            if self.blocks * 2 > self.slots.len() {
                self.grow();
            }
        }
        former & bit(key) == 0
    }

    /// The slot of a block, or an empty one for it.
    #[inline]
    fn find(&self, block: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash(block) as usize & mask;
        loop {
            let (found, bits) = self.slots[at];
            if bits == 0 || found == block {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let doubled = vec![(0, 0); self.slots.len() * 2];
        for (block, bits) in std::mem::replace(&mut self.slots, doubled) {
            if bits != 0 {
                let at = self.find(block);
                self.slots[at] = (block, bits);
            }
        }
    }
}

/// The bit of a word in its block.
fn bit(key: u64) -> u64 {
    1 << (key % (1 << BLOCK_BITS))
}

/// Marks an empty slot of a [`KeyMap`], and the end of a chain.
pub(crate) const NONE: u32 = u32::MAX;

/// Maps 64-bit words to numbers.
#[derive(Debug)]
pub(crate) struct KeyMap {
    slots: Vec<(u64, u32)>,
    len: usize,
}

impl Default for KeyMap {
    fn default() -> Self {
        Self { slots: vec![(0, NONE); LEAST], len: 0 }
    }
}

impl KeyMap {
    /// The number of a key, or [`NONE`].
    #[inline]
    pub(crate) fn get(&self, key: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash(key) as usize & mask;
        loop {
            let (found, number) = self.slots[at];
            if number == NONE || found == key {
                return number;
            }
            at = (at + 1) & mask;
        }
    }

    /// Sets the number of a key, and returns its previous number or [`NONE`].
    pub(crate) fn replace(&mut self, key: u64, number: u32) -> u32 {
        let former = self.set(key, number);
        if former == NONE {
            self.len += 1;
            if self.len * 2 > self.slots.len() {
                let doubled = vec![(0, NONE); self.slots.len() * 2];
                for (key, number) in std::mem::replace(&mut self.slots, doubled) {
                    if number != NONE {
                        self.set(key, number);
                    }
                }
            }
        }
        former
    }

    fn set(&mut self, key: u64, number: u32) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash(key) as usize & mask;
        while self.slots[at].1 != NONE && self.slots[at].0 != key {
            at = (at + 1) & mask;
        }
        std::mem::replace(&mut self.slots[at], (key, number)).1
    }
}

/// A table of positions of rows or texts, with half of each hash. The rows or texts are stored
/// elsewhere: `is_same` compares the searched one with the one at a position.
#[derive(Clone, Debug)]
pub(crate) struct Positions {
    slots: Vec<u64>,
    len: usize,
}

impl Default for Positions {
    fn default() -> Self {
        Self { slots: vec![EMPTY; LEAST], len: 0 }
    }
}

impl Positions {
    /// The position of the entry with a hash.
    pub(crate) fn get(&self, hash: u64, is_same: impl Fn(usize) -> bool) -> Option<usize> {
        self.find(hash, is_same).ok()
    }

    /// The position of the entry with a hash. A new entry is added at the next position, and `None`
    /// is returned.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, is_same: impl Fn(usize) -> bool) -> Option<usize> {
        let at = match self.find(hash, is_same) {
            Ok(known) => return Some(known),
            Err(at) => at,
        };
        self.slots[at] = hash & !0xffff_ffff | self.len as u64;
        self.len += 1;
        if self.len * 2 > self.slots.len() {
            self.grow();
        }
        None
    }

    /// A position, or the empty slot for it.
    #[inline]
    fn find(&self, hash: u64, is_same: impl Fn(usize) -> bool) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return Err(at);
            }
            let position = slot as u32 as usize;
            if slot >> 32 == hash >> 32 && is_same(position) {
                return Ok(position);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let doubled = vec![EMPTY; self.slots.len() * 2];
        let mask = doubled.len() - 1;
        for slot in std::mem::replace(&mut self.slots, doubled) {
            if slot != EMPTY {
                let mut at = (slot >> 32) as usize & mask;
                while self.slots[at] != EMPTY {
                    at = (at + 1) & mask;
                }
                self.slots[at] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_set_has_the_keys_that_were_inserted() {
        // Adjacent keys, distant keys, and the smallest and largest keys.
        let far = (0..1000).map(|it: u64| it.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let keys: Vec<u64> = (100..300).chain(far).chain([0, u64::MAX, u64::MAX - 63]).collect();
        let (mut set, mut expected) = (KeySet::default(), BTreeSet::new());
        for key in keys.iter().chain(&keys) {
            assert_eq!(set.contains(*key), expected.contains(key), "{key}");
            assert_eq!(set.insert(*key), expected.insert(*key), "{key}");
        }
        for key in keys.iter().flat_map(|it| [it.wrapping_sub(1), it.wrapping_add(1)]) {
            assert_eq!(set.contains(key), expected.contains(&key), "{key}");
        }
    }
}
