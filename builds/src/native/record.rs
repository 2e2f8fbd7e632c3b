//! The record of a build, to which wrappers append one line of JSON per event.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// An executable or a shared library was linked from these units.
    Linked {
        /// The file.
        output: PathBuf,
        /// The bitcode of its units.
        units: Vec<PathBuf>,
    },
    /// An archive was written.
    Archived {
        /// The file.
        output: PathBuf,
    },
    /// A unit has bitcode.
    Compiled {
        /// Its source.
        source: PathBuf,
    },
    /// A unit has no bitcode.
    Failed(Failed),
    /// An assembly source has no bitcode.
    Assembler {
        /// The file.
        source: PathBuf,
    },
}

impl Event {
    /// The file that was linked or archived.
    pub fn output(&self) -> Option<&Path> {
        match self {
            Self::Linked { output, .. } | Self::Archived { output } => Some(output),
            _ => None,
        }
    }
}

/// A unit without bitcode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// Its source.
    pub source: PathBuf,
    /// The reason.
    pub problem: String,
}

/// Appends an event. A single write to the end of a file is not interleaved with writes of other
/// processes.
pub fn add(record: &Path, event: &Event) -> io::Result<()> {
    let line = serde_json::to_string(event)? + "\n";
    OpenOptions::new().append(true).create(true).open(record)?.write_all(line.as_bytes())
}

/// All events. A line that cannot be parsed was truncated when a build was killed, and is skipped.
pub fn read(record: &Path) -> io::Result<Vec<Event>> {
    let text = match fs::read_to_string(record) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        result => result?,
    };
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}
