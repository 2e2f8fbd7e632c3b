//! The rows that a program derives, without duplicates, and their lookup by some of their columns.
//!
//! The code that [`rules_macros::datalog!`] generates uses these types. Little of their code
//! depends on the types of the columns, so a relation adds very little compile time.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};

/// The rows of one relation that a program derives, without duplicates, in the order of their
/// derivation.
pub struct Relation<R> {
    rows: Vec<R>,
    /// The index on all columns.
    all: Index,
    /// In a recursive stratum: the numbers of the rows that the previous round derived.
    fresh: Range<u32>,
}

impl<R> Default for Relation<R> {
    fn default() -> Self {
        Self { rows: Vec::new(), all: Index::default(), fresh: 0..0 }
    }
}

impl<R: Copy + Eq + Hash> Relation<R> {
    /// Adds a row, and returns whether it is new.
    #[inline(never)]
    pub fn insert(&mut self, row: R) -> bool {
        let is_new = self.all.push_unless(hash(&row), &|number| self.rows[number as usize] == row);
        if is_new {
            self.rows.push(row);
        }
        is_new
    }

    /// Whether the relation has this row.
    #[inline(never)]
    pub fn contains(&self, row: R) -> bool {
        let mut numbers = self.all.find(hash(&row));
        while let Some(number) = self.all.next(&mut numbers) {
            if self.rows[number as usize] == row {
                return true;
            }
        }
        false
    }
}

impl<R: Copy> Relation<R> {
    /// The row with this number. Rows are numbered from 0 in the order of their derivation.
    pub fn row(&self, number: u32) -> R {
        self.rows[number as usize]
    }

    /// The numbers of all current rows.
    pub fn numbers(&self) -> Range<u32> {
        0..self.rows.len() as u32
    }

    /// The numbers of the rows that the previous round derived.
    pub fn fresh(&self) -> Range<u32> {
        self.fresh.clone()
    }

    /// Starts a round: the rows derived since the start of the last round become fresh. Returns
    /// whether there are any.
    pub fn advance(&mut self) -> bool {
        self.fresh = self.fresh.end..self.rows.len() as u32;
        !self.fresh.is_empty()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows, in the order of their derivation.
    pub fn into_rows(self) -> Vec<R> {
        self.rows
    }
}

/// The numbers of a relation's rows, keyed by the hash of some columns. The caller must compare the
/// columns, because two keys may have the same hash.
#[derive(Default)]
pub struct Index {
    /// By hash: the numbers of the first and the last row.
    ends: FxHashMap<u64, (u32, u32)>,
    /// By number of a row: the number of the next one with the same hash.
    next: Vec<u32>,
}

const END: u32 = u32::MAX;

impl Index {
    /// Adds the next row, whose columns have this hash.
    #[inline(never)]
    pub fn push(&mut self, hash: u64) {
        let number = self.next.len() as u32;
        let ends = self.ends.entry(hash).or_insert((number, number));
        if ends.1 != number {
            self.next[ends.1 as usize] = number;
            ends.1 = number;
        }
        self.next.push(END);
    }

    /// Adds the next row unless a row with this hash `is_known`, and returns whether it was added.
    // The hash is looked up once. Code that depends on the type of the rows is in the caller.
    #[inline(never)]
    fn push_unless(&mut self, hash: u64, is_known: &dyn Fn(u32) -> bool) -> bool {
        let number = self.next.len() as u32;
        let ends = self.ends.entry(hash).or_insert((number, number));
        if ends.1 != number {
            let mut other = ends.0;
            while other != END {
                if is_known(other) {
                    return false;
                }
                other = self.next[other as usize];
            }
            self.next[ends.1 as usize] = number;
            ends.1 = number;
        }
        self.next.push(END);
        true
    }

    /// The start of the rows with this hash.
    #[inline(never)]
    pub fn find(&self, hash: u64) -> Numbers {
        Numbers(self.ends.get(&hash).map_or(END, |&(first, _)| first))
    }

    /// The number of the next row. The relation may have grown since the last call.
    pub fn next(&self, numbers: &mut Numbers) -> Option<u32> {
        let number = numbers.0;
        numbers.0 = *self.next.get(number as usize)?;
        Some(number)
    }
}

/// A cursor over the row numbers of an index, in ascending order.
pub struct Numbers(u32);

/// The hash of a key.
pub fn hash(key: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}
