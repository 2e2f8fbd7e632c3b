//! Rows to be found by a key, where they lie.

use std::borrow::Cow;

/// Rows in the order of a key.
pub(crate) struct ByKey<'a, R: Clone, K> {
    rows: Cow<'a, [R]>,
    key: fn(&R) -> K,
}

impl<'a, R: Clone, K: Ord> ByKey<'a, R, K> {
    /// Orders `rows`. Facts come in module order, so there is mostly nothing to do.
    pub fn new(rows: &'a [R], key: fn(&R) -> K) -> Self {
        let mut rows = Cow::Borrowed(rows);
        if !rows.is_sorted_by_key(key) {
            rows.to_mut().sort_by_key(key);
        }
        Self { rows, key }
    }

    /// The rows of `key`, in their original order.
    pub fn of(&self, key: K) -> &[R] {
        let start = self.rows.partition_point(|row| (self.key)(row) < key);
        let count = self.rows[start..].partition_point(|row| (self.key)(row) == key);
        &self.rows[start..start + count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_in_whatever_order_they_come() {
        for rows in [[(1, 'a'), (1, 'b'), (4, 'c')], [(4, 'c'), (1, 'a'), (1, 'b')]] {
            let rows = ByKey::new(&rows, |row| row.0);
            assert_eq!(rows.of(1), [(1, 'a'), (1, 'b')]);
            assert_eq!(rows.of(4), [(4, 'c')]);
            assert_eq!(rows.of(2), []);
        }
    }
}
