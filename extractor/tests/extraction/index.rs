//! Rows of relations, with what tests expect of them.

use std::fmt::Debug;

use facts_schema::Rows;

/// Rows of which as many are there as there should be.
pub trait Strict<K, R> {
    /// The row with this key, which may have only one.
    fn find(&self, key: K) -> Option<R>;

    /// The one row with this key.
    fn get(&self, key: K) -> R;

    /// The rows with this key, whose positions must be 0, 1, 2, ….
    fn list(&self, key: K, position: impl Fn(&R) -> u32) -> Vec<R>;
}

impl<K: Copy + Debug + Ord, R: Copy + Debug> Strict<K, R> for Rows<'_, K, R> {
    fn find(&self, key: K) -> Option<R> {
        match self.all(key) {
            [] => None,
            [row] => Some(*row),
            rows => panic!("one row expected for {key:?}, there are {rows:?}"),
        }
    }

    fn get(&self, key: K) -> R {
        self.find(key).unwrap_or_else(|| panic!("no {} for {key:?}", std::any::type_name::<R>()))
    }

    fn list(&self, key: K, position: impl Fn(&R) -> u32) -> Vec<R> {
        let mut rows = self.all(key).to_vec();
        rows.sort_by_key(&position);
        for (expected, row) in rows.iter().enumerate() {
            assert_eq!(position(row) as usize, expected, "positions of {key:?} have gaps: {row:?}");
        }
        rows
    }
}
