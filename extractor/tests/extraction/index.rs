//! Rows of relations, with the expectations of tests about their number.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use facts_schema::view::{Keyed, Rows};

/// Rows whose number is checked.
pub trait Strict<K: Copy + Debug, R: Copy + Debug> {
    /// The rows with this key.
    fn with_key(&self, key: K) -> &[R];

    /// The row with this key, if there is one. Several are an error.
    fn find(&self, key: K) -> Option<R> {
        match self.with_key(key) {
            [] => None,
            [row] => Some(*row),
            rows => panic!("one row expected for {key:?}, there are {rows:?}"),
        }
    }

    /// The one row with this key.
    fn get(&self, key: K) -> R {
        self.find(key).unwrap_or_else(|| panic!("no {} for {key:?}", std::any::type_name::<R>()))
    }

    /// The rows with this key, whose positions must be 0, 1, 2, ….
    fn list(&self, key: K, position: impl Fn(&R) -> u32) -> Vec<R> {
        let mut rows = self.with_key(key).to_vec();
        rows.sort_by_key(&position);
        for (expected, row) in rows.iter().enumerate() {
            assert_eq!(position(row) as usize, expected, "positions of {key:?} have gaps: {row:?}");
        }
        rows
    }
}

impl<R: Keyed + Debug> Strict<R::Key, R> for Rows<'_, R>
where
    R::Key: Debug,
{
    fn with_key(&self, key: R::Key) -> &[R] {
        self.all(key)
    }
}

impl<K: Copy + Debug + Eq + Hash, R: Copy + Debug> Strict<K, R> for HashMap<K, Vec<R>> {
    fn with_key(&self, key: K) -> &[R] {
        HashMap::get(self, &key).map_or(&[], Vec::as_slice)
    }
}

/// Rows indexed by a column other than the first.
pub fn by_key<K: Eq + Hash, R: Copy>(rows: &[R], key: fn(&R) -> K) -> HashMap<K, Vec<R>> {
    let mut by_key: HashMap<K, Vec<R>> = HashMap::new();
    for row in rows {
        by_key.entry(key(row)).or_default().push(*row);
    }
    by_key
}
