//! Constants: undef, poison, aggregates with them inside, and constant expressions.

use facts_schema::{DeferredReason, InstructionFlag, Opcode, ValueId, ValueKind};

use super::Builder;
use super::body::Possible;
use super::operations::{HOW, REASONS, SHIFTS, UNCERTAIN};
use crate::control::Place;
use crate::parts::Part;
use crate::rows::How;
use crate::semantics::Deferred;

impl Builder<'_, '_> {
    /// Makes the rows of a constant, once. Whether it may be undef or poison at all.
    pub(super) fn constant(&mut self, value: ValueId) -> bool {
        if !self.constants.insert(value) {
            return true;
        }
        match self.module.kind(value) {
            ValueKind::Undef => self.written(value, Deferred::Undef, DeferredReason::Undef),
            ValueKind::Poison => self.written(value, Deferred::Poison, DeferredReason::Poison),
            ValueKind::ConstantExpression => self.expression(value),
            _ => self.members(value),
        }
        true
    }

    fn written(&mut self, value: ValueId, written: Deferred, reason: DeferredReason) {
        for part in self.module.parts_of(value) {
            self.source(part, written, reason);
            self.rows.always.push((part, written));
        }
    }

    fn members(&mut self, value: ValueId) {
        let (module, r#type) = (self.module, self.module.type_of(value));
        let is_vector = module.index.vector_type.first(r#type).is_some();
        for row in module.index.constant_element.all(value) {
            if !self.can_be_deferred(row.element) {
                continue;
            }
            let place = if is_vector {
                let is_split = module.parts.is_split(r#type);
                u16::try_from(row.position).ok().filter(|_| is_split).map(|first| (first, 1))
            } else {
                module.parts.member(&module.index, r#type, &[row.position])
            };
            match place {
                Some((first, count)) => {
                    for number in 0..count {
                        let to = Part::new(value, first + number);
                        self.pass_part(Part::new(row.element, number), to, Place(0), How::Moves);
                    }
                }
                None => {
                    for from in module.parts_of(row.element) {
                        self.pass_part(from, Part::new(value, 0), Place(0), How::Chosen);
                    }
                }
            }
        }
    }

    fn expression(&mut self, value: ValueId) {
        let (module, index) = (self.module, &self.module.index);
        let Some(row) = index.constant_expression.first(value) else { return };
        let operands: Vec<ValueId> =
            index.constant_operand.all(value).iter().map(|row| row.operand).collect();
        let flags: Vec<_> = index.constant_flag.all(value).iter().map(|row| row.flag).collect();
        match row.opcode {
            Opcode::ExtractElement | Opcode::InsertElement | Opcode::ShuffleVector => {
                for operand in operands {
                    self.pass(operand, value, Place(0), How::Chosen);
                }
                let mask = index.constant_shuffle_mask.all(value).len();
                let lanes = index.vector_type.first(module.type_of(value)).map(|row| row.length);
                if row.opcode != Opcode::ShuffleVector || lanes != Some(mask as u32) {
                    self.all_parts(value, Deferred::Poison, DeferredReason::ElementIndex);
                }
            }
            // Where the linker puts things decides whether an address stays in bounds; LLVM makes
            // such expressions of what is in bounds.
            opcode => {
                self.constant_operation(value, opcode, &operands, &flags);
            }
        }
    }

    /// The constant `value` is `opcode` of `operands`.
    fn constant_operation(
        &mut self,
        value: ValueId,
        opcode: Opcode,
        operands: &[ValueId],
        flags: &[InstructionFlag],
    ) {
        let how = HOW.iter().find(|(it, _)| *it == opcode).map_or(How::Strict, |(_, how)| *how);
        for (position, &operand) in operands.iter().enumerate() {
            let is_base = opcode == Opcode::GetElementPtr && position == 0;
            self.pass(operand, value, Place(0), if is_base { How::Injective } else { how });
        }
        // What is inside another object when the program is linked is not for us to say.
        if opcode == Opcode::GetElementPtr {
            return;
        }
        for (_, reason) in UNCERTAIN.iter().filter(|(it, _)| *it == opcode) {
            self.creates(value, *reason, Possible::Maybe);
        }
        if let Some(&amount) = operands.get(1).filter(|_| SHIFTS.contains(&opcode)) {
            let possible = self.body().shifts_too_far_at(Place(0), amount);
            self.creates(value, DeferredReason::ShiftAmount, possible);
        }
        let both = [operands.first().copied(), operands.get(1).copied()];
        for &flag in flags {
            for (_, reason) in REASONS.iter().filter(|(it, _)| *it == flag) {
                let possible = self.body().breaks_at(Place(0), opcode, flag, both, Some(value));
                self.creates(value, *reason, possible);
            }
        }
    }
}
