//! Instructions that reserve, read and write memory, and their undefined behaviour.

use facts_schema::{Instruction, InstructionFlag, InstructionId, TypeId, TypeKind, ValueId};

use crate::choices::Choice;
use crate::constants::{self, width};
use crate::finding::{AllocationSite, Cause, Finding, Memory};
use crate::machine::{End, Frame, Info, Machine, MemoryKind};
use crate::state::{Found, Lifetime, Object, Rest, State};
use crate::value::{Base, Interval, Value};

/// An access to memory.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    pub(crate) instruction: InstructionId,
    /// The operand that is the address.
    pub(crate) operand: ValueId,
    pub(crate) bytes: u64,
    /// The alignment that the access assumes.
    pub(crate) alignment: u64,
    pub(crate) writes: bool,
}

/// The target of an access.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// At this offset in an object, in bytes.
    In(Base, Interval),
    Anywhere,
}

impl Machine<'_, '_> {
    pub(crate) fn alloca(
        &mut self,
        frame: &Frame,
        state: &mut State,
        instruction: InstructionId,
    ) -> Value {
        let Some(row) = self.view.alloca_instruction.first(instruction) else {
            return Value::Unknown;
        };
        let count = self.value(frame, state, row.element_count);
        let size = self.view.types().size(row.r#type).filter(|_| row.address_space == 0);
        let size = match (count, size) {
            (Value::Integer { range, .. }, Some(size)) => range
                .exact()
                .and_then(|it| u64::try_from(it).ok())
                .and_then(|count| count.checked_mul(size)),
            _ => None,
        };
        let info = Info {
            site: AllocationSite::Instruction(instruction),
            kind: MemoryKind::Stack(frame.number),
            size,
            alignment: row.alignment.into(),
        };
        self.allocate(frame, state, instruction, info, Rest::Uninitialised)
    }

    /// The size in memory of a value of a type, and whether it is followed as one value.
    pub(crate) fn stored_size(&self, r#type: TypeId) -> Option<(u64, bool)> {
        let size = self.view.type_layout.first(r#type)?.store_size;
        let is_scalar = match self.view.types().kind(r#type)? {
            TypeKind::Integer => width(self.view, r#type).is_some(),
            TypeKind::Pointer | TypeKind::Float | TypeKind::Double => true,
            _ => false,
        };
        Some((size, is_scalar))
    }

    pub(crate) fn load(
        &mut self,
        frame: &Frame,
        state: &mut State,
        instruction: InstructionId,
    ) -> Result<Value, End> {
        let view = self.view;
        let Some(row) = view.load_instruction.first(instruction) else { return Ok(Value::Unknown) };
        let Some((size, is_scalar)) = self.stored_size(row.r#type) else {
            return Ok(Value::Unknown);
        };
        let access = Access {
            instruction,
            operand: row.address,
            bytes: size,
            alignment: row.alignment.into(),
            writes: false,
        };
        let place = self.access(frame, state, access)?;
        let is_volatile = self.is_volatile(instruction);
        let Target::In(base, offset) = place else { return Ok(Value::Unknown) };
        let exact = offset.exact().and_then(|it| i64::try_from(it).ok());
        if is_volatile || !is_scalar {
            let loaded = exact.filter(|_| !is_volatile).and_then(|start| {
                let from = (base, start, size);
                self.loaded_aggregate(frame, state, instruction, row.r#type, from)
            });
            return Ok(loaded.unwrap_or_else(|| {
                self.spill(state, base);
                Value::Unknown
            }));
        }
        if state.object(base).is_none()
            && let Some(object) = self.begins(base)
        {
            state.insert(base, object);
        }
        let Some(object) = state.object(base) else { return Ok(Value::Unknown) };
        let Some(start) = exact else {
            let is_untouched = object.is_untouched();
            self.spill(state, base);
            return Ok(if is_untouched { Value::Undef } else { Value::Unknown });
        };
        let value = self.content(state, base, start, size, row.r#type);
        let value = self.settled(state, value);
        if let Some(finding) = Finding::of_deferred(instruction, row.address, value)
            && view.attachment(instruction, "noundef").is_some()
        {
            return Err(End::Undefined(finding));
        }
        if value != Value::Unknown {
            return Ok(value);
        }
        self.spill(state, base);
        // The next load reads an equal value.
        let Some(result) = view.result_of(instruction) else { return Ok(Value::Unknown) };
        let symbol = self.symbol(frame, result);
        self.learn_result(state, instruction, result, symbol);
        if symbol != Value::Unknown
            && let Some(object) = state.object_mut(base)
        {
            let lost = object.store(start, size, row.r#type, symbol);
            lost.into_iter().for_each(|it| state.escape(it));
        }
        Ok(symbol)
    }

    /// The content of an object at an offset, as a scalar of this type.
    pub(crate) fn content(
        &mut self,
        state: &State,
        base: Base,
        start: i64,
        size: u64,
        r#type: TypeId,
    ) -> Value {
        let Some(object) = state.object(base) else { return Value::Unknown };
        let value = match object.load(start, size, r#type) {
            Found::Value(value) => value,
            Found::Rest(Rest::Uninitialised) => Value::Undef,
            Found::Rest(Rest::Zero) => constants::zero(self.view, r#type),
            Found::Rest(Rest::Initializer) => match self.info(base).map(|it| it.site) {
                Some(AllocationSite::Global(global)) => self.initial(global, start, r#type),
                _ => Value::Unknown,
            },
            Found::Rest(Rest::Copy(global)) => self.initial(global, start, r#type),
            Found::Rest(Rest::Unknown) => Value::Unknown,
        };
        self.as_type(value, r#type)
    }

    /// The value as memory holds it: unknown if it does not fill its bytes.
    pub(crate) fn storable(&self, value: Value) -> Value {
        match value {
            Value::Integer { width, .. } | Value::Choice(Choice { width, .. })
                if !width.is_multiple_of(8) =>
            {
                Value::Unknown
            }
            value => value,
        }
    }

    fn initial(&mut self, global: ValueId, start: i64, r#type: TypeId) -> Value {
        let view = self.view;
        match (view.global_initializer.first(global), u64::try_from(start)) {
            (Some(row), Ok(offset)) => {
                constants::initial(view, row.initializer, offset, r#type, &mut |it| self.global(it))
            }
            _ => Value::Unknown,
        }
    }

    /// A value as one of a type: integers and pointers are distinguished.
    fn as_type(&self, value: Value, r#type: TypeId) -> Value {
        let kind = self.view.types().kind(r#type);
        match value {
            Value::Choice(choice)
                if kind != Some(TypeKind::Integer)
                    || Some(choice.width) != width(self.view, r#type) =>
            {
                Value::Unknown
            }
            Value::Integer { width: own, range } => match kind {
                Some(TypeKind::Integer) if Some(own) == width(self.view, r#type) => value,
                Some(TypeKind::Pointer) if range == Interval::ZERO => Value::NULL,
                _ => Value::Unknown,
            },
            Value::Based { base: Base::Null | Base::Object(_), .. }
                if kind != Some(TypeKind::Pointer) =>
            {
                Value::Unknown
            }
            value => value,
        }
    }

    pub(crate) fn store(
        &mut self,
        frame: &Frame,
        state: &mut State,
        instruction: InstructionId,
    ) -> Result<(), End> {
        let Some(row) = self.view.store_instruction.first(instruction) else { return Ok(()) };
        let Some(r#type) = self.view.type_of(row.value) else { return Ok(()) };
        let value = self.kept(frame, state, row.value);
        let Some((size, is_scalar)) = self.stored_size(r#type) else {
            state.escape(value);
            state.forget_escaped(|_| true);
            return Ok(());
        };
        let access = Access {
            instruction,
            operand: row.address,
            bytes: size,
            alignment: row.alignment.into(),
            writes: true,
        };
        let place = self.access(frame, state, access)?;
        let stored = match value {
            _ if !is_scalar || self.is_volatile(instruction) => Value::Unknown,
            value => self.storable(value),
        };
        let is_followed = self.members(value).is_some()
            && !self.is_volatile(instruction)
            && matches!(place, Target::In(_, offset) if offset.exact().is_some());
        if stored == Value::Unknown && !is_followed {
            state.escape(value);
        }
        self.write(state, place, size, r#type, stored);
        if is_followed {
            self.store_members(state, place, r#type, value);
        }
        Ok(())
    }

    /// Writes a value to a place.
    pub(crate) fn write(
        &mut self,
        state: &mut State,
        place: Target,
        size: u64,
        r#type: TypeId,
        value: Value,
    ) {
        let Target::In(base, offset) = place else {
            state.escape(value);
            state.forget_escaped(|_| true);
            return;
        };
        self.clobber_aliases(state, base);
        if state.object(base).is_none()
            && let Some(object) = self.begins(base)
        {
            state.insert(base, object);
        }
        if state.object(base).is_none_or(|it| it.is_escaped) {
            state.escape(value);
        }
        let Some(object) = state.object_mut(base) else { return };
        let mut lost = match offset.exact().and_then(|it| i64::try_from(it).ok()) {
            Some(start) => object.store(start, size, r#type, value),
            None => object.forget(),
        };
        if offset.exact().is_none() {
            lost.push(value);
        }
        lost.into_iter().for_each(|it| state.escape(it));
    }

    /// The content of an object is no longer followed: addresses in it may escape.
    pub(crate) fn spill(&self, state: &mut State, base: Base) {
        let held = state.object(base).filter(|it| !it.is_escaped).map(Object::values);
        held.unwrap_or_default().into_iter().for_each(|it| state.escape(it));
    }

    /// Anything may be written to an object.
    pub(crate) fn forget(&self, state: &mut State, base: Base) {
        let lost = state.object_mut(base).map(Object::forget);
        lost.unwrap_or_default().into_iter().for_each(|it| state.escape(it));
    }

    /// Escaped memory that may alias a base may have changed.
    pub(crate) fn clobber_aliases(&self, state: &mut State, base: Base) {
        let is_known = state.object(base).is_some_and(|it| !it.is_escaped);
        if !is_known {
            let is_symbol = matches!(base, Base::Symbol(_));
            state.forget_escaped(|it| it != base && (is_symbol || matches!(it, Base::Symbol(_))));
        }
    }

    pub(crate) fn exchange(
        &mut self,
        frame: &Frame,
        state: &mut State,
        row: &Instruction,
    ) -> Result<Value, End> {
        let view = self.view;
        let instruction = row.instruction;
        let (address, operand, stored, alignment) = match (
            view.cmpxchg_instruction.first(instruction),
            view.atomicrmw_instruction.first(instruction),
        ) {
            (Some(it), _) => {
                (it.address, it.replacement, [it.replacement, it.expected], it.alignment)
            }
            (_, Some(it)) => (it.address, it.value, [it.value, it.value], it.alignment),
            _ => return Ok(Value::Unknown),
        };
        for value in stored {
            let value = self.value(frame, state, value);
            state.escape(value);
        }
        let Some(r#type) = view.type_of(operand) else { return Ok(Value::Unknown) };
        let Some((size, _)) = self.stored_size(r#type) else { return Ok(Value::Unknown) };
        let access = Access {
            instruction,
            operand: address,
            bytes: size,
            alignment: alignment.into(),
            writes: true,
        };
        let place = self.access(frame, state, access)?;
        self.write(state, place, size, r#type, Value::Unknown);
        Ok(Value::Unknown)
    }

    pub(crate) fn is_volatile(&self, instruction: InstructionId) -> bool {
        self.view.has_instruction_flag(instruction, InstructionFlag::Volatile)
            || self.is_volatile_transfer(instruction)
    }

    /// The last argument of `llvm.memcpy` and similar intrinsics says whether they are volatile.
    fn is_volatile_transfer(&self, instruction: InstructionId) -> bool {
        let view = self.view;
        view.called_intrinsic(instruction).is_some_and(|it| it.starts_with("llvm.mem"))
            && view
                .call_argument
                .all(instruction)
                .iter()
                .any(|it| it.position == 3 && view.signed(it.argument).is_some_and(|it| it != 0))
    }

    /// Whether an access is to a variable of a block that control has left. Direct accesses to the variable are
    /// ignored: source code cannot name it there, so the compiler has added them.
    fn has_left_block(&self, frame: &Frame, base: Base, access: Access) -> bool {
        let Some(Info { site: AllocationSite::Instruction(by), kind, .. }) = self.info(base) else {
            return false;
        };
        let Some(variable) = self.view.result_of(by) else { return false };
        kind == MemoryKind::Stack(frame.number)
            && !self.view.bases(access.operand).any(|it| it == variable)
            && self.module.scopes.has_left(self.view, variable, access.instruction)
    }

    /// Whether an access through null is undefined behaviour.
    fn excludes_null(&self, frame: &Frame, access: Access) -> bool {
        let r#type = self.view.type_of(access.operand);
        let is_plain = r#type.is_some_and(|it| constants::is_plain_pointer(self.view, it));
        is_plain && !frame.null_is_valid && !self.is_volatile(access.instruction)
    }

    /// The target of an access.
    ///
    /// # Errors
    ///
    /// The finding, if it is undefined behaviour in every execution.
    pub(crate) fn access(
        &mut self,
        frame: &Frame,
        state: &mut State,
        access: Access,
    ) -> Result<Target, End> {
        let Access { instruction, operand, bytes, alignment, writes } = access;
        let value = self.value(frame, state, operand);
        let found =
            |cause| Finding { bytes: Some(bytes), ..Finding::new(instruction, operand, cause) };
        let (base, offset) = match value {
            _ if bytes == 0 => return Ok(Target::Anywhere),
            Value::Based { base, offset } => (base, offset),
            Value::Undef => return Err(End::Undefined(found(Cause::Uninitialised))),
            Value::Poison => return Err(End::Undefined(found(Cause::Poison))),
            _ => return Ok(Target::Anywhere),
        };
        if base == Base::Null {
            return if !self.excludes_null(frame, access) {
                Ok(Target::Anywhere)
            } else {
                let is_null =
                    matches!(self.operand(frame, operand), Value::Based { base: Base::Null, .. });
                let cause = if is_null { Cause::Null } else { Cause::NullByComparison };
                Err(End::Undefined(found(cause)))
            };
        }
        let info = self.info(base);
        let exact = offset.exact().and_then(|it| i64::try_from(it).ok());
        let finding = |cause, ended_at| {
            let memory = info.map(|it| Memory { site: it.site, size: it.size });
            Err(End::Undefined(Finding { memory, offset: exact, ended_at, ..found(cause) }))
        };
        match state.object(base).map(|it| it.lifetime) {
            Some(Lifetime::Freed(at)) => return finding(Cause::Freed, Some(at)),
            Some(Lifetime::Ended(at)) => return finding(Cause::Ended, Some(at)),
            _ => {}
        }
        if self.has_left_block(frame, base, access) {
            return finding(Cause::Ended, None);
        }
        let may_be_null = info.is_none_or(|it| it.kind == (MemoryKind::Heap { may_be_null: true }));
        if may_be_null && self.excludes_null(frame, access) {
            state.learn_not_zero(base);
        }
        let Some(info) = info else { return Ok(Target::In(base, offset)) };
        if info.kind == MemoryKind::Function {
            return Ok(Target::Anywhere);
        }
        if let Some(size) = info.size
            && (offset.high < 0 || offset.low > i128::from(size) - i128::from(bytes))
        {
            return finding(Cause::OutOfBounds, None);
        }
        if writes && info.kind == (MemoryKind::Global { is_constant: true }) {
            return finding(Cause::Constant, None);
        }
        if let Some(offset) = exact
            && alignment > 1
            && info.alignment >= alignment
            && offset.rem_euclid(alignment as i64) != 0
        {
            return finding(Cause::Misaligned, None);
        }
        Ok(Target::In(base, offset))
    }
}
