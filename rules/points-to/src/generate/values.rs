//! The flow of pointers from value to value, in instructions and in constant expressions: one rule for each kind.
//!
//! **Scope: function**, and once for the constants of the module.

use facts_schema::{InstructionFlag, Opcode, TypeKind, ValueId};
use rules_macros::datalog;

use super::arithmetic::{by_constant, shifted};
use super::constants::program::Constant;
use super::moves::{Assign, Key, Purpose, Shift};
use super::paths::program::{LeadsToMember, NeverComputed, Steps};
use super::source::Source;
use crate::offsets::Step;

datalog! { functions;
    @context source: &'a Source<'a>;

    @input Constant(ValueId);

    @input Steps(ValueId, u32, Step);
    @input LeadsToMember(ValueId, u32, u32);
    @input NeverComputed(ValueId);

    @output Assign(Key, Key);
    @output Shift(Key, Key, Step);

    /// Conversions that keep all bytes.
    const RETYPES(Opcode) = [Opcode::BitCast, Opcode::AddrSpaceCast];

    /// Conversions that keep the number.
    const RESIZES(Opcode) = [
        Opcode::PtrToInt,
        Opcode::PtrToAddr,
        Opcode::IntToPtr,
        Opcode::Trunc,
        Opcode::ZExt,
        Opcode::SExt,
    ];

    /// Operations whose result may point to the object that the first operand points to, at an unknown offset.
    const KEEPS_OBJECT(Opcode) = [Opcode::Add, Opcode::Sub, Opcode::And, Opcode::Or, Opcode::Xor];

    /// Operations for which this also holds for the second operand.
    const COMMUTES(Opcode) = [Opcode::Add, Opcode::And, Opcode::Or, Opcode::Xor];

    /// Operations that leave a pointer unchanged if the other operand is zero.
    const KEEPS_ADDRESS(Opcode) = [Opcode::Add, Opcode::Sub, Opcode::Or, Opcode::Xor];

    const SHIFTS(Opcode) = [Opcode::Shl, Opcode::LShr, Opcode::AShr];

    /// `result` is a copy of `operand`.
    struct Copied(ValueId, ValueId);

    Copied(result, operand) <-
        phi_incoming { instruction, value: operand },
        (source.holds(operand)),
        instruction_result { instruction, result };

    Copied(result, operand) <-
        select_instruction { instruction, true_value: operand },
        (source.holds(operand)),
        instruction_result { instruction, result };

    Copied(result, operand) <-
        select_instruction { instruction, false_value: operand },
        (source.holds(operand)),
        instruction_result { instruction, result };

    Copied(constant, operand) <-
        Constant(constant),
        constant_expression { constant, opcode: Opcode::Select },
        constant_operand { constant, position, operand },
        (position > 0 && source.holds(operand));

    Copied(result, operand) <-
        unary_instruction { instruction, opcode: Opcode::Freeze, operand },
        (source.holds(operand)),
        instruction_result { instruction, result };

    // A copy keeps all parts.
    Assign(Key::Value(result, part), Key::Value(operand, part)) <-
        Copied(result, operand),
        for part in source.parts_of(operand);

    /// `result` has the parts of `operand`, in unknown order.
    struct Mixed(ValueId, ValueId);

    // Each part may come from any part.
    Assign(Key::Value(result, to), Key::Value(operand, from)) <-
        Mixed(result, operand),
        for from in source.parts_of(operand),
        for to in source.parts_of(result);

    /// `result` is `operand`, which can hold a pointer, converted by `opcode`.
    struct Converted(ValueId, Opcode, ValueId);

    Converted(result, opcode, operand) <- Converts(result, opcode, operand), !Mixed(result, operand);

    /// The same, whether or not parts are distinguished.
    struct Converts(ValueId, Opcode, ValueId);

    Converts(result, opcode, operand) <-
        conversion_instruction { instruction, opcode, operand },
        (source.holds(operand)),
        instruction_result { instruction, result },
        (source.holds(result));

    Converts(constant, opcode, operand) <-
        Constant(constant),
        constant_expression { constant, opcode, operand_count: 1 },
        (opcode != Opcode::GetElementPtr),
        constant_operand { constant, operand },
        (source.holds(operand));

    Mixed(result, operand) <-
        Converts(result, _, operand),
        (mixes(source, result, operand));

    // The same bytes, seen as another type.
    Assign(Key::Value(result, part), Key::Value(operand, part)) <-
        Converted(result, opcode, operand),
        RETYPES(opcode),
        for part in source.parts_of(operand),
        for other in source.parts_of(result),
        (part == other);

    // The same number at another width: its lower parts stay the lower ones.
    Assign(Key::Value(result, to), Key::Value(operand, from)) <-
        Converted(result, opcode, operand),
        RESIZES(opcode),
        for (from, rank) in source.ranks_of(operand),
        for (to, other) in source.ranks_of(result),
        (rank == other);

    /// `result`, or one of the operands, of `opcode` with `first` and `second` can hold a pointer.
    struct Computed(ValueId, Opcode, ValueId, ValueId);

    Computed(result, opcode, first, second) <-
        binary_instruction { instruction, opcode, first_operand: first, second_operand: second },
        (source.holds(first) || source.holds(second)),
        instruction_result { instruction, result },
        (source.holds(result));

    Computed(constant, opcode, first, second) <-
        Constant(constant),
        constant_expression { constant, opcode, operand_count: 2 },
        constant_operand { constant, position: 0, operand: first },
        constant_operand { constant, position: 1, operand: second },
        (source.holds(first) || source.holds(second));

    /// `part` of `value` is zero.
    struct ZeroPart(ValueId, u32);

    // A shift fills a part with zeros.
    ZeroPart(result, part) <-
        Computed(result, Opcode::Shl, _, amount),
        let Some(bits) = source.signed(amount),
        for (part, rank) in source.ranks_of(result),
        (i64::from(rank + source.pointer_size()) * 8 <= bits);

    // Zero extension fills a part with zeros.
    ZeroPart(result, part) <-
        Converted(result, Opcode::ZExt, operand),
        value { value: operand, type },
        integer_type { type, width },
        for (part, rank) in source.ranks_of(result),
        (rank >= width.div_ceil(8));

    // A pointer and a constant: the pointer moves within the object.
    Shift(Key::Value(result, part), Key::Value(first, part), step) <-
        Computed(result, opcode, first, second),
        let Some(number) = source.signed(second),
        for (part, rank) in source.ranks_of(first),
        let Some(step) = by_constant(opcode, number, rank);

    Shift(Key::Value(result, part), Key::Value(second, part), step) <-
        Computed(result, opcode, first, second),
        COMMUTES(opcode),
        let Some(number) = source.signed(first),
        for (part, rank) in source.ranks_of(second),
        let Some(step) = by_constant(opcode, number, rank);

    // A pointer and an unknown number: the result may be anywhere in the object.
    Shift(Key::Value(result, part), Key::Value(first, part), Step::Computed) <-
        Computed(result, opcode, first, second),
        KEEPS_OBJECT(opcode),
        (source.signed(second).is_none()),
        !Length(result),
        for part in source.parts_of(first),
        !ZeroPart(second, part);

    Shift(Key::Value(result, part), Key::Value(second, part), Step::Computed) <-
        Computed(result, opcode, first, second),
        COMMUTES(opcode),
        (source.signed(first).is_none()),
        for part in source.parts_of(second),
        !ZeroPart(first, part);

    /// `result` is the distance from one pointer to another pointer after it: a length, not an address. Code that
    /// represents a pointer by its distance from another one does not know which comes first.
    struct Length(ValueId);

    Length(result) <-
        binary_instruction { instruction, opcode: Opcode::Sub, first_operand: first, second_operand: second },
        instruction_flag { instruction, flag: InstructionFlag::Nuw },
        Number(first),
        Number(second),
        instruction_result { instruction, result };

    /// `result` is an address as an integer.
    struct Number(ValueId);

    Number(result) <-
        conversion_instruction { instruction, opcode },
        (matches!(opcode, Opcode::PtrToInt | Opcode::PtrToAddr)),
        instruction_result { instruction, result };

    // A pointer and zeros: the pointer is unchanged. This is how a wide integer is made of two.
    Assign(Key::Value(result, part), Key::Value(first, part)) <-
        Computed(result, opcode, first, second),
        KEEPS_ADDRESS(opcode),
        for part in source.parts_of(first),
        ZeroPart(second, part);

    Assign(Key::Value(result, part), Key::Value(second, part)) <-
        Computed(result, opcode, first, second),
        KEEPS_ADDRESS(opcode),
        COMMUTES(opcode),
        for part in source.parts_of(second),
        ZeroPart(first, part);

    // A shift by whole pointers moves a pointer to another part, or out of the value; a shift by another amount
    // may be undone.
    Shift(Key::Value(result, to), Key::Value(first, from), step) <-
        Computed(result, opcode, first, second),
        SHIFTS(opcode),
        let Some(bits) = source.signed(second),
        for (from, rank) in source.ranks_of(first),
        for (to, new_rank) in source.ranks_of(result),
        let Some(step) = shifted(opcode, bits, source.pointer_size(), [rank, new_rank]);

    Shift(Key::Value(result, to), Key::Value(first, from), Step::Computed) <-
        Computed(result, opcode, first, second),
        SHIFTS(opcode),
        (source.signed(second).is_none()),
        for from in source.parts_of(first),
        for to in source.parts_of(result);

    /// `result` is an address, computed from `base` by steps.
    struct AddressOf(ValueId, ValueId);

    AddressOf(result, base) <-
        getelementptr_instruction { instruction, base },
        (source.holds(base)),
        instruction_result { instruction, result },
        (source.holds(result));

    AddressOf(constant, base) <-
        Constant(constant),
        constant_getelementptr { constant },
        constant_operand { constant, position: 0, operand: base },
        (source.holds(base));

    /// `part` of `result` is an address, computed by steps from part `from` of `base`: the same lane of a vector,
    /// or the single base of all lanes.
    struct Lane(ValueId, u32, ValueId, u32);

    Lane(result, part, base, from) <-
        AddressOf(result, base),
        let is_vector = source.is_vector(base),
        for from in source.parts_of(base),
        for part in source.parts_of(result),
        (!is_vector || from == part);

    /// There are `count` steps to `result`.
    struct Count(ValueId, u32);

    Count(result, number + 1) <- Steps(result, number, _), !Steps(result, number + 1, _);

    // An address: the base, moved step by step.
    Assign(Key::Value(result, part), Key::Value(base, from)) <-
        Lane(result, part, base, from),
        !Steps(result, 0, _),
        !NeverComputed(result);

    Shift(way(result, part, 1, count), Key::Value(base, from), step) <-
        Lane(result, part, base, from),
        Count(result, count),
        Steps(result, 0, step);

    Shift(way(result, part, number + 1, count), way(result, part, number, count), step) <-
        Steps(result, number, step),
        (number > 0),
        Count(result, count),
        AddressOf(result, _),
        for part in source.parts_of(result);

    /// `result` is the member of `aggregate` that its path leads to.
    struct Extracted(ValueId, ValueId);

    Extracted(result, aggregate) <-
        extractvalue_instruction { instruction, aggregate },
        instruction_result { instruction, result },
        (source.holds(result));

    Extracted(result, vector) <-
        extractelement_instruction { instruction, vector },
        instruction_result { instruction, result },
        (source.holds(result));

    Extracted(constant, vector) <-
        Constant(constant),
        constant_expression { constant, opcode: Opcode::ExtractElement },
        constant_operand { constant, position: 0, operand: vector };

    // A member is extracted.
    Assign(Key::Value(result, part), Key::Value(aggregate, from)) <-
        Extracted(result, aggregate),
        (!source.is_folded(aggregate)),
        LeadsToMember(result, offset, _),
        for part in source.parts_of(result),
        for from in source.parts_of(aggregate),
        (from == offset + part);

    // It may be unknown which member is extracted.
    Mixed(result, aggregate) <- Extracted(result, aggregate), (source.is_folded(aggregate));

    Mixed(result, aggregate) <- Extracted(result, aggregate), !LeadsToMember(result, _, _);

    /// `result` is `aggregate` with `member` where its path leads.
    struct Inserted(ValueId, ValueId, ValueId);

    Inserted(result, aggregate, member) <-
        insertvalue_instruction { instruction, aggregate, value: member },
        instruction_result { instruction, result },
        (source.holds(result));

    Inserted(result, vector, element) <-
        insertelement_instruction { instruction, vector, element },
        instruction_result { instruction, result },
        (source.holds(result));

    Inserted(constant, vector, element) <-
        Constant(constant),
        constant_expression { constant, opcode: Opcode::InsertElement },
        constant_operand { constant, position: 0, operand: vector },
        constant_operand { constant, position: 1, operand: element };

    // A member is inserted, and replaces the previous one.
    Assign(Key::Value(result, offset + part), Key::Value(member, part)) <-
        Inserted(result, _, member),
        (!source.is_folded(result)),
        LeadsToMember(result, offset, _),
        for part in source.parts_of(member);

    Assign(Key::Value(result, part), Key::Value(aggregate, part)) <-
        Inserted(result, aggregate, _),
        (!source.is_folded(result)),
        LeadsToMember(result, offset, size),
        for part in source.parts_of(aggregate),
        (part < offset || part >= offset + size || size < source.pointer_size());

    /// `result` is `aggregate` with `member` at an unknown offset.
    struct InsertedAnywhere(ValueId, ValueId, ValueId);

    InsertedAnywhere(result, aggregate, member) <-
        Inserted(result, aggregate, member),
        (source.is_folded(result));

    InsertedAnywhere(result, aggregate, member) <-
        Inserted(result, aggregate, member),
        !LeadsToMember(result, _, _);

    Copied(result, aggregate) <- InsertedAnywhere(result, aggregate, _);

    Mixed(result, member) <- InsertedAnywhere(result, _, member);

    // A constant has the parts of its members.
    Assign(Key::Value(constant, offset + part), Key::Value(member, part)) <-
        Constant(constant),
        (source.holds(constant) && !source.is_folded(constant)),
        constant_element { constant, position, element: member },
        (source.holds(member)),
        let Some(offset) = source.offset(constant, position),
        for part in source.parts_of(member);

    Mixed(constant, member) <-
        Constant(constant),
        (source.is_folded(constant)),
        constant_element { constant, element: member };

    /// The lanes of `result` come from those of `first` and `second`.
    struct Shuffles(ValueId, ValueId, ValueId);

    Shuffles(result, first, second) <-
        shufflevector_instruction { instruction, first_vector: first, second_vector: second },
        instruction_result { instruction, result },
        (source.holds(result));

    Shuffles(constant, first, second) <-
        Constant(constant),
        constant_expression { constant, opcode: Opcode::ShuffleVector },
        constant_operand { constant, position: 0, operand: first },
        constant_operand { constant, position: 1, operand: second };

    /// The lane at `position` of `result` is `lane` of both vectors.
    struct Mask(ValueId, u32, u32);

    Mask(result, position, lane) <-
        shuffle_mask { instruction, position, element_index: lane },
        instruction_result { instruction, result },
        (source.holds(result));

    Mask(constant, position, lane) <-
        Constant(constant),
        constant_shuffle_mask { constant, position, element_index: lane };

    /// The lanes of `result`, which come from `first` and `second`, are not distinguished: there are too many, or
    /// they are narrower than a pointer.
    struct MixedLanes(ValueId, ValueId, ValueId);

    MixedLanes(result, first, second) <-
        Shuffles(result, first, second),
        ([result, first, second].iter().any(|it| source.is_folded(*it)));

    MixedLanes(result, first, second) <-
        Shuffles(result, first, second),
        value { value: first, type },
        let Some((_, stride, _)) = source.elements(type),
        (stride < source.pointer_size().into());

    Mixed(result, first) <- MixedLanes(result, first, _);

    Mixed(result, second) <- MixedLanes(result, _, second);

    /// The lanes of `result`, `stride` bytes each, come from the `count` lanes of `first` and those of
    /// `second`.
    struct Shuffled(ValueId, ValueId, ValueId, u32, u32);

    Shuffled(result, first, second, count, stride as u32) <-
        Shuffles(result, first, second),
        !MixedLanes(result, first, second),
        value { value: first, type },
        let Some((_, stride, count)) = source.elements(type);

    // A lane comes from the first vector or from the second.
    Assign(Key::Value(result, position * stride + from % stride), Key::Value(first, from)) <-
        Shuffled(result, first, _, count, stride),
        Mask(result, position, lane),
        (lane < count),
        for from in source.parts_of(first),
        (from / stride == lane);

    Assign(Key::Value(result, position * stride + from % stride), Key::Value(second, from)) <-
        Shuffled(result, _, second, count, stride),
        Mask(result, position, lane),
        (lane >= count),
        for from in source.parts_of(second),
        (from / stride == lane - count);
}

/// Whether parts cannot be distinguished between a value and the result of its conversion: one of them is folded,
/// or vectors differ in size.
fn mixes(source: &Source, result: ValueId, operand: ValueId) -> bool {
    let types = source.view.types();
    let resizes =
        source.view.type_of(operand).zip(source.view.type_of(result)).is_some_and(|(from, to)| {
            types.kind(to) == Some(TypeKind::Vector) && types.bits(from) != types.bits(to)
        });
    source.is_folded(result) != source.is_folded(operand) || resizes
}

/// The key of the address after this number of its steps.
fn way(result: ValueId, part: u32, number: u32, count: u32) -> Key {
    match number == count {
        true => Key::Value(result, part),
        false => Key::Step(Purpose::Address, result.0, part, number),
    }
}
