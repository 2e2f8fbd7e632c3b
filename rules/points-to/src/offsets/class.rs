//! The classes of C++ objects: where memory of known type may contain an object of a class.
//!
//! A member function only runs for an object of its class or of a class derived from it; otherwise, the behaviour is
//! undefined (C++, [class.mfct.non.static]). So `this` does not point into an object of another class, unless that
//! class has a member or a base of the right class there, or memory in which any object can be created: a union, or
//! an array of scalars.

use super::{Extent, Offsets};

/// A class, as far as types of memory show it: classes with the same name are not distinguished if only their
/// scopes or template arguments differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(pub u32);

/// An object of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OfClass {
    /// The class.
    pub class: Class,
    /// The number of bytes that each of its objects has, even if a derived class or another member uses the space at
    /// its end.
    pub least_size: u32,
    /// Whether objects can be copied byte by byte, so that bytes of any source may form one.
    pub is_copied_as_bytes: bool,
}

/// Where objects of classes may begin in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Classes {
    /// The offsets at which objects of classes begin, in order.
    pub starts: Vec<(u32, Class)>,
    /// The start and end of each part in which any object can be created, in order.
    pub anything: Vec<(u32, u32)>,
    /// The start and end of each part that is text. Programs read objects from received text, but no constructor runs
    /// there.
    pub text: Vec<(u32, u32)>,
    /// The size of an element in bytes, if the memory is an array of unknown length, whose first element is described;
    /// otherwise 0.
    pub stride: u32,
}

impl Classes {
    /// The classes in text.
    pub fn in_text() -> Self {
        Self { text: vec![(0, u32::MAX)], ..Self::default() }
    }
}

/// The maximum number of offsets that are tried.
const MOST_OFFSETS: usize = 1024;

impl Extent<'_> {
    /// Whether an object of the class may begin at some of the offsets.
    pub(super) fn may_have(self, offsets: Offsets, object: OfClass) -> bool {
        if self.layout.is_virtual_table {
            return false;
        }
        let (lowest, stride) = offsets.lowest_and_stride();
        if !self.has_one_offset() && lowest.saturating_add(object.least_size) > self.end() {
            return false;
        }
        let Some(classes) = &self.layout.classes else { return true };
        let has = |offset: u32| {
            let offset = offset.checked_rem(classes.stride).unwrap_or(offset);
            let end = offset.saturating_add(object.least_size);
            let is_inside = |(start, last): &(u32, u32)| *start <= offset && end <= *last;
            classes.starts.binary_search(&(offset, object.class)).is_ok()
                || classes.anything.iter().any(is_inside)
                || object.is_copied_as_bytes && classes.text.iter().any(is_inside)
        };
        let Offsets::Every { end, .. } = offsets else { return has(lowest) };
        // In an array, the offsets in the elements repeat after this number of steps, or earlier.
        let period = if classes.stride == 0 { usize::MAX } else { classes.stride as usize };
        let mut all = (lowest..end.min(self.end())).step_by(stride.max(1) as usize).take(period);
        all.len() > MOST_OFFSETS || all.any(has)
    }
}
