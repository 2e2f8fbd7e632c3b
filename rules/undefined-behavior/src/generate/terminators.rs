//! Where instructions cannot bear undef or poison.

use facts_schema::{
    BinaryInstruction, Certainty, Instruction, InstructionId, Opcode, TypeKind, UbCause, ValueId,
};

use super::Builder;
use crate::control::Place;
use crate::module::is_division;
use crate::ranges;
use crate::rows::{Exit, Fault, Leave, Need};

impl Builder<'_, '_> {
    /// What the instruction at `at` demands of its operands.
    pub(super) fn demands(&mut self, row: &Instruction, at: Place) {
        let (module, instruction) = (self.module, row.instruction);
        let index = &module.index;
        match row.opcode {
            Opcode::Load => {
                if let Some(row) = index.load_instruction.first(instruction) {
                    self.address(at, row.address);
                }
            }
            Opcode::Store => {
                if let Some(row) = index.store_instruction.first(instruction) {
                    self.address(at, row.address);
                }
            }
            Opcode::CmpXchg => {
                if let Some(row) = index.cmpxchg_instruction.first(instruction) {
                    self.address(at, row.address);
                }
            }
            Opcode::AtomicRmw => {
                if let Some(row) = index.atomicrmw_instruction.first(instruction) {
                    self.address(at, row.address);
                }
            }
            Opcode::VAArg => {
                if let Some(row) = index.va_arg_instruction.first(instruction) {
                    self.address(at, row.list);
                }
            }
            Opcode::Br => {
                if let Some(row) = index.conditional_branch.first(instruction) {
                    self.demand(at, row.condition, Need::WellDefined);
                }
            }
            Opcode::Switch => {
                if let Some(row) = index.switch_instruction.first(instruction) {
                    self.demand(at, row.condition, Need::WellDefined);
                }
            }
            Opcode::IndirectBr => {
                if let Some(row) = index.indirectbr_instruction.first(instruction) {
                    self.demand(at, row.address, Need::WellDefined);
                }
            }
            Opcode::Select => {
                if let Some(row) = index.select_instruction.first(instruction) {
                    self.demand(at, row.condition, Need::SelectCondition);
                }
            }
            Opcode::Ret => self.returns(row, at),
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => self.call_demands(row, at),
            opcode if is_division(opcode) => {
                if let Some(row) = index.binary_instruction.first(instruction) {
                    self.division(&row, at);
                }
            }
            _ => {}
        }
        self.nowhere(instruction, at);
    }

    fn returns(&mut self, row: &Instruction, at: Place) {
        let Some(value) = self.module.index.return_value.first(row.instruction) else { return };
        let promise = self.module.returned(self.function);
        if promise.is_well_defined() {
            self.demand(at, value.value, Need::WellDefined);
        } else if self.can_be_deferred(value.value) {
            for part in self.module.parts_of(value.value) {
                self.rows.leaves.push(Leave { part, at, exit: Exit::Return(part.number) });
            }
        }
    }

    /// Memory is accessed at `address`.
    pub(super) fn address(&mut self, at: Place, address: ValueId) {
        self.demand(at, address, Need::WellDefined);
    }

    /// The operands that the instruction cannot go through in any execution.
    fn nowhere(&mut self, instruction: InstructionId, at: Place) {
        for &(operand, cause) in self.module.nowhere(instruction) {
            match cause {
                UbCause::Null => self.fault(at, operand, cause, Certainty::Definite),
                _ => self.demand(at, operand, Need::WellDefined),
            }
        }
    }

    fn division(&mut self, row: &BinaryInstruction, at: Place) {
        let (opcode, dividend, divisor) = (row.opcode, row.first_operand, row.second_operand);
        self.demand(at, divisor, Need::NoPoisonNoAnyUndef);
        if self.module.divides_by_zero(row.instruction) {
            self.fault(at, divisor, UbCause::Zero, Certainty::Definite);
            return;
        }
        let Some(by) = self.ranges(divisor, at) else {
            self.fault(at, divisor, UbCause::Zero, Certainty::Conditional);
            if matches!(opcode, Opcode::SDiv | Opcode::SRem) {
                self.demand(at, dividend, Need::Sometimes);
                self.fault(at, divisor, UbCause::Overflow, Certainty::Conditional);
            }
            return;
        };
        let is_vector = self.module.type_kind(self.module.type_of(divisor)) != TypeKind::Integer;
        if by.only() == Some(0) && !by.is_empty() {
            self.fault(at, divisor, UbCause::Zero, Certainty::Definite);
        } else if by.unsigned.low <= 0 {
            self.fault(at, divisor, UbCause::Zero, Certainty::Conditional);
        }
        if matches!(opcode, Opcode::SDiv | Opcode::SRem)
            && let Some(of) = self.ranges(dividend, at)
        {
            let least = ranges::signed(of.width).low;
            let single = |it: ranges::Range, number| it.low == number && it.high == number;
            let contains = |it: ranges::Range, number| it.low <= number && number <= it.high;
            if single(by.signed, -1) && !is_vector {
                self.demand(at, dividend, Need::NoPoisonNoAnyUndef);
            } else if contains(by.signed, -1) {
                self.demand(at, dividend, Need::Sometimes);
            }
            if single(of.signed, least) && single(by.signed, -1) && !is_vector {
                self.fault(at, divisor, UbCause::Overflow, Certainty::Definite);
            } else if contains(of.signed, least) && contains(by.signed, -1) {
                self.fault(at, divisor, UbCause::Overflow, Certainty::Conditional);
            }
        }
    }

    fn fault(&mut self, at: Place, operand: ValueId, cause: UbCause, certainty: Certainty) {
        self.rows.faults.push(Fault { at, operand, cause, certainty });
    }
}
