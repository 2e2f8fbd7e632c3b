//! How pointers come to lie in memory, and are read from it.
//!
//! **Scope: function.**

use facts_schema::FunctionId;
use rules::bridge::input_from;
use rustc_hash::FxHashSet;

use super::moves::Moves;
use super::source::Source;
use program::{
    Alloca, AtomicRmw, CmpXchg, Constant, Folded, Load, Part, Program, Result, Store, VaArg,
};

/// Derives how pointers move to and from memory in a function.
pub fn derive(source: &Source, function: FunctionId, moves: &mut Moves) {
    let view = &source.view;
    let within = Some(view.instructions_of(function));
    let has_result = |instruction| source.result(instruction).is_some();
    let allocas = view.alloca_instruction.within(within.clone());
    let loads = view.load_instruction.within(within.clone()).iter();
    let loads: Vec<_> = loads
        .filter(|row| has_result(row.instruction) && source.holds(row.address))
        .map(Load::from)
        .collect();
    let stores = view.store_instruction.within(within.clone()).iter();
    let stores: Vec<_> = stores
        .filter(|row| source.holds(row.value) && source.holds(row.address))
        .map(Store::from)
        .collect();
    let exchanges = view.cmpxchg_instruction.within(within.clone()).iter();
    let exchanges: Vec<_> = exchanges
        .filter(|row| has_result(row.instruction) && source.holds(row.address))
        .map(CmpXchg::from)
        .collect();
    let updates = view.atomicrmw_instruction.within(within.clone()).iter();
    let updates: Vec<_> = updates
        .filter(|row| has_result(row.instruction) && source.holds(row.address))
        .map(AtomicRmw::from)
        .collect();
    let va_args = view.va_arg_instruction.within(within).iter();
    let va_args: Vec<_> =
        va_args.filter(|row| has_result(row.instruction)).map(VaArg::from).collect();

    let reads = allocas.iter().map(|row| row.instruction);
    let reads = reads.chain(loads.iter().map(|row| row.0));
    let reads = reads.chain(exchanges.iter().map(|row| row.0));
    let reads = reads.chain(updates.iter().map(|row| row.0));
    let reads = reads.chain(va_args.iter().map(|row| row.0));
    let results: Vec<_> = reads.filter_map(|it| Some(Result(it, source.result(it)?))).collect();
    let mut values: FxHashSet<_> = results.iter().map(|row| row.1).collect();
    values.extend(stores.iter().map(|row| row.1));
    values.extend(exchanges.iter().map(|row| row.2));
    values.extend(updates.iter().map(|row| row.3));

    let mut program = Program::new();
    program.extend(results);
    program.extend(allocas.iter().map(Alloca::from));
    program.extend(loads.iter().copied());
    program.extend(stores.iter().copied());
    program.extend(exchanges.iter().copied());
    program.extend(updates.iter().copied());
    program.extend(va_args.iter().copied());
    for value in values {
        let parts = source.parts(value);
        program.extend(parts.offsets.iter().map(|part| Part(value, *part)));
        program.extend(parts.is_folded.then_some(Folded(value)));
    }
    let constants = updates.iter().map(|row| row.3);
    program.extend(constants.filter_map(|it| Some(Constant(it, source.signed(it)?))));

    let (addresses, shifts, loads, stores) = program.run();
    let addresses = addresses.into_iter();
    moves.addresses.extend(addresses.map(|program::Address(to, object)| (to, object)));
    let shifts = shifts.into_iter();
    moves.shifts.extend(shifts.map(|program::Shift(to, from, step)| (to, from, step)));
    let loads = loads.into_iter();
    moves.loads.extend(loads.map(|program::Read(to, address, at)| (to, address, at)));
    let stores = stores.into_iter();
    moves.stores.extend(stores.map(|program::Write(address, at, from)| (address, at, from)));
}

mod program {
    use facts_schema::{AtomicOperation, InstructionId, ValueId};
    use rules_macros::datalog;

    use super::super::arithmetic::{atomic_by_anything, atomic_by_constant, atomic_operand};
    use super::super::moves::{Key, Purpose};
    use crate::constraints::Origin;
    use crate::place::Step;

    datalog! { rows;
        @input
        /// `instruction` computes `result`, which can hold a pointer.
        struct Result(InstructionId, ValueId);

        @input
        /// Byte `part` and following of `value` can hold a pointer.
        struct Part(ValueId, u32);

        @input
        /// `value` has so many parts that they are one.
        struct Folded(ValueId);

        @input
        /// The integer `value` is `number`.
        struct Constant(ValueId, i64);

        @input
        struct Alloca(InstructionId);

        @input
        /// `instruction` reads from `address`.
        struct Load(InstructionId, ValueId);

        @input
        /// `instruction` writes `value` to `address`.
        struct Store(InstructionId, ValueId, ValueId);

        @input
        /// `instruction` reads from `address`, and may write `replacement` there.
        struct CmpXchg(InstructionId, ValueId, ValueId);

        @input
        /// `instruction` reads from `address`, and writes what `operation` makes of that and `value`.
        struct AtomicRmw(InstructionId, AtomicOperation, ValueId, ValueId);

        @input
        /// `instruction` takes the next of the variable arguments in `list`.
        struct VaArg(InstructionId, ValueId);

        @output
        struct Address(Key, Origin);

        @output
        struct Shift(Key, Key, Step);

        @output
        /// `Read(to, address, offset)`: `to` gets what is read there.
        struct Read(Key, Key, u32);

        @output
        /// `Write(address, offset, from)`: what `from` holds is written there.
        struct Write(Key, u32, Key);

        // Memory on the stack.
        Address(Key::Value(result, 0), Origin::Stack(instruction)) <-
            Alloca(instruction),
            Result(instruction, result);

        // `Reads(instruction, address)` and `Writes(instruction, address, value)`: it does, whatever
        // else.
        struct Reads(InstructionId, ValueId);
        struct Writes(InstructionId, ValueId, ValueId);

        Reads(instruction, address) <- Load(instruction, address);

        Reads(instruction, address) <- CmpXchg(instruction, address, _);

        Reads(instruction, address) <- AtomicRmw(instruction, _, address, _);

        Writes(instruction, address, value) <- Store(instruction, value, address);

        Writes(instruction, address, replacement) <- CmpXchg(instruction, address, replacement);

        // Each part of a value has its own place in memory,
        Read(Key::Value(result, part), Key::Value(address, 0), part) <-
            Reads(instruction, address),
            Result(instruction, result),
            Part(result, part),
            !Folded(result);

        Write(Key::Value(address, 0), part, Key::Value(value, part)) <-
            Writes(_, address, value),
            Part(value, part),
            !Folded(value);

        // unless there are too many parts: then they may be anywhere.
        Shift(somewhere(instruction), Key::Value(address, 0), Step::Anywhere) <-
            Reads(instruction, address),
            Result(instruction, result),
            Folded(result);

        Read(Key::Value(result, 0), somewhere(instruction), 0) <-
            Reads(instruction, _),
            Result(instruction, result),
            Folded(result);

        Shift(somewhere(instruction), Key::Value(address, 0), Step::Anywhere) <-
            Writes(instruction, address, value),
            Folded(value);

        Write(somewhere(instruction), 0, Key::Value(value, 0)) <-
            Writes(instruction, _, value),
            Folded(value);

        // What an atomic operation stores: what was there, changed,
        Write(Key::Value(address, 0), part, combined(result, part)) <-
            AtomicRmw(instruction, _, address, _),
            Result(instruction, result),
            Part(result, part);

        Shift(combined(result, part), Key::Value(result, part), step) <-
            AtomicRmw(instruction, operation, _, value),
            Constant(value, number),
            Result(instruction, result),
            Part(result, part),
            let Some(step) = atomic_by_constant(operation, number);

        Shift(combined(result, part), Key::Value(result, part), step) <-
            AtomicRmw(instruction, operation, _, value),
            !Constant(value, _),
            Result(instruction, result),
            Part(result, part),
            let Some(step) = atomic_by_anything(operation);

        // or its operand.
        Shift(combined(result, part), Key::Value(value, part), step) <-
            AtomicRmw(instruction, operation, _, value),
            Result(instruction, result),
            Part(value, part),
            let Some(step) = atomic_operand(operation);

        // A variable argument lies anywhere in the memory that anything in the list points to.
        Shift(list_entry(instruction), Key::Value(list, 0), Step::Anywhere) <-
            VaArg(instruction, list);

        Read(list_content(instruction), list_entry(instruction), 0) <- VaArg(instruction, _);

        Shift(somewhere(instruction), list_content(instruction), Step::Anywhere) <-
            VaArg(instruction, _);

        Read(Key::Value(result, part), somewhere(instruction), 0) <-
            VaArg(instruction, _),
            Result(instruction, result),
            Part(result, part);
    }

    fn somewhere(instruction: InstructionId) -> Key {
        Key::Step(Purpose::Somewhere, instruction.0, 0, 0)
    }

    fn list_entry(instruction: InstructionId) -> Key {
        Key::Step(Purpose::Somewhere, instruction.0, 0, 1)
    }

    fn list_content(instruction: InstructionId) -> Key {
        Key::Step(Purpose::Content, instruction.0, 0, 0)
    }

    fn combined(result: ValueId, part: u32) -> Key {
        Key::Step(Purpose::Combined, result.0, part, 0)
    }
}

input_from! { Alloca(instruction) from AllocaInstruction }
input_from! { Load(instruction, address) from LoadInstruction }
input_from! { Store(instruction, value, address) from StoreInstruction }
input_from! { CmpXchg(instruction, address, replacement) from CmpXchgInstruction }
input_from! { AtomicRmw(instruction, operation, address, value) from AtomicRmwInstruction }
input_from! { VaArg(instruction, list) from VAArgInstruction }
