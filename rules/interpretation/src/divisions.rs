//! Divisions: their undefined behaviour, and what is known about their operands afterwards.

use facts_schema::{BinaryInstruction, Opcode, Predicate};

use crate::finding::{Cause, Finding};
use crate::machine::{End, Frame, Machine};
use crate::state::State;
use crate::value::{Interval, Value};

pub(crate) fn is_division(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem)
}

impl<'f> Machine<'_, 'f> {
    /// Ends if a division is undefined. Otherwise, adds the facts that hold because it is defined: the divisor is not
    /// zero, and if the result is signed, it does not overflow.
    pub(crate) fn divide(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        row: &BinaryInstruction,
        width: u32,
    ) -> Result<(), End> {
        let BinaryInstruction { instruction, first_operand, second_operand, .. } = *row;
        let end = |cause| Err(End::Undefined(Finding::new(instruction, second_operand, cause)));
        let [first, second] =
            [first_operand, second_operand].map(|it| self.value(frame, state, it));
        if self.can_be(frame, state, second_operand, 0) {
            let finding = Finding::of_deferred(instruction, second_operand, second);
            return finding.map_or(end(Cause::Zero), |it| Err(End::Undefined(it)));
        }
        let is_signed = matches!(row.opcode, Opcode::SDiv | Opcode::SRem);
        if is_signed {
            // A divisor between -1 and 0 is undefined if it is 0, and it overflows if it is -1.
            let is_within = second.range(width).is_within(Interval { low: -1, high: 0 });
            let least = Interval::all(width).low;
            let is_least = self.can_be(frame, state, first_operand, least)
                // With one bit, -1 is the least integer.
                || (first_operand == second_operand && width == 1);
            if is_least && (is_within || self.can_be(frame, state, second_operand, -1)) {
                let finding = Finding::of_deferred(instruction, first_operand, first);
                return finding.map_or(end(Cause::Overflow), |it| Err(End::Undefined(it)));
            }
        }
        let [dividend, divisor] = [first_operand, second_operand].map(|it| self.operand(frame, it));
        let number = |number| Value::integer(width, number);
        if !self.learn(state, Predicate::Ne, divisor, number(0), Some(width)) {
            return end(Cause::Zero);
        }
        let least = number(Interval::all(width).low);
        let overflows = is_signed
            && (first == least
                && !self.learn(state, Predicate::Ne, divisor, number(-1), Some(width))
                || self.value(frame, state, second_operand) == number(-1)
                    && !self.learn(state, Predicate::Ne, dividend, least, Some(width)));
        if overflows { end(Cause::Overflow) } else { Ok(()) }
    }
}
