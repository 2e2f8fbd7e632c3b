//! The Datalog programs. `callers`, `intrinsics` and `promises` run once for the module, the others for each
//! function.

pub mod callers;
pub mod escaping_flows;
pub mod immediate;
pub mod intrinsics;
pub mod lattice;
pub mod promises;
pub mod ub_sinks;
pub mod zero;
