//! `and` and `or` of conditions, where a `select` would have kept the second one from being looked at.
//!
//! **Scope: function.**

use facts_schema::{DeferredReason, Opcode, TypeKind, ValueId, ValueKind};
use rules::{Detail, Rule, Subject, Violation, rules};
use rustc_hash::FxHashSet;

use crate::control::Place;
use crate::function::Function;
use crate::module::Module;
use crate::parts::Part;
use crate::semantics::Deferred;
use program::{Broken, Combines, OwnPoison, Program};

rules! { UndefinedBehavior "undefined-behavior";
    /// A condition that holds only where another one does is combined with it by `select`.
    ///
    /// `select i1 %a, i1 %b, i1 false` is poison only if `%a` is or `%b` is looked at; `and i1 %a, %b`
    /// is poison if either is. So a select may become an `and` only if `%b` cannot be poison alone. This
    /// is found where the second may be poison by itself and the first seems to guard it: it is no
    /// comparison, or it compares something that the second is computed from.
    warn BITWISE: "UND030" "bitwise-in-place-of-select" {
        message: "`{operand}` may be poison where `{detail}` decides already: `{opcode}` is poison then, and a `select` would not be",
        reference: "LLVM's manual of undefined behavior, Propagation of Poison Through Select; Azevedo 2020, section 2.3.3",
        checks: [],
    }
}

pub(super) fn violations(module: &Module, function: &Function) -> Vec<Violation> {
    let control = &function.control;
    let mut program = Program::new();
    let mut is_empty = true;
    for row in control.rows() {
        if !matches!(row.opcode, Opcode::And | Opcode::Or) {
            continue;
        }
        let Some(binary) = module.index.binary_instruction.first(row.instruction) else { continue };
        let Some(result) = module.result(row.instruction) else { continue };
        let (guard, second) = (binary.first_operand, binary.second_operand);
        if !is_bit(module, result) || !may_guard(module, guard, second) {
            continue;
        }
        let at = control.place_of(row);
        is_empty = false;
        program.extend([Combines(at, guard, second)]);
        let part = Part::new(second, 0);
        if function.could_be_at(part, Deferred::Poison, at)
            && is_poison_alone(function, guard, part)
        {
            program.extend([OwnPoison(guard, second)]);
        }
    }
    if is_empty {
        return Vec::new();
    }
    let (broken,) = program.run();
    let violation = |Broken(rule, at, guard)| {
        let instruction = control.instruction(at)?;
        Some(Violation {
            subject: Subject::Operand(instruction, 1),
            rule,
            detail: Detail::Value(guard),
        })
    };
    broken.into_iter().filter_map(violation).collect()
}

fn is_bit(module: &Module, value: ValueId) -> bool {
    let r#type = module.type_of(value);
    module.type_kind(r#type) == TypeKind::Integer
        && module.index.integer_type.first(r#type).is_some_and(|row| row.width == 1)
}

/// So many values are looked at for what a condition is computed from.
const MAX_VALUES: usize = 32;

/// Whether the first condition may be what shows that the second can be looked at: it is no
/// comparison, or what it compares has a part in the second.
fn may_guard(module: &Module, guard: ValueId, second: ValueId) -> bool {
    let test = module.definition(guard);
    let test = test.and_then(|row| module.index.comparison_instruction.first(row.instruction));
    let Some(test) = test else { return true };
    let is_compared = |value| {
        let is_computed =
            matches!(module.kind(value), ValueKind::Argument | ValueKind::Instruction);
        is_computed && [test.first_operand, test.second_operand].contains(&value)
    };
    let mut waiting = vec![second];
    for _ in 0..MAX_VALUES {
        let Some(value) = waiting.pop() else { break };
        if is_compared(value) {
            return true;
        }
        let row = module.definition(value).filter(|row| row.opcode != Opcode::Phi);
        let rows = row.map(|row| module.index.instruction_operand.all(row.instruction));
        waiting.extend(rows.into_iter().flatten().map(|row| row.operand));
    }
    false
}

/// Whether something makes `part` poison that does not make `guard` poison too. What memory holds and
/// calls return is left out: nothing is known of it as a rule.
fn is_poison_alone(function: &Function, guard: ValueId, part: Part) -> bool {
    let shared: FxHashSet<Part> =
        crate::chain::strictly_needed(function, Part::new(guard, 0)).into_iter().collect();
    crate::chain::sources(function, part).into_iter().any(|source| {
        !matches!(
            source.reason,
            DeferredReason::Memory | DeferredReason::Call | DeferredReason::Other
        ) && !shared.contains(&source.part)
    })
}

mod program {
    use super::*;
    use rules_macros::datalog;

    datalog! { rows;
        @input
        /// `Combines(at, guard, second)`: the `and` or `or` at `at` combines two conditions, of which
        /// the first looks as if it guarded the second.
        struct Combines(Place, ValueId, ValueId);

        @input
        /// `OwnPoison(guard, second)`: `second` may be poison where `guard` is not.
        struct OwnPoison(ValueId, ValueId);

        @output
        struct Broken(Rule, Place, ValueId);

        Broken(BITWISE, at, guard) <-
            Combines(at, guard, second),
            OwnPoison(guard, second);
    }
}
