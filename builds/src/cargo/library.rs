//! The modules of a library: its own, those of its dependencies, and those of the distributed std.
//!
//! Where link-time optimisation may follow, cargo makes rustc write rlibs whose members are
//! bitcode; the rlibs of std contain bitcode in sections.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::{Object, ObjectSection};

use super::Error;
use crate::native::{for_each_object, units_of};

/// Crates of the sysroot that are not linked into programs by default.
const NOT_LINKED: &[&str] = &["libpanic_abort-", "libproc_macro-", "libtest-", "libgetopts-"];

/// Writes the library's modules to a folder. Returns them, its own modules first, and the number of
/// its own modules.
pub fn modules(
    library: &Path,
    dependencies: &[PathBuf],
    target: Option<&OsString>,
    folder: &Path,
) -> Result<(Vec<PathBuf>, usize), Error> {
    fs::create_dir_all(folder).map_err(at(folder))?;
    let mut files = members(library, folder)?;
    let own = files.len();
    for dependency in dependencies {
        files.extend(members(dependency, folder)?);
    }
    for rlib in sysroot(target)? {
        files.extend(members(&rlib, folder)?);
    }
    Ok((files, own))
}

/// Writes the modules of an rlib as files.
fn members(rlib: &Path, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let content = fs::read(rlib).map_err(at(rlib))?;
    let mut modules: Vec<Vec<u8>> = Vec::new();
    for_each_object(&content, rlib, &mut |member| {
        if member.starts_with(b"BC\xC0\xDE") {
            modules.push(member.to_vec());
        } else if let Ok(file) = object::File::parse(member)
            && let Some(data) = file.section_by_name(".llvmbc").and_then(|it| it.data().ok())
            && !data.is_empty()
        {
            modules.push(data.to_vec());
        }
    });
    let mut files = Vec::new();
    for (module, number) in modules.into_iter().zip(0..) {
        let stem = rlib.file_stem().unwrap_or_default().to_string_lossy();
        let file = folder.join(format!("{stem}.{number}.bc"));
        if fs::read(&file).ok().as_ref() != Some(&module) {
            fs::write(&file, module).map_err(at(&file))?;
        }
        files.push(file);
    }
    // C code that build scripts have compiled with clang.
    files.extend(units_of(&content, rlib));
    Ok(files)
}

/// The rlibs of std.
fn sysroot(target: Option<&OsString>) -> Result<Vec<PathBuf>, Error> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let program = rustc.display().to_string();
    let mut command = Command::new(&rustc);
    command.args(["--print", "target-libdir"]);
    if let Some(target) = target {
        command.arg("--target").arg(target);
    }
    let output = command.output().map_err(|error| Error::Run { program, error })?;
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let mut rlibs = Vec::new();
    for entry in fs::read_dir(&folder).map_err(at(&folder))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !NOT_LINKED.iter().any(|it| name.starts_with(it)) {
            rlibs.push(entry.path());
        }
    }
    rlibs.sort();
    Ok(rlibs)
}

fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
    let path = path.to_owned();
    |error| Error::File { path, error }
}
