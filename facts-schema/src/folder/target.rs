//! The target folder for facts: which folders may be replaced, and how.

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

/// Checks that facts can be written to `folder`, before they are computed.
///
/// # Errors
///
/// When `folder` exists and `replace` is false, when it contains anything other than facts, and
/// when no file can be created beside it.
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

/// Checks that a file can be created beside `target`.
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

/// Creates `folder` atomically: `fill` creates all files in `temporary`, an unused path beside it,
/// and the completed folder is then renamed.
///
/// # Errors
///
/// As for [`check_target`], when `fill` fails, and when the operating system reports an error.
/// `temporary` is then removed, and `folder` is unchanged.
pub fn create<T>(
    folder: &Path,
    temporary: &Path,
    replace: bool,
    fill: impl FnOnce(&Path) -> Result<T, FileError>,
) -> Result<T, WriteError> {
    check_target(folder, replace)?;
    fs::create_dir(temporary).map_err(|error| WriteError::io(temporary, error))?;
    let created = fill(temporary)
        // The message names the file by its final path, which the user knows.
        .map_err(|(file, error)| WriteError::Io { path: folder.join(file), error })
        .and_then(|filled| {
            install(temporary, folder, replace)?;
            Ok(filled)
        });
    if created.is_err() {
        // Only the first error is reported.
        let _ = fs::remove_dir_all(temporary);
    }
    created
}

/// Moves the completed folder `temporary` to `folder`, and deletes the previous folder.
fn install(temporary: &Path, folder: &Path, replace: bool) -> Result<(), WriteError> {
    check_target(folder, replace)?;
    if fs::symlink_metadata(folder).is_err() {
        return fs::rename(temporary, folder).map_err(|error| WriteError::io(folder, error));
    }
    exchange(temporary, folder).map_err(|error| WriteError::io(folder, error))?;
    fs::remove_dir_all(temporary).map_err(|error| WriteError::io(temporary, error))
}

/// Swaps two folders, atomically if the file system supports it, so that `folder` always contains
/// facts.
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
    // A folder that could not be replaced is moved back.
    fs::rename(&aside, if moved.is_ok() { temporary } else { folder })?;
    moved
}

/// The fields of a manifest that are equal in all versions of the schema.
#[derive(Deserialize)]
struct AnyManifest {
    tool: String,
    format: FactsFormat,
    relations: serde_json::Map<String, serde_json::Value>,
}

/// Fails unless `folder` is empty or contains only files that a manifest of irlog lists.
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

/// The files that the manifest in `folder` lists; empty if it is not a manifest of irlog.
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
