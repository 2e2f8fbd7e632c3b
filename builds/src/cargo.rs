//! Builds a Rust program as one module, with the bodies of all its crates and of std.
//!
//! Cargo builds the program with fat LTO, for which rustc links the bitcode of all crates and of
//! the distributed std. rustc keeps the module from before link-time optimisation
//! (`-C save-temps`): the exports of the program are known at this point, and the crates are
//! compiled according to the profile.

mod build;
mod library;
mod module;
mod target;

pub use build::{Build, Built};
pub use target::{Target, TargetKind};

use std::path::PathBuf;
use std::process::Command;

/// The reason why there is no module.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Cargo failed and has reported the reason.
    #[error("cargo failed")]
    Cargo {
        /// Its exit status.
        status: i32,
    },
    /// A program cannot be run.
    #[error("{program}: cannot be run: {error}")]
    Run {
        /// The program.
        program: String,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// A program has printed something unexpected.
    #[error("{program}: {problem}")]
    Output {
        /// The program.
        program: String,
        /// The problem.
        problem: String,
    },
    /// The target is ambiguous.
    #[error("{0}")]
    Target(String),
    /// Cargo has built the program, but its module is missing.
    #[error("{}: its bitcode is missing; remove {} and build again", .executable.display(), .folder.display())]
    NoModule {
        /// The program.
        executable: PathBuf,
        /// The target directory.
        folder: PathBuf,
    },
    /// The bitcode of C code cannot be collected.
    #[error(transparent)]
    Native(#[from] crate::native::Error),
    /// A file cannot be read, written or removed.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
}

/// The cargo that runs this program as a subcommand, or otherwise the cargo on PATH.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The LLVM version of the user's rustc, such as `22.1.2`.
///
/// # Errors
///
/// When there is no rustc.
pub fn rustc_llvm_version() -> Result<String, Error> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let program = rustc.display().to_string();
    let output = Command::new(&rustc).arg("-vV").output();
    let output = output.map_err(|error| Error::Run { program: program.clone(), error })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.lines().find_map(|line| line.strip_prefix("LLVM version: "));
    version.map(str::to_owned).ok_or_else(|| Error::Output {
        program: format!("{program} -vV"),
        problem: "prints no LLVM version".to_owned(),
    })
}
