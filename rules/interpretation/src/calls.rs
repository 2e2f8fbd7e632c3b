//! Calls: of library functions that are known, of functions with a body, and of others.

use facts_schema::{CallInstruction, FunctionId, Instruction, InstructionId, TypeId, ValueId};

use crate::finding::{Cause, Finding, Memory, Site};
use crate::library::{self, Effect, Length};
use crate::machine::{Access, End, Followed, Frame, Info, Kind, Machine, Mode, Place};
use crate::state::{Found, Life, Object, Rest, State};
use crate::trace::Ending;
use crate::value::{Base, Interval, Value};

/// Calls within calls are followed so deep.
const MAX_DEPTH: u32 = 6;

/// A string that is longer is not read to its end.
const MAX_STRING: u64 = 4096;

impl<'f> Machine<'_, 'f> {
    pub(crate) fn call(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        row: &Instruction,
    ) -> Result<(), End> {
        let view = self.view;
        let instruction = row.instruction;
        let Some(call) = view.call_instruction.first(instruction) else { return Ok(()) };
        let arguments: Vec<ValueId> =
            view.call_argument.all(instruction).iter().map(|it| it.argument).collect();
        let callee = view.as_function(call.callee);
        let callee = callee.or_else(|| self.known_callee(frame, state, &call));
        let intrinsic =
            callee.and_then(|it| view.intrinsic.first(it)).map(|it| view.text(it.intrinsic));
        let value = match (callee, intrinsic) {
            (_, Some(name)) if name.starts_with("llvm.lifetime.") => {
                self.lifetime(frame, state, instruction, &arguments, name.ends_with("start"));
                Value::Unknown
            }
            (_, Some(name)) if library::is_pure(name) => Value::Unknown,
            (Some(callee), _) => {
                let has_body = view.has_body(callee);
                let name = intrinsic.unwrap_or_else(|| view.name_of_function(callee));
                match library::effects(name).filter(|_| !has_body) {
                    Some(effects) => {
                        self.library_call(frame, state, instruction, &arguments, effects)?
                    }
                    None if has_body => {
                        self.own_call(frame, state, instruction, callee, &arguments)?
                    }
                    None => self.unknown_call(frame, state, &arguments),
                }
            }
            (None, _) => {
                let access = Access {
                    instruction,
                    operand: call.callee,
                    bytes: 1,
                    alignment: 1,
                    writes: false,
                };
                let is_assembly = view.inline_asm.first(call.callee).is_some();
                if !is_assembly
                    && let Value::Based { base: Base::Null, .. } =
                        self.value(frame, state, call.callee)
                {
                    self.access(frame, state, access)?;
                }
                self.unknown_call(frame, state, &arguments)
            }
        };
        if self.never_returns(instruction, callee) {
            return Err(End::NoReturn);
        }
        self.define(frame, state, instruction, value);
        Ok(())
    }

    /// The function that a pointer points to, if it is called by its own type.
    fn known_callee(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        call: &CallInstruction,
    ) -> Option<FunctionId> {
        let value = self.value(frame, state, call.callee);
        let Value::Based { base, offset: Interval::ZERO } = value else { return None };
        let Site::Global(global) = self.info(base)?.site else { return None };
        let is_its_type = self.view.global.first(global)?.value_type == call.function_type;
        self.view.as_function(global).filter(|_| is_its_type)
    }

    fn never_returns(&self, instruction: InstructionId, callee: Option<FunctionId>) -> bool {
        let says = |attribute| {
            self.view
                .attribute
                .first(attribute)
                .is_some_and(|it| self.view.text(it.name) == "noreturn")
        };
        let own = self.view.call_attribute.all(instruction).iter();
        own.map(|it| it.attribute).any(says)
            || callee.is_some_and(|it| self.view.has_attribute(it, "noreturn"))
    }

    /// The call may do anything to what other code knows.
    pub(crate) fn unknown_call(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        arguments: &[ValueId],
    ) -> Value {
        frame.may_stop = true;
        for argument in arguments {
            let value = self.value(frame, state, *argument);
            state.escape(value);
        }
        self.free_any(state);
        Value::Unknown
    }

    /// Any memory that other code knows may be freed, or written to.
    fn free_any(&self, state: &mut State) {
        state.forget_escaped(|_| true);
        self.end_escaped(state);
    }

    /// Any memory that other code knows may be freed.
    fn end_escaped(&self, state: &mut State) {
        let infos = &self.infos;
        state.free_escaped(|base| match base {
            Base::Object(number) => {
                infos.get(number as usize).is_some_and(|it| matches!(it.kind, Kind::Heap { .. }))
            }
            _ => false,
        });
    }

    fn lifetime(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        arguments: &[ValueId],
        starts: bool,
    ) {
        // Before LLVM 22 there was a size before the address.
        let Some(address) = arguments.last() else { return };
        let Value::Based { base, offset: Interval::ZERO } = self.value(frame, state, *address)
        else {
            return;
        };
        let Some(object) = state.object_mut(base) else { return };
        object.fill(Rest::Uninitialised);
        object.life = if starts { Life::Live } else { Life::Ended(instruction) };
    }

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

    /// How many bytes a string has with its zero, if that is known; at least one.
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
            // A string without an end leaves its object.
            if info.size.is_some_and(|size| start + length >= size) {
                return Some(length + 1);
            }
            let at = i64::try_from(start + length).ok()?;
            let object = state.object(base).or(begins.as_ref())?;
            let value = match object.load(at, 1, byte) {
                Found::Value(value) => value,
                Found::Rest(Rest::Zero) => Value::integer(8, 0),
                Found::Rest(Rest::Initializer) => match info.site {
                    Site::Global(global) => self.initial_byte(global, start + length, byte),
                    Site::Instruction(_) => return None,
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

    fn library_call(
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
                    // Addresses that are copied may come anywhere.
                    if let Some(from) = arguments.get(from as usize) {
                        let source = self.value(frame, state, *from);
                        self.escape_content(state, source);
                    }
                    if bytes != Some(0) {
                        self.overwrite(state, place);
                    }
                    if let Some((base, content, rest)) = copy
                        && let Some(object) = state.object_mut(base)
                    {
                        object.hold(content, rest);
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
                        site: Site::Instruction(instruction),
                        kind: Kind::Heap { may_be_null: may_fail },
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
                        object.life = Life::Unknown;
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

    /// Accesses this many bytes through an argument.
    #[allow(clippy::too_many_arguments, reason = "what is accessed, where, and how")]
    fn touch(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        instruction: InstructionId,
        arguments: &[ValueId],
        at: u32,
        bytes: u64,
        writes: bool,
    ) -> Result<Place, End> {
        let Some(operand) = arguments.get(at as usize) else { return Ok(Place::Anywhere) };
        if bytes == 0 {
            return Ok(match self.value(frame, state, *operand) {
                Value::Based { base: base @ (Base::Object(_) | Base::Symbol(_)), offset } => {
                    Place::In(base, offset)
                }
                _ => Place::Anywhere,
            });
        }
        self.access(
            frame,
            state,
            Access { instruction, operand: *operand, bytes, alignment: 1, writes },
        )
    }

    /// Something unknown is written to an object.
    fn overwrite(&mut self, state: &mut State, place: Place) {
        match place {
            Place::In(base, _) => {
                self.clobber_aliases(state, base);
                self.forget(state, base);
            }
            Place::Anywhere => state.forget_escaped(|_| true),
        }
    }

    /// Bytes are set to zero, or to something else.
    fn set(&mut self, state: &mut State, place: Place, bytes: Option<u64>, is_zero: bool) {
        self.overwrite(state, place);
        if let Place::In(base, Interval::ZERO) = place
            && is_zero
            && bytes.is_some()
            && self.info(base).is_some_and(|it| it.size == bytes)
            && let Some(object) = state.object_mut(base)
        {
            object.fill(Rest::Zero);
        }
    }

    /// What a whole object holds after so many bytes from the beginning of another one are copied to it.
    fn copy(
        &self,
        state: &State,
        from: Place,
        to: Place,
        bytes: u64,
    ) -> Option<(Base, Object, Rest)> {
        let (Place::In(from, Interval::ZERO), Place::In(to, Interval::ZERO)) = (from, to) else {
            return None;
        };
        let is_whole = self.info(to).is_some_and(|it| it.size == Some(bytes));
        if !is_whole || from == to || bytes == 0 {
            return None;
        }
        let begins = self.begins(from);
        let content = state.object(from).or(begins.as_ref())?.beginning(bytes)?;
        let rest = match (content.rest(), self.info(from).map(|it| it.site)) {
            (Rest::Initializer, Some(Site::Global(global))) => Rest::Copy(global),
            (rest, _) => rest,
        };
        Some((to, content, rest))
    }

    /// What an object holds may be known to other code.
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
            (_, Some(Kind::Stack(_) | Kind::Global { .. } | Kind::Function)) => {
                return finding(Cause::NotAllocated, None);
            }
            (_, Some(Kind::Heap { .. })) if !offset.contains(0) => {
                return finding(Cause::NotAllocated, None);
            }
            _ => {}
        }
        if let Some(Life::Freed(before)) = state.object(base).map(|it| it.life) {
            return finding(Cause::FreedTwice, Some(before));
        }
        if matches!(base, Base::Symbol(_)) {
            // What other memory holds stays as it is; what is freed is not accessed any more.
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
            object.life = if is_whole { Life::Freed(instruction) } else { Life::Unknown };
        }
        Ok(())
    }

    /// A call of a function with a body.
    fn own_call(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        callee: FunctionId,
        arguments: &[ValueId],
    ) -> Result<Value, End> {
        let view = self.view;
        let linkage = view.function.first(callee).and_then(|it| view.global.first(it.value));
        let may_be_other = linkage.is_none_or(|it| it.linkage.is_interposable());
        let length = self.instruction_count(callee);
        let is_too_deep = frame.depth >= MAX_DEPTH || self.running.contains(&callee);
        if may_be_other || is_too_deep || self.steps < length || self.returns_twice(callee) {
            return Ok(self.unknown_call(frame, state, arguments));
        }
        let values: Vec<Value> = arguments
            .iter()
            .zip(0..)
            .map(|(argument, position)| {
                let value = self.value(frame, state, *argument);
                // What is passed by value is a copy.
                if self.is_copied(callee, position) { Value::Unknown } else { value }
            })
            .collect();
        // What is passed beyond the parameters comes to the callee by a list of arguments in memory.
        let parameters = (0..).map_while(|it| view.argument(callee, it)).count();
        for value in values.iter().skip(parameters) {
            state.escape(*value);
        }
        let outcome = self.follow(frame, state, instruction, callee, values);
        match outcome {
            Ending::Returned(value) => Ok(value),
            Ending::NoReturn => Err(End::NoReturn),
            Ending::Undefined(inner) => {
                let operand = arguments.first().copied();
                let callee_value = view.call_instruction.first(instruction).map(|it| it.callee);
                let operand = callee_value.or(operand).unwrap_or(inner.operand);
                let within = inner.within.or(Some((inner.instruction, inner.cause)));
                Err(End::Undefined(Finding {
                    instruction,
                    operand,
                    cause: Cause::Call,
                    within,
                    ..inner
                }))
            }
            Ending::Undecided => Ok(self.unknown_call(frame, state, arguments)),
        }
    }

    /// Runs a call, unless it was run in the same way before.
    fn follow(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        callee: FunctionId,
        values: Vec<Value>,
    ) -> Ending {
        let key = (frame.number, instruction);
        if let Some(known) = self.calls.get(&key).filter(|_| frame.mode == Mode::Flow)
            && known.arguments == values
            && known.before == *state
        {
            *state = known.after.clone();
            frame.may_stop |= known.may_stop;
            return known.ending;
        }
        let before = state.clone();
        let may_stop = std::mem::replace(&mut frame.may_stop, false);
        self.running.push(callee);
        let ending = self.run_call(frame, state, instruction, callee, values.clone());
        self.running.pop();
        if frame.mode == Mode::Flow {
            let (after, may_stop) = (state.clone(), frame.may_stop);
            let followed = Followed { arguments: values, before, after, ending, may_stop };
            self.calls.insert(key, followed);
        }
        frame.may_stop |= may_stop;
        ending
    }

    fn run_call(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        callee: FunctionId,
        values: Vec<Value>,
    ) -> Ending {
        // Along the one way that is decided, if there is one; otherwise along all.
        if !(frame.mode == Mode::Flow && frame.may_repeat) {
            let mut callee_frame =
                self.frame(callee, Mode::Trace, values.clone(), Some((&*frame, instruction)));
            self.name_arguments(&mut callee_frame);
            let mut after = state.clone();
            let ending = self.trace(&mut callee_frame, &mut after, 0, None);
            if ending != Ending::Undecided {
                *state = after;
                return ending;
            }
        }
        let mut callee_frame = self.frame(callee, Mode::Flow, values, Some((&*frame, instruction)));
        self.name_arguments(&mut callee_frame);
        frame.may_stop = true;
        self.flow_through(&mut callee_frame, state)
    }

    /// Unknown arguments are always the same in the call.
    pub(crate) fn name_arguments(&mut self, frame: &mut Frame<'f>) {
        for position in 0..frame.arguments.len() {
            if frame.arguments[position] == Value::Unknown
                && let Some(value) = self.view.argument(frame.function, position as u32)
            {
                frame.arguments[position] = self.symbol(frame, value);
            }
        }
    }

    fn is_copied(&self, callee: FunctionId, position: u32) -> bool {
        self.view.parameter_attribute.all(callee).iter().any(|row| {
            let name = self.view.attribute.first(row.attribute).map(|it| self.view.text(it.name));
            row.position == position && name == Some("byval")
        })
    }

    pub(crate) fn returns_twice(&self, function: FunctionId) -> bool {
        let calls = self.view.instructions_of(function);
        self.view.call_instruction.within(Some(calls)).iter().any(|call| {
            let callee = self.view.as_function(call.callee);
            callee.is_some_and(|it| self.view.has_attribute(it, "returns_twice"))
        })
    }
}
