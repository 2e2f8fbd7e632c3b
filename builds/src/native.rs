//! Collects the bitcode of the C and C++ code that a build compiles and links.
//!
//! The compilers that the build calls by name are links to irlog, which runs clang with the same
//! arguments. It then compiles each unit again to bitcode, and writes the path of the bitcode into
//! the section `.llvm_bc` of the object file, which linkers and archivers preserve. Each executable
//! and library therefore lists the units from which it was built.

mod archive;
mod clang;
mod commands;
mod embedded;
mod jobs;
mod record;
mod section;
mod session;
mod unit;
mod wrapper;

use std::io;
use std::path::PathBuf;

pub(crate) use archive::for_each_object;
pub use clang::Clang;
pub use commands::{Compiled, compile_commands};
pub use record::Failed;
pub use section::{SECTION, units_of};
pub use session::{Output, Outputs, Session};
pub use wrapper::Wrapper;

/// The reason why bitcode cannot be collected.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A program cannot be run.
    #[error("{program}: cannot be run: {error}")]
    Run {
        /// The program.
        program: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// There is no compatible clang.
    #[error("{0}")]
    Clang(String),
    /// A file has unexpected content.
    #[error("{}: {problem}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
}

/// Creates an error about this path.
fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
    let path = path.into();
    |error| Error::File { path, error }
}
