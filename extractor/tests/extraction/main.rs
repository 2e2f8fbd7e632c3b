//! Extraction is complete and correct.
//!
//! `fixtures/` contains modules that together exercise all of LLVM IR. [`render`] converts the
//! facts of each module back to LLVM assembly, and [`comparison`] compares it with the text that
//! LLVM prints for the module. [`checks`] compares the relations with each other, [`sensitivity`]
//! checks that a wrong row in any relation makes one of these tests fail, and [`enumerations`]
//! checks that the fixtures are complete. [`gaps`] and [`text`] list the information that LLVM-C
//! does not expose.
//!
//! With LLVM 19, the tests are limited to the features that it supports: [`fixtures`] and [`newer`]
//! list the others.

mod bitcode;
mod checks;
mod comparison;
// rustc writes bitcode of LLVM 22, which LLVM 19 cannot read.
#[cfg(feature = "rustc-llvm")]
mod compiled;
mod enumerations;
mod fixtures;
mod folders;
mod gaps;
mod ill_formed;
mod index;
mod layout;
mod lines;
mod llvm;
mod newer;
mod reconstruct;
mod render;
mod rows;
mod sensitivity;
mod text;
