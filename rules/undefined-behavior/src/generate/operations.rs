//! Arithmetic, conversions, comparisons and address computation.

use facts_schema::{DeferredReason, InstructionFlag, Opcode, ValueId, ValueKind};

use super::Builder;
use crate::control::Place;
use crate::module::is_division;
use crate::ranges::{self, Range, Ranges};
use crate::rows::How;
use crate::semantics::Deferred;

impl Builder<'_, '_> {
    /// `result` is `opcode` of `operands`.
    pub(super) fn operation(
        &mut self,
        opcode: Opcode,
        result: ValueId,
        operands: &[ValueId],
        flags: &[InstructionFlag],
        at: Place,
    ) {
        for (position, &operand) in operands.iter().enumerate() {
            // A divisor that is poison is undefined behavior, and no result.
            if position == 1 && is_division(opcode) {
                self.divisor(operand, result, at);
            } else {
                self.pass(operand, result, at, how(opcode, position));
            }
        }
        if opcode == Opcode::GetElementPtr {
            self.address_flags(result, operands, flags);
        } else {
            self.creations(opcode, result, operands, flags, at);
        }
    }

    /// Undef of which no value is 0 is still undef.
    fn divisor(&mut self, operand: ValueId, result: ValueId, at: Place) {
        self.pass(operand, result, at, How::Strict);
    }

    /// The ways in which the operation makes poison of what is none.
    fn creations(
        &mut self,
        opcode: Opcode,
        result: ValueId,
        operands: &[ValueId],
        flags: &[InstructionFlag],
        at: Place,
    ) {
        use DeferredReason as Reason;
        let of = |position: usize| operands.get(position).and_then(|&value| self.ranges(value, at));
        let (one, two) = (of(0), of(1));
        let mut found: Vec<(Reason, Verdict)> = Vec::new();
        if matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr) {
            found.push((Reason::ShiftAmount, shift(two)));
        }
        if matches!(opcode, Opcode::FPToUI | Opcode::FPToSI) {
            found.push((Reason::FloatToInteger, Verdict::Maybe));
        }
        if opcode == Opcode::AddrSpaceCast {
            found.push((Reason::AddressSpace, Verdict::Maybe));
        }
        for &flag in flags {
            let is_kept = match flag {
                InstructionFlag::Disjoint => self.are_disjoint(operands, one, two),
                InstructionFlag::Exact => self.is_exact(opcode, operands, two),
                _ => false,
            };
            if is_kept {
                continue;
            }
            if let Some(reason) = reason(flag) {
                found.push((reason, broken(opcode, flag, one, two, result_width(self, result))));
            }
        }
        for (reason, verdict) in found {
            if verdict != Verdict::Never {
                self.all_parts(result, Deferred::Poison, reason);
            }
            if verdict == Verdict::Always {
                let parts = self.module.parts_of(result);
                self.rows.always.extend(parts.map(|part| (part, Deferred::Poison)));
            }
        }
    }

    /// Whether one operand is less than the lowest bit that can be set in the other.
    fn are_disjoint(&self, operands: &[ValueId], one: Option<Ranges>, two: Option<Ranges>) -> bool {
        let &[first, second] = operands else { return false };
        let is_below = |range: Option<Ranges>, other: ValueId| {
            let zeros = ranges::low_zeros(self.module, other);
            range.is_some_and(|range| range.unsigned.high < 1 << zeros.min(ranges::MAX_WIDTH))
        };
        is_below(one, second) || is_below(two, first)
    }

    /// Whether all bits that a shift to the right drops are surely zero, or all those that a power of
    /// two does by which is divided.
    fn is_exact(&self, opcode: Opcode, operands: &[ValueId], two: Option<Ranges>) -> bool {
        let (Some(&first), Some(two)) = (operands.first(), two) else { return false };
        let zeros = i128::from(ranges::low_zeros(self.module, first));
        match opcode {
            Opcode::LShr | Opcode::AShr => two.unsigned.high <= zeros,
            _ => two
                .only()
                .is_some_and(|by| by.count_ones() == 1 && i128::from(by.trailing_zeros()) <= zeros),
        }
    }

    /// Poison of `nnan` and `ninf`.
    pub(super) fn float_flags(&mut self, result: ValueId, flags: &[InstructionFlag]) {
        for &flag in flags {
            if matches!(flag, InstructionFlag::Nnan | InstructionFlag::Ninf)
                && let Some(reason) = reason(flag)
            {
                self.all_parts(result, Deferred::Poison, reason);
            }
        }
    }

    /// Poison of addresses that leave their object.
    fn address_flags(&mut self, result: ValueId, operands: &[ValueId], flags: &[InstructionFlag]) {
        let is_flag = |flag: &&InstructionFlag| {
            matches!(flag, InstructionFlag::InBounds | InstructionFlag::Nusw | InstructionFlag::Nuw)
        };
        let Some(&flag) = flags.iter().find(is_flag) else { return };
        let Some((base, indices)) = operands.split_first() else { return };
        // With no offset at all, no rule applies.
        if indices.iter().all(|&index| self.integer(index) == Some(0)) {
            return;
        }
        if self.stays_inside(*base, result) == Some(true) {
            return;
        }
        // What is inside another object when the program is linked is not for us to say.
        if self.module.kind(result) == ValueKind::ConstantExpression {
            return;
        }
        let reason = reason(flag).unwrap_or(DeferredReason::InBounds);
        self.all_parts(result, Deferred::Poison, reason);
    }

    /// Whether constant indices lead from the beginning of an object to a place inside it, or to its
    /// end.
    fn stays_inside(&self, base: ValueId, result: ValueId) -> Option<bool> {
        let size = crate::slots::object_size(self.module, base)?;
        let offset = self.module.index.step(result)?.whole?;
        Some(offset >= 0 && offset <= i64::try_from(size).ok()?)
    }

    /// The number that a constant is.
    pub(super) fn integer(&self, value: ValueId) -> Option<i128> {
        match self.module.kind(value) {
            ValueKind::ConstantInteger | ValueKind::ZeroInitializer => {
                ranges::of(self.module, value)?.only()
            }
            _ => None,
        }
    }
}

/// Whether something happens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Never,
    Maybe,
    Always,
}

/// How the result depends on the operand at `position`.
fn how(opcode: Opcode, position: usize) -> How {
    match opcode {
        Opcode::BitCast => How::Moves,
        Opcode::Add | Opcode::Sub | Opcode::Xor | Opcode::ZExt | Opcode::SExt | Opcode::FNeg => {
            How::Injective
        }
        // Two addresses differ if what they are computed from does; an index of elements without a
        // size does not matter.
        Opcode::GetElementPtr if position == 0 => How::Injective,
        _ => How::Strict,
    }
}

/// What a flag is called as a reason, if it makes poison.
fn reason(flag: InstructionFlag) -> Option<DeferredReason> {
    use DeferredReason as Reason;
    Some(match flag {
        InstructionFlag::Nuw => Reason::Nuw,
        InstructionFlag::Nsw => Reason::Nsw,
        InstructionFlag::Exact => Reason::Exact,
        InstructionFlag::Disjoint => Reason::Disjoint,
        InstructionFlag::NNeg => Reason::NNeg,
        InstructionFlag::SameSign => Reason::SameSign,
        InstructionFlag::InBounds => Reason::InBounds,
        InstructionFlag::Nusw => Reason::Nusw,
        InstructionFlag::Nnan => Reason::Nnan,
        InstructionFlag::Ninf => Reason::Ninf,
        _ => return None,
    })
}

fn result_width(builder: &Builder, result: ValueId) -> Option<u32> {
    ranges::width(builder.module, result)
}

/// Whether the amount of a shift is as large as the width.
fn shift(amount: Option<Ranges>) -> Verdict {
    match amount {
        Some(amount) if amount.unsigned.high < amount.width.into() => Verdict::Never,
        Some(amount) if amount.unsigned.low >= amount.width.into() && !amount.is_empty() => {
            Verdict::Always
        }
        _ => Verdict::Maybe,
    }
}

/// Whether what `flag` says of the operation is not so.
fn broken(
    opcode: Opcode,
    flag: InstructionFlag,
    one: Option<Ranges>,
    two: Option<Ranges>,
    width: Option<u32>,
) -> Verdict {
    let is_never = |never: bool| if never { Verdict::Never } else { Verdict::Maybe };
    let Some(one) = one else { return Verdict::Maybe };
    match (flag, opcode) {
        (InstructionFlag::NNeg, _) => is_never(one.signed.low >= 0),
        (InstructionFlag::Nuw, Opcode::Trunc) => {
            width.map_or(Verdict::Maybe, |width| within(one.unsigned, ranges::unsigned(width)))
        }
        (InstructionFlag::Nsw, Opcode::Trunc) => {
            width.map_or(Verdict::Maybe, |width| within(one.signed, ranges::signed(width)))
        }
        (InstructionFlag::Nuw | InstructionFlag::Nsw, _) => {
            let Some((unsigned, signed)) = two.and_then(|two| ranges::exact(opcode, one, two))
            else {
                return Verdict::Maybe;
            };
            match flag {
                InstructionFlag::Nuw => within(unsigned, ranges::unsigned(one.width)),
                _ => within(signed, ranges::signed(one.width)),
            }
        }
        (InstructionFlag::SameSign, _) => {
            is_never(one.signed.low >= 0 && two.is_some_and(|two| two.signed.low >= 0))
        }
        _ => Verdict::Maybe,
    }
}

/// Whether results stay within what can be represented. Ranges reach too far as a rule, so that only
/// a single number is surely outside.
fn within(result: Range, possible: Range) -> Verdict {
    if result.is_within(possible) {
        Verdict::Never
    } else if result.low == result.high {
        Verdict::Always
    } else {
        Verdict::Maybe
    }
}
