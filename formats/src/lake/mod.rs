//! A lake: the facts of many modules as Parquet. Each relation is a folder that contains a folder
//! for each module.
//!
//! ```text
//! lake/<relation>/module=<name>/facts.parquet
//! lake/<relation>/module=__none__/empty.parquet
//! lake/_lake/manifest.json
//! lake/_lake/modules.jsonl
//! ```
//!
//! Each relation has a file without rows, so that its columns are known even if no module has a
//! row. A module without rows of a relation has no file in the relation's folder. Spark and others
//! ignore names that start with `_`.
//!
//! Ids start with the name of their module and a colon. The name is the name of the input; in the
//! name of a folder, it is percent-encoded as in Spark and Hive.
//!
//! Files are never incomplete: a file is renamed to its final name when it is complete. The
//! journal, `modules.jsonl`, receives a line for each module when all of its files have been
//! written. If a run is interrupted, another run can continue with the modules that have no line.

mod journal;
mod manifest;
mod names;
mod open;
mod write;

pub use journal::Stamp;
pub use names::{Module, modules};
pub use open::{Lake, LakeError, is_lake};
pub use write::write_module;

/// The folder for everything that is not a relation.
const INNER: &str = "_lake";
/// The prefix of the folders in [`INNER`] for incomplete files.
const TEMPORARY: &str = "temporary-";
