//! The flow of pointers through exceptions.
//!
//! **Scope: function.** At first, an exception may be caught by any handler of its type or of a base of its type; see
//! `type_infos`. Once it is known where it arrives, it is only caught by handlers there; see `unwinding`.

use facts_schema::{InstructionId, Opcode, ValueId};
use rules_macros::datalog;

use super::handlers::clauses_before;
use super::moves::{Assign, Key, Moves, Purpose, Store, Transfer};
use super::source::Source;
use super::unwinding::is_always_caught;
use crate::constraints::Length;

datalog! { functions;
    @context source: &'a Source<'a>;

    @output Assign(Key, Key);
    @output Store(Key, u32, Key);
    @output Transfer(Key, Key, Length);

    // An exception of a C++ type.
    Assign(Key::ThrownAs(r#type), Key::Value(exception, 0)) <-
        call_instruction { instruction, callee },
        (source.is_thrower(callee)),
        call_argument { instruction, position: 0, argument: exception },
        (source.holds(exception)),
        call_argument { instruction, position: 1, argument: r#type };

    // A landing pad receives the exceptions that its clauses catch.
    Assign(Key::Value(result, part), Key::CaughtAs(caught)) <-
        landingpad_clause { instruction, value: caught },
        (source.is_variable(caught) && !source.arriving.contains_key(&instruction)),
        instruction_result { instruction, result },
        for part in source.parts_of(result);

    Assign(Key::Value(result, part), thrown) <-
        landingpad_clause { instruction, value: caught },
        (source.is_variable(caught)),
        (source.arriving.contains_key(&instruction)),
        instruction_result { instruction, result },
        for part in source.parts_of(result),
        for thrown in caught_by(source, instruction, caught);

    // A handler only receives the exceptions that its clauses catch, and no earlier clauses.
    Assign(handled(instruction), thrown) <-
        call_instruction { instruction },
        for (pad, caught) in source.handlers.clauses(instruction).into_iter().flatten().copied(),
        for thrown in caught_by(source, pad, caught);

    Assign(Key::Value(result, part), Key::Thrown) <-
        CatchesAll(instruction),
        instruction_result { instruction, result },
        for part in source.parts_of(result);

    /// A landing pad may receive any exception.
    struct CatchesAll(InstructionId);

    CatchesAll(instruction) <- landingpad_clause { instruction, value }, (!source.is_variable(value));

    CatchesAll(instruction) <-
        function { function },
        (!source.is_selective(function)),
        instruction { instruction, opcode: Opcode::LandingPad };

    // `resume` continues the propagation of an exception, which is already known.

    /// The exception is copied to the stack memory that `address` points to. An argument that is a global is not a
    /// destination, but the type that is caught.
    struct CaughtInto(ValueId);

    CaughtInto(address) <-
        funclet_pad_argument { instruction, argument: address },
        instruction { instruction, opcode: Opcode::CatchPad },
        value_owner { value: address },
        (source.holds(address));

    // A handler for a reference receives the address of the exception.
    Store(Key::Value(address, 0), 0, Key::Thrown) <- CaughtInto(address);

    // A handler for a value receives a copy of the exception.
    Transfer(Key::Value(address, 0), Key::Thrown, Length::Unknown) <- CaughtInto(address);
}

/// The exceptions that arrive at a landing pad, and that its clause for the type `caught` catches first.
fn caught_by(source: &Source, pad: InstructionId, caught: ValueId) -> Vec<Key> {
    let earlier = clauses_before(&source.view, pad, caught);
    let arriving = source.arriving.get(&pad);
    let thrown = source.caught_as(caught).filter(|thrown| {
        arriving.is_none_or(|it| it.contains(thrown))
            && !earlier.iter().any(|it| is_always_caught(&source.view, *thrown, *it))
    });
    thrown.map(Key::ThrownAs).chain(of_unknown_type(source, caught)).collect()
}

/// The exceptions that the handler entered by this call receives.
pub fn handled(call: InstructionId) -> Key {
    Key::Step(Purpose::Handled, call.0, 0, 0)
}

/// The exceptions that a handler of type `caught` receives anywhere.
fn of_unknown_type(source: &Source, caught: ValueId) -> impl Iterator<Item = Key> + use<> {
    let by_library = (!source.is_of_program(caught)).then_some(Key::ThrownByLibrary);
    [Key::Untyped].into_iter().chain(by_library)
}

/// Adds the union of all exceptions, and the exceptions that handlers of each type catch.
pub fn add_types(source: &Source, moves: &mut Moves) {
    let thrown = source.type_infos.iter().map(|it| Assign(Key::Thrown, Key::ThrownAs(*it)));
    moves.extend(
        thrown
            .chain([Assign(Key::Thrown, Key::Untyped), Assign(Key::Thrown, Key::ThrownByLibrary)]),
    );
    for &(caught, thrown) in &source.catches {
        let all = [Key::ThrownAs(thrown)].into_iter().chain(of_unknown_type(source, caught));
        moves.extend(all.map(|it| Assign(Key::CaughtAs(caught), it)));
    }
}
