//! Builds whole programs as LLVM bitcode.
//!
//! [`cargo`] builds a Rust program as one module. [`native`] collects the bitcode of everything
//! that clang compiles and links during any build. This package does not depend on LLVM: irlog's
//! own command links modules.

pub mod cargo;
pub mod native;
