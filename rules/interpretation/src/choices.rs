//! Numbers that undef may be: each use may choose another one.

use facts_schema::{Opcode, Predicate};

use crate::numbers::{self, Flags, compared, opposite, swapped, unsigned};
use crate::value::{Interval, Value};

/// The numbers from which each use of a value chooses one. The value may also be poison.
///
/// Both ends of the range can be chosen, and differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Choice {
    pub(crate) width: u32,
    /// All choices are in this range, read as signed.
    pub(crate) range: Interval,
    /// Whether every number in the range can be chosen.
    pub(crate) is_dense: bool,
}

impl Choice {
    /// The choices for undef.
    pub(crate) fn all(width: u32) -> Self {
        Self { width, range: Interval::all(width), is_dense: true }
    }

    /// The choices for a value of this width, if it is always undef or poison.
    pub(crate) fn of(value: Value, width: u32) -> Option<Self> {
        match value {
            Value::Undef => Some(Self::all(width)),
            Value::Choice(choice) if choice.width == width => Some(choice),
            _ => None,
        }
    }

    fn is_all(self) -> bool {
        self.is_dense && self.range == Interval::all(self.width)
    }

    /// Whether this number can certainly be chosen.
    pub(crate) fn can_be(self, number: i128) -> bool {
        let Interval { low, high } = self.range;
        number == low || number == high || (self.is_dense && self.range.contains(number))
    }

    /// Some numbers that can certainly be chosen, among them the least and the greatest, signed and unsigned.
    pub(crate) fn tried(self) -> Vec<i128> {
        [self.range.low, self.range.high, -1, 0].into_iter().filter(|it| self.can_be(*it)).collect()
    }

    /// The value with these choices. If there is only one, it is this number.
    fn value(width: u32, range: Interval, is_dense: bool) -> Value {
        let choice = Self { width, range, is_dense };
        match range.exact() {
            _ if !range.is_within(Interval::all(width)) => Value::Unknown,
            Some(number) => Value::integer(width, number),
            None if choice.is_all() => Value::Undef,
            None => Value::Choice(choice),
        }
    }

    /// The result of an operation on a choice and a number.
    pub(crate) fn computed(self, opcode: Opcode, number: i128) -> Value {
        let Self { width, range, is_dense } = self;
        let all = Interval::all(width);
        let make = |low: i128, high: i128, is_dense| {
            let range = Interval { low: low.min(high), high: low.max(high) };
            Self::value(width, range, is_dense)
        };
        let is_natural = range.low >= 0;
        // The range read as unsigned, if its ends are still those that can be chosen.
        let natural = match () {
            () if is_natural => Some(range),
            () if self.is_all() => Some(unsigned(width, all)),
            () => None,
        };
        let amount = (0..i128::from(width)).contains(&number).then_some(number);
        match (opcode, amount) {
            (Opcode::Add | Opcode::Sub | Opcode::Xor, _) if self.is_all() => Value::Undef,
            (Opcode::Add, _) => make(range.low + number, range.high + number, is_dense),
            (Opcode::Sub, _) => make(range.low - number, range.high - number, is_dense),
            // An odd factor is invertible.
            (Opcode::Mul, _) if self.is_all() && number & 1 == 1 => Value::Undef,
            (Opcode::Mul, _) => {
                let ends = (range.low.checked_mul(number), range.high.checked_mul(number));
                let (Some(low), Some(high)) = ends else { return Value::Unknown };
                make(low, high, false)
            }
            (Opcode::Shl, Some(0)) | (Opcode::LShr, Some(0)) => {
                make(range.low, range.high, is_dense)
            }
            (Opcode::Shl, Some(by)) if self.is_all() => make(all.low, all.high >> by << by, false),
            (Opcode::Shl, Some(by)) => make(range.low << by, range.high << by, false),
            (Opcode::AShr, Some(by)) => make(range.low >> by, range.high >> by, is_dense),
            (Opcode::LShr, Some(by)) => match natural {
                Some(range) => make(range.low >> by, range.high >> by, is_dense),
                None => Value::Unknown,
            },
            (Opcode::SDiv, _) if number > 0 => {
                make(range.low / number, range.high / number, is_dense)
            }
            (Opcode::UDiv, _) if number > 1 => match natural {
                Some(range) => make(range.low / number, range.high / number, is_dense),
                None => Value::Unknown,
            },
            (Opcode::URem, _) if number > 0 && is_dense => match natural {
                Some(range) if range.high - range.low + 1 >= number => make(0, number - 1, true),
                _ => Value::Unknown,
            },
            (Opcode::SRem, _) if number > 0 && self.is_all() => make(1 - number, number - 1, true),
            (Opcode::And, _) if self.is_all() && number >= 0 => {
                make(0, number, (number as u64).wrapping_add(1).is_power_of_two())
            }
            (Opcode::And, _) if self.is_all() => make(all.low, all.high & number, false),
            (Opcode::Or, _) if self.is_all() && number >= 0 => {
                make(all.low | number, all.high, false)
            }
            (Opcode::Or, _) if self.is_all() => make(number, -1, false),
            _ => Value::Unknown,
        }
    }

    /// The result of an intrinsic on undef and a number.
    pub(crate) fn chosen_by(self, intrinsic: &str, number: i128) -> Value {
        let Self { width, range: all, .. } = self;
        let dense = |low, high| Self::value(width, Interval { low, high }, true);
        let bits = i128::from(width);
        match intrinsic {
            _ if !self.is_all() => Value::Unknown,
            "smin" => dense(all.low, number),
            "sadd.sat" => dense((all.low + number).max(all.low), (all.high + number).min(all.high)),
            "smax" => dense(number, all.high),
            "umin" if number >= 0 => dense(0, number),
            "umax" if number < 0 => dense(number, -1),
            "ctpop" if bits <= all.high => dense(0, bits),
            // Whether the result for zero is poison is the argument.
            "ctlz" | "cttz" if bits <= all.high && number == 0 => dense(0, bits),
            _ => Value::Unknown,
        }
    }

    /// The difference between a number and a choice.
    pub(crate) fn subtracted_from(self, number: i128) -> Value {
        let Self { width, range, is_dense } = self;
        let range = Interval { low: number - range.high, high: number - range.low };
        if self.is_all() { Value::Undef } else { Self::value(width, range, is_dense) }
    }

    /// The result of a conversion to an integer of this width.
    pub(crate) fn converted(self, opcode: Opcode, to: u32) -> Value {
        let Self { width, range, is_dense } = self;
        match opcode {
            Opcode::ZExt if self.is_all() => Self::value(to, unsigned(width, range), true),
            Opcode::ZExt if range.low < 0 => Value::Unknown,
            Opcode::ZExt | Opcode::SExt => Self::value(to, range, is_dense),
            Opcode::Trunc if is_dense && range.high - range.low >= (1 << to) - 1 => Value::Undef,
            Opcode::Trunc => Self::value(to, range, is_dense),
            _ => Value::Unknown,
        }
    }

    /// The strictest choice for a comparison: a number that satisfies the comparison with it does so with all choices.
    pub(crate) fn bounding(self, predicate: Predicate) -> Option<i128> {
        use Predicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let is_natural = self.range.low >= 0 || self.range.high < 0;
        match predicate {
            Slt | Sle => Some(self.range.low),
            Sgt | Sge => Some(self.range.high),
            Ult | Ule if is_natural => Some(self.range.low),
            Ugt | Uge if is_natural => Some(self.range.high),
            Ult | Ule => self.can_be(0).then_some(0),
            Ugt | Uge => self.can_be(-1).then_some(-1),
            _ => None,
        }
    }

    /// Whether the comparison with any number in `other` can be true.
    pub(crate) fn can_satisfy(self, predicate: Predicate, other: Interval) -> bool {
        use Predicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let (own, other) = match predicate {
            Ult | Ule | Ugt | Uge if self.range.low < 0 && self.range.high >= 0 => {
                // Zero and the greatest unsigned number are in the middle of the range.
                if !self.is_dense {
                    return false;
                }
                (unsigned(self.width, self.range), unsigned(self.width, other))
            }
            Ult | Ule | Ugt | Uge => {
                (unsigned(self.width, self.range), unsigned(self.width, other))
            }
            _ => (self.range, other),
        };
        match predicate {
            Eq => match other.exact() {
                Some(number) => self.can_be(number),
                None => self.is_dense && other.is_within(own),
            },
            // Of two numbers, at least one differs.
            Ne => true,
            Slt | Ult => own.low < other.low,
            Sle | Ule => own.low <= other.low,
            Sgt | Ugt => own.high > other.high,
            Sge | Uge => own.high >= other.high,
            _ => false,
        }
    }
}

/// Whether one of two numbers is negative and the other one is not, or whether they can be chosen so.
pub(crate) fn have_other_signs(width: u32, first: Value, second: Value) -> bool {
    let has_both_signs =
        |it| Choice::of(it, width).is_some_and(|it| it.range.low < 0 && it.range.high >= 0);
    let differ = match (first, second) {
        (Value::Integer { range: one, .. }, Value::Integer { range: other, .. }) => {
            one.high < 0 && other.low >= 0 || one.low >= 0 && other.high < 0
        }
        _ => false,
    };
    differ || has_both_signs(first) || has_both_signs(second)
}

/// The result of an operation on a number that each use chooses, if it is known.
pub(crate) fn chosen(opcode: Opcode, width: u32, first: Value, second: Value) -> Option<Value> {
    let [one, other] = [first, second].map(|it| Choice::of(it, width));
    // A sum with an operand that can be any number can be any number.
    let gives_any = matches!(opcode, Opcode::Add | Opcode::Sub | Opcode::Xor);
    if gives_any && (first == Value::Undef || second == Value::Undef) {
        return Some(Value::Undef);
    }
    let number = |value| match value {
        Value::Integer { range, .. } => range.exact(),
        _ => None,
    };
    let found = match (one, other, number(first), number(second)) {
        (Some(choice), None, _, Some(number)) => choice.computed(opcode, number),
        (None, Some(choice), Some(number), _) => match opcode {
            Opcode::Add | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor => {
                choice.computed(opcode, number)
            }
            Opcode::Sub => choice.subtracted_from(number),
            _ => Value::Unknown,
        },
        _ => Value::Unknown,
    };
    Some(found).filter(|it| *it != Value::Unknown)
}

/// Whether a comparison can have either outcome whatever number an unknown operand is, because an operand is chosen.
pub(crate) fn is_open(
    predicate: Predicate,
    width: Option<u32>,
    first: Value,
    second: Value,
) -> bool {
    let Some(width) = width else {
        // One address equals the other one, and all others differ from it.
        let is_undef = first == Value::Undef || second == Value::Undef;
        return is_undef && matches!(predicate, Predicate::Eq | Predicate::Ne);
    };
    let is_possible = |predicate| is_possible(predicate, width, first, second);
    is_possible(predicate) && opposite(predicate).is_some_and(is_possible)
}

/// Whether a comparison can be true whatever number an unknown operand is, because an operand is chosen.
pub(crate) fn is_possible(predicate: Predicate, width: u32, first: Value, second: Value) -> bool {
    let satisfies = |predicate, one, other: Value| {
        Choice::of(one, width).is_some_and(|it| it.can_satisfy(predicate, other.range(width)))
    };
    satisfies(predicate, first, second)
        || swapped(predicate).is_some_and(|it| satisfies(it, second, first))
        || are_both_possible(predicate, width, first, second)
}

/// Whether the comparison of two numbers that are both chosen can be true.
fn are_both_possible(predicate: Predicate, width: u32, first: Value, second: Value) -> bool {
    let Some((one, other)) = Choice::of(first, width).zip(Choice::of(second, width)) else {
        return false;
    };
    let holds = |one, other| {
        compared(predicate, width, Interval::only(one), Interval::only(other)) == Some(true)
    };
    one.tried().into_iter().any(|one| other.tried().into_iter().any(|other| holds(one, other)))
}

/// Whether the result of an operation is poison for numbers that can be chosen, whatever number an unknown operand is.
pub(crate) fn can_be_poison(
    opcode: Opcode,
    width: u32,
    first: Value,
    second: Value,
    flags: Flags,
) -> bool {
    let tried = |value: Value| match Choice::of(value, width) {
        Some(choice) => choice.tried().into_iter().map(Interval::only).collect(),
        None => vec![value.range(width)],
    };
    let (firsts, seconds) = (tried(first), tried(second));
    let is_poison = |one, other| numbers::is_poison(opcode, width, one, other, flags);
    firsts.into_iter().any(|one| seconds.iter().any(|other| is_poison(one, *other)))
}

#[cfg(test)]
mod tests;
