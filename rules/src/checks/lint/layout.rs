//! Sizes and offsets of types, in bytes.

use facts_schema::{Facts, TypeId};
use rustc_hash::FxHashMap;

/// The layout of all types of a module that have one.
pub struct Layout {
    allocation_size: FxHashMap<TypeId, i64>,
    store_size: FxHashMap<TypeId, i64>,
    alignment: FxHashMap<TypeId, u32>,
    element: FxHashMap<TypeId, TypeId>,
    fields: FxHashMap<(TypeId, u32), TypeId>,
    offsets: FxHashMap<(TypeId, u32), i64>,
}

impl Layout {
    /// Reads the layout of all types.
    pub fn of(facts: &Facts) -> Self {
        let layout = &facts.type_layout;
        let sizes = layout
            .iter()
            .filter_map(|row| Some((row.r#type, i64::try_from(row.allocation_size).ok()?)));
        let stores =
            layout.iter().filter_map(|row| Some((row.r#type, i64::try_from(row.store_size).ok()?)));
        let arrays = facts.array_type.iter().map(|row| (row.r#type, row.element_type));
        let vectors = facts.vector_type.iter().map(|row| (row.r#type, row.element_type));
        let fields =
            facts.struct_field.iter().map(|row| ((row.r#type, row.position), row.field_type));
        let offsets = facts.struct_field_offset.iter();
        let offsets = offsets
            .filter_map(|row| Some(((row.r#type, row.position), i64::try_from(row.offset).ok()?)));
        Self {
            allocation_size: sizes.collect(),
            store_size: stores.collect(),
            alignment: layout.iter().map(|row| (row.r#type, row.abi_alignment)).collect(),
            element: arrays.chain(vectors).collect(),
            fields: fields.collect(),
            offsets: offsets.collect(),
        }
    }

    /// How far apart values of the type lie in an array.
    pub fn allocation_size(&self, r#type: TypeId) -> Option<i64> {
        self.allocation_size.get(&r#type).copied()
    }

    /// How many bytes a store of the type writes.
    pub fn store_size(&self, r#type: TypeId) -> Option<i64> {
        self.store_size.get(&r#type).copied()
    }

    /// What values of the type are aligned to where nothing else is said.
    pub fn alignment(&self, r#type: TypeId) -> Option<u32> {
        self.alignment.get(&r#type).copied()
    }

    /// Where the member of an array, a vector or a structure begins, and its type.
    pub fn member(&self, r#type: TypeId, position: i64) -> Option<(i64, TypeId)> {
        if let Some(&element) = self.element.get(&r#type) {
            return Some((position.checked_mul(self.allocation_size(element)?)?, element));
        }
        let field = (r#type, u32::try_from(position).ok()?);
        Some((*self.offsets.get(&field)?, *self.fields.get(&field)?))
    }
}
