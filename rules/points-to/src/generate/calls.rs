//! The flow of pointers into calls and out of them.
//!
//! **Scope: function.**

use facts_schema::{FunctionId, InstructionId, TailCallKind, ValueId};
use rules_macros::datalog;

use super::callees::Callee;
use super::exceptions::handled;
use super::memory::callable;
use super::moves::{
    Address, Assign, Calls, Gets, GetsHeld, Key, Load, Passes, PassesAll, PassesHeld, Purpose,
    RunsOnce, Shift, Store,
};
use super::once;
use super::source::Source;
use crate::constraints::Origin;
use crate::offsets::Step;

datalog! { functions;
    @context source: &'a Source<'a>;

    @output Calls(InstructionId, Key);
    @output Passes(InstructionId, u32, u32, Key);
    @output Gets(InstructionId, u32, Key);
    @output PassesAll(InstructionId, Key);
    @output RunsOnce(InstructionId, ValueId, Key);
    @output PassesHeld(InstructionId, u32, Key);
    @output GetsHeld(InstructionId, u32, Key);
    @output Assign(Key, Key);
    @output Address(Key, Origin);
    @output Shift(Key, Key, Step);
    @output Load(Key, Key, u32);
    @output Store(Key, u32, Key);

    /// `instruction` calls `value`, which is `callee`.
    struct Call(Callee, InstructionId, ValueId);

    Call(source.callee(callee), instruction, callee) <- call_instruction { instruction, callee };

    // A call: its callee, its arguments, and its result.
    Calls(instruction, Key::Value(callee, 0)) <- Call(Callee::Function, instruction, callee);

    Passes(instruction, position, part, passed(source, instruction, position, argument, part)) <-
        Call(Callee::Function, instruction, _),
        call_argument { instruction, position, argument },
        (position > 0 || !source.construction.is_overwritten(instruction)),
        (!source.once.is_proxy(instruction, argument)),
        for part in source.parts_of(argument);

    Gets(instruction, part, Key::Value(result, part)) <-
        Call(Callee::Function, instruction, _),
        (source.casts.distances(instruction).is_none()),
        instruction_result { instruction, result },
        for part in source.parts_of(result);

    // `std::call_once` runs its callable.
    RunsOnce(instruction, run.invoker, callable(run.left_by)) <-
        call_instruction { instruction },
        let Some(run) = source.once.run(instruction);

    GetsHeld(instruction, once::CELL, callable(instruction)) <-
        call_instruction { instruction, callee },
        let Some(function) = source.view.as_function(callee),
        (source.once.is_constructor(function));

    PassesHeld(instruction, once::CELL, Key::Callable(caller)) <-
        function { function: caller },
        (source.once.receives(caller)),
        call_instruction { instruction, callee },
        let Some(function) = source.view.as_function(callee),
        (source.once.receives(function));

    // A cast leads from one base of an object to another.
    Shift(Key::Value(result, 0), passed(source, instruction, 0, argument, 0), Step::By(distance)) <-
        call_argument { instruction, position: 0, argument },
        let Some(distances) = source.casts.distances(instruction),
        instruction_result { instruction, result },
        for distance in distances.iter().copied();

    // A function of a library that does not use the program returns pointers in the library. Other functions have
    // no content.
    Load(Key::Value(result, part), Key::Value(callee, 0), 0) <-
        Call(Callee::Function, instruction, callee),
        (source.view.as_function(callee).is_none()),
        instruction_result { instruction, result },
        for part in source.parts_of(result);

    /// The call `instruction` passes a copy of the target of its argument at `position`, as a variable argument.
    struct PassesCopy(InstructionId, u32);

    PassesCopy(instruction, position) <-
        call_argument_attribute { instruction, position, attribute },
        attribute { attribute, name: "byval" },
        call_instruction { instruction, callee, function_type },
        (source.callee(callee) == Callee::Function),
        function_type { type: function_type, parameter_count },
        (position >= parameter_count);

    // Only the pointers in the copy are passed.
    Shift(somewhere(instruction, position), Key::Value(argument, 0), Step::Anywhere) <-
        PassesCopy(instruction, position),
        call_argument { instruction, position, argument },
        (source.holds(argument));

    Load(content(instruction, position), somewhere(instruction, position), 0) <-
        PassesCopy(instruction, position);

    Passes(instruction, position, 0, content(instruction, position)) <-
        PassesCopy(instruction, position);

    // A `musttail` call forwards all variable arguments.
    PassesAll(instruction, Key::Variadic(function)) <-
        tail_call { instruction, kind: TailCallKind::MustTail },
        call_instruction { instruction, callee },
        (source.callee(callee) == Callee::Function),
        function { function };

    // The values that are returned.
    Assign(Key::Return(function, part), Key::Value(value, part)) <-
        function { function },
        return_value { value },
        for part in source.parts_of(value);

    // Inline assembly may do anything with its arguments.
    Assign(Key::Captured, Key::Value(argument, part)) <-
        Call(Callee::Assembly, instruction, _),
        call_argument { instruction, argument },
        for part in source.parts_of(argument);

    // Inline assembly may return anything.
    Assign(Key::Value(result, part), Key::External) <-
        Call(Callee::Assembly, instruction, _),
        instruction_result { instruction, result },
        for part in source.parts_of(result);

    // Inline assembly without instructions returns its arguments.
    Assign(Key::Value(result, to), Key::Value(argument, from)) <-
        Call(Callee::EmptyAssembly, instruction, _),
        call_argument { instruction, argument },
        for from in source.parts_of(argument),
        instruction_result { instruction, result },
        for to in source.parts_of(result);

    // A list of variable arguments holds a pointer to them at an unknown offset.
    Address(variable_arguments(function), Origin::VariableArguments(function)) <-
        Call(Callee::StartList, _, _),
        function { function };

    Shift(somewhere(instruction, 0), Key::Value(list, 0), Step::Anywhere) <-
        Call(Callee::StartList, instruction, _),
        call_argument { instruction, position: 0, argument: list },
        (source.holds(list));

    Store(somewhere(instruction, 0), 0, variable_arguments(function)) <-
        Call(Callee::StartList, instruction, _),
        function { function };

    // Their order in memory depends on the target.
    Shift(any_variable_argument(function), variable_arguments(function), Step::Anywhere) <-
        Call(Callee::StartList, _, _),
        function { function };

    Store(any_variable_argument(function), 0, Key::Variadic(function)) <-
        Call(Callee::StartList, _, _),
        function { function };

    // Arguments passed to exception handlers, which are other functions.
    Assign(Key::Captured, Key::Value(argument, 0)) <-
        Call(Callee::Escape, instruction, _),
        call_argument { instruction, argument },
        (source.holds(argument));

    Assign(Key::Value(result, 0), Key::External) <-
        Call(Callee::Recover, instruction, _),
        instruction_result { instruction, result },
        (source.holds(result));
}

/// A part of the argument at `position`. Where a handler begins, the exceptions that it receives are passed.
fn passed(
    source: &Source,
    instruction: InstructionId,
    position: u32,
    argument: ValueId,
    part: u32,
) -> Key {
    match source.handlers.clauses(instruction) {
        Some(_) if position == 0 => handled(instruction),
        _ => Key::Value(argument, part),
    }
}

fn somewhere(instruction: InstructionId, position: u32) -> Key {
    Key::Step(Purpose::Somewhere, instruction.0, position, 0)
}

fn content(instruction: InstructionId, position: u32) -> Key {
    Key::Step(Purpose::Content, instruction.0, position, 0)
}

fn variable_arguments(function: FunctionId) -> Key {
    Key::Step(Purpose::Arguments, function.0, 0, 0)
}

fn any_variable_argument(function: FunctionId) -> Key {
    Key::Step(Purpose::Arguments, function.0, 0, 1)
}
