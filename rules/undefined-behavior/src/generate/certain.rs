//! What makes values undef, poison or zero in every execution: where they come together, and what is
//! computed from them.
//!
//! Few functions have such values. Where none can be, there are no rows.

use facts_schema::{
    Instruction, InstructionFlag, Opcode, Predicate, TypeKind, UbCause, ValueId, ValueKind,
};
use rustc_hash::FxHashSet;

use super::Builder;
use crate::conditions::swapped;
use crate::module::{Promise, is_division};
use crate::parts::Part;
use crate::ranges;
use crate::rows::Certain;
use crate::semantics::Deferred;
use crate::slots::{NOTHING, Reaching, may_be_certain};

impl Builder<'_, '_> {
    /// Makes the rows of a function whose other rows are complete.
    pub(super) fn certain(&mut self) {
        let mut certain = Certain::default();
        if self.memory.has_reaching() {
            for row in self.control.rows().iter().filter(|row| row.opcode == Opcode::Load) {
                self.loaded(row, &mut certain);
            }
        }
        let has_deferred = !self.rows.always.is_empty();
        let rows = self.control.rows();
        let has_division = has_deferred || rows.iter().any(|row| is_division(row.opcode));
        for row in rows.iter().filter(|row| matches!(row.opcode, Opcode::Phi | Opcode::Select)) {
            let result = self.module.result(row.instruction);
            let r#type = result.map(|result| self.module.type_of(result));
            // Without undef and poison, only null and divisors matter.
            if has_division
                || r#type.is_some_and(|it| self.module.type_kind(it) == TypeKind::Pointer)
            {
                self.joined(row, has_deferred, &mut certain);
            }
        }
        if certain.zeros.is_empty() && !has_deferred {
            return;
        }
        let mut may_be_zero: FxHashSet<ValueId> =
            certain.counts.iter().map(|(part, _)| part.value).collect();
        for row in self.control.rows() {
            self.keeps_zero(row, &mut may_be_zero, &mut certain);
            if has_deferred {
                self.onto(row, &mut certain);
            }
        }
        for row in self.control.rows() {
            self.no_zero(row, &may_be_zero, &mut certain);
        }
        self.rows.certain = certain;
    }

    /// What is loaded is one of the values that reach the load.
    fn loaded(&mut self, row: &Instruction, certain: &mut Certain) {
        let memory = self.memory;
        let Some(reaching) = memory.reaching(row.instruction) else { return };
        let Some(result) = self.module.result(row.instruction) else { return };
        if reaching == [Reaching::Uninitialised] {
            let parts = self.module.parts_of(result);
            self.rows.always.extend(parts.map(|part| (part, Deferred::Undef)));
            return;
        }
        let nothing = Part::new(result, NOTHING);
        if reaching.contains(&Reaching::Uninitialised) {
            self.rows.always.push((nothing, Deferred::Undef));
        }
        let values: Vec<Option<ValueId>> = reaching
            .iter()
            .map(|reaching| match reaching {
                Reaching::Stored(value) => Some(*value),
                Reaching::Uninitialised => None,
            })
            .collect();
        self.among(result, &values, certain);
    }

    /// A phi or a select is one of its operands.
    fn joined(&mut self, row: &Instruction, has_deferred: bool, certain: &mut Certain) {
        let Some(result) = self.module.result(row.instruction) else { return };
        let index = &self.module.index;
        let mut values: Vec<ValueId> = match row.opcode {
            Opcode::Phi => {
                let rows = index.phi_incoming.all(row.instruction).iter();
                let is_reachable = |block| self.control.is_reachable(block);
                rows.filter(|row| is_reachable(row.block)).map(|row| row.value).collect()
            }
            _ => match index.select_instruction.first(row.instruction) {
                Some(row) => vec![row.true_value, row.false_value],
                None => return,
            },
        };
        values.sort_unstable();
        values.dedup();
        values.retain(|&value| value != result);
        if values.iter().all(|&value| self.may_be_certain(value, has_deferred)) {
            let values: Vec<_> = values.into_iter().map(Some).collect();
            self.among(result, &values, certain);
        }
    }

    /// `result` is always one of `values`; none is memory that nothing was stored in.
    fn among(&mut self, result: ValueId, values: &[Option<ValueId>], certain: &mut Certain) {
        let count = self.module.part_count(result);
        if values.iter().flatten().any(|&value| self.module.part_count(value) != count) {
            return;
        }
        for to in self.module.parts_of(result) {
            for (number, value) in values.iter().enumerate() {
                let from = match value {
                    Some(value) => Part::new(*value, to.number),
                    None => Part::new(result, NOTHING),
                };
                certain.among.push((to, number as u32, from));
            }
            certain.counts.push((to, values.len() as u32));
        }
        for &value in values.iter().flatten() {
            if self.is_zero(value) {
                certain.zeros.extend(self.module.parts_of(value));
            } else {
                // Constants have their rows.
                self.can_be_deferred(value);
            }
        }
    }

    fn is_zero(&self, value: ValueId) -> bool {
        match self.module.kind(value) {
            ValueKind::NullPointer | ValueKind::ZeroInitializer => true,
            ValueKind::ConstantInteger => self.integer(value) == Some(0),
            _ => false,
        }
    }

    /// Whether a value may be undef, poison or zero in every execution: what is loaded, if it is known
    /// what reaches the load.
    fn may_be_certain(&self, value: ValueId, has_deferred: bool) -> bool {
        let definition = self.module.definition(value);
        let load = definition.filter(|row| row.opcode == Opcode::Load);
        load.is_none_or(|row| self.memory.reaching(row.instruction).is_some())
            && may_be_certain(self.module, value, has_deferred)
    }

    /// What is zero if an operand is.
    fn keeps_zero(
        &self,
        row: &Instruction,
        may_be_zero: &mut FxHashSet<ValueId>,
        certain: &mut Certain,
    ) {
        let index = &self.module.index;
        let operand = match row.opcode {
            Opcode::ZExt | Opcode::SExt | Opcode::Trunc | Opcode::BitCast => {
                index.conversion_instruction.first(row.instruction).map(|row| row.operand)
            }
            // Null is in the bounds of nothing: an address behind it is poison.
            Opcode::GetElementPtr => {
                let row = index.getelementptr_instruction.first(row.instruction);
                row.map(|row| row.base).filter(|base| may_be_zero.contains(base))
            }
            _ => None,
        };
        let result = self.module.result(row.instruction);
        let (Some(operand), Some(result)) = (operand, result) else { return };
        if row.opcode == Opcode::GetElementPtr {
            let flags = index.instruction_flag.all(row.instruction).iter();
            let is_inbounds = flags.into_iter().any(|row| row.flag == InstructionFlag::InBounds);
            if !is_inbounds || self.null_is_valid(operand) {
                return;
            }
        }
        if may_be_zero.contains(&operand)
            && self.module.part_count(operand) == self.module.part_count(result)
        {
            may_be_zero.insert(result);
            for from in self.module.parts_of(operand) {
                certain.keeps_zero.push((from, Part::new(result, from.number)));
            }
        }
    }

    /// Where zero and null are undefined behavior.
    fn no_zero(&self, row: &Instruction, may_be_zero: &FxHashSet<ValueId>, certain: &mut Certain) {
        let (index, instruction) = (&self.module.index, row.instruction);
        let at = self.control.place_of(row);
        let address = match row.opcode {
            Opcode::Load => index.load_instruction.first(instruction).map(|row| row.address),
            Opcode::Store => index.store_instruction.first(instruction).map(|row| row.address),
            Opcode::CmpXchg => index.cmpxchg_instruction.first(instruction).map(|row| row.address),
            Opcode::AtomicRmw => {
                index.atomicrmw_instruction.first(instruction).map(|row| row.address)
            }
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                index.call_instruction.first(instruction).map(|row| row.callee)
            }
            _ => None,
        };
        if let Some(address) = address.filter(|address| may_be_zero.contains(address))
            && !self.null_is_valid(address)
        {
            certain.no_zero.push((at, Part::new(address, 0), UbCause::Null));
        }
        if is_division(row.opcode)
            && let Some(row) = index.binary_instruction.first(instruction)
            && may_be_zero.contains(&row.second_operand)
        {
            let parts = self.module.parts_of(row.second_operand);
            certain.no_zero.extend(parts.map(|part| (at, part, UbCause::Zero)));
        }
    }

    /// Whether null may be the address of something, in the address space of `pointer`.
    fn null_is_valid(&self, pointer: ValueId) -> bool {
        let module = self.module;
        let r#type = module.index.pointer_type.first(module.type_of(pointer));
        r#type.is_none_or(|row| row.address_space != 0)
            || module.of_function(self.function).has(Promise::NULL_IS_VALID)
    }

    /// What is any value if an operand is: each result has an operand that gives it.
    fn onto(&self, row: &Instruction, certain: &mut Certain) {
        let index = &self.module.index;
        let Some(result) = self.module.result(row.instruction) else { return };
        let operands: Vec<ValueId> = match row.opcode {
            Opcode::Add | Opcode::Sub | Opcode::Xor => {
                let row = index.binary_instruction.first(row.instruction);
                row.map_or(Vec::new(), |row| vec![row.first_operand, row.second_operand])
            }
            Opcode::Trunc => {
                let row = index.conversion_instruction.first(row.instruction);
                row.map(|row| row.operand).into_iter().collect()
            }
            Opcode::ICmp => match index.comparison_instruction.first(row.instruction) {
                Some(row) => self.decided(row.predicate, row.first_operand, row.second_operand),
                None => return,
            },
            _ => return,
        };
        let count = self.module.part_count(result);
        for operand in operands {
            if self.module.part_count(operand) == count {
                let parts = self.module.parts_of(operand);
                let to = |from: Part| Part::new(result, from.number);
                certain.onto.extend(parts.map(|from| (from, to(from))));
            }
        }
    }

    /// The values of which a comparison can be true as well as false, if they are any value: its
    /// operands, and what these are extended from.
    fn decided(&self, predicate: Predicate, first: ValueId, second: ValueId) -> Vec<ValueId> {
        let mut found = Vec::new();
        for (one, other, predicate) in
            [(first, second, predicate), (second, first, swapped(predicate))]
        {
            // Whatever the other is: one value is the same, and all others are not.
            if matches!(predicate, Predicate::Eq | Predicate::Ne) {
                found.push(one);
            }
            let number = ranges::of(self.module, other).filter(|_| self.is_constant(other));
            let Some(number) = number.filter(|it| it.only().is_some()) else { continue };
            let signed = number.signed.low;
            for (value, low, high) in self.extended(one) {
                let tried = [low, high, -1, 0, signed - 1, signed, signed + 1];
                let mut tried = tried.into_iter().filter(|it| (low..=high).contains(it));
                let holds = |it: i128| compare(predicate, it, signed, number.width);
                let results: FxHashSet<bool> = tried.by_ref().map(holds).collect();
                if results.len() == 2 {
                    found.push(value);
                }
            }
        }
        found
    }

    fn is_constant(&self, value: ValueId) -> bool {
        matches!(
            self.module.kind(value),
            ValueKind::ConstantInteger
                | ValueKind::ZeroInitializer
                | ValueKind::ConstantVector
                | ValueKind::DataVector
        )
    }

    /// `value`, and what it is extended from, each with the signed numbers that `value` is then.
    fn extended(&self, value: ValueId) -> Vec<(ValueId, i128, i128)> {
        let index = &self.module.index;
        let Some(width) = ranges::width(self.module, value) else { return Vec::new() };
        let all = ranges::signed(width);
        let mut found = vec![(value, all.low, all.high)];
        let definition = self.module.definition(value);
        let Some(row) = definition.filter(|row| matches!(row.opcode, Opcode::ZExt | Opcode::SExt))
        else {
            return found;
        };
        let operand = index.conversion_instruction.first(row.instruction).map(|row| row.operand);
        let Some(operand) = operand else { return found };
        if let Some(width) = ranges::width(self.module, operand) {
            let range = match row.opcode {
                Opcode::ZExt => ranges::unsigned(width),
                _ => ranges::signed(width),
            };
            found.push((operand, range.low, range.high));
        }
        found
    }
}

/// Compares signed numbers of so many bits.
fn compare(predicate: Predicate, one: i128, other: i128, width: u32) -> bool {
    let unsigned = |it: i128| if it < 0 { it + (1 << width) } else { it };
    match predicate {
        Predicate::Eq => one == other,
        Predicate::Ne => one != other,
        Predicate::Ugt => unsigned(one) > unsigned(other),
        Predicate::Uge => unsigned(one) >= unsigned(other),
        Predicate::Ult => unsigned(one) < unsigned(other),
        Predicate::Ule => unsigned(one) <= unsigned(other),
        Predicate::Sgt => one > other,
        Predicate::Sge => one >= other,
        Predicate::Slt => one < other,
        Predicate::Sle => one <= other,
        _ => false,
    }
}
