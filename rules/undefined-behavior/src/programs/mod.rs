//! The Datalog programs. `callers`, `intrinsics` and `promises` run once for the module, the others for each
//! function.

pub mod bites;
pub mod callers;
pub mod immediate;
pub mod intrinsics;
pub mod lattice;
pub mod promises;
pub mod ways_out;
pub mod zero;
