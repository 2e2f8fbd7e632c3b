//! Whole programs as LLVM bitcode.
//!
//! [`cargo`] builds a Rust program as one module. [`native`] collects the bitcode of what clang compiles and links while
//! any build runs. Nothing here knows LLVM: irlog's own command links modules.

pub mod cargo;
pub mod native;
