//! Calls: callees, arguments, attributes, operand bundles, `musttail` and inline assembly.

pub(super) mod assembly;
pub(super) mod attributes;
pub(super) mod bundles;
mod constraints;
pub(super) mod location;
pub(super) mod musttail;
pub(super) mod provenance;
pub(super) mod signature;
