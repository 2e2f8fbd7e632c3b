//! The execution of each instruction.

use std::collections::BTreeSet;

use super::bits;
use super::compile::type_of;
use super::execute::{Machine, Next, get};
use super::instructions::{Action, Function, Instruction, Promises, Step};
use super::operations as op;
use super::semantics::Semantics;
use super::types::{Flags, Type};
use super::values::{Lane, Scalar, Value, singles};
use super::{Error, Stop, intrinsics};

/// The result type of an instruction without a result.
static NOTHING: Type =
    Type { scalars: Vec::new(), places: Vec::new(), is_loose: Vec::new(), size: 0 };

/// An instruction that is being executed, with its operands.
#[derive(Clone, Copy)]
pub struct Execution<'s> {
    pub function: &'s Function,
    pub instruction: &'s Instruction,
    pub frame: &'s [Option<Value>],
    pub semantics: Semantics,
}

impl<'s> Execution<'s> {
    fn operand(self, at: usize) -> Result<&'s Value, Error> {
        let operand = self.instruction.operands.get(at);
        let operand = operand.ok_or_else(|| Error::unsupported("few operands"))?;
        get(operand, self.frame, self.semantics)
    }

    fn operand_type(self, at: usize) -> &'s Type {
        type_of(&self.instruction.operands[at], &self.function.registers)
    }

    /// The scalars of an operand.
    fn scalars(self, at: usize) -> &'s [Scalar] {
        &self.operand_type(at).scalars
    }

    /// The type of the result.
    fn result(self) -> &'s Type {
        let register = self.instruction.result;
        register.map_or(&NOTHING, |it| &self.function.registers[it].r#type)
    }
}

impl Machine<'_, '_> {
    /// Executes an instruction. Returns its result, if it has one, and the next place of control.
    pub fn execute(
        &mut self,
        execution: Execution,
        depth: usize,
    ) -> Result<(Option<Value>, Next), Stop> {
        use Action::*;
        let value = match &execution.instruction.action {
            Binary(..) | Compare(..) | Convert(..) | Bitcast | Freeze | Select | ExtractElement
            | InsertElement | Shuffle(_) | ExtractValue(_) | InsertValue(_) => {
                Some(self.compute(execution)?)
            }
            Alloca(..) | Load(..) | Store(_) | GetElementPtr { .. } => self.access(execution)?,
            Call(..) | External { .. } | Intrinsic(..) => self.call_from(execution, depth)?,
            Return | Jump(_) | Branch(..) | Switch(..) | Unreachable => {
                return Ok((None, self.leave(execution)?));
            }
        };
        Ok((value, Next::On))
    }

    /// The result of an instruction that depends only on its operands.
    fn compute(&mut self, execution: Execution) -> Result<Value, Stop> {
        let operand = |at| execution.operand(at);
        let result = execution.result();
        let scalars = result.scalars.as_slice();
        Ok(match &execution.instruction.action {
            Action::Binary(opcode, flags) => {
                op::binary(*opcode, *flags, (operand(0)?, operand(1)?), scalars[0], scalars)?
            }
            Action::Compare(predicate, flags) => {
                let scalar = execution.scalars(0)[0];
                op::compare(*predicate, *flags, (operand(0)?, operand(1)?), scalar, scalars)?
            }
            Action::Convert(opcode, flags) => {
                op::convert(*opcode, *flags, operand(0)?, execution.operand_type(0), result)?
            }
            Action::Bitcast => bits::rearrange(operand(0)?, execution.scalars(0), scalars)?,
            Action::Freeze => self.freeze(operand(0)?, scalars)?,
            Action::Select => self.select([operand(0)?, operand(1)?, operand(2)?], scalars)?,
            Action::ExtractElement => {
                let types = (execution.scalars(0), execution.scalars(1)[0]);
                op::extract_element(operand(0)?, operand(1)?, types)?
            }
            Action::InsertElement => {
                let types = (scalars, execution.scalars(2)[0]);
                op::insert_element(operand(0)?, operand(1)?, operand(2)?, types)?
            }
            Action::Shuffle(mask) => op::shuffle(operand(0)?, operand(1)?, mask, scalars)?,
            Action::ExtractValue(first) => {
                operand(0)?.slice(*first, scalars.len(), execution.scalars(0))?
            }
            Action::InsertValue(first) => operand(0)?.replace(*first, operand(1)?, scalars)?,
            other => unreachable!("{other:?} needs more than its operands"),
        })
    }

    /// Allocates or accesses memory, or computes an address.
    fn access(&mut self, execution: Execution) -> Result<Option<Value>, Stop> {
        let has_undef = self.semantics.undef;
        Ok(match &execution.instruction.action {
            Action::Alloca(size, alignment) => {
                let pointer = self.memory.reserve(*size, *alignment, has_undef)?;
                Some(Value::new([Lane::One(pointer)]))
            }
            Action::Load(alignment, promises) => {
                let address = execution.operand(0)?.lane(0, Scalar::Pointer);
                let result = execution.result();
                let value = self.memory.load(&address, result, *alignment, has_undef)?;
                Some(self.keep(value, promises, &result.scalars)?)
            }
            Action::Store(alignment) => {
                let address = execution.operand(1)?.lane(0, Scalar::Pointer);
                let (value, r#type) = (execution.operand(0)?, execution.operand_type(0));
                self.memory.store(&address, value, r#type, *alignment, has_undef)?;
                None
            }
            Action::GetElementPtr { flags, steps } => Some(self.address(execution, *flags, steps)?),
            other => unreachable!("{other:?} is not an access"),
        })
    }

    fn address(&self, execution: Execution, flags: Flags, steps: &[Step]) -> Result<Value, Stop> {
        let mut lanes = Vec::new();
        let mut types = Vec::new();
        for at in 0..execution.instruction.operands.len() {
            let &[scalar] = execution.scalars(at) else {
                return Err(Error::unsupported("vectors of addresses").into());
            };
            lanes.push(execution.operand(at)?.lane(0, scalar));
            types.push(scalar);
        }
        if lanes.contains(&Lane::Poison) {
            return Ok(Value::new([Lane::Poison]));
        }
        let mut pointers = BTreeSet::new();
        for single in singles(&lanes.into_boxed_slice(), &types)? {
            let number = |(lane, scalar): (&Lane, &Scalar)| match lane {
                Lane::One(value) => (*value, scalar.width()),
                _ => (0, scalar.width()),
            };
            let numbers: Vec<_> = single.iter().zip(&types).map(number).collect();
            match self.memory.step(flags, steps, &numbers)? {
                Some(pointer) => pointers.insert(pointer),
                None => return Ok(Value::new([Lane::Poison])),
            };
        }
        Ok(Value::new([Lane::of(pointers, 64)]))
    }

    /// Calls a function, and applies the promises about arguments and result.
    fn call_from(&mut self, execution: Execution, depth: usize) -> Result<Option<Value>, Stop> {
        let result = execution.result();
        match &execution.instruction.action {
            Action::Call(callee, promises, promised) => {
                let arguments = self.arguments(execution, promises)?;
                let value = self.call(*callee, arguments, depth + 1)?;
                Ok(Some(self.keep(value, promised, &result.scalars)?))
            }
            Action::External { name, promises, returns } => {
                let mut all = Value::new([]);
                for argument in self.arguments(execution, promises)? {
                    all = all.then(&argument);
                }
                let types = (0..promises.len()).flat_map(|at| execution.scalars(at)).copied();
                self.calls.push((name.clone(), all, types.collect()));
                if !returns {
                    if self.stays_after == Some(self.might_stay) {
                        return Err(Stop::Stays);
                    }
                    self.might_stay += 1;
                }
                Ok(None)
            }
            Action::Intrinsic(name, promises) => {
                let arguments: Vec<_> = (0..execution.instruction.operands.len())
                    .map(|at| Ok((execution.operand(at)?, execution.operand_type(at))))
                    .collect::<Result<_, Error>>()?;
                let r#type = execution.instruction.result.is_some().then_some(result);
                let value = intrinsics::call(name, &arguments, r#type)?;
                value.map(|value| self.keep(value, promises, &result.scalars)).transpose()
            }
            other => unreachable!("{other:?} is not a call"),
        }
    }

    fn arguments(&self, execution: Execution, promises: &[Promises]) -> Result<Vec<Value>, Stop> {
        let keep = |(at, promises)| {
            let argument = execution.operand(at)?.clone();
            self.keep(argument, promises, execution.scalars(at))
        };
        promises.iter().enumerate().map(keep).collect()
    }

    /// The destination of a terminator.
    fn leave(&mut self, execution: Execution) -> Result<Next, Stop> {
        Ok(Next::Block(match &execution.instruction.action {
            Action::Return => {
                let value = match execution.instruction.operands.is_empty() {
                    true => Value::new([]),
                    false => execution.operand(0)?.clone(),
                };
                let function = execution.function;
                let value = self.keep(value, &function.promises, &function.result.scalars)?;
                return Ok(Next::Return(value));
            }
            Action::Jump(target) => *target,
            Action::Branch(first, second) => {
                match self.condition(&execution.operand(0)?.lane(0, Scalar::Integer(1)))? {
                    Some(value) => [*second, *first][usize::from(value == 1)],
                    None => [*first, *second][self.choices.choose(2)],
                }
            }
            Action::Switch(default, cases) => {
                match self.condition(&execution.operand(0)?.lane(0, execution.scalars(0)[0]))? {
                    Some(value) => {
                        let case = cases.iter().find(|(case, _)| *case == value);
                        case.map_or(*default, |(_, target)| *target)
                    }
                    None => {
                        let at = self.choices.choose(cases.len() + 1);
                        cases.get(at).map_or(*default, |(_, target)| *target)
                    }
                }
            }
            Action::Unreachable => return Err(Stop::Undefined),
            other => unreachable!("{other:?} is not a terminator"),
        }))
    }
}
