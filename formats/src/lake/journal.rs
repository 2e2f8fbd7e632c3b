//! The journal of a lake, which records the modules that are complete.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::UNIX_EPOCH;

use facts_schema::folder::{MANIFEST, SCHEMA_VERSION};
use serde::{Deserialize, Serialize};

/// The settings with which all modules of a lake are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settings {
    /// The program: `irlog`.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// The version of the schema.
    pub schema_version: u32,
    /// The version of the LLVM that reads the inputs.
    pub llvm_version: String,
    /// The kind of folder: `lake`.
    pub format: String,
    /// The groups of relations, in the order of the schema.
    pub groups: Vec<String>,
    /// The groups of derived relations, in the order of the schema.
    pub derived: Vec<String>,
}

impl Settings {
    /// The settings of a lake with these groups of relations.
    pub(super) fn new(
        version: &str,
        llvm_version: String,
        groups: Vec<String>,
        derived: Vec<String>,
    ) -> Self {
        let (tool, format) = ("irlog".into(), "lake".into());
        let schema_version = SCHEMA_VERSION;
        Self {
            tool,
            version: version.into(),
            schema_version,
            llvm_version,
            format,
            groups,
            derived,
        }
    }
}

/// The state of a module. The last record of a module is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    /// Its name.
    pub module: String,
    /// The input, with bytes that are not UTF-8 replaced.
    pub input: String,
    /// The stamp of the input that was read.
    pub stamp: Option<Stamp>,
    /// The progress of the module.
    pub state: State,
}

/// The progress of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    /// Its files are about to be replaced.
    Begun,
    /// All its files have been written: the number of rows of each non-empty relation.
    Complete(BTreeMap<String, u64>),
    /// The module could not be read, for this reason. It has no files.
    Lost(String),
}

/// Identifies a version of an input, to detect changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Its size in bytes.
    pub size: u64,
    /// The time of its last modification, in nanoseconds since 1970.
    pub modified: u64,
}

impl Stamp {
    /// The stamp of a file, or of a folder of facts.
    pub fn of(input: &Path) -> Option<Self> {
        let found = fs::metadata(input.join(MANIFEST)).or_else(|_| fs::metadata(input)).ok()?;
        let modified = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self { size: found.len(), modified: modified.as_nanos() as u64 })
    }
}

/// A file with one line for the settings, and one line per record.
pub(super) struct Journal {
    file: File,
}

impl Journal {
    /// Reads the settings and records of the locked `file`, and prepares it for appending. An
    /// incomplete last line is removed.
    pub(super) fn read(mut file: File) -> io::Result<(Self, Option<Settings>, Vec<Record>)> {
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let complete = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(complete as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut lines = text[..complete].split_inclusive(|&byte| byte == b'\n');
        let settings = lines.next().map(serde_json::from_slice).transpose()?;
        let records = lines.map(serde_json::from_slice).collect::<Result<_, _>>()?;
        Ok((Self { file }, settings, records))
    }

    /// Starts an empty journal with these settings.
    pub(super) fn begin(&mut self, settings: &Settings) -> io::Result<()> {
        self.append(settings)
    }

    /// Appends a line. If the disk is full, the partial line is removed again.
    pub(super) fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        let start = self.file.stream_position()?;
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        let written = self.file.write_all(&text);
        if written.is_err() {
            self.file.set_len(start)?;
            self.file.seek(SeekFrom::Start(start))?;
        }
        written
    }
}
