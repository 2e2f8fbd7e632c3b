//! The Datalog programs. `callers` and `intrinsics` run once for the module, the others for each
//! function.

pub mod bites;
pub mod callers;
pub mod immediate;
pub mod intrinsics;
pub mod lattice;
pub mod zero;
