//! Results of operations on integers and addresses, and facts implied by branches.

use facts_schema::{Instruction, InstructionFlag, InstructionId, Opcode, Predicate, ValueId};

use crate::constants::{is_plain_pointer, width};
use crate::finding::{Cause, Finding};
use crate::machine::{End, Frame, Machine, MemoryKind};
use crate::numbers::{bounded, compared, computed, opposite, swapped};
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
        let (Value::Integer { width: from, range }, Some(to)) = (operand, to) else {
            // If the operand can be any value, so can its bits.
            if operand == Value::Undef {
                return if row.opcode == Opcode::Trunc { operand } else { Value::Unknown };
            }
            let from = self.view.type_of(conversion.operand).and_then(|it| width(self.view, it));
            return match (from, to) {
                (Some(from), Some(to)) => self.converted_result(row.opcode, operand, from, to),
                _ => Value::Unknown,
            };
        };
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
        state: &State,
        instruction: InstructionId,
    ) -> Result<Value, End> {
        let Some(row) = self.view.binary_instruction.first(instruction) else {
            return Ok(Value::Unknown);
        };
        let Some(width) = self.view.type_of(row.first_operand).and_then(|it| width(self.view, it))
        else {
            return Ok(Value::Unknown);
        };
        let first = self.value(frame, state, row.first_operand);
        let second = self.value(frame, state, row.second_operand);
        let is_division =
            matches!(row.opcode, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem);
        if is_division && second == Value::integer(width, 0) {
            let finding = Finding::new(instruction, row.second_operand, Cause::Zero);
            return Err(End::Undefined(finding));
        }
        if is_division && second == Value::Undef {
            let finding = Finding::new(instruction, row.second_operand, Cause::Uninitialised);
            return Err(End::Undefined(finding));
        }
        let is_signed = matches!(row.opcode, Opcode::SDiv | Opcode::SRem);
        let least = Value::integer(width, Interval::all(width).low);
        if is_signed && first == least && second == Value::integer(width, -1) {
            let finding = Finding::new(instruction, row.second_operand, Cause::Overflow);
            return Err(End::Undefined(finding));
        }
        let is_same = row.first_operand == row.second_operand
            || (first == second && matches!(first, Value::Based { base: Base::Symbol(_), .. }));
        if is_same && matches!(row.opcode, Opcode::Sub | Opcode::Xor) {
            return Ok(Value::integer(width, 0));
        }
        if row.opcode == Opcode::Sub
            && let Some(far) =
                self.difference(frame, state, width, row.first_operand, row.second_operand)
        {
            return Ok(Value::integer(width, far));
        }
        let one_is = |number: i128| {
            first == Value::integer(width, number) || second == Value::integer(width, number)
        };
        if matches!(row.opcode, Opcode::And | Opcode::Mul) && one_is(0) {
            return Ok(Value::integer(width, 0));
        }
        // A sum with an operand that can be any value can be any value.
        let gives_any = matches!(row.opcode, Opcode::Add | Opcode::Sub | Opcode::Xor);
        if gives_any && (first == Value::Undef || second == Value::Undef) {
            return Ok(Value::Undef);
        }
        let all = Interval::all(width);
        let range = |value| match value {
            Value::Integer { range, .. } => range,
            _ => all,
        };
        let has_number = |value| matches!(value, Value::Integer { .. });
        if !has_number(first) && !has_number(second) {
            return Ok(self.binary_result(row.opcode, first, second));
        }
        let flags = self.view.instruction_flag.all(instruction);
        let wraps_never = flags.iter().any(|it| it.flag == InstructionFlag::Nsw);
        let found = computed(row.opcode, width, range(first), range(second), wraps_never);
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
        let [condition, one, other] =
            [row.condition, row.true_value, row.false_value].map(|it| self.value(frame, state, it));
        // If both are undef, the result of comparing a value with itself is not fixed, and nothing is undefined
        // yet.
        let decided = truth(condition).filter(|_| !self.is_reflexive(frame, state, row.condition));
        match decided {
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

    pub(crate) fn comparison(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        instruction: InstructionId,
    ) -> Value {
        let Some(row) = self.view.comparison_instruction.first(instruction) else {
            return Value::Unknown;
        };
        let is_bit = self.view.result_of(instruction).and_then(|it| self.view.type_of(it));
        if is_bit.and_then(|it| width(self.view, it)) != Some(1) {
            return Value::Unknown;
        }
        let first = self.value(frame, state, row.first_operand);
        let second = self.value(frame, state, row.second_operand);
        if is_open(row.predicate, first, second)
            || swapped(row.predicate).is_some_and(|it| is_open(it, second, first))
        {
            return Value::Undef;
        }
        let decided = match row.first_operand == row.second_operand {
            true => reflexive(row.predicate),
            false => self.decided(row.predicate, first, second),
        };
        match decided {
            // True is the number -1 as a signed integer of one bit.
            Some(holds) => Value::integer(1, -i128::from(holds)),
            None => {
                let [first, second] =
                    [row.first_operand, row.second_operand].map(|it| self.operand(frame, it));
                self.compared_result(state, row.predicate, first, second)
            }
        }
    }

    /// The result of a comparison, if it is the same in every execution.
    fn decided(&self, predicate: Predicate, first: Value, second: Value) -> Option<bool> {
        match (first, second) {
            (
                Value::Integer { width, range: first },
                Value::Integer { width: other, range: second },
            ) if width == other => compared(predicate, width, first, second),
            // No number is less than the least number.
            (
                Value::Integer { width, range },
                Value::Unknown
                | Value::Undef
                | Value::Based { base: Base::Symbol(_), offset: Interval::ZERO },
            ) => compared(predicate, width, range, Interval::all(width)),
            (
                Value::Unknown
                | Value::Undef
                | Value::Based { base: Base::Symbol(_), offset: Interval::ZERO },
                Value::Integer { width, range },
            ) => compared(predicate, width, Interval::all(width), range),
            (
                Value::Based { base: one, offset: first },
                Value::Based { base: other, offset: second },
            ) if one == other => match predicate {
                Predicate::Eq | Predicate::Ne => compared(predicate, 64, first, second),
                _ if first.exact().is_some() && first == second => {
                    compared(predicate, 64, first, second)
                }
                _ => None,
            },
            (Value::Based { base: Base::Null, .. }, object)
            | (object, Value::Based { base: Base::Null, .. })
                if self.is_never_null(object) && is_null(first, second) =>
            {
                match predicate {
                    Predicate::Eq => Some(false),
                    Predicate::Ne => Some(true),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a condition compares a value with itself.
    fn is_reflexive(&mut self, frame: &Frame<'f>, state: &State, condition: ValueId) -> bool {
        let definition = self.view.definition_of(condition);
        let row = definition.and_then(|it| self.view.comparison_instruction.first(it));
        let Some(row) = row else { return false };
        let [one, other] =
            [row.first_operand, row.second_operand].map(|it| self.value(frame, state, it));
        let is_symbol = |it| matches!(it, Value::Based { base: Base::Symbol(_), .. });
        row.first_operand == row.second_operand || (one == other && is_symbol(one))
    }

    /// Whether a value is an address in an object, which is never null.
    fn is_never_null(&self, value: Value) -> bool {
        let Value::Based { base, offset } = value else { return false };
        let Some(info) = self.info(base) else { return false };
        let is_within =
            info.size.is_some_and(|size| offset.is_within(Interval { low: 0, high: size.into() }))
                || offset == Interval::ZERO;
        is_within && info.kind != (MemoryKind::Heap { may_be_null: true })
    }

    /// Adds the facts that hold if a condition is true, or false. Returns whether it can be.
    pub(crate) fn assume(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        condition: ValueId,
        holds: bool,
    ) -> bool {
        let kept = self.operand(frame, condition);
        if !self.learn_truth(state, kept, holds) {
            return false;
        }
        let Some(definition) = self.view.definition_of(condition) else { return true };
        let Some(row) = self.view.comparison_instruction.first(definition) else {
            return self.assume_parts(frame, state, definition, holds);
        };
        let predicate = if holds { Some(row.predicate) } else { opposite(row.predicate) };
        let Some(predicate) = predicate else { return true };
        let first = self.value(frame, state, row.first_operand);
        let second = self.value(frame, state, row.second_operand);
        let type_width = self.view.type_of(row.first_operand).and_then(|it| width(self.view, it));
        self.learn(state, predicate, first, second, type_width)
            && swapped(predicate).is_none_or(|it| self.learn(state, it, second, first, type_width))
    }

    /// Adds the facts about the conditions that a condition is composed of, if paths are compared. Returns whether
    /// they can hold.
    fn assume_parts(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        definition: InstructionId,
        holds: bool,
    ) -> bool {
        if self.equalities.is_none() {
            return true;
        }
        let view = self.view;
        let opcode = view.opcode_of(definition);
        if let Some(row) = view.binary_instruction.first(definition) {
            // Both operands have this truth value.
            let is_certain = opcode == Some(if holds { Opcode::And } else { Opcode::Or });
            return !is_certain
                || (self.assume(frame, state, row.first_operand, holds)
                    && self.assume(frame, state, row.second_operand, holds));
        }
        if let Some(row) = view.select_instruction.first(definition) {
            // `select i1 %a, i1 %b, i1 false` is an and, `select i1 %a, i1 true, i1 %b` an or.
            let (other, fixed) = match holds {
                true => (row.true_value, row.false_value),
                false => (row.false_value, row.true_value),
            };
            let is_certain = truth(self.constant(fixed)) == Some(!holds);
            return !is_certain
                || (self.assume(frame, state, row.condition, holds)
                    && self.assume(frame, state, other, holds));
        }
        true
    }

    /// Adds the facts that hold in a case of a switch. Returns whether it can be reached.
    pub(crate) fn assume_case(
        &mut self,
        state: &mut State,
        condition: Value,
        case: ValueId,
    ) -> bool {
        let case_width = self.view.type_of(case).and_then(|it| width(self.view, it));
        let case = self.constant(case);
        self.learn(state, Predicate::Eq, condition, case, case_width)
    }

    /// Adds the facts about `first` if it satisfies the comparison with `second`. Returns whether it can.
    fn learn(
        &mut self,
        state: &mut State,
        predicate: Predicate,
        first: Value,
        second: Value,
        width: Option<u32>,
    ) -> bool {
        let Value::Based { base, offset: Interval::ZERO } = first else { return true };
        match (second, width) {
            (Value::Based { base: Base::Null, offset: Interval::ZERO }, None)
                if predicate == Predicate::Eq && base != Base::Null =>
            {
                state.learn(base, Value::NULL);
            }
            (Value::Integer { width: own, range }, Some(width))
                if own == width && matches!(base, Base::Symbol(_)) =>
            {
                let known = match state.resolve(first) {
                    Value::Integer { width: own, range } if own == width => range,
                    _ => Interval::all(width),
                };
                let Some(bound) = bounded(predicate, width, range) else { return true };
                match known.meet(bound) {
                    Some(range) => state.learn(base, Value::Integer { width, range }),
                    None => return false,
                }
            }
            _ => {}
        }
        true
    }
}

/// Whether a comparison of undef with `second` can have either outcome, for any number `second`.
fn is_open(predicate: Predicate, first: Value, second: Value) -> bool {
    if first != Value::Undef {
        return false;
    }
    let (width, range) = match (predicate, second) {
        (Predicate::Eq | Predicate::Ne, _) => return true,
        (_, Value::Integer { width, range }) => (width, range),
        _ => return false,
    };
    // No number is less than the least number or greater than the greatest.
    let all = Interval::all(width);
    !range.contains(match predicate {
        Predicate::Slt | Predicate::Sge => all.low,
        Predicate::Sgt | Predicate::Sle => all.high,
        Predicate::Ult | Predicate::Uge => 0,
        _ => -1,
    })
}

/// The result of comparing a number with itself.
fn reflexive(predicate: Predicate) -> Option<bool> {
    use Predicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match predicate {
        Eq | Sge | Sle | Uge | Ule => Some(true),
        Ne | Sgt | Slt | Ugt | Ult => Some(false),
        _ => None,
    }
}

fn is_null(first: Value, second: Value) -> bool {
    first == Value::NULL || second == Value::NULL
}

/// The truth value of a condition, if it is known.
pub(crate) fn truth(condition: Value) -> Option<bool> {
    match condition {
        Value::Integer { width: 1, range } => range.exact().map(|it| it != 0),
        _ => None,
    }
}
