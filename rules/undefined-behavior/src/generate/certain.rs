//! Values that are undef, poison or zero in every execution: the points where they merge, and values computed from
//! them.
//!
//! Few functions have such values. Functions that cannot have them have no rows.

use facts_schema::view::Scope;
use facts_schema::{Instruction, Opcode, Predicate, TypeKind, ValueId, ValueKind};
use rules::zero_divisors::DIVISIONS;
use rustc_hash::FxHashSet;

use super::Builder;
use crate::conditions::swapped;
use crate::parts::Part;
use crate::programs::zero::program as zero;
use crate::ranges;
use crate::rows::Certain;
use crate::semantics::Deferred;
use crate::slots::{NOTHING, Reaching, may_be_certain};

impl Builder<'_, '_> {
    /// Adds these rows to a function whose other rows are complete.
    pub(super) fn certain(&mut self) {
        let mut certain = Certain::default();
        if self.memory.has_reaching() {
            for row in self.control.rows().iter().filter(|row| row.opcode == Opcode::Load) {
                self.loaded(row, &mut certain);
            }
        }
        let has_deferred = !self.rows.always.is_empty();
        let rows = self.control.rows();
        let has_division = has_deferred || rows.iter().any(|row| DIVISIONS.contains(&row.opcode));
        for row in rows.iter().filter(|row| matches!(row.opcode, Opcode::Phi | Opcode::Select)) {
            let result = self.module.result(row.instruction);
            let r#type = result.map(|result| self.module.type_of(result));
            // Without undef and poison, only null and divisors are relevant.
            if has_division
                || r#type.is_some_and(|it| self.module.type_kind(it) == TypeKind::Pointer)
            {
                self.joined(row, has_deferred, &mut certain);
            }
        }
        if certain.zeros.is_empty() && !has_deferred {
            return;
        }
        self.spread(has_deferred, &mut certain);
        self.rows.certain = certain;
    }

    /// The result of a load is one of the values that reach it.
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

    /// `result` is always one of `values`; none stands for memory in which nothing was stored.
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
                // This adds the rows of constants.
                self.can_be_deferred(value);
            }
        }
    }

    fn is_zero(&self, value: ValueId) -> bool {
        match self.module.kind(value) {
            ValueKind::NullPointer | ValueKind::ZeroInitializer => true,
            ValueKind::ConstantInteger => self.body().is_zero(value),
            _ => false,
        }
    }

    /// Whether a value may be undef, poison or zero in every execution; for the result of a load, only if the
    /// values that reach it are known.
    fn may_be_certain(&self, value: ValueId, has_deferred: bool) -> bool {
        let definition = self.module.definition(value);
        let load = definition.filter(|row| row.opcode == Opcode::Load);
        load.is_none_or(|row| self.memory.reaching(row.instruction).is_some())
            && may_be_certain(self.module, value, has_deferred)
    }

    /// Adds values that are zero, or any value, if an operand is, and operations for which zero is undefined
    /// behaviour.
    fn spread(&self, has_deferred: bool, certain: &mut Certain) {
        let module = self.module;
        let scope = Scope::function(&module.index, self.function);
        let joined: Vec<ValueId> = certain.counts.iter().map(|(part, _)| part.value).collect();
        let (keeps_zero, onto, no_zero) = zero::run(scope, joined, has_deferred.then_some(()));
        let keeps_zero = keeps_zero.into_iter().map(|zero::KeepsZero(from, to)| (from, to));
        certain.keeps_zero.extend(keeps_zero.flat_map(|(from, to)| self.pairs(from, to)));
        let onto = onto.into_iter().map(|zero::Onto(from, to)| (from, to));
        certain.onto.extend(onto.flat_map(|(from, to)| self.pairs(from, to)));
        if has_deferred {
            for row in self.control.rows().iter().filter(|row| row.opcode == Opcode::ICmp) {
                self.decides(row, certain);
            }
        }
        for zero::NoZero(instruction, operand, cause) in no_zero {
            let Some(row) = module.index.instruction.first(instruction) else { continue };
            let at = self.control.place_of(&row);
            certain.no_zero.extend(module.parts_of(operand).map(|part| (at, part, cause)));
        }
    }

    /// The parts of two values with equal numbers of parts, in pairs.
    fn pairs(&self, from: ValueId, to: ValueId) -> impl Iterator<Item = (Part, Part)> + use<> {
        let is_same = self.module.part_count(from) == self.module.part_count(to);
        let parts = is_same.then(|| self.module.parts_of(from)).into_iter().flatten();
        parts.map(move |part| (part, Part::new(to, part.number)))
    }

    /// If an operand that decides a comparison can be any value, so can the result.
    fn decides(&self, row: &Instruction, certain: &mut Certain) {
        let comparison = self.module.index.comparison_instruction.first(row.instruction);
        let (Some(result), Some(row)) = (self.module.result(row.instruction), comparison) else {
            return;
        };
        for operand in self.decided(row.predicate, row.first_operand, row.second_operand) {
            certain.onto.extend(self.pairs(operand, result));
        }
    }

    /// The values for which a comparison can be both true and false if they can be any value: its operands, and
    /// the values that these are extended from.
    fn decided(&self, predicate: Predicate, first: ValueId, second: ValueId) -> Vec<ValueId> {
        let mut found = Vec::new();
        for (one, other, predicate) in
            [(first, second, predicate), (second, first, swapped(predicate))]
        {
            // For any value of the other operand, one value is equal, and all others are not.
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

    /// `value`, and the values that it is extended from, each with the signed range of `value`.
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

/// Compares signed numbers of this width.
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
