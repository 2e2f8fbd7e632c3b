//! The findings of LLVM's own `lint` pass that do not need a points-to analysis.
//!
//! Like that pass, the rules trace an address back to the object that it points into, but only
//! through `getelementptr` with constant indices, not through memory, phis or calls.

pub(super) mod arguments;
pub(super) mod calls;
pub(super) mod control;
pub(super) mod memory;
pub(super) mod operations;
