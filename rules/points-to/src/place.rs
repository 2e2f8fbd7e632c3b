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
/// begin in the midst of a word, are not followed byte by byte: what they copy may be anywhere, but
/// pointers keep their alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Distance {
    /// So far.
    By(Place),
    /// So far behind a pointer to the start of an object.
    FromStart(Place),
    /// Somewhere in the object, if the pointer is not to its start: `residue` bytes behind a multiple
    /// of `grid`.
    FromInside {
        /// The distance of alignment.
        grid: u32,
        /// Less than `grid`.
        residue: u32,
    },
    /// Somewhere in the object: `residue` bytes behind a multiple of `grid`.
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
    /// none, if that is not known.
    Over {
        /// The size of an element.
        stride: u32,
        /// How many elements there are.
        count: Option<u32>,
    },
    /// Somewhere in the object.
    Anywhere,
    /// The bits of the address that are not in the mask are cleared.
    And(u64),
    /// These bits of the address are set.
    Or(u64),
    /// These bits of the address are inverted.
    Xor(u64),
}

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

impl<'a> Extent<'a> {
    /// Where the object ends; [`u32::MAX`] if that is not known.
    fn end(self) -> u32 {
        self.size.unwrap_or(u32::MAX)
    }

    /// All of the object.
    pub fn anywhere(self) -> Place {
        Place::every(0, self.end(), 1, 0).unwrap_or(Place::At(0))
    }

    /// The place at `offset`.
    pub fn at(self, offset: i64) -> Option<Place> {
        if self.size == Some(0) {
            return Some(Place::At(0));
        }
        let offset = u32::try_from(offset).ok()?;
        if offset > self.end() {
            return None;
        }
        if let Some(array) = self.arrays_around(offset).find(|array| array.is_folded) {
            let first = (offset - array.start) % array.stride;
            return Place::every(array.start, array.end, array.stride, first);
        }
        if !self.is_member(offset) || !self.is_told_apart(offset) {
            return Some(self.anywhere());
        }
        let far = self.far();
        if offset >= far && offset < self.end() && self.arrays_around(offset).next().is_none() {
            return Place::every(far, self.end(), FAR_STRIDE, (offset - far) % FAR_STRIDE);
        }
        Some(Place::At(offset))
    }

    /// Whether a member begins at `offset`, or the object ends there. If not, a pointer there was made
    /// for an object of another type.
    fn is_member(self, mut offset: u32) -> bool {
        if self.layout.members.is_empty() || offset == self.end() {
            return true;
        }
        for array in &self.layout.arrays {
            if array.start <= offset && offset < array.end {
                offset = array.start + (offset - array.start) % array.stride;
            }
        }
        self.layout.members.binary_search(&offset).is_ok()
    }

    /// Whether pointers to `offset` are told from others. Where the type says nothing, pointers between
    /// words are to bytes of text.
    fn is_told_apart(self, offset: u32) -> bool {
        let is_word = offset.is_multiple_of(8) || offset.is_multiple_of(4) && offset < NEAR;
        !self.is_raw() || is_word
    }

    /// Whether nothing is known of what is where in the object.
    fn is_raw(self) -> bool {
        self.layout.members.is_empty() && self.layout.arrays.is_empty()
    }

    /// From where on offsets are told apart by their remainder only.
    fn far(self) -> u32 {
        if self.size.is_some() { FAR } else { FAR_IN_UNKNOWN }
    }

    /// The arrays that `offset` is in, the outer before the inner.
    fn arrays_around(self, offset: u32) -> impl DoubleEndedIterator<Item = &'a Array> {
        self.layout.arrays.iter().filter(move |it| it.start <= offset && offset < it.end)
    }

    /// The array from `start` to `end`; of one in an element of another array, that of the first
    /// element.
    fn array(self, mut start: u32, end: u32) -> Option<&'a Array> {
        let length = end.checked_sub(start)?;
        for around in &self.layout.arrays {
            if around.start <= start && start < around.end && around.stride >= length {
                start = around.start + (start - around.start) % around.stride;
            }
        }
        let arrays = &self.layout.arrays;
        arrays.iter().find(|it| it.start == start && it.end - it.start == length)
    }

    /// Where a pointer to `place` points after `step`; nowhere, if it has left the object.
    pub fn step(self, place: Place, step: Step) -> Option<Place> {
        if self.size == Some(0) {
            return Some(Place::At(0));
        }
        self.stepped(place, step).and_then(|place| self.told_apart(place))
    }

    /// The place, or a wider one if it is not told apart: arrays that the type does not have, offsets
    /// between words where there is no type.
    fn told_apart(self, place: Place) -> Option<Place> {
        let Place::Every { start, end, stride, first } = place else { return Some(place) };
        if self.is_raw() {
            return if stride.is_multiple_of(8) && (start + first).is_multiple_of(8) {
                Some(place)
            } else if stride.is_multiple_of(4) && (start + first).is_multiple_of(4) {
                Place::every(0, self.end(), 4, 0)
            } else {
                Some(self.anywhere())
            };
        }
        let array = self.array(start, end).filter(|array| stride.is_multiple_of(array.stride));
        match array {
            Some(_) if self.is_member(start + first) => Some(place),
            Some(array) if array.stride == 1 => Some(place),
            Some(_) => Place::every(start, end, 1, 0),
            None => Some(self.anywhere()),
        }
    }

    fn stepped(self, place: Place, step: Step) -> Option<Place> {
        match step {
            Step::By(distance) => self.by(place, distance),
            Step::Along(distance) => self.along(place, distance),
            Step::Over { stride, count } => self.over(place, stride, count),
            Step::Anywhere => Some(self.anywhere()),
            Step::And(mask) => self.and(place, mask),
            Step::Or(bits) => self.bits(place, bits, |offset| offset | bits),
            Step::Xor(bits) => self.bits(place, bits, |offset| offset ^ bits),
        }
    }

    fn by(self, place: Place, distance: i64) -> Option<Place> {
        match place {
            Place::At(offset) => self.at(i64::from(offset).checked_add(distance)?),
            Place::Every { start, end, stride, first } => {
                let wanted = i64::from(first).checked_add(distance)?;
                let width = i64::from(stride);
                if (0..width).contains(&wanted) {
                    // Another member of the same element.
                    Place::every(start, end, stride, wanted as u32)
                } else if distance.unsigned_abs() >= u64::from(end - start) {
                    // From the array to what is around it.
                    let lowest = i64::from(start).checked_add(wanted)?;
                    let lowest = if lowest < 0 { lowest.rem_euclid(width) } else { lowest };
                    let lowest = u32::try_from(lowest).ok()?;
                    let end = u32::try_from(i64::from(end).checked_add(distance)?).ok()?;
                    match Place::every(lowest, end.min(self.end()), stride, 0)? {
                        Place::At(offset) => self.at(offset.into()),
                        every => Some(every),
                    }
                } else if distance % width == 0 && !may_reach_start(start, stride, first, distance)
                {
                    // Another element of the array.
                    Some(place)
                } else {
                    let first = wanted.checked_add(i64::from(start))?.rem_euclid(width);
                    Place::every(0, self.end(), stride, first as u32)
                }
            }
        }
    }

    fn along(self, place: Place, distance: i64) -> Option<Place> {
        let moved = self.by(place, distance)?;
        let stride = u32::try_from(distance.unsigned_abs()).unwrap_or(u32::MAX).max(1);
        match moved {
            Place::At(offset)
                if offset / stride > NEAR_ELEMENTS
                    && offset != self.end()
                    && self.arrays_around(offset).next().is_none() =>
            {
                Place::every(0, self.end(), stride, offset % stride)
            }
            moved => Some(moved),
        }
    }

    fn over(self, place: Place, stride: u32, count: Option<u32>) -> Option<Place> {
        let stride = stride.max(1);
        match place {
            Place::At(offset) => {
                // An array of one element or none at the end of a structure goes on behind it.
                if let Some(count) = count.filter(|count| *count > 1) {
                    let end = offset.saturating_add(count.saturating_mul(stride)).min(self.end());
                    if self.is_raw() && offset < NEAR && stride.is_multiple_of(8)
                        || self.array(offset, end).is_some()
                    {
                        return Some(Place::every(offset, end, stride, 0).unwrap_or(place));
                    }
                }
                let mut arrays = self.arrays_around(offset).rev();
                // Who goes further than the array is long does not walk over its elements.
                let is_walked = |array: &&Array| {
                    stride.is_multiple_of(array.stride) && stride < array.end - array.start
                };
                if let Some(array) = arrays.find(is_walked) {
                    let first = (offset - array.start) % stride;
                    return Place::every(array.start, array.end, stride, first);
                }
                Some(Place::every(0, self.end(), stride, offset % stride).unwrap_or(place))
            }
            Place::Every { start, end, stride: width, first } => {
                let grid = gcd(stride, width);
                Place::every(start, end, grid, first % grid)
            }
        }
    }

    fn and(self, place: Place, mask: u64) -> Option<Place> {
        const HIGHEST_LOW_BITS: u64 = 4096;
        let cleared = !mask;
        match place {
            // What is left is no address.
            _ if mask < HIGHEST_LOW_BITS => None,
            Place::At(offset) if cleared < u64::from(self.layout.alignment) => {
                self.at((u64::from(offset) & mask) as i64)
            }
            // A tag in bits that addresses do not use.
            place if cleared.trailing_zeros() >= ADDRESS_BITS => Some(place),
            _ => Some(self.anywhere()),
        }
    }

    fn bits(self, place: Place, bits: u64, change: impl Fn(u64) -> u64) -> Option<Place> {
        match place {
            Place::At(offset) if bits < u64::from(self.layout.alignment) => {
                self.at(change(offset.into()) as i64)
            }
            place if bits.trailing_zeros() >= ADDRESS_BITS => Some(place),
            _ => Some(self.anywhere()),
        }
    }

    /// How far `content` lies behind a pointer to `place`, if it is less than `length` bytes. In an
    /// object of no bytes it lies at every distance.
    pub fn distances(
        self,
        place: Place,
        content: Place,
        length: Option<u32>,
    ) -> impl Iterator<Item = Distance> + use<> {
        let (grid, residue) = content.alignment();
        let anywhere = [Some(Distance::Anywhere { grid, residue }), None];
        let from_start = [
            Some(Distance::FromStart(content.endless())),
            Some(Distance::FromInside { grid, residue }),
        ];
        let is_start = place == Place::At(0);
        let is_long = length.is_none_or(|length| length > LONG);
        let is_short = length.is_some_and(|length| length <= SHORT);
        let found = if self.size == Some(0) {
            let distance = Place::every(0, length.unwrap_or(u32::MAX), 1, 0);
            distance.map(|it| [Some(Distance::By(it)), None])
        } else {
            place.distance_to(content, length).map(|distance| match distance {
                _ if is_long && is_start && content.is_near() => from_start,
                _ if is_long => anywhere,
                Place::At(bytes) if is_short || bytes.is_multiple_of(KEPT_ALIGNMENT) => {
                    [Some(Distance::By(distance)), None]
                }
                Place::Every { .. } if is_short => [Some(Distance::By(distance)), None],
                Place::Every { .. } if is_start && content.is_near() => from_start,
                _ => anywhere,
            })
        };
        found.into_iter().flatten().flatten()
    }

    /// What lies `distance` behind a pointer to `place`; nothing, if that is outside the object.
    pub fn behind(self, place: Place, distance: Distance) -> Option<Place> {
        match distance {
            Distance::By(distance) => {
                self.by_place(place, distance).and_then(|place| self.told_apart(place))
            }
            Distance::FromStart(distance) => {
                let there = (place == Place::At(0)).then(|| self.by_place(place, distance))?;
                there.and_then(|place| self.told_apart(place))
            }
            Distance::FromInside { .. } if place == Place::At(0) => None,
            Distance::FromInside { grid, residue } | Distance::Anywhere { grid, residue } => {
                match self.size {
                    Some(0) => Some(Place::At(0)),
                    _ => self.told_apart(Place::every(0, self.end(), grid, residue)?),
                }
            }
        }
    }

    fn by_place(self, place: Place, distance: Place) -> Option<Place> {
        if self.size == Some(0) {
            return Some(Place::At(0));
        }
        match (place, distance) {
            (place, Place::At(0)) => Some(place),
            (Place::At(offset), Place::At(distance)) => {
                let offset = offset.checked_add(distance).filter(|offset| *offset < self.end())?;
                self.at(offset.into())
            }
            (Place::At(offset), Place::Every { start, end, stride, first }) => {
                let start = offset.checked_add(start)?;
                let end = offset.saturating_add(end).min(self.end());
                if self.array(start, end).is_some() {
                    return Place::every(start, end, stride, first);
                }
                // Memory that is copied within itself would be full of arrays that begin anywhere.
                Place::every(start, end, stride, first)?;
                let first = (u64::from(start) + u64::from(first)) % u64::from(stride);
                Place::every(0, self.end(), stride, first as u32)
            }
            (Place::Every { start, end, stride, first }, Place::At(distance)) => {
                let first = (u64::from(first) + u64::from(distance)) % u64::from(stride);
                Place::every(start, end, stride, first as u32)
            }
            (
                Place::Every { start, end, stride, first },
                Place::Every { start: start2, stride: stride2, first: first2, .. },
            ) => {
                let grid = gcd(stride, stride2);
                let first =
                    (u64::from(first) + u64::from(start2) + u64::from(first2)) % u64::from(grid);
                Place::every(start, end, grid, first as u32)
            }
        }
    }
}

/// Whether a step back from an element of an array may lead to the beginning of the object, which is
/// not the array's: from a member that is an array to the structure that it is a member of.
fn may_reach_start(start: u32, stride: u32, first: u32, distance: i64) -> bool {
    let beyond_first = -distance - i64::from(start) - i64::from(first);
    start > 0
        && -distance > i64::from(stride)
        && beyond_first >= 0
        && beyond_first % i64::from(stride) == 0
}

/// Bits of an address from here on are not used by addresses.
const ADDRESS_BITS: u32 = 48;

fn gcd(one: u32, other: u32) -> u32 {
    if other == 0 { one.max(1) } else { gcd(other, one % other) }
}

#[cfg(test)]
mod tests;
