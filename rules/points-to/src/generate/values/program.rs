//! The rules of values: one for each way in which pointers get from value to value.

use facts_schema::{Opcode, ValueId};
use rules_macros::datalog;

use super::super::arithmetic::{by_constant, commutes, keeps_place, shifted};
use super::super::moves::{Key, Purpose};
use super::super::paths::PathId;
use crate::place::Step;

datalog! { rows;
    @input
    /// A pointer has `bytes` bytes.
    struct Word(u32);

    @input
    /// Byte `part` and following of `value` can hold a pointer; `rank` bytes of the number are
    /// lower.
    struct Part(ValueId, u32, u32);

    @input
    /// The integer `value` is `number`.
    struct Constant(ValueId, i64);

    @input
    /// `result` is what `operand` is: of `phi`, `select` and `freeze`.
    struct Copied(ValueId, ValueId);

    @input
    /// `result` has the bytes of `operand`: of `bitcast` and `addrspacecast`.
    struct Retyped(ValueId, ValueId);

    @input
    /// `result` is the number that `operand` is, at another width: of `ptrtoint`, `inttoptr`,
    /// `trunc`, `zext` and `sext`.
    struct Converted(ValueId, ValueId);

    @input
    /// `result` is zero beyond its lowest `bytes` bytes.
    struct WidenedFrom(ValueId, u32);

    @input
    /// `result` has what is in `operand`, and nobody can say which part is where.
    struct Mixed(ValueId, ValueId);

    @input
    /// `result` is `opcode` of `first` and `second`.
    struct Computed(ValueId, Opcode, ValueId, ValueId);

    @input
    /// `result` is the address that `count` steps along `path` lead to from `base`; if
    /// `is_broadcast`, from one base in all lanes.
    struct AddressOf(ValueId, ValueId, PathId, u32, bool);

    @input
    /// Step `number` along `path` is `step`.
    struct PathStep(PathId, u32, Step);

    @input
    /// `path` leads to `size` bytes at `offset`.
    struct Leads(PathId, u32, u32);

    @input
    /// `result` is the member of `aggregate` that `path` leads to.
    struct Extracted(ValueId, ValueId, PathId);

    @input
    /// `result` is `aggregate` with `member` where `path` leads.
    struct Inserted(ValueId, ValueId, ValueId, PathId);

    @input
    /// `constant` has `member` at `offset`.
    struct Member(ValueId, ValueId, u32);

    @input
    /// The lanes of `result`, `stride` bytes each, come from the `count` lanes of `first` and
    /// those of `second`.
    struct Shuffled(ValueId, ValueId, ValueId, u32, u32);

    @input
    /// The lane at `position` of `result` is `lane` of both vectors.
    struct ShuffledLane(ValueId, u32, u32);

    @output
    struct Assign(Key, Key);

    @output
    struct Shift(Key, Key, Step);

    // What is merely passed on keeps all its parts.
    Assign(Key::Value(result, part), Key::Value(operand, part)) <-
        Copied(result, operand),
        Part(operand, part, _);

    // The same bytes, seen as another type.
    Assign(Key::Value(result, part), Key::Value(operand, part)) <-
        Retyped(result, operand),
        Part(operand, part, _),
        Part(result, part, _);

    // The same number at another width: its lower parts stay the lower ones.
    Assign(Key::Value(result, to), Key::Value(operand, from)) <-
        Converted(result, operand),
        Part(operand, from, rank),
        Part(result, to, rank);

    // Any part may have come from any.
    Assign(Key::Value(result, to), Key::Value(operand, from)) <-
        Mixed(result, operand),
        Part(operand, from, _),
        Part(result, to, _);

    // `ZeroPart(value, part)`: `part` of `value` is zero, because it was shifted in
    struct ZeroPart(ValueId, u32);

    ZeroPart(result, part) <-
        Computed(result, Opcode::Shl, _, amount),
        Constant(amount, bits),
        Part(result, part, rank),
        Word(bytes),
        (i64::from(rank + bytes) * 8 <= bits);

    // or because a narrower number was widened.
    ZeroPart(result, part) <-
        WidenedFrom(result, bytes),
        Part(result, part, rank),
        (rank >= bytes);

    // A pointer and a constant: it is moved within the object.
    Shift(Key::Value(result, part), Key::Value(first, part), step) <-
        Computed(result, opcode, first, second),
        Constant(second, number),
        Part(first, part, rank),
        let Some(step) = by_constant(opcode, number, rank);

    Shift(Key::Value(result, part), Key::Value(second, part), step) <-
        Computed(result, opcode, first, second),
        (commutes(opcode)),
        Constant(first, number),
        Part(second, part, rank),
        let Some(step) = by_constant(opcode, number, rank);

    // A pointer and something unknown: it may be anywhere in the object.
    Shift(Key::Value(result, part), Key::Value(first, part), Step::Anywhere) <-
        Computed(result, opcode, first, second),
        (keeps_place(opcode)),
        !Constant(second, _),
        Part(first, part, _),
        !ZeroPart(second, part);

    Shift(Key::Value(result, part), Key::Value(second, part), Step::Anywhere) <-
        Computed(result, opcode, first, second),
        (commutes(opcode)),
        !Constant(first, _),
        Part(second, part, _),
        !ZeroPart(first, part);

    // A pointer and zeros: it stays. So a wide number is made of two.
    Assign(Key::Value(result, part), Key::Value(first, part)) <-
        Computed(result, opcode, first, second),
        (keeps_place(opcode) && opcode != Opcode::And),
        Part(first, part, _),
        ZeroPart(second, part);

    Assign(Key::Value(result, part), Key::Value(second, part)) <-
        Computed(result, opcode, first, second),
        (commutes(opcode) && opcode != Opcode::And),
        Part(second, part, _),
        ZeroPart(first, part);

    // What is shifted by whole pointers goes to another part, or leaves; by other amounts it may
    // be shifted back.
    Shift(Key::Value(result, to), Key::Value(first, from), step) <-
        Computed(result, opcode, first, second),
        Constant(second, bits),
        Word(bytes),
        Part(first, from, rank),
        Part(result, to, new_rank),
        let Some(step) = shifted(opcode, bits, bytes, [rank, new_rank]);

    Shift(Key::Value(result, to), Key::Value(first, from), Step::Anywhere) <-
        Computed(result, opcode, first, second),
        (matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr)),
        !Constant(second, _),
        Part(first, from, _),
        Part(result, to, _);

    // An address: the base, moved step by step.
    Assign(Key::Value(result, part), Key::Value(base, from)) <-
        AddressOf(result, base, _, count, is_broadcast),
        (count == 0),
        Part(base, from, _),
        Part(result, part, _),
        (is_broadcast || from == part);

    Shift(way(result, part, 1, count), Key::Value(base, from), step) <-
        AddressOf(result, base, path, count, is_broadcast),
        PathStep(path, 0, step),
        Part(base, from, _),
        Part(result, part, _),
        (is_broadcast || from == part);

    Shift(way(result, part, number + 1, count), way(result, part, number, count), step) <-
        AddressOf(result, _, path, count, _),
        PathStep(path, number, step),
        (number > 0),
        Part(result, part, _);

    // A member is taken out.
    Assign(Key::Value(result, part), Key::Value(aggregate, from)) <-
        Extracted(result, aggregate, path),
        Leads(path, offset, _),
        Part(result, part, _),
        Part(aggregate, from, _),
        (from == offset + part);

    // A member is put in, in the place of what was there.
    Assign(Key::Value(result, offset + part), Key::Value(member, part)) <-
        Inserted(result, _, member, path),
        Leads(path, offset, _),
        Part(member, part, _);

    Assign(Key::Value(result, part), Key::Value(aggregate, part)) <-
        Inserted(result, aggregate, _, path),
        Leads(path, offset, size),
        Word(bytes),
        Part(aggregate, part, _),
        (part < offset || part >= offset + size || size < bytes);

    // A constant has what its members have.
    Assign(Key::Value(constant, offset + part), Key::Value(member, part)) <-
        Member(constant, member, offset),
        Part(member, part, _);

    // A lane comes from the first vector or from the second.
    Assign(Key::Value(result, position * stride + from % stride), Key::Value(first, from)) <-
        Shuffled(result, first, _, count, stride),
        ShuffledLane(result, position, lane),
        (lane < count),
        Part(first, from, _),
        (from / stride == lane);

    Assign(Key::Value(result, position * stride + from % stride), Key::Value(second, from)) <-
        Shuffled(result, _, second, count, stride),
        ShuffledLane(result, position, lane),
        (lane >= count),
        Part(second, from, _),
        (from / stride == lane - count);
}

/// What holds the address after so many of its steps.
fn way(result: ValueId, part: u32, number: u32, count: u32) -> Key {
    match number == count {
        true => Key::Value(result, part),
        false => Key::Step(Purpose::Address, result.0, part, number),
    }
}
