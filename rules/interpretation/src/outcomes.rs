//! Numbers that a value can certainly be, because each use of undef in it chooses a number; and values that are neither
//! undef nor poison.

use facts_schema::view::View;
use facts_schema::{InstructionFlag, InstructionId, Opcode, ValueId, ValueKind};

use crate::choices::{Choice, is_possible};
use crate::intrinsics::{is_flagged, is_total};
use crate::machine::{Frame, Machine};
use crate::numbers::{compared, opposite};
use crate::state::State;
use crate::value::Value;

/// The maximum depth to which values are followed back.
pub(crate) const MAX_DEPTH: u32 = 6;

/// The maximum number of operands of an instruction that is followed back.
const MAX_OPERANDS: usize = 4;

impl<'f> Machine<'_, 'f> {
    /// Whether a use of an integer can be this number in every execution, because the integer is this number, or undef
    /// is chosen, or the integer is poison.
    ///
    /// `icmp slt i32 %x, undef` can be false whatever `%x` is, but it cannot be true if `%x` is the greatest number.
    pub(crate) fn can_be(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        value: ValueId,
        number: i128,
    ) -> bool {
        self.can_be_within(frame, state, value, number, MAX_DEPTH)
    }

    fn can_be_within(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        value: ValueId,
        number: i128,
        depth: u32,
    ) -> bool {
        let view = self.view;
        let Some(width) = self.width_of(value) else { return false };
        let known = self.value(frame, state, value);
        if known == Value::Poison {
            return true;
        }
        if let Some(choice) = Choice::of(known, width) {
            return choice.can_be(number);
        }
        if let Value::Integer { range, .. } = known
            && (range.exact().is_some() || !range.contains(number))
        {
            return range.exact() == Some(number);
        }
        let definition = view.definition_of(value).filter(|_| width == 1 && depth > 0);
        let Some(definition) = definition else { return false };
        let holds = number != 0;
        let mut can_be = |it, number| self.can_be_within(frame, state, it, number, depth - 1);
        match view.opcode_of(definition) {
            Some(opcode @ (Opcode::And | Opcode::Or)) => {
                let Some(row) = view.binary_instruction.first(definition) else { return false };
                let one = can_be(row.first_operand, number);
                match (opcode == Opcode::And) == holds {
                    true => one && can_be(row.second_operand, number),
                    false => one || can_be(row.second_operand, number),
                }
            }
            Some(Opcode::Select) => {
                let Some(row) = view.select_instruction.first(definition) else { return false };
                can_be(row.true_value, number) && can_be(row.false_value, number)
            }
            Some(Opcode::ICmp) => {
                let Some(row) = view.comparison_instruction.first(definition) else { return false };
                let predicate = if holds { Some(row.predicate) } else { opposite(row.predicate) };
                let width = self.width_of(row.first_operand);
                let Some((predicate, width)) = predicate.zip(width) else { return false };
                let [firsts, seconds] = [row.first_operand, row.second_operand]
                    .map(|it| self.alternatives(frame, state, it));
                let can_hold = |first, second| {
                    let ranges = [first, second].map(|it: Value| it.range(width));
                    compared(predicate, width, ranges[0], ranges[1]) == Some(true)
                        || is_possible(predicate, width, first, second)
                };
                firsts.iter().all(|one| seconds.iter().all(|other| can_hold(*one, *other)))
            }
            _ => false,
        }
    }

    /// Values that include every possible value of an integer.
    fn alternatives(&mut self, frame: &Frame<'f>, state: &State, value: ValueId) -> Vec<Value> {
        let known = self.value(frame, state, value);
        let definition = self.view.definition_of(value).filter(|_| !known.is_deferred());
        let select = definition.and_then(|it| self.view.select_instruction.first(it));
        match select {
            Some(row) => {
                [row.true_value, row.false_value].map(|it| self.value(frame, state, it)).to_vec()
            }
            None => vec![known],
        }
    }

    /// Whether a value is neither undef nor poison in any execution that defines it.
    pub(crate) fn is_well_defined(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        value: ValueId,
    ) -> bool {
        self.is_well_defined_within(frame, state, value, MAX_DEPTH)
    }

    pub(crate) fn is_well_defined_within(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        value: ValueId,
        depth: u32,
    ) -> bool {
        let view = self.view;
        match view.kind_of(value) {
            Some(ValueKind::ConstantInteger | ValueKind::NullPointer) => return true,
            Some(ValueKind::Argument) => {
                let position = view.argument.first(value).map(|it| it.position);
                return position.is_some_and(|it| self.is_noundef_parameter(frame.function, it));
            }
            Some(ValueKind::Instruction) => {}
            _ => return false,
        }
        // What is known about an unknown value follows from instructions that are undefined for undef and poison.
        let unresolved = self.operand(frame, value);
        let is_fact =
            unresolved != state.resolve(unresolved) && self.exact(frame, state, value).is_some();
        let definition = view.definition_of(value).filter(|_| depth > 0);
        let Some(definition) = definition else { return is_fact };
        is_fact || self.defines(frame, state, definition, depth)
    }

    /// Whether the result of an instruction is neither undef nor poison.
    fn defines(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        instruction: InstructionId,
        depth: u32,
    ) -> bool {
        let view = self.view;
        let is_function = |value: &ValueId| view.kind_of(*value) == Some(ValueKind::Function);
        let operands = || {
            let rows = view.instruction_operand.all(instruction).iter();
            rows.map(|it| it.operand).filter(move |it| !is_function(it))
        };
        let mut are_numbers = || operands().all(|it| self.exact(frame, state, it).is_some());
        let keeps = match view.opcode_of(instruction) {
            Some(Opcode::Freeze) => return true,
            Some(Opcode::ExtractValue | Opcode::ExtractElement) => {
                let row = view.instruction.first(instruction);
                return row.is_some_and(|it| self.extracts_defined(frame, state, &it, depth - 1));
            }
            Some(Opcode::Load) => return view.attachment(instruction, "noundef").is_some(),
            Some(Opcode::Phi | Opcode::Select) => true,
            // If the numbers violate a flag, the result is known to be poison.
            Some(
                Opcode::Add
                | Opcode::Sub
                | Opcode::Mul
                | Opcode::And
                | Opcode::Or
                | Opcode::Xor
                | Opcode::UDiv
                | Opcode::SDiv
                | Opcode::URem
                | Opcode::SRem
                | Opcode::Trunc
                | Opcode::ZExt
                | Opcode::SExt,
            ) => !has_flags(view, instruction) || are_numbers(),
            Some(Opcode::ICmp) => {
                !view.has_instruction_flag(instruction, InstructionFlag::SameSign) || are_numbers()
            }
            Some(Opcode::Shl | Opcode::LShr | Opcode::AShr) => are_numbers(),
            Some(Opcode::Call) => {
                let name = view.called_intrinsic(instruction).unwrap_or_default();
                is_total(name) || (is_flagged(name) && are_numbers())
            }
            _ => false,
        };
        let result = view.result_of(instruction);
        let is_poison = result.is_none_or(|it| self.operand(frame, it) == Value::Poison);
        keeps
            && !is_poison
            && operands().count() <= MAX_OPERANDS
            && operands().all(|it| self.is_well_defined_within(frame, state, it, depth - 1))
    }

    /// The number that an integer is, if it is the same in every execution.
    fn exact(&mut self, frame: &Frame<'f>, state: &State, value: ValueId) -> Option<i128> {
        match self.value(frame, state, value) {
            Value::Integer { range, .. } => range.exact(),
            _ => None,
        }
    }
}

fn has_flags(view: &View, instruction: InstructionId) -> bool {
    !view.instruction_flag.all(instruction).is_empty()
}
