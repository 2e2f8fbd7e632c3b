//! The possible values of integers: precise enough to see that a shift amount is less than the width, or that an
//! addition does not wrap.

mod values;

use facts_schema::{Opcode, Predicate};

pub use values::{at, low_zeros, of, width};

/// Wider integers have no range.
pub const MAX_WIDTH: u32 = 64;

/// The numbers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

/// The range of an integer, read as unsigned and as signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// Its width in bits, at most 64.
    pub width: u32,
    /// As an unsigned number.
    pub unsigned: Range,
    /// As a signed number.
    pub signed: Range,
}

impl Range {
    /// Whether it is contained in `other`.
    pub fn is_within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    fn or(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

/// All unsigned numbers of this width.
pub fn unsigned(width: u32) -> Range {
    Range { low: 0, high: (1 << width) - 1 }
}

/// All signed numbers of this width.
pub fn signed(width: u32) -> Range {
    Range { low: -(1 << (width - 1)), high: (1 << (width - 1)) - 1 }
}

impl Ranges {
    /// All integers of this width.
    fn all(width: u32) -> Self {
        Self { width, unsigned: unsigned(width), signed: signed(width) }
    }

    fn from_unsigned(width: u32, range: Range) -> Self {
        let range = range.and(unsigned(width));
        let signed = if range.high <= signed(width).high { range } else { signed(width) };
        Self { width, unsigned: range, signed }
    }

    fn from_signed(width: u32, range: Range) -> Self {
        let range = range.and(signed(width));
        let unsigned = if range.low >= 0 { range } else { unsigned(width) };
        Self { width, unsigned, signed: range }
    }

    /// The numbers from `low` up to `high`, both included, wrapping around from the greatest number to the least.
    fn around(width: u32, low: i128, high: i128) -> Self {
        let read = |least: i128| {
            let number = |it: i128| least + (it - least).rem_euclid(1 << width);
            Range { low: number(low), high: number(high) }
        };
        let or_all = |range: Range, all| if range.low <= range.high { range } else { all };
        let (unsigned, signed) = (unsigned(width), signed(width));
        Self {
            width,
            unsigned: or_all(read(unsigned.low), unsigned),
            signed: or_all(read(signed.low), signed),
        }
    }

    /// The numbers for which the comparison with some number of `bound` holds.
    pub(crate) fn compared(predicate: Predicate, bound: Self) -> Self {
        let (width, all) = (bound.width, Self::all(bound.width));
        let up_to = |range: Range, low: i128, is_equal: bool, make: fn(u32, Range) -> Self| {
            let high = range.high - i128::from(!is_equal);
            make(width, Range { low, high })
        };
        let from = |range: Range, high: i128, is_equal: bool, make: fn(u32, Range) -> Self| {
            let low = range.low + i128::from(!is_equal);
            make(width, Range { low, high })
        };
        let (unsigned, signed) = (bound.unsigned, bound.signed);
        match predicate {
            Predicate::Eq => bound,
            Predicate::Ne => match bound.only() {
                Some(number) => Self::around(width, number + 1, number - 1),
                None => all,
            },
            Predicate::Ult => up_to(unsigned, 0, false, Self::from_unsigned),
            Predicate::Ule => up_to(unsigned, 0, true, Self::from_unsigned),
            Predicate::Ugt => from(unsigned, all.unsigned.high, false, Self::from_unsigned),
            Predicate::Uge => from(unsigned, all.unsigned.high, true, Self::from_unsigned),
            Predicate::Slt => up_to(signed, all.signed.low, false, Self::from_signed),
            Predicate::Sle => up_to(signed, all.signed.low, true, Self::from_signed),
            Predicate::Sgt => from(signed, all.signed.high, false, Self::from_signed),
            Predicate::Sge => from(signed, all.signed.high, true, Self::from_signed),
            _ => all,
        }
    }

    /// The numbers that are in this range after `offset` is added, modulo the width.
    pub(crate) fn less(self, offset: i128) -> Self {
        let all = Self::all(self.width);
        let range = if self.unsigned == all.unsigned { self.signed } else { self.unsigned };
        if self.is_empty() || range.high - range.low >= all.unsigned.high {
            return all;
        }
        Self::around(self.width, range.low - offset, range.high - offset)
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            width: self.width,
            unsigned: self.unsigned.or(other.unsigned),
            signed: self.signed.or(other.signed),
        }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        let unsigned = self.unsigned.and(other.unsigned);
        let signed = self.signed.and(other.signed);
        // A range of non-negative numbers is equal in both readings.
        let signed = if unsigned.high <= self::signed(self.width).high {
            signed.and(unsigned)
        } else {
            signed
        };
        let unsigned = if signed.low >= 0 { unsigned.and(signed) } else { unsigned };
        Self { width: self.width, unsigned, signed }
    }

    /// The number, if there is only one.
    pub fn only(self) -> Option<i128> {
        (self.unsigned.low == self.unsigned.high).then_some(self.unsigned.low)
    }

    /// Whether nothing is known.
    pub(crate) fn is_all(self) -> bool {
        self == Self::all(self.width)
    }

    /// Whether it contains no number: the value is poison, or its computation is not reached.
    pub fn is_empty(self) -> bool {
        self.unsigned.low > self.unsigned.high || self.signed.low > self.signed.high
    }
}

/// The range of the result of `opcode`. A violated flag makes the result poison, which has no range.
fn binary(opcode: Opcode, one: Ranges, two: Ranges, nuw: bool, nsw: bool) -> Option<Ranges> {
    let width = one.width;
    let (a, b) = (one.unsigned, two.unsigned);
    let unsigned_result = |range: Range| Some(Ranges::from_unsigned(width, range));
    // The shift amount: a shift by the width or more gives poison.
    let least = |amount: Range| amount.low.clamp(0, i128::from(MAX_WIDTH));
    let most = |amount: Range| amount.high.clamp(0, i128::from(MAX_WIDTH));
    match opcode {
        Opcode::And => unsigned_result(Range { low: 0, high: a.high.min(b.high) }),
        Opcode::Or | Opcode::Xor => {
            let bits = 128 - (a.high | b.high).leading_zeros();
            let low = if opcode == Opcode::Or { a.low.max(b.low) } else { 0 };
            unsigned_result(Range { low, high: (1 << bits) - 1 })
        }
        Opcode::URem if b.high > 0 => {
            unsigned_result(Range { low: 0, high: a.high.min(b.high - 1) })
        }
        Opcode::UDiv => {
            unsigned_result(Range { low: a.low / b.high.max(1), high: a.high / b.low.max(1) })
        }
        Opcode::SDiv => {
            let by = two.signed;
            let (low, high) = match by.low == by.high && by.low != 0 {
                true => (one.signed.low / by.low, one.signed.high / by.low),
                // A quotient is not farther from 0 than the dividend.
                false => {
                    let farthest = one.signed.high.max(-one.signed.low);
                    (-farthest, farthest)
                }
            };
            let range = Range { low: low.min(high), high: low.max(high) };
            Some(Ranges::from_signed(width, range))
        }
        Opcode::SRem => {
            // The remainder has the sign of the dividend, and is closer to 0 than the divisor and not farther than
            // the dividend.
            let most = (-two.signed.low).max(two.signed.high).max(1) - 1;
            let low = one.signed.low.clamp(-most, 0);
            Some(Ranges::from_signed(width, Range { low, high: one.signed.high.clamp(0, most) }))
        }
        Opcode::LShr => unsigned_result(Range { low: a.low >> most(b), high: a.high >> least(b) }),
        Opcode::AShr => {
            let shifted = |number: i128| [number >> least(b), number >> most(b)];
            let (low, high) = (shifted(one.signed.low), shifted(one.signed.high));
            let range = Range { low: low[0].min(low[1]), high: high[0].max(high[1]) };
            Some(Ranges::from_signed(width, range))
        }
        Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl => {
            let (unsigned_range, signed_range) = exact(opcode, one, two)?;
            let fits_unsigned = nuw || unsigned_range.is_within(unsigned(width));
            let fits_signed = nsw || signed_range.is_within(signed(width));
            Some(match (fits_unsigned, fits_signed) {
                (true, true) => {
                    let unsigned_range = unsigned_range.and(unsigned(width));
                    let signed_range = signed_range.and(signed(width));
                    Ranges { width, unsigned: unsigned_range, signed: signed_range }
                }
                (true, false) => Ranges::from_unsigned(width, unsigned_range),
                (false, true) => Ranges::from_signed(width, signed_range),
                (false, false) => Ranges::all(width),
            })
        }
        _ => None,
    }
}

/// The exact results of an operation on unsigned and on signed numbers, independent of the width.
pub fn exact(opcode: Opcode, one: Ranges, two: Ranges) -> Option<(Range, Range)> {
    let combine = |a: Range, b: Range| -> Option<Range> {
        let corners = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
        let results = corners.map(|(a, b)| match opcode {
            Opcode::Add => a.checked_add(b),
            Opcode::Sub => a.checked_sub(b),
            Opcode::Mul => a.checked_mul(b),
            _ => None,
        });
        let results = results.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Range { low: *results.iter().min()?, high: *results.iter().max()? })
    };
    if opcode == Opcode::Shl {
        // Each shift is a multiplication by a power of two.
        let shift = two.unsigned;
        if shift.high > 62 {
            return None;
        }
        let power = Range { low: 1 << shift.low, high: 1 << shift.high };
        let of = |a: Range| {
            let corners = [
                a.low.checked_mul(power.low)?,
                a.low.checked_mul(power.high)?,
                a.high.checked_mul(power.low)?,
                a.high.checked_mul(power.high)?,
            ];
            Some(Range { low: *corners.iter().min()?, high: *corners.iter().max()? })
        };
        return Some((of(one.unsigned)?, of(one.signed)?));
    }
    Some((combine(one.unsigned, two.unsigned)?, combine(one.signed, two.signed)?))
}
