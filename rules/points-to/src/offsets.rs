//! Offsets in an object that pointers point to, and the steps that move pointers. All offsets are in bytes.
//!
//! A pointer points to one offset, or to every n-th byte of a part of the object: a step by a constant moves
//! within the object, a step by an unknown number of elements leads to every element of the array, and a step by
//! an unknown distance leads to every byte. Pointers that leave the object are dropped; the address one past its
//! end is kept. A pointer stored in memory is found at the offset of its first byte.
//!
//! The number of different [`Offsets`] in an object is finite: offsets far from the start of an object of unknown
//! structure, and elements of arrays with more than [`MAX_ELEMENTS`], are not distinguished.

mod class;
mod extent;
mod origin;

pub use class::{Class, Classes, OfClass};

/// The elements of arrays with more elements than this are not distinguished.
pub const MAX_ELEMENTS: u32 = 64;

/// The elements of constant arrays with more elements than this are not distinguished. Such arrays are tables,
/// mostly of functions, to which nothing is added.
pub const MAX_CONSTANT_ELEMENTS: u32 = 1024;

/// Outside of arrays, offsets from here on are only distinguished by their remainder, except for the first
/// [`MANY_MEMBERS`] members of a known type.
const FAR: u32 = 1024;

/// The number of members that are distinguished if they are far from the start of an object: those after a large
/// array, for example.
const MANY_MEMBERS: usize = 256;

/// The same limit for an object of unknown size, which may stand for many objects and arrays of them.
const FAR_IN_UNKNOWN: u32 = 256;

/// The number of steps from element to element that are distinguished in memory of unknown type.
const NEAR_ELEMENTS: u32 = 8;

/// Where the type is unknown, offsets of half words are distinguished up to here.
const NEAR: u32 = 64;

/// Long copies distinguish the members of elements that are at most this large.
const NEAR_STRIDE: u32 = 32;

/// Far offsets are distinguished by their remainder modulo this.
const FAR_STRIDE: u32 = 64;

/// Offsets in an object, in bytes: one, or a strided interval. An object and its offsets are a location set of
/// Wilson and Lam (PLDI 1995). Also the distances between two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Offsets {
    /// This offset.
    At(u32),
    /// Every offset of `start + first`, `start + first + stride`, `start + first + 2 * stride`, … that is less
    /// than `end`. There are at least two.
    Every {
        /// The start of the array.
        start: u32,
        /// Where it ends; [`u32::MAX`] if the end is not known.
        end: u32,
        /// The distance between neighbouring offsets.
        stride: u32,
        /// The distance of the first offset from `start`: less than `stride`.
        first: u32,
    },
}

/// The distance from a pointer to something after it.
///
/// Copies of large or unknown length between pointers into the middle of objects, and copies that seem to begin in the
/// middle of a word, are not followed byte by byte: the copied content may be anywhere after the pointer, but pointers
/// keep their alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Distance {
    /// By this distance.
    By(Offsets),
    /// By this distance, from a pointer to the start of an object.
    FromStart(Offsets),
    /// By `residue` bytes more than any multiple of `stride`: long copies between arrays of elements of this size keep
    /// pointers in the same member.
    Elements {
        /// The size of an element: more than the alignment that other copies keep.
        stride: u32,
        /// Less than `stride`.
        residue: u32,
    },
    /// By any distance, if the pointer does not point to the start of the object: `residue` bytes after a multiple
    /// of `grid`.
    FromInside {
        /// The distance of alignment.
        grid: u32,
        /// Less than `grid`.
        residue: u32,
    },
    /// By any distance: `residue` bytes after a multiple of `grid`.
    Anywhere {
        /// The distance of alignment.
        grid: u32,
        /// Less than `grid`.
        residue: u32,
    },
}

/// How much a copy copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CopyLength {
    /// This number of bytes.
    Bytes(u32),
    /// An unknown number of elements of this size in bytes: a number of elements that is not constant.
    Elements(u32),
    /// It is not known.
    Unknown,
}

impl CopyLength {
    /// The number of bytes, if it is known.
    pub fn bytes(self) -> Option<u32> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::Elements(_) | Self::Unknown => None,
        }
    }
}

impl Distance {
    /// The distance of this number of bytes.
    pub fn of(bytes: u32) -> Self {
        Self::By(Offsets::At(bytes))
    }
}

/// Copies longer than this, or of unknown length, are long.
const LONG: u32 = 1024;

/// Copies of at most this number of bytes are always followed.
const SHORT: u32 = 16;

/// Steps by an unknown number of elements smaller than this move over text and numbers, not over pointers.
pub const POINTER: u32 = 8;

/// The alignment that pointers keep when other copies move them.
const KEPT_ALIGNMENT: u32 = 8;

/// A common multiple of the sizes of elements with two and three words.
const COMMON_ELEMENTS: u32 = 48;

/// A step that moves a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// By this number of bytes.
    By(i64),
    /// By this number of bytes, as from element to element of an array.
    Along(i64),
    /// By this number of bytes, from a pointer that does point into its object.
    Inside(i64),
    /// By this number of bytes, in a value behind a trait object. Such a value is not a virtual table.
    InValue(i64),
    /// By an unknown multiple of `stride`, over an array of `count` elements that begins here. If `count` is not
    /// known, no array is assumed. If the elements are smaller than a pointer, the step is forward, unless an
    /// array surrounds the offset.
    Over {
        /// The size of an element.
        stride: u32,
        /// The number of elements.
        count: Option<u32>,
    },
    /// By an unknown multiple of `stride`, possibly backward.
    Back {
        /// The size of an element.
        stride: u32,
    },
    /// By an unknown number of bytes, possibly backward, to an offset from which a pointer is read. In a virtual
    /// table it leads to any entry, because the number in a pointer to a virtual member function does.
    ToPointer {
        /// Whether the step may be backward.
        is_backward: bool,
    },
    /// From the start of memory to the address in its middle that all accesses begin at, by an unknown number of bytes.
    /// Elements are before this address, bytes after it.
    ToOrigin,
    /// To anywhere in the object, by instructions that compute with addresses. They do not compute with the
    /// addresses of virtual tables, so they do not produce pointers into them.
    Computed,
    /// To anywhere in the object, by external code, which may read any part of it.
    Anywhere,
    /// To any word in a part of the object: the start and the end of the part as distances from the address in bytes.
    Within {
        /// The first word.
        start: u32,
        /// The end of the last one.
        end: u32,
    },
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
        /// Their values.
        bits: u64,
    },
    /// The pointer does not move. Only pointers to constants are kept, and those of external code; not to the virtual
    /// tables of traits other than this one and those derived from it, if it is known.
    OfTrait(Option<Trait>),
    /// The pointer does not move. Only pointers to allocated memory and global variables are kept, and those of external
    /// code.
    OffStack,
    /// The pointer does not move. Only pointers to memory that may contain this object there are kept.
    OfClass(OfClass),
    /// The pointer does not move. Only pointers to instances of this group are kept.
    Among(Group),
    /// The pointer does not move. Pointers to instances of this group are dropped.
    Outside(Group),
    /// The pointer does not move. It is only kept where the function's caller passes a number that fits, or an unknown
    /// number.
    Given(Given),
}

/// A condition on the number that a function gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Given {
    /// The position of the parameter.
    pub position: u32,
    /// The number of its bits, from 1 to 64.
    bits: u8,
    /// Whether it must be equal to `number`, not different.
    is_equal: bool,
    /// These bits, the others clear.
    number: u64,
}

impl Given {
    /// A parameter of `bits` bits (1 to 64) at `position` is equal to the lowest bits of `number`, or different.
    pub const fn new(position: u32, bits: u8, number: u64, is_equal: bool) -> Self {
        Self { position, bits, is_equal, number: low(number, bits) }
    }

    /// Whether the argument fits.
    pub fn fits(self, argument: u64) -> bool {
        (low(argument, self.bits) == self.number) == self.is_equal
    }
}

/// The lowest bits of a number.
const fn low(number: u64, bits: u8) -> u64 {
    number & (u64::MAX >> (64 - bits))
}

impl Step {
    /// The size of an element, if the step is over an unknown number of elements that may hold pointers.
    pub fn walked_elements(self) -> Option<u32> {
        match self {
            Self::Over { stride, .. } | Self::Back { stride } if stride >= POINTER => Some(stride),
            _ => None,
        }
    }

    /// The number of bytes, if it is known.
    pub fn distance(self) -> Option<i64> {
        match self {
            Self::By(bytes) | Self::Along(bytes) | Self::Inside(bytes) | Self::InValue(bytes) => {
                Some(bytes)
            }
            _ => None,
        }
    }
}

/// A set of instances of objects, listed in [`Constraints::groups`](crate::Constraints::groups).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group(pub u32);

/// A trait of Rust, with its type arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Trait(pub u32);

/// An array within an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Array {
    /// Its start.
    pub start: u32,
    /// Its end.
    pub end: u32,
    /// The size of its elements.
    pub stride: u32,
    /// Whether it has too many elements to distinguish them.
    pub is_folded: bool,
}

/// The known structure of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ObjectLayout {
    /// Its size in bytes, if it is known. All offsets in an object of size zero are equal.
    pub size: Option<u32>,
    /// Its address is a multiple of this.
    pub alignment: u32,
    /// Its arrays, by start, outer arrays before inner ones; arrays in elements are only listed for the first
    /// element. Small arrays of bytes are left out: they can hold anything.
    pub arrays: Vec<Array>,
    /// The offsets at which its members begin, in order; members of elements are only listed for the first
    /// element. Empty if the type does not show this: then a member may begin at each offset.
    pub members: Vec<u32>,
    /// Its pointer members that have no pointer next to them in their structure and are not at its start, in
    /// order, with the size of each; none in an array or beside one, and none if an array of the object may hold
    /// pointers. A step over such a member as an array of pointers only finds this one.
    pub lone_pointers: Vec<(u32, u32)>,
    /// The offsets at which its pointer members begin, in order; members of elements are only listed for the first
    /// element. Between them are the runs of members that walks over bytes stay in.
    pub pointers: Vec<u32>,
    /// Where it contains objects of classes, if this is known.
    pub classes: Option<Classes>,
    /// Whether it is a virtual table. Compilers read single entries of these tables, at distances that are known
    /// or that come from a pointer to a virtual member function. All other steps by unknown distances, and all
    /// copies, belong to pointers to other objects.
    pub is_virtual_table: bool,
    /// The traits that the object may be the virtual table of, in order; empty if this is not known.
    pub traits: Vec<Trait>,
}

/// An object's layout, and its size if a call gives it.
#[derive(Clone, Copy, Debug)]
pub struct Extent<'a> {
    /// Its size in bytes, if it is known.
    pub size: Option<u32>,
    /// Everything else.
    pub layout: &'a ObjectLayout,
}

impl Offsets {
    /// The offsets as columns of the schema: `offset`, `stride` if there are several offsets, and `end_offset` if it is
    /// known.
    pub fn columns(self) -> (u32, Option<u32>, Option<u32>) {
        match self {
            Self::At(offset) => (offset, None, None),
            Self::Every { start, end, stride, first } => {
                let end = Some(end).filter(|end| *end != u32::MAX);
                (start.saturating_add(first), Some(stride), end)
            }
        }
    }

    /// The given offsets that are less than `end`; none if there are no such offsets.
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

    /// Whether long copies distinguish it: it is close to the start, or an array of small elements that begins at
    /// the start.
    fn is_near(self) -> bool {
        match self {
            Self::At(offset) => offset < NEAR && offset.is_multiple_of(4),
            Self::Every { start, stride, .. } => {
                start == 0 && stride <= NEAR_STRIDE && stride.is_multiple_of(KEPT_ALIGNMENT)
            }
        }
    }

    /// The same offsets without their end.
    fn endless(self) -> Self {
        match self {
            Self::At(offset) => Self::At(offset),
            Self::Every { start, stride, first, .. } => {
                Self::Every { start, end: u32::MAX, stride, first }
            }
        }
    }

    /// The distance to `content` modulo an element size: a common divisor of the strides or, if both are single
    /// offsets, [`COMMON_ELEMENTS`]. None if the result is not more precise than the alignment that other copies keep.
    fn elements_to(self, content: Self) -> Option<Distance> {
        let (from, one) = self.lowest_and_stride();
        let (to, other) = content.lowest_and_stride();
        let stride = match (one, other) {
            (0, 0) => COMMON_ELEMENTS,
            (one, other) => gcd(one, other),
        };
        let apart = i64::from(to) - i64::from(from);
        let is_aligned = |it: i64| it % i64::from(KEPT_ALIGNMENT) == 0;
        let is_kept = stride > KEPT_ALIGNMENT && is_aligned(stride.into()) && is_aligned(apart);
        is_kept.then(|| {
            let residue = apart.rem_euclid(i64::from(stride)) as u32;
            Distance::Elements { stride, residue }
        })
    }

    /// The lowest offset, and the distance between neighbours; 0 if there is only one offset.
    fn lowest_and_stride(self) -> (u32, u32) {
        match self {
            Self::At(offset) => (offset, 0),
            Self::Every { start, stride, first, .. } => (start.saturating_add(first), stride),
        }
    }

    /// A divisor of the distances between the offsets, at most the alignment that copies keep, and the common remainder
    /// of the offsets modulo this divisor.
    fn alignment(self) -> (u32, u32) {
        let (lowest, stride) = self.lowest_and_stride();
        let grid = gcd(stride, KEPT_ALIGNMENT);
        (grid, lowest % grid)
    }

    fn contains(self, offset: u32) -> bool {
        match self {
            Self::At(it) => it == offset,
            Self::Every { start, end, stride, first } => {
                start <= offset && offset < end && (offset - start) % stride == first
            }
        }
    }

    /// The distance of `content` from a pointer to these offsets, if it is less than `length` bytes. Both are offsets
    /// in one object.
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
                    // The copy is at most one element long.
                    (first < length).then_some(Self::At(first))
                } else {
                    Self::every(0, u32::MAX, grid, first)
                }
            }
        }
    }
}

/// Bits of an address from here on are unused.
const ADDRESS_BITS: u32 = 48;

/// The greatest common divisor; 1 if both numbers are 0.
pub fn gcd(one: u32, other: u32) -> u32 {
    if other == 0 { one.max(1) } else { gcd(other, one % other) }
}

#[cfg(test)]
mod tests;
