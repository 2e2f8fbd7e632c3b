//! Walks a module of LLVM IR and fills the relations.
//!
//! This is the only package that depends on LLVM.

mod container;
mod extract;
mod input;
mod link;
mod llvm;
mod spelling;

use facts_schema::Facts;
use inkwell::context::Context;
use inkwell::module::Module;

pub use container::{Opened, open};
pub use inkwell;
pub use link::{LinkOptions, link};

/// A file from which to read a module: bitcode or textual IR, or for [`open`] a file that contains
/// bitcode.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name to use in messages: the path, or `-`.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// The current phase of the work, for progress messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase<'a> {
    /// LLVM is reading this input.
    Reading(&'a str),
    /// LLVM is linking this input to the previous ones.
    Linking(&'a str),
    /// The relations are being filled: the number of functions that are done, and the number of all
    /// functions.
    Extracting(usize, usize),
}

/// The reason why there are no facts.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An input is not a module that LLVM can read.
    #[error("{input}: {message}")]
    Read {
        /// The input's name.
        input: String,
        /// The problem, and what to do about it.
        message: String,
    },
    /// LLVM could not change the linked module.
    #[error("LLVM cannot remove unreachable code: {0}")]
    Change(String),
    /// An input cannot be linked to the previous ones.
    #[error("{input}: cannot be linked with the inputs before it: {message}")]
    Link {
        /// The input's name.
        input: String,
        /// The message of LLVM's linker.
        message: String,
    },
}

/// The version of the linked LLVM: major, minor, patch.
pub fn llvm_version() -> (u32, u32, u32) {
    inkwell::support::get_llvm_version()
}

/// Reads the inputs, links them if there are several, and returns their relations.
///
/// # Errors
///
/// When an input is not a module or cannot be linked.
pub fn load(inputs: &[Input], on_phase: &mut dyn FnMut(Phase)) -> Result<Facts, Error> {
    input::load(&Context::create(), inputs, on_phase)
}

/// Reads a module without changes: LLVM neither verifies it nor upgrades its debug info.
///
/// # Errors
///
/// When the input is not a module.
pub fn read<'c>(context: &'c Context, input: &Input) -> Result<Module<'c>, Error> {
    input::read(context, input)
}

/// The relations of a module.
///
/// The module need not be well-formed, and is not changed. The C API of LLVM 19 cannot read debug
/// records; with LLVM 19, callers must first convert them to intrinsics
/// (`LLVMSetIsNewDbgInfoFormat`), as [`load`] does.
pub fn extract(module: &Module) -> Facts {
    extract::extract(llvm::Module::new(module), &mut |_| ())
}
