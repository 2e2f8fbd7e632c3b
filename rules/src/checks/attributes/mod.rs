//! Attributes of functions, parameters, results and calls.
//!
//! A module has tens of thousands of functions and calls, but they share few *sets* of attributes.
//! So the programs judge each set once, by where it stands (see `attribute_sets`), and what they find
//! is said of all that have the set there.

use facts_schema::TypeKind;
use facts_schema::view::Lanes;

mod bearers;
pub(super) mod contradictions;
pub(super) mod lists;
pub(super) mod placement;
mod properties;
pub(super) mod strings;

pub use properties::{PROPERTIES, Properties, Types};

/// How many bits the vectors of a type have, and whether `vscale` times as many. Pointers count for
/// nothing.
pub(in crate::checks) fn vector_bits(
    kind: TypeKind,
    measure: u32,
    lanes: Lanes,
) -> Option<(u64, bool)> {
    let measure = if kind == TypeKind::Pointer { 0 } else { u64::from(measure) };
    match lanes {
        Lanes::Scalar => None,
        Lanes::Fixed(count) => Some((u64::from(count) * measure, false)),
        Lanes::Scalable(count) => Some((u64::from(count) * measure, true)),
    }
}
