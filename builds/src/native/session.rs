//! The folder in which the bitcode of a build is collected.
//!
//! It remains after the build, because the build's object files refer to the bitcode in it, and
//! makefiles and caches that configure scripts wrote during the build refer to the compilers in it.

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::record::{self, Event, Failed};
use super::{Clang, Error, archive, at, embedded, section, wrapper};

/// Identifies a folder of irlog.
const SETTINGS: &str = "irlog-build.json";

/// The settings for wrappers.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Settings {
    clang: PathBuf,
    version: String,
}

/// A folder for the bitcode of a build.
#[derive(Clone, Debug)]
pub struct Session {
    folder: PathBuf,
    settings: Settings,
}

/// The results of a build.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    /// Executables and libraries that still exist, and archives.
    pub outputs: Vec<Output>,
    /// Executables and libraries that have been deleted.
    pub gone: Vec<PathBuf>,
    /// Units without bitcode.
    pub failed: Vec<Failed>,
    /// Assembly sources, which have no bitcode.
    pub assembler: Vec<PathBuf>,
}

/// An executable, a shared library or an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The file that the build has created.
    pub path: PathBuf,
    /// The name of its bitcode in the folder.
    pub name: OsString,
    /// The bitcode of its units.
    pub units: Vec<PathBuf>,
}

impl Session {
    /// Creates the folder, or continues in the folder of an earlier build.
    ///
    /// # Errors
    ///
    /// When the folder contains anything else, or cannot be written.
    pub fn make(folder: &Path, clang: &Clang, irlog: &Path) -> Result<Self, Error> {
        let folder = std::path::absolute(folder).map_err(at(folder))?;
        let is_empty = fs::read_dir(&folder).map_or(true, |mut entries| entries.next().is_none());
        if !is_empty && !folder.join(SETTINGS).is_file() {
            let problem =
                "exists and was not created by irlog build; choose another folder with --output"
                    .to_owned();
            return Err(Error::Content { path: folder, problem });
        }
        let settings = Settings { clang: clang.path.clone(), version: clang.version.clone() };
        let session = Self { folder, settings };
        for folder in [session.wrappers(), session.units()] {
            fs::create_dir_all(&folder).map_err(at(folder))?;
        }
        let path = session.folder.join(SETTINGS);
        let text = serde_json::to_string(&session.settings).map_err(io::Error::from);
        text.and_then(|text| fs::write(&path, text)).map_err(at(path))?;
        session.link_wrappers(irlog)?;
        Ok(session)
    }

    /// Opens the session in this folder, if there is one.
    pub fn open(folder: &Path) -> Option<Self> {
        let text = fs::read_to_string(folder.join(SETTINGS)).ok()?;
        Some(Self { folder: folder.to_owned(), settings: serde_json::from_str(&text).ok()? })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder with the compilers that the build calls.
    pub fn wrappers(&self) -> PathBuf {
        self.folder.join("bin")
    }

    /// The folder with the bitcode of the units.
    pub fn units(&self) -> PathBuf {
        self.folder.join("units")
    }

    pub(super) fn record(&self) -> PathBuf {
        self.folder.join("events.jsonl")
    }

    pub(super) fn clang(&self) -> &Path {
        &self.settings.clang
    }

    /// Creates links to irlog with the names of compilers, linkers and archivers.
    fn link_wrappers(&self, irlog: &Path) -> Result<(), Error> {
        let folder = self.wrappers();
        let mut names: Vec<OsString> = FIXED_NAMES.iter().map(OsString::from).collect();
        names.extend(self.clang().file_name().map(OsStr::to_owned));
        // Names such as clang-19 and x86_64-linux-gnu-gcc-12, if they exist on the machine.
        let folders = env::var_os("PATH").unwrap_or_default();
        for entry in
            env::split_paths(&folders).filter_map(|it| fs::read_dir(it).ok()).flatten().flatten()
        {
            let name = entry.file_name();
            if name.to_str().is_some_and(is_tool) {
                names.push(name);
            }
        }
        names.sort();
        names.dedup();
        for name in names {
            let link = folder.join(name);
            match fs::remove_file(&link) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(at(link)(error));
                }
                _ => symlink(irlog, &link).map_err(at(link))?,
            }
        }
        Ok(())
    }

    /// Makes a command call the wrappers.
    pub fn prepare(&self, command: &mut Command) {
        let wrappers = self.wrappers();
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths([wrappers.clone()].into_iter().chain(env::split_paths(&path)));
        command.env("PATH", path.unwrap_or_else(|_| wrappers.clone().into_os_string()));
        command.envs(self.compilers());
        embedded::enable(command);
        // Object files from the cache would have no bitcode.
        command.env("CCACHE_DISABLE", "1");
    }

    /// The variables that name the compilers.
    pub fn compilers(&self) -> [(&'static str, OsString); 2] {
        [("CC", "clang"), ("CXX", "clang++")].map(|(variable, name)| {
            let mut value = self.wrappers().join(name).into_os_string();
            // Options after the compiler, as in CC="clang -m32", are kept.
            let present = env::var(variable).unwrap_or_default();
            let options = present.split_whitespace().skip_while(|it| !it.starts_with('-'));
            options.for_each(|option| value.push(format!(" {option}")));
            (variable, value)
        })
    }

    /// Searches a folder for outputs that a build which started at this time created without the
    /// wrappers.
    ///
    /// # Errors
    ///
    /// When bitcode cannot be written.
    pub fn collect_unwrapped_outputs(&self, start: SystemTime, folder: &Path) -> Result<(), Error> {
        let events = record::read(&self.record()).map_err(at(self.record()))?;
        let known: HashSet<&Path> = events.iter().filter_map(Event::output).collect();
        for path in embedded::changed_since(start, folder, &self.folder) {
            if known.contains(path.as_path()) || wrapper::is_probe_folder(&path) {
                continue;
            }
            let Ok(content) = fs::read(&path) else { continue };
            let output = path.clone();
            let event = match (archive::is_archive(&content), section::is_linked(&content)) {
                (true, _) => Event::Archived { output },
                (_, true) => Event::Linked { output, units: Vec::new() },
                _ => continue,
            };
            if !self.units_in(&content, &path)?.is_empty() {
                record::add(&self.record(), &event).map_err(at(self.record()))?;
            }
        }
        Ok(())
    }

    /// The bitcode of the units from which a file was built.
    fn units_in(&self, content: &[u8], path: &Path) -> Result<Vec<PathBuf>, Error> {
        let mut units = section::units_of(content, path);
        units.extend(embedded::write_modules(content, path, &self.units())?);
        Ok(units)
    }

    /// The outputs of all builds in this folder so far.
    ///
    /// # Errors
    ///
    /// When the record cannot be read.
    pub fn outputs(&self) -> Result<Outputs, Error> {
        let events = record::read(&self.record()).map_err(at(self.record()))?;
        let mut made: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
        let mut outputs = Outputs::default();
        let mut failed: BTreeMap<PathBuf, Failed> = BTreeMap::new();
        for event in events {
            match event {
                Event::Linked { output, units } => drop(made.insert(output, units)),
                Event::Archived { output } => drop(made.insert(output, Vec::new())),
                Event::Compiled { source } => drop(failed.remove(&source)),
                Event::Failed(it) => drop(failed.insert(it.source.clone(), it)),
                Event::Assembler { source } => outputs.assembler.push(source),
            }
        }
        outputs.failed = failed.into_values().collect();
        outputs.assembler.sort();
        outputs.assembler.dedup();
        for (path, units) in made {
            let Ok(content) = fs::read(&path) else {
                outputs.gone.push(path);
                continue;
            };
            // The record contains the units even if strip has removed them from an executable.
            let mut units = units;
            for unit in self.units_in(&content, &path)? {
                if !units.contains(&unit) {
                    units.push(unit);
                }
            }
            outputs.outputs.push(Output { path, name: OsString::new(), units });
        }
        name(&mut outputs.outputs);
        Ok(outputs)
    }
}

/// The names that makefiles call.
const FIXED_NAMES: &[&str] = &["ar", "c++", "cc", "clang", "clang++", "g++", "gcc", "ld"];

/// Whether this is the name of a tool for the host.
fn is_tool(name: &str) -> bool {
    const TOOLS: &[&str] = &[
        "ar", "c++", "cc", "clang", "clang++", "g++", "gcc", "gcc-ar", "ld", "ld.bfd", "ld.gold",
        "ld.lld", "llvm-ar",
    ];
    let base =
        name.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.').trim_end_matches('-');
    let base = match base.strip_prefix(std::env::consts::ARCH) {
        Some(rest) => rest.rsplit_once("-gnu-").map_or(rest, |(_, tool)| tool),
        None => base,
    };
    TOOLS.contains(&base)
}

/// Names each output by its file name, preceded by parent folders if this is ambiguous.
fn name(outputs: &mut [Output]) {
    let taken = |name: &OsStr, outputs: &[Output]| outputs.iter().any(|it| it.name == *name);
    for position in 0..outputs.len() {
        let parts: Vec<&OsStr> = outputs[position].path.iter().collect();
        let name = (1..=parts.len()).find_map(|count| {
            let mut name = parts[parts.len() - count..].join(OsStr::new("-"));
            name.push(".bc");
            (!taken(&name, outputs)).then_some(name)
        });
        outputs[position].name = name.unwrap_or_default();
    }
}
