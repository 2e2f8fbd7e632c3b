//! A lake: the facts of many modules as Parquet, a folder for each relation with a folder for each module in it.
//!
//! ```text
//! lake/<relation>/module=<name>/facts.parquet
//! lake/<relation>/module=__none__/empty.parquet
//! lake/_lake/manifest.json
//! lake/_lake/modules.jsonl
//! ```
//!
//! Each relation has a file without rows, so that its columns are known even if no module has a row. Where a module
//! has no row of a relation, it has no file there. Spark and others pass over a name that begins with `_`.
//!
//! Ids begin with the name of their module and a colon. The name is that of the input; in the name of a folder, it is
//! percent-encoded as Spark and Hive do.
//!
//! Nothing is ever half-written: a file gets its name when it is complete. The journal, `modules.jsonl`, gets a line
//! for each module when all of its files are there. So a run that was stopped at any moment can be continued by
//! another one, which does the modules without a line.

mod journal;
mod manifest;
mod names;
mod open;
mod write;

pub use journal::Stamp;
pub use names::{Module, modules};
pub use open::{Lake, LakeError};
pub use write::write_module;

/// The folder of what is no relation.
const INNER: &str = "_lake";
/// Begins the names of folders in [`INNER`] for files that are not complete.
const TEMPORARY: &str = "temporary-";
