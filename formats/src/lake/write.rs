//! Writes the files of a module.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use facts_schema::Facts;
use facts_schema::folder::{Contents, WriteError, WriteOptions};

use super::names;
use crate::parquet::write_table;

/// The file of a module in its folder.
const FILE: &str = "facts.parquet";

/// Writes the facts of the module `name`, replacing existing ones, and returns the number of rows
/// of each non-empty relation. Its ids are prefixed with the name. All files are created in
/// `temporary`, a folder in the same file system.
///
/// # Errors
///
/// When the operating system reports an error. Each file of the module is then either complete or
/// absent.
pub fn write_module(
    facts: &mut Facts,
    name: &str,
    lake: &Path,
    temporary: &Path,
    options: &WriteOptions,
) -> Result<BTreeMap<String, u64>, WriteError> {
    facts.symbols.prepend(format!("{name}:").as_bytes());
    let contents = Contents::new(facts, options)?;
    let (full, empty): (Vec<_>, Vec<_>) = contents.tables.iter().partition(|it| it.rows > 0);
    let folder = |relation: &str| lake.join(relation).join(names::folder(name));
    for table in &full {
        let file = temporary.join(&table.name);
        let write = || write_table(table, facts, File::create(&file)?);
        // The message names the file by its final path, which the user knows.
        write().map_err(|error| WriteError::io(&folder(&table.name).join(FILE), error))?;
    }
    for table in empty {
        remove(&folder(&table.name))?;
    }
    for table in &full {
        let folder = folder(&table.name);
        make_folder(&folder)?;
        let file = folder.join(FILE);
        fs::rename(temporary.join(&table.name), &file)
            .map_err(|error| WriteError::io(&file, error))?;
    }
    Ok(full.into_iter().map(|table| (table.name.clone(), table.rows)).collect())
}

/// Removes the files of a module that could not be read.
pub(super) fn remove_module(
    name: &str,
    lake: &Path,
    relations: &[String],
) -> Result<(), WriteError> {
    let folders = relations.iter().map(|relation| lake.join(relation).join(names::folder(name)));
    folders.into_iter().try_for_each(|folder| remove(&folder))
}

fn remove(folder: &Path) -> Result<(), WriteError> {
    ignore(fs::remove_dir_all(folder), ErrorKind::NotFound)
        .map_err(|error| WriteError::io(folder, error))
}

fn make_folder(folder: &Path) -> Result<(), WriteError> {
    ignore(fs::create_dir(folder), ErrorKind::AlreadyExists)
        .map_err(|error| WriteError::io(folder, error))
}

pub(super) fn ignore(result: io::Result<()>, kind: ErrorKind) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == kind => Ok(()),
        other => other,
    }
}
