//! The rules for the flow of bits of integers within a function.
//!
//! **Scope: function.**

use facts_schema::{InstructionId, Opcode, Predicate, ValueId};
use rules_macros::datalog;

use crate::places::{Address, destination};
use crate::slice::{Operation, Slice};
use crate::words::width_of;

/// The maximum number of masks and casts between the combination of two words and a comparison.
const MASKS: u32 = 2;

datalog! { functions;
    /// The bitwise operations with a constant. Their operands can be swapped.
    const BITWISE(Opcode, fn(u128) -> Operation) = [
        (Opcode::And, Operation::And),
        (Opcode::Or, Operation::Or),
        (Opcode::Xor, Operation::Xor),
    ];

    /// The shifts, by an amount, in an integer of a width.
    const SHIFTS(Opcode, fn(u32, u32) -> Operation) = [
        (Opcode::Shl, Operation::Shl),
        (Opcode::LShr, Operation::LShr),
        (Opcode::AShr, Operation::AShr),
    ];

    /// The casts to a wider integer, from one of a width.
    const EXTENSIONS(Opcode, fn(u32) -> Operation) = [
        (Opcode::ZExt, Operation::ZExt),
        (Opcode::SExt, Operation::SExt),
    ];

    /// The operations that combine two words to compare them: `one ^ other`, or a test of both.
    const MATCHES(Opcode) = [Opcode::Xor, Opcode::And];

    /// The instructions that only inspect bits, and have no bits as their result.
    const INSPECTS(Opcode) = [Opcode::ICmp, Opcode::Br];

    /// The instructions that drop some of the bits.
    const NARROWS(Opcode) = [Opcode::And, Opcode::Trunc];

    /// The comparisons that only depend on the bits from a power of two on, and its distance from the constant
    /// that they compare with.
    const LIMITS(Predicate, u128) = [
        (Predicate::Ult, 0),
        (Predicate::Uge, 0),
        (Predicate::Ugt, 1),
        (Predicate::Ule, 1),
    ];

    /// The comparisons that only depend on the sign, and the constant that they compare with in this case.
    const SIGNS(Predicate, i128) = [
        (Predicate::Slt, 0),
        (Predicate::Sge, 0),
        (Predicate::Sgt, -1),
        (Predicate::Sle, -1),
    ];

    // Operations that move bits.

    @output
    /// `result` consists of bits of the operands of its instruction; `operation` moves those of `operand`, which
    /// is not a constant.
    struct Move(ValueId, ValueId, Operation);

    Move(result, operand, operation(number)) <-
        binary_instruction { instruction, opcode, first_operand, second_operand },
        BITWISE(opcode, operation),
        for (operand, constant) in [(first_operand, second_operand), (second_operand, first_operand)],
        constant_number { constant, unsigned },
        let Some(number) = unsigned,
        !constant_number { constant: operand },
        instruction_result { instruction, result },
        (width_of(module.whole(), result).is_some());

    Move(result, operand, operation(amount, width)) <-
        binary_instruction { instruction, opcode, first_operand: operand, second_operand: constant },
        SHIFTS(opcode, operation),
        constant_number { constant, unsigned },
        let Some(amount) = unsigned.and_then(|it| u32::try_from(it).ok()),
        !constant_number { constant: operand },
        instruction_result { instruction, result },
        let Some(width) = width_of(module.whole(), result),
        (amount < width);

    Move(result, operand, Operation::Trunc(width)) <-
        conversion_instruction { instruction, opcode: Opcode::Trunc, operand },
        (width_of(module.whole(), operand).is_some()),
        instruction_result { instruction, result },
        let Some(width) = width_of(module.whole(), result);

    Move(result, operand, operation(width)) <-
        conversion_instruction { instruction, opcode, operand },
        EXTENSIONS(opcode, operation),
        let Some(width) = width_of(module.whole(), operand),
        instruction_result { instruction, result },
        (width_of(module.whole(), result).is_some());

    Move(result, operand, Operation::Freeze) <-
        unary_instruction { instruction, opcode: Opcode::Freeze, operand },
        instruction_result { instruction, result },
        (width_of(module.whole(), result).is_some());

    Move(result, operand, Operation::Join) <- Both(result, Opcode::Or, operand);

    Move(result, operand, Operation::Match) <-
        Both(result, opcode, operand),
        MATCHES(opcode),
        !UsedOtherwise(result, MASKS);

    /// `result` is `opcode` of two integers that are not constants; one of them is `operand`.
    struct Both(ValueId, Opcode, ValueId);

    Both(result, opcode, operand) <-
        binary_instruction { instruction, opcode, first_operand, second_operand },
        BITWISE(opcode, _),
        !constant_number { constant: first_operand },
        !constant_number { constant: second_operand },
        instruction_result { instruction, result },
        (width_of(module.whole(), result).is_some()),
        for operand in [first_operand, second_operand];

    // Values that are only compared.

    /// It is relevant whether all uses of `value` compare some of its bits, after at most `masks` masks and casts.
    struct Needed(ValueId, u32);

    /// `result` is some of the bits of `value`, for which this is relevant.
    struct Narrowed(ValueId, u32, ValueId);

    Needed(result, MASKS) <- Both(result, opcode, _), MATCHES(opcode);

    Narrowed(value, masks, result) <-
        instruction_operand { instruction, operand: value },
        Needed(value, masks),
        instruction { instruction, opcode },
        NARROWS(opcode),
        instruction_result { instruction, result };

    Needed(result, masks - 1) <- Narrowed(_, masks, result), (masks > 0);

    /// Not all uses of `value` compare some of its bits, after at most `masks` masks and casts.
    struct UsedOtherwise(ValueId, u32);

    UsedOtherwise(value, masks) <- Needed(value, masks), !Used(value);

    UsedOtherwise(value, masks) <-
        instruction_operand { instruction, operand: value },
        Needed(value, masks),
        instruction { instruction, opcode },
        !INSPECTS(opcode),
        !NARROWS(opcode);

    /// `value`, for which this is relevant, has uses.
    struct Used(ValueId);

    Used(value) <- instruction_operand { operand: value }, Needed(value, _);

    UsedOtherwise(value, 0) <- Narrowed(value, 0, _);

    UsedOtherwise(value, masks) <-
        UsedOtherwise(result, fewer),
        let masks = fewer + 1,
        Narrowed(value, masks, result);

    // Places of bits.

    /// `value` has the bits `slice` of `origin`.
    struct Piece(ValueId, ValueId, Slice);

    // An integer that does not consist of bits of others.
    Piece(value, value, Slice::whole(width)) <-
        instruction_operand { operand: value },
        let Some(width) = width_of(module.whole(), value),
        !Move(value, _, _),
        !constant_number { constant: value };

    Piece(result, origin, it) <-
        Piece(operand, origin, slice),
        Move(result, operand, operation),
        for it in slice.after(operation);

    // Loads and stores.

    @output
    /// `instruction` reads `value`, an integer of `width` bits, from `place`, or if `is_store` writes it
    /// there; the address is a multiple of `alignment` bytes.
    struct Access(InstructionId, ValueId, Address, u32, u32, bool);

    Access(load, value, place, width, alignment, false) <-
        load_instruction { instruction: load, address, alignment },
        instruction_result { instruction: load, result: value },
        let Some(width) = width_of(module.whole(), value),
        let place = destination(module.whole(), address);

    Access(store, value, place, width, alignment, true) <-
        store_instruction { instruction: store, value, address, alignment },
        let Some(width) = width_of(module.whole(), value),
        let place = destination(module.whole(), address);

    // An operation that reads and writes at once: the value that it writes, or its operand.
    Access(exchange, value, place, width, alignment, true) <-
        cmpxchg_instruction { instruction: exchange, replacement: value, address, alignment },
        let Some(width) = width_of(module.whole(), value),
        let place = destination(module.whole(), address);

    Access(change, value, place, width, alignment, true) <-
        atomicrmw_instruction { instruction: change, value, address, alignment },
        let Some(width) = width_of(module.whole(), value),
        let place = destination(module.whole(), address);

    /// `value` is what `load` reads: `width` bits at `place`.
    struct Load(ValueId, InstructionId, Address, u32);

    Load(value, load, place, width) <-
        Access(load, value, place, width, _, is_store),
        (!is_store);

    Load(result, change, place, width) <-
        Access(change, _, place, width, _, _),
        atomicrmw_instruction { instruction: change },
        instruction_result { instruction: change, result };

    // When `cmpxchg` writes, it has found the expected value. If that was loaded, its origin is already known.
    Load(expected, exchange, place, width) <-
        Access(exchange, _, place, width, _, _),
        cmpxchg_instruction { instruction: exchange, expected },
        !Loaded(expected);

    /// A load has read `expected`, which memory is compared with.
    struct Loaded(ValueId);

    Loaded(expected) <-
        cmpxchg_instruction { expected },
        definition { value: expected, instruction },
        load_instruction { instruction };

    /// `store` writes `value`, `width` bits, to `place`.
    struct Store(InstructionId, ValueId, Address, u32);

    Store(store, value, place, width) <-
        Access(store, value, place, width, _, is_store),
        (is_store),
        !atomicrmw_instruction { instruction: store };

    @output
    /// The whole word that `load` reads is extended.
    struct Promoted(InstructionId);

    Promoted(load) <-
        Load(word, load, _, _),
        Move(_, word, operation),
        (operation.extends());

    // The effects of stores on words.

    /// The value that `store` writes may be `value`.
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
    /// If `store` writes `value`, the bits `slice` are unchanged bits of `word`, which was read from the same
    /// place.
    struct Preserved(InstructionId, ValueId, ValueId, Slice);

    Preserved(store, value, word, slice) <-
        Stored(store, value),
        Store(store, _, place, width),
        Piece(value, word, slice),
        (slice.from.low == slice.to && !slice.is_changed),
        Load(word, _, place, width);

    @output
    /// If `store` writes `value`, it deposits the bits `slice` of `origin`.
    struct Deposited(InstructionId, ValueId, ValueId, Slice);

    Deposited(store, value, origin, slice) <-
        Stored(store, value),
        Piece(value, origin, slice),
        !Preserved(store, value, origin, slice);

    // The bits that are read from words.

    /// `user`, which uses `value`, only moves bits of `word` back to their place.
    struct Carried(ValueId, InstructionId, ValueId, Slice);

    Carried(value, store, word, slice) <-
        Preserved(store, value, word, slice),
        Store(store, value, _, _);

    Carried(operand, choice, word, slice) <-
        Preserved(store, operand, word, slice),
        Stored(store, value),
        Choice(value, operand, choice);

    /// `comparison` only depends on bit `low` of `value` and the bits above it.
    struct DependsFrom(InstructionId, ValueId, u32);

    DependsFrom(comparison, value, low) <-
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

    DependsFrom(comparison, value, width - 1) <-
        comparison_instruction {
            instruction: comparison, predicate, first_operand: value, second_operand: constant
        },
        SIGNS(predicate, limit),
        constant_number { constant, signed },
        (signed == Some(limit)),
        let Some(width) = width_of(module.whole(), value);

    /// `instruction` only moves bits.
    struct Moves(InstructionId);

    Moves(instruction) <- instruction_result { instruction, result }, Move(result, _, _);

    @output
    /// `user` uses bits that `load` has read, as `value`.
    struct Read(InstructionId, Slice, ValueId, InstructionId);

    Read(load, slice, value, user) <-
        instruction_operand { instruction: user, operand: value },
        Piece(value, word, slice),
        Load(word, load, _, _),
        !Moves(user),
        !DependsFrom(user, value, _),
        !Carried(value, user, word, slice);

    Read(load, it, value, comparison) <-
        Load(word, load, _, _),
        Piece(value, word, slice),
        DependsFrom(comparison, value, low),
        let Some(it) = slice.starting_at(low);
}
