//! Globals: linkage, contents, aliases, ifuncs and attachments.

pub(super) mod aliases;
pub(super) mod attachments;
pub(super) mod contents;
pub(super) mod linkage;
pub(super) mod reserved;
