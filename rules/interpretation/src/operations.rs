//! Results of conversions, of operations on integers, and of `select`.

use facts_schema::{Instruction, InstructionId, Opcode, ValueId};

use crate::choices::{Choice, can_be_poison, chosen};
use crate::constants::{is_plain_pointer, width};
use crate::divisions::is_division;
use crate::machine::{End, Frame, Machine};
use crate::numbers::{Flags, computed};
use crate::state::State;
use crate::value::{Base, Interval, Value};

impl<'f> Machine<'_, 'f> {
    pub(crate) fn conversion(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        row: &Instruction,
    ) -> Value {
        let Some(conversion) = self.view.conversion_instruction.first(row.instruction) else {
            return Value::Unknown;
        };
        let operand = self.value(frame, state, conversion.operand);
        let to = width(self.view, conversion.to_type);
        let from = self.view.type_of(conversion.operand).and_then(|it| width(self.view, it));
        let (Some(from), Some(to)) = (from, to) else { return Value::Unknown };
        let flags = Flags::of(self.view, row.instruction);
        if let Some(choice) = Choice::of(operand, from) {
            let ends = [choice.range.low, choice.range.high].map(Interval::only);
            return match ends.into_iter().any(|it| flags.forbid(row.opcode, it, from, to)) {
                true => Value::Poison,
                false => choice.converted(row.opcode, to),
            };
        }
        let Value::Integer { range, .. } = operand else {
            return self.converted_result(row.opcode, operand, from, to);
        };
        if flags.forbid(row.opcode, range, from, to) {
            return Value::Poison;
        }
        match row.opcode {
            Opcode::ZExt if range.low < 0 => match range.exact() {
                Some(number) => Value::integer(to, number.rem_euclid(1 << from)),
                None => Value::within(to, Interval { low: 0, high: (1 << from) - 1 }),
            },
            Opcode::Trunc if !range.is_within(Interval::all(to)) => match range.exact() {
                Some(number) => Value::integer(to, number),
                None => Value::Unknown,
            },
            _ => Value::within(to, range),
        }
    }

    pub(crate) fn binary(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
    ) -> Result<Value, End> {
        let Some(row) = self.view.binary_instruction.first(instruction) else {
            return Ok(Value::Unknown);
        };
        let Some(width) = self.view.type_of(row.first_operand).and_then(|it| width(self.view, it))
        else {
            return Ok(Value::Unknown);
        };
        let is_division = is_division(row.opcode);
        if is_division {
            self.divide(frame, state, &row, width)?;
        }
        let [first, second] =
            [row.first_operand, row.second_operand].map(|it| self.value(frame, state, it));
        let range = |value: Value| value.range(width);
        let flags = Flags::of(self.view, instruction);
        if first == Value::Poison
            || second == Value::Poison
            || can_be_poison(row.opcode, width, first, second, flags)
        {
            return Ok(Value::Poison);
        }
        let is_same = row.first_operand == row.second_operand
            || (first == second && matches!(first, Value::Based { base: Base::Symbol(_), .. }));
        if is_same && matches!(row.opcode, Opcode::Sub | Opcode::Xor) {
            return Ok(Value::integer(width, 0));
        }
        if is_same && is_division && Choice::of(first, width).is_none() {
            let is_quotient = matches!(row.opcode, Opcode::UDiv | Opcode::SDiv);
            return Ok(Value::integer(width, i128::from(is_quotient)));
        }
        if row.opcode == Opcode::Sub
            && let Some(far) =
                self.difference(frame, state, width, row.first_operand, row.second_operand)
        {
            return Ok(Value::integer(width, far));
        }
        if let Some(operand) = kept_operand(row.opcode, width, is_same, first, second, flags) {
            return Ok(operand);
        }
        let one_is = |number: i128| {
            first == Value::integer(width, number) || second == Value::integer(width, number)
        };
        if matches!(row.opcode, Opcode::And | Opcode::Mul) && one_is(0) {
            return Ok(Value::integer(width, 0));
        }
        if let Some(chosen) = chosen(row.opcode, width, first, second) {
            return Ok(chosen);
        }
        let all = Interval::all(width);
        let has_number = |value| matches!(value, Value::Integer { .. } | Value::Choice(_));
        if !has_number(first) && !has_number(second) {
            return Ok(self.binary_result(row.opcode, first, second));
        }
        let found = computed(row.opcode, width, range(first), range(second), flags.nsw);
        match self.equalities.is_some() && range(found) == all {
            true => Ok(self.binary_result(row.opcode, first, second)),
            false => Ok(found),
        }
    }

    /// The distance between two addresses that are given as integers.
    fn difference(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        width: u32,
        first: ValueId,
        second: ValueId,
    ) -> Option<i128> {
        let (one, first) = self.converted(frame, state, width, first)?;
        let (other, second) = self.converted(frame, state, width, second)?;
        (one == other).then(|| Some(first.exact()? - second.exact()?))?
    }

    /// The address that an integer of this width was converted from, if the conversion keeps or truncates its
    /// bits.
    fn converted(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        width: u32,
        integer: ValueId,
    ) -> Option<(Base, Interval)> {
        let definition = self.view.definition_of(integer)?;
        let opcode = self.view.opcode_of(definition)?;
        if !matches!(opcode, Opcode::PtrToInt | Opcode::PtrToAddr) {
            return None;
        }
        let address = self.view.conversion_instruction.first(definition)?.operand;
        let r#type = self.view.type_of(address)?;
        let size = self.view.types().size(r#type)?;
        if !is_plain_pointer(self.view, r#type) || size * 8 < u64::from(width) {
            return None;
        }
        match self.value(frame, state, address) {
            Value::Based { base, offset } => Some((base, offset)),
            _ => None,
        }
    }

    pub(crate) fn select(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
    ) -> Value {
        let Some(row) = self.view.select_instruction.first(instruction) else {
            return Value::Unknown;
        };
        let [one, other] = [row.true_value, row.false_value].map(|it| self.value(frame, state, it));
        match self.selects(frame, state, row.condition) {
            Some(true) => one,
            Some(false) => other,
            None => {
                let joined = one.join(other, false);
                if joined == Value::Unknown {
                    [one, other].into_iter().for_each(|it| state.escape(it));
                }
                joined
            }
        }
    }

    /// The value of a condition that a `select` depends on, if it is known.
    pub(crate) fn selects(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        condition: ValueId,
    ) -> Option<bool> {
        let known = truth(self.value(frame, state, condition))?;
        // The result of comparing undef with itself is not fixed, and nothing is undefined yet.
        (!self.is_reflexive(frame, state, condition)).then_some(known)
    }

    pub(crate) fn width_of(&self, value: ValueId) -> Option<u32> {
        self.view.type_of(value).and_then(|it| width(self.view, it))
    }
}

/// The operand that an operation returns unchanged.
fn kept_operand(
    opcode: Opcode,
    width: u32,
    is_same: bool,
    first: Value,
    second: Value,
    flags: Flags,
) -> Option<Value> {
    use Opcode::{AShr, Add, And, LShr, Mul, Or, SDiv, Shl, Sub, UDiv, Xor};
    let is_neutral = |opcode, value: Value| {
        let neutral = match opcode {
            Add | Sub | Or | Xor | Shl | LShr | AShr => 0,
            Mul | UDiv | SDiv => 1,
            And => -1,
            _ => return false,
        };
        value == Value::integer(width, neutral)
    };
    let is_commutative = matches!(opcode, Add | Mul | And | Or | Xor);
    match () {
        () if is_neutral(opcode, second) => Some(first),
        () if is_commutative && is_neutral(opcode, first) => Some(second),
        // Each use of a number in a range may be another one.
        () if is_same && matches!(opcode, And | Or) && !flags.disjoint => {
            matches!(first, Value::Based { .. }).then_some(first)
        }
        () => None,
    }
}

/// The truth value of a condition, if it is known.
pub(crate) fn truth(condition: Value) -> Option<bool> {
    match condition {
        Value::Integer { width: 1, range } => range.exact().map(|it| it != 0),
        _ => None,
    }
}
