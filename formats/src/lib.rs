//! The formats in which irlog keeps facts, as one list: everything else asks here how to write a format, and what
//! the facts at a path are.
//!
//! Text (CSV and Soufflé's) is always there. SQLite and Parquet take long to compile, and are there with the Cargo
//! features of these names; without them, [`write()`] and [`read()`] say what to build.

pub mod lake;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "sqlite")]
pub mod sqlite;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use facts_schema::folder::{self, Manifest, ReadError, ReadProblem, WriteError, WriteOptions};
use facts_schema::{Facts, FactsFormat};

/// The first bytes of every SQLite database.
const SQLITE_MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Finds out whether this is built with `format`.
///
/// # Errors
///
/// When it is not.
pub fn check_built(format: FactsFormat) -> Result<(), WriteError> {
    let is_built = match format {
        FactsFormat::Table(_) => true,
        FactsFormat::Parquet => cfg!(feature = "parquet"),
        FactsFormat::Sqlite => cfg!(feature = "sqlite"),
    };
    if is_built { Ok(()) } else { Err(WriteError::NotBuilt(format.name())) }
}

/// In place of the format, where it is not built.
#[cfg(not(feature = "parquet"))]
mod parquet {
    use std::fs::File;
    use std::io;

    use facts_schema::Facts;
    use facts_schema::folder::Table;

    pub fn decoded_file() -> Option<std::path::PathBuf> {
        None
    }

    pub fn write_table(_: &Table, _: &Facts, _: File) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Finds out whether facts can be written to `target`, before the work of making them.
///
/// # Errors
///
/// When `target` exists and `replace` is false, when it holds anything else than facts, when nothing can be written
/// beside it, and when this is built without the format.
pub fn check_target(target: &Path, format: FactsFormat, replace: bool) -> Result<(), WriteError> {
    check_built(format)?;
    match format {
        #[cfg(feature = "sqlite")]
        FactsFormat::Sqlite => sqlite::check_file(target, replace),
        _ => folder::check_target(target, replace),
    }
}

/// Writes `facts` to `target`, a file or a folder, which appears only when it is complete. All files are made in the
/// folder `temporary`, a path beside it where nothing exists yet.
///
/// # Errors
///
/// As for [`check_target`], when a group does not exist, and when the operating system refuses. Then `temporary` is
/// removed and `target` is as it was.
pub fn write(
    facts: &Facts,
    target: &Path,
    temporary: &Path,
    options: &WriteOptions,
) -> Result<Manifest, WriteError> {
    match options.format {
        FactsFormat::Table(_) => folder::write(facts, target, temporary, options),
        #[cfg(feature = "parquet")]
        FactsFormat::Parquet => parquet::write(facts, target, temporary, options),
        #[cfg(feature = "sqlite")]
        FactsFormat::Sqlite => sqlite::write(facts, target, temporary, options),
        #[cfg(not(all(feature = "parquet", feature = "sqlite")))]
        format => Err(WriteError::NotBuilt(format.name())),
    }
}

/// Whether there are facts at `path`, for [`read()`]: a folder with a manifest, or a SQLite database.
pub fn is_facts(path: &Path) -> bool {
    folder::is_folder_of_facts(path) || is_database(path)
}

/// Whether `path` is a SQLite database.
fn is_database(path: &Path) -> bool {
    // Whoever reads from a pipe takes something away.
    if !path.is_file() {
        return false;
    }
    let mut start = [0; SQLITE_MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *SQLITE_MAGIC
}

/// Reads the facts at `path`, and what their manifest says of them.
///
/// # Errors
///
/// When something is missing, or is not what the manifest and the schema say.
pub fn read(path: &Path) -> Result<(Facts, Manifest), ReadError> {
    if is_database(path) {
        #[cfg(feature = "sqlite")]
        return sqlite::read(path);
        #[cfg(not(feature = "sqlite"))]
        return Err(not_built(path, FactsFormat::Sqlite));
    }
    let manifest = folder::read_manifest(path)?;
    match manifest.format {
        FactsFormat::Table(_) => folder::read(path),
        #[cfg(feature = "parquet")]
        FactsFormat::Parquet => parquet::read(path, &manifest).map(|facts| (facts, manifest)),
        format => Err(not_built(path, format)),
    }
}

/// The file that this thread decodes now, if its decoder panics on damaged files. For a panic hook: where panics cannot
/// be caught, a panic while there is one means that the file is damaged.
pub fn decoded_file() -> Option<PathBuf> {
    parquet::decoded_file()
}

#[cfg_attr(all(feature = "parquet", feature = "sqlite"), allow(dead_code))]
fn not_built(path: &Path, format: FactsFormat) -> ReadError {
    ReadError { file: path.into(), row: None, problem: ReadProblem::NotBuilt(format.name()) }
}
