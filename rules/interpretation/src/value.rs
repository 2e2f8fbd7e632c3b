//! Abstract values: the known properties of a value in every execution.

use crate::choices::Choice;

/// The numbers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Interval {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

/// Wider integers are not followed.
pub(crate) const MAX_WIDTH: u32 = 64;

impl Interval {
    /// Any distance between two addresses.
    pub(crate) const ANY: Self = Self { low: i64::MIN as i128, high: i64::MAX as i128 };
    pub(crate) const ZERO: Self = Self { low: 0, high: 0 };

    /// One number.
    pub(crate) fn only(number: i128) -> Self {
        Self { low: number, high: number }
    }

    /// All integers of a width, read as signed.
    pub(crate) fn all(width: u32) -> Self {
        Self { low: -(1 << (width - 1)), high: (1 << (width - 1)) - 1 }
    }

    /// All integers of a width, read as unsigned.
    pub(crate) fn natural(width: u32) -> Self {
        Self { low: 0, high: (1 << width) - 1 }
    }

    /// The number, if there is only one.
    pub(crate) fn exact(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub(crate) fn contains(self, number: i128) -> bool {
        (self.low..=self.high).contains(&number)
    }

    pub(crate) fn is_within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The smallest interval around both.
    pub(crate) fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The intersection; `None` if it is empty.
    pub(crate) fn meet(self, other: Self) -> Option<Self> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Self { low, high })
    }

    /// The smallest interval around the other numbers; `None` if there are none.
    pub(crate) fn without(self, number: i128) -> Option<Self> {
        let low = self.low + i128::from(self.low == number);
        let high = self.high - i128::from(self.high == number);
        (low <= high).then_some(Self { low, high })
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { low: self.low + other.low, high: self.high + other.high }
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self { low: self.low - other.high, high: self.high - other.low }
    }

    pub(crate) fn times(self, other: Self) -> Self {
        let products = [
            self.low.saturating_mul(other.low),
            self.low.saturating_mul(other.high),
            self.high.saturating_mul(other.low),
            self.high.saturating_mul(other.high),
        ];
        let low = products.into_iter().min().unwrap_or(i128::MIN);
        let high = products.into_iter().max().unwrap_or(i128::MAX);
        Self { low, high }
    }

    /// The interval as a distance; any distance if it is not within the range of distances.
    pub(crate) fn as_distance(self) -> Self {
        if self.is_within(Self::ANY) { self } else { Self::ANY }
    }
}

/// The base of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Base {
    Null,
    /// The object with this number.
    Object(u32),
    /// An unknown value with this number, which is equal at all uses.
    Symbol(u32),
}

/// The known properties of a value. A value of any kind may be poison instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Unknown,
    Poison,
    /// Any value of the type, possibly different at each use: the content of memory in which nothing was stored.
    Undef,
    /// A number that each use of the value chooses.
    Choice(Choice),
    /// An integer of a width of at most [`MAX_WIDTH`], read as signed. If uses may choose different numbers, all of
    /// them are in the range.
    Integer {
        width: u32,
        range: Interval,
    },
    /// An address at an offset from a base. With a symbol and no offset, any unknown value that is equal at all
    /// uses, even if it is not an address.
    Based {
        base: Base,
        offset: Interval,
    },
}

impl Value {
    /// An integer constant, truncated to the width.
    pub(crate) fn integer(width: u32, number: i128) -> Self {
        Self::Integer { width, range: Interval::only(wrapped(width, number)) }
    }

    /// An integer in this range; if the range may not fit the width, any integer.
    pub(crate) fn within(width: u32, range: Interval) -> Self {
        let all = Interval::all(width);
        match range.exact() {
            Some(number) => Self::integer(width, number),
            None if range.is_within(all) => Self::Integer { width, range },
            None => Self::Integer { width, range: all },
        }
    }

    /// The numbers of this width that the value may be, read as signed.
    pub(crate) fn range(self, width: u32) -> Interval {
        match self {
            Self::Integer { range, .. } | Self::Choice(Choice { range, .. }) => range,
            _ => Interval::all(width),
        }
    }

    /// Whether the value is undef or poison in every execution.
    pub(crate) fn is_deferred(self) -> bool {
        matches!(self, Self::Poison | Self::Undef | Self::Choice(_))
    }

    pub(crate) const NULL: Self = Self::Based { base: Base::Null, offset: Interval::ZERO };

    /// The address of a base.
    pub(crate) fn of(base: Base) -> Self {
        Self::Based { base, offset: Interval::ZERO }
    }

    /// The join of both. If the value `grows` in each round, it is widened.
    pub(crate) fn join(self, other: Self, grows: bool) -> Self {
        match (self, other) {
            _ if self == other => self,
            (Self::Poison, other) | (other, Self::Poison) => other,
            (Self::Choice(choice), other @ (Self::Integer { .. } | Self::Choice(_)))
            | (other @ Self::Integer { .. }, Self::Choice(choice)) => {
                Self::Integer { width: choice.width, range: choice.range }.join(other, grows)
            }
            (
                Self::Integer { width, range },
                Self::Integer { width: other_width, range: other },
            ) if width == other_width => match grows {
                true => Self::Unknown,
                false => Self::Integer { width, range: range.hull(other) },
            },
            (Self::Based { base, offset }, Self::Based { base: other_base, offset: other })
                if base == other_base =>
            {
                let offset = if grows { Interval::ANY } else { offset.hull(other) };
                Self::Based { base, offset }
            }
            _ => Self::Unknown,
        }
    }
}

/// The number of an integer of this width, read as signed, that consists of the lowest bits of `number`.
pub(crate) fn wrapped(width: u32, number: i128) -> i128 {
    let low = -(1_i128 << (width - 1));
    low + (number - low).rem_euclid(1 << width)
}
