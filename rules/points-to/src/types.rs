//! What is asked of types: their kinds, sizes and members, by number.

use facts_schema::view::Rows;
use facts_schema::view::data_layout::address_width;
use facts_schema::{EntityId, Facts, StructField, StructFieldOffset, TypeId, TypeKind};

/// The types of a module.
pub struct Types<'f> {
    facts: &'f Facts,
    sizes: Vec<Option<Size>>,
    elements: Vec<Option<(TypeId, u64)>>,
    widths: Vec<u32>,
    fields: Rows<'f, StructField>,
    offsets: Rows<'f, StructFieldOffset>,
    /// How many bytes a pointer has.
    pub word: u32,
    /// Whether the first byte of a number is its highest.
    pub is_big_endian: bool,
}

#[derive(Clone, Copy)]
struct Size {
    bits: u64,
    bytes: u64,
    alignment: u32,
}

impl<'f> Types<'f> {
    /// The types of `facts`.
    pub fn new(facts: &'f Facts) -> Self {
        let count = facts.r#type.len();
        let mut sizes = vec![None; count];
        for row in &facts.type_layout {
            if let Some(entry) = sizes.get_mut(row.r#type.index()) {
                *entry = Some(Size {
                    bits: row.bit_size,
                    bytes: row.allocation_size,
                    alignment: row.abi_alignment,
                });
            }
        }
        let mut elements = vec![None; count];
        let arrays = facts.array_type.iter().map(|row| (row.r#type, row.element_type, row.length));
        let vectors =
            facts.vector_type.iter().map(|row| (row.r#type, row.element_type, row.length.into()));
        for (r#type, element, length) in arrays.chain(vectors) {
            if let Some(entry) = elements.get_mut(r#type.index()) {
                *entry = Some((element, length));
            }
        }
        let mut widths = vec![0; count];
        for row in &facts.integer_type {
            if let Some(entry) = widths.get_mut(row.r#type.index()) {
                *entry = row.width;
            }
        }
        let layout = facts.module.first().map(|row| rules::bridge::text(facts, row.data_layout));
        let layout = layout.unwrap_or_default();
        Self {
            facts,
            sizes,
            elements,
            widths,
            fields: Rows::of(&facts.struct_field),
            offsets: Rows::of(&facts.struct_field_offset),
            word: (address_width(layout, 0) / 8).max(1),
            is_big_endian: layout.split('-').any(|it| it == "E"),
        }
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// The kind of a type.
    pub fn kind(&self, r#type: TypeId) -> Option<TypeKind> {
        Some(self.facts.r#type.get(r#type.index())?.kind)
    }

    /// How many bytes lie between copies of a type in an array.
    pub fn size(&self, r#type: TypeId) -> Option<u64> {
        Some((*self.sizes.get(r#type.index())?)?.bytes)
    }

    /// How many bits a type has.
    pub fn bits(&self, r#type: TypeId) -> Option<u64> {
        Some((*self.sizes.get(r#type.index())?)?.bits)
    }

    /// Of how many bytes the address of a value is a multiple.
    pub fn alignment(&self, r#type: TypeId) -> Option<u32> {
        Some((*self.sizes.get(r#type.index())?)?.alignment)
    }

    /// How many bits an integer has; 0 for other types.
    pub fn width(&self, r#type: TypeId) -> u32 {
        self.widths.get(r#type.index()).copied().unwrap_or(0)
    }

    /// The type and number of the elements of an array or a vector.
    pub fn elements(&self, r#type: TypeId) -> Option<(TypeId, u64)> {
        *self.elements.get(r#type.index())?
    }

    /// How many bytes lie between the elements of an array or a vector.
    pub fn stride(&self, r#type: TypeId) -> Option<u64> {
        let (element, _) = self.elements(r#type)?;
        match self.kind(r#type)? {
            TypeKind::Array => self.size(element),
            _ => Some(self.bits(element)? / 8),
        }
    }

    /// The types of a structure's fields, and how many bytes from its beginning they start.
    pub fn fields(&self, r#type: TypeId) -> impl Iterator<Item = (TypeId, u64)> + '_ {
        let offsets = self.offsets.all(r#type);
        self.fields.all(r#type).iter().filter_map(move |field| {
            let offset = offsets.iter().find(|it| it.position == field.position)?;
            Some((field.field_type, offset.offset))
        })
    }

    /// The type of the member at `position` of an aggregate or a vector, and how many bytes from its
    /// beginning it starts.
    pub fn member(&self, r#type: TypeId, position: u32) -> Option<(TypeId, u64)> {
        if let Some((element, _)) = self.elements(r#type) {
            return Some((element, self.stride(r#type)?.checked_mul(position.into())?));
        }
        let field = *self.fields.all(r#type).get(position as usize)?;
        let offset = *self.offsets.all(r#type).get(position as usize)?;
        Some((field.field_type, offset.offset))
    }
}
