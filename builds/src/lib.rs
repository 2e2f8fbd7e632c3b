//! Whole programs as LLVM bitcode.
//!
//! [`cargo`] builds a Rust program as one module. Nothing here knows LLVM: irlog's own command links modules.

pub mod cargo;
