//! How pointers are thrown and caught.
//!
//! **Scope: function.** Whatever is thrown may be caught anywhere.

use facts_schema::{FunctionId, Opcode};

use super::moves::Moves;
use super::source::Source;
use program::{CaughtInto, LandingPad, Part, Program, Resume};

/// Derives how pointers are thrown and caught in a function.
pub fn derive(source: &Source, function: FunctionId, moves: &mut Moves) {
    let view = &source.view;
    let within = view.instructions_of(function);
    let landing_pads = view.instruction.within(Some(within.clone())).iter();
    let landing_pads = landing_pads.filter(|row| row.opcode == Opcode::LandingPad);
    let landing_pads: Vec<_> =
        landing_pads.filter_map(|row| Some(LandingPad(source.result(row.instruction)?))).collect();
    let resumes = view.resume_instruction.within(Some(within.clone())).iter();
    let resumes = resumes.filter(|row| source.holds(row.value));
    let resumes: Vec<_> = resumes.map(|row| Resume(row.value)).collect();
    let caught = view.funclet_pad_argument.within(Some(within)).iter();
    let caught: Vec<_> = caught
        .filter(|row| source.holds(row.argument))
        .filter(|row| view.opcode_of(row.instruction) == Some(Opcode::CatchPad))
        // A global says what is caught; memory on the stack gets it.
        .filter(|row| view.owner_of(row.argument).is_some())
        .map(|row| CaughtInto(row.argument))
        .collect();
    if landing_pads.is_empty() && resumes.is_empty() && caught.is_empty() {
        return;
    }

    let mut program = Program::new();
    let mut values: Vec<_> = landing_pads.iter().map(|row| row.0).collect();
    values.extend(resumes.iter().map(|row| row.0));
    program.extend(landing_pads);
    program.extend(resumes);
    program.extend(caught);
    for value in values {
        let parts = source.parts(value);
        program.extend(parts.offsets.iter().map(|part| Part(value, *part)));
    }
    let (assigns, writes, copies) = program.run();
    moves.assigns.extend(assigns.into_iter().map(|program::Assign(to, from)| (to, from)));
    let writes = writes.into_iter();
    moves.stores.extend(writes.map(|program::Write(address, from)| (address, 0, from)));
    let copies = copies.into_iter();
    moves.transfers.extend(copies.map(|program::Copies(to, from, it)| (to, from, it)));
}

mod program {
    use facts_schema::ValueId;
    use rules_macros::datalog;

    use super::super::moves::Key;
    use crate::constraints::Length;

    datalog! { rows;
        @input
        /// Byte `part` and following of `value` can hold a pointer.
        struct Part(ValueId, u32);

        @input
        /// `result` is what a landing pad gets.
        struct LandingPad(ValueId);

        @input
        /// `value` goes on being thrown.
        struct Resume(ValueId);

        @input
        /// What is caught is copied to `address`.
        struct CaughtInto(ValueId);

        @output
        struct Assign(Key, Key);

        @output
        /// `Write(address, from)`: what `from` holds is written to where `address` points.
        struct Write(Key, Key);

        @output
        /// `Copies(to, from, length)`: what `from` points to is copied to where `to` points.
        struct Copies(Key, Key, Length);

        // A landing pad gets what has been thrown.
        Assign(Key::Value(result, part), Key::Thrown) <- LandingPad(result), Part(result, part);

        // Who resumes throws it again.
        Assign(Key::Thrown, Key::Value(value, part)) <- Resume(value), Part(value, part);

        // A handler for a reference gets the address of what was thrown,
        Write(Key::Value(address, 0), Key::Thrown) <- CaughtInto(address);

        // and one for a value a copy of it.
        Copies(Key::Value(address, 0), Key::Thrown, Length::Unknown) <- CaughtInto(address);
    }
}
