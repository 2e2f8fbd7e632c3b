//! Paths into types: the steps by which `getelementptr` moves a pointer, and the members that `extractvalue` and
//! similar instructions access.
//!
//! **Scope: function**, and once for the constants of the module.

use facts_schema::{InstructionFlag, Opcode, TypeId, ValueId};
use rules_macros::datalog;

use super::constants::program::Constant;
use super::multiples::common_divisor;
use super::negative::may_be_negative;
use super::source::Source;
use crate::offsets::{POINTER, Step};

datalog! { functions;
    @context source: &'a Source<'a>;

    @input Constant(ValueId);

    /// The position of the operand that selects the element of a vector.
    const INDEX_OPERAND(Opcode, u32) = [(Opcode::ExtractElement, 1), (Opcode::InsertElement, 2)];

    /// The result of converting a bit that is set.
    const BIT_CONVERSION(Opcode, i64) = [(Opcode::ZExt, 1), (Opcode::SExt, -1)];

    /// The path of `result` begins at `type`.
    struct Path(ValueId, TypeId);

    /// The index at `position` on the path of `result` is `index`, if that is constant.
    struct Index(ValueId, u32, Option<i64>);

    // `getelementptr` begins at a pointer to the type.
    Path(result, source_type) <-
        getelementptr_instruction { instruction, source_type, base },
        (source.holds(base)),
        instruction_result { instruction, result },
        (source.holds(result));

    Index(result, position, source.index(index)) <-
        getelementptr_instruction { instruction, base },
        (source.holds(base)),
        instruction_result { instruction, result },
        (source.holds(result)),
        getelementptr_index { instruction, position, index };

    Path(constant, source_type) <-
        Constant(constant),
        constant_getelementptr { constant, source_type };

    Index(constant, position - 1, source.index(index)) <-
        Constant(constant),
        constant_getelementptr { constant },
        constant_operand { constant, position, operand: index },
        (position > 0);

    /// `result` is a member of `aggregate`, or a copy of `aggregate` with another member.
    struct Member(ValueId, ValueId);

    Member(result, aggregate) <-
        extractvalue_instruction { instruction, aggregate },
        instruction_result { instruction, result },
        (source.holds(result));

    Member(result, aggregate) <-
        insertvalue_instruction { instruction, aggregate },
        instruction_result { instruction, result },
        (source.holds(result));

    Member(result, vector) <-
        extractelement_instruction { instruction, vector },
        instruction_result { instruction, result },
        (source.holds(result));

    Member(result, vector) <-
        insertelement_instruction { instruction, vector },
        instruction_result { instruction, result },
        (source.holds(result));

    Member(constant, vector) <-
        Constant(constant),
        constant_expression { constant, opcode },
        INDEX_OPERAND(opcode, _),
        constant_operand { constant, position: 0, operand: vector };

    // Other paths begin at a value of the type, as if the first index were 0.
    Path(result, type) <- Member(result, aggregate), value { value: aggregate, type };

    Index(result, 0, Some(0)) <- Member(result, _);

    Index(result, position + 1, Some(member_index.into())) <-
        aggregate_index { instruction, position, member_index },
        instruction_result { instruction, result },
        (source.holds(result));

    Index(result, 1, source.index(index)) <-
        extractelement_instruction { instruction, index },
        instruction_result { instruction, result };

    Index(result, 1, source.index(index)) <-
        insertelement_instruction { instruction, index },
        instruction_result { instruction, result };

    Index(constant, 1, source.index(index)) <-
        Constant(constant),
        constant_expression { constant, opcode },
        INDEX_OPERAND(opcode, position),
        constant_operand { constant, position, operand: index };

    /// The index at `position` on the path of `result` is `value`, or one of several values that include `value`.
    /// Optimisers select an offset in this way instead of a member.
    struct Candidate(ValueId, u32, ValueId);

    Candidate(result, position, index) <-
        getelementptr_index { instruction, position, index },
        (source.index(index).is_none()),
        instruction_result { instruction, result },
        (!source.hash_tables.is_middle(result)),
        Index(result, position, None);

    Candidate(result, position, value) <-
        Candidate(result, position, chosen),
        (!source.has_numbers(chosen)),
        Choice(chosen, value);

    /// `chosen` is `value`, or another value.
    struct Choice(ValueId, ValueId);

    Choice(chosen, value) <-
        select_instruction { instruction, true_value: value },
        instruction_result { instruction, result: chosen };

    Choice(chosen, value) <-
        select_instruction { instruction, false_value: value },
        instruction_result { instruction, result: chosen };

    Choice(chosen, value) <-
        phi_incoming { instruction, value },
        instruction_result { instruction, result: chosen };

    /// `value` is computed from one bit: it is 0 or `other`.
    struct Bit(ValueId, i64);

    Bit(value, other) <-
        BIT_CONVERSION(opcode, other),
        conversion_instruction { instruction, opcode, operand },
        (source.is_bit(operand)),
        instruction_result { instruction, result: value };

    /// The index at `position` on the path of `result` may be any number.
    struct AnyNumber(ValueId, u32);

    AnyNumber(result, position) <-
        Candidate(result, position, value),
        !Choice(value, _),
        !Bit(value, _),
        (source.index(value).is_none() && !source.has_numbers(value));

    /// The index at `position` on the path of `result` is one of several numbers; if there are none, it is never
    /// used.
    struct HasNumbers(ValueId, u32);

    HasNumbers(result, position) <-
        Candidate(result, position, _),
        !AnyNumber(result, position);

    /// The index at `position` on the path of `result` is `number`, or one of several numbers that include
    /// `number`.
    struct Number(ValueId, u32, i64);

    Number(result, position, number) <-
        Candidate(result, position, value),
        !AnyNumber(result, position),
        let Some(number) = source.index(value);

    Number(result, position, number) <-
        Candidate(result, position, value),
        !AnyNumber(result, position),
        Bit(value, other),
        for number in [0, other];

    Number(result, position, *number) <-
        Candidate(result, position, value),
        !AnyNumber(result, position),
        let Some(numbers) = source.member_pointers.numbers(value),
        for number in numbers;

    @output
    /// `result` is never computed: its index comes from a pointer to a member, but no such pointer is possible.
    struct NeverComputed(ValueId);

    NeverComputed(result) <-
        Candidate(result, position, value),
        (source.member_pointers.numbers(value).is_some_and(<[i64]>::is_empty)),
        HasNumbers(result, position),
        !Number(result, position, _);

    /// The first index on the path of `result`, which is not constant, moves by a multiple of this number of bytes.
    struct Stride(ValueId, i64);

    Stride(result, stride(source, type, index)) <-
        getelementptr_index { instruction, position: 0, index },
        (source.index(index).is_none()),
        instruction_result { instruction, result },
        (!source.hash_tables.is_middle(result)),
        Path(result, type);

    Stride(constant, source.size(type)) <-
        Constant(constant),
        Index(constant, 0, None),
        Path(constant, type);

    /// The first index on the path of `result` may be negative.
    struct Backward(ValueId);

    Backward(result) <-
        Stride(result, stride),
        (is_small(stride)),
        instruction_result { instruction, result },
        getelementptr_index { instruction, position: 0, index },
        (may_be_negative(&source.view, index));

    Backward(constant) <- Constant(constant), Stride(constant, stride), (is_small(stride));

    /// `result` is an unknown number of bytes after a pointer, and `value` is `result` or an address after it.
    struct AfterUnknownBytes(ValueId, ValueId);

    AfterUnknownBytes(result, result) <- Stride(result, stride), (stride == 1), !HasNumbers(result, 0);

    AfterUnknownBytes(result, address) <-
        AfterUnknownBytes(result, base),
        getelementptr_instruction { instruction, base },
        instruction_result { instruction, result: address };

    AfterUnknownBytes(result, chosen) <- AfterUnknownBytes(result, value), Choice(chosen, value);

    /// `result` is an unknown number of bytes after a pointer, and a pointer is read there.
    struct ToPointer(ValueId);

    ToPointer(result) <-
        AfterUnknownBytes(result, address),
        load_instruction { instruction, address },
        instruction_result { instruction, result: value },
        (source.holds(value));

    /// Before the index at `position`, the path of `result` has reached a value of `type`, `offset` bytes after
    /// the target of the first `number` steps.
    struct Walk(ValueId, u32, TypeId, u32, i64);

    // The first index moves over copies of the type itself.
    Walk(result, 1, type, steps_over_copies(index), 0) <-
        Path(result, type),
        Index(result, 0, index);

    // Without indices, the path does not move.
    Walk(result, 0, type, 0, 0) <- Path(result, type), !Index(result, 0, _);

    // A constant index selects a field or an element.
    Walk(result, position + 1, member, number, offset.saturating_add(start)) <-
        Walk(result, position, type, number, offset),
        (position > 0),
        Index(result, position, constant),
        let Some(index) = constant,
        let Some((member, start)) = source.member(type, index);

    // An index that is not constant selects any element, which takes a separate step.
    Walk(result, position + 1, element, after(number, offset) + 1, 0) <-
        Walk(result, position, type, number, offset),
        (position > 0),
        Index(result, position, None),
        let Some((element, _, _)) = source.elements(type);

    /// The path of `result` ends at a value of `type`, `offset` bytes after the target of the first `number`
    /// steps.
    struct End(ValueId, TypeId, u32, i64);

    End(result, type, number, offset) <-
        Walk(result, position, type, number, offset),
        !Index(result, position, _);

    /// The path of `result` begins and ends in an object.
    struct InBounds(ValueId);

    InBounds(result) <-
        instruction_flag { instruction, flag: InstructionFlag::InBounds },
        getelementptr_instruction { instruction },
        instruction_result { instruction, result };

    @output
    /// Step `number` along the path of `result` is `step`.
    struct Steps(ValueId, u32, Step);

    // A constant first index steps from copy to copy of the type.
    Steps(result, 0, Step::Along(index.saturating_mul(size))) <-
        Path(result, type),
        Index(result, 0, constant),
        let Some(index) = constant,
        let size = source.size(type),
        (index != 0 && !is_member(index, size));

    // A step by several bytes leads to a member: LLVM writes it in this way if it knows the offset.
    Steps(result, 0, Step::By(index)) <-
        Path(result, type),
        Index(result, 0, constant),
        let Some(index) = constant,
        (is_member(index, source.size(type))),
        !InBounds(result);

    Steps(result, 0, Step::Inside(index)) <-
        InBounds(result),
        Path(result, type),
        Index(result, 0, constant),
        let Some(index) = constant,
        (is_member(index, source.size(type)));

    // The first index may be one of several constants.
    Steps(result, 0, by_copies(number, source.size(type))) <-
        Path(result, type),
        Number(result, 0, number);

    // It may be the offset of a value behind a trait object, in bytes.
    Steps(result, 0, Step::InValue(*number)) <-
        Candidate(result, 0, value),
        !AnyNumber(result, 0),
        let Some(numbers) = source.trait_offsets.numbers(value),
        for number in numbers;

    // It may lead to the middle of a hash table.
    Steps(result, 0, Step::ToOrigin) <- Path(result, _), (source.hash_tables.is_middle(result));

    // An unknown first index steps to any copy.
    Steps(result, 0, over(stride, None)) <-
        Stride(result, stride),
        !HasNumbers(result, 0),
        !ToPointer(result),
        !Backward(result);

    // It may step backward.
    Steps(result, 0, back(stride)) <-
        Stride(result, stride),
        !HasNumbers(result, 0),
        !ToPointer(result),
        Backward(result);

    // The bytes may be the number in a pointer to a member.
    Steps(result, 0, Step::ToPointer { is_backward: false }) <- ToPointer(result), !Backward(result);

    Steps(result, 0, Step::ToPointer { is_backward: true }) <- ToPointer(result), Backward(result);

    // Steps to the array, and over it.
    Steps(result, number, Step::By(offset)) <-
        Walk(result, position, type, number, offset),
        (position > 0 && offset != 0),
        Index(result, position, None),
        let Some(_) = source.elements(type);

    Steps(result, after(number, offset), over(stride, Some(count))) <-
        Walk(result, position, type, number, offset),
        (position > 0),
        Index(result, position, None),
        !HasNumbers(result, position),
        let Some((_, stride, count)) = source.elements(type);

    Steps(result, after(number, offset), Step::By(index.saturating_mul(stride.into()))) <-
        Walk(result, position, type, number, offset),
        (position > 0),
        Number(result, position, index),
        let Some((_, stride, _)) = source.elements(type);

    // The last step, to the member.
    Steps(result, number, Step::By(offset)) <- End(result, _, number, offset), (offset != 0);

    @output
    /// The path of `result`, which only has constant indices, leads to a member of `size` bytes at `offset`.
    struct LeadsToMember(ValueId, u32, u32);

    LeadsToMember(result, offset, size) <-
        Member(result, _),
        End(result, type, number, start),
        (number == 0),
        let Ok(offset) = u32::try_from(start),
        let Ok(size) = u32::try_from(source.size(type));
}

/// The number of steps to a copy of the type that a path begins at.
fn steps_over_copies(index: Option<i64>) -> u32 {
    u32::from(index != Some(0))
}

/// Whether a step over this number of elements of this size leads to a member rather than to another element.
fn is_member(index: i64, size: i64) -> bool {
    size == 1 && index.unsigned_abs() > 1
}

/// Whether a pointer is larger than this number of bytes.
fn is_small(size: i64) -> bool {
    size < POINTER.into()
}

/// The step over `number` copies of a type of this size, as for a constant index.
fn by_copies(number: i64, size: i64) -> Step {
    match number {
        0 => Step::By(0),
        _ if is_member(number, size) => Step::By(number),
        _ => Step::Along(number.saturating_mul(size)),
    }
}

/// The number of steps after a step by `offset`, which is omitted if it is 0.
fn after(number: u32, offset: i64) -> u32 {
    number + u32::from(offset != 0)
}

/// The step of an index that is not constant, over copies of the type, is a multiple of this number of bytes.
fn stride(source: &Source, r#type: TypeId, index: ValueId) -> i64 {
    let size = source.size(r#type);
    if is_small(size) { size * i64::from(common_divisor(&source.view, index).max(1)) } else { size }
}

fn back(stride: i64) -> Step {
    Step::Back { stride: stride.try_into().unwrap_or(u32::MAX) }
}

fn over(stride: i64, count: Option<u32>) -> Step {
    Step::Over { stride: stride.try_into().unwrap_or(u32::MAX), count }
}
