//! The flow of pointers into memory and out of it.
//!
//! **Scope: function.**

use facts_schema::{AtomicOperation, FunctionId, InstructionId, Opcode, ValueId};
use rules_macros::datalog;

use super::arithmetic::by_constant;
use super::moves::{Address, Assign, Key, Known, Load, Promoted, Purpose, Shift, Store};
use super::source::Source;
use crate::constraints::Origin;
use crate::offsets::Step;

datalog! { functions;
    @context source: &'a Source<'a>;

    @input Promoted(InstructionId, ValueId);
    @input Known(InstructionId);

    @output Address(Key, Origin);
    @output Assign(Key, Key);
    @output Shift(Key, Key, Step);
    @output Load(Key, Key, u32);
    @output Store(Key, u32, Key);

    /// The atomic operations that change memory in the way that an instruction changes its first operand.
    const AS_BINARY(AtomicOperation, Opcode) = [
        (AtomicOperation::Add, Opcode::Add),
        (AtomicOperation::Sub, Opcode::Sub),
        (AtomicOperation::And, Opcode::And),
        (AtomicOperation::Or, Opcode::Or),
        (AtomicOperation::Xor, Opcode::Xor),
    ];

    /// The step by which an atomic operation moves the pointer in memory, if its operand is not known.
    const MOVES_CONTENT(AtomicOperation, Step) = [
        (AtomicOperation::Max, Step::By(0)),
        (AtomicOperation::Min, Step::By(0)),
        (AtomicOperation::UMax, Step::By(0)),
        (AtomicOperation::UMin, Step::By(0)),
        (AtomicOperation::Add, Step::Computed),
        (AtomicOperation::Sub, Step::Computed),
        (AtomicOperation::And, Step::Computed),
        (AtomicOperation::Nand, Step::Computed),
        (AtomicOperation::Or, Step::Computed),
        (AtomicOperation::Xor, Step::Computed),
        (AtomicOperation::UIncWrap, Step::Computed),
        (AtomicOperation::UDecWrap, Step::Computed),
        (AtomicOperation::USubCond, Step::Computed),
        (AtomicOperation::USubSat, Step::Computed),
    ];

    /// The step by which an atomic operation moves the pointer that is its operand, before it stores it.
    /// `UDecWrap` wraps around to its operand.
    const MOVES_OPERAND(AtomicOperation, Step) = [
        (AtomicOperation::Xchg, Step::By(0)),
        (AtomicOperation::Max, Step::By(0)),
        (AtomicOperation::Min, Step::By(0)),
        (AtomicOperation::UMax, Step::By(0)),
        (AtomicOperation::UMin, Step::By(0)),
        (AtomicOperation::UDecWrap, Step::By(0)),
        (AtomicOperation::Add, Step::Computed),
        (AtomicOperation::And, Step::Computed),
        (AtomicOperation::Nand, Step::Computed),
        (AtomicOperation::Or, Step::Computed),
        (AtomicOperation::Xor, Step::Computed),
    ];

    // Memory on the stack.
    Address(Key::Value(result, 0), Origin::Stack(instruction)) <-
        alloca_instruction { instruction },
        instruction_result { instruction, result },
        (source.holds(result));

    /// `instruction` reads `result`, which can hold a pointer, from `address`.
    struct Reads(InstructionId, ValueId, ValueId);

    Reads(instruction, result, address) <-
        load_instruction { instruction, address },
        !Promoted(_, address),
        !Known(instruction),
        !FindsCallable(instruction, _),
        instruction_result { instruction, result },
        (source.holds(result) && source.holds(address));

    Reads(instruction, result, address) <-
        cmpxchg_instruction { instruction, address },
        instruction_result { instruction, result },
        (source.holds(result) && source.holds(address));

    Reads(instruction, result, address) <- Updates(instruction, result, address, _, _);

    /// `instruction` writes `value` to `address`.
    struct Writes(InstructionId, ValueId, ValueId);

    Writes(instruction, value, address) <-
        store_instruction { instruction, value, address },
        (!source.construction.leaves_out(instruction)),
        (source.holds(value) && source.holds(address));

    Writes(instruction, replacement, address) <-
        cmpxchg_instruction { instruction, replacement },
        Reads(instruction, _, address);

    /// `instruction` reads `result` from `address`, and writes the result of `operation` on `result` and `value`.
    struct Updates(InstructionId, ValueId, ValueId, AtomicOperation, ValueId);

    Updates(instruction, result, address, operation, value) <-
        atomicrmw_instruction { instruction, operation, address, value },
        instruction_result { instruction, result },
        (source.holds(result) && source.holds(address));

    // Each part of a value has its own offset in memory.
    Load(Key::Value(result, part), Key::Value(address, 0), part) <-
        Reads(_, result, address),
        (!source.is_folded(result)),
        for part in source.parts_of(result);

    Store(Key::Value(address, 0), part, Key::Value(value, part)) <-
        Writes(_, value, address),
        (!source.is_folded(value)),
        for part in source.parts_of(value);

    // If there are too many parts, they may be at any offset.
    Shift(somewhere(instruction), Key::Value(address, 0), Step::Anywhere) <-
        Reads(instruction, result, address),
        (source.is_folded(result));

    Load(Key::Value(result, 0), somewhere(instruction), 0) <-
        Reads(instruction, result, _),
        (source.is_folded(result));

    Shift(somewhere(instruction), Key::Value(address, 0), Step::Anywhere) <-
        Writes(instruction, value, address),
        (source.is_folded(value));

    Store(somewhere(instruction), 0, Key::Value(value, 0)) <-
        Writes(instruction, value, _),
        (source.is_folded(value));

    // An atomic operation stores the previous content, changed.
    Store(Key::Value(address, 0), part, combined(result, part)) <-
        Updates(_, result, address, _, _),
        for part in source.parts_of(result);

    Shift(combined(result, part), Key::Value(result, part), step) <-
        Updates(_, result, _, operation, value),
        let Some(number) = source.signed(value),
        AS_BINARY(operation, opcode),
        let Some(step) = by_constant(opcode, number, 0),
        for part in source.parts_of(result);

    Shift(combined(result, part), Key::Value(result, part), step) <-
        Updates(_, result, _, operation, value),
        (source.signed(value).is_none()),
        MOVES_CONTENT(operation, step),
        for part in source.parts_of(result);

    Shift(combined(result, part), Key::Value(result, part), step) <-
        Updates(_, result, _, operation, _),
        !AS_BINARY(operation, _),
        MOVES_CONTENT(operation, step),
        for part in source.parts_of(result);

    // An atomic operation may also store its operand.
    Shift(combined(result, part), Key::Value(value, part), step) <-
        Updates(_, result, _, operation, value),
        MOVES_OPERAND(operation, step),
        for part in source.parts_of(value);

    /// `instruction` loads the address of the callable that `function` receives.
    struct FindsCallable(InstructionId, FunctionId);

    FindsCallable(instruction, function) <-
        load_instruction { instruction },
        (source.once.is_load(instruction)),
        function { function };

    Assign(Key::Value(result, 0), Key::Callable(function)) <-
        FindsCallable(instruction, function),
        instruction_result { instruction, result };

    // The address of a callable, left for a call in the same function or for the caller.
    Assign(callable(instruction), Key::Value(value, 0)) <-
        store_instruction { instruction, value },
        (source.once.is_store(instruction));

    Assign(Key::Callable(function), callable(instruction)) <-
        store_instruction { instruction },
        (source.once.is_store(instruction)),
        function { function },
        (source.once.is_constructor(function));

    // A variable argument is at any offset in the memory that any pointer in the list points to.
    Shift(list_entry(instruction), Key::Value(list, 0), Step::Anywhere) <-
        TakesArgument(instruction, _, list);

    Load(list_content(instruction), list_entry(instruction), 0) <- TakesArgument(instruction, _, _);

    Shift(somewhere(instruction), list_content(instruction), Step::Anywhere) <-
        TakesArgument(instruction, _, _);

    Load(Key::Value(result, part), somewhere(instruction), 0) <-
        TakesArgument(instruction, result, _),
        for part in source.parts_of(result);

    /// `result` of `instruction`, which can hold a pointer, is the next variable argument in `list`.
    struct TakesArgument(InstructionId, ValueId, ValueId);

    TakesArgument(instruction, result, list) <-
        va_arg_instruction { instruction, list },
        instruction_result { instruction, result },
        (source.holds(result));
}

fn somewhere(instruction: InstructionId) -> Key {
    Key::Step(Purpose::Somewhere, instruction.0, 0, 0)
}

/// The address of the callable that an instruction leaves.
pub(super) fn callable(instruction: InstructionId) -> Key {
    Key::Step(Purpose::Callable, instruction.0, 0, 0)
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
