//! `and` and `or` of conditions, where a `select` would have kept the second one from being looked at.
//!
//! **Scope: function.**

use facts_schema::{DeferredReason, Opcode, TypeKind, ValueId};
use rules::{Detail, Rule, Subject, Violation, rules};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::control::Place;
use crate::function::Function;
use crate::module::Module;
use crate::parts::Part;
use crate::semantics::Deferred;
use program::{Broken, Combines, Crepe, Decides, Guards, OwnPoison};

rules! { UndefinedBehavior "undefined-behavior";
    /// A condition that holds only where another one does is combined with it by `select`.
    ///
    /// `select i1 %a, i1 %b, i1 false` is poison only if `%a` is or `%b` is looked at; `and i1 %a, %b`
    /// is poison if either is. So a select may become an `and` only if `%b` cannot be poison alone. This
    /// is found where both conditions compare the same value, the second may be poison by itself, and a
    /// branch is decided by the combination.
    warn BITWISE: "UND030" "bitwise-in-place-of-select" {
        message: "`{operand}` may be poison where `{detail}` decides already: `{opcode}` is poison then, and a `select` would not be",
        reference: "LLVM's manual of undefined behavior, Propagation of Poison Through Select; Azevedo 2020, section 2.3.3",
        sites: [],
    }
}

pub(super) fn violations(module: &Module, function: &Function) -> Vec<Violation> {
    let control = &function.control;
    let mut program = Crepe::new();
    let mut is_empty = true;
    let mut deciding: Option<FxHashSet<ValueId>> = None;
    for row in control.rows() {
        if !matches!(row.opcode, Opcode::And | Opcode::Or) {
            continue;
        }
        let Some(binary) = module.index.binary_instruction.first(row.instruction) else { continue };
        let Some(result) = module.result(row.instruction) else { continue };
        let (guard, second) = (binary.first_operand, binary.second_operand);
        if !is_bit(module, result) || !compares_the_same(module, guard, second) {
            continue;
        }
        let at = control.place_of(row);
        is_empty = false;
        program.extend([Combines(at, guard, second)]);
        program.extend([Guards(guard, second)]);
        let deciding = deciding.get_or_insert_with(|| deciding_values(module, function));
        if deciding.contains(&result) {
            program.extend([Decides(at)]);
        }
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
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
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

/// Whether both values are comparisons that have an operand, no constant, in common.
fn compares_the_same(module: &Module, one: ValueId, other: ValueId) -> bool {
    let operands = |value: ValueId| {
        let row = module.definition(value)?;
        let test = module.index.comparison_instruction.first(row.instruction)?;
        let is_computed = |value: &ValueId| {
            use facts_schema::ValueKind::{Argument, Instruction};
            matches!(module.kind(*value), Argument | Instruction)
        };
        Some([test.first_operand, test.second_operand].into_iter().filter(is_computed))
    };
    let (Some(one), Some(other)) = (operands(one), operands(other)) else { return false };
    let one: Vec<ValueId> = one.collect();
    other.into_iter().any(|value| one.contains(&value))
}

/// What branches and switches are decided by.
fn deciding_values(module: &Module, function: &Function) -> FxHashSet<ValueId> {
    let rows = function.control.rows().iter();
    rows.filter_map(|row| Some(module.index.conditional_branch.first(row.instruction)?.condition))
        .collect()
}

/// Whether something makes `part` poison that does not make `guard` poison too. What memory holds and
/// calls return is left out: nothing is known of it as a rule.
fn is_poison_alone(function: &Function, guard: ValueId, part: Part) -> bool {
    let shared: FxHashMap<Part, ()> = crate::chain::strictly_needed(function, Part::new(guard, 0))
        .into_iter()
        .map(|it| (it, ()))
        .collect();
    crate::chain::sources(function, part).into_iter().any(|source| {
        !matches!(
            source.reason,
            DeferredReason::Memory | DeferredReason::Call | DeferredReason::Other
        ) && !shared.contains_key(&source.part)
    })
}

mod program {
    use super::*;
    use crepe::crepe;

    crepe! {
        @input
        /// `Combines(at, guard, second)`: the `and` or `or` at `at` combines two conditions.
        pub struct Combines(pub Place, pub ValueId, pub ValueId);

        @input
        /// The first condition looks as if it guarded the second.
        pub struct Guards(pub ValueId, pub ValueId);

        @input
        /// `OwnPoison(guard, second)`: `second` may be poison where `guard` is not.
        pub struct OwnPoison(pub ValueId, pub ValueId);

        @input
        /// A branch is decided by the result of the instruction at the place.
        pub struct Decides(pub Place);

        @output
        pub struct Broken(pub Rule, pub Place, pub ValueId);

        Broken(BITWISE, at, guard) <-
            Combines(at, guard, second),
            Guards(guard, second),
            OwnPoison(guard, second),
            Decides(at);
    }
}
