//! Offsets in memory whose start is never accessed: all accesses begin at an address in its middle, at an unknown
//! distance. Elements are before this address, bytes from there on. Hash tables of Rust are such memory.
//!
//! The address has the offset [`ORIGIN`], though the true offset is smaller. Elements have offsets before it.

use super::{Extent, Offsets, POINTER, Step};

/// The offset of the address. It is a multiple of most sizes of elements, and larger than true offsets.
pub(super) const ORIGIN: u32 = 691_891_200;

impl Extent<'_> {
    /// The address that accesses to this memory begin at, from its start. An object of known size or type has none, and
    /// the step leads to any byte.
    pub(super) fn to_origin(self, offsets: Offsets) -> Option<Offsets> {
        match offsets {
            Offsets::At(0) if self.may_have_origin() => Some(Offsets::At(ORIGIN)),
            _ => self.stepped(offsets, Step::Back { stride: 1 }),
        }
    }

    /// Whether the offset is the address, or after it.
    pub(super) fn is_behind_origin(self, offset: u32) -> bool {
        self.may_have_origin() && offset >= ORIGIN
    }

    /// The offsets after a step from the address; none if the step is the same as from other offsets.
    pub(super) fn step_from_origin(self, offsets: Offsets, step: Step) -> Option<Offsets> {
        if !self.may_have_origin() || offsets != Offsets::At(ORIGIN) {
            return None;
        }
        let elements = |stride| Offsets::every(0, ORIGIN, stride, ORIGIN % stride);
        if let Some(distance) = step.distance() {
            return match distance {
                0 => Some(offsets),
                1.. => Some(self.bytes_behind_origin()),
                _ => u32::try_from(distance.unsigned_abs()).ok().and_then(elements),
            };
        }
        match step {
            Step::Over { stride, .. } | Step::Back { stride } if stride >= POINTER => {
                elements(stride)
            }
            Step::Over { .. } | Step::ToPointer { is_backward: false } => {
                Some(self.bytes_behind_origin())
            }
            _ => None,
        }
    }

    /// The address and everything after it.
    pub(super) fn bytes_behind_origin(self) -> Offsets {
        Offsets::Every { start: ORIGIN, end: self.end(), stride: 1, first: 0 }
    }

    /// Where the part of the object ends that contains the offsets: elements before the address stay there.
    pub(super) fn end_around(self, offsets: Offsets) -> u32 {
        match offsets {
            Offsets::Every { end: ORIGIN, .. } if self.may_have_origin() => ORIGIN,
            _ => self.end(),
        }
    }

    fn may_have_origin(self) -> bool {
        self.is_raw() && self.size.is_none()
    }
}
