//! How pointers are thrown and caught.
//!
//! **Scope: function.** What is thrown as a type may be caught anywhere by handlers of this type and of
//! its bases; see `type_infos`.

use facts_schema::{InstructionId, Opcode, ValueId};
use rules_macros::datalog;

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
        (source.is_variable(caught)),
        instruction_result { instruction, result },
        for part in source.parts_of(result);

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

/// What has been thrown as each type is thrown, and what handlers of a type catch.
pub fn add_types(source: &Source, moves: &mut Moves) {
    let thrown = source.type_infos.iter().map(|it| Assign(Key::Thrown, Key::ThrownAs(*it)));
    moves.extend(
        thrown
            .chain([Assign(Key::Thrown, Key::Untyped), Assign(Key::Thrown, Key::ThrownByLibrary)]),
    );
    for &(caught, thrown) in &source.catches {
        moves.extend([
            Assign(Key::CaughtAs(caught), Key::ThrownAs(thrown)),
            Assign(Key::CaughtAs(caught), Key::Untyped),
        ]);
        if !source.is_of_program(caught) {
            moves.extend([Assign(Key::CaughtAs(caught), Key::ThrownByLibrary)]);
        }
    }
}
