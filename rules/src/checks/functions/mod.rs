//! Functions: their signatures, their calling conventions, and what may be known of them.

pub(super) mod addresses;
pub(super) mod conventions;
pub(super) mod signature;
