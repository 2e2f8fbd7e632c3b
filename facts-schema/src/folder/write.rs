//! Writes a folder of facts.

use std::fs::File;
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::errors::WriteError;
use super::manifest::Manifest;
use super::table::{Contents, Table};
use super::target::create;
use super::{FileError, Ids, MANIFEST, SOUFFLE_SCHEMA, write_file};
use crate::cells::{Cells, TableWriter};
use crate::{Facts, FactsFormat, TableFormat, texts};

/// Options for writing facts.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The format.
    pub format: FactsFormat,
    /// The representation of ids.
    pub ids: Ids,
    /// The groups of relations to write; all if empty.
    pub groups: Vec<String>,
    /// The groups of derived relations to write in addition.
    pub derived: Vec<String>,
    /// The version of irlog, for the manifest.
    pub tool_version: String,
    /// The version of the LLVM that read the inputs, for the manifest.
    pub llvm_version: String,
    /// The inputs as the user named them, for the manifest.
    pub inputs: Vec<String>,
    /// Whether to replace existing facts.
    pub replace: bool,
}

/// A file format for folders, which writes each table to a separate file.
pub trait TableFiles: Sync {
    /// Writes `table` to `file`, which is empty.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn write(&self, table: &Table, facts: &Facts, file: File) -> io::Result<()>;

    /// The names and contents of files besides those of tables.
    fn others(&self, contents: &Contents) -> Vec<(&'static str, String)> {
        let _ = contents;
        Vec::new()
    }
}

/// Writes `facts` to `folder` in a text format, [`FactsFormat::Table`]. The folder appears only
/// when it is complete: all files are created in `temporary`, an unused path beside it.
///
/// # Errors
///
/// When a group does not exist, when `folder` cannot be replaced according to
/// [`check_target`](super::check_target), and when the operating system reports an error.
/// `temporary` is then removed, and `folder` is unchanged. Other formats are
/// [unsupported](WriteError::NotAFolderFormat).
pub fn write(
    facts: &Facts,
    folder: &Path,
    temporary: &Path,
    options: &WriteOptions,
) -> Result<Manifest, WriteError> {
    let FactsFormat::Table(format) = options.format else {
        return Err(WriteError::NotAFolderFormat(options.format.name()));
    };
    write_files(facts, folder, temporary, options, || TextFiles {
        cells: Cells::of_facts(facts, format, options.ids),
        format,
        ids: options.ids,
    })
}

/// Writes `facts` to `folder` like [`write()`], in the format that `prepare` returns.
///
/// # Errors
///
/// As for [`write()`].
pub fn write_files<F: TableFiles + Send>(
    facts: &Facts,
    folder: &Path,
    temporary: &Path,
    options: &WriteOptions,
    prepare: impl FnOnce() -> F + Send,
) -> Result<Manifest, WriteError> {
    let contents = Contents::new(facts, options)?;
    create(folder, temporary, options.replace, |temporary| {
        fill(facts, temporary, options, &contents, prepare)
    })
}

/// Writes all files into the empty `folder`.
fn fill<F: TableFiles + Send>(
    facts: &Facts,
    folder: &Path,
    options: &WriteOptions,
    contents: &Contents,
    prepare: impl FnOnce() -> F + Send,
) -> Result<Manifest, FileError> {
    let tables = &contents.tables;
    // Threads that create files in the same folder would wait for each other, so one thread creates
    // all files.
    let (format, files) = rayon::join(prepare, || create_files(tables, folder, options.format));
    let files = files?;
    // The largest files are started first, one at a time, to balance the load.
    files.into_iter().zip(tables).par_bridge().try_for_each(|(file, table)| {
        let written = format.write(table, facts, file);
        written.map_err(|error| (options.format.file_name(&table.name), error))
    })?;
    for (name, content) in format.others(contents) {
        write_file(folder, name, &content)?;
    }
    let manifest = contents.manifest(facts, options);
    write_file(folder, MANIFEST, &manifest.to_json())?;
    Ok(manifest)
}

fn create_files(
    tables: &[Table],
    folder: &Path,
    format: FactsFormat,
) -> Result<Vec<File>, FileError> {
    let create = |table: &Table| {
        let name = format.file_name(&table.name);
        File::create_new(folder.join(&name)).map_err(|error| (name, error))
    };
    tables.iter().map(create).collect()
}

/// The CSV and Soufflé formats.
struct TextFiles<'facts> {
    cells: Cells<'facts>,
    format: TableFormat,
    ids: Ids,
}

impl TableFiles for TextFiles<'_> {
    fn write(&self, table: &Table, facts: &Facts, file: File) -> io::Result<()> {
        let mut writer = TableWriter::new(&self.cells, &table.column_names(), file);
        table.write_rows(facts, &mut writer)?;
        writer.finish()
    }

    fn others(&self, contents: &Contents) -> Vec<(&'static str, String)> {
        match self.format {
            TableFormat::Csv => Vec::new(),
            TableFormat::Souffle => {
                vec![(SOUFFLE_SCHEMA, texts::souffle(self.ids, &contents.groups()))]
            }
        }
    }
}
