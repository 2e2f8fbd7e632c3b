//! Finds the bitcode file that rustc leaves beside the executable.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::Error;

/// The end of rustc's name for the module after linking and after internalising everything that the
/// program does not export.
const MODULE: &str = ".lto.after-restriction.bc";
/// The infix of rustc's other temporary files.
const TEMPORARY: &str = ".rcgu.";

/// The module from which this executable of the target was compiled. Other temporary files of rustc
/// are removed.
pub fn beside(executable: &Path, target: &str) -> Result<Option<PathBuf>, Error> {
    let folder = executable.parent().unwrap_or(Path::new("."));
    let prefix = format!("{}-", target.replace('-', "_"));
    for folder in [folder, &folder.join("deps")] {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        let files: Vec<PathBuf> = entries.flatten().map(|it| it.path()).collect();
        // The name is followed by a hash.
        let is_build =
            |it: &&PathBuf| name(it).starts_with(&prefix) && !name(it).contains(TEMPORARY);
        let builds = || files.iter().filter(is_build);
        let own = builds().find(|it| is_same_file(it, executable));
        if let Some(own) = own.or_else(|| builds().find(|it| has_same_content(it, executable))) {
            let stem = format!("{}.", name(own).trim_end_matches(std::env::consts::EXE_SUFFIX));
            let is_temporary =
                |it: &&PathBuf| name(it).starts_with(&stem) && name(it).contains(TEMPORARY);
            return newest_module(files.iter().filter(is_temporary).cloned().collect());
        }
    }
    Ok(None)
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|it| it.to_str()).unwrap_or_default()
}

/// If the file system supports it, cargo hard-links the executable's name to the file with the
/// hash.
fn is_same_file(first: &Path, second: &Path) -> bool {
    let id = |path| fs::metadata(path).map(|file: Metadata| (file.dev(), file.ino())).ok();
    id(first).is_some_and(|first| Some(first) == id(second))
}

/// Otherwise cargo copies the file.
fn has_same_content(first: &Path, second: &Path) -> bool {
    let length = |path| fs::metadata(path).map(|file: Metadata| file.len()).ok();
    length(first) == length(second) && fs::read(first).ok() == fs::read(second).ok()
}

fn newest_module(temporary: Vec<PathBuf>) -> Result<Option<PathBuf>, Error> {
    let is_module = |path: &&PathBuf| path.to_string_lossy().ends_with(MODULE);
    let modified = |path: &&PathBuf| fs::metadata(path).and_then(|it| it.modified()).ok();
    let module = temporary.iter().filter(is_module).max_by_key(modified).cloned();
    for path in temporary.into_iter().filter(|it| Some(it) != module.as_ref()) {
        fs::remove_file(&path).map_err(|error| Error::File { path, error })?;
    }
    Ok(module)
}
