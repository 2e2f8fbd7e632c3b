//! Writing a folder of facts.

use std::cmp::Reverse;
use std::fs::File;
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::errors::WriteError;
use super::manifest::{Manifest, Producer, SCHEMA_VERSION, TOOL};
use super::names::excerpt;
use super::target::create;
use super::{FileError, Ids, MANIFEST, SOUFFLE_SCHEMA, write_file};
use super::{known_derived_groups, known_groups, relations_of};
use crate::cells::{Cells, TableWriter};
use crate::{Entity, Facts, RelationId, RowSink, TableFormat, texts};

/// How to write a folder of facts.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The format of the files.
    pub format: TableFormat,
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
/// When a group does not exist, when `folder` cannot be replaced as
/// [`check_target`](super::check_target) says, and when the operating system refuses. Then
/// `temporary` is removed and `folder` is as it was.
pub fn write(
    facts: &Facts,
    folder: &Path,
    temporary: &Path,
    options: &WriteOptions,
) -> Result<Manifest, WriteError> {
    let unknown = |group: &String| WriteError::UnknownGroup { group: excerpt(group.as_bytes()) };
    let groups = known_groups(&options.groups).map_err(unknown)?;
    let derived = known_derived_groups(&options.derived).map_err(unknown)?;
    create(folder, temporary, options.replace, |temporary| {
        fill(facts, temporary, options, &groups, &derived)
    })
}

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
        || Cells::of_facts(facts, options.format, options.ids),
        || create_files(&tables, folder, options.format),
    );
    let files = files?;
    // The biggest files are begun first, one at a time, so that no processor ends with a long one.
    files.into_iter().zip(&tables).par_bridge().try_for_each(|(file, table)| {
        let written = table.write(&cells, facts, file);
        written.map_err(|error| (options.format.file_name(&table.name), error))
    })?;
    if options.format == TableFormat::Souffle {
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
        columns: relation.column_names(),
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

fn create_files(
    tables: &[Table],
    folder: &Path,
    format: TableFormat,
) -> Result<Vec<File>, FileError> {
    let create = |table: &Table| {
        let name = format.file_name(&table.name);
        File::create_new(folder.join(&name)).map_err(|error| (name, error))
    };
    tables.iter().map(create).collect()
}

impl Table {
    fn write(&self, cells: &Cells, facts: &Facts, file: File) -> io::Result<()> {
        let mut writer = TableWriter::new(cells, &self.columns, file);
        match self.content {
            Content::Relation(relation) => facts.write_rows(relation, &mut writer)?,
            Content::Symbols(entity) => {
                for number in 0..facts.symbols.table(entity).len() {
                    writer.number(number.into())?;
                    writer.symbol(entity, number);
                    writer.end_row()?;
                }
            }
        }
        writer.finish()
    }
}
