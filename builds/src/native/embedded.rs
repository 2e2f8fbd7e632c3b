//! Bitcode that clang itself embeds in object files. It covers calls of clang by an absolute path,
//! which bypass the wrappers.
//!
//! Clang edits its arguments according to the variable `CCC_OVERRIDE_OPTIONS`. Linkers concatenate
//! the sections of all units. The bitcode is from before optimisation.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use object::{Object, ObjectSection};

use super::{Error, archive, at};

const VARIABLE: &str = "CCC_OVERRIDE_OPTIONS";
/// `#` suppresses messages, and `+` adds an argument.
const VALUE: &str = "# +-Xclang +-fembed-bitcode=all";

/// Makes clang embed bitcode, unless the user has set the variable.
pub fn enable(command: &mut Command) {
    if env::var_os(VARIABLE).is_none() {
        command.env(VARIABLE, VALUE);
    }
}

/// Disables embedding for calls by a wrapper.
pub fn disable(command: &mut Command) {
    if env::var_os(VARIABLE).is_some_and(|it| it == VALUE) {
        command.env_remove(VARIABLE);
    }
}

/// Writes the modules that are embedded in an ELF file or an archive to files in a folder.
pub fn write_modules(content: &[u8], path: &Path, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut modules: Vec<Vec<u8>> = Vec::new();
    archive::for_each_object(content, path, &mut |object| {
        let file = object::File::parse(object).ok();
        let section = file.as_ref().and_then(|file| file.section_by_name(".llvmbc")?.data().ok());
        modules.extend(split(section.unwrap_or_default()).map(<[u8]>::to_vec));
    });
    let mut files = Vec::new();
    for module in modules {
        let mut hasher = DefaultHasher::new();
        module.hash(&mut hasher);
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{:016x}.bc", hasher.finish()));
        let file = folder.join(name);
        fs::write(&file, module).map_err(at(&file))?;
        if !files.contains(&file) {
            files.push(file);
        }
    }
    Ok(files)
}

/// Splits a section into modules. A module starts with a magic number and the header of its
/// identification block.
fn split(section: &[u8]) -> impl Iterator<Item = &[u8]> {
    const START: &[u8] = b"BC\xC0\xDE\x35\x14\0\0";
    let starts = (0..section.len()).step_by(4).filter(|&it| section[it..].starts_with(START));
    let mut ends = starts.clone().skip(1).chain([section.len()]);
    starts.filter_map(move |start| section.get(start..ends.next()?))
}

/// Executables, shared libraries and archives below a folder that have changed since `start`.
pub fn changed_since(start: SystemTime, folder: &Path, except: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(file) = entry.metadata() else { continue };
            if file.is_dir() && path != except && entry.file_name() != OsStr::new(".git") {
                folders.push(path);
            } else if file.is_file() && file.modified().is_ok_and(|it| it >= start) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_contain_several_modules() {
        let module = |rest: &[u8]| [b"BC\xC0\xDE\x35\x14\0\0".as_slice(), rest].concat();
        let (first, second) = (module(b"abcd"), module(b"efghijkl"));
        let both = [first.clone(), second.clone()].concat();
        assert_eq!(split(&both).collect::<Vec<_>>(), [first, second]);
        assert_eq!(split(b"").count(), 0);
        assert_eq!(split(b"no bitcode").count(), 0);
    }
}
