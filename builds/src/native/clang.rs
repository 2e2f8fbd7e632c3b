//! The user's clang.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Error;

/// A clang whose bitcode irlog can read.
#[derive(Clone, Debug)]
pub struct Clang {
    /// Its absolute path.
    pub path: PathBuf,
    /// The version that it reports, such as `clang version 19.1.7`.
    pub version: String,
}

impl Clang {
    /// The given clang, or the clang in `CC`, or the newest on PATH whose bitcode an LLVM of this
    /// major version can read.
    ///
    /// # Errors
    ///
    /// When there is none, or it is too new.
    pub fn find(named: Option<&Path>, reader: u32) -> Result<Self, Error> {
        if let Some(path) = named {
            return check(path, reader);
        }
        if let Some(clang) = Self::of_environment(reader)? {
            return Ok(clang);
        }
        let numbered = (1..=reader).rev().map(|version| format!("clang-{version}"));
        let mut newer = None;
        for name in ["clang".to_owned()].into_iter().chain(numbered) {
            let Some(path) = on_path(&name) else { continue };
            match check(&path, reader) {
                Ok(clang) => return Ok(clang),
                Err(error) => newer = newer.or(Some(error)),
            }
        }
        Err(newer.unwrap_or_else(|| {
            Error::Clang(format!(
                "no clang found on PATH; install clang {reader} or older, or name one with --clang"
            ))
        }))
    }

    /// The clang in `CC`, if `CC` is a clang.
    ///
    /// # Errors
    ///
    /// When it is newer than an LLVM of this major version can read.
    pub fn of_environment(reader: u32) -> Result<Option<Self>, Error> {
        of_environment().map(|path| check(&path, reader)).transpose()
    }
}

/// The compiler in `CC`, if it is a clang.
fn of_environment() -> Option<PathBuf> {
    let value = env::var("CC").ok()?;
    // In `CC`, ccache may precede the compiler and options may follow it.
    let words = value.split_whitespace().map(PathBuf::from);
    words
        .into_iter()
        .find(|it| it.file_name().is_some_and(|it| it.to_string_lossy().starts_with("clang")))
}

/// The first executable with this name on PATH.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|it| it.is_file())
}

fn check(path: &Path, reader: u32) -> Result<Clang, Error> {
    let name = path.display();
    let found = if path.components().count() > 1 {
        Some(path.to_owned())
    } else {
        on_path(&name.to_string())
    };
    let found = found.ok_or_else(|| Error::Clang(format!("{name}: not found on PATH")))?;
    // A link is not resolved, because clang's behaviour depends on its name.
    let path = std::path::absolute(&found).map_err(super::at(&found))?;
    let output = Command::new(&path).arg("--version").output();
    let output = output.map_err(|error| Error::Run { program: name.to_string(), error })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.lines().next().and_then(|line| Some(&line[line.find("clang version ")?..]));
    let version = version.ok_or_else(|| Error::Clang(format!("{name}: not a clang")))?;
    let number = version.trim_start_matches("clang version ").split('.').next();
    let major: u32 = number.and_then(|it| it.parse().ok()).unwrap_or(0);
    // Apple uses its own version numbers.
    if major > reader && !text.starts_with("Apple") {
        return Err(Error::Clang(format!(
            "{name}: {version}, but irlog reads bitcode of LLVM {reader} and older; name an older clang with --clang"
        )));
    }
    Ok(Clang { version: version.to_owned(), path })
}
