//! How pointers are thrown and caught.
//!
//! **Scope: function.** What is thrown as a type may be caught anywhere by handlers of this type and of
//! its bases; see `type_infos`. Once it is known what arrives where, only by handlers where it does; see `unwinding`.

use facts_schema::{InstructionId, Opcode, ValueId};
use rules_macros::datalog;
use rustc_hash::FxHashSet;

use super::moves::{Assign, Key, Moves, Store, Transfer};
use super::source::Source;
use crate::constraints::Length;

datalog! { functions;
    @context source: &'a Source<'a>;

    @output Assign(Key, Key);
    @output Store(Key, u32, Key);
    @output Transfer(Key, Key, Length);

    // What is thrown as a type of C++.
    Assign(Key::ThrownAs(r#type), Key::Value(exception, 0)) <-
        call_instruction { instruction, callee },
        (source.is_thrower(callee)),
        call_argument { instruction, position: 0, argument: exception },
        (source.holds(exception)),
        call_argument { instruction, position: 1, argument: r#type };

    // A landing pad gets what its clauses catch.
    Assign(Key::Value(result, part), Key::CaughtAs(caught)) <-
        landingpad_clause { instruction, value: caught },
        (source.is_variable(caught) && !source.arriving.contains_key(&instruction)),
        instruction_result { instruction, result },
        for part in source.parts_of(result);

    Assign(Key::Value(result, part), thrown) <-
        landingpad_clause { instruction, value: caught },
        (source.is_variable(caught)),
        let Some(arriving) = source.arriving.get(&instruction),
        instruction_result { instruction, result },
        for part in source.parts_of(result),
        for thrown in caught_of(source, caught, arriving);

    Assign(Key::Value(result, part), Key::Thrown) <-
        CatchesAll(instruction),
        instruction_result { instruction, result },
        for part in source.parts_of(result);

    /// A landing pad may get whatever has been thrown.
    struct CatchesAll(InstructionId);

    CatchesAll(instruction) <- landingpad_clause { instruction, value }, (!source.is_variable(value));

    CatchesAll(instruction) <-
        function { function },
        (!source.is_selective(function)),
        instruction { instruction, opcode: Opcode::LandingPad };

    // `resume` lets what has been thrown go on: it is known already.

    /// What is caught is copied to the memory on the stack that `address` points to. A global would say
    /// what is caught.
    struct CaughtInto(ValueId);

    CaughtInto(address) <-
        funclet_pad_argument { instruction, argument: address },
        instruction { instruction, opcode: Opcode::CatchPad },
        value_owner { value: address },
        (source.holds(address));

    // A handler for a reference gets the address of what was thrown,
    Store(Key::Value(address, 0), 0, Key::Thrown) <- CaughtInto(address);

    // and one for a value a copy of it.
    Transfer(Key::Value(address, 0), Key::Thrown, Length::Unknown) <- CaughtInto(address);
}

/// What a handler of type `caught` gets of what has been thrown as the types that are `arriving`.
fn caught_of(source: &Source, caught: ValueId, arriving: &FxHashSet<ValueId>) -> Vec<Key> {
    let thrown = source.caught_as(caught).filter(|it| arriving.contains(it));
    thrown.map(Key::ThrownAs).chain(of_unknown_type(source, caught)).collect()
}

/// What a handler of type `caught` gets wherever it is.
fn of_unknown_type(source: &Source, caught: ValueId) -> impl Iterator<Item = Key> + use<> {
    let by_library = (!source.is_of_program(caught)).then_some(Key::ThrownByLibrary);
    [Key::Untyped].into_iter().chain(by_library)
}

/// What has been thrown as each type is thrown, and what handlers of a type catch.
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
