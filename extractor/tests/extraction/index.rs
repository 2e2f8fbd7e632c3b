//! The rows of each relation, found by their first column.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use facts_schema::*;

macro_rules! define_index {
    ($(
        @group $group:ident $title:literal
        $(
            $(#[doc = $doc:literal])*
            $row:ident $relation:ident(
                $first:ident: $first_type:ty $(, $column:ident: $column_type:ty)* $(,)?
            )
        )*
    )*) => {
        /// All rows by their first column, in the order of the facts.
        #[allow(dead_code, reason = "not every relation is looked up by its first column")]
        pub struct Index {
            $($(pub $relation: Rows<$first_type, $row>,)*)*
        }

        impl Index {
            pub fn new(facts: &Facts) -> Self {
                Self {
                    $($($relation: Rows::new(&facts.$relation, |row| row.$first),)*)*
                }
            }
        }
    };
}

/// Rows by a key.
pub struct Rows<K, R>(HashMap<K, Vec<R>>);

impl<K: Copy + Debug + Eq + Hash, R: Copy + Debug> Rows<K, R> {
    pub fn new(rows: &[R], key: impl Fn(&R) -> K) -> Self {
        let mut map: HashMap<K, Vec<R>> = HashMap::new();
        for row in rows {
            map.entry(key(row)).or_default().push(*row);
        }
        Self(map)
    }

    /// All rows with this key.
    pub fn all(&self, key: K) -> &[R] {
        self.0.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The row with this key, which may have only one.
    pub fn find(&self, key: K) -> Option<R> {
        match self.all(key) {
            [] => None,
            [row] => Some(*row),
            rows => panic!("one row expected for {key:?}, there are {rows:?}"),
        }
    }

    /// The one row with this key.
    pub fn get(&self, key: K) -> R {
        self.find(key).unwrap_or_else(|| panic!("no {} for {key:?}", std::any::type_name::<R>()))
    }

    /// The rows with this key, whose positions must be 0, 1, 2, ….
    pub fn list(&self, key: K, position: impl Fn(&R) -> u32) -> Vec<R> {
        let mut rows = self.all(key).to_vec();
        rows.sort_by_key(&position);
        for (expected, row) in rows.iter().enumerate() {
            assert_eq!(position(row) as usize, expected, "positions of {key:?} have gaps: {row:?}");
        }
        rows
    }
}

for_each_relation!(define_index);
