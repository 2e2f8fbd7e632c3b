//! The target file for facts: which files may be replaced.

use std::io::ErrorKind;
use std::path::Path;
use std::{fs, io};

use facts_schema::folder::{WriteError, check_parent};

use super::read::has_manifest;
use crate::is_database;

/// Checks that a database can be written to `file`, before it is created.
///
/// # Errors
///
/// When `file` exists and `replace` is false, when it is not a database of facts, and when no file
/// can be created beside it.
pub fn check_file(file: &Path, replace: bool) -> Result<(), WriteError> {
    match fs::symlink_metadata(file) {
        Ok(_) if !replace => return Err(WriteError::Exists(file.into())),
        Ok(found) if !found.is_file() || !is_written_by_irlog(file) => {
            return Err(WriteError::NotADatabase(file.into()));
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(WriteError::io(file, error)),
    }
    check_parent(file)
}

/// Whether `file` is a database that irlog has written, or an empty file such as `mktemp` creates.
fn is_written_by_irlog(file: &Path) -> bool {
    let is_empty = |found: fs::Metadata| found.len() == 0;
    if fs::metadata(file).is_ok_and(is_empty) {
        return true;
    }
    is_database(file) && has_manifest(file)
}

/// Creates `file`, which appears only when it is complete: `fill` creates it in the folder
/// `temporary`, an unused path beside it.
pub(super) fn create_file<T>(
    file: &Path,
    temporary: &Path,
    replace: bool,
    fill: impl FnOnce(&Path) -> io::Result<T>,
) -> Result<T, WriteError> {
    check_file(file, replace)?;
    fs::create_dir(temporary).map_err(|error| WriteError::io(temporary, error))?;
    let made = temporary.join("facts");
    let created = fill(&made)
        .and_then(|filled| fs::rename(&made, file).map(|()| filled))
        .map_err(|error| WriteError::io(file, error));
    // The folder is now empty, or an earlier error is the one to report.
    let _ = fs::remove_dir_all(temporary);
    created
}
