//! Explanations why a value is well defined.

use facts_schema::{InstructionId, Opcode};

use crate::{Function, Module, Part};

/// The reason why a part of a value is neither undef nor poison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyWellDefined {
    /// Its attributes or its metadata promise it; otherwise there is undefined behaviour.
    Declared,
    /// Otherwise this instruction, which is always reached, has undefined behaviour.
    Used(InstructionId),
    /// It is frozen.
    Frozen,
    /// Nothing makes it undef or poison.
    NoSource,
}

impl WhyWellDefined {
    /// The reason why this part is well defined in the function.
    pub fn of(module: &Module, function: &Function, part: Part) -> Self {
        if function.rows.sealed.contains(&part) {
            return Self::Declared;
        }
        let definition = module.definition(part.value);
        let start = definition.map(|row| function.control.place_of(row));
        let mut ub_sinks = function.ub_sinks().of(part);
        let sure = ub_sinks.find(|(at, _)| function.control.always_leads(start, *at));
        if let Some(instruction) = sure.and_then(|(at, _)| function.control.instruction(at)) {
            return Self::Used(instruction);
        }
        match definition.is_some_and(|row| row.opcode == Opcode::Freeze) {
            true => Self::Frozen,
            false => Self::NoSource,
        }
    }
}
