//! Runs of bits: of masks, and of a word after shifts and masks.

/// A run of bits of an integer; bit 0 is the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits {
    /// The lowest bit.
    pub low: u32,
    /// The number of bits.
    pub width: u32,
}

/// Whether no integer of C has this width. A Boolean in memory has 8 bits.
pub(crate) fn is_odd(width: u32) -> bool {
    width > 8 && !width.is_power_of_two()
}

impl Bits {
    /// Whether an integer of C may have these bits.
    pub(crate) fn is_member(self) -> bool {
        self.width >= 8 && self.width.is_power_of_two() && self.low.is_multiple_of(8)
    }

    /// The bit above the highest.
    pub fn end(self) -> u32 {
        self.low.saturating_add(self.width)
    }

    /// The bits that both have, if there are any.
    pub fn common(self, other: Self) -> Option<Self> {
        let low = self.low.max(other.low);
        let end = self.end().min(other.end());
        (low < end).then(|| Self { low, width: end - low })
    }

    /// Whether all bits of `other` are among these.
    pub fn contains(self, other: Self) -> bool {
        self.low <= other.low && other.end() <= self.end()
    }

    /// The bits as a mask; those above 128 are left out.
    pub fn mask(self) -> u128 {
        low_mask(self.end()) & !low_mask(self.low)
    }
}

/// The lowest `width` bits.
pub fn low_mask(width: u32) -> u128 {
    1_u128.checked_shl(width).map_or(u128::MAX, |bit| bit - 1)
}

/// The runs of ones in a mask, from the lowest.
pub fn runs(mask: u128) -> impl Iterator<Item = Bits> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let low = (rest != 0).then(|| rest.trailing_zeros())?;
        let width = (rest >> low).trailing_ones();
        let run = Bits { low, width };
        rest &= !run.mask();
        Some(run)
    })
}

/// Bits of a word that were extracted as a separate integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Taken {
    /// The bits of the word.
    pub bits: Bits,
    /// Whether their highest bit is the sign of the integer.
    pub is_signed: bool,
}

/// Bits of an origin, an integer, at their present place in another integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// The bits of the origin.
    pub from: Bits,
    /// The present position of the lowest of them.
    pub to: u32,
    /// Whether copies of the highest of them are above them.
    pub is_signed: bool,
    /// Whether a left shift cut off the bits above them.
    pub is_cut: bool,
    /// Whether they may differ from the original: an operation has flipped, set or cleared some.
    pub is_changed: bool,
    /// The integer as which they, and possibly others, were first extracted. Bits extracted from that are not a
    /// field.
    pub taken: Option<Taken>,
}

/// An operation that moves bits of an operand to its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// With this constant.
    And(u128),
    /// With this constant.
    Or(u128),
    /// With this constant.
    Xor(u128),
    /// By this amount, in an integer of this width.
    Shl(u32, u32),
    /// By this amount, in an integer of this width.
    LShr(u32, u32),
    /// By this amount, in an integer of this width.
    AShr(u32, u32),
    /// To this width.
    Trunc(u32),
    /// From this width.
    ZExt(u32),
    /// From this width.
    SExt(u32),
    /// All bits stay.
    Freeze,
    /// `or` with an integer that is not a constant: all bits are kept, in addition to those of the other.
    Join,
    /// `xor` or `and` with an integer that is not a constant, whose result is only compared: each bit depends on
    /// the same bit of both.
    Match,
}

impl Operation {
    /// Whether it makes an integer wider.
    pub fn extends(self) -> bool {
        matches!(self, Self::ZExt(_) | Self::SExt(_))
    }

    /// Whether the result only has bits of the operand.
    pub fn only_moves(self) -> bool {
        !matches!(self, Self::Or(_) | Self::Xor(_) | Self::Join | Self::Match)
    }
}

impl Slice {
    /// All bits of an integer, in place.
    pub fn whole(width: u32) -> Self {
        let from = Bits { low: 0, width };
        let (is_signed, is_cut, is_changed) = (false, false, false);
        Self { from, to: 0, is_signed, is_cut, is_changed, taken: None }
    }

    /// The present place of the bits.
    pub fn place(self) -> Bits {
        Bits { low: self.to, width: self.from.width }
    }

    /// Marks the bits as extracted, if they were not before.
    fn taken(self) -> Self {
        let taken = Taken { bits: self.from, is_signed: self.is_signed };
        Self { taken: self.taken.or(Some(taken)), ..self }
    }

    /// Only the bits whose present place is within `bits`.
    fn within(self, bits: Bits) -> Option<Self> {
        let place = self.place().common(bits)?;
        let low = self.from.low + (place.low - self.to);
        let is_top = place.end() == self.place().end();
        Some(Self {
            from: Bits { low, width: place.width },
            to: place.low,
            is_signed: self.is_signed && is_top,
            ..self
        })
    }

    /// The bits after an operation.
    pub fn after(self, operation: Operation) -> impl Iterator<Item = Self> {
        let (mut masked, mut unchanged, mut flipped, mut moved) = (None, None, None, None);
        match operation {
            Operation::And(mask) => masked = Some(self.masked(mask)),
            Operation::Or(changed) => unchanged = Some(self.unchanged(changed)),
            Operation::Xor(mask) => flipped = Some(self.flipped(mask)),
            Operation::Shl(amount, width) => moved = self.left(amount, width),
            Operation::LShr(amount, width) => moved = self.right(amount, width, false),
            Operation::AShr(amount, width) => moved = self.right(amount, width, true),
            Operation::Trunc(width) => moved = self.truncated(width),
            Operation::ZExt(width) => moved = Some(self.extended(width, false)),
            Operation::SExt(width) => moved = Some(self.extended(width, true)),
            Operation::Freeze | Operation::Join => moved = Some(self),
            Operation::Match => moved = Some(self.changed()),
        }
        let parts = masked.into_iter().flatten().chain(unchanged.into_iter().flatten());
        parts.chain(flipped.into_iter().flatten()).chain(moved)
    }

    /// The remaining bits after `and` with a constant.
    fn masked(self, mask: u128) -> impl Iterator<Item = Self> {
        let is_low = mask & mask.wrapping_add(1) == 0;
        runs(mask).filter_map(move |run| {
            let it = self.within(run)?;
            let takes = is_low && it.to == 0;
            Some(if takes { it.taken() } else { it })
        })
    }

    /// The bits after `xor` with a constant.
    fn flipped(self, flipped: u128) -> impl Iterator<Item = Self> {
        let is_hit = self.place().mask() & flipped != 0;
        let number = (self.is_number() && is_hit).then(|| self.changed());
        let flips = runs(flipped).filter_map(move |run| self.within(run)).map(Self::changed);
        let flips = flips.filter(move |_| !self.is_number());
        number.into_iter().chain(flips).chain(self.left_alone(flipped))
    }

    /// Whether the bits have moved in their word, or have been masked. A separate integer remains one if some of its
    /// bits are changed.
    fn is_number(self) -> bool {
        self.to != self.from.low || self.taken.is_some()
    }

    /// The bits after an operation that may change each of them in place.
    fn changed(self) -> Self {
        Self { is_changed: true, ..self }
    }

    /// The bits after `or` with a constant that sets `changed`.
    fn unchanged(self, changed: u128) -> impl Iterator<Item = Self> {
        let is_hit = self.place().mask() & changed != 0;
        let number = (self.is_number() && is_hit).then(|| self.changed());
        number.into_iter().chain(self.left_alone(changed))
    }

    /// The bits that a constant does not change: of an extracted integer, all or none.
    fn left_alone(self, changed: u128) -> impl Iterator<Item = Self> {
        let is_hit = self.is_number() && self.place().mask() & changed != 0;
        let left = if is_hit { 0 } else { !changed };
        runs(left).filter_map(move |run| self.within(run))
    }

    /// After `shl` in an integer of `width` bits.
    fn left(self, amount: u32, width: u32) -> Option<Self> {
        let kept = self.within(Bits { low: 0, width: width.checked_sub(amount)? })?;
        let is_cut = self.is_cut || kept.from.width < self.from.width;
        Some(Self { to: kept.to + amount, is_cut, ..kept })
    }

    /// After `lshr` or `ashr` in an integer of `width` bits.
    fn right(self, amount: u32, width: u32, is_arithmetic: bool) -> Option<Self> {
        let is_top = self.place().end() == width;
        let kept = self.within(Bits { low: amount, width: width.checked_sub(amount)? })?;
        let it = Self {
            to: kept.to - amount,
            is_signed: (kept.is_signed || is_top) && is_arithmetic,
            ..kept
        };
        let takes = it.to == 0 && is_top && (is_arithmetic || it.is_cut);
        Some(if takes { it.taken() } else { it })
    }

    /// After `trunc` to `width` bits.
    fn truncated(self, width: u32) -> Option<Self> {
        self.within(Bits { low: 0, width })
    }

    /// After `zext` or `sext` of an integer of `width` bits.
    fn extended(self, width: u32, is_signed: bool) -> Self {
        let is_top = self.place().end() == width;
        let it = Self { is_signed: is_signed && (self.is_signed || is_top), ..self };
        // A field at the top of its word needs no mask: a shift has extracted it.
        if self.to == 0 && self.from.low > 0 && !is_top { it.taken() } else { it }
    }

    /// Only the bits at `low` and above it. If there are none below, these are all of them.
    pub fn starting_at(self, low: u32) -> Option<Self> {
        self.within(Bits { low, width: u32::MAX - low })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(low: u32, width: u32) -> Bits {
        Bits { low, width }
    }

    #[test]
    fn masks_consist_of_runs() {
        let all = |mask| runs(mask).collect::<Vec<_>>();
        assert_eq!(all(0), []);
        assert_eq!(all(0b1_0110), [bits(1, 2), bits(4, 1)]);
        assert_eq!(all(u128::MAX), [bits(0, 128)]);
        assert_eq!(all(1 << 127), [bits(127, 1)]);
    }

    #[test]
    fn shift_and_mask_take_a_field_out() {
        let shifted = Slice::whole(32).right(5, 32, false).unwrap();
        assert_eq!((shifted.from, shifted.to, shifted.taken), (bits(5, 27), 0, None));
        let field: Vec<_> = shifted.masked(0b111).collect();
        assert_eq!(field.len(), 1);
        let taken = Some(Taken { bits: bits(5, 3), is_signed: false });
        assert_eq!((field[0].from, field[0].to, field[0].taken), (bits(5, 3), 0, taken));
        // A mask of a field is not a field.
        let part: Vec<_> = field[0].masked(0b1).collect();
        assert_eq!((part[0].from, part[0].taken), (bits(5, 1), taken));
    }

    #[test]
    fn two_shifts_take_a_signed_field_out() {
        let field = Slice::whole(8).left(2, 8).unwrap().right(3, 8, true).unwrap();
        assert_eq!((field.from, field.to), (bits(1, 5), 0));
        assert_eq!(field.taken, Some(Taken { bits: bits(1, 5), is_signed: true }));
    }

    #[test]
    fn an_ordinary_integer_is_changed_as_a_whole() {
        // Bits 5 to 8, moved to 0: `field ^= 5` changes two of the three bits, but it is one field.
        let field = Slice::whole(8).right(5, 8, false).unwrap();
        let flipped: Vec<_> = field.flipped(0b101).collect();
        assert_eq!(flipped, [Slice { is_changed: true, ..field }]);
        assert_eq!(field.unchanged(0b101).collect::<Vec<_>>(), flipped);
        // The same holds if it is in place, and has been masked.
        let low: Vec<_> = Slice::whole(8).masked(0b111).collect();
        assert_eq!(
            low[0].flipped(0b10).collect::<Vec<_>>(),
            [Slice { is_changed: true, ..low[0] }]
        );
        // In the word, each bit is separate.
        let parts: Vec<_> =
            Slice::whole(8).flipped(0b100).map(|it| (it.from, it.is_changed)).collect();
        assert_eq!(parts, [(bits(2, 1), true), (bits(0, 2), false), (bits(3, 5), false)]);
        // Other bits are not changed.
        assert_eq!(field.flipped(0b1000).collect::<Vec<_>>(), [field]);
    }

    #[test]
    fn a_mask_without_a_shift_does_not_extract_a_field() {
        let kept: Vec<_> = Slice::whole(8).masked(!0b111 & 0xff).collect();
        assert_eq!((kept[0].from, kept[0].to, kept[0].taken), (bits(3, 5), 3, None));
    }
}
