//! Interprets single instructions: their results, their effects on memory, and whether they are undefined
//! behaviour.

use std::rc::Rc;

use facts_schema::assembly::is_conversion;
use facts_schema::view::View;
use facts_schema::{
    EntityId, FunctionId, GlobalFlag, Instruction, InstructionId, Opcode, TypeId, TypeKind,
    ValueId, ValueKind,
};
use rustc_hash::FxHashMap;

use crate::ModuleInfo;
use crate::aggregates::Scalars;
use crate::body::Body;
use crate::constants;
use crate::equalities::Equalities;
use crate::finding::{AllocationSite, Finding};
use crate::state::{Object, Rest, State};
use crate::trace::Ending;
use crate::value::{Base, Interval, Value};

/// The properties of an object that do not change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    pub(crate) site: AllocationSite,
    pub(crate) kind: MemoryKind,
    /// In bytes, if it is known.
    pub(crate) size: Option<u64>,
    /// Its address is a multiple of this many bytes.
    pub(crate) alignment: u64,
}

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemoryKind {
    /// A stack variable of the call with this number.
    Stack(u32),
    Heap {
        may_be_null: bool,
    },
    Global {
        is_constant: bool,
    },
    Function,
    /// Not memory, but the members of a structure or array that an instruction computes.
    Aggregate,
}

/// The reason why control does not continue after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It is undefined behaviour.
    Undefined(Finding),
    /// It does not return.
    NoReturn,
}

/// The way in which control is followed through a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Along all edges: the state holds on all paths.
    Flow,
    /// Along the one path that is decided.
    Trace,
}

/// A call of a function.
pub(crate) struct Frame<'f> {
    pub(crate) function: FunctionId,
    pub(crate) body: Rc<Body<'f>>,
    /// Distinguishes it from other calls.
    pub(crate) number: u32,
    pub(crate) mode: Mode,
    pub(crate) values: FxHashMap<ValueId, Value>,
    pub(crate) arguments: Vec<Value>,
    /// Whether the current instruction may run again: then its allocations are not distinguished.
    pub(crate) may_repeat: bool,
    /// Whether a caller's current instruction may run again.
    pub(crate) caller_repeats: bool,
    pub(crate) depth: u32,
    /// Whether values are to be widened.
    pub(crate) grows: bool,
    /// The results that have changed.
    pub(crate) changed: Vec<ValueId>,
    /// Whether a call since the beginning of the block may not have returned.
    pub(crate) may_stop: bool,
    pub(crate) null_is_valid: bool,
    /// Whether [`crate::flow::Flow::joins`] is recorded.
    pub(crate) records_joins: bool,
}

/// A call that was followed.
pub(crate) struct Followed {
    pub(crate) arguments: Vec<Value>,
    pub(crate) before: State,
    pub(crate) after: State,
    pub(crate) ending: Ending,
    /// Whether it may not return.
    pub(crate) may_stop: bool,
}

/// Interprets functions of a module.
pub(crate) struct Machine<'v, 'f> {
    pub(crate) view: &'v View<'f>,
    pub(crate) module: &'v ModuleInfo,
    pub(crate) infos: Vec<Info>,
    /// Whether the known properties of an object have become weaker.
    pub(crate) has_new_infos: bool,
    objects: FxHashMap<(u32, InstructionId), u32>,
    globals: FxHashMap<ValueId, u32>,
    symbols: FxHashMap<(u32, ValueId), u32>,
    symbol_count: u32,
    frames: FxHashMap<(u32, InstructionId), u32>,
    frame_count: u32,
    bodies: FxHashMap<FunctionId, Rc<Body<'f>>>,
    /// The functions that are running, the outermost first.
    pub(crate) running: Vec<FunctionId>,
    /// The number of instructions that may still be interpreted, in addition to those of the function in question.
    pub(crate) steps: usize,
    /// The calls that were followed, by caller.
    pub(crate) calls: FxHashMap<(u32, InstructionId), Followed>,
    /// The scalars in structures and arrays.
    pub(crate) scalars: FxHashMap<TypeId, Option<Scalars>>,
    /// Whether undefined behaviour on some paths is searched for. Comparisons with null in macros then do not suggest
    /// that an address may be null.
    pub(crate) is_about_paths: bool,
    /// Which computed values are equal, if paths are compared.
    pub(crate) equalities: Option<Equalities>,
}

impl<'v, 'f> Machine<'v, 'f> {
    pub(crate) fn new(view: &'v View<'f>, module: &'v ModuleInfo) -> Self {
        Self {
            view,
            module,
            infos: Vec::new(),
            has_new_infos: false,
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
            scalars: FxHashMap::default(),
            is_about_paths: false,
            equalities: None,
        }
    }

    /// The control flow of a function.
    pub(crate) fn body(&mut self, function: FunctionId) -> Rc<Body<'f>> {
        let view = self.view;
        Rc::clone(self.bodies.entry(function).or_insert_with(|| Rc::new(Body::of(view, function))))
    }

    /// A new call. In a function that is followed along all edges, calls from the same place are treated as one.
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
            changed: Vec::new(),
            may_stop: false,
            records_joins: false,
            null_is_valid: self.view.has_attribute(function, "null_pointer_is_valid"),
        }
    }

    /// A call of the function in question, with unknown arguments, and the memory at its beginning.
    pub(crate) fn start(&mut self, function: FunctionId) -> (Frame<'f>, State) {
        self.running.push(function);
        let parameters = (0..).map_while(|it| self.view.argument(function, it)).count();
        let mut frame = self.frame(function, Mode::Flow, vec![Value::Unknown; parameters], None);
        let mut entry = State::default();
        self.name_arguments(&mut frame, &mut entry);
        (frame, entry)
    }

    /// The same call, to be followed along one path from a place in it at which these values are known.
    pub(crate) fn retrace(
        &mut self,
        frame: &Frame<'f>,
        values: FxHashMap<ValueId, Value>,
    ) -> Frame<'f> {
        let mut trace = self.frame(frame.function, Mode::Trace, frame.arguments.clone(), None);
        trace.number = frame.number;
        trace.values = values;
        trace
    }

    /// The number of a new symbol.
    pub(crate) fn new_symbol(&mut self) -> u32 {
        self.symbol_count += 1;
        self.symbol_count
    }

    /// A symbol for `value`: an unknown value that is equal at all uses. Unknown if `value` may be computed again.
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
            // Its size depends on the path.
            known.size = None;
            self.has_new_infos = true;
        }
        number
    }

    /// A newly allocated object; unknown if it is not distinguished from others.
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

    /// Whether an instruction is a stack variable that exists once in every call of its function.
    fn is_first_block(&self, frame: &Frame, instruction: InstructionId) -> bool {
        let is_it =
            |row: &Instruction| row.instruction == instruction && row.opcode == Opcode::Alloca;
        let is_repeated = frame.body.is_in_cycle.first().copied().unwrap_or(true);
        !is_repeated && frame.body.blocks.first().is_some_and(|rows| rows.iter().any(is_it))
    }

    /// The address of a global.
    pub(crate) fn global(&mut self, global: ValueId) -> Value {
        if let Some(number) = self.globals.get(&global) {
            return Value::of(Base::Object(*number));
        }
        let view = self.view;
        let Some(row) = view.global.first(global) else { return Value::Unknown };
        let is_exact =
            !row.linkage.is_interposable() && !view.has_flag(global, GlobalFlag::Declaration);
        let is_function = view.kind_of(global) == Some(ValueKind::Function);
        let is_constant = is_exact
            && (view.has_flag(global, GlobalFlag::Constant)
                || self.module.unwritten.contains(global));
        let info = Info {
            site: AllocationSite::Global(global),
            kind: if is_function {
                MemoryKind::Function
            } else {
                MemoryKind::Global { is_constant }
            },
            size: match is_exact && !is_function {
                true => view.types().size(row.value_type),
                false => None,
            },
            alignment: view.global_alignment.first(global).map_or(1, |it| it.alignment.into()),
        };
        // An undefined weak symbol may be null.
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

    /// The initial state of an object that no state lists: globals, and the targets of unknown addresses.
    pub(crate) fn begins(&self, base: Base) -> Option<Object> {
        match (base, self.info(base).map(|it| it.kind)) {
            (Base::Symbol(_), _) => Some(Object::known(Rest::Unknown)),
            (_, Some(MemoryKind::Global { is_constant: true })) => {
                Some(Object::known(Rest::Initializer))
            }
            (_, Some(MemoryKind::Global { .. })) => Some(Object::known(Rest::Unknown)),
            _ => None,
        }
    }

    /// The value of an operand, without the facts that are known about it.
    pub(crate) fn operand(&mut self, frame: &Frame, value: ValueId) -> Value {
        match self.view.kind_of(value) {
            Some(ValueKind::Instruction) => {
                frame.values.get(&value).copied().unwrap_or(Value::Unknown)
            }
            Some(ValueKind::Argument) => {
                let position = self.view.argument.first(value).map_or(u32::MAX, |it| it.position);
                frame.arguments.get(position as usize).copied().unwrap_or(Value::Unknown)
            }
            Some(_) => self.constant(value),
            None => Value::Unknown,
        }
    }

    /// The value of an operand, with what is known about it.
    pub(crate) fn value(&mut self, frame: &Frame, state: &State, value: ValueId) -> Value {
        let found = self.operand(frame, value);
        self.resolved(state, found)
    }

    /// The value of an operand to be kept: if paths are compared, it stays equal to other values.
    pub(crate) fn kept(&mut self, frame: &Frame, state: &State, value: ValueId) -> Value {
        let found = self.operand(frame, value);
        self.settled(state, found)
    }

    /// A value to be kept.
    pub(crate) fn settled(&self, state: &State, value: Value) -> Value {
        if self.equalities.is_some() { value } else { state.resolve(value) }
    }

    pub(crate) fn constant(&mut self, constant: ValueId) -> Value {
        let view = self.view;
        constants::value(view, constant, &mut |it| self.global(it))
    }

    /// Counts a step. Paths through the function in question itself are always followed.
    pub(crate) fn count(&mut self, frame: &Frame) {
        if frame.depth > 0 || frame.mode == Mode::Trace {
            self.steps = self.steps.saturating_sub(1);
        }
    }

    /// Runs one instruction that is neither a terminator nor a phi.
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
            _ if self.is_poisoned(frame, state, row) => Value::Poison,
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
            Opcode::BitCast | Opcode::Freeze if self.keeps_value(frame, state, row) => {
                let operand = view.instruction_operand.first(instruction).map(|it| it.operand);
                operand.map_or(Value::Unknown, |it| self.kept(frame, state, it))
            }
            Opcode::InsertValue => match self.inserted(frame, state, row) {
                Some(value) => value,
                None => self.unfollowed(frame, state, row),
            },
            Opcode::ExtractValue | Opcode::ExtractElement => {
                self.extracted(frame, state, row).unwrap_or(Value::Unknown)
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
            _ => self.unfollowed(frame, state, row),
        };
        self.define(frame, state, instruction, value);
        Ok(())
    }

    /// Whether the result of a conversion or an address computation is poison, because an operand is.
    fn is_poisoned(&mut self, frame: &Frame, state: &State, row: &Instruction) -> bool {
        let view = self.view;
        (row.opcode == Opcode::GetElementPtr || is_conversion(row.opcode))
            && view
                .instruction_operand
                .all(row.instruction)
                .iter()
                .any(|it| self.value(frame, state, it.operand) == Value::Poison)
    }

    /// An instruction whose result is not followed: addresses in its operands may escape with it.
    fn unfollowed(&mut self, frame: &Frame, state: &mut State, row: &Instruction) -> Value {
        for operand in self.view.instruction_operand.all(row.instruction) {
            let value = self.value(frame, state, operand.operand);
            if row.opcode != Opcode::FCmp {
                state.escape(value);
            }
        }
        Value::Unknown
    }

    /// Sets the result of an instruction.
    pub(crate) fn define(
        &mut self,
        frame: &mut Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        value: Value,
    ) {
        let Some(result) = self.view.result_of(instruction) else { return };
        let mut value = match value {
            Value::Unknown => {
                let symbol = self.symbol(frame, result);
                self.learn_result(state, instruction, result, symbol);
                symbol
            }
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
        if frame.values.insert(result, value) != Some(value) && frame.mode == Mode::Flow {
            frame.changed.push(result);
        }
    }

    /// Whether the result of a bitcast or freeze certainly equals its operand. A computed operand may be poison,
    /// which freeze turns into any value.
    fn keeps_value(&mut self, frame: &Frame<'f>, state: &State, row: &Instruction) -> bool {
        let view = self.view;
        if row.opcode == Opcode::Freeze {
            let operand = view.instruction_operand.first(row.instruction);
            return operand.is_some_and(|it| self.is_well_defined(frame, state, it.operand));
        }
        let cast = view.conversion_instruction.first(row.instruction);
        cast.is_some_and(|it| view.type_of(it.operand) == Some(it.to_type))
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
        let (base, offset) = match self.kept(frame, state, row.base) {
            Value::Based { base, offset } => (base, offset),
            // Any address is at this distance from another one.
            Value::Undef => return Value::Undef,
            _ => return Value::Unknown,
        };
        let indices: Vec<ValueId> =
            view.getelementptr_index.all(instruction).iter().map(|it| it.index).collect();
        let values: Vec<Value> = indices.iter().map(|it| self.value(frame, state, *it)).collect();
        let far = constants::distance(view, row.source_type, &indices, &values);
        let offset = offset.plus(far.unwrap_or(Interval::ANY)).as_distance();
        Value::Based { base, offset }
    }

    /// The number of instructions of a function.
    pub(crate) fn instruction_count(&self, function: FunctionId) -> usize {
        let range = self.view.instructions_of(function);
        range.end.index() - range.start.index()
    }
}
