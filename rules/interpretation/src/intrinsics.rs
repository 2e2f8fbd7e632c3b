//! Intrinsics that compute with integers, and assumptions.

use facts_schema::{InstructionId, Opcode, ValueId};

use crate::constants::width;
use crate::finding::{Cause, Finding};
use crate::machine::{End, Frame, Machine};
use crate::numbers::{computed, unsigned};
use crate::operations::truth;
use crate::state::State;
use crate::value::{Interval, Value};

impl<'f> Machine<'_, 'f> {
    /// A call of an intrinsic that does not change memory.
    pub(crate) fn pure_intrinsic(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        name: &str,
        arguments: &[ValueId],
    ) -> Result<Value, End> {
        let Some(&first) = arguments.first() else { return Ok(Value::Unknown) };
        let one = self.value(frame, state, first);
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        if name == "assume" {
            let cause = match truth(one) {
                Some(true) => return Ok(Value::Unknown),
                None if one == Value::Undef => Cause::Uninitialised,
                None if self.assume(frame, state, first, true) => return Ok(Value::Unknown),
                _ => Cause::Zero,
            };
            return Err(End::Undefined(Finding::new(instruction, first, cause)));
        }
        if name.starts_with("expect") || name.starts_with("ssa.copy") {
            return Ok(one);
        }
        let Value::Integer { width, range: one } = one else { return Ok(Value::Unknown) };
        if name.starts_with("abs") {
            let magnitudes = [one.low.abs(), one.high.abs()];
            let low = if one.contains(0) { 0 } else { magnitudes[0].min(magnitudes[1]) };
            return Ok(Value::within(
                width,
                Interval { low, high: magnitudes[0].max(magnitudes[1]) },
            ));
        }
        let Some(other) = arguments.get(1).map(|it| self.value(frame, state, *it)) else {
            return Ok(Value::Unknown);
        };
        let Value::Integer { range: other, .. } = other else { return Ok(Value::Unknown) };
        let are_natural = one.low >= 0 && other.low >= 0;
        let of = |choose: fn(i128, i128) -> i128| {
            let (low, high) = (choose(one.low, other.low), choose(one.high, other.high));
            Value::within(width, Interval { low, high })
        };
        Ok(match name {
            "smin" => of(i128::min),
            "smax" => of(i128::max),
            "umin" if are_natural => of(i128::min),
            "umax" if are_natural => of(i128::max),
            _ => Value::Unknown,
        })
    }

    /// A member of the result of an operation with overflow: the result, or whether it overflows.
    pub(crate) fn with_overflow(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        call: InstructionId,
        path: &[u32],
    ) -> Option<Value> {
        let view = self.view;
        let name = view.called_intrinsic(call)?;
        let operation = name.strip_prefix("llvm.")?.strip_suffix(".with.overflow")?;
        let (is_signed, opcode) = match operation {
            "sadd" => (true, Opcode::Add),
            "ssub" => (true, Opcode::Sub),
            "smul" => (true, Opcode::Mul),
            "uadd" => (false, Opcode::Add),
            "usub" => (false, Opcode::Sub),
            "umul" => (false, Opcode::Mul),
            _ => return None,
        };
        let arguments = view.call_argument.all(call);
        let [first, second] = [arguments.first()?.argument, arguments.get(1)?.argument];
        let width = width(view, view.type_of(first)?)?;
        let is_flag = path == [1];
        if opcode == Opcode::Sub && first == second {
            return Some(Value::integer(if is_flag { 1 } else { width }, 0));
        }
        let [one, other] = [first, second].map(|it| match self.value(frame, state, it) {
            Value::Integer { range, .. } => range,
            _ => Interval::all(width),
        });
        if !is_flag {
            return Some(computed(opcode, width, one, other, false));
        }
        let (one, other, all) = match is_signed {
            true => (one, other, Interval::all(width)),
            false => {
                let all = Interval { low: 0, high: (1 << width) - 1 };
                (unsigned(width, one), unsigned(width, other), all)
            }
        };
        let exact = match opcode {
            Opcode::Add => one.plus(other),
            Opcode::Sub => one.minus(other),
            _ => one.times(other),
        };
        match exact.meet(all) {
            Some(fitting) if fitting == exact => Some(Value::integer(1, 0)),
            Some(_) => None,
            None => Some(Value::integer(1, -1)),
        }
    }
}
