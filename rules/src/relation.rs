//! The rows that a program derives, without duplicates, and their lookup by some of their columns.
//!
//! The code that [`rules_macros::datalog!`] generates uses these types. Little of their code
//! depends on the types of the columns, so a relation adds very little compile time.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

/// The rows of one relation that a program derives, without duplicates, in the order of their
/// derivation.
pub struct Relation<R> {
    rows: Vec<R>,
    /// The numbers of the rows, found by all columns.
    known: Known,
    /// In a recursive stratum: the numbers of the rows that the previous round derived.
    fresh: Range<u32>,
}

impl<R> Default for Relation<R> {
    fn default() -> Self {
        Self { rows: Vec::new(), known: Known::default(), fresh: 0..0 }
    }
}

impl<R: Copy + Eq + Hash> Relation<R> {
    /// Adds a row, and returns whether it is new.
    #[inline(never)]
    pub fn insert(&mut self, row: R) -> bool {
        let is_new = self.known.insert(hash(&row), &|number| self.rows[number as usize] == row);
        if is_new {
            self.rows.push(row);
        }
        is_new
    }

    /// Whether the relation has this row.
    #[inline(never)]
    pub fn contains(&self, row: R) -> bool {
        self.known.contains(hash(&row), &|number| self.rows[number as usize] == row)
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

/// A part of a hash from which tables derive the rest. They are small because they store no more than this.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ShortHash(u32);

impl ShortHash {
    fn of(hash: u64) -> Self {
        Self(hash as u32)
    }

    /// The hash for a table, which uses the first and the last bits.
    fn for_table(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.0)
    }
}

/// The capacity of a table with its first row. Programs run for each function, so most tables have few rows, and
/// moving these several times to slightly larger tables would take longer than adding them.
const FIRST_CAPACITY: usize = 14;

/// The numbers of a relation's rows, without duplicates.
// Code that depends on the type of the rows is in the caller.
#[derive(Default)]
struct Known(HashTable<(ShortHash, u32)>);

impl Known {
    /// Adds the next row, which has this hash, unless a row with this hash `is_same`, and returns whether it was added.
    #[inline(never)]
    fn insert(&mut self, hash: u64, is_same: &dyn Fn(u32) -> bool) -> bool {
        let (hash, next) = (ShortHash::of(hash), self.0.len() as u32);
        if self.0.capacity() == 0 {
            self.0.reserve(FIRST_CAPACITY, |(hash, _)| hash.for_table());
        }
        let is_known = |&(other, number): &(ShortHash, u32)| other == hash && is_same(number);
        let entry = self.0.entry(hash.for_table(), is_known, |(hash, _)| hash.for_table());
        let is_new = matches!(entry, Entry::Vacant(_));
        entry.or_insert((hash, next));
        is_new
    }

    /// Whether a row with this hash `is_same`.
    #[inline(never)]
    fn contains(&self, hash: u64, is_same: &dyn Fn(u32) -> bool) -> bool {
        let hash = ShortHash::of(hash);
        self.0.find(hash.for_table(), |row| row.0 == hash && is_same(row.1)).is_some()
    }
}

/// The numbers of a relation's rows, keyed by the hash of some columns. The caller must compare the
/// columns, because two keys may have the same hash.
#[derive(Default)]
pub struct Index {
    ends: HashTable<Ends>,
    /// By number of a row: the number of the next one with the same hash.
    next: Vec<u32>,
}

/// The first and the last row with a hash.
struct Ends {
    hash: ShortHash,
    first: u32,
    last: u32,
}

const END: u32 = u32::MAX;

impl Index {
    /// Adds the next row, whose columns have this hash.
    #[inline(never)]
    pub fn push(&mut self, hash: u64) {
        let number = self.next.len() as u32;
        let hash = ShortHash::of(hash);
        let is_same = |it: &Ends| it.hash == hash;
        if self.ends.capacity() == 0 {
            self.ends.reserve(FIRST_CAPACITY, |it| it.hash.for_table());
        }
        match self.ends.entry(hash.for_table(), is_same, |it| it.hash.for_table()) {
            Entry::Occupied(mut ends) => {
                let ends = ends.get_mut();
                self.next[ends.last as usize] = number;
                ends.last = number;
            }
            Entry::Vacant(entry) => {
                entry.insert(Ends { hash, first: number, last: number });
            }
        }
        self.next.push(END);
    }

    /// The start of the rows with this hash.
    #[inline(never)]
    pub fn find(&self, hash: u64) -> Numbers {
        let hash = ShortHash::of(hash);
        let ends = self.ends.find(hash.for_table(), |it| it.hash == hash);
        Numbers(ends.map_or(END, |it| it.first))
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
