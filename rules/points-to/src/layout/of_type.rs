//! The layouts of types of the IR.

use facts_schema::view::Types;
use facts_schema::{TypeId, TypeKind};

use super::MAX_DEPTH;
use super::members::Members;
use crate::offsets::{MAX_CONSTANT_ELEMENTS, MAX_ELEMENTS, ObjectLayout};

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
    let most = if is_constant { MAX_CONSTANT_ELEMENTS } else { MAX_ELEMENTS };
    let mut visit = Visit { types, members: Members::new(most, types.pointer_size()) };
    if count != Some(1) {
        visit.members.array(size, count, 0);
    }
    // An array of bytes can hold anything.
    if !is_bytes(types, r#type) {
        visit.inside(r#type, 0, 0);
    }
    let size = size.zip(count).and_then(|(size, count)| size.checked_mul(count));
    visit.members.layout(size, types.alignment(r#type).unwrap_or(1))
}

/// Whether a type is a byte or an array of bytes.
pub fn is_bytes(types: Types, r#type: TypeId) -> bool {
    match types.kind(r#type) {
        Some(TypeKind::Array) => types.elements(r#type).is_some_and(|(it, _)| is_bytes(types, it)),
        _ => types.size(r#type) == Some(1),
    }
}

struct Visit<'v> {
    types: Types<'v>,
    members: Members,
}

impl Visit<'_> {
    /// Adds the members of a type, which begins at `start`.
    fn inside(&mut self, r#type: TypeId, start: u64, depth: usize) {
        if depth > MAX_DEPTH || self.members.is_full() {
            return;
        }
        let types = self.types;
        self.members.start(start);
        match types.kind(r#type) {
            // In a union, bytes stand for members of other types.
            Some(TypeKind::Array) if is_bytes(types, r#type) => {
                self.members.bytes(start, types.size(r#type).unwrap_or_default());
            }
            Some(TypeKind::Array) => {
                let Some((element, length)) = types.elements(r#type) else { return };
                self.members.array(types.size(element), Some(length), start);
                if length > 0 {
                    self.inside(element, start, depth + 1);
                }
            }
            Some(TypeKind::Vector) => {
                let length = types.size(r#type).unwrap_or_default();
                let stride = types.stride(r#type).unwrap_or(1);
                self.members.every_member(start, length, stride);
                if types.elements(r#type).is_some_and(|(element, _)| self.is_pointer(element)) {
                    self.members.vector_of_pointers(start, length, stride);
                }
            }
            Some(TypeKind::Struct) => {
                let fields: Vec<_> = types.fields(r#type).collect();
                for &(field, offset) in &fields {
                    self.inside(field, start.saturating_add(offset), depth + 1);
                }
                if !self.is_pointer(r#type) {
                    let pointers = fields.iter().filter(|it| self.is_pointer(it.0));
                    let pointers: Vec<u64> = pointers.map(|it| it.1).collect();
                    self.members.lone_pointers(start, &pointers);
                }
            }
            kind => {
                if kind == Some(TypeKind::Pointer) {
                    self.members.pointer(start);
                }
                self.members.words(start, types.size(r#type).unwrap_or_default());
            }
        }
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
}
