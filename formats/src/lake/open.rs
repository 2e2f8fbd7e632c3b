//! A lake that is being written.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use facts_schema::folder::{Contents, MANIFEST, WriteError, WriteOptions};
use facts_schema::{Facts, RelationId};

use super::journal::{Journal, Record, Settings, Stamp, State};
use super::manifest::LakeManifest;
use super::names::{Module, folder_of_none};
use super::write::{ignore, remove_module};
use super::{INNER, TEMPORARY};
use crate::parquet::write_table;

/// The journal in [`INNER`].
const JOURNAL: &str = "modules.jsonl";

/// A lake that only this process is writing to.
pub struct Lake {
    folder: PathBuf,
    settings: Settings,
    relations: Vec<String>,
    journal: Journal,
    /// The last record of each module.
    records: BTreeMap<String, Record>,
}

/// The reason why a lake cannot be written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the message says it")]
pub enum LakeError {
    #[error("{} contains {entry} but is not a lake; choose another folder", folder.display())]
    NotALake { folder: PathBuf, entry: String },
    #[error(
        "{} was written with other options or by another irlog; write to another folder, or write all modules again \
         with --force", .0.display()
    )]
    OtherSettings(PathBuf),
    #[error("another irlog is writing to {}", .0.display())]
    Locked(PathBuf),
    #[error("{} is damaged: {error}; write all modules again with --force", file.display())]
    Journal { file: PathBuf, error: io::Error },
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl LakeError {
    fn io(path: &Path, error: io::Error) -> Self {
        WriteError::io(path, error).into()
    }
}

impl Lake {
    /// Opens or creates the lake in `folder` for modules that are written with `options`. If
    /// `replace` is true, existing modules are discarded.
    ///
    /// # Errors
    ///
    /// When `folder` is not a lake, when its modules were written with other settings, when another
    /// process is writing to it, and when the operating system reports an error.
    pub fn open(folder: &Path, options: &WriteOptions, replace: bool) -> Result<Self, LakeError> {
        let contents = Contents::new(&Facts::default(), options)?;
        let relations: Vec<String> = contents.tables.iter().map(|it| it.name.clone()).collect();
        let names = |groups: &[&str]| groups.iter().map(|&group| group.into()).collect();
        let settings = Settings::new(
            &options.tool_version,
            options.llvm_version.clone(),
            names(contents.groups_of_module()),
            names(contents.derived()),
        );
        let inner = folder.join(INNER);
        check_folder(folder, &inner)?;
        fs::create_dir_all(&inner).map_err(|error| LakeError::io(&inner, error))?;
        let file = inner.join(JOURNAL);
        let (mut journal, found, records) = open_journal(folder, &file, replace)?;
        match found {
            Some(found) if found != settings => {
                return Err(LakeError::OtherSettings(folder.into()));
            }
            Some(_) => {}
            None => {
                // Existing relations belong to a lake that is being replaced.
                remove_relations(folder)?;
                journal.begin(&settings).map_err(|error| LakeError::io(&file, error))?;
            }
        }
        let records = records.into_iter().map(|it| (it.module.clone(), it)).collect();
        let lake = Self { folder: folder.into(), settings, relations, journal, records };
        lake.remove_temporary_files()?;
        lake.declare(&contents)?;
        Ok(lake)
    }

    /// The folder in which worker `number` creates files.
    ///
    /// # Errors
    ///
    /// When it cannot be created.
    pub fn temporary(&self, number: usize) -> Result<PathBuf, LakeError> {
        let folder = self.folder.join(INNER).join(format!("{TEMPORARY}{number}"));
        ignore(fs::create_dir(&folder), ErrorKind::AlreadyExists)
            .map_err(|error| LakeError::io(&folder, error))?;
        Ok(folder)
    }

    /// Whether the module is complete and its input is unchanged.
    pub fn has(&self, module: &Module) -> bool {
        self.records.get(&module.name).is_some_and(|record| {
            matches!(record.state, State::Complete(_))
                && record.stamp.is_some()
                && record.stamp == Stamp::of(&module.input)
        })
    }

    /// Records that the files of this module are about to be replaced.
    ///
    /// # Errors
    ///
    /// When the journal cannot be written.
    pub fn begin(&mut self, module: &Module) -> Result<(), LakeError> {
        match self.records.contains_key(&module.name) {
            true => self.record(module, None, State::Begun),
            // Without a record, the module is not complete anyway.
            false => Ok(()),
        }
    }

    /// Records that all files of this module have been written. `stamp` is the stamp of its input
    /// before it was read.
    ///
    /// # Errors
    ///
    /// When the journal cannot be written.
    pub fn complete(
        &mut self,
        module: &Module,
        stamp: Option<Stamp>,
        rows: BTreeMap<String, u64>,
    ) -> Result<(), LakeError> {
        self.record(module, stamp, State::Complete(rows))
    }

    /// Records the reason why this module could not be read.
    ///
    /// # Errors
    ///
    /// When the journal cannot be written, or files of the module cannot be removed.
    pub fn lose(&mut self, module: &Module, reason: &str) -> Result<(), LakeError> {
        remove_module(&module.name, &self.folder, &self.relations)?;
        self.record(module, None, State::Lost(reason.into()))
    }

    /// Writes the manifest when all modules are done.
    ///
    /// # Errors
    ///
    /// When the operating system reports an error.
    pub fn finish(self) -> Result<(), LakeError> {
        self.remove_temporary_files()?;
        let manifest = LakeManifest::new(&self.settings, &self.relations, self.records.values());
        let text = serde_json::to_vec_pretty(&manifest);
        let temporary = self.temporary(0)?;
        let (made, file) = (temporary.join(MANIFEST), self.folder.join(INNER).join(MANIFEST));
        let text = text.map_err(|error| LakeError::io(&file, error.into()))?;
        fs::write(&made, text)
            .and_then(|()| fs::rename(&made, &file))
            .map_err(|error| LakeError::io(&file, error))?;
        self.remove_temporary_files()
    }

    fn record(
        &mut self,
        module: &Module,
        stamp: Option<Stamp>,
        state: State,
    ) -> Result<(), LakeError> {
        let (name, input) = (module.name.clone(), module.input.display().to_string());
        let record = Record { module: name.clone(), input, stamp, state };
        let file = || self.folder.join(INNER).join(JOURNAL);
        self.journal.append(&record).map_err(|error| LakeError::io(&file(), error))?;
        self.records.insert(name, record);
        Ok(())
    }

    /// Removes the temporary files of runs that were killed.
    pub fn remove_temporary_files(&self) -> Result<(), LakeError> {
        let inner = self.folder.join(INNER);
        let clean = || -> io::Result<()> {
            for entry in fs::read_dir(&inner)? {
                let entry = entry?;
                if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
                    fs::remove_dir_all(entry.path())?;
                }
            }
            Ok(())
        };
        clean().map_err(|error| LakeError::io(&inner, error))
    }

    /// Creates a folder for each relation, with a file that has no rows.
    fn declare(&self, contents: &Contents) -> Result<(), LakeError> {
        let temporary = self.temporary(0)?;
        for table in &contents.tables {
            let folder = self.folder.join(&table.name).join(folder_of_none());
            let file = folder.join("empty.parquet");
            if file.exists() {
                continue;
            }
            let made = temporary.join(&table.name);
            let write = || {
                fs::create_dir_all(&folder)?;
                write_table(table, &Facts::default(), File::create(&made)?)?;
                fs::rename(&made, &file)
            };
            write().map_err(|error| LakeError::io(&file, error))?;
        }
        Ok(())
    }
}

/// Whether `folder` is a lake, complete or not.
pub fn is_lake(folder: &Path) -> bool {
    folder.join(INNER).join(JOURNAL).is_file()
}

/// Fails if `folder` exists, is not empty, and is not a lake.
fn check_folder(folder: &Path, inner: &Path) -> Result<(), LakeError> {
    if inner.join(JOURNAL).is_file() {
        return Ok(());
    }
    match fs::read_dir(folder) {
        Ok(entries) => match entries.flatten().find(|entry| entry.path() != *inner) {
            None => Ok(()),
            Some(entry) => {
                let entry = facts_schema::folder::excerpt(entry.file_name().as_encoded_bytes());
                Err(LakeError::NotALake { folder: folder.into(), entry })
            }
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(LakeError::io(folder, error)),
    }
}

/// Removes the folders of all relations.
fn remove_relations(lake: &Path) -> Result<(), LakeError> {
    for relation in RelationId::every() {
        let folder = lake.join(relation.schema().name);
        ignore(fs::remove_dir_all(&folder), ErrorKind::NotFound)
            .map_err(|error| LakeError::io(&folder, error))?;
    }
    Ok(())
}

type Journaled = (Journal, Option<Settings>, Vec<Record>);

/// Opens and locks the journal.
fn open_journal(folder: &Path, file: &Path, replace: bool) -> Result<Journaled, LakeError> {
    let mut options = File::options();
    let opened = options.read(true).write(true).create(true).truncate(false).open(file);
    let journal = opened.map_err(|error| LakeError::io(file, error))?;
    match journal.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(LakeError::Locked(folder.into())),
        Err(TryLockError::Error(error)) => return Err(LakeError::io(file, error)),
    }
    if replace {
        journal.set_len(0).map_err(|error| LakeError::io(file, error))?;
    }
    Journal::read(journal).map_err(|error| LakeError::Journal { file: file.into(), error })
}
