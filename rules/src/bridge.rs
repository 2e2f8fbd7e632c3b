//! Converts derived rows for answers.

/// Sorts the rows of a derived relation.
pub fn sorted<R: Ord>(rows: impl Iterator<Item = R>) -> Vec<R> {
    let mut rows: Vec<R> = rows.collect();
    rows.sort_unstable();
    rows
}
