//! Attributes of functions, parameters, results and calls.
//!
//! A module has tens of thousands of functions and calls, but few distinct attributes. Each
//! attribute, or each combination of attribute and type, is therefore checked once, and the result
//! is joined with the functions and calls that have it.

use facts_schema::TypeKind;
use facts_schema::view::Lanes;

pub(super) mod contradictions;
pub(super) mod lists;
pub(super) mod placement;
mod properties;
pub(super) mod strings;

pub use properties::{PROPERTIES, Properties, Types};

/// What an attribute applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum AttributePosition {
    /// The function or call itself.
    Function,
    /// A parameter or argument.
    Parameter,
    /// The result.
    Result,
}

/// The number of bits of a vector, and whether it is multiplied by `vscale`; `None` for other
/// types. The elements of a vector of pointers have 0 bits.
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
