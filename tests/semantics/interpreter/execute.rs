//! One execution of a function.

use facts_schema::{FunctionId, InstructionId};

use super::actions::Execution;
use super::choices::Choices;
use super::enumerate::Observations;
use super::instructions::{Function, Operand, Promises};
use super::memory::Memory;
use super::operations as op;
use super::program::Program;
use super::semantics::{Branch, Select, Semantics};
use super::values::{Lane, Scalar, Tuple, Value};
use super::{Error, Stop};

/// The maximum depth of calls.
const DEPTH: usize = 32;

/// An observable external call: the function's name, its arguments, and their types.
pub type ExternalCall = (String, Value, Vec<Scalar>);

/// The state of an execution.
pub struct Machine<'p, 'e> {
    /// The program.
    pub program: &'p Program,
    /// The semantics.
    pub semantics: Semantics,
    /// The nondeterministic choices.
    pub choices: &'e mut Choices,
    /// The remaining number of instructions.
    pub steps: &'e mut u64,
    /// Where observations are recorded, if they are.
    pub observations: Option<&'e mut Observations>,
    /// The number of external calls that return before one does not, among those that may not return.
    pub stays_after: Option<usize>,
    /// The allocated memory.
    pub memory: Memory,
    /// The calls of external functions so far.
    pub calls: Vec<ExternalCall>,
    /// The number of external calls so far that may not return.
    pub might_stay: usize,
}

/// The next place of control.
pub enum Next {
    /// The next instruction.
    On,
    /// This block.
    Block(usize),
    /// The caller, with this result.
    Return(Value),
}

impl<'p> Machine<'p, '_> {
    /// Calls a function.
    ///
    /// # Errors
    ///
    /// The reason why it does not return.
    pub fn call(
        &mut self,
        id: FunctionId,
        arguments: Vec<Value>,
        depth: usize,
    ) -> Result<Value, Stop> {
        if depth > DEPTH {
            return Err(Error::Budget("calls in calls").into());
        }
        let program = self.program;
        let function = program.function(id)?;
        if function.parameters.len() != arguments.len() {
            return Err(Stop::Undefined);
        }
        let mut frame: Vec<Option<Value>> = vec![None; function.registers.len()];
        let kept = arguments.into_iter().enumerate().map(|(position, argument)| {
            let scalars = &function.registers[position].r#type.scalars;
            self.keep(argument, &function.parameters[position].promises, scalars)
        });
        // A violated promise is undefined behaviour before the function is entered.
        let kept = kept.collect::<Result<Vec<_>, _>>()?;
        for (position, argument) in kept.into_iter().enumerate() {
            self.assign(function, position, argument, &mut frame);
        }
        let (mut block, mut from) = (0, None);
        loop {
            self.enter(function, block, from, &mut frame)?;
            let next = self.run_block(function, block, &mut frame, depth)?;
            match next {
                Next::Block(target) => (block, from) = (target, Some(block)),
                Next::Return(value) => return Ok(value),
                Next::On => return Err(Error::unsupported("a block without an end").into()),
            }
        }
    }

    /// Assigns the phis of a block simultaneously.
    fn enter(
        &mut self,
        function: &Function,
        block: usize,
        from: Option<usize>,
        frame: &mut [Option<Value>],
    ) -> Result<(), Stop> {
        let mut values = Vec::new();
        for phi in &function.blocks[block].phis {
            self.count_step()?;
            let incoming = phi.incoming.iter().find(|(block, _)| Some(*block) == from);
            let (_, operand) = incoming.ok_or_else(|| Error::unsupported("a phi without value"))?;
            self.note_use(phi.instruction, function, [operand], frame);
            values.push((phi.result, get(operand, frame, self.semantics)?.clone()));
        }
        for (result, value) in values {
            self.assign(function, result, value, frame);
        }
        Ok(())
    }

    fn run_block(
        &mut self,
        function: &Function,
        block: usize,
        frame: &mut [Option<Value>],
        depth: usize,
    ) -> Result<Next, Stop> {
        for instruction in &function.blocks[block].instructions {
            self.count_step()?;
            self.note_use(instruction.instruction, function, &instruction.operands, frame);
            let execution = Execution { function, instruction, frame, semantics: self.semantics };
            let done = self.execute(execution, depth);
            if let (Err(Stop::Undefined), Some(observations)) = (&done, &mut self.observations) {
                observations.note_undefined(instruction.instruction);
            }
            let (value, next) = done?;
            if let (Some(result), Some(value)) = (instruction.result, value) {
                self.assign(function, result, value, frame);
            }
            if !matches!(next, Next::On) {
                return Ok(next);
            }
        }
        Ok(Next::On)
    }

    fn count_step(&mut self) -> Result<(), Error> {
        *self.steps = self.steps.checked_sub(1).ok_or(Error::Budget("instructions"))?;
        Ok(())
    }

    fn note_use<'o>(
        &mut self,
        id: InstructionId,
        function: &Function,
        operands: impl IntoIterator<Item = &'o Operand>,
        frame: &[Option<Value>],
    ) {
        let Some(observations) = &mut self.observations else { return };
        observations.note_reached(id);
        for operand in operands {
            if let Operand::Register(register) = operand
                && let Some(value) = &frame[*register]
            {
                observations.note_use(id, function.registers[*register].value, value);
            }
        }
    }

    fn assign(
        &mut self,
        function: &Function,
        register: usize,
        value: Value,
        frame: &mut [Option<Value>],
    ) {
        if let Some(observations) = &mut self.observations {
            observations.note_value(function.registers[register].value, &value);
        }
        frame[register] = Some(value);
    }

    /// The value after its promises are applied: violations are poison or undefined behaviour.
    pub fn keep(
        &self,
        value: Value,
        promises: &Promises,
        scalars: &[Scalar],
    ) -> Result<Value, Stop> {
        if promises.alignment <= 1 && promises.dereferenceable == 0 {
            return op::keep(value, promises, scalars);
        }
        let value = op::map(&value, scalars, |at, lane| match (scalars[at], lane) {
            (Scalar::Pointer, Lane::One(pointer)) => {
                let is_aligned = self.memory.is_aligned(*pointer, promises.alignment);
                Ok(if is_aligned { lane.clone() } else { Lane::Poison })
            }
            (Scalar::Pointer, _) if promises.alignment > 1 => Ok(Lane::Poison),
            _ => Ok(lane.clone()),
        })?;
        if promises.dereferenceable > 0 {
            for lane in value.tuples().iter().flatten() {
                self.memory.dereference(lane, promises.dereferenceable)?;
            }
        }
        op::keep(value, promises, scalars)
    }

    /// The value that decides a branch; `None` if any successor may follow.
    pub fn condition(&self, lane: &Lane) -> Result<Option<u64>, Stop> {
        match (lane, self.semantics.branch) {
            (Lane::One(value), _) => Ok(Some(*value)),
            (_, Branch::Undefined) => Err(Stop::Undefined),
            (_, Branch::Choice) => Ok(None),
        }
    }

    /// Chooses one of the possible values of `value`; any value for poison.
    pub fn freeze(&mut self, value: &Value, scalars: &[Scalar]) -> Result<Value, Stop> {
        if value.is_well_defined() {
            return Ok(value.clone());
        }
        let tuple = &value.tuples()[self.choices.choose(value.tuples().len())];
        let mut lanes = Vec::with_capacity(tuple.len());
        for (lane, &scalar) in tuple.iter().zip(scalars) {
            let options = match lane {
                Lane::Poison => Lane::undef(scalar).values(scalar)?,
                lane => lane.values(scalar)?,
            };
            lanes.push(Lane::One(options[self.choices.choose(options.len())]));
        }
        Ok(Value::new(lanes))
    }

    /// Selects between two values, with one condition for all lanes or one per lane.
    pub fn select(
        &mut self,
        [condition, first, second]: [&Value; 3],
        scalars: &[Scalar],
    ) -> Result<Value, Stop> {
        let mut conditions = condition.clone();
        let bits = vec![Scalar::Integer(1); condition.tuples()[0].len()];
        let select = self.semantics.select;
        let is_undefined =
            matches!(select, Select::UndefinedOrConditional | Select::UndefinedOrEither);
        if is_undefined && !condition.is_well_defined() {
            return Err(Stop::Undefined);
        }
        if select == Select::ChoiceOrConditional {
            conditions = self.freeze(condition, &bits)?;
        }
        let mut tuples: Vec<Tuple> = Vec::new();
        for condition in conditions.tuples() {
            for first in first.tuples() {
                for second in second.tuples() {
                    tuples.extend(selected(condition, first, second, scalars, select));
                }
            }
        }
        Ok(Value::any_of(tuples, scalars)?)
    }
}

/// The result of `select` for lanes. A single condition selects a whole tuple.
fn selected(
    condition: &Tuple,
    first: &Tuple,
    second: &Tuple,
    scalars: &[Scalar],
    select: Select,
) -> Vec<Tuple> {
    let spoil = |lane: &Lane, other: &Lane| match other {
        Lane::Poison if select.takes_both() => Lane::Poison,
        _ => lane.clone(),
    };
    let spoiled = |chosen: &Tuple, other: &Tuple| {
        chosen.iter().zip(other).map(|(lane, other)| spoil(lane, other)).collect::<Tuple>()
    };
    if let [condition] = &**condition {
        return match condition {
            Lane::Poison => vec![scalars.iter().map(|_| Lane::Poison).collect()],
            Lane::One(1) => vec![spoiled(first, second)],
            Lane::One(_) => vec![spoiled(second, first)],
            Lane::Many(_) | Lane::Any => vec![spoiled(first, second), spoiled(second, first)],
        };
    }
    let mut tuples: Vec<Vec<Lane>> = vec![Vec::new()];
    for (at, condition) in condition.iter().enumerate() {
        let (first, second) = (&first[at], &second[at]);
        let options = match condition {
            Lane::Poison => vec![Lane::Poison],
            Lane::One(1) => vec![spoil(first, second)],
            Lane::One(_) => vec![spoil(second, first)],
            Lane::Many(_) | Lane::Any => vec![spoil(first, second), spoil(second, first)],
        };
        let extend = |tuple: Vec<Lane>| {
            let with = |lane: &Lane| tuple.iter().cloned().chain([lane.clone()]).collect();
            options.iter().map(with).collect::<Vec<Vec<Lane>>>()
        };
        tuples = tuples.into_iter().flat_map(extend).collect();
    }
    tuples.into_iter().map(Vec::into_boxed_slice).collect()
}

/// The value of an operand.
pub fn get<'v>(
    operand: &'v Operand,
    frame: &'v [Option<Value>],
    semantics: Semantics,
) -> Result<&'v Value, Error> {
    match operand {
        Operand::Register(register) => {
            frame[*register].as_ref().ok_or_else(|| Error::unsupported("use before definition"))
        }
        Operand::Constant(constant) if semantics.undef => Ok(&constant.value),
        Operand::Constant(constant) => Ok(&constant.without_undef),
    }
}
