//! Extraction is complete and invents nothing.
//!
//! `fixtures/` holds modules that together exercise all of LLVM's IR. From the facts of each,
//! [`render`] makes LLVM assembly again, and [`comparison`] holds it against what LLVM prints of the
//! same module. [`checks`] holds the relations against each other, [`sensitivity`] sees that a wrong
//! row in any relation makes some of this fail, [`enumerations`] that the fixtures leave nothing out.
//! What LLVM-C does not tell is listed in [`gaps`] and [`text`].
//!
//! LLVM 19 is shown as much of it as it knows: [`fixtures`] and [`newer`] say what it does not.

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
