//! What is asked of types: their kinds, sizes and members.

use super::View;
use super::data_layout::address_width;
use crate::*;

/// The types of a module.
#[derive(Clone, Copy)]
pub struct Types<'v> {
    view: &'v View<'v>,
}

/// How numbers and pointers lie in memory.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    pointer_size: u32,
    is_big_endian: bool,
}

impl Memory {
    /// What the data layout of the module says.
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

    /// How many types there are.
    pub fn len(self) -> usize {
        self.view.facts.r#type.len()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// How many bytes an address in address space 0 has.
    pub fn pointer_size(self) -> u32 {
        self.memory().pointer_size
    }

    /// Whether the first byte of a number is its highest.
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

    /// How many bytes lie between copies of a type in an array.
    pub fn size(self, r#type: TypeId) -> Option<u64> {
        Some(self.view.type_layout.first(r#type)?.allocation_size)
    }

    /// How many bits a type has.
    pub fn bits(self, r#type: TypeId) -> Option<u64> {
        Some(self.view.type_layout.first(r#type)?.bit_size)
    }

    /// The address of a value is a multiple of this many bytes.
    pub fn alignment(self, r#type: TypeId) -> Option<u32> {
        Some(self.view.type_layout.first(r#type)?.abi_alignment)
    }

    /// How many bits an integer has; 0 for other types.
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

    /// How many bytes lie between the elements of an array or a vector, as `getelementptr` steps over them:
    /// those of a vector without padding.
    pub fn stride(self, r#type: TypeId) -> Option<u64> {
        let (element, _) = self.elements(r#type)?;
        match self.kind(r#type)? {
            TypeKind::Array => self.size(element),
            _ => Some(self.view.type_layout.first(element)?.store_size),
        }
    }

    /// The types of a structure's fields, and how many bytes from its beginning they start.
    pub fn fields(self, r#type: TypeId) -> impl Iterator<Item = (TypeId, u64)> + 'v {
        let offsets = self.view.struct_field_offset.all(r#type);
        self.view.struct_field.all(r#type).iter().filter_map(move |field| {
            let offset = offsets.iter().find(|it| it.position == field.position)?;
            Some((field.field_type, offset.offset))
        })
    }

    /// The type of the member at `position` of an aggregate or a vector, and how many bytes from its
    /// beginning it starts.
    pub fn member(self, r#type: TypeId, position: u32) -> Option<(TypeId, u64)> {
        if let Some((element, _)) = self.elements(r#type) {
            return Some((element, self.stride(r#type)?.checked_mul(position.into())?));
        }
        let field = *self.view.struct_field.all(r#type).get(position as usize)?;
        let offset = *self.view.struct_field_offset.all(r#type).get(position as usize)?;
        Some((field.field_type, offset.offset))
    }
}
