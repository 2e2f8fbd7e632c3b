//! Facts as a folder of files, one per relation.
//!
//! - In the format [`TableFormat::Csv`], a relation is `<relation>.csv`, quoted as in RFC 4180,
//!   with a header row. Lines end with a line feed.
//! - In the format [`TableFormat::Souffle`], it is `<relation>.facts`, with cells separated by
//!   tabs, without header and quotes. `schema.dl` declares all relations for Soufflé.
//! - With [`Ids::Symbol`], ids are readable (`@main:%x`). With [`Ids::Numeric`], they are numbers,
//!   and the relations `<entity>_symbol` contain the readable ids.
//! - `manifest.json`, the [`Manifest`], describes the contents of the folder.
//!
//! Texts and symbols may contain any bytes. Both formats escape a text: a backslash is written
//! `\\`, a tab `\t`, a line feed `\n`, a carriage return `\r`, and NUL and each byte that is not
//! part of valid UTF-8 are written `\xHH`. A symbol uses LLVM's spelling and is written unchanged,
//! unless it contains one of those bytes other than a backslash, or starts with a backslash. Then
//! it is written as a backslash followed by the symbol escaped like a text.
//!
//! Relations that irlog has derived are written beside the others on request. They are output only:
//! the manifest lists their groups as `derived`, and reading the folder yields the facts without
//! them.
//!
//! Equal facts are written as equal bytes, and a folder that is read and written again is
//! unchanged.

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

/// The file that identifies a folder of facts.
pub const MANIFEST: &str = "manifest.json";

/// The file that declares all relations for Soufflé.
const SOUFFLE_SCHEMA: &str = "schema.dl";

/// The representation of ids in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ids {
    /// Readable ids: `@main:%x`.
    Symbol,
    /// Numbers from 0, with an additional relation per entity for the readable ids.
    Numeric,
}

/// Whether `path` is a folder of facts, which [`read()`] can read.
pub fn is_folder_of_facts(path: &Path) -> bool {
    path.join(MANIFEST).is_file()
}

/// The relations of these groups.
fn relations_of(groups: &[&str]) -> impl Iterator<Item = RelationId> {
    RelationId::every().filter(|relation| groups.contains(&relation.schema().group))
}

/// The groups named in `chosen`, in the order of the list, or all groups if `chosen` is empty.
/// Fails with the name of an unknown group.
fn known_groups(chosen: &[String]) -> Result<Vec<&'static str>, &String> {
    if let Some(unknown) = chosen.iter().find(|name| GROUPS.iter().all(|it| it.name != **name)) {
        return Err(unknown);
    }
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|it| it == name);
    Ok(GROUPS.iter().map(|group| group.name).filter(|name| is_chosen(name)).collect())
}

/// The derived groups named in `chosen`, in the order of the list. Fails with the name of an
/// unknown group.
fn known_derived_groups(chosen: &[String]) -> Result<Vec<&'static str>, &String> {
    let names = || DERIVED_GROUPS.iter().map(|group| group.name);
    match chosen.iter().find(|name| names().all(|it| it != **name)) {
        Some(unknown) => Err(unknown),
        None => Ok(names().filter(|name| chosen.iter().any(|it| it == name)).collect()),
    }
}

/// A file that could not be written, and the error.
pub type FileError = (String, io::Error);

fn write_file(folder: &Path, name: &str, content: &str) -> Result<(), FileError> {
    fs::write(folder.join(name), content).map_err(|error| (name.into(), error))
}
