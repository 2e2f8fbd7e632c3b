//! Facts as a SQLite database: one table for each relation, in one file.
//!
//! Ids and texts are TEXT, written as in every other format: a text is escaped, an id only if it must be. Words are
//! TEXT, numbers INTEGER. SQLite's integers end at 2^63, so that a number from there is the TEXT `0x` with its 16
//! hexadecimal digits: it is greater than every INTEGER in SQLite, and two of them compare like the numbers.
//!
//! The table `irlog_manifest` has one row with the manifest as JSON. The rows of a table are in the order of the
//! module by their `rowid`.

mod insert;
mod read;
mod source;
mod target;
mod write;

pub use read::read;
pub use target::check_file;
pub use write::write;

/// The table of the manifest, with the column `manifest`.
const MANIFEST_TABLE: &str = "irlog_manifest";
