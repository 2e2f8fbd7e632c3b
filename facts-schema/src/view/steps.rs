//! The offsets of `getelementptr`, some of whose indices may be variable.

use super::View;
use crate::*;

/// A pointer step over a structure or array, and what the types say about its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The base pointer.
    pub base: ValueId,
    /// The source element type.
    pub source_type: TypeId,
    /// The offset in bytes, if all indices are constant.
    pub whole: Option<i64>,
    /// The offset in bytes if all variable indices are zero. The elements of an array have the same
    /// layout.
    pub least: Option<i64>,
    /// The type that contains the target, and the offset of the target in it, in bytes: the type
    /// over which the last variable index steps, or `source_type`.
    pub tail: Option<(TypeId, i64)>,
}

impl View<'_> {
    /// The step that computes a pointer.
    pub fn step(&self, pointer: ValueId) -> Option<Step> {
        match self.kind_of(pointer)? {
            ValueKind::Instruction => {
                let instruction = self.definition_of(pointer)?;
                let row = self.getelementptr_instruction.first(instruction)?;
                let indices = self.getelementptr_index.all(instruction);
                let indices = indices.iter().map(|row| self.index_of_step(row.index));
                Some(self.walk(row.base, row.source_type, indices))
            }
            ValueKind::ConstantExpression => {
                let row = self.constant_getelementptr.first(pointer)?;
                let operands = self.constant_operand.all(pointer);
                let base = operands.first()?.operand;
                let indices = operands.iter().skip(1).map(|row| self.index_of_step(row.operand));
                Some(self.walk(base, row.source_type, indices))
            }
            _ => None,
        }
    }

    /// A pointer, and the pointers from which steps compute it, beginning with the last one.
    pub fn bases(&self, pointer: ValueId) -> impl Iterator<Item = ValueId> {
        /// A limit, because the steps of an ill-formed module may form a cycle.
        const COUNT: usize = 64;
        std::iter::successors(Some(pointer), |it| Some(self.step(*it)?.base)).take(COUNT)
    }

    /// A base pointer and the byte offset of an address from it; `None` if the offset is unknown.
    pub fn base_with_offset(&self, address: ValueId) -> Option<(ValueId, i64)> {
        match self.step(address) {
            Some(step) => Some((step.base, step.whole?)),
            None => Some((address, 0)),
        }
    }

    /// The value of an index, if it is constant.
    pub(super) fn index_of_step(&self, value: ValueId) -> Option<i64> {
        i64::try_from(self.signed(value)?).ok()
    }

    fn walk(
        &self,
        base: ValueId,
        source_type: TypeId,
        mut indices: impl Iterator<Item = Option<i64>>,
    ) -> Step {
        let size = self.types().size(source_type).and_then(|it| i64::try_from(it).ok());
        let first = match indices.next() {
            Some(index) => index.zip(size).and_then(|(index, size)| index.checked_mul(size)),
            None => Some(0),
        };
        let mut inside = Some(0_i64);
        let mut least = Some(first.unwrap_or(0));
        let mut tail = Some((source_type, 0_i64));
        let mut current = source_type;
        for index in indices {
            let is_structure = self.types().kind(current) == Some(TypeKind::Struct);
            let field = index.and_then(|index| u32::try_from(index).ok());
            let member = match is_structure {
                true => field.and_then(|field| self.types().member(current, field)),
                false => self.types().elements(current).map(|(element, _)| (element, 0)),
            };
            let Some((member, offset)) = member else {
                (inside, least, tail) = (None, None, None);
                break;
            };
            let bytes = if is_structure {
                i64::try_from(offset).ok()
            } else {
                let stride = self.types().stride(current).and_then(|it| i64::try_from(it).ok());
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
