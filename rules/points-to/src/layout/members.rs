//! The members and arrays of an object, as they are found.

use crate::offsets::{Array, ObjectLayout, POINTER};

/// The maximum number of arrays of an object that are recorded.
const MAX_ARRAYS: usize = 256;

/// An array of up to this number of bytes in a structure may hold members of any type; a larger one is a buffer.
const FEW_BYTES: u64 = 256;

/// The size of the members that memory of any type may have, at least.
const SMALL_MEMBER: u64 = 4;

/// The members and arrays so far. Offsets are in bytes.
pub struct Members {
    /// Elements of arrays with more elements than this are not distinguished.
    most: u32,
    pointer_size: u32,
    arrays: Vec<Array>,
    members: Vec<u32>,
    lone_pointers: Vec<(u32, u32)>,
    pointers: Vec<u32>,
}

impl Members {
    /// No members.
    pub fn new(most: u32, pointer_size: u32) -> Self {
        Self {
            most,
            pointer_size,
            arrays: Vec::new(),
            members: Vec::new(),
            lone_pointers: Vec::new(),
            pointers: Vec::new(),
        }
    }

    /// Whether there is the maximum number of arrays: no more are recorded.
    pub fn is_full(&self) -> bool {
        self.arrays.len() >= MAX_ARRAYS
    }

    /// Adds the start of a member.
    pub fn start(&mut self, start: u64) {
        self.members.extend(u32::try_from(start));
    }

    /// Adds a pointer.
    pub fn pointer(&mut self, start: u64) {
        self.pointers.extend(u32::try_from(start));
    }

    /// Adds the members that may begin in a value of one word or more.
    pub fn words(&mut self, start: u64, size: u64) {
        self.every_member(start, size, self.pointer_size.into());
    }

    /// Adds an array of bytes.
    pub fn bytes(&mut self, start: u64, length: u64) {
        if length <= FEW_BYTES {
            self.every_member(start, length, SMALL_MEMBER);
        } else {
            self.array(Some(1), Some(length), start);
        }
    }

    /// Adds a member at every multiple of `stride` within the first bytes of a part.
    pub fn every_member(&mut self, start: u64, length: u64, stride: u64) {
        let stride = usize::try_from(stride).unwrap_or(usize::MAX).max(1);
        let offsets = (start..start.saturating_add(length.min(FEW_BYTES))).step_by(stride);
        self.members.extend(offsets.filter_map(|offset| u32::try_from(offset).ok()));
    }

    /// Adds the pointers in a vector.
    pub fn vector_of_pointers(&mut self, start: u64, length: u64, stride: u64) {
        let length = length.min(FEW_BYTES);
        let starts = (start..start.saturating_add(length)).step_by(stride.max(1) as usize);
        self.pointers.extend(starts.filter_map(|it| u32::try_from(it).ok()));
    }

    /// Adds an array.
    pub fn array(&mut self, stride: Option<u64>, length: Option<u64>, start: u64) {
        let Some(stride) = stride.and_then(|it| u32::try_from(it).ok()).filter(|it| *it > 0) else {
            return;
        };
        let end = match length {
            Some(length) => u64::from(stride).saturating_mul(length).saturating_add(start),
            None => u32::MAX.into(),
        };
        let Ok(start) = u32::try_from(start) else { return };
        if length.is_none_or(|length| length > 1) {
            self.arrays.push(Array {
                start,
                end: u32::try_from(end).unwrap_or(u32::MAX),
                stride,
                is_folded: length.is_none_or(|length| length > self.most.into()),
            });
        }
    }

    /// Adds the pointer members of a structure that begins at `start` that have no pointer next to them; `pointers` are
    /// the offsets of all pointers in the structure. The first member is left out: code that continues from there, word
    /// by word, may be walking over the whole structure.
    pub fn lone_pointers(&mut self, start: u64, pointers: &[u64]) {
        let width = u64::from(self.pointer_size);
        let is_lone =
            |offset: &&u64| !pointers.iter().any(|other| other.abs_diff(**offset) == width);
        let lone = pointers.iter().filter(is_lone).filter(|offset| **offset > 0);
        let lone = lone.map(|offset| start.saturating_add(*offset));
        let lone = lone.filter_map(|offset| u32::try_from(offset).ok());
        self.lone_pointers.extend(lone.map(|offset| (offset, self.pointer_size)));
    }

    /// The layout of an object of this size, if it is known, and alignment.
    pub fn layout(self, size: Option<u64>, alignment: u32) -> ObjectLayout {
        let Self { mut arrays, mut members, mut lone_pointers, mut pointers, .. } = self;
        arrays.sort_by_key(|array| array.start);
        members.sort_unstable();
        members.dedup();
        lone_pointers.retain(|(offset, size)| {
            arrays.iter().all(|array| {
                // Optimisers add a constant part of an index to the address, so that a step over an array of pointers
                // may begin anywhere in the object.
                let may_hold_pointers = array.stride == *size || array.stride == 1;
                let is_beside = array.start <= offset + *size && *offset <= array.end;
                !may_hold_pointers && !is_beside
            })
        });
        lone_pointers.sort_unstable();
        if self.pointer_size != POINTER {
            pointers.clear();
        }
        pointers.sort_unstable();
        pointers.dedup();
        ObjectLayout {
            // A trailing array without elements may be longer in memory.
            size: size.and_then(|size| u32::try_from(size).ok()).filter(|size| *size > 0),
            alignment: alignment.max(1),
            arrays,
            members,
            lone_pointers,
            pointers,
            classes: None,
            is_virtual_table: false,
            traits: Vec::new(),
        }
    }
}
