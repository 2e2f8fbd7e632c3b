//! The folder that facts go to: what may be replaced, and how.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::{ffi::OsString, fs};

use rustix::fs::{Access, CWD, RenameFlags, access, renameat_with};
use serde::Deserialize;

use super::errors::WriteError;
use super::manifest::TOOL;
use super::names::excerpt;
use super::{FileError, MANIFEST, SOUFFLE_SCHEMA};
use crate::FactsFormat;

/// Finds out whether facts can be written to `folder`, before the work of making them.
///
/// # Errors
///
/// When `folder` exists and `replace` is false, when it holds anything else than facts, and when
/// nothing can be written beside it.
pub fn check_target(folder: &Path, replace: bool) -> Result<(), WriteError> {
    match fs::symlink_metadata(folder) {
        Ok(_) if !replace => return Err(WriteError::Exists(folder.into())),
        Ok(found) if !found.is_dir() => return Err(WriteError::NotAFolder(folder.into())),
        Ok(_) => check_only_facts(folder)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(WriteError::io(folder, error)),
    }
    check_parent(folder)
}

/// Finds out whether something can be written beside `target`.
///
/// # Errors
///
/// When it cannot.
pub fn check_parent(target: &Path) -> Result<(), WriteError> {
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    access(parent, Access::WRITE_OK | Access::EXEC_OK)
        .map_err(|error| WriteError::io(parent, error.into()))
}

/// Makes `folder`, which appears only when it is complete: `fill` makes all files in `temporary`, a path
/// beside it where nothing exists yet, and that folder is moved to its place.
///
/// # Errors
///
/// As for [`check_target`], when `fill` fails, and when the operating system refuses. Then `temporary` is
/// removed and `folder` is as it was.
pub fn create<T>(
    folder: &Path,
    temporary: &Path,
    replace: bool,
    fill: impl FnOnce(&Path) -> Result<T, FileError>,
) -> Result<T, WriteError> {
    check_target(folder, replace)?;
    fs::create_dir(temporary).map_err(|error| WriteError::io(temporary, error))?;
    let created = fill(temporary)
        // The user knows the file by the place where it would have come to be.
        .map_err(|(file, error)| WriteError::Io { path: folder.join(file), error })
        .and_then(|filled| {
            install(temporary, folder, replace)?;
            Ok(filled)
        });
    if created.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_dir_all(temporary);
    }
    created
}

/// Moves the finished folder `temporary` to `folder`. What was there before is deleted.
fn install(temporary: &Path, folder: &Path, replace: bool) -> Result<(), WriteError> {
    check_target(folder, replace)?;
    if fs::symlink_metadata(folder).is_err() {
        return fs::rename(temporary, folder).map_err(|error| WriteError::io(folder, error));
    }
    exchange(temporary, folder).map_err(|error| WriteError::io(folder, error))?;
    fs::remove_dir_all(temporary).map_err(|error| WriteError::io(temporary, error))
}

/// Swaps two folders: in one step where the file system can, so that there is no moment without
/// facts at `folder`.
fn exchange(temporary: &Path, folder: &Path) -> io::Result<()> {
    match renameat_with(CWD, temporary, CWD, folder, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(()),
        Err(_) => exchange_in_steps(temporary, folder),
    }
}

fn exchange_in_steps(temporary: &Path, folder: &Path) -> io::Result<()> {
    let mut aside = OsString::from(temporary);
    aside.push(".replaced");
    fs::rename(folder, &aside)?;
    let moved = fs::rename(temporary, folder);
    // What could not be replaced goes back to its place.
    fs::rename(&aside, if moved.is_ok() { temporary } else { folder })?;
    moved
}

/// The part of a manifest that is the same in every version of the schema.
#[derive(Deserialize)]
struct AnyManifest {
    tool: String,
    format: FactsFormat,
    relations: serde_json::Map<String, serde_json::Value>,
}

/// Fails unless `folder` is empty or holds what a manifest of ours lists, and nothing else.
fn check_only_facts(folder: &Path) -> Result<(), WriteError> {
    let ours = files_of_manifest(folder);
    let entries = fs::read_dir(folder).map_err(|error| WriteError::io(folder, error))?;
    let mut foreign = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| WriteError::io(folder, error))?;
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let name = entry.file_name().to_string_lossy().into_owned();
        if !is_file || !ours.contains(&name) {
            foreign.push(name);
        }
    }
    match foreign.into_iter().min() {
        None => Ok(()),
        Some(entry) => {
            let entry = excerpt(entry.as_bytes());
            Err(WriteError::NotOnlyFacts { folder: folder.into(), entry })
        }
    }
}

/// The files that the manifest in `folder` tells of; none if it is no manifest of ours.
fn files_of_manifest(folder: &Path) -> HashSet<String> {
    let content = fs::read(folder.join(MANIFEST)).unwrap_or_default();
    match serde_json::from_slice::<AnyManifest>(&content) {
        Ok(manifest) if manifest.tool == TOOL => {
            let files = manifest.relations.keys().map(|name| manifest.format.file_name(name));
            files.chain([MANIFEST.into(), SOUFFLE_SCHEMA.into()]).collect()
        }
        _ => HashSet::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_exchanged_in_one_step_or_several() {
        for exchange in [exchange, exchange_in_steps] {
            let place = tempfile::tempdir().unwrap();
            let [new, old] = ["new", "old"].map(|name| place.path().join(name));
            for folder in [&new, &old] {
                fs::create_dir(folder).unwrap();
            }
            fs::write(new.join("file"), "").unwrap();
            exchange(&new, &old).unwrap();
            assert!(old.join("file").exists());
            assert_eq!(fs::read_dir(&new).unwrap().count(), 0);

            fs::remove_dir(&new).unwrap();
            assert!(exchange(&new, &old).is_err());
            assert!(old.join("file").exists(), "the old folder is gone, and there is no new one");
            assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
        }
    }
}
