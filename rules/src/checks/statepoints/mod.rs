//! Statepoints: calls during which a garbage collector may move objects. `gc.statepoint` wraps the
//! call; its token ties `gc.result` and `gc.relocate` to it.

pub(super) mod calls;
pub(super) mod projections;
pub(super) mod tokens;
