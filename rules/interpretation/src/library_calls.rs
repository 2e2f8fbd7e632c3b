//! Calls of known library functions.

use facts_schema::{InstructionId, TypeId, ValueId};

use crate::finding::{AllocationSite, Cause, Finding, Memory};
use crate::library::{Effect, Length};
use crate::machine::{End, Frame, Info, Machine, MemoryKind};
use crate::memory::{Access, Target};
use crate::state::{Found, Lifetime, Object, Rest, State};
use crate::value::{Base, Interval, Value};

/// The maximum length of a string that is read to its end.
const MAX_STRING: u64 = 4096;

impl<'f> Machine<'_, 'f> {
    fn number(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        arguments: &[ValueId],
        at: u32,
    ) -> Option<u64> {
        match self.value(frame, state, *arguments.get(at as usize)?) {
            Value::Integer { range, width } => {
                let number = range.exact()?;
                u64::try_from(if number < 0 { number + (1 << width) } else { number }).ok()
            }
            _ => None,
        }
    }

    fn length(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        arguments: &[ValueId],
        length: Length,
    ) -> Option<u64> {
        match length {
            Length::AtLeast(bytes) => Some(bytes),
            Length::Argument(at) => self.number(frame, state, arguments, at),
            Length::Product(one, other) => {
                let one = self.number(frame, state, arguments, one)?;
                one.checked_mul(self.number(frame, state, arguments, other)?)
            }
            Length::String(at) => self.string_length(frame, state, *arguments.get(at as usize)?),
        }
    }

    /// The size of a string including its zero byte, if it is known; otherwise 1.
    fn string_length(&mut self, frame: &Frame<'f>, state: &State, address: ValueId) -> Option<u64> {
        let found = self.string_end(frame, state, address);
        Some(found.unwrap_or(1))
    }

    fn string_end(&mut self, frame: &Frame<'f>, state: &State, address: ValueId) -> Option<u64> {
        let Value::Based { base: base @ Base::Object(_), offset } =
            self.value(frame, state, address)
        else {
            return None;
        };
        let start = u64::try_from(offset.exact()?).ok()?;
        let byte = self.view.facts().integer_type.iter().find(|it| it.width == 8)?.r#type;
        let begins = self.begins(base);
        let info = self.info(base)?;
        for length in 0..MAX_STRING {
            // A string without an end extends past its object.
            if info.size.is_some_and(|size| start + length >= size) {
                return Some(length + 1);
            }
            let at = i64::try_from(start + length).ok()?;
            let object = state.object(base).or(begins.as_ref())?;
            let value = match object.load(at, 1, byte) {
                Found::Value(value) => value,
                Found::Rest(Rest::Zero) => Value::integer(8, 0),
                Found::Rest(Rest::Initializer) => match info.site {
                    AllocationSite::Global(global) => {
                        self.initial_byte(global, start + length, byte)
                    }
                    AllocationSite::Instruction(_) => return None,
                },
                Found::Rest(Rest::Copy(global)) => self.initial_byte(global, start + length, byte),
                Found::Rest(_) => return None,
            };
            match value {
                Value::Integer { range: Interval::ZERO, .. } => return Some(length + 1),
                Value::Integer { range, .. } if !range.contains(0) => {}
                _ => return None,
            }
        }
        None
    }

    fn initial_byte(&self, global: ValueId, offset: u64, byte: TypeId) -> Value {
        let Some(row) = self.view.global_initializer.first(global) else { return Value::Unknown };
        crate::constants::initial(self.view, row.initializer, offset, byte, &mut |_| Value::Unknown)
    }

    pub(crate) fn library_call(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        arguments: &[ValueId],
        effects: &[Effect],
    ) -> Result<Value, End> {
        let mut result = Value::Unknown;
        for effect in effects {
            match *effect {
                Effect::Reads(at, length) => {
                    let bytes = self.length(frame, state, arguments, length).unwrap_or(0);
                    self.touch(frame, state, instruction, arguments, at, bytes, false)?;
                }
                Effect::Writes(at, length) => {
                    let bytes = self.length(frame, state, arguments, length);
                    let place = self.touch(
                        frame,
                        state,
                        instruction,
                        arguments,
                        at,
                        bytes.unwrap_or(0),
                        true,
                    )?;
                    self.overwrite(state, place);
                }
                Effect::Copies(to, from, length) => {
                    let bytes = self.length(frame, state, arguments, length);
                    let count = bytes.unwrap_or(0);
                    let source =
                        self.touch(frame, state, instruction, arguments, from, count, false)?;
                    let place =
                        self.touch(frame, state, instruction, arguments, to, count, true)?;
                    let copy = bytes.and_then(|it| self.copy(state, source, place, it));
                    let copy = copy.filter(|_| !self.is_volatile(instruction));
                    // Copied addresses may escape.
                    if let Some(from) = arguments.get(from as usize) {
                        let source = self.value(frame, state, *from);
                        self.escape_content(state, source);
                    }
                    if bytes != Some(0) {
                        self.overwrite(state, place);
                    }
                    if let Some((base, content)) = copy
                        && let Some(object) = state.object_mut(base)
                    {
                        object.hold(content);
                    }
                }
                Effect::Sets(to, value, length) => {
                    let bytes = self.length(frame, state, arguments, length);
                    let count = bytes.unwrap_or(0);
                    let place =
                        self.touch(frame, state, instruction, arguments, to, count, true)?;
                    let value = self.number(frame, state, arguments, value);
                    if bytes != Some(0) {
                        self.set(state, place, bytes, value == Some(0));
                    }
                }
                Effect::Allocates { size, is_zero, may_fail } => {
                    let size = self.length(frame, state, arguments, size);
                    let info = Info {
                        site: AllocationSite::Instruction(instruction),
                        kind: MemoryKind::Heap { may_be_null: may_fail },
                        size,
                        alignment: 8,
                    };
                    let rest = if is_zero { Rest::Zero } else { Rest::Uninitialised };
                    result = self.allocate(frame, state, instruction, info, rest);
                }
                Effect::Frees(at) => self.free(frame, state, instruction, arguments, at)?,
                Effect::MayFree(at) => {
                    if let Some(argument) = arguments.get(at as usize)
                        && let Value::Based { base, .. } = self.value(frame, state, *argument)
                        && let Some(object) = state.object_mut(base)
                    {
                        object.lifetime = Lifetime::Unknown;
                    }
                }
                Effect::Returns(at) => {
                    if let Some(argument) = arguments.get(at as usize) {
                        result = self.value(frame, state, *argument);
                    }
                }
                Effect::ReturnsWithin(at) => {
                    if let Some(argument) = arguments.get(at as usize) {
                        let value = self.value(frame, state, *argument);
                        state.escape(value);
                    }
                }
                Effect::Ends => return Err(End::NoReturn),
            }
        }
        Ok(result)
    }

    /// Accesses this number of bytes through an argument.
    #[allow(clippy::too_many_arguments, reason = "what is accessed, where, and how")]
    fn touch(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        arguments: &[ValueId],
        at: u32,
        bytes: u64,
        writes: bool,
    ) -> Result<Target, End> {
        let Some(operand) = arguments.get(at as usize) else { return Ok(Target::Anywhere) };
        if bytes == 0 {
            return Ok(match self.value(frame, state, *operand) {
                Value::Based { base: base @ (Base::Object(_) | Base::Symbol(_)), offset } => {
                    Target::In(base, offset)
                }
                _ => Target::Anywhere,
            });
        }
        self.access(
            frame,
            state,
            Access { instruction, operand: *operand, bytes, alignment: 1, writes },
        )
    }

    /// Writes something unknown to an object.
    fn overwrite(&mut self, state: &mut State, place: Target) {
        match place {
            Target::In(base, _) => {
                self.clobber_aliases(state, base);
                self.forget(state, base);
            }
            Target::Anywhere => state.forget_escaped(|_| true),
        }
    }

    /// Sets bytes to zero, or to another value.
    fn set(&mut self, state: &mut State, place: Target, bytes: Option<u64>, is_zero: bool) {
        self.overwrite(state, place);
        if let Target::In(base, Interval::ZERO) = place
            && is_zero
            && bytes.is_some()
            && self.info(base).is_some_and(|it| it.size == bytes)
            && let Some(object) = state.object_mut(base)
        {
            object.fill(Rest::Zero);
        }
    }

    /// The content of an object after `bytes` bytes from the beginning of another one are copied to its beginning.
    fn copy(&self, state: &State, from: Target, to: Target, bytes: u64) -> Option<(Base, Object)> {
        let (Target::In(from, Interval::ZERO), Target::In(to, Interval::ZERO)) = (from, to) else {
            return None;
        };
        let is_whole = self.info(to).is_some_and(|it| it.size == Some(bytes));
        if !is_whole || from == to || bytes == 0 {
            return None;
        }
        Some((to, self.part_of(state, from, 0, bytes)?))
    }

    /// The content of an object may escape.
    fn escape_content(&mut self, state: &mut State, source: Value) {
        let Value::Based { base, .. } = source else { return };
        for held in state.object(base).map(|it| it.values()).unwrap_or_default() {
            state.escape(held);
        }
    }

    fn free(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        arguments: &[ValueId],
        at: u32,
    ) -> Result<(), End> {
        let Some(operand) = arguments.get(at as usize) else { return Ok(()) };
        let value = self.value(frame, state, *operand);
        let Value::Based { base, offset } = value else {
            self.free_any(state);
            return Ok(());
        };
        let info = self.info(base);
        let finding = |cause, ended_at| {
            let offset = offset.exact().and_then(|it| i64::try_from(it).ok());
            let memory = info.map(|it| Memory { site: it.site, size: it.size });
            let new = Finding::new(instruction, *operand, cause);
            Err(End::Undefined(Finding { memory, offset, ended_at, ..new }))
        };
        match (base, info.map(|it| it.kind)) {
            (Base::Null, _) => return Ok(()),
            (_, Some(MemoryKind::Stack(_) | MemoryKind::Global { .. } | MemoryKind::Function)) => {
                return finding(Cause::NotAllocated, None);
            }
            (_, Some(MemoryKind::Heap { .. })) if !offset.contains(0) => {
                return finding(Cause::NotAllocated, None);
            }
            _ => {}
        }
        if let Some(Lifetime::Freed(before)) = state.object(base).map(|it| it.lifetime) {
            return finding(Cause::FreedTwice, Some(before));
        }
        if matches!(base, Base::Symbol(_)) {
            // The content of other memory is unchanged, and freed memory is no longer accessed.
            self.end_escaped(state);
            if state.object(base).is_none()
                && let Some(object) = self.begins(base)
            {
                state.insert(base, object);
            }
        }
        let is_whole = offset == Interval::ZERO;
        self.forget(state, base);
        if let Some(object) = state.object_mut(base) {
            object.lifetime =
                if is_whole { Lifetime::Freed(instruction) } else { Lifetime::Unknown };
        }
        Ok(())
    }
}
