//! Reads a folder of text files.

use std::fs;
use std::path::{Path, PathBuf};

use super::MANIFEST;
use super::errors::{ReadError, ReadProblem};
use super::manifest::Manifest;
use super::read::read_store;
use super::rows::TextRows;
use super::store::{Rows, Store};
use crate::{Facts, FactsFormat, TableFormat};

/// Reads the facts and the manifest in `folder`, whose files are text.
///
/// # Errors
///
/// When a file is missing, or does not match the manifest or the schema.
pub fn read(folder: &Path) -> Result<(Facts, Manifest), ReadError> {
    let manifest = read_manifest(folder)?;
    let place = || folder.join(MANIFEST);
    let FactsFormat::Table(format) = manifest.format else {
        let problem = ReadProblem::OtherFormat(manifest.format.name());
        return Err(ReadError { file: place(), row: None, problem });
    };
    let facts = read_store(&TextFolder { folder, format }, &manifest)?;
    Ok((facts, manifest))
}

/// Reads the manifest in `folder`.
///
/// # Errors
///
/// When there is no manifest, or it belongs to facts that this irlog cannot read.
pub fn read_manifest(folder: &Path) -> Result<Manifest, ReadError> {
    let file = folder.join(MANIFEST);
    let content = fs::read(&file).map_err(ReadProblem::from);
    let manifest = content.and_then(|content| Manifest::from_json(&content));
    manifest.map_err(|problem| ReadError { file, row: None, problem })
}

/// A folder of text files.
struct TextFolder<'a> {
    folder: &'a Path,
    format: TableFormat,
}

impl Store for TextFolder<'_> {
    fn read_table(
        &self,
        name: &str,
        columns: &[&str],
        read: &mut dyn FnMut(&mut dyn Rows) -> Result<(), ReadProblem>,
    ) -> Result<(), ReadProblem> {
        read(&mut TextRows::open(&self.place(name), self.format, columns)?)
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.join(self.format.file_name(name))
    }

    fn place_of_manifest(&self) -> PathBuf {
        self.folder.join(MANIFEST)
    }
}
