//! Where instructions cannot bear undef or poison.

use facts_schema::{Certainty, Instruction, Opcode, TypeKind, UbCause, ValueId, ValueKind};

use super::Builder;
use crate::control::Place;
use crate::module::Promise;
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
                    self.division(opcode, row.first_operand, row.second_operand, at);
                }
            }
            _ => {}
        }
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
        let module = self.module;
        if module.kind(address) == ValueKind::NullPointer
            && !module.of_function(self.function).has(Promise::NULL_IS_VALID)
            && module
                .index
                .pointer_type
                .first(module.type_of(address))
                .is_some_and(|row| row.address_space == 0)
        {
            let (cause, certainty) = (UbCause::Null, Certainty::Definite);
            self.rows.faults.push(Fault { at, operand: address, cause, certainty });
        }
    }

    fn division(&mut self, opcode: Opcode, dividend: ValueId, divisor: ValueId, at: Place) {
        self.demand(at, divisor, Need::NoPoisonNoAnyUndef);
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
