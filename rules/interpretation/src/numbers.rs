//! Operations on ranges of numbers, and comparisons of them.

use facts_schema::view::View;
use facts_schema::{InstructionFlag, InstructionId, Opcode, Predicate};

use crate::value::{Interval, Value};

/// The smallest range of an integer read as unsigned.
pub(crate) fn unsigned(width: u32, range: Interval) -> Interval {
    match range {
        _ if range.low >= 0 => range,
        _ if range.high < 0 => range.plus(Interval::only(1 << width)),
        _ => Interval { low: 0, high: (1 << width) - 1 },
    }
}

pub(crate) fn compared(
    predicate: Predicate,
    width: u32,
    one: Interval,
    other: Interval,
) -> Option<bool> {
    let less = |one: Interval, other: Interval| match () {
        () if one.high < other.low => Some(true),
        () if one.low >= other.high => Some(false),
        () => None,
    };
    let not_less = |one, other| less(one, other).map(|it| !it);
    let unsigned = || (unsigned(width, one), unsigned(width, other));
    match predicate {
        Predicate::Eq | Predicate::Ne => {
            let is_equal = match (one.exact(), other.exact()) {
                (Some(one), Some(other)) => one == other,
                _ if one.meet(other).is_none() => false,
                _ => return None,
            };
            Some(is_equal == (predicate == Predicate::Eq))
        }
        Predicate::Slt => less(one, other),
        Predicate::Sgt => less(other, one),
        Predicate::Sge => not_less(one, other),
        Predicate::Sle => not_less(other, one),
        Predicate::Ult => less(unsigned().0, unsigned().1),
        Predicate::Ugt => less(unsigned().1, unsigned().0),
        Predicate::Uge => not_less(unsigned().0, unsigned().1),
        Predicate::Ule => not_less(unsigned().1, unsigned().0),
        _ => None,
    }
}

/// The numbers that satisfy the comparison with some number of `range`; none if nothing is known about them.
pub(crate) fn bounded(predicate: Predicate, width: u32, range: Interval) -> Option<Interval> {
    let all = Interval::all(width);
    let unsigned_high = |high: i128| (range.low >= 0).then_some(Interval { low: 0, high });
    match predicate {
        Predicate::Eq => Some(range),
        Predicate::Ne => match range.exact()? {
            it if it == all.low => Some(Interval { low: it + 1, ..all }),
            it if it == all.high => Some(Interval { high: it - 1, ..all }),
            _ => None,
        },
        Predicate::Slt => Some(Interval { high: range.high - 1, ..all }),
        Predicate::Sle => Some(Interval { high: range.high, ..all }),
        Predicate::Sgt => Some(Interval { low: range.low + 1, ..all }),
        Predicate::Sge => Some(Interval { low: range.low, ..all }),
        Predicate::Ult => unsigned_high(range.high - 1),
        Predicate::Ule => unsigned_high(range.high),
        _ => None,
    }
}

pub(crate) fn opposite(predicate: Predicate) -> Option<Predicate> {
    Some(match predicate {
        Predicate::Eq => Predicate::Ne,
        Predicate::Ne => Predicate::Eq,
        Predicate::Slt => Predicate::Sge,
        Predicate::Sge => Predicate::Slt,
        Predicate::Sgt => Predicate::Sle,
        Predicate::Sle => Predicate::Sgt,
        Predicate::Ult => Predicate::Uge,
        Predicate::Uge => Predicate::Ult,
        Predicate::Ugt => Predicate::Ule,
        Predicate::Ule => Predicate::Ugt,
        _ => return None,
    })
}

/// The equivalent predicate for swapped operands.
pub(crate) fn swapped(predicate: Predicate) -> Option<Predicate> {
    Some(match predicate {
        Predicate::Eq => Predicate::Eq,
        Predicate::Ne => Predicate::Ne,
        Predicate::Slt => Predicate::Sgt,
        Predicate::Sgt => Predicate::Slt,
        Predicate::Sle => Predicate::Sge,
        Predicate::Sge => Predicate::Sle,
        Predicate::Ult => Predicate::Ugt,
        Predicate::Ugt => Predicate::Ult,
        Predicate::Ule => Predicate::Uge,
        Predicate::Uge => Predicate::Ule,
        _ => return None,
    })
}

/// The flags of an operation whose result is poison if they are violated.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flags {
    pub(crate) nuw: bool,
    pub(crate) nsw: bool,
    pub(crate) nneg: bool,
    pub(crate) exact: bool,
    pub(crate) disjoint: bool,
}

impl Flags {
    pub(crate) fn of(view: &View, instruction: InstructionId) -> Self {
        let has = |flag| view.has_instruction_flag(instruction, flag);
        Self {
            nuw: has(InstructionFlag::Nuw),
            nsw: has(InstructionFlag::Nsw),
            nneg: has(InstructionFlag::NNeg),
            exact: has(InstructionFlag::Exact),
            disjoint: has(InstructionFlag::Disjoint),
        }
    }

    /// Whether the result of a conversion between these widths is poison for all numbers in a range.
    pub(crate) fn forbid(self, opcode: Opcode, range: Interval, from: u32, to: u32) -> bool {
        let is_lost = |range: Interval, all: Interval| range.meet(all).is_none();
        match opcode {
            Opcode::ZExt => self.nneg && range.high < 0,
            Opcode::Trunc => {
                self.nsw && is_lost(range, Interval::all(to))
                    || self.nuw && is_lost(unsigned(from, range), Interval::natural(to))
            }
            _ => false,
        }
    }
}

/// Whether the result of an operation is poison for all numbers in these ranges.
pub(crate) fn is_poison(
    opcode: Opcode,
    width: u32,
    first: Interval,
    second: Interval,
    flags: Flags,
) -> bool {
    let [one, other] = [first, second].map(|it| unsigned(width, it));
    let is_shift = matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr);
    if is_shift && other.low >= i128::from(width) {
        return true;
    }
    let exact = |one: Interval, other: Interval| match opcode {
        Opcode::Add => Some(one.plus(other)),
        Opcode::Sub => Some(one.minus(other)),
        Opcode::Mul => Some(one.times(other)),
        Opcode::Shl => other
            .exact()
            .and_then(|by| one.low.checked_mul(1 << by).zip(one.high.checked_mul(1 << by)))
            .map(|(low, high)| Interval { low, high }),
        _ => None,
    };
    let never_fits =
        |range: Option<Interval>, all: Interval| range.is_some_and(|it| it.meet(all).is_none());
    if flags.nsw
        && never_fits(exact(first, if is_shift { other } else { second }), Interval::all(width))
        || flags.nuw && never_fits(exact(one, other), Interval::natural(width))
    {
        return true;
    }
    let Some((signed, number)) = first.exact().zip(one.exact()) else { return false };
    let Some((divisor, by)) = second.exact().zip(other.exact()) else { return false };
    let has_rest = match opcode {
        Opcode::LShr | Opcode::AShr => number & ((1 << by) - 1) != 0,
        Opcode::UDiv => by != 0 && number % by != 0,
        Opcode::SDiv => divisor != 0 && signed % divisor != 0,
        _ => false,
    };
    flags.exact && has_rest || flags.disjoint && number & by != 0
}

/// The result of an operation on integers.
pub(crate) fn computed(
    opcode: Opcode,
    width: u32,
    first: Interval,
    second: Interval,
    wraps_never: bool,
) -> Value {
    let all = Interval::all(width);
    let bounded = |range: Interval| match range.meet(all) {
        // A result that would wrap is poison.
        Some(range) if wraps_never => Value::within(width, range),
        _ if range.exact().is_some() || range.is_within(all) => Value::within(width, range),
        _ => Value::Unknown,
    };
    let both = first.exact().zip(second.exact());
    let bits = |number: i128| number.rem_euclid(1 << width);
    let amount = second.exact().filter(|it| (0..i128::from(width)).contains(it));
    match opcode {
        Opcode::Add => bounded(first.plus(second)),
        Opcode::Sub => bounded(first.minus(second)),
        Opcode::Mul => bounded(first.times(second)),
        Opcode::Shl => match amount {
            Some(amount) => bounded(first.times(Interval::only(1 << amount))),
            None => Value::Unknown,
        },
        Opcode::LShr => match amount {
            Some(by) => {
                let range = unsigned(width, first);
                Value::within(width, Interval { low: range.low >> by, high: range.high >> by })
            }
            None => Value::Unknown,
        },
        Opcode::AShr => match amount {
            Some(by) => {
                Value::within(width, Interval { low: first.low >> by, high: first.high >> by })
            }
            None => Value::Unknown,
        },
        Opcode::SDiv | Opcode::SRem => match both {
            Some((one, other)) if other != 0 => Value::integer(
                width,
                if opcode == Opcode::SDiv { one / other } else { one % other },
            ),
            _ => match second.exact() {
                Some(by) if by > 0 && opcode == Opcode::SRem => {
                    let low = if first.low >= 0 { 0 } else { 1 - by };
                    Value::within(width, Interval { low, high: by - 1 })
                }
                Some(by) if by > 0 => {
                    Value::within(width, Interval { low: first.low / by, high: first.high / by })
                }
                _ => Value::Unknown,
            },
        },
        Opcode::UDiv | Opcode::URem => {
            let (one, other) = (unsigned(width, first), unsigned(width, second));
            // The divisor is not zero, which would be undefined.
            let other = Interval { low: other.low.max(1), ..other };
            match one.exact().zip(other.exact()) {
                _ if other.high == 0 => Value::Unknown,
                Some((one, other)) if opcode == Opcode::UDiv => Value::integer(width, one / other),
                Some((one, other)) => Value::integer(width, one % other),
                None if opcode == Opcode::UDiv => {
                    let (low, high) = (one.low / other.high, one.high / other.low);
                    Value::within(width, Interval { low, high })
                }
                None => {
                    let high = one.high.min(other.high - 1);
                    Value::within(width, Interval { low: 0, high })
                }
            }
        }
        Opcode::And => match both {
            Some((one, other)) => Value::integer(width, bits(one) & bits(other)),
            None => {
                match [first, second].into_iter().filter(|it| it.low >= 0).map(|it| it.high).min() {
                    Some(high) => Value::within(width, Interval { low: 0, high }),
                    None => Value::Unknown,
                }
            }
        },
        Opcode::Or => match both {
            Some((one, other)) => Value::integer(width, bits(one) | bits(other)),
            None => Value::Unknown,
        },
        Opcode::Xor => match both {
            Some((one, other)) => Value::integer(width, bits(one) ^ bits(other)),
            None => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}

#[cfg(test)]
pub(crate) mod tests;
