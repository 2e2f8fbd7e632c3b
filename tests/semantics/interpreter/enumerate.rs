//! Enumerates all inputs of a function, and all executions on each.

use std::collections::BTreeMap;

use facts_schema::{FunctionId, InstructionId, ValueId};

use super::choices::Choices;
use super::execute::{ExternalCall, Machine};
use super::instructions::Promises;
use super::memory::Memory;
use super::program::Program;
use super::promises::is_in_range;
use super::semantics::Semantics;
use super::values::{LISTED_WIDTH, Lane, Scalar, Value};
use super::{Error, Stop};

/// Limits of the enumeration.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The maximum number of inputs of a function.
    pub inputs: usize,
    /// The maximum number of executions on each input.
    pub executions: usize,
    /// The maximum number of executed instructions in total.
    pub steps: u64,
}

impl Default for Budget {
    /// About one second in a debug build.
    fn default() -> Self {
        Self { inputs: 1 << 14, executions: 1 << 12, steps: 1 << 20 }
    }
}

/// An input of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The arguments.
    pub arguments: Vec<Value>,
    /// The number of external calls that return before one does not, among those that may not return. `None`: all
    /// return.
    pub stays_after: Option<usize>,
}

/// The possible behaviours of a function on an input.
#[derive(Clone, Debug, Default)]
pub struct Behaviours {
    /// Whether some execution is undefined behaviour.
    pub is_undefined: bool,
    /// The other observable behaviours, by trace: the lanes of all arguments of the external calls, followed by the
    /// lanes of the result.
    pub seen: BTreeMap<Trace, (Value, Vec<Scalar>)>,
}

/// The external functions called, in order, and whether the function then returns.
pub type Trace = (Vec<String>, bool);

/// Observations of values and instructions in all executions.
#[derive(Debug, Default)]
pub struct Observations {
    values: Vec<Observed>,
    instructions: Vec<Reached>,
    uses: Vec<Vec<(ValueId, Observed)>>,
}

/// All observations of a value. Lanes (elements of vectors, members of aggregates, flattened) are counted from bit 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// The number of times that it was computed or used.
    pub times: u64,
    /// The lanes that were poison at least once.
    pub poison_lanes: u64,
    /// The lanes that were undef at least once: different uses may have seen different values.
    pub undef_lanes: u64,
}

/// The number of executions of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// All executions, including those of phis.
    pub times: u64,
    /// Executions with undefined behaviour, including undefined behaviour in the callee of a call.
    pub undefined: u64,
}

impl Observed {
    /// Whether it was never poison or undef.
    pub fn is_well_defined(&self) -> bool {
        self.poison_lanes == 0 && self.undef_lanes == 0
    }

    fn note(&mut self, value: &Value) {
        self.times += 1;
        let tuples = value.tuples();
        for (at, lane) in tuples[0].iter().enumerate().take(64) {
            let others = tuples[1..].iter().map(|tuple| &tuple[at]);
            let is_poison = *lane == Lane::Poison || others.clone().any(|it| *it == Lane::Poison);
            let is_undef = lane.is_undef() || others.clone().any(|it| it != lane);
            self.poison_lanes |= u64::from(is_poison) << at;
            self.undef_lanes |= u64::from(is_undef && !is_poison) << at;
        }
    }
}

impl Observations {
    /// The observations of an argument or result; zero times if it was never computed.
    pub fn value(&self, value: ValueId) -> Observed {
        self.values.get(value.0 as usize).copied().unwrap_or_default()
    }

    /// The executions of an instruction.
    pub fn instruction(&self, instruction: InstructionId) -> Reached {
        self.instructions.get(instruction.0 as usize).copied().unwrap_or_default()
    }

    /// The observations of an operand (an argument or result) at the executions of an instruction that uses it.
    pub fn operand(&self, instruction: InstructionId, operand: ValueId) -> Observed {
        let uses = self.uses.get(instruction.0 as usize).map_or(&[][..], Vec::as_slice);
        uses.iter().find(|(value, _)| *value == operand).map_or_else(Observed::default, |it| it.1)
    }

    pub(super) fn note_value(&mut self, id: ValueId, value: &Value) {
        at(&mut self.values, id.0 as usize).note(value);
    }

    pub(super) fn note_reached(&mut self, id: InstructionId) {
        at(&mut self.instructions, id.0 as usize).times += 1;
    }

    pub(super) fn note_undefined(&mut self, id: InstructionId) {
        at(&mut self.instructions, id.0 as usize).undefined += 1;
    }

    pub(super) fn note_use(&mut self, id: InstructionId, operand: ValueId, value: &Value) {
        let uses = at(&mut self.uses, id.0 as usize);
        if !uses.iter().any(|(known, _)| *known == operand) {
            uses.push((operand, Observed::default()));
        }
        if let Some((_, observed)) = uses.iter_mut().find(|(known, _)| *known == operand) {
            observed.note(value);
        }
    }
}

fn at<T: Default + Clone>(rows: &mut Vec<T>, position: usize) -> &mut T {
    if rows.len() <= position {
        rows.resize(position + 1, T::default());
    }
    &mut rows[position]
}

/// The possible behaviours of `function` on each of its inputs, and the observations during all executions.
///
/// # Errors
///
/// When the interpreter does not support an instruction, or the budget is exceeded.
pub fn enumerate(
    program: &Program,
    function: FunctionId,
    semantics: Semantics,
    budget: Budget,
) -> Result<(Vec<(Input, Behaviours)>, Observations), Error> {
    let mut observations = Observations::default();
    let mut runner = Runner::new(program, function, semantics, budget);
    let mut all = Vec::new();
    for arguments in inputs(program, function, semantics, budget)? {
        let mut input = Input { arguments, stays_after: None };
        let (behaviours, might_stay) = runner.run(&input, Some(&mut observations))?;
        all.push((input.clone(), behaviours));
        for stays_after in 0..might_stay {
            input.stays_after = Some(stays_after);
            let (behaviours, _) = runner.run(&input, Some(&mut observations))?;
            all.push((input.clone(), behaviours));
        }
    }
    Ok((all, observations))
}

/// All combinations of arguments: each lane concrete, poison, or undef if the semantics has it. A parameter with
/// `noundef` is concrete and in its range, because other arguments are undefined behaviour.
///
/// # Errors
///
/// When there are too many.
pub(super) fn inputs(
    program: &Program,
    function: FunctionId,
    semantics: Semantics,
    budget: Budget,
) -> Result<Vec<Vec<Value>>, Error> {
    let function = program.function(function)?;
    let mut inputs: Vec<Vec<Value>> = vec![Vec::new()];
    for (parameter, register) in function.parameters.iter().zip(&function.registers) {
        let mut values: Vec<Vec<Lane>> = vec![Vec::new()];
        for &scalar in &register.r#type.scalars {
            let mut lanes: Vec<Lane> = match scalar {
                Scalar::Integer(width) if width <= LISTED_WIDTH => {
                    let Promises { noundef, ranges, .. } = &parameter.promises;
                    let is_promised = |value: &u64| {
                        let holds = |&range| is_in_range(*value, range, width);
                        !noundef || ranges.is_empty() || ranges.iter().any(holds)
                    };
                    (0..1 << width).filter(is_promised).map(Lane::One).collect()
                }
                Scalar::Integer(_) => return Err(Error::Budget("the inputs of a wide parameter")),
                Scalar::Pointer => return Err(Error::unsupported("parameters that are pointers")),
            };
            if !parameter.promises.noundef {
                lanes.extend(semantics.undef.then(|| Lane::undef(scalar)));
                lanes.push(Lane::Poison);
            }
            values = product(values, &lanes, budget)?;
        }
        let values: Vec<Value> = values.into_iter().map(Value::new).collect();
        inputs = product(inputs, &values, budget)?;
    }
    Ok(inputs)
}

fn product<T: Clone>(
    lists: Vec<Vec<T>>,
    options: &[T],
    budget: Budget,
) -> Result<Vec<Vec<T>>, Error> {
    if lists.len().saturating_mul(options.len()) > budget.inputs {
        return Err(Error::Budget("inputs"));
    }
    let extend = |list: Vec<T>| {
        let with = move |option: &T| list.iter().cloned().chain([option.clone()]).collect();
        options.iter().map(with).collect::<Vec<Vec<T>>>()
    };
    Ok(lists.into_iter().flat_map(extend).collect())
}

/// Executes a function repeatedly.
pub(super) struct Runner<'p> {
    program: &'p Program,
    function: FunctionId,
    semantics: Semantics,
    budget: Budget,
    steps: u64,
}

impl<'p> Runner<'p> {
    /// A runner for this function, whose runs share the budget.
    pub fn new(
        program: &'p Program,
        function: FunctionId,
        semantics: Semantics,
        budget: Budget,
    ) -> Self {
        Self { program, function, semantics, budget, steps: budget.steps }
    }

    /// All executions on an input, and the maximum number of external calls in one of them that may not return.
    ///
    /// # Errors
    ///
    /// When the interpreter gives up.
    pub fn run(
        &mut self,
        input: &Input,
        mut observations: Option<&mut Observations>,
    ) -> Result<(Behaviours, usize), Error> {
        let result = &self.program.function(self.function)?.result.scalars;
        let mut behaviours = Behaviours::default();
        let mut choices = Choices::default();
        let mut might_stay = 0;
        for _ in 0..self.budget.executions {
            let mut machine = Machine {
                program: self.program,
                semantics: self.semantics,
                choices: &mut choices,
                steps: &mut self.steps,
                observations: observations.as_deref_mut(),
                stays_after: input.stays_after,
                memory: Memory::default(),
                calls: Vec::new(),
                might_stay: 0,
            };
            let outcome = machine.call(self.function, input.arguments.clone(), 0);
            let calls = std::mem::take(&mut machine.calls);
            might_stay = might_stay.max(machine.might_stay);
            match outcome {
                Ok(value) => behaviours.add(calls, Some((&value, result)))?,
                Err(Stop::Stays) => behaviours.add(calls, None)?,
                Err(Stop::Undefined) => behaviours.is_undefined = true,
                Err(Stop::Error(error)) => return Err(error),
            }
            // Undefined behaviour allows everything, so the other executions do not matter.
            let is_decided = behaviours.is_undefined && observations.is_none();
            if is_decided || !choices.advance() {
                return Ok((behaviours, might_stay));
            }
        }
        Err(Error::Budget("executions"))
    }
}

impl Behaviours {
    fn add(
        &mut self,
        calls: Vec<ExternalCall>,
        result: Option<(&Value, &[Scalar])>,
    ) -> Result<(), Error> {
        let mut names = Vec::new();
        let mut all = Value::new([]);
        let mut scalars = Vec::new();
        for (name, arguments, types) in calls {
            names.push(name);
            all = all.then(&arguments);
            scalars.extend(types);
        }
        if let Some((value, types)) = result {
            all = all.then(value);
            scalars.extend_from_slice(types);
        }
        match self.seen.entry((names, result.is_some())) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert((all, scalars));
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let joined = entry.get().0.or(&all, &scalars)?;
                entry.get_mut().0 = joined;
            }
        }
        Ok(())
    }
}
