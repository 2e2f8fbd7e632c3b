//! Freezes that do nothing, or too much.
//!
//! **Scope: function.**

use facts_schema::{Opcode, ValueId, ValueKind};
use rules::{Detail, Rule, Violation, rules};
use rustc_hash::FxHashMap;

use crate::control::Place;
use crate::function::Function;
use crate::module::Module;
use program::{Before, Broken, Freezes, LoopsMore, Program, WellDefined};

rules! { UndefinedBehavior "undefined-behavior";
    /// A freeze has something to freeze.
    ///
    /// What it freezes is neither undef nor poison in any execution, so that it changes nothing but what
    /// optimizers can see through.
    warn USELESS: "UND020" "useless-freeze" {
        message: "`{operand}` is neither undef nor poison: the freeze does nothing",
        reference: "LangRef, freeze",
        checks: [],
    }

    /// A value is frozen once.
    ///
    /// Each freeze of an undefined value chooses for itself, so that two of them may differ where the
    /// value itself seems to be the same.
    warn DUPLICATED: "UND021" "duplicated-freeze" {
        message: "`{operand}` is already frozen as `{detail}`, and this freeze may give another value",
        reference: "LangRef, freeze; Azevedo 2020, section 3.3",
        checks: [],
    }

    /// What comes from outside a loop is frozen outside of it.
    ///
    /// In the loop, the freeze of an undefined value may give another value each time around. A freeze
    /// that was moved into a loop has changed what the program does.
    warn IN_LOOP: "UND022" "freeze-in-loop" {
        message: "`{operand}` comes from outside the loop, and is frozen anew each time around",
        reference: "Azevedo 2020, section 3.3",
        checks: [],
    }
}

pub(super) fn violations(module: &Module, function: &Function) -> Vec<Violation> {
    let control = &function.control;
    let freezes: Vec<(Place, ValueId)> = control
        .rows()
        .iter()
        .filter(|row| row.opcode == Opcode::Freeze && control.is_reachable(row.block))
        .filter_map(|row| {
            let operand = module.index.unary_instruction.first(row.instruction)?.operand;
            Some((control.place_of(row), operand))
        })
        .collect();
    if freezes.is_empty() {
        return Vec::new();
    }
    let mut of_value: FxHashMap<ValueId, Vec<Place>> = FxHashMap::default();
    let mut program = Program::new();
    for &(at, value) in &freezes {
        program.extend([Freezes(at, value)]);
        if function.is_well_defined_at(module, value, at) {
            program.extend([WellDefined(at)]);
        }
        if loops_more(module, function, at, value) {
            program.extend([LoopsMore(at)]);
        }
        let places = of_value.entry(value).or_default();
        // The first one is enough to speak of.
        let first = places.iter().find(|&&place| control.dominates(place, at));
        program.extend(first.map(|&place| Before(place, at)));
        places.push(at);
    }
    let (broken,) = program.run();
    let violation = |Broken(rule, at, value, other)| {
        let subject = super::operand(module, function, at, value)?;
        let other = other.and_then(|other: Place| control.instruction(other));
        let detail = other.map_or(Detail::None, Detail::Instruction);
        Some(Violation { subject, rule, detail })
    };
    broken.into_iter().filter_map(violation).collect()
}

/// Whether a loop that `at` is in begins after `value` has been computed.
fn loops_more(module: &Module, function: &Function, at: Place, value: ValueId) -> bool {
    let control = &function.control;
    let Some(block) = control.block(at) else { return false };
    let own = match module.kind(value) {
        ValueKind::Argument => None,
        ValueKind::Instruction => module.definition(value).map(|row| row.block),
        _ => return false,
    };
    let around: Vec<usize> = own.map(|block| control.loops(block).collect()).unwrap_or_default();
    control.loops(block).any(|cycle| !around.contains(&cycle))
}

mod program {
    use super::*;
    use rules_macros::datalog;

    datalog! { rows;
        @input
        /// The freeze at the place freezes the value.
        struct Freezes(Place, ValueId);

        @input
        /// What the freeze at the place freezes is neither undef nor poison.
        struct WellDefined(Place);

        @input
        /// `Before(other, at)`: whoever comes to the freeze at `at` has been at `other`, a freeze of the
        /// same value.
        struct Before(Place, Place);

        @input
        /// The freeze at the place is in a loop that its operand is not in.
        struct LoopsMore(Place);

        @output
        struct Broken(Rule, Place, ValueId, Option<Place>);

        Broken(USELESS, at, value, None) <- Freezes(at, value), WellDefined(at);

        Broken(DUPLICATED, at, value, Some(other)) <-
            Before(other, at),
            Freezes(at, value),
            !WellDefined(at);

        Broken(IN_LOOP, at, value, None) <-
            LoopsMore(at),
            Freezes(at, value),
            !WellDefined(at);
    }
}
