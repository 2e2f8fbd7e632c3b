//! Where pointers lead: a root and a distance from it in bytes.
//!
//! A root is any pointer that is not computed by constant steps from another one.

use facts_schema::{Opcode, TypeId, TypeKind, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use crate::source::Source;

/// So many steps are followed at most; only ill-formed modules have more, in a circle.
const STEPS: usize = 256;

/// The number of a place in memory: a pointer and a distance from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// A pointer,
    pub root: ValueId,
    /// and how many bytes behind it the place is.
    pub offset: i64,
}

/// A step of a pointer over a structure or array: what types say of what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The pointer that the step starts from.
    pub base: ValueId,
    /// What the step goes over.
    pub source_type: TypeId,
    /// How many bytes it goes, if all indices are constant.
    pub whole: Option<i64>,
    /// How many bytes it goes if the indices that vary are zero. Elements of an array are alike.
    pub least: Option<i64>,
    /// What type the step ends in, and how many bytes behind its beginning: the type that the last
    /// index goes over that varies, or `source_type`.
    pub tail: Option<(TypeId, i64)>,
}

/// Places, each with a number.
#[derive(Default)]
pub struct Places {
    numbers: FxHashMap<Place, PlaceId>,
    /// The places by number.
    pub places: Vec<Place>,
}

impl Places {
    /// The number of a place.
    pub fn number(&mut self, place: Place) -> PlaceId {
        let new = PlaceId(self.places.len() as u32);
        *self.numbers.entry(place).or_insert_with(|| {
            self.places.push(place);
            new
        })
    }
}

impl Source<'_> {
    /// Where a pointer leads.
    pub fn place(&self, pointer: ValueId) -> Place {
        let mut place = Place { root: pointer, offset: 0 };
        for _ in 0..STEPS {
            if let Some(Step { base, whole: Some(bytes), .. }) = self.step(place.root) {
                place = Place { root: base, offset: place.offset.saturating_add(bytes) };
                continue;
            }
            match self.same_pointer(place.root) {
                Some(root) => place.root = root,
                None => break,
            }
        }
        place
    }

    /// The pointer that this one is, in another address space or frozen.
    fn same_pointer(&self, pointer: ValueId) -> Option<ValueId> {
        match self.kind(pointer)? {
            ValueKind::Alias => self.index.alias.first(pointer).map(|row| row.aliasee),
            ValueKind::ConstantExpression => {
                let opcode = self.index.constant_expression.first(pointer)?.opcode;
                let cast = matches!(opcode, Opcode::AddrSpaceCast | Opcode::BitCast);
                let operand = self.index.constant_operand.first(pointer)?.operand;
                cast.then_some(operand)
            }
            ValueKind::Instruction => {
                let instruction = self.definition(pointer)?;
                match self.opcode(instruction)? {
                    Opcode::AddrSpaceCast | Opcode::BitCast => {
                        Some(self.index.conversion_instruction.first(instruction)?.operand)
                    }
                    Opcode::Freeze => {
                        self.index.unary_instruction.first(instruction).map(|it| it.operand)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The step that computes a pointer.
    pub fn step(&self, pointer: ValueId) -> Option<Step> {
        match self.kind(pointer)? {
            ValueKind::Instruction => {
                let instruction = self.definition(pointer)?;
                let row = self.index.getelementptr_instruction.first(instruction)?;
                let indices = self.index.getelementptr_index.all(instruction);
                let indices = indices.iter().map(|row| self.signed(row.index));
                Some(self.walk(row.base, row.source_type, indices))
            }
            ValueKind::ConstantExpression => {
                let row = self.index.constant_getelementptr.first(pointer)?;
                let operands = self.index.constant_operand.all(pointer);
                let base = operands.first()?.operand;
                let indices = operands.iter().skip(1).map(|row| self.signed(row.operand));
                Some(self.walk(base, row.source_type, indices))
            }
            _ => None,
        }
    }

    fn walk(
        &self,
        base: ValueId,
        source_type: TypeId,
        mut indices: impl Iterator<Item = Option<i64>>,
    ) -> Step {
        let size = self.types.size(source_type).and_then(|it| i64::try_from(it).ok());
        let first = match indices.next() {
            Some(index) => index.zip(size).and_then(|(index, size)| index.checked_mul(size)),
            None => Some(0),
        };
        let mut inside = Some(0_i64);
        let mut least = Some(first.unwrap_or(0));
        let mut tail = Some((source_type, 0_i64));
        let mut current = source_type;
        for index in indices {
            let is_structure = self.types.kind(current) == Some(TypeKind::Struct);
            let field = index.and_then(|index| u32::try_from(index).ok());
            let member = match is_structure {
                true => field.and_then(|field| self.types.member(current, field)),
                false => self.types.elements(current).map(|(element, _)| (element, 0)),
            };
            let Some((member, offset)) = member else {
                (inside, least, tail) = (None, None, None);
                break;
            };
            let bytes = if is_structure {
                i64::try_from(offset).ok()
            } else {
                let stride = self.types.stride(current).and_then(|it| i64::try_from(it).ok());
                index.zip(stride).and_then(|(index, stride)| index.checked_mul(stride))
            };
            least = least.and_then(|least| least.checked_add(bytes.unwrap_or(0)));
            inside = inside.zip(bytes).and_then(|(inside, bytes)| inside.checked_add(bytes));
            tail = match bytes {
                Some(bytes) => tail.map(|(it, offset)| (it, offset.saturating_add(bytes))),
                None => Some((member, 0)),
            };
            current = member;
        }
        let whole = first.zip(inside).and_then(|(first, inside)| first.checked_add(inside));
        Step { base, source_type, whole, least, tail }
    }
}
