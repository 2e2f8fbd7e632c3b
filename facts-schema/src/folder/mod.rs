//! Facts as a folder of files, one for each relation.
//!
//! - As [`TableFormat::Csv`] a relation is `<relation>.csv`: quoted as in RFC 4180, with a row that names
//!   the columns. Lines end with a line feed.
//! - As [`TableFormat::Souffle`] it is `<relation>.facts`: cells separated by tabs, no names, no quotes;
//!   `schema.dl` declares all relations for Soufflé.
//! - With [`Ids::Symbol`] ids are readable (`@main:%x`). With [`Ids::Numeric`] they are numbers, and
//!   the relations `<entity>_symbol` give the readable ids.
//! - `manifest.json`, the [`Manifest`], says what the folder holds.
//!
//! Texts and symbols may hold any bytes. In both formats a text is escaped: a backslash is written
//! `\\`, a tab `\t`, a line feed `\n`, a carriage return `\r`, and NUL and each byte that is not
//! part of valid UTF-8 `\xHH`. A symbol is LLVM's own spelling and stays as it is; only if it holds
//! one of those bytes other than a backslash, or starts with a backslash, it is written as a
//! backslash followed by the symbol escaped like a text.
//!
//! Relations that irlog has derived stand beside the others if they were asked for. They are an answer
//! and no input: the manifest lists their groups as `derived`, and who reads the folder gets the
//! facts without them.
//!
//! Equal facts give equal bytes, and a folder that is read and written again is the same folder.

mod answer;
mod errors;
mod manifest;
mod names;
mod read;
mod rows;
mod store;
mod table;
mod target;
mod text;
mod write;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

pub use answer::write_answer;
pub use errors::{ReadError, ReadProblem, WriteError};
pub use manifest::{Manifest, Producer, SCHEMA_VERSION};
pub use names::excerpt;
pub use read::read_store;
pub use store::{Rows, Store, limited};
pub use table::{CellKind, Contents, Table, TableColumn, TableSink};
pub use target::{check_parent, check_target, create};
pub use text::{read, read_manifest};
pub use write::{TableFiles, WriteOptions, write, write_files};

#[cfg(doc)]
use crate::TableFormat;
use crate::{DERIVED_GROUPS, GROUPS, RelationId};

/// The file that makes a folder a folder of facts.
pub const MANIFEST: &str = "manifest.json";

/// The file that declares all relations for Soufflé.
const SOUFFLE_SCHEMA: &str = "schema.dl";

/// How files write ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ids {
    /// As readable ids: `@main:%x`.
    Symbol,
    /// As numbers from 0, with one more relation per entity for the readable ids.
    Numeric,
}

/// Whether `path` is a folder that [`read()`] is for.
pub fn is_folder_of_facts(path: &Path) -> bool {
    path.join(MANIFEST).is_file()
}

/// The relations of these groups.
fn relations_of(groups: &[&str]) -> impl Iterator<Item = RelationId> {
    RelationId::every().filter(|relation| groups.contains(&relation.schema().group))
}

/// The groups named in `chosen`, in the order of the list; all if it names none. Fails with the name
/// of a group that does not exist.
fn known_groups(chosen: &[String]) -> Result<Vec<&'static str>, &String> {
    if let Some(unknown) = chosen.iter().find(|name| GROUPS.iter().all(|it| it.name != **name)) {
        return Err(unknown);
    }
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|it| it == name);
    Ok(GROUPS.iter().map(|group| group.name).filter(|name| is_chosen(name)).collect())
}

/// The derived groups named in `chosen`, in the order of the list. Fails with the name of a group that
/// does not exist.
fn known_derived_groups(chosen: &[String]) -> Result<Vec<&'static str>, &String> {
    let names = || DERIVED_GROUPS.iter().map(|group| group.name);
    match chosen.iter().find(|name| names().all(|it| it != **name)) {
        Some(unknown) => Err(unknown),
        None => Ok(names().filter(|name| chosen.iter().any(|it| it == name)).collect()),
    }
}

/// A file that could not be written, and why.
pub type FileError = (String, io::Error);

fn write_file(folder: &Path, name: &str, content: &str) -> Result<(), FileError> {
    fs::write(folder.join(name), content).map_err(|error| (name.into(), error))
}
