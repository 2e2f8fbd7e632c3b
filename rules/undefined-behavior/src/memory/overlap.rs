//! Overlap of accesses to an object.

use points_to::offsets::Offsets;

/// Accesses larger than this are treated as touching every byte between their first and their last one.
const MAX_SHIFT: u32 = 32;

/// Whether two accesses of one object, each with its size in bytes, may touch the same byte.
pub(super) fn may_overlap(
    (one, one_size): (Offsets, Option<u32>),
    (other, other_size): (Offsets, Option<u32>),
) -> bool {
    let (start, end) = bounds(one, one_size);
    let (other_start, other_end) = bounds(other, other_size);
    if start >= other_end || other_start >= end {
        return false;
    }
    let (Some(size), Some(other_size)) = (one_size, other_size) else { return true };
    if size.max(other_size) > MAX_SHIFT {
        return true;
    }
    // Their first bytes are less than a size apart.
    (0..size).any(|distance| shifted(one, distance).overlaps(other))
        || (0..other_size).any(|distance| shifted(other, distance).overlaps(one))
}

/// The first byte, and one past the last.
fn bounds(offsets: Offsets, size: Option<u32>) -> (u64, u64) {
    let size = size.map_or(u64::MAX / 2, u64::from);
    match offsets {
        Offsets::At(offset) => (offset.into(), u64::from(offset) + size),
        Offsets::Every { start, end, first, .. } => {
            (u64::from(start) + u64::from(first), u64::from(end) + size)
        }
    }
}

/// These offsets, moved forward by `distance` bytes.
fn shifted(offsets: Offsets, distance: u32) -> Offsets {
    match offsets {
        Offsets::At(offset) => Offsets::At(offset.saturating_add(distance)),
        Offsets::Every { start, end, stride, first } => Offsets::Every {
            start: start.saturating_add(distance),
            end: end.saturating_add(distance),
            stride,
            first,
        },
    }
}

/// All offsets one by one, if there are at most `most`.
pub(super) fn single_offsets(offsets: Offsets, most: usize) -> Option<Vec<u64>> {
    match offsets {
        Offsets::At(offset) => Some(vec![offset.into()]),
        Offsets::Every { start, end, stride, first } => {
            let mut offsets = Vec::new();
            let mut offset = u64::from(start) + u64::from(first);
            while offset < u64::from(end) {
                if offsets.len() == most {
                    return None;
                }
                offsets.push(offset);
                offset += u64::from(stride.max(1));
            }
            Some(offsets)
        }
    }
}
