//! Writes an answer to a folder, one file per relation.

use std::fs::File;
use std::io;
use std::path::Path;

use super::errors::WriteError;
use super::target::create;
use super::{FileError, SOUFFLE_SCHEMA, write_file};
use crate::{Answer, TableFormat};

/// Writes the relations of `answer` to `folder`, which must not exist. All files are created in
/// `temporary`, an unused path beside it. For Soufflé, `schema.dl` declares the relations.
///
/// The folder does not have a manifest, because an answer cannot be read back as facts.
///
/// # Errors
///
/// When `folder` exists, and when the operating system reports an error. `temporary` is then
/// removed.
pub fn write_answer(
    answer: &Answer,
    folder: &Path,
    temporary: &Path,
    format: TableFormat,
) -> Result<(), WriteError> {
    create(folder, temporary, false, |temporary| fill(answer, temporary, format))
}

/// Writes all files into the empty `folder`.
fn fill(answer: &Answer, folder: &Path, format: TableFormat) -> Result<(), FileError> {
    for &relation in answer.relations() {
        let name = format.file_name(relation.schema().name);
        let write = || -> io::Result<()> {
            let file = File::create_new(folder.join(&name))?;
            answer.write_table(relation, format, file)
        };
        write().map_err(|error| (name.clone(), error))?;
    }
    match format {
        TableFormat::Csv => Ok(()),
        TableFormat::Souffle => write_file(folder, SOUFFLE_SCHEMA, &answer.souffle_program()),
    }
}
