//! Exception handling: landing pads and funclets.

pub(super) mod bundles;
pub(super) mod funclets;
pub(super) mod landing_pads;
pub(super) mod pads;
