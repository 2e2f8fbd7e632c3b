//! Comparisons, and the facts that hold where a condition does.

use facts_schema::{InstructionFlag, InstructionId, Opcode, Predicate, ValueId};

use crate::choices::{Choice, have_other_signs, is_open};
use crate::constants::width;
use crate::expansions::is_expanded;
use crate::machine::{Frame, Machine, MemoryKind};
use crate::numbers::{bounded, compared, opposite, swapped};
use crate::operations::truth;
use crate::state::State;
use crate::value::{Base, Interval, Value};

impl<'f> Machine<'_, 'f> {
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
        if first == Value::Poison || second == Value::Poison {
            return Value::Poison;
        }
        let operand_width = self.width_of(row.first_operand);
        if self.view.has_instruction_flag(instruction, InstructionFlag::SameSign)
            && operand_width.is_some_and(|it| have_other_signs(it, first, second))
        {
            return Value::Poison;
        }
        if is_open(row.predicate, operand_width, first, second) {
            return Value::Undef;
        }
        let decided = match row.first_operand == row.second_operand {
            true => reflexive(row.predicate),
            false => self.decided(state, row.predicate, first, second),
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
    fn decided(
        &self,
        state: &State,
        predicate: Predicate,
        first: Value,
        second: Value,
    ) -> Option<bool> {
        let range_of = |value, other| match (value, other) {
            (Value::Integer { width, range } | Value::Choice(Choice { width, range, .. }), _) => {
                Some((width, range))
            }
            // No number is less than the least number.
            (
                Value::Unknown
                | Value::Undef
                | Value::Based { base: Base::Symbol(_), offset: Interval::ZERO },
                Value::Integer { width, .. } | Value::Choice(Choice { width, .. }),
            ) => Some((width, Interval::all(width))),
            _ => None,
        };
        let are_unequal = |one, other| match (one, other) {
            (Value::Based { base, offset: Interval::ZERO }, Value::Integer { range, .. }) => {
                range == Interval::ZERO && state.is_not_zero(base)
            }
            _ => false,
        };
        if matches!(predicate, Predicate::Eq | Predicate::Ne)
            && (are_unequal(first, second) || are_unequal(second, first))
        {
            return Some(predicate == Predicate::Ne);
        }
        if let (Some((width, one)), Some((other_width, other))) =
            (range_of(first, second), range_of(second, first))
            && width == other_width
        {
            return compared(predicate, width, one, other);
        }
        match (first, second) {
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
                if self.is_never_null(state, object) && is_null(first, second) =>
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
    pub(crate) fn is_reflexive(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        condition: ValueId,
    ) -> bool {
        let definition = self.view.definition_of(condition);
        let row = definition.and_then(|it| self.view.comparison_instruction.first(it));
        let Some(row) = row else { return false };
        let [one, other] =
            [row.first_operand, row.second_operand].map(|it| self.value(frame, state, it));
        let is_symbol = |it| matches!(it, Value::Based { base: Base::Symbol(_), .. });
        row.first_operand == row.second_operand || (one == other && is_symbol(one))
    }

    /// Whether a value is an address in an object, or in memory that was accessed, which is never null.
    fn is_never_null(&self, state: &State, value: Value) -> bool {
        let Value::Based { base, offset } = value else { return false };
        if offset == Interval::ZERO && state.is_not_zero(base) {
            return true;
        }
        let Some(info) = self.info(base) else { return false };
        let is_within =
            info.size.is_some_and(|size| offset.is_within(Interval { low: 0, high: size.into() }))
                || offset == Interval::ZERO;
        is_within && info.kind != (MemoryKind::Heap { may_be_null: true })
    }

    /// Adds the facts that hold if a condition is true, or false. Returns whether the condition can have this value.
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
        let type_width = self.width_of(row.first_operand);
        if self.is_about_paths
            && type_width.is_none()
            && predicate == Predicate::Eq
            && is_expanded(self.view, &frame.body, definition)
        {
            return true;
        }
        let [first, second] =
            [row.first_operand, row.second_operand].map(|it| self.operand(frame, it));
        let known = self.resolved(state, second);
        if !self.learn(state, predicate, first, known, type_width) {
            return false;
        }
        let known = self.resolved(state, first);
        swapped(predicate).is_none_or(|it| self.learn(state, it, second, known, type_width))
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
        let case_width = self.width_of(case);
        let case = self.constant(case);
        self.learn(state, Predicate::Eq, condition, case, case_width)
    }

    /// Adds the facts about `first` if it satisfies the comparison with `second`, which no fact refines. Returns
    /// whether that is possible.
    pub(crate) fn learn(
        &mut self,
        state: &mut State,
        predicate: Predicate,
        first: Value,
        second: Value,
        width: Option<u32>,
    ) -> bool {
        let Value::Based { base, offset: Interval::ZERO } = first else { return true };
        // It satisfies the comparison with each number that can be chosen.
        let second = match (width.and_then(|it| Choice::of(second, it)), width) {
            (Some(choice), Some(width)) => match choice.bounding(predicate) {
                Some(number) => Value::integer(width, number),
                None => return true,
            },
            _ => second,
        };
        match (second, width) {
            (Value::Based { base: Base::Null, offset: Interval::ZERO }, None)
                if predicate == Predicate::Eq && base != Base::Null =>
            {
                if state.is_not_zero(base) {
                    return false;
                }
                state.learn(base, Value::NULL);
            }
            (Value::Integer { width: own, range }, Some(width))
                if own == width && matches!(base, Base::Symbol(_)) =>
            {
                let known = match state.resolve(first) {
                    Value::Integer { width: own, range } if own == width => range,
                    _ => Interval::all(width),
                };
                let is_zero = range == Interval::ZERO;
                if is_zero
                    && predicate == Predicate::Ne
                    && known == Interval::all(width)
                    && width > 1
                {
                    state.learn_not_zero(base);
                    return true;
                }
                if is_zero && predicate == Predicate::Eq && state.is_not_zero(base) {
                    return false;
                }
                let bound = match (predicate, range.exact()) {
                    (Predicate::Ne, Some(number)) => Some(known.without(number)),
                    _ => bounded(predicate, width, range).map(|it| known.meet(it)),
                };
                let Some(bound) = bound else { return true };
                match bound {
                    Some(range) => state.learn(base, Value::Integer { width, range }),
                    None => return false,
                }
            }
            _ => {}
        }
        true
    }
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
