//! The Datalog programs. Each runs for one function.

pub mod bites;
pub mod immediate;
pub mod lattice;
pub mod zero;
