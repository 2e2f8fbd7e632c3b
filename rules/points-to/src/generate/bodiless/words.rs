//! Which parts of a value reach a function without a body.

use std::ops::Range;

use facts_schema::{EntityId, Facts, TypeId, TypeKind};

/// How many parts of a value are told apart.
const MOST_PARTS: u32 = 16;

/// The size of each type that can hold a pointer.
pub struct Words {
    /// By type: how many bytes can hold pointers.
    sizes: Vec<u32>,
    pointer_size: u32,
}

impl Words {
    /// The types of a module.
    pub fn new(facts: &Facts) -> Self {
        let mut bits: Vec<Option<u64>> = vec![None; facts.r#type.len()];
        for row in &facts.type_layout {
            if let Some(entry) = bits.get_mut(row.r#type.index()) {
                *entry = Some(row.size);
            }
        }
        let size_of = |r#type: TypeId| bits.get(r#type.index()).copied().flatten();
        let pointer = facts.pointer_type.iter().find(|it| it.address_space == 0);
        let pointer_bits = pointer.and_then(|it| size_of(it.r#type)).unwrap_or(64).clamp(8, 128);
        let pointer_size = (pointer_bits / 8) as u32;

        let sizes = facts.r#type.iter().map(|row| {
            let size = size_of(row.r#type);
            match row.kind {
                TypeKind::Pointer => pointer_size,
                TypeKind::Integer | TypeKind::Struct | TypeKind::Array | TypeKind::Vector => {
                    let size = size.unwrap_or(0);
                    if size < pointer_bits {
                        return 0;
                    }
                    (size / 8).min((pointer_size * MOST_PARTS).into()) as u32
                }
                TypeKind::Double if pointer_bits <= 64 => pointer_size,
                TypeKind::ScalableVector => pointer_size * MOST_PARTS,
                _ => 0,
            }
        });
        Self { sizes: sizes.collect(), pointer_size }
    }

    /// The bytes of a value of the type that can hold pointers.
    pub fn range(&self, r#type: TypeId) -> Range<u32> {
        0..self.sizes.get(r#type.index()).copied().unwrap_or(0)
    }

    /// Where the parts within these bytes begin.
    pub fn each(&self, bytes: Range<u32>) -> impl Iterator<Item = u32> + use<> {
        bytes.step_by(self.pointer_size.max(1) as usize)
    }
}
