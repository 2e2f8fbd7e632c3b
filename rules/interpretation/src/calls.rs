//! Calls of known library functions, of functions with a body, and of other functions.

use facts_schema::{CallInstruction, FunctionId, Instruction, InstructionId, ValueId};

use crate::finding::{AllocationSite, Cause, Finding};
use crate::library;
use crate::machine::{End, Followed, Frame, Machine, MemoryKind, Mode};
use crate::memory::Access;
use crate::state::{Lifetime, Rest, State};
use crate::trace::Ending;
use crate::value::{Base, Interval, Value};

/// The maximum depth of calls that are followed.
const MAX_DEPTH: u32 = 6;

/// The maximum depth of recursive calls, which are only followed along a decided path.
const MAX_RECURSION: u32 = 24;

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
        for (argument, position) in arguments.iter().zip(0..) {
            let value = self.value(frame, state, *argument);
            if let Some(finding) = Finding::of_deferred(instruction, *argument, value)
                && self.is_noundef_argument(instruction, callee, position)
            {
                return Err(End::Undefined(finding));
            }
        }
        self.learn_passed(frame, state, instruction, callee);
        let intrinsic = callee.and_then(|it| view.intrinsic_name(it));
        let value = match (callee, intrinsic) {
            (_, Some(name)) if name.starts_with("llvm.lifetime.") => {
                self.lifetime(frame, state, instruction, &arguments, name.ends_with("start"));
                Value::Unknown
            }
            (_, Some(name)) if library::is_pure(name) => {
                self.pure_intrinsic(frame, state, instruction, name, &arguments)?
            }
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

    /// The function that a pointer points to, if it is called with its own type.
    fn known_callee(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        call: &CallInstruction,
    ) -> Option<FunctionId> {
        let value = self.value(frame, state, call.callee);
        let Value::Based { base, offset: Interval::ZERO } = value else { return None };
        let AllocationSite::Global(global) = self.info(base)?.site else { return None };
        let is_its_type = self.view.global.first(global)?.value_type == call.function_type;
        self.view.as_function(global).filter(|_| is_its_type)
    }

    fn never_returns(&self, instruction: InstructionId, callee: Option<FunctionId>) -> bool {
        let own = self.view.call_attribute.all(instruction).iter();
        own.map(|it| it.attribute).any(|it| self.view.is_attribute(it, "noreturn"))
            || callee.is_some_and(|it| self.view.has_attribute(it, "noreturn"))
    }

    /// The call may have any effect on escaped memory.
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

    /// Any escaped memory may be freed or written to.
    pub(crate) fn free_any(&self, state: &mut State) {
        state.forget_escaped(|_| true);
        self.end_escaped(state);
    }

    /// Any escaped memory may be freed.
    pub(crate) fn end_escaped(&self, state: &mut State) {
        let infos = &self.infos;
        state.free_escaped(|base| match base {
            Base::Object(number) => infos
                .get(number as usize)
                .is_some_and(|it| matches!(it.kind, MemoryKind::Heap { .. })),
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
        // Before LLVM 22, the size came before the address.
        let Some(address) = arguments.last() else { return };
        let Value::Based { base, offset: Interval::ZERO } = self.value(frame, state, *address)
        else {
            return;
        };
        let Some(object) = state.object_mut(base) else { return };
        object.fill(Rest::Uninitialised);
        object.lifetime = if starts { Lifetime::Live } else { Lifetime::Ended(instruction) };
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
        let is_recursive = self.running.contains(&callee);
        let is_too_deep = frame.depth >= if is_recursive { MAX_RECURSION } else { MAX_DEPTH };
        if may_be_other || is_too_deep || self.steps < length || self.returns_twice(callee) {
            return Ok(self.unknown_call(frame, state, arguments));
        }
        let values: Vec<Value> = arguments
            .iter()
            .zip(0..)
            .map(|(argument, position)| {
                let value = self.kept(frame, state, *argument);
                // A `byval` argument is a copy.
                if self.is_copied(callee, position) { Value::Unknown } else { value }
            })
            .collect();
        // Arguments beyond the parameters reach the callee through a list of arguments in memory.
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

    /// Runs a call, unless it was already run in the same way.
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
        // Along the one decided path if there is one; otherwise along all paths.
        if !(frame.mode == Mode::Flow && frame.may_repeat) {
            let mut callee_frame =
                self.frame(callee, Mode::Trace, values.clone(), Some((&*frame, instruction)));
            let mut after = state.clone();
            self.name_arguments(&mut callee_frame, &mut after);
            let ending = self.trace(&mut callee_frame, &mut after, 0, None);
            if ending != Ending::Undecided {
                *state = after;
                return ending;
            }
        }
        let is_recursive = self.running.iter().filter(|it| **it == callee).count() > 1;
        if is_recursive {
            return Ending::Undecided;
        }
        let mut callee_frame = self.frame(callee, Mode::Flow, values, Some((&*frame, instruction)));
        self.name_arguments(&mut callee_frame, state);
        frame.may_stop = true;
        self.flow_through(&mut callee_frame, state)
    }

    /// Gives each unknown argument a symbol, as it is equal at all uses in the call.
    pub(crate) fn name_arguments(&mut self, frame: &mut Frame<'f>, state: &mut State) {
        for position in 0..frame.arguments.len() {
            if frame.arguments[position] == Value::Unknown
                && let Some(value) = self.view.argument(frame.function, position as u32)
            {
                let symbol = self.symbol(frame, value);
                frame.arguments[position] = symbol;
                self.learn_argument(state, frame.function, position as u32, symbol);
            }
        }
    }

    fn is_copied(&self, callee: FunctionId, position: u32) -> bool {
        let mut attributes = self.parameter_attributes(callee, position);
        attributes.any(|it| self.view.is_attribute(it, "byval"))
    }

    pub(crate) fn returns_twice(&self, function: FunctionId) -> bool {
        let calls = self.view.instructions_of(function);
        self.view.call_instruction.within(Some(calls)).iter().any(|call| {
            let callee = self.view.as_function(call.callee);
            callee.is_some_and(|it| self.view.has_attribute(it, "returns_twice"))
        })
    }
}
