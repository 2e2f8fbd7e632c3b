//! The rules: what becomes of the bits of integers within a function.

use facts_schema::{InstructionId, ValueId};
use rules_macros::datalog;

use crate::places::PlaceId;
use crate::slice::{Slice, Test};

datalog! { rows;
    @input
    /// `value` is an integer of `width` bits that does not consist of bits of others.
    struct Origin(ValueId, u32);

    @input
    /// `result` is `operand` and the constant `mask`.
    struct Mask(ValueId, ValueId, u128);

    @input
    /// `result` is `operand`, in which a constant sets the bits `changed`.
    struct Change(ValueId, ValueId, u128);

    @input
    /// `result` is `operand`, in which a constant flips the bits `flipped`.
    struct Flip(ValueId, ValueId, u128);

    @input
    /// `result` is `operand` shifted by `amount` to the left, in `width` bits.
    struct Left(ValueId, ValueId, u32, u32);

    @input
    /// `result` is `operand` shifted by `amount` to the right, in `width` bits; `is_arithmetic` if
    /// copies of the sign follow.
    struct Right(ValueId, ValueId, u32, u32, bool);

    @input
    /// `result` is the lowest `width` bits of `operand`.
    struct Truncate(ValueId, ValueId, u32);

    @input
    /// `result` is the `width` bits of `operand`, and zeros above them, or if `is_signed` copies of
    /// the sign.
    struct Extend(ValueId, ValueId, u32, bool);

    @input
    /// `result` is `operand`, frozen.
    struct Freeze(ValueId, ValueId);

    @input
    /// `result` is `operand` or something else.
    struct Combine(ValueId, ValueId);

    @input
    /// Each bit of `result` depends on the same bit of `operand` and of something else.
    struct Blend(ValueId, ValueId);

    @input
    /// `result` of `instruction`, a phi or select, may be `operand`.
    struct Choice(ValueId, ValueId, InstructionId);

    @input
    /// `value` is what `load` reads: `width` bits at `place`.
    struct Load(ValueId, InstructionId, PlaceId, u32);

    @input
    /// `store` writes `value`, `width` bits, to `place`.
    struct Store(InstructionId, ValueId, PlaceId, u32);

    @input
    /// `user` uses `value` as a number, and only looks at the bits that `test` says.
    struct Usage(ValueId, InstructionId, Test);

    // `Piece(value, origin, slice)`: `value` has bits of `origin`, as `slice` says.
    struct Piece(ValueId, ValueId, Slice);

    Piece(value, value, Slice::whole(width)) <- Origin(value, width);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Mask(result, operand, mask),
        for it in slice.masked(mask);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Change(result, operand, changed),
        for it in slice.unchanged(changed);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Flip(result, operand, flipped),
        for it in slice.flipped(flipped);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Left(result, operand, amount, width),
        let Some(it) = slice.left(amount, width);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Right(result, operand, amount, width, is_arithmetic),
        let Some(it) = slice.right(amount, width, is_arithmetic);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Truncate(result, operand, width),
        let Some(it) = slice.truncated(width);

    Piece(result, origin, slice.extended(width, is_signed)) <-
        Piece(operand, origin, slice),
        Extend(result, operand, width, is_signed);

    Piece(result, origin, slice.frozen()) <-
        Piece(operand, origin, slice),
        Freeze(result, operand);

    Piece(result, origin, slice.frozen()) <-
        Piece(operand, origin, slice),
        Combine(result, operand);

    Piece(result, origin, slice.changed()) <-
        Piece(operand, origin, slice),
        Blend(result, operand);

    @output
    /// `Promoted(load)`: the whole word that `load` reads is extended.
    struct Promoted(InstructionId);

    Promoted(load) <- Load(word, load, _, _), Extend(_, word, _, _);

    // `Stored(store, value)`: what `store` writes may be `value`.
    struct Stored(InstructionId, ValueId);

    Stored(store, value) <- Store(store, value, _, _);

    Stored(store, operand) <- Stored(store, value), Choice(value, operand, _);

    @output
    /// `Kept(store, value, word, slice)`: if `store` writes `value`, the bits that `slice` says are
    /// still those of `word`, which had been read from the same place.
    struct Kept(InstructionId, ValueId, ValueId, Slice);

    Kept(store, value, word, slice) <-
        Stored(store, value),
        Store(store, _, place, width),
        Piece(value, word, slice),
        (slice.from.low == slice.to && !slice.is_changed),
        Load(word, _, place, width);

    @output
    /// `Deposited(store, value, origin, slice)`: if `store` writes `value`, bits of `origin` come to
    /// where `slice` says.
    struct Deposited(InstructionId, ValueId, ValueId, Slice);

    Deposited(store, value, origin, slice) <-
        Stored(store, value),
        Piece(value, origin, slice),
        !Kept(store, value, origin, slice);

    // `Carried(value, user, word, slice)`: `user` only brings bits of `word` back to where they were.
    struct Carried(ValueId, InstructionId, ValueId, Slice);

    Carried(value, store, word, slice) <-
        Kept(store, value, word, slice),
        Store(store, value, _, _);

    Carried(operand, choice, word, slice) <-
        Kept(store, operand, word, slice),
        Stored(store, value),
        Choice(value, operand, choice);

    @output
    /// `Read(load, slice, value, user)`: `user` uses bits that `load` has read, as `value`.
    struct Read(InstructionId, Slice, ValueId, InstructionId);

    Read(load, it, value, user) <-
        Load(word, load, _, _),
        Piece(value, word, slice),
        Usage(value, user, test),
        !Carried(value, user, word, slice),
        let Some(it) = slice.compared(test);
}
