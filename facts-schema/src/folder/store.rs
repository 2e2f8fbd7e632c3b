//! Stored tables of facts, in any format.

use std::path::PathBuf;

use super::errors::ReadProblem;

/// A source of tables of facts in some format.
pub trait Store {
    /// Passes the rows of the table `name`, which should have these columns, to `read`.
    ///
    /// # Errors
    ///
    /// When there is no such table, and when `read` fails.
    fn read_table(
        &self,
        name: &str,
        columns: &[&str],
        read: &mut dyn FnMut(&mut dyn Rows) -> Result<(), ReadProblem>,
    ) -> Result<(), ReadProblem>;

    /// The location of the table `name`, for messages.
    fn place(&self, name: &str) -> PathBuf;

    /// The location of the manifest, for messages.
    fn place_of_manifest(&self) -> PathBuf;
}

/// The rows of one table, cell by cell.
pub trait Rows {
    /// Advances to the next row; returns false after the last one.
    ///
    /// # Errors
    ///
    /// When the next row cannot be read.
    fn advance(&mut self) -> Result<bool, ReadProblem>;

    /// The number of cells of this row.
    fn columns(&self) -> usize;

    /// The text in this column, counted from 0, [escaped](super) as in all formats.
    ///
    /// # Errors
    ///
    /// When it is not a text.
    fn text(&self, column: usize) -> Result<&[u8], ReadProblem>;

    /// The number in this column, which must be at most `limit`.
    ///
    /// # Errors
    ///
    /// When it is not a number, or is greater.
    fn number(&self, column: usize, limit: u64) -> Result<u64, ReadProblem>;
}

/// Returns the number if it is at most `limit`.
///
/// # Errors
///
/// When it is greater.
pub fn limited(number: u64, limit: u64) -> Result<u64, ReadProblem> {
    if number <= limit {
        return Ok(number);
    }
    Err(ReadProblem::NumberTooBig { number: format!("`{number}`"), limit })
}
