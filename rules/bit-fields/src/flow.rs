//! The rules: what becomes of the bits of integers within a function.
//!
//! **Scope: function.**

use facts_schema::{InstructionId, Opcode, Predicate, ValueId};
use rules_macros::datalog;

use crate::places::{Place, destination};
use crate::slice::Slice;
use crate::words::width_of;

/// The largest number of masks and casts between what puts two words together and a comparison.
const MASKS: u32 = 2;

datalog! { functions;
    /// The operations on each bit by itself. Their operands can be swapped.
    const BITWISE(Opcode) = [Opcode::And, Opcode::Or, Opcode::Xor];

    const SHIFTS(Opcode) = [Opcode::Shl, Opcode::LShr, Opcode::AShr];

    /// The shifts to the right, and whether copies of the sign follow.
    const RIGHT_SHIFTS(Opcode, bool) = [(Opcode::LShr, false), (Opcode::AShr, true)];

    /// The casts to a wider integer, and whether copies of the sign follow.
    const EXTENSIONS(Opcode, bool) = [(Opcode::ZExt, false), (Opcode::SExt, true)];

    /// What puts two words together to compare them: `one ^ other`, or a test of both.
    const MATCHES(Opcode) = [Opcode::Xor, Opcode::And];

    /// What looks at bits and has no bits as its result.
    const LOOKS(Opcode) = [Opcode::ICmp, Opcode::Br];

    /// What leaves some of the bits out.
    const NARROWS(Opcode) = [Opcode::And, Opcode::Trunc];

    /// The comparisons that only look at the bits from a power of two on, and its distance from the
    /// constant that they compare with.
    const LIMITS(Predicate, u128) = [
        (Predicate::Ult, 0),
        (Predicate::Uge, 0),
        (Predicate::Ugt, 1),
        (Predicate::Ule, 1),
    ];

    /// The comparisons that only look at the sign, and the constant that they compare with then.
    const SIGNS(Predicate, i128) = [
        (Predicate::Slt, 0),
        (Predicate::Sge, 0),
        (Predicate::Sgt, -1),
        (Predicate::Sle, -1),
    ];

    // Operations that move bits.

    /// `result` is `opcode` of `operand`, which is not a constant, and `number`.
    struct Bitwise(ValueId, Opcode, ValueId, u128);

    Bitwise(result, opcode, operand, number) <-
        binary_instruction { instruction, opcode, first_operand, second_operand },
        BITWISE(opcode),
        for (operand, constant) in [(first_operand, second_operand), (second_operand, first_operand)],
        constant_number { constant, unsigned },
        let Some(number) = unsigned,
        !constant_number { constant: operand },
        instruction_result { instruction, result },
        (width_of(module.whole(), result).is_some());

    /// `result` is `operand`, which is not a constant, shifted by `amount`, in `width` bits.
    struct Shift(ValueId, Opcode, ValueId, u32, u32);

    Shift(result, opcode, operand, amount, width) <-
        binary_instruction { instruction, opcode, first_operand: operand, second_operand: constant },
        SHIFTS(opcode),
        constant_number { constant, unsigned },
        let Some(amount) = unsigned.and_then(|it| u32::try_from(it).ok()),
        !constant_number { constant: operand },
        instruction_result { instruction, result },
        let Some(width) = width_of(module.whole(), result),
        (amount < width);

    /// `result` is the lowest `width` bits of `operand`.
    struct Truncate(ValueId, ValueId, u32);

    Truncate(result, operand, width) <-
        conversion_instruction { instruction, opcode: Opcode::Trunc, operand },
        (width_of(module.whole(), operand).is_some()),
        instruction_result { instruction, result },
        let Some(width) = width_of(module.whole(), result);

    /// `result` is the `width` bits of `operand`, and zeros above them, or if `is_signed` copies of
    /// the sign.
    struct Extend(ValueId, ValueId, u32, bool);

    Extend(result, operand, width, is_signed) <-
        conversion_instruction { instruction, opcode, operand },
        EXTENSIONS(opcode, is_signed),
        let Some(width) = width_of(module.whole(), operand),
        instruction_result { instruction, result },
        (width_of(module.whole(), result).is_some());

    /// `result` is `opcode` of two integers that are not constants; one of them is `operand`.
    struct Both(ValueId, Opcode, ValueId);

    Both(result, opcode, operand) <-
        binary_instruction { instruction, opcode, first_operand, second_operand },
        BITWISE(opcode),
        !constant_number { constant: first_operand },
        !constant_number { constant: second_operand },
        instruction_result { instruction, result },
        (width_of(module.whole(), result).is_some()),
        for operand in [first_operand, second_operand];

    /// `result` has the bits of `operand` where they were, beside those of something else.
    struct Keep(ValueId, ValueId);

    Keep(result, operand) <- Both(result, Opcode::Or, operand);

    Keep(result, operand) <-
        unary_instruction { instruction, opcode: Opcode::Freeze, operand },
        instruction_result { instruction, result },
        (width_of(module.whole(), result).is_some());

    /// Each bit of `result` depends on the same bit of `operand` and of something else, and `result` is
    /// only compared.
    struct Blend(ValueId, ValueId);

    Blend(result, operand) <-
        Both(result, opcode, operand),
        MATCHES(opcode),
        !UsedOtherwise(result, MASKS);

    @output
    /// `result` consists of bits of the operands of its instruction.
    struct Moved(ValueId);

    Moved(result) <- Bitwise(result, _, _, _);

    Moved(result) <- Shift(result, _, _, _, _);

    Moved(result) <- Truncate(result, _, _);

    Moved(result) <- Extend(result, _, _, _);

    Moved(result) <- Keep(result, _);

    Moved(result) <- Blend(result, _);

    // Values that are only compared.

    /// Whether all uses of `value` compare some of its bits, behind at most `masks` masks and casts,
    /// matters.
    struct Asked(ValueId, u32);

    /// `result` is some of the bits of `value`, about which this is asked.
    struct Narrowed(ValueId, u32, ValueId);

    Asked(result, MASKS) <- Both(result, opcode, _), MATCHES(opcode);

    Narrowed(value, masks, result) <-
        instruction_operand { instruction, operand: value },
        Asked(value, masks),
        instruction { instruction, opcode },
        NARROWS(opcode),
        instruction_result { instruction, result };

    Asked(result, masks - 1) <- Narrowed(_, masks, result), (masks > 0);

    /// Not all uses of `value` compare some of its bits, behind at most `masks` masks and casts.
    struct UsedOtherwise(ValueId, u32);

    UsedOtherwise(value, masks) <- Asked(value, masks), !Used(value);

    UsedOtherwise(value, masks) <-
        instruction_operand { instruction, operand: value },
        Asked(value, masks),
        instruction { instruction, opcode },
        !LOOKS(opcode),
        !NARROWS(opcode);

    /// `value`, about which this is asked, has uses.
    struct Used(ValueId);

    Used(value) <- instruction_operand { operand: value }, Asked(value, _);

    UsedOtherwise(value, 0) <- Narrowed(value, 0, _);

    UsedOtherwise(value, masks) <-
        UsedOtherwise(result, fewer),
        let masks = fewer + 1,
        Narrowed(value, masks, result);

    // Where bits are.

    /// `value` has bits of `origin`, as `slice` says.
    struct Piece(ValueId, ValueId, Slice);

    // An integer that does not consist of bits of others.
    Piece(value, value, Slice::whole(width)) <-
        instruction_operand { operand: value },
        let Some(width) = width_of(module.whole(), value),
        !Moved(value),
        !constant_number { constant: value };

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Bitwise(result, Opcode::And, operand, mask),
        for it in slice.masked(mask);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Bitwise(result, Opcode::Or, operand, changed),
        for it in slice.unchanged(changed);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Bitwise(result, Opcode::Xor, operand, flipped),
        for it in slice.flipped(flipped);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Shift(result, Opcode::Shl, operand, amount, width),
        let Some(it) = slice.left(amount, width);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        RIGHT_SHIFTS(opcode, is_arithmetic),
        Shift(result, opcode, operand, amount, width),
        let Some(it) = slice.right(amount, width, is_arithmetic);

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Truncate(result, operand, width),
        let Some(it) = slice.truncated(width);

    Piece(result, origin, slice.extended(width, is_signed)) <-
        Piece(operand, origin, slice),
        Extend(result, operand, width, is_signed);

    Piece(result, origin, slice) <- Piece(operand, origin, slice), Keep(result, operand);

    Piece(result, origin, slice.changed()) <- Piece(operand, origin, slice), Blend(result, operand);

    // Loads and stores.

    @output
    /// `instruction` reads `value`, an integer of `width` bits, from `place`, or if `is_store` writes it
    /// there; the address is a multiple of `alignment` bytes.
    struct Access(InstructionId, ValueId, Place, u32, u32, bool);

    Access(load, value, place, width, alignment, false) <-
        load_instruction { instruction: load, address, alignment },
        instruction_result { instruction: load, result: value },
        let Some(width) = width_of(module.whole(), value),
        let place = destination(module.whole(), address);

    Access(store, value, place, width, alignment, true) <-
        store_instruction { instruction: store, value, address, alignment },
        let Some(width) = width_of(module.whole(), value),
        let place = destination(module.whole(), address);

    // An operation that reads and writes at once: what it is to write, or what takes part in it.
    Access(exchange, value, place, width, alignment, true) <-
        cmpxchg_instruction { instruction: exchange, replacement: value, address, alignment },
        let Some(width) = width_of(module.whole(), value),
        let place = destination(module.whole(), address);

    Access(change, value, place, width, alignment, true) <-
        atomicrmw_instruction { instruction: change, value, address, alignment },
        let Some(width) = width_of(module.whole(), value),
        let place = destination(module.whole(), address);

    /// `value` is what `load` reads: `width` bits at `place`.
    struct Load(ValueId, InstructionId, Place, u32);

    Load(value, load, place, width) <-
        Access(load, value, place, width, _, is_store),
        (!is_store);

    Load(result, change, place, width) <-
        Access(change, _, place, width, _, _),
        atomicrmw_instruction { instruction: change },
        instruction_result { instruction: change, result };

    // Where `cmpxchg` writes, it has found what it expects. If that has been loaded, it is known already.
    Load(expected, exchange, place, width) <-
        Access(exchange, _, place, width, _, _),
        cmpxchg_instruction { instruction: exchange, expected },
        !Loaded(expected);

    /// A load has read `expected`, with which memory is compared.
    struct Loaded(ValueId);

    Loaded(expected) <-
        cmpxchg_instruction { expected },
        definition { value: expected, instruction },
        load_instruction { instruction };

    /// `store` writes `value`, `width` bits, to `place`.
    struct Store(InstructionId, ValueId, Place, u32);

    Store(store, value, place, width) <-
        Access(store, value, place, width, _, is_store),
        (is_store),
        !atomicrmw_instruction { instruction: store };

    @output
    /// The whole word that `load` reads is extended.
    struct Promoted(InstructionId);

    Promoted(load) <- Load(word, load, _, _), Extend(_, word, _, _);

    // What stores do to words.

    /// What `store` writes may be `value`.
    struct Stored(InstructionId, ValueId);

    Stored(store, value) <- Store(store, value, _, _);

    Stored(store, operand) <- Stored(store, value), Choice(value, operand, _);

    /// `value`, the result of `instruction`, a phi or select, may be `operand`.
    struct Choice(ValueId, ValueId, InstructionId);

    Choice(value, operand, phi) <-
        phi_incoming { instruction: phi, value: operand },
        instruction_result { instruction: phi, result: value },
        (width_of(module.whole(), value).is_some());

    Choice(value, operand, select) <-
        select_instruction { instruction: select, true_value, false_value },
        instruction_result { instruction: select, result: value },
        (width_of(module.whole(), value).is_some()),
        for operand in [true_value, false_value];

    @output
    /// If `store` writes `value`, the bits that `slice` says are still those of `word`, which had been read
    /// from the same place.
    struct Kept(InstructionId, ValueId, ValueId, Slice);

    Kept(store, value, word, slice) <-
        Stored(store, value),
        Store(store, _, place, width),
        Piece(value, word, slice),
        (slice.from.low == slice.to && !slice.is_changed),
        Load(word, _, place, width);

    @output
    /// If `store` writes `value`, bits of `origin` come to where `slice` says.
    struct Deposited(InstructionId, ValueId, ValueId, Slice);

    Deposited(store, value, origin, slice) <-
        Stored(store, value),
        Piece(value, origin, slice),
        !Kept(store, value, origin, slice);

    // What is read of words.

    /// `user`, which uses `value`, only brings bits of `word` back to where they were.
    struct Carried(ValueId, InstructionId, ValueId, Slice);

    Carried(value, store, word, slice) <-
        Kept(store, value, word, slice),
        Store(store, value, _, _);

    Carried(operand, choice, word, slice) <-
        Kept(store, operand, word, slice),
        Stored(store, value),
        Choice(value, operand, choice);

    /// `comparison` looks only at bit `low` of `value`, and the bits above it.
    struct LooksFrom(InstructionId, ValueId, u32);

    LooksFrom(comparison, value, low) <-
        comparison_instruction {
            instruction: comparison, predicate, first_operand: value, second_operand: constant
        },
        LIMITS(predicate, distance),
        constant_number { constant, unsigned },
        let Some(limit) = unsigned.and_then(|it| it.checked_add(distance)),
        (limit.is_power_of_two()),
        let low = limit.trailing_zeros(),
        let Some(width) = width_of(module.whole(), value),
        (low < width);

    LooksFrom(comparison, value, width - 1) <-
        comparison_instruction {
            instruction: comparison, predicate, first_operand: value, second_operand: constant
        },
        SIGNS(predicate, limit),
        constant_number { constant, signed },
        (signed == Some(limit)),
        let Some(width) = width_of(module.whole(), value);

    /// `instruction` only moves bits.
    struct Moves(InstructionId);

    Moves(instruction) <- instruction_result { instruction, result }, Moved(result);

    @output
    /// `user` uses bits that `load` has read, as `value`.
    struct Read(InstructionId, Slice, ValueId, InstructionId);

    Read(load, slice, value, user) <-
        instruction_operand { instruction: user, operand: value },
        Piece(value, word, slice),
        Load(word, load, _, _),
        !Moves(user),
        !LooksFrom(user, value, _),
        !Carried(value, user, word, slice);

    Read(load, it, value, comparison) <-
        Load(word, load, _, _),
        Piece(value, word, slice),
        LooksFrom(comparison, value, low),
        let Some(it) = slice.starting_at(low);
}
