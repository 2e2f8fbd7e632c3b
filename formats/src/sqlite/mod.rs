//! Facts as a SQLite database: one table per relation, in one file.
//!
//! Ids and texts are TEXT, written as in all other formats: texts are escaped, ids only if
//! necessary. Words are TEXT, numbers INTEGER. SQLite's integers are below 2^63, so a number from
//! 2^63 upwards is the TEXT `0x` followed by its 16 hexadecimal digits. In SQLite it is greater
//! than every INTEGER, and two such texts compare like the numbers.
//!
//! The table `irlog_manifest` has one row with the manifest as JSON. The `rowid` of a table's rows
//! follows the order of the module.

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
