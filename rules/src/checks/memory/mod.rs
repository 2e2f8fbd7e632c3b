//! Memory: loads, stores, stack slots and atomic operations.

pub(super) mod accesses;
pub(super) mod allocas;
pub(super) mod atomics;
pub(super) mod swift_errors;
