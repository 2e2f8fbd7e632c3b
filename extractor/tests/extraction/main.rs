//! Extraction is complete and invents nothing.
//!
//! `fixtures/` holds modules that together exercise all of LLVM's IR. From the facts of each,
//! [`render`] makes LLVM assembly again, and [`comparison`] holds it against what LLVM prints of the
//! same module. [`checks`] holds the relations against each other, [`sensitivity`] sees that a wrong
//! row in any relation makes some of this fail, [`enumerations`] that the fixtures leave nothing out.
//! What LLVM-C does not tell is listed in [`gaps`] and [`text`].
//!
//! The fixtures need LLVM 22.

#![cfg(feature = "rustc-llvm")]

mod bitcode;
mod checks;
mod comparison;
mod enumerations;
mod fixtures;
mod gaps;
mod ill_formed;
mod index;
mod layout;
mod llvm;
mod reconstruct;
mod render;
mod rows;
mod sensitivity;
mod text;
