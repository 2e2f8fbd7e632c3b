//! Writing a folder of facts.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

use super::cells::{Cells, push_number};
use super::errors::WriteError;
use super::manifest::{Manifest, Producer, SCHEMA_VERSION, TOOL};
use super::names::excerpt;
use super::target::{check_target, install};
use super::{Format, Ids, MANIFEST, SOUFFLE_SCHEMA};
use super::{column_names, known_derived_groups, known_groups, relations_of};
use crate::{Entity, Facts, RelationId, RowSink, Text, texts};

/// How to write a folder of facts.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The format of the files.
    pub format: Format,
    /// How the files write ids.
    pub ids: Ids,
    /// The groups of relations to write; all if empty.
    pub groups: Vec<String>,
    /// The groups of derived relations to write too.
    pub derived: Vec<String>,
    /// The version of irlog, for the manifest.
    pub tool_version: String,
    /// The version of the LLVM that read the inputs, for the manifest.
    pub llvm_version: String,
    /// The inputs as the user named them, for the manifest.
    pub inputs: Vec<String>,
    /// Whether to replace a folder of facts that exists.
    pub replace: bool,
}

/// Writes `facts` to `folder`, which appears only when it is complete: all files are made in
/// `temporary`, a path beside it where nothing exists yet.
///
/// # Errors
///
/// When a group does not exist, when `folder` cannot be replaced as [`check_target`] says, and when
/// the operating system refuses. Then `temporary` is removed and `folder` is as it was.
pub fn write(
    facts: &Facts,
    folder: &Path,
    temporary: &Path,
    options: &WriteOptions,
) -> Result<Manifest, WriteError> {
    let unknown = |group: &String| WriteError::UnknownGroup { group: excerpt(group.as_bytes()) };
    let groups = known_groups(&options.groups).map_err(unknown)?;
    let derived = known_derived_groups(&options.derived).map_err(unknown)?;
    check_target(folder, options.replace)?;
    fs::create_dir(temporary).map_err(|error| WriteError::io(temporary, error))?;
    let written = fill(facts, temporary, options, &groups, &derived)
        // The user knows the file by the place where it would have come to be.
        .map_err(|(file, error)| WriteError::Io { path: folder.join(file), error })
        .and_then(|manifest| {
            install(temporary, folder, options.replace)?;
            Ok(manifest)
        });
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_dir_all(temporary);
    }
    written
}

/// A file that could not be written, and why.
type FileError = (String, io::Error);

/// Writes all files into the empty `folder`.
fn fill(
    facts: &Facts,
    folder: &Path,
    options: &WriteOptions,
    groups: &[&str],
    derived: &[&str],
) -> Result<Manifest, FileError> {
    let all_groups = [groups, derived].concat();
    let tables = tables(facts, options.ids, &all_groups);
    // Threads that create files in one folder only wait for each other: one creates them all.
    let (cells, files) = rayon::join(
        || Cells::new(facts, options.format, options.ids),
        || create_files(&tables, folder, options.format),
    );
    let files = files?;
    // The biggest files are begun first, one at a time, so that no processor ends with a long one.
    files.into_iter().zip(&tables).par_bridge().try_for_each(|(file, table)| {
        table.write(&cells, file).map_err(|error| (options.format.file_name(&table.name), error))
    })?;
    if options.format == Format::Souffle {
        write_file(folder, SOUFFLE_SCHEMA, &texts::souffle(options.ids, &all_groups))?;
    }
    let manifest = Manifest {
        tool: TOOL.into(),
        version: options.tool_version.clone(),
        schema_version: SCHEMA_VERSION,
        llvm_version: options.llvm_version.clone(),
        producers: Producer::all(facts),
        inputs: options.inputs.clone(),
        format: options.format,
        ids: options.ids,
        groups: groups.iter().map(|&group| group.into()).collect(),
        derived: derived.iter().map(|&group| group.into()).collect(),
        relations: tables.into_iter().map(|table| (table.name, table.rows)).collect(),
    };
    let text =
        serde_json::to_string_pretty(&manifest).map_err(|error| (MANIFEST.into(), error.into()))?;
    write_file(folder, MANIFEST, &(text + "\n"))?;
    Ok(manifest)
}

fn write_file(folder: &Path, name: &str, content: &str) -> Result<(), FileError> {
    fs::write(folder.join(name), content).map_err(|error| (name.into(), error))
}

/// A file of rows.
struct Table {
    name: String,
    rows: u64,
    columns: Vec<&'static str>,
    content: Content,
}

enum Content {
    Relation(RelationId),
    Symbols(Entity),
}

/// The files of rows to write, the biggest first.
fn tables(facts: &Facts, ids: Ids, groups: &[&str]) -> Vec<Table> {
    let relation = |relation: RelationId| Table {
        name: relation.schema().name.into(),
        rows: facts.row_count(relation) as u64,
        columns: column_names(relation),
        content: Content::Relation(relation),
    };
    let symbols = |entity: Entity| Table {
        name: entity.symbol_relation(),
        rows: facts.symbols.table(entity).len().into(),
        columns: vec![entity.name(), "symbol"],
        content: Content::Symbols(entity),
    };
    let mut tables: Vec<Table> = relations_of(groups).map(relation).collect();
    if ids == Ids::Numeric {
        tables.extend(texts::entities_of(groups).map(symbols));
    }
    tables.sort_by_key(|table| Reverse(table.rows * table.columns.len() as u64));
    tables
}

fn create_files(tables: &[Table], folder: &Path, format: Format) -> Result<Vec<File>, FileError> {
    let create = |table: &Table| {
        let name = format.file_name(&table.name);
        File::create_new(folder.join(&name)).map_err(|error| (name, error))
    };
    tables.iter().map(create).collect()
}

impl Table {
    fn write(&self, cells: &Cells, file: File) -> io::Result<()> {
        let mut file = RowFile { cells, file, lines: cells.header(&self.columns) };
        match self.content {
            Content::Relation(relation) => cells.facts().write_rows(relation, &mut file)?,
            Content::Symbols(entity) => {
                for number in 0..cells.facts().symbols.table(entity).len() {
                    file.number(number.into())?;
                    file.symbol(entity, number);
                    file.end_row()?;
                }
            }
        }
        file.flush()
    }
}

/// The bytes that a file collects before it hands them to the operating system.
const BUFFER: usize = 256 * 1024;

/// A file that takes rows.
struct RowFile<'cells> {
    cells: &'cells Cells<'cells>,
    file: File,
    /// Lines that are not yet in the file. A separator follows each cell.
    lines: Vec<u8>,
}

impl RowFile<'_> {
    fn symbol(&mut self, entity: Entity, number: u32) {
        self.cells.push_symbol(entity, number, &mut self.lines);
        self.lines.push(self.cells.separator());
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.lines)?;
        self.lines.clear();
        Ok(())
    }
}

impl RowSink for RowFile<'_> {
    type Error = io::Error;

    fn id(&mut self, entity: Entity, number: u32) -> io::Result<()> {
        self.cells.push_id(entity, number, &mut self.lines);
        self.lines.push(self.cells.separator());
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> io::Result<()> {
        self.lines.extend_from_slice(word.as_bytes());
        self.lines.push(self.cells.separator());
        Ok(())
    }

    fn text(&mut self, text: Text) -> io::Result<()> {
        self.cells.push_text(text, &mut self.lines);
        self.lines.push(self.cells.separator());
        Ok(())
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        push_number(number, &mut self.lines);
        self.lines.push(self.cells.separator());
        Ok(())
    }

    fn end_row(&mut self) -> io::Result<()> {
        if let Some(last) = self.lines.last_mut() {
            *last = b'\n';
        }
        if self.lines.len() < BUFFER { Ok(()) } else { self.flush() }
    }
}
