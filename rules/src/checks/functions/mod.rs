//! Functions: signatures, calling conventions, and uses of the addresses of intrinsics.

pub(super) mod addresses;
pub(super) mod conventions;
pub(super) mod signature;
