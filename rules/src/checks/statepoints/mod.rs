//! Statepoints: calls during which a garbage collector may move objects. `gc.statepoint` wraps the
//! call. `gc.result` and `gc.relocate` take its token.

pub(super) mod calls;
pub(super) mod projections;
pub(super) mod tokens;
