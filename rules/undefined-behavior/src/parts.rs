//! The parts of values: the elements of vectors and the innermost members of aggregates. Each part can be poison
//! independently of the others.

use facts_schema::{EntityId, Facts, TypeId, TypeKind, ValueId};

use facts_schema::view::Index;

/// Values with more parts are treated as one part.
pub const MAX_PARTS: u32 = 16;

/// The maximum nesting of types; more deeply nested types are treated as one part.
const MAX_DEPTH: u32 = 64;

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The value.
    pub value: ValueId,
    /// The number of the part, from 0.
    pub number: u16,
}

impl Part {
    /// The part of `value` with this number.
    pub fn new(value: ValueId, number: u16) -> Self {
        Self { value, number }
    }
}

/// The number of parts of the values of each type.
pub struct Parts {
    /// By type: the number of its innermost members; a number over the limit if they are not distinguished.
    leaves: Vec<u32>,
}

/// More than [`MAX_PARTS`].
const TOO_MANY: u32 = u32::MAX;

impl Parts {
    /// Counts the parts of all types.
    pub fn of(facts: &Facts, index: &Index) -> Self {
        let mut counter = Counter { index, known: vec![None; facts.r#type.len()] };
        let leaves = facts.r#type.iter().map(|row| counter.leaves(row.r#type, MAX_DEPTH));
        Self { leaves: leaves.collect() }
    }

    /// The number of parts of a value of this type, at least one.
    pub fn count(&self, r#type: TypeId) -> u16 {
        match self.leaves.get(r#type.index()) {
            Some(&count) if count <= MAX_PARTS => count.max(1) as u16,
            _ => 1,
        }
    }

    /// Whether the parts of a value of this type are distinguished.
    pub fn is_split(&self, r#type: TypeId) -> bool {
        self.leaves.get(r#type.index()).is_some_and(|&count| count <= MAX_PARTS)
    }

    /// The parts of the member at `path` in a value of type `outer`: the first part, and their number. None if its
    /// parts are not distinguished or there is no such member.
    pub fn member(&self, index: &Index, outer: TypeId, path: &[u32]) -> Option<(u16, u16)> {
        if !self.is_split(outer) {
            return None;
        }
        let (mut r#type, mut first) = (outer, 0);
        for &step in path {
            if let Some(array) = index.array_type.first(r#type) {
                (u64::from(step) < array.length).then_some(())?;
                first += step * self.raw(array.element_type)?;
                r#type = array.element_type;
            } else {
                let fields = index.struct_field.all(r#type);
                let before = fields.iter().filter(|field| field.position < step);
                first += before.map(|field| self.raw(field.field_type)).sum::<Option<u32>>()?;
                r#type = fields.iter().find(|field| field.position == step)?.field_type;
            }
        }
        let count = self.raw(r#type)?;
        let end = first.checked_add(count)?;
        (end <= MAX_PARTS).then_some((first as u16, count as u16))
    }

    fn raw(&self, r#type: TypeId) -> Option<u32> {
        self.leaves.get(r#type.index()).copied().filter(|&count| count != TOO_MANY)
    }
}

/// Counts leaves, once per type.
struct Counter<'a, 'f> {
    index: &'a Index<'f>,
    known: Vec<Option<u32>>,
}

impl Counter<'_, '_> {
    fn leaves(&mut self, r#type: TypeId, depth: u32) -> u32 {
        let Some(&known) = self.known.get(r#type.index()) else { return TOO_MANY };
        if let Some(known) = known {
            return known;
        }
        if depth == 0 {
            return TOO_MANY;
        }
        let count = self.count(r#type, depth - 1);
        let count = if count > MAX_PARTS { TOO_MANY } else { count };
        self.known[r#type.index()] = Some(count);
        count
    }

    fn count(&mut self, r#type: TypeId, depth: u32) -> u32 {
        let index = self.index;
        let kind = index.r#type.first(r#type).map_or(TypeKind::Void, |row| row.kind);
        match kind {
            TypeKind::Vector => index.vector_type.first(r#type).map_or(TOO_MANY, |row| row.length),
            TypeKind::Array => index.array_type.first(r#type).map_or(TOO_MANY, |row| {
                let length = u32::try_from(row.length).unwrap_or(TOO_MANY);
                if length > MAX_PARTS {
                    return TOO_MANY;
                }
                length.saturating_mul(self.leaves(row.element_type, depth))
            }),
            TypeKind::Struct => {
                let fields = index.struct_field.all(r#type).iter();
                fields
                    .fold(0, |sum: u32, row| sum.saturating_add(self.leaves(row.field_type, depth)))
            }
            TypeKind::ScalableVector => TOO_MANY,
            _ => 1,
        }
    }
}
