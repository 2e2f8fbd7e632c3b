//! Metadata that instructions and functions carry.
//!
//! A module has hundreds of thousands of attachments, but few kinds of them, and most share their
//! nodes. The programs here run over [`attachments`], a sample that tells apart only what the rules
//! of the theme look at, and over the [`nodes`] that these lead to.

mod attachments;
pub(super) mod functions;
pub(super) mod heap;
pub(super) mod location;
mod nodes;
pub(super) mod placement;
pub(super) mod profiles;
pub(super) mod ranges;
pub(super) mod scopes;
pub(super) mod tbaa;
pub(super) mod values;
