//! The structure of objects, derived from their types.

mod members;
mod of_source;
mod of_type;

pub use of_source::{Detail, of_source};
pub use of_type::{is_bytes, of, of_several};

use crate::offsets::{Classes, ObjectLayout};

/// The maximum depth of types in types.
const MAX_DEPTH: usize = 32;

/// Memory of unknown structure.
pub fn raw() -> ObjectLayout {
    ObjectLayout { alignment: 1, ..ObjectLayout::default() }
}

/// Something that has an address but no content that is followed, and is not an object of a class: functions, blocks
/// and text.
pub fn empty() -> ObjectLayout {
    ObjectLayout { classes: Some(Classes::default()), ..folded() }
}

/// The text of a string.
pub fn text() -> ObjectLayout {
    ObjectLayout { classes: Some(Classes::in_text()), ..folded() }
}

/// Memory whose offsets are all equal.
pub fn folded() -> ObjectLayout {
    ObjectLayout { size: Some(0), alignment: 1, ..ObjectLayout::default() }
}
