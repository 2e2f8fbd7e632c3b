//! Where in an object a pointer points, and how steps move it. All offsets are in bytes.
//!
//! A pointer points to one offset, or to every so many bytes of a part of the object: a step by a
//! constant moves within the object, a step by an unknown number of elements leads to each element
//! of the array, a step by nobody knows what to every byte. Pointers that leave the object are
//! dropped; the address just behind it is kept. A pointer that lies in memory is found at the offset
//! of its first byte.
//!
//! There are finitely many places in an object: offsets that are far from the start of an object
//! whose structure nobody knows, and in arrays of more than [`MAX_ELEMENTS`], are not told apart.

mod extent;

/// Arrays of more elements than this are one element.
pub const MAX_ELEMENTS: u32 = 64;

/// Constant arrays of more elements than this are one element. They are tables, of functions most of
/// all, and nobody adds to them.
pub const MAX_CONSTANT_ELEMENTS: u32 = 1024;

/// Outside of arrays, offsets from here on are told apart by their remainder only.
const FAR: u32 = 1024;

/// The same in an object whose size nobody knows: it may be any of many, and arrays of them.
const FAR_IN_UNKNOWN: u32 = 256;

/// In memory whose type nobody knows, so many steps from element to element are told apart.
const NEAR_ELEMENTS: u32 = 8;

/// Where the type says nothing, offsets of half words are told apart up to here.
const NEAR: u32 = 64;

/// Long copies tell the members of elements apart that are no larger than this.
const NEAR_STRIDE: u32 = 32;

/// Of far offsets, the remainder by this counts.
const FAR_STRIDE: u32 = 64;

/// A place in an object, in bytes from its beginning; or a distance between two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// This offset.
    At(u32),
    /// Each offset from `start` up to, but not including, `end` that is `first`, `first` plus
    /// `stride`, `first` plus twice `stride`, … behind `start`. There are at least two.
    Every {
        /// Where the array begins.
        start: u32,
        /// Where it ends; [`u32::MAX`] if that is not known.
        end: u32,
        /// How far apart the offsets are.
        stride: u32,
        /// How far behind `start` the first one is: less than `stride`.
        first: u32,
    },
}

/// How far behind a pointer something lies.
///
/// Copies of unknown or great length between pointers into the midst of objects, and such that seem to
/// begin in the midst of a word, are not followed byte by byte: what they copy may be anywhere behind
/// the pointer, but pointers keep their alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Distance {
    /// So far.
    By(Place),
    /// So far behind a pointer to the start of an object.
    FromStart(Place),
    /// Somewhere, if the pointer is not to the start of the object: `residue` bytes behind a multiple
    /// of `grid`.
    FromInside {
        /// The distance of alignment.
        grid: u32,
        /// Less than `grid`.
        residue: u32,
    },
    /// Somewhere: `residue` bytes behind a multiple of `grid`.
    Anywhere {
        /// The distance of alignment.
        grid: u32,
        /// Less than `grid`.
        residue: u32,
    },
}

impl Distance {
    /// So many bytes.
    pub fn of(bytes: u32) -> Self {
        Self::By(Place::At(bytes))
    }
}

/// Longer copies, and such of unknown length, are long.
const LONG: u32 = 1024;

/// Copies of up to so many bytes are followed wherever they go.
const SHORT: u32 = 16;

/// Steps by an unknown number of smaller elements go over text and numbers, not over pointers.
pub const POINTER: u32 = 8;

/// The alignment that pointers keep when other copies move them.
const KEPT_ALIGNMENT: u32 = 8;

/// How a pointer is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// By so many bytes.
    By(i64),
    /// By so many bytes, as one goes from element to element.
    Along(i64),
    /// By an unknown multiple of `stride`, over an array of `count` elements that begins here; of
    /// none, if that is not known. If the elements are smaller than a pointer, it is forward, unless
    /// there is an array around.
    Over {
        /// The size of an element.
        stride: u32,
        /// How many elements there are.
        count: Option<u32>,
    },
    /// By an unknown multiple of `stride`, perhaps back.
    Back {
        /// The size of an element.
        stride: u32,
    },
    /// By an unknown number of bytes, perhaps back, to where a pointer is read. In a table of virtual functions it leads
    /// to any entry: so does the number in a pointer to a virtual member function.
    ToPointer {
        /// Whether it may be back.
        is_backward: bool,
    },
    /// Somewhere in the object, by instructions that compute with addresses. They do not compute with those of tables of
    /// virtual functions, so that none of these comes from them.
    Computed,
    /// Anywhere in the object, by code that is not there, which reads what it likes.
    Anywhere,
    /// The bits of the address that are not in the mask are cleared.
    And(u64),
    /// These bits of the address are set.
    Or(u64),
    /// These bits of the address are inverted.
    Xor(u64),
    /// The pointer does not move. Some bits of the address are known; pointers that cannot have them are dropped.
    Tagged {
        /// The bits that are known.
        mask: u64,
        /// What they are.
        bits: u64,
    },
    /// The pointer does not move. Only pointers to instances of this group are kept.
    Among(Group),
    /// The pointer does not move. Pointers to instances of this group are dropped.
    Outside(Group),
}

/// A set of instances of objects: [`Constraints::groups`](crate::Constraints::groups) says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group(pub u32);

/// An array within an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Array {
    /// Where it begins.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// The size of its elements.
    pub stride: u32,
    /// Whether it has so many elements that they are not told apart.
    pub is_folded: bool,
}

/// What is known of the inside of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layout {
    /// How many bytes it has, if that is known. In an object of no bytes all places are one.
    pub size: Option<u32>,
    /// Its address is a multiple of this.
    pub alignment: u32,
    /// Its arrays, by where they begin, the outer before the inner; those of elements only in the first
    /// element. Arrays of few bytes are left out: they can be anything.
    pub arrays: Vec<Array>,
    /// Where its members begin, in order, those of elements only in the first element. None, if its
    /// type says nothing: then there may be a member at each offset.
    pub members: Vec<u32>,
    /// Its members that are pointers, have no pointer next to them in their structure, and are not where that begins,
    /// in order, and the size of each; none in an object with arrays. Who takes one for an array of pointers finds only
    /// this one in it.
    pub lone_pointers: Vec<(u32, u32)>,
    /// Where its members begin that are pointers, in order, those of elements only in the first element. Between them
    /// are the runs of members that walks over bytes stay in.
    pub pointers: Vec<u32>,
    /// Whether it is a table of virtual functions. Compilers read single entries of tables, at distances that they
    /// know or that a pointer to a virtual member function has: all other steps over unknown distances are those of
    /// pointers to something else, and so are copies.
    pub is_virtual_table: bool,
}

/// An object's layout, with the size that a call gives it.
#[derive(Clone, Copy, Debug)]
pub struct Extent<'a> {
    /// How many bytes it has, if that is known.
    pub size: Option<u32>,
    /// All else.
    pub layout: &'a Layout,
}

impl Place {
    /// The place as columns of the schema: `offset`, and of several offsets `stride`, and `end_offset`
    /// if it is known.
    pub fn columns(self) -> (u32, Option<u32>, Option<u32>) {
        match self {
            Self::At(offset) => (offset, None, None),
            Self::Every { start, end, stride, first } => {
                let end = Some(end).filter(|end| *end != u32::MAX);
                (start.saturating_add(first), Some(stride), end)
            }
        }
    }

    /// Each offset of the given ones below `end`; none if there is none.
    fn every(start: u32, end: u32, stride: u32, first: u32) -> Option<Self> {
        let stride = stride.max(1);
        let lowest = start.checked_add(first % stride)?;
        if lowest >= end {
            return None;
        }
        Some(match lowest.checked_add(stride) {
            Some(second) if second < end => {
                Self::Every { start, end, stride, first: first % stride }
            }
            _ => Self::At(lowest),
        })
    }

    /// Whether some offset is in both.
    pub fn overlaps(self, other: Self) -> bool {
        match (self, other) {
            (Self::At(one), Self::At(other)) => one == other,
            (Self::At(offset), every) | (every, Self::At(offset)) => every.contains(offset),
            (
                Self::Every { start, end, stride, first },
                Self::Every { start: start2, end: end2, stride: stride2, first: first2 },
            ) => {
                let common = gcd(stride, stride2);
                let apart =
                    (i64::from(start) + i64::from(first)) - (i64::from(start2) + i64::from(first2));
                start.max(start2) < end.min(end2) && apart % i64::from(common) == 0
            }
        }
    }

    /// Whether long copies tell it apart: it is close to the start, or an array of small elements from
    /// the start on.
    fn is_near(self) -> bool {
        match self {
            Self::At(offset) => offset < NEAR && offset.is_multiple_of(4),
            Self::Every { start, stride, .. } => {
                start == 0 && stride <= NEAR_STRIDE && stride.is_multiple_of(KEPT_ALIGNMENT)
            }
        }
    }

    /// The same, however far it goes.
    fn endless(self) -> Self {
        match self {
            Self::At(offset) => Self::At(offset),
            Self::Every { start, stride, first, .. } => {
                Self::Every { start, end: u32::MAX, stride, first }
            }
        }
    }

    /// By how many bytes it is aligned at least, and how far it lies behind a multiple of that.
    fn alignment(self) -> (u32, u32) {
        match self {
            Self::At(offset) => (KEPT_ALIGNMENT, offset % KEPT_ALIGNMENT),
            Self::Every { start, stride, first, .. } => {
                let grid = gcd(stride, KEPT_ALIGNMENT);
                (grid, (start % grid + first % grid) % grid)
            }
        }
    }

    fn contains(self, offset: u32) -> bool {
        match self {
            Self::At(it) => it == offset,
            Self::Every { start, end, stride, first } => {
                start <= offset && offset < end && (offset - start) % stride == first
            }
        }
    }

    /// How far `content` lies behind a pointer to this place, if it is less than `length` bytes;
    /// both are places of one object.
    pub fn distance_to(self, content: Self, length: Option<u32>) -> Option<Self> {
        let length = length.unwrap_or(u32::MAX);
        match (self, content) {
            (Self::At(from), Self::At(offset)) => {
                let distance = offset.checked_sub(from)?;
                (distance < length).then_some(Self::At(distance))
            }
            (Self::At(from), Self::Every { start, end, stride, first }) => {
                let end = if end == u32::MAX { end } else { end.checked_sub(from)? };
                let (start, first) = match start.checked_sub(from) {
                    Some(start) => (start, first),
                    None => {
                        let lowest = i64::from(start) + i64::from(first) - i64::from(from);
                        (0, lowest.rem_euclid(i64::from(stride)) as u32)
                    }
                };
                Self::every(start, end.min(length), stride, first)
            }
            (Self::Every { start, end, stride, first }, content) => {
                let (lowest, highest, grid) = match content {
                    Self::At(offset) => (offset, offset, stride),
                    Self::Every { start, end, stride: other, first } => {
                        (start + first, end.saturating_sub(1), gcd(stride, other))
                    }
                };
                let is_before = highest < start + first;
                let is_behind = lowest >= end && lowest - end >= length;
                if is_before || is_behind {
                    return None;
                }
                let apart = i64::from(lowest) - i64::from(start) - i64::from(first);
                let first = apart.rem_euclid(i64::from(grid)) as u32;
                if length <= grid {
                    // What is copied is no more than one element.
                    (first < length).then_some(Self::At(first))
                } else {
                    Self::every(0, u32::MAX, grid, first)
                }
            }
        }
    }
}

/// Bits of an address from here on are not used by addresses.
const ADDRESS_BITS: u32 = 48;

fn gcd(one: u32, other: u32) -> u32 {
    if other == 0 { one.max(1) } else { gcd(other, one % other) }
}

#[cfg(test)]
mod tests;
