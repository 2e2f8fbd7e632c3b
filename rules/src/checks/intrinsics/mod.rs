//! Calls of intrinsics: requirements of all intrinsics, and of individual ones.

use facts_schema::InstructionId;
use facts_schema::view::Lanes;

use crate::violation::Subject;

pub(super) mod amdgpu;
pub(super) mod assume;
pub(super) mod constrained;
pub(super) mod control;
pub(super) mod frames;
pub(super) mod landing;
pub(super) mod matrices;
pub(super) mod memory;
pub(super) mod metadata;
pub(super) mod numbers;
mod pointers;
pub(super) mod preallocated;
pub(super) mod signature;
pub(super) mod targets;
pub(super) mod vector_predication;
pub(super) mod vectors;

/// The place of a value in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum CallValue {
    /// The result.
    Result,
    /// The argument at this position.
    Argument(u32),
}

impl CallValue {
    /// This value of `call`, as the subject of a violation.
    fn of(self, call: InstructionId) -> Subject {
        match self {
            Self::Result => Subject::Instruction(call),
            Self::Argument(position) => Subject::Operand(call, position),
        }
    }
}

/// The metadata strings for rounding modes, except the dynamic one.
const STATIC_ROUNDING: [&str; 5] = [
    "round.tonearest",
    "round.tonearestaway",
    "round.downward",
    "round.upward",
    "round.towardzero",
];

/// The metadata strings for floating-point predicates.
const FLOAT_PREDICATES: [&str; 14] = [
    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule",
    "une",
];

/// A constant integer as a signed number. An integer that does not fit into 128 bits becomes the
/// maximum.
fn as_signed(digits: &str) -> i128 {
    digits.parse().unwrap_or(i128::MAX)
}

/// A constant integer as an unsigned number. An integer that does not fit into 128 bits becomes the
/// maximum.
fn as_unsigned(digits: &str) -> u128 {
    digits.parse().unwrap_or(u128::MAX)
}

/// The number of lanes. For scalable vectors, the number for a `vscale` of 1.
fn least_lanes(lanes: Lanes) -> u128 {
    match lanes {
        Lanes::Scalar => 1,
        Lanes::Fixed(length) | Lanes::Scalable(length) => length.into(),
    }
}
