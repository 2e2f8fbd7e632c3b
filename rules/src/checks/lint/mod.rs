//! What LLVM's own `lint` pass finds, as far as no points-to analysis is needed for it.
//!
//! Like that pass, the rules follow an address back to the object that it points into; but only through
//! `getelementptr` with constant indices, not through memory, phis or calls.

pub(super) mod arguments;
pub(super) mod calls;
pub(super) mod control;
pub(super) mod memory;
pub(super) mod operations;
