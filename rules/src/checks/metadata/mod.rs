//! Metadata attachments of instructions and functions.

pub(super) mod functions;
pub(super) mod heap;
pub(super) mod placement;
pub(super) mod profiles;
pub(super) mod ranges;
pub(super) mod scopes;
pub(super) mod tbaa;
pub(super) mod values;
