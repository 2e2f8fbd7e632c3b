//! Equal operations on equal values have equal results.
//!
//! This is only used while paths are compared: it shows that a condition has been decided earlier on the path, although
//! the values in it are not known.

use facts_schema::{Opcode, Predicate};
use rustc_hash::FxHashMap;

use crate::machine::Machine;
use crate::numbers::{opposite, swapped};
use crate::operations::truth;
use crate::state::State;
use crate::value::{Base, Interval, Value};

/// An operation whose result only depends on its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Operation {
    Comparison(Predicate),
    /// A conversion to an integer of this width.
    Conversion(Opcode, u32),
    Binary(Opcode),
    Not,
}

/// The operand from which a symbol's value follows.
#[derive(Clone, Copy, Debug)]
enum Definition {
    /// The negation of this truth value.
    Not(Value),
    /// This truth value, extended to a wider integer.
    Extended(Value),
}

/// The symbols of results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Equalities {
    symbols: FxHashMap<(Operation, Value, Value), u32>,
    definitions: FxHashMap<u32, Definition>,
}

fn symbol_of(value: Value) -> Option<u32> {
    match value {
        Value::Based { base: Base::Symbol(number), offset: Interval::ZERO } => Some(number),
        _ => None,
    }
}

fn is_comparable(value: Value) -> bool {
    match value {
        Value::Unknown | Value::Poison | Value::Undef | Value::Choice(_) => false,
        Value::Integer { range, .. } => range.exact().is_some(),
        Value::Based { offset, .. } => offset.exact().is_some(),
    }
}

impl Machine<'_, '_> {
    /// The value with the facts that are known about it.
    pub(crate) fn resolved(&self, state: &State, value: Value) -> Value {
        let known = state.resolve(value);
        match self.definition(known) {
            Some(Definition::Not(operand)) => match truth(self.resolved(state, operand)) {
                Some(holds) => Value::integer(1, -i128::from(!holds)),
                None => known,
            },
            _ => known,
        }
    }

    fn definition(&self, value: Value) -> Option<Definition> {
        self.equalities.as_ref()?.definitions.get(&symbol_of(value)?).copied()
    }

    /// The symbol of a result; unknown if paths are not compared.
    fn result(&mut self, operation: Operation, first: Value, second: Value) -> Value {
        if self.equalities.is_none() || !is_comparable(first) || !is_comparable(second) {
            return Value::Unknown;
        }
        let new = self.new_symbol();
        let Some(equalities) = &mut self.equalities else { return Value::Unknown };
        let number = *equalities.symbols.entry((operation, first, second)).or_insert(new);
        let definition = match operation {
            Operation::Not => Some(Definition::Not(first)),
            Operation::Conversion(Opcode::ZExt | Opcode::SExt, _) => {
                Some(Definition::Extended(first))
            }
            _ => None,
        };
        if let Some(definition) = definition {
            equalities.definitions.insert(number, definition);
        }
        Value::of(Base::Symbol(number))
    }

    /// The negation of a truth value.
    pub(crate) fn negation(&mut self, value: Value) -> Value {
        match self.definition(value) {
            Some(Definition::Not(operand)) => operand,
            _ => self.result(Operation::Not, value, value),
        }
    }

    /// The result of a comparison that is not decided.
    pub(crate) fn compared_result(
        &mut self,
        state: &State,
        predicate: Predicate,
        first: Value,
        second: Value,
    ) -> Value {
        let is_number = |it| matches!(it, Value::Integer { .. } | Value::NULL);
        let (predicate, first, second) = match swapped(predicate) {
            Some(swapped) if is_number(first) => (swapped, second, first),
            _ => (predicate, first, second),
        };
        let is_negative = matches!(
            predicate,
            Predicate::Ne | Predicate::Sge | Predicate::Sle | Predicate::Uge | Predicate::Ule
        );
        let positive = if is_negative { opposite(predicate) } else { Some(predicate) };
        let Some(positive) = positive else { return Value::Unknown };
        let is_zero = matches!(second, Value::Integer { range: Interval::ZERO, .. });
        let found = match self.definition(first) {
            // A truth value was extended, and is compared with zero.
            Some(Definition::Extended(operand)) if is_zero && positive == Predicate::Eq => {
                self.negation(operand)
            }
            _ => self.result(Operation::Comparison(positive), first, second),
        };
        let found = if is_negative { self.negation(found) } else { found };
        self.resolved(state, found)
    }

    /// The result of a conversion from an integer of the width `from` to one of the width `to`.
    pub(crate) fn converted_result(
        &mut self,
        opcode: Opcode,
        operand: Value,
        from: u32,
        to: u32,
    ) -> Value {
        match (opcode, self.definition(operand)) {
            (Opcode::Trunc, Some(Definition::Extended(operand))) if to == 1 => operand,
            // Only truth values have definitions.
            (Opcode::ZExt | Opcode::SExt, _) if from != 1 => Value::Unknown,
            _ => self.result(Operation::Conversion(opcode, to), operand, operand),
        }
    }

    /// The result of an operation on two integers.
    pub(crate) fn binary_result(&mut self, opcode: Opcode, first: Value, second: Value) -> Value {
        let is_true = |it| matches!(it, Value::Integer { width: 1, .. }) && truth(it) == Some(true);
        match opcode {
            Opcode::Xor if is_true(second) => self.negation(first),
            Opcode::Xor if is_true(first) => self.negation(second),
            _ => self.result(Operation::Binary(opcode), first, second),
        }
    }

    /// Adds the fact that a truth value is true, or false. Returns whether that is possible.
    pub(crate) fn learn_truth(&mut self, state: &mut State, value: Value, holds: bool) -> bool {
        if let Some(known) = truth(self.resolved(state, value)) {
            return known == holds;
        }
        if let Some(Definition::Not(operand)) = self.definition(value) {
            return self.learn_truth(state, operand, !holds);
        }
        if let Some(number) = symbol_of(value) {
            state.learn(Base::Symbol(number), Value::integer(1, -i128::from(holds)));
        }
        true
    }

    /// Adds the fact that a value is, or is not, equal to a number. Returns whether that is possible.
    pub(crate) fn learn_equality(
        &mut self,
        state: &mut State,
        value: Value,
        number: Value,
        holds: bool,
    ) -> bool {
        let equality = self.compared_result(state, Predicate::Eq, value, number);
        self.learn_truth(state, equality, holds)
    }
}
