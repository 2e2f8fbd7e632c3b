//! How pointers are thrown and caught.
//!
//! **Scope: function.** Whatever is thrown may be caught anywhere.

use facts_schema::{Opcode, ValueId};
use rules_macros::datalog;

use super::moves::{Assign, Key, Store, Transfer};
use super::source::Source;
use crate::constraints::Length;

datalog! { functions;
    @context source: &'a Source<'a>;

    @output Assign(Key, Key);
    @output Store(Key, u32, Key);
    @output Transfer(Key, Key, Length);

    // A landing pad gets what has been thrown.
    Assign(Key::Value(result, part), Key::Thrown) <-
        instruction { instruction, opcode: Opcode::LandingPad },
        instruction_result { instruction, result },
        for part in source.parts_of(result);

    // `resume` throws it again.
    Assign(Key::Thrown, Key::Value(value, part)) <-
        resume_instruction { value },
        for part in source.parts_of(value);

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
