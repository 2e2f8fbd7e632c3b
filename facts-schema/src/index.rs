//! The rows of each relation, found by their first column.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::*;

macro_rules! define_index {
    ($(
        @$role:ident $group:literal $title:literal
        $(
            $(#[doc = $doc:literal])*
            $row:ident $relation:ident(
                $first:ident: $first_type:ty $(, $column:ident: $column_type:ty)* $(,)?
            )
        )*
    )*) => {
        /// All rows by their first column. What is never asked for costs nothing.
        pub struct Index<'f> {
            $($(
                #[doc = concat!("The rows of `", stringify!($relation), "`.")]
                pub $relation: Rows<'f, $first_type, $row>,
            )*)*
        }

        impl<'f> Index<'f> {
            /// An index of `facts`.
            pub fn new(facts: &'f Facts) -> Self {
                Self {
                    $($($relation: Rows::new(&facts.$relation, |row| row.$first),)*)*
                }
            }
        }
    };
}

crate::for_each_relation!(define_index);

/// Rows by a key.
pub struct Rows<'f, K, R: Clone> {
    rows: &'f [R],
    key: fn(&R) -> K,
    /// The rows in the order of their keys: themselves, as long as they are in it.
    sorted: OnceLock<Cow<'f, [R]>>,
}

impl<'f, K: Copy + Ord, R: Copy> Rows<'f, K, R> {
    /// `rows`, to be found by `key`.
    pub fn new(rows: &'f [R], key: fn(&R) -> K) -> Self {
        Self { rows, key, sorted: OnceLock::new() }
    }

    /// All rows with this key, in the order of the facts.
    pub fn all(&self, key: K) -> &[R] {
        let rows = self.sorted();
        let start = rows.partition_point(|row| (self.key)(row) < key);
        let count = rows[start..].partition_point(|row| (self.key)(row) == key);
        &rows[start..start + count]
    }

    /// The first row with this key.
    pub fn first(&self, key: K) -> Option<R> {
        self.all(key).first().copied()
    }

    fn sorted(&self) -> &[R] {
        self.sorted.get_or_init(|| {
            if self.rows.is_sorted_by_key(self.key) {
                return Cow::Borrowed(self.rows);
            }
            let mut rows = self.rows.to_vec();
            rows.sort_by_key(self.key);
            Cow::Owned(rows)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_whether_or_not_they_are_in_order() {
        for rows in [[(1, 'a'), (3, 'b'), (3, 'c')], [(3, 'b'), (1, 'a'), (3, 'c')]] {
            let rows = Rows::new(&rows, |row: &(u32, char)| row.0);
            assert_eq!(rows.all(3), [(3, 'b'), (3, 'c')]);
            assert_eq!(rows.first(1), Some((1, 'a')));
            assert!(rows.all(0).is_empty() && rows.all(2).is_empty() && rows.all(4).is_empty());
        }
    }
}
