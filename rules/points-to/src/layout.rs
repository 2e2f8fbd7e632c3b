//! The structure of objects, derived from their types.

use facts_schema::view::Types;
use facts_schema::{TypeId, TypeKind};

use crate::offsets::{Array, Classes, MAX_CONSTANT_ELEMENTS, MAX_ELEMENTS, ObjectLayout, POINTER};

/// The maximum number of arrays of an object that are recorded, and their maximum depth.
const MAX_ARRAYS: usize = 256;
const MAX_DEPTH: usize = 32;

/// An array of up to this number of bytes in a structure may hold members of any type; a larger one is a buffer.
const FEW_BYTES: u64 = 256;

/// Memory of unknown structure.
pub fn raw() -> ObjectLayout {
    ObjectLayout { alignment: 1, ..ObjectLayout::default() }
}

/// Something that has an address but no content that is followed, and is not an object of a class: functions, blocks
/// and text.
pub fn empty() -> ObjectLayout {
    ObjectLayout { classes: Some(Classes::default()), ..folded() }
}

/// The text of a string.
pub fn text() -> ObjectLayout {
    ObjectLayout { classes: Some(Classes::in_text()), ..folded() }
}

/// Memory whose offsets are all equal.
pub fn folded() -> ObjectLayout {
    ObjectLayout { size: Some(0), alignment: 1, ..ObjectLayout::default() }
}

/// The layout of an object of this type; `is_constant` says whether it is a constant.
pub fn of(types: Types, r#type: TypeId, is_constant: bool) -> ObjectLayout {
    of_several(types, r#type, Some(1), is_constant)
}

/// The layout of `count` objects of this type in a row.
pub fn of_several(
    types: Types,
    r#type: TypeId,
    count: Option<u64>,
    is_constant: bool,
) -> ObjectLayout {
    let size = types.size(r#type);
    let mut arrays = Arrays {
        types,
        most: if is_constant { MAX_CONSTANT_ELEMENTS } else { MAX_ELEMENTS },
        arrays: Vec::new(),
        members: Vec::new(),
        lone_pointers: Vec::new(),
        pointers: Vec::new(),
    };
    if count != Some(1) {
        arrays.array(size, count, 0);
    }
    // An array of bytes can hold anything.
    if !is_bytes(types, r#type) {
        arrays.inside(r#type, 0, 0);
    }
    arrays.members.sort_unstable();
    arrays.members.dedup();
    let all = &arrays.arrays;
    arrays.lone_pointers.retain(|(offset, size)| {
        all.iter().all(|array| {
            // Optimisers add a constant part of an index to the address, so that a step over an array of pointers may
            // begin anywhere in the object.
            let may_hold_pointers = array.stride == *size || array.stride == 1;
            let is_beside = array.start <= offset + size && *offset <= array.end;
            !may_hold_pointers && !is_beside
        })
    });
    arrays.lone_pointers.sort_unstable();
    if types.pointer_size() != POINTER {
        arrays.pointers.clear();
    }
    arrays.pointers.sort_unstable();
    arrays.pointers.dedup();
    let size = size.zip(count).and_then(|(size, count)| size.checked_mul(count));
    ObjectLayout {
        // A trailing array without elements may be longer in memory.
        size: size.and_then(|size| u32::try_from(size).ok()).filter(|size| *size > 0),
        alignment: types.alignment(r#type).unwrap_or(1).max(1),
        arrays: arrays.arrays,
        members: arrays.members,
        lone_pointers: arrays.lone_pointers,
        pointers: arrays.pointers,
        classes: None,
        is_virtual_table: false,
    }
}

/// Whether a type is a byte or an array of bytes.
pub fn is_bytes(types: Types, r#type: TypeId) -> bool {
    match types.kind(r#type) {
        Some(TypeKind::Array) => types.elements(r#type).is_some_and(|(it, _)| is_bytes(types, it)),
        _ => types.size(r#type) == Some(1),
    }
}

struct Arrays<'v> {
    types: Types<'v>,
    most: u32,
    arrays: Vec<Array>,
    members: Vec<u32>,
    lone_pointers: Vec<(u32, u32)>,
    pointers: Vec<u32>,
}

impl Arrays<'_> {
    /// Adds the arrays inside a type, which begins at `start`.
    fn inside(&mut self, r#type: TypeId, start: u64, depth: usize) {
        if depth > MAX_DEPTH || self.arrays.len() >= MAX_ARRAYS {
            return;
        }
        self.members.extend(u32::try_from(start));
        match self.types.kind(r#type) {
            // In a union, bytes stand for members of other types.
            Some(TypeKind::Array) if is_bytes(self.types, r#type) => {
                let length = self.types.size(r#type).unwrap_or_default();
                if length <= FEW_BYTES {
                    self.every_member(start, length, 4);
                } else {
                    self.array(Some(1), Some(length), start);
                }
            }
            Some(TypeKind::Array) => {
                let Some((element, length)) = self.types.elements(r#type) else { return };
                self.array(self.types.size(element), Some(length), start);
                if length > 0 {
                    self.inside(element, start, depth + 1);
                }
            }
            Some(TypeKind::Vector) => {
                let length = self.types.size(r#type).unwrap_or_default().min(FEW_BYTES);
                let stride = self.types.stride(r#type).unwrap_or(1);
                self.every_member(start, length, stride);
                if self.types.elements(r#type).is_some_and(|(element, _)| self.is_pointer(element))
                {
                    let starts =
                        (start..start.saturating_add(length)).step_by(stride.max(1) as usize);
                    self.pointers.extend(starts.filter_map(|it| u32::try_from(it).ok()));
                }
            }
            Some(TypeKind::Struct) => {
                let fields: Vec<_> = self.types.fields(r#type).collect();
                for &(field, offset) in &fields {
                    self.inside(field, start.saturating_add(offset), depth + 1);
                }
                if !self.is_pointer(r#type) {
                    self.lone_pointers_of(&fields, start);
                }
            }
            kind => {
                if kind == Some(TypeKind::Pointer) {
                    self.pointers.extend(u32::try_from(start));
                }
                let length = self.types.size(r#type).unwrap_or_default().min(FEW_BYTES);
                self.every_member(start, length, self.types.pointer_size().into());
            }
        }
    }

    /// Adds the pointer members of a structure that have no pointer next to them. The first member is left out:
    /// code that continues from there, word by word, may be walking over the whole structure.
    fn lone_pointers_of(&mut self, fields: &[(TypeId, u64)], start: u64) {
        let width = u64::from(self.types.pointer_size());
        let pointers: Vec<_> =
            fields.iter().filter(|it| self.is_pointer(it.0)).map(|it| it.1).collect();
        let is_lone =
            |offset: &&u64| !pointers.iter().any(|other| other.abs_diff(**offset) == width);
        let lone = pointers
            .iter()
            .filter(is_lone)
            .filter(|offset| **offset > 0)
            .map(|offset| start.saturating_add(*offset));
        let lone = lone.filter_map(|offset| u32::try_from(offset).ok());
        self.lone_pointers.extend(lone.map(|offset| (offset, self.types.pointer_size())));
    }

    /// Whether a type is a pointer, or a structure that consists of one pointer.
    fn is_pointer(&self, r#type: TypeId) -> bool {
        match self.types.kind(r#type) {
            Some(TypeKind::Pointer) => true,
            Some(TypeKind::Struct) => {
                let is_one = self.types.size(r#type) == Some(self.types.pointer_size().into());
                is_one && self.types.fields(r#type).any(|(field, _)| self.is_pointer(field))
            }
            _ => false,
        }
    }

    /// Adds a member at every multiple of `stride` within `length` bytes.
    fn every_member(&mut self, start: u64, length: u64, stride: u64) {
        let stride = usize::try_from(stride).unwrap_or(usize::MAX).max(1);
        let offsets = (start..start.saturating_add(length)).step_by(stride);
        self.members.extend(offsets.filter_map(|offset| u32::try_from(offset).ok()));
    }

    /// Adds an array.
    fn array(&mut self, stride: Option<u64>, length: Option<u64>, start: u64) {
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
}
