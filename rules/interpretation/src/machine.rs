//! One instruction after the other: what it computes, what it does to memory, and whether it is undefined behavior.

use std::rc::Rc;

use facts_schema::view::View;
use facts_schema::{
    EntityId, FunctionId, GlobalFlag, Instruction, InstructionFlag, InstructionId, Opcode, TypeId,
    TypeKind, ValueId, ValueKind,
};
use rustc_hash::FxHashMap;

use crate::body::Body;
use crate::constants::{self, width};
use crate::finding::{Cause, Finding, Memory, Site};
use crate::state::{Found, Life, Object, Rest, State};
use crate::trace::Ending;
use crate::value::{Base, Interval, Value};

/// What is always known of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    pub(crate) site: Site,
    pub(crate) kind: Kind,
    /// In bytes, if that is known.
    pub(crate) size: Option<u64>,
    /// Its address is a multiple of this many bytes.
    pub(crate) alignment: u64,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A variable of the call with this number.
    Stack(u32),
    Heap {
        may_be_null: bool,
    },
    Global {
        is_constant: bool,
    },
    Function,
}

/// Why an instruction is not followed by the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It is undefined behavior.
    Undefined(Finding),
    /// It does not come back.
    NoReturn,
}

/// How control goes through a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Along all edges: what is known holds on all of them.
    Flow,
    /// Along the one way that is decided.
    Trace,
}

/// A call of a function.
pub(crate) struct Frame<'f> {
    pub(crate) function: FunctionId,
    pub(crate) body: Rc<Body<'f>>,
    /// Tells it from other calls.
    pub(crate) number: u32,
    pub(crate) mode: Mode,
    pub(crate) values: FxHashMap<ValueId, Value>,
    pub(crate) arguments: Vec<Value>,
    /// Whether the instruction at hand may run again: then what it reserves is not told apart.
    pub(crate) may_repeat: bool,
    /// Whether a caller's may.
    pub(crate) caller_repeats: bool,
    pub(crate) depth: u32,
    /// Whether values are to stop growing.
    pub(crate) grows: bool,
    /// Whether more has become known of a value.
    pub(crate) has_changed: bool,
    /// Whether a call since the beginning of the block may not have come back.
    pub(crate) may_stop: bool,
    null_is_valid: bool,
}

/// A call that was followed.
pub(crate) struct Followed {
    pub(crate) arguments: Vec<Value>,
    pub(crate) before: State,
    pub(crate) after: State,
    pub(crate) ending: Ending,
    /// Whether it may not come back.
    pub(crate) may_stop: bool,
}

/// Interprets functions of a module.
pub(crate) struct Machine<'v, 'f> {
    pub(crate) view: &'v View<'f>,
    pub(crate) infos: Vec<Info>,
    objects: FxHashMap<(u32, InstructionId), u32>,
    globals: FxHashMap<ValueId, u32>,
    symbols: FxHashMap<(u32, ValueId), u32>,
    symbol_count: u32,
    frames: FxHashMap<(u32, InstructionId), u32>,
    frame_count: u32,
    bodies: FxHashMap<FunctionId, Rc<Body<'f>>>,
    /// The functions that are running, the outermost first.
    pub(crate) running: Vec<FunctionId>,
    /// How many instructions may still be looked at, beside those of the function that is asked about.
    pub(crate) steps: usize,
    /// The calls that were followed, by caller.
    pub(crate) calls: FxHashMap<(u32, InstructionId), Followed>,
}

impl<'v, 'f> Machine<'v, 'f> {
    pub(crate) fn new(view: &'v View<'f>) -> Self {
        Self {
            view,
            infos: Vec::new(),
            objects: FxHashMap::default(),
            globals: FxHashMap::default(),
            symbols: FxHashMap::default(),
            symbol_count: 0,
            frames: FxHashMap::default(),
            frame_count: 0,
            bodies: FxHashMap::default(),
            running: Vec::new(),
            steps: 0,
            calls: FxHashMap::default(),
        }
    }

    /// The control flow of a function.
    pub(crate) fn body(&mut self, function: FunctionId) -> Rc<Body<'f>> {
        let view = self.view;
        Rc::clone(self.bodies.entry(function).or_insert_with(|| Rc::new(Body::of(view, function))))
    }

    /// A new call. In a function that is followed along all edges, one from the same place is the same one.
    pub(crate) fn frame(
        &mut self,
        function: FunctionId,
        mode: Mode,
        arguments: Vec<Value>,
        caller: Option<(&Frame<'f>, InstructionId)>,
    ) -> Frame<'f> {
        let is_new = mode == Mode::Trace || caller.is_none_or(|it| it.0.mode == Mode::Trace);
        let count = &mut self.frame_count;
        let mut next = || {
            *count += 1;
            *count
        };
        let number = match caller {
            Some((caller, call)) if !is_new => {
                *self.frames.entry((caller.number, call)).or_insert_with(next)
            }
            _ => next(),
        };
        let caller_repeats = caller.is_some_and(|it| it.0.may_repeat);
        Frame {
            function,
            body: self.body(function),
            number,
            mode,
            values: FxHashMap::default(),
            arguments,
            may_repeat: caller_repeats,
            caller_repeats,
            depth: caller.map_or(0, |it| it.0.depth + 1),
            grows: false,
            has_changed: false,
            may_stop: false,
            null_is_valid: self.view.has_attribute(function, "null_pointer_is_valid"),
        }
    }

    /// An unknown value that is always the same: what `value` is. Unknown if it may be computed again.
    pub(crate) fn symbol(&mut self, frame: &Frame, value: ValueId) -> Value {
        if frame.mode == Mode::Flow && frame.may_repeat {
            return Value::Unknown;
        }
        let count = &mut self.symbol_count;
        let mut next = || {
            *count += 1;
            *count
        };
        let number = match frame.mode {
            Mode::Flow => *self.symbols.entry((frame.number, value)).or_insert_with(next),
            Mode::Trace => next(),
        };
        Value::of(Base::Symbol(number))
    }

    /// The number of an object that an instruction reserves.
    fn object(&mut self, frame: &Frame, instruction: InstructionId, info: Info) -> u32 {
        let next = self.infos.len() as u32;
        let number = match frame.mode {
            Mode::Flow => *self.objects.entry((frame.number, instruction)).or_insert(next),
            Mode::Trace => next,
        };
        if number == next {
            self.infos.push(info);
        } else if let Some(known) = self.infos.get_mut(number as usize)
            && known.size != info.size
        {
            // Its size depends on the way to it.
            known.size = None;
        }
        number
    }

    /// An object that begins here; unknown if it is not told from others.
    pub(crate) fn allocate(
        &mut self,
        frame: &Frame,
        state: &mut State,
        instruction: InstructionId,
        info: Info,
        rest: Rest,
    ) -> Value {
        if frame.mode == Mode::Flow && frame.may_repeat && !self.is_first_block(frame, instruction)
        {
            return Value::Unknown;
        }
        let base = Base::Object(self.object(frame, instruction, info));
        state.insert(base, Object::new(rest));
        Value::of(base)
    }

    /// Whether an instruction is a variable of its function, which every call has once.
    fn is_first_block(&self, frame: &Frame, instruction: InstructionId) -> bool {
        let is_it =
            |row: &Instruction| row.instruction == instruction && row.opcode == Opcode::Alloca;
        let is_repeated = frame.body.is_in_cycle.first().copied().unwrap_or(true);
        !is_repeated && frame.body.blocks.first().is_some_and(|rows| rows.iter().any(is_it))
    }

    /// The address of a global.
    fn global(&mut self, global: ValueId) -> Value {
        if let Some(number) = self.globals.get(&global) {
            return Value::of(Base::Object(*number));
        }
        let view = self.view;
        let Some(row) = view.global.first(global) else { return Value::Unknown };
        let is_exact =
            !row.linkage.is_interposable() && !view.has_flag(global, GlobalFlag::Declaration);
        let is_function = view.kind_of(global) == Some(ValueKind::Function);
        let is_constant = is_exact && view.has_flag(global, GlobalFlag::Constant);
        let info = Info {
            site: Site::Global(global),
            kind: if is_function { Kind::Function } else { Kind::Global { is_constant } },
            size: match is_exact && !is_function {
                true => view.types().size(row.value_type),
                false => None,
            },
            alignment: view.global_alignment.first(global).map_or(1, |it| it.alignment.into()),
        };
        // What nothing defines may be null.
        if row.linkage == facts_schema::Linkage::ExternWeak {
            return Value::Unknown;
        }
        let number = self.infos.len() as u32;
        self.infos.push(info);
        self.globals.insert(global, number);
        Value::of(Base::Object(number))
    }

    pub(crate) fn info(&self, base: Base) -> Option<Info> {
        match base {
            Base::Object(number) => self.infos.get(number as usize).copied(),
            _ => None,
        }
    }

    /// How an object is that no state lists: globals, and what unknown addresses lead to.
    pub(crate) fn begins(&self, base: Base) -> Option<Object> {
        match (base, self.info(base).map(|it| it.kind)) {
            (Base::Symbol(_), _) => Some(Object::known(Rest::Unknown)),
            (_, Some(Kind::Global { is_constant: true })) => Some(Object::known(Rest::Initializer)),
            (_, Some(Kind::Global { .. })) => Some(Object::known(Rest::Unknown)),
            _ => None,
        }
    }

    /// What an operand is.
    pub(crate) fn value(&mut self, frame: &Frame, state: &State, value: ValueId) -> Value {
        let found = match self.view.kind_of(value) {
            Some(ValueKind::Instruction) => {
                frame.values.get(&value).copied().unwrap_or(Value::Unknown)
            }
            Some(ValueKind::Argument) => {
                let position = self.view.argument.first(value).map_or(u32::MAX, |it| it.position);
                frame.arguments.get(position as usize).copied().unwrap_or(Value::Unknown)
            }
            Some(_) => self.constant(value),
            None => Value::Unknown,
        };
        state.resolve(found)
    }

    pub(crate) fn constant(&mut self, constant: ValueId) -> Value {
        let view = self.view;
        constants::value(view, constant, &mut |it| self.global(it))
    }

    /// Counts a step. All ways through the function that is asked about are looked at in any case.
    pub(crate) fn count(&mut self, frame: &Frame) {
        if frame.depth > 0 || frame.mode == Mode::Trace {
            self.steps = self.steps.saturating_sub(1);
        }
    }

    /// Runs one instruction that is no terminator and no phi.
    pub(crate) fn step(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        row: &Instruction,
    ) -> Result<(), End> {
        self.count(frame);
        let view = self.view;
        let instruction = row.instruction;
        let value = match row.opcode {
            Opcode::Alloca => self.alloca(frame, state, instruction),
            Opcode::Load => self.load(frame, state, instruction)?,
            Opcode::Store => return self.store(frame, state, instruction),
            Opcode::CmpXchg | Opcode::AtomicRmw => self.exchange(frame, state, row)?,
            Opcode::GetElementPtr => self.address(frame, state, instruction),
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                return self.call(frame, state, row);
            }
            Opcode::ICmp => self.comparison(frame, state, instruction),
            Opcode::Select => self.select(frame, state, instruction),
            Opcode::Freeze | Opcode::BitCast => {
                let operand = view.instruction_operand.first(instruction).map(|it| it.operand);
                let value = operand.map(|it| self.value(frame, state, it));
                let is_same = row.opcode == Opcode::Freeze || self.keeps_type(instruction);
                match value {
                    Some(value @ (Value::Integer { .. } | Value::Based { .. })) if is_same => value,
                    value => {
                        value.into_iter().for_each(|it| state.escape(it));
                        Value::Unknown
                    }
                }
            }
            Opcode::PtrToInt | Opcode::PtrToAddr => {
                if let Some(operand) = view.instruction_operand.first(instruction) {
                    let value = self.value(frame, state, operand.operand);
                    state.escape(value);
                }
                Value::Unknown
            }
            Opcode::Trunc | Opcode::ZExt | Opcode::SExt => self.conversion(frame, state, row),
            _ if view.binary_instruction.first(instruction).is_some() => {
                self.binary(frame, state, instruction)?
            }
            _ => {
                // What is put into aggregates is not followed.
                for operand in view.instruction_operand.all(instruction) {
                    let value = self.value(frame, state, operand.operand);
                    if row.opcode != Opcode::FCmp {
                        state.escape(value);
                    }
                }
                Value::Unknown
            }
        };
        self.define(frame, state, instruction, value);
        Ok(())
    }

    /// Says what an instruction computes.
    pub(crate) fn define(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        value: Value,
    ) {
        let Some(result) = self.view.result_of(instruction) else { return };
        let mut value = match value {
            Value::Unknown => self.symbol(frame, result),
            value => value,
        };
        if frame.mode == Mode::Flow
            && let Some(before) = frame.values.get(&result)
            && *before != value
        {
            let joined = before.join(value, frame.grows);
            if joined == Value::Unknown {
                state.escape(*before);
                state.escape(value);
            }
            value = joined;
        }
        frame.has_changed |= frame.values.insert(result, value) != Some(value);
    }

    fn keeps_type(&self, instruction: InstructionId) -> bool {
        let row = self.view.conversion_instruction.first(instruction);
        row.is_some_and(|row| self.view.type_of(row.operand) == Some(row.to_type))
    }

    fn alloca(&mut self, frame: &Frame, state: &mut State, instruction: InstructionId) -> Value {
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
            site: Site::Instruction(instruction),
            kind: Kind::Stack(frame.number),
            size,
            alignment: row.alignment.into(),
        };
        self.allocate(frame, state, instruction, info, Rest::Uninitialised)
    }

    /// How many bytes a value of a type takes in memory, and whether it is followed as one value.
    fn stored_size(&self, r#type: TypeId) -> Option<(u64, bool)> {
        let size = self.view.type_layout.first(r#type)?.store_size;
        let is_scalar = match self.view.types().kind(r#type)? {
            TypeKind::Integer => width(self.view, r#type).is_some(),
            TypeKind::Pointer | TypeKind::Float | TypeKind::Double => true,
            _ => false,
        };
        Some((size, is_scalar))
    }

    fn load(
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
        let Place::In(base, offset) = place else { return Ok(Value::Unknown) };
        if is_volatile || !is_scalar {
            self.spill(state, base);
            return Ok(Value::Unknown);
        }
        if state.object(base).is_none()
            && let Some(object) = self.begins(base)
        {
            state.insert(base, object);
        }
        let Some(object) = state.object(base) else { return Ok(Value::Unknown) };
        let Some(start) = offset.exact().and_then(|it| i64::try_from(it).ok()) else {
            let is_untouched = object.is_untouched();
            self.spill(state, base);
            return Ok(if is_untouched { Value::Undef } else { Value::Unknown });
        };
        let value = match object.load(start, size, row.r#type) {
            Found::Value(value) => value,
            Found::Rest(Rest::Uninitialised) => Value::Undef,
            Found::Rest(Rest::Zero) => constants::zero(view, row.r#type),
            Found::Rest(Rest::Initializer) => match self.info(base).map(|it| it.site) {
                Some(Site::Global(global)) => self.initial(global, start, row.r#type),
                _ => Value::Unknown,
            },
            Found::Rest(Rest::Copy(global)) => self.initial(global, start, row.r#type),
            Found::Rest(Rest::Unknown) => Value::Unknown,
        };
        let value = state.resolve(self.as_type(value, row.r#type));
        if value != Value::Unknown {
            return Ok(value);
        }
        self.spill(state, base);
        // The next load finds the same value.
        let Some(result) = view.result_of(instruction) else { return Ok(Value::Unknown) };
        let symbol = self.symbol(frame, result);
        if symbol != Value::Unknown
            && let Some(object) = state.object_mut(base)
        {
            let lost = object.store(start, size, row.r#type, symbol);
            lost.into_iter().for_each(|it| state.escape(it));
        }
        Ok(symbol)
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

    /// A value as one of a type: integers and pointers are told apart.
    fn as_type(&self, value: Value, r#type: TypeId) -> Value {
        let kind = self.view.types().kind(r#type);
        match value {
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

    fn store(
        &mut self,
        frame: &Frame,
        state: &mut State,
        instruction: InstructionId,
    ) -> Result<(), End> {
        let Some(row) = self.view.store_instruction.first(instruction) else { return Ok(()) };
        let Some(r#type) = self.view.type_of(row.value) else { return Ok(()) };
        let value = self.value(frame, state, row.value);
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
            Value::Integer { width, .. } if !width.is_multiple_of(8) => Value::Unknown,
            value => value,
        };
        if !is_scalar || stored == Value::Unknown {
            state.escape(value);
        }
        self.write(state, place, size, r#type, stored);
        Ok(())
    }

    /// Writes a value to a place.
    pub(crate) fn write(
        &mut self,
        state: &mut State,
        place: Place,
        size: u64,
        r#type: TypeId,
        value: Value,
    ) {
        let Place::In(base, offset) = place else {
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

    /// What an object holds is no longer followed: addresses in it may be anywhere.
    pub(crate) fn spill(&self, state: &mut State, base: Base) {
        let held = state.object(base).filter(|it| !it.is_escaped).map(Object::values);
        held.unwrap_or_default().into_iter().for_each(|it| state.escape(it));
    }

    /// Anything may be written to an object.
    pub(crate) fn forget(&self, state: &mut State, base: Base) {
        let lost = state.object_mut(base).map(Object::forget);
        lost.unwrap_or_default().into_iter().for_each(|it| state.escape(it));
    }

    /// What may be the same memory as a base, and other code knows, may have changed.
    pub(crate) fn clobber_aliases(&self, state: &mut State, base: Base) {
        let is_known = state.object(base).is_some_and(|it| !it.is_escaped);
        if !is_known {
            let is_symbol = matches!(base, Base::Symbol(_));
            state.forget_escaped(|it| it != base && (is_symbol || matches!(it, Base::Symbol(_))));
        }
    }

    fn exchange(
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

    fn address(&mut self, frame: &Frame, state: &mut State, instruction: InstructionId) -> Value {
        let view = self.view;
        let Some(row) = view.getelementptr_instruction.first(instruction) else {
            return Value::Unknown;
        };
        let is_pointer = |value: ValueId| {
            view.type_of(value).and_then(|it| view.types().kind(it)) == Some(TypeKind::Pointer)
        };
        let result = view.result_of(instruction);
        if !is_pointer(row.base) || !result.is_some_and(is_pointer) {
            for operand in view.instruction_operand.all(instruction) {
                let value = self.value(frame, state, operand.operand);
                state.escape(value);
            }
            return Value::Unknown;
        }
        let Value::Based { base, offset } = self.value(frame, state, row.base) else {
            return Value::Unknown;
        };
        let indices: Vec<ValueId> =
            view.getelementptr_index.all(instruction).iter().map(|it| it.index).collect();
        let values: Vec<Value> = indices.iter().map(|it| self.value(frame, state, *it)).collect();
        let far = constants::distance(view, row.source_type, &indices, &values);
        let offset = offset.plus(far.unwrap_or(Interval::ANY)).as_distance();
        Value::Based { base, offset }
    }

    pub(crate) fn is_volatile(&self, instruction: InstructionId) -> bool {
        let flags = self.view.instruction_flag.all(instruction);
        flags.iter().any(|row| row.flag == InstructionFlag::Volatile)
            || self.is_volatile_transfer(instruction)
    }

    /// `llvm.memcpy` and its like say so by their last argument.
    fn is_volatile_transfer(&self, instruction: InstructionId) -> bool {
        let view = self.view;
        let call = view.call_instruction.first(instruction);
        let callee = call.and_then(|it| view.as_function(it.callee));
        let intrinsic = callee.and_then(|it| view.intrinsic.first(it));
        intrinsic.is_some_and(|it| view.text(it.intrinsic).starts_with("llvm.mem"))
            && view
                .call_argument
                .all(instruction)
                .iter()
                .any(|it| it.position == 3 && view.signed(it.argument).is_some_and(|it| it != 0))
    }

    /// Where an access goes.
    ///
    /// # Errors
    ///
    /// The finding, if it is undefined behavior in every execution.
    pub(crate) fn access(
        &mut self,
        frame: &Frame,
        state: &State,
        access: Access,
    ) -> Result<Place, End> {
        let Access { instruction, operand, bytes, alignment, writes } = access;
        let value = self.value(frame, state, operand);
        let found =
            |cause| Finding { bytes: Some(bytes), ..Finding::new(instruction, operand, cause) };
        let (base, offset) = match value {
            _ if bytes == 0 => return Ok(Place::Anywhere),
            Value::Based { base, offset } => (base, offset),
            Value::Undef => return Err(End::Undefined(found(Cause::Uninitialised))),
            _ => return Ok(Place::Anywhere),
        };
        if base == Base::Null {
            let is_plain = self
                .view
                .type_of(operand)
                .is_some_and(|it| constants::is_plain_pointer(self.view, it));
            let may_be = frame.null_is_valid || !is_plain || self.is_volatile(instruction);
            return if may_be {
                Ok(Place::Anywhere)
            } else {
                Err(End::Undefined(found(Cause::Null)))
            };
        }
        let info = self.info(base);
        let exact = offset.exact().and_then(|it| i64::try_from(it).ok());
        let finding = |cause, ended_at| {
            let memory = info.map(|it| Memory { site: it.site, size: it.size });
            Err(End::Undefined(Finding { memory, offset: exact, ended_at, ..found(cause) }))
        };
        match state.object(base).map(|it| it.life) {
            Some(Life::Freed(at)) => return finding(Cause::Freed, Some(at)),
            Some(Life::Ended(at)) => return finding(Cause::Ended, Some(at)),
            _ => {}
        }
        let Some(info) = info else { return Ok(Place::In(base, offset)) };
        if info.kind == Kind::Function {
            return Ok(Place::Anywhere);
        }
        if let Some(size) = info.size
            && (offset.high < 0 || offset.low > i128::from(size) - i128::from(bytes))
        {
            return finding(Cause::OutOfBounds, None);
        }
        if writes && info.kind == (Kind::Global { is_constant: true }) {
            return finding(Cause::Constant, None);
        }
        if let Some(offset) = exact
            && alignment > 1
            && info.alignment >= alignment
            && offset.rem_euclid(alignment as i64) != 0
        {
            return finding(Cause::Misaligned, None);
        }
        Ok(Place::In(base, offset))
    }

    /// How many instructions a function has.
    pub(crate) fn instruction_count(&self, function: FunctionId) -> usize {
        let range = self.view.instructions_of(function);
        range.end.index() - range.start.index()
    }
}

/// An access to memory.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    pub(crate) instruction: InstructionId,
    /// The operand that is the address.
    pub(crate) operand: ValueId,
    pub(crate) bytes: u64,
    /// What the address is said to be a multiple of.
    pub(crate) alignment: u64,
    pub(crate) writes: bool,
}

/// Where an access goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// So many bytes behind the beginning of an object.
    In(Base, Interval),
    Anywhere,
}
