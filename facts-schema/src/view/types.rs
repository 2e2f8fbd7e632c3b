//! Properties of types: their kinds, sizes and members.

use super::View;
use super::data_layout::address_width;
use crate::*;

/// The types of a module.
#[derive(Clone, Copy)]
pub struct Types<'v> {
    view: &'v View<'v>,
}

/// The representation of numbers and pointers in memory.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    pointer_size: u32,
    is_big_endian: bool,
}

impl Memory {
    /// The representation according to the data layout of the module.
    pub fn of(view: &View) -> Self {
        let layout = view.data_layout();
        Self {
            pointer_size: (address_width(layout, 0) / 8).max(1),
            is_big_endian: layout.split('-').any(|it| it == "E"),
        }
    }
}

impl<'v> Types<'v> {
    pub(super) fn new(view: &'v View<'v>) -> Self {
        Self { view }
    }

    /// The number of types.
    pub fn len(self) -> usize {
        self.view.facts.r#type.len()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The size of an address in address space 0, in bytes.
    pub fn pointer_size(self) -> u32 {
        self.memory().pointer_size
    }

    /// Whether the first byte of a number is its most significant one.
    pub fn is_big_endian(self) -> bool {
        self.memory().is_big_endian
    }

    fn memory(self) -> Memory {
        *self.view.memory.get_or_init(|| Memory::of(self.view))
    }

    /// The kind of a type.
    pub fn kind(self, r#type: TypeId) -> Option<TypeKind> {
        Some(self.view.facts.r#type.get(r#type.index())?.kind)
    }

    /// The allocation size of a type in bytes: the distance between successive objects in an array.
    pub fn size(self, r#type: TypeId) -> Option<u64> {
        Some(self.view.type_layout.first(r#type)?.allocation_size)
    }

    /// The size of a type in bits.
    pub fn bits(self, r#type: TypeId) -> Option<u64> {
        Some(self.view.type_layout.first(r#type)?.bit_size)
    }

    /// The alignment of a type in bytes.
    pub fn alignment(self, r#type: TypeId) -> Option<u32> {
        Some(self.view.type_layout.first(r#type)?.abi_alignment)
    }

    /// The width of an integer type in bits; 0 for other types.
    pub fn width(self, r#type: TypeId) -> u32 {
        self.view.integer_type.first(r#type).map_or(0, |row| row.width)
    }

    /// The type and number of the elements of an array or a vector.
    pub fn elements(self, r#type: TypeId) -> Option<(TypeId, u64)> {
        let array = self.view.array_type.first(r#type).map(|row| (row.element_type, row.length));
        array.or_else(|| {
            let row = self.view.vector_type.first(r#type)?;
            Some((row.element_type, row.length.into()))
        })
    }

    /// The distance in bytes between the elements of an array or a vector, as `getelementptr`
    /// computes it. Elements of a vector have no padding between them.
    pub fn stride(self, r#type: TypeId) -> Option<u64> {
        let (element, _) = self.elements(r#type)?;
        match self.kind(r#type)? {
            TypeKind::Array => self.size(element),
            _ => Some(self.view.type_layout.first(element)?.store_size),
        }
    }

    /// The types of a structure's fields, and their byte offsets.
    pub fn fields(self, r#type: TypeId) -> impl Iterator<Item = (TypeId, u64)> + 'v {
        let offsets = self.view.struct_field_offset.all(r#type);
        self.view.struct_field.all(r#type).iter().filter_map(move |field| {
            let offset = offsets.iter().find(|it| it.position == field.position)?;
            Some((field.field_type, offset.offset))
        })
    }

    /// The type of the member at `position` of an aggregate or a vector, and its byte offset.
    pub fn member(self, r#type: TypeId, position: u32) -> Option<(TypeId, u64)> {
        if let Some((element, _)) = self.elements(r#type) {
            return Some((element, self.stride(r#type)?.checked_mul(position.into())?));
        }
        let field = *self.view.struct_field.all(r#type).get(position as usize)?;
        let offset = *self.view.struct_field_offset.all(r#type).get(position as usize)?;
        Some((field.field_type, offset.offset))
    }
}
