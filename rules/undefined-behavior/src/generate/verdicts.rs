//! Whether operations on certain numbers give poison.

use facts_schema::{InstructionFlag, InstructionId, Opcode, ValueId};

use super::body::{Body, Possible};
use crate::module::Module;
use crate::ranges::{self, Range, Ranges};

impl Body<'_> {
    /// Whether the shift `instruction` shifts by the width or more.
    pub fn shifts_too_far(self, instruction: InstructionId, amount: ValueId) -> Possible {
        shifts_too_far(self.ranges_at(amount, self.control.place(instruction)))
    }

    /// Whether `instruction` violates `flag`.
    pub fn breaks(
        self,
        instruction: InstructionId,
        opcode: Opcode,
        flag: InstructionFlag,
    ) -> Possible {
        let rows = self.module.index.instruction_operand.all(instruction);
        let operands = [0, 1].map(|position| rows.get(position).map(|row| row.operand));
        let at = self.control.place(instruction);
        let numbers = operands.map(|it| self.ranges_at(it?, at));
        breaks(self.module, opcode, flag, operands, numbers, self.module.result(instruction))
    }

    /// Whether a `getelementptr` with constant indices leads from the beginning of an object to a place in it or
    /// to its end.
    pub fn stays_inside(self, base: ValueId, result: ValueId) -> bool {
        let size = crate::slots::object_size(self.module, base);
        let size = size.and_then(|size| i64::try_from(size).ok());
        let offset = self.module.index.step(result).and_then(|step| step.whole);
        offset.zip(size).is_some_and(|(offset, size)| (0..=size).contains(&offset))
    }
}

/// Whether `result`, which is `opcode` of two operands with these ranges, violates `flag`.
pub(super) fn breaks(
    module: &Module,
    opcode: Opcode,
    flag: InstructionFlag,
    operands: [Option<ValueId>; 2],
    [one, two]: [Option<Ranges>; 2],
    result: Option<ValueId>,
) -> Possible {
    let is_kept = match flag {
        InstructionFlag::Disjoint => are_disjoint(module, operands, one, two),
        InstructionFlag::Exact => is_exact(module, opcode, operands, two),
        _ => false,
    };
    if is_kept {
        return Possible::Never;
    }
    let width = result.and_then(|result| ranges::width(module, result));
    broken(opcode, flag, one, two, width)
}

/// Whether one operand is less than the lowest bit that can be set in the other.
fn are_disjoint(
    module: &Module,
    operands: [Option<ValueId>; 2],
    one: Option<Ranges>,
    two: Option<Ranges>,
) -> bool {
    let [Some(first), Some(second)] = operands else { return false };
    let is_below = |range: Option<Ranges>, other: ValueId| {
        let zeros = ranges::low_zeros(module, other);
        range.is_some_and(|range| range.unsigned.high < 1 << zeros.min(ranges::MAX_WIDTH))
    };
    is_below(one, second) || is_below(two, first)
}

/// Whether all bits that a right shift, or a division by a power of two, drops are always zero.
fn is_exact(
    module: &Module,
    opcode: Opcode,
    operands: [Option<ValueId>; 2],
    two: Option<Ranges>,
) -> bool {
    let (Some(first), Some(two)) = (operands[0], two) else { return false };
    let zeros = i128::from(ranges::low_zeros(module, first));
    match opcode {
        Opcode::LShr | Opcode::AShr => two.unsigned.high <= zeros,
        _ => two
            .only()
            .is_some_and(|by| by.count_ones() == 1 && i128::from(by.trailing_zeros()) <= zeros),
    }
}

/// Whether the amount of a shift is at least the width.
pub(super) fn shifts_too_far(amount: Option<Ranges>) -> Possible {
    match amount {
        Some(amount) if amount.unsigned.high < amount.width.into() => Possible::Never,
        Some(amount) if amount.unsigned.low >= amount.width.into() && !amount.is_empty() => {
            Possible::Always
        }
        _ => Possible::Maybe,
    }
}

/// Whether an operation violates `flag`.
fn broken(
    opcode: Opcode,
    flag: InstructionFlag,
    one: Option<Ranges>,
    two: Option<Ranges>,
    width: Option<u32>,
) -> Possible {
    let is_never = |never: bool| if never { Possible::Never } else { Possible::Maybe };
    let Some(one) = one else { return Possible::Maybe };
    match (flag, opcode) {
        (InstructionFlag::NNeg, _) => is_never(one.signed.low >= 0),
        (InstructionFlag::Nuw, Opcode::Trunc) => {
            width.map_or(Possible::Maybe, |width| within(one.unsigned, ranges::unsigned(width)))
        }
        (InstructionFlag::Nsw, Opcode::Trunc) => {
            width.map_or(Possible::Maybe, |width| within(one.signed, ranges::signed(width)))
        }
        (InstructionFlag::Nuw | InstructionFlag::Nsw, _) => {
            let Some((unsigned, signed)) = two.and_then(|two| ranges::exact(opcode, one, two))
            else {
                return Possible::Maybe;
            };
            match flag {
                InstructionFlag::Nuw => within(unsigned, ranges::unsigned(one.width)),
                _ => within(signed, ranges::signed(one.width)),
            }
        }
        (InstructionFlag::SameSign, _) => {
            is_never(one.signed.low >= 0 && two.is_some_and(|two| two.signed.low >= 0))
        }
        _ => Possible::Maybe,
    }
}

/// Whether results stay within the representable range. Ranges are often too wide, so only a single number is
/// certain to be outside.
fn within(result: Range, possible: Range) -> Possible {
    if result.is_within(possible) {
        Possible::Never
    } else if result.low == result.high {
        Possible::Always
    } else {
        Possible::Maybe
    }
}
