//! Attributes of functions, parameters, results and calls.
//!
//! A module has tens of thousands of functions and calls, but they share few *sets* of attributes.
//! So the programs judge each set once, by where it stands (see `attribute_sets`), and what they find
//! is said of all that have the set there.

mod bearers;
pub(super) mod contradictions;
pub(super) mod lists;
pub(super) mod placement;
mod properties;
pub(super) mod strings;

pub use properties::{PROPERTIES, Properties, Types};
