//! C and C++: the bitcode of what a build compiles and links.
//!
//! Compilers that the build calls by name are links to irlog, which run clang with the same arguments. Then they compile
//! each unit once more, to bitcode, and write where that is into a section of the object file, `.llvm_bc`, which linkers
//! and archivers keep. So each executable and library says which units it was made from.

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

/// Why bitcode cannot be collected.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A program cannot be run.
    #[error("{program}: cannot be run: {error}")]
    Run {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// There is no clang that fits.
    #[error("{0}")]
    Clang(String),
    /// A file is not what was expected.
    #[error("{}: {problem}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

/// An error about this path.
fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
    let path = path.into();
    |error| Error::File { path, error }
}
