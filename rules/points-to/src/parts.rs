//! The parts of a value that can hold a pointer.
//!
//! A pointer can be held by a pointer, by an integer or `double` that is at least as wide, or by several lanes of
//! a vector that together are at least as wide. A part is identified by the byte of the value at which it starts,
//! as the value is laid out in memory. Narrower numbers do not hold pointers: code that copies a pointer byte by
//! byte loses it.

use facts_schema::view::Types;
use facts_schema::{EntityId, TypeId, TypeKind};

/// The parts of values with more parts than this are not distinguished.
pub const MAX_PARTS: usize = 16;

/// The parts of the values of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Their first bytes, in order.
    pub offsets: Vec<u32>,
    /// Whether there are too many: then part 0 stands for all of them.
    pub is_folded: bool,
}

/// The parts of all types.
pub struct PartsOfTypes {
    by_type: Vec<Option<Parts>>,
    none: Parts,
}

impl PartsOfTypes {
    /// Computes the parts of the types.
    pub fn new(types: Types) -> Self {
        let mut parts = Self { by_type: vec![None; types.len()], none: Parts::default() };
        for number in 0..types.len() as u32 {
            parts.compute(types, TypeId(number));
        }
        parts
    }

    /// The parts of a type.
    pub fn of(&self, r#type: TypeId) -> &Parts {
        self.by_type.get(r#type.index()).and_then(Option::as_ref).unwrap_or(&self.none)
    }

    fn compute(&mut self, types: Types, r#type: TypeId) -> &Parts {
        let known = self.by_type.get(r#type.index()).is_none_or(Option::is_some);
        if !known {
            // A type cannot contain itself. If one did, the recursion would end here.
            self.by_type[r#type.index()] = Some(Parts::default());
            let mut offsets = Vec::new();
            let is_whole = self.collect(types, r#type, &mut offsets).is_some();
            let parts = match is_whole {
                true => Parts { offsets, is_folded: false },
                false => Parts { offsets: vec![0], is_folded: true },
            };
            self.by_type[r#type.index()] = Some(parts);
        }
        self.of(r#type)
    }

    /// Collects the parts of a type, unless there are too many.
    fn collect(&mut self, types: Types, r#type: TypeId, offsets: &mut Vec<u32>) -> Option<()> {
        let word = u64::from(types.pointer_size());
        match types.kind(r#type) {
            Some(TypeKind::Pointer) => offsets.push(0),
            Some(TypeKind::Integer) => {
                words(u64::from(types.width(r#type)) / 8 / word, word, offsets)?
            }
            Some(TypeKind::Double) => words(8 / word, word, offsets)?,
            Some(TypeKind::Array) => {
                let Some((element, length)) = types.elements(r#type) else { return Some(()) };
                let stride = types.size(element).unwrap_or(0);
                self.repeat(types, element, length, stride, offsets)?;
            }
            Some(TypeKind::Vector) => {
                let Some((element, length)) = types.elements(r#type) else { return Some(()) };
                let bits = types.bits(element).unwrap_or(0);
                match types.kind(element) {
                    Some(TypeKind::Pointer) => {
                        self.repeat(types, element, length, bits / 8, offsets)?;
                    }
                    _ => words(bits.saturating_mul(length) / 8 / word, word, offsets)?,
                }
            }
            // Its length is only known at run time.
            Some(TypeKind::ScalableVector) => {
                let (element, _) = types.elements(r#type)?;
                let holds = !matches!(types.kind(element), Some(TypeKind::Integer))
                    || types.width(element) != 1;
                return if holds { None } else { Some(()) };
            }
            Some(TypeKind::Struct) => {
                for (field, offset) in types.fields(r#type).collect::<Vec<_>>() {
                    self.member(types, field, offset, offsets)?;
                }
                offsets.sort_unstable();
                offsets.dedup();
            }
            _ => {}
        }
        Some(())
    }

    fn repeat(
        &mut self,
        types: Types,
        element: TypeId,
        length: u64,
        stride: u64,
        offsets: &mut Vec<u32>,
    ) -> Option<()> {
        if self.compute(types, element).offsets.is_empty() {
            return Some(());
        }
        for position in 0..length {
            self.member(types, element, position.checked_mul(stride)?, offsets)?;
        }
        Some(())
    }

    fn member(
        &mut self,
        types: Types,
        member: TypeId,
        start: u64,
        offsets: &mut Vec<u32>,
    ) -> Option<()> {
        let parts = self.compute(types, member);
        if parts.is_folded {
            return None;
        }
        for &offset in &parts.offsets {
            offsets.push(u32::try_from(start).ok()?.checked_add(offset)?);
        }
        (offsets.len() <= MAX_PARTS).then_some(())
    }
}

/// Collects `count` consecutive pointers.
fn words(count: u64, word: u64, offsets: &mut Vec<u32>) -> Option<()> {
    if count > MAX_PARTS as u64 {
        return None;
    }
    offsets.extend((0..count).map(|number| (number * word) as u32));
    Some(())
}

#[cfg(test)]
mod tests {
    use facts_schema::{ArrayType, Facts, IntegerType, Type, TypeLayout, VectorType};

    use facts_schema::view::View;

    use super::*;

    /// `i32`, `i64`, `i128`, `double`, `ptr`, `[16 x ptr]`, `[17 x ptr]`, `<4 x i32>`, `<2 x i16>`
    fn facts() -> Facts {
        let mut facts = Facts::default();
        let mut push = |kind, bytes: u64| {
            let r#type = TypeId(facts.r#type.len() as u32);
            facts.r#type.push(Type { r#type, kind });
            facts.type_layout.push(TypeLayout {
                r#type,
                bit_size: bytes * 8,
                store_size: bytes,
                allocation_size: bytes,
                abi_alignment: 1,
                preferred_alignment: 1,
            });
            r#type
        };
        let integers = [4, 8, 16].map(|bytes| (push(TypeKind::Integer, bytes), bytes as u32 * 8));
        push(TypeKind::Double, 8);
        let element = push(TypeKind::Pointer, 8);
        let arrays = [16, 17].map(|length| (push(TypeKind::Array, length * 8), length));
        let vectors = [(4, 4), (2, 2)]
            .map(|(length, bytes)| (push(TypeKind::Vector, length * bytes), length as u32));
        let short = push(TypeKind::Integer, 2);
        facts.integer_type.extend(integers.map(|(r#type, width)| IntegerType { r#type, width }));
        facts.integer_type.push(IntegerType { r#type: short, width: 16 });
        facts.array_type.extend(arrays.map(|(r#type, length)| ArrayType {
            r#type,
            element_type: element,
            length,
        }));
        let elements = [TypeId(0), short];
        facts.vector_type.extend(vectors.into_iter().zip(elements).map(
            |((r#type, length), element)| VectorType { r#type, element_type: element, length },
        ));
        facts
    }

    #[test]
    fn integers_of_pointer_width_hold_pointers() {
        let facts = facts();
        let parts = PartsOfTypes::new(View::new(&facts).types());
        let offsets = |number| parts.of(TypeId(number)).offsets.clone();
        assert!(offsets(0).is_empty());
        assert_eq!(offsets(1), [0]);
        assert_eq!(offsets(2), [0, 8]);
        assert_eq!(offsets(3), [0]);
        assert_eq!(offsets(4), [0]);
        assert_eq!(offsets(5), (0..16).map(|it| it * 8).collect::<Vec<_>>());
        assert_eq!(offsets(7), [0, 8]);
        assert!(offsets(8).is_empty());
    }

    #[test]
    fn too_many_parts_are_one() {
        let facts = facts();
        let parts = PartsOfTypes::new(View::new(&facts).types());
        assert_eq!(*parts.of(TypeId(6)), Parts { offsets: vec![0], is_folded: true });
        assert!(!parts.of(TypeId(5)).is_folded);
        assert_eq!(*parts.of(TypeId(99)), Parts::default());
    }
}
