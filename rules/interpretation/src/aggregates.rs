//! Structures and arrays that are values: their members are kept like the content of memory.

use std::rc::Rc;

use facts_schema::view::View;
use facts_schema::{Instruction, InstructionId, TypeId, TypeKind, ValueId, ValueKind};

use crate::finding::AllocationSite;
use crate::machine::{Frame, Info, Machine, MemoryKind};
use crate::memory::Target;
use crate::state::{Object, Rest, State};
use crate::value::{Base, Interval, Value};

/// The maximum number of scalars in an aggregate that is followed.
const MAX_SCALARS: usize = 64;

/// The scalars in a structure or array, with their offsets in bytes.
pub(crate) type Scalars = Rc<[(i64, TypeId)]>;

impl<'f> Machine<'_, 'f> {
    /// A new aggregate with this content, the result of an instruction.
    fn aggregate(
        &mut self,
        frame: &Frame,
        state: &mut State,
        instruction: InstructionId,
        size: u64,
        content: Object,
    ) -> Value {
        let info = Info {
            site: AllocationSite::Instruction(instruction),
            kind: MemoryKind::Aggregate,
            size: Some(size),
            alignment: 1,
        };
        let value = self.allocate(frame, state, instruction, info, Rest::Unknown);
        match value {
            Value::Based { base, .. } => state.insert(base, content),
            _ => content.values().into_iter().for_each(|it| state.escape(it)),
        }
        value
    }

    /// The object that holds the members of an aggregate, if they are followed.
    pub(crate) fn members(&self, value: Value) -> Option<Base> {
        let Value::Based { base, offset: Interval::ZERO } = value else { return None };
        (self.info(base)?.kind == MemoryKind::Aggregate).then_some(base)
    }

    /// An aggregate of this type, loaded from an object.
    pub(crate) fn loaded_aggregate(
        &mut self,
        frame: &Frame,
        state: &mut State,
        instruction: InstructionId,
        r#type: TypeId,
        from: (Base, i64, u64),
    ) -> Option<Value> {
        let (base, start, size) = from;
        let scalars = self.scalars(r#type)?;
        if scalars.is_empty() {
            return None;
        }
        let content = self.part_of(state, base, start, size)?;
        Some(self.aggregate(frame, state, instruction, size, content))
    }

    /// The bytes of an object from `start` on, as a separate object.
    pub(crate) fn part_of(
        &self,
        state: &State,
        base: Base,
        start: i64,
        size: u64,
    ) -> Option<Object> {
        let begins = self.begins(base);
        let object = state.object(base).or(begins.as_ref())?;
        let rest = match (object.rest(), self.info(base).map(|it| it.site)) {
            (Rest::Initializer, Some(AllocationSite::Global(global))) if start == 0 => {
                Rest::Copy(global)
            }
            (Rest::Copy(global), _) if start == 0 => Rest::Copy(global),
            (Rest::Initializer | Rest::Copy(_), _) => Rest::Unknown,
            (rest, _) => rest,
        };
        object.part(start, size, rest)
    }

    /// Stores the members of an aggregate, whose place holds unknown values.
    pub(crate) fn store_members(
        &mut self,
        state: &mut State,
        place: Target,
        r#type: TypeId,
        value: Value,
    ) {
        let (Some(from), Target::In(base, offset)) = (self.members(value), place) else { return };
        let Some(scalars) = self.scalars(r#type) else { return };
        for &(start, scalar) in scalars.iter() {
            let Some((size, true)) = self.stored_size(scalar) else { continue };
            let member = self.content(state, from, start, size, scalar);
            let member = self.storable(member);
            if member != Value::Unknown {
                let place = Target::In(base, offset.plus(Interval::only(start.into())));
                self.write(state, place, size, scalar, member);
            }
        }
    }

    /// The result of an `insertvalue`.
    pub(crate) fn inserted(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        row: &Instruction,
    ) -> Option<Value> {
        let view = self.view;
        let insertion = view.insertvalue_instruction.first(row.instruction)?;
        let r#type = view.type_of(insertion.aggregate)?;
        let (size, _) = self.stored_size(r#type)?;
        self.scalars(r#type)?;
        let (start, member_type) = self.offset_of(r#type, &self.path(row.instruction))?;
        let (member_size, _) = self.stored_size(member_type)?;
        let rest = match view.kind_of(insertion.aggregate)? {
            ValueKind::Undef | ValueKind::Poison => Rest::Uninitialised,
            ValueKind::ZeroInitializer => Rest::Zero,
            _ => Rest::Unknown,
        };
        let whole = self.value(frame, state, insertion.aggregate);
        let known = self.members(whole).and_then(|it| self.part_of(state, it, 0, size));
        let mut content = known.unwrap_or_else(|| Object::new(rest));
        let member = self.value(frame, state, insertion.value);
        let part = self.members(member).and_then(|it| self.part_of(state, it, 0, member_size));
        let lost = match part {
            Some(part) => content.paste(start, member_size, &part, member_type),
            None => content.store(start, member_size, member_type, self.storable(member)),
        };
        if self.storable(member) == Value::Unknown {
            state.escape(member);
        }
        lost.into_iter().for_each(|it| state.escape(it));
        Some(self.aggregate(frame, state, row.instruction, size, content))
    }

    /// The member of an aggregate at a path, if its members are followed.
    pub(crate) fn member_of(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        aggregate: ValueId,
        path: &[u32],
    ) -> Option<Value> {
        let value = self.value(frame, state, aggregate);
        let base = self.members(value)?;
        let (start, r#type) = self.offset_of(self.view.type_of(aggregate)?, path)?;
        let (size, _) = self.stored_size(r#type).filter(|(_, is_scalar)| *is_scalar)?;
        Some(self.content(state, base, start, size, r#type))
    }

    /// The offset in bytes, and the type, of the member at a path.
    fn offset_of(&self, r#type: TypeId, path: &[u32]) -> Option<(i64, TypeId)> {
        let types = self.view.types();
        let (mut total, mut r#type) = (0_u64, r#type);
        for position in path {
            if !matches!(types.kind(r#type)?, TypeKind::Struct | TypeKind::Array) {
                return None;
            }
            let (member, offset) = types.member(r#type, *position)?;
            (total, r#type) = (total.checked_add(offset)?, member);
        }
        Some((i64::try_from(total).ok()?, r#type))
    }

    /// The scalars in a structure or array; none if there are too many.
    fn scalars(&mut self, r#type: TypeId) -> Option<Scalars> {
        let view = self.view;
        self.scalars.entry(r#type).or_insert_with(|| scalars(view, r#type)).clone()
    }
}

/// The scalars in a structure or array; none if there are too many.
fn scalars(view: &View, r#type: TypeId) -> Option<Scalars> {
    let types = view.types();
    let mut found = Vec::new();
    let mut waiting = vec![(0_u64, r#type)];
    while let Some((start, r#type)) = waiting.pop() {
        let count = match types.kind(r#type)? {
            TypeKind::Struct => types.fields(r#type).count(),
            TypeKind::Array => usize::try_from(types.elements(r#type)?.1).ok()?,
            _ => {
                found.push((i64::try_from(start).ok()?, r#type));
                0
            }
        };
        if found.len() + waiting.len() + count > MAX_SCALARS {
            return None;
        }
        for position in 0..count {
            let (member, offset) = types.member(r#type, position as u32)?;
            waiting.push((start.checked_add(offset)?, member));
        }
    }
    Some(found.into())
}
