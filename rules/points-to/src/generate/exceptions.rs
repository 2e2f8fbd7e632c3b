//! How pointers are thrown and caught.
//!
//! **Scope: module.** Whatever is thrown may be caught anywhere, and there is little of either.

use facts_schema::{FunctionId, Opcode};
use rules::bridge::ByFunction;
use rustc_hash::FxHashMap;

use super::moves::Moves;
use super::source::Source;
use program::{CaughtInto, LandingPad, Part, Program, Resume};

/// Derives how pointers are thrown and caught, by function.
pub fn derive(source: &Source) -> FxHashMap<FunctionId, Moves> {
    let facts = source.facts;
    let landing_pads = facts.instruction.iter().filter(|row| row.opcode == Opcode::LandingPad);
    let landing_pads: Vec<_> =
        landing_pads.filter_map(|row| Some(LandingPad(source.result(row.instruction)?))).collect();
    let resumes = facts.resume_instruction.iter().filter(|row| source.holds(row.value));
    let resumes: Vec<_> = resumes.map(|row| (row.instruction, Resume(row.value))).collect();
    let caught = facts.funclet_pad_argument.iter().filter(|row| source.holds(row.argument));
    let caught: Vec<_> = caught
        .filter(|row| {
            let instruction = facts.instruction.get(row.instruction.0 as usize);
            instruction.is_some_and(|it| it.opcode == Opcode::CatchPad)
        })
        // A global says what is caught; memory on the stack gets it.
        .filter(|row| source.owner(row.argument).is_some())
        .map(|row| (row.instruction, CaughtInto(row.argument)))
        .collect();
    let landing_pads = ByFunction::new(&landing_pads, |row| source.owner(row.0));
    let resumes = ByFunction::new(&resumes, |row| source.function_of(row.0));
    let caught = ByFunction::new(&caught, |row| source.function_of(row.0));

    let mut functions = landing_pads.functions();
    functions.extend(resumes.functions());
    functions.extend(caught.functions());
    functions.sort_unstable();
    functions.dedup();
    let moves = functions.into_iter().map(|function| {
        let mut program = Program::new();
        let mut values: Vec<_> = landing_pads.of(function).iter().map(|row| row.0).collect();
        values.extend(resumes.of(function).iter().map(|row| row.1.0));
        program.extend(landing_pads.of(function).iter().copied());
        program.extend(resumes.of(function).iter().map(|row| row.1));
        program.extend(caught.of(function).iter().map(|row| row.1));
        for value in values {
            let parts = source.parts(value);
            program.extend(parts.offsets.iter().map(|part| Part(value, *part)));
        }
        let (assigns, writes, copies) = program.run();
        let mut moves = Moves::default();
        moves.assigns.extend(assigns.into_iter().map(|program::Assign(to, from)| (to, from)));
        let writes = writes.into_iter();
        moves.stores.extend(writes.map(|program::Write(address, from)| (address, 0, from)));
        let copies = copies.into_iter();
        moves.transfers.extend(copies.map(|program::Copies(to, from, it)| (to, from, it)));
        (function, moves)
    });
    moves.collect()
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
