//! Attributes of functions, parameters, results and calls.
//!
//! A module has tens of thousands of functions and calls, but few different attributes. So what an
//! attribute says is judged once for each attribute, or for each attribute and type, and then joined
//! with what has it.

use facts_schema::TypeKind;
use facts_schema::view::Lanes;

pub(super) mod contradictions;
pub(super) mod lists;
pub(super) mod placement;
mod properties;
pub(super) mod strings;

pub use properties::{PROPERTIES, Properties, Types};

/// The part of a function or call that has an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum AttributePosition {
    /// The function or call itself.
    Function,
    /// A parameter or argument.
    Parameter,
    /// The result.
    Result,
}

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
