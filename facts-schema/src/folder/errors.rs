//! Errors of folders of facts.

use std::io;
use std::path::{Path, PathBuf};

use super::manifest::SCHEMA_VERSION;
use crate::{DERIVED_GROUPS, GROUPS};

/// The reason why facts could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The target exists.
    #[error("{} already exists; --force replaces it", .0.display())]
    Exists(PathBuf),
    /// The format is not a text format for folders.
    #[error("--format {0} is not a text format")]
    NotAFolderFormat(&'static str),
    /// This build of irlog does not support the format.
    #[error("this irlog was built without the format {0}; build it with `--features {0}`")]
    NotBuilt(&'static str),
    /// The target to be replaced is not a database of facts.
    #[error("{} is not a database of facts, and --force replaces only those", .0.display())]
    NotADatabase(PathBuf),
    /// The target to be replaced is a file or a link.
    #[error("{} is not a folder, and --force replaces only folders of facts", .0.display())]
    NotAFolder(PathBuf),
    /// The target to be replaced contains an entry that does not belong to irlog.
    #[error(
        "{} contains {entry}, which is not part of its facts; move it away or choose another \
         folder", folder.display()
    )]
    NotOnlyFacts {
        /// The target.
        folder: PathBuf,
        /// The name of the entry, quoted and on one line.
        entry: String,
    },
    /// A group does not exist.
    #[error("unknown group {group} of relations; the groups are {}", group_names())]
    UnknownGroup {
        /// The given name of the group, quoted and on one line.
        group: String,
    },
    /// The operating system reported an error.
    #[error("cannot write {}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

impl WriteError {
    /// The operating system reported an error for `path`.
    pub fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.into(), error }
    }
}

fn group_names() -> String {
    GROUPS.iter().chain(DERIVED_GROUPS).map(|group| group.name).collect::<Vec<_>>().join(", ")
}

/// The reason why facts could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}{problem}", file.display(), row.map(|row| format!("row {row}: ")).unwrap_or_default())]
pub struct ReadError {
    /// The file at fault.
    pub file: PathBuf,
    /// The row at fault, counted from 1 without the header.
    pub row: Option<u64>,
    /// The problem.
    pub problem: ReadProblem,
}

/// A problem of a folder of facts.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the message says it")]
pub enum ReadProblem {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("not a manifest of facts: {0}")]
    Manifest(#[from] serde_json::Error),
    #[error("not a manifest of facts: it was written by {0}")]
    OtherTool(String),
    #[error(
        "written with version {0} of the schema, but this irlog has version {SCHEMA_VERSION}; extract \
         the facts again"
    )]
    SchemaVersion(u32),
    #[error("unknown group {0} of relations")]
    UnknownGroup(String),
    #[error("the number of rows of `{0}` is missing")]
    NotCounted(String),
    #[error("expected the header `{columns}`, found {found}")]
    Header { columns: String, found: String },
    #[error("the last line is incomplete; the file is truncated")]
    CutOff,
    #[error("expected {expected} columns, found {found}")]
    ColumnCount { expected: usize, found: usize },
    #[error("found {found} rows, but the manifest says {expected}")]
    RowCount { expected: u64, found: u64 },
    #[error("its format is {0}, which is not a text format")]
    OtherFormat(&'static str),
    #[error("this irlog was built without the format {0}; build it with `--features {0}`")]
    NotBuilt(&'static str),
    #[error("cannot be read: {0}")]
    Damaged(String),
    #[error("column `{column}`: expected {expected}, found {found}")]
    OtherKind { column: String, expected: &'static str, found: String },
    #[error("a SQLite database without facts: it has no table irlog_manifest")]
    NoManifestTable,
    #[error("{cell} is not a value of {set}")]
    UnknownWord { set: &'static str, cell: String },
    #[error("{0} is not a number")]
    NotANumber(String),
    #[error("the number {number} is greater than {limit}")]
    NumberTooBig { number: String, limit: u64 },
    #[error("unknown escape {0}; the escapes are \\\\, \\t, \\n, \\r and \\xHH")]
    BadEscape(String),
    #[error("the {entity} {symbol} was defined in an earlier row")]
    DuplicateSymbol { entity: &'static str, symbol: String },
    #[error("the {entity} {number} has no symbol")]
    NoSymbol { entity: &'static str, number: u64 },
    #[error("expected the {entity} {expected}, found {found}; ids are listed in order, from 0")]
    WrongOrder { entity: &'static str, expected: u64, found: u64 },
    #[error("the folder contains more than 4 GiB of text")]
    TooMuchText,
}
