//! Walks a module of LLVM IR and fills the relations.
//!
//! This is the only package that knows LLVM.

mod container;
mod extract;
mod input;
mod link;
mod llvm;
mod spelling;

use std::mem::ManuallyDrop;

use facts_schema::Facts;
use inkwell::context::Context;
use inkwell::module::Module;

pub use container::{Opened, open};
pub use inkwell;
pub use link::{LinkOptions, link};

/// A file to read a module from: bitcode or textual IR, or for [`open`] a file that holds bitcode.
#[derive(Clone, Debug)]
pub struct Input {
    /// What to call it in messages: the path, or `-`.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// What is being done, for a person who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase<'a> {
    /// LLVM reads this input.
    Reading(&'a str),
    /// LLVM links this input to the ones before.
    Linking(&'a str),
    /// The relations are filled: so many of so many functions are done.
    Extracting(usize, usize),
}

/// Why there are no facts.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An input is not a module that LLVM can read.
    #[error("{input}: {message}")]
    Read {
        /// The input's name.
        input: String,
        /// What is wrong with it, and what to do.
        message: String,
    },
    /// LLVM could not change the linked module.
    #[error("LLVM cannot remove unreachable code: {0}")]
    Change(String),
    /// An input cannot be linked to those before.
    #[error("{input}: cannot be linked with the inputs before it: {message}")]
    Link {
        /// The input's name.
        input: String,
        /// What LLVM's linker says.
        message: String,
    },
}

/// The version of the LLVM that reads modules: major, minor, patch.
pub fn llvm_version() -> (u32, u32, u32) {
    inkwell::support::get_llvm_version()
}

/// Reads the inputs, links them if there are several, and returns their relations.
///
/// # Errors
///
/// When an input is no module or cannot be linked.
pub fn load(inputs: &[Input], on_phase: &mut dyn FnMut(Phase)) -> Result<Facts, Error> {
    input::load(&Context::create(), inputs, on_phase)
}

/// As [`load`], but the module stays in LLVM's memory until the process ends. For a process that
/// is about to end anyway: taking a module apart takes LLVM a fair part of the time that it took to
/// read it.
///
/// # Errors
///
/// When an input is no module or cannot be linked.
pub fn load_for_good(inputs: &[Input], on_phase: &mut dyn FnMut(Phase)) -> Result<Facts, Error> {
    input::load(&ManuallyDrop::new(Context::create()), inputs, on_phase)
}

/// Reads a module as it is: LLVM neither verifies it nor changes its debug info.
///
/// # Errors
///
/// When the input is no module.
pub fn read<'c>(context: &'c Context, input: &Input) -> Result<Module<'c>, Error> {
    input::read(context, input)
}

/// The relations of a module.
///
/// The module need not be well-formed. It is not changed; so with LLVM 19, whose C API cannot see debug
/// records, these must be turned into intrinsics before (`LLVMSetIsNewDbgInfoFormat`), as [`load`]
/// does it.
pub fn extract(module: &Module) -> Facts {
    extract::extract(llvm::Module::new(module), &mut |_| ())
}
