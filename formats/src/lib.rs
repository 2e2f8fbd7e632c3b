//! The formats in which irlog stores facts, in one list. Other packages use this one to write any
//! format, and to find out which facts are at a path.
//!
//! The text formats (CSV and Soufflé's) are always supported. SQLite and Parquet take long to
//! compile, and are enabled by the Cargo features with these names. Without them, [`write()`] and
//! [`read()`] report the feature to build with.

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

/// Checks that this build supports `format`.
///
/// # Errors
///
/// When it does not.
pub fn check_built(format: FactsFormat) -> Result<(), WriteError> {
    let is_built = match format {
        FactsFormat::Table(_) => true,
        FactsFormat::Parquet => cfg!(feature = "parquet"),
        FactsFormat::Sqlite => cfg!(feature = "sqlite"),
    };
    if is_built { Ok(()) } else { Err(WriteError::NotBuilt(format.name())) }
}

/// Replaces the format in builds that do not support it.
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

/// Checks that facts can be written to `target`, before they are computed.
///
/// # Errors
///
/// When `target` exists and `replace` is false, when it contains anything other than facts, when no
/// file can be created beside it, and when this build does not support the format.
pub fn check_target(target: &Path, format: FactsFormat, replace: bool) -> Result<(), WriteError> {
    check_built(format)?;
    match format {
        #[cfg(feature = "sqlite")]
        FactsFormat::Sqlite => sqlite::check_file(target, replace),
        _ => folder::check_target(target, replace),
    }
}

/// Writes `facts` to `target`, a file or a folder, which appears only when it is complete. All
/// files are created in the folder `temporary`, an unused path beside it.
///
/// # Errors
///
/// As for [`check_target`], when a group does not exist, and when the operating system reports an
/// error. `temporary` is then removed, and `target` is unchanged.
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

/// Whether [`read()`] can read facts at `path`: a folder with a manifest, or a SQLite database.
pub fn is_facts(path: &Path) -> bool {
    folder::is_folder_of_facts(path) || is_database(path)
}

/// Whether `path` is a SQLite database.
pub fn is_database(path: &Path) -> bool {
    // Reading from a pipe would consume its content.
    if !path.is_file() {
        return false;
    }
    let mut start = [0; SQLITE_MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *SQLITE_MAGIC
}

/// Reads the facts at `path`, and their manifest.
///
/// # Errors
///
/// When something is missing, or does not match the manifest or the schema.
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

/// The file that this thread is decoding, if its decoder panics on damaged files. For use in a
/// panic hook: where panics cannot be caught, a panic during decoding means that the file is
/// damaged.
pub fn decoded_file() -> Option<PathBuf> {
    parquet::decoded_file()
}

#[cfg_attr(all(feature = "parquet", feature = "sqlite"), allow(dead_code))]
fn not_built(path: &Path, format: FactsFormat) -> ReadError {
    ReadError { file: path.into(), row: None, problem: ReadProblem::NotBuilt(format.name()) }
}
