//! `and` and `or` of conditions, where a `select` would block poison from the second one.
//!
//! **Scope: function.**

use facts_schema::view::Scope;
use facts_schema::{DeferredReason, InstructionId, Opcode, ValueId, ValueKind};
use rules::{Detail, Subject, Violation, rules};
use rules_macros::datalog;

use super::{Known, UNKNOWABLE};
use crate::parts::Part;
use crate::semantics::Deferred;

rules! { UndefinedBehavior "undefined-behavior";
    /// A condition that only matters if another one holds is combined with it by `select`.
    ///
    /// `select i1 %a, i1 %b, i1 false` is poison only if `%a` is, or if `%a` is true and `%b` is poison; `and
    /// i1 %a, %b` is poison if either is. So a select may become an `and` only if `%b` is not poison where
    /// `%a` is false. The rule looks for a second operand that may be poison by itself and a first operand
    /// that seems to guard it: the first is not a comparison, or it compares a value that the second is
    /// computed from.
    ///
    /// Functions that a compiler optimised (with the attribute `"target-cpu"` and without `optnone`) are not
    /// reported. There, a pass proved that the `and` is correct, or the source has an `&`, which always
    /// evaluates both operands.
    warn BITWISE: "UND030" "bitwise-in-place-of-select" {
        message: "`{operand}` may be poison when `{detail}` already decides the result: `{opcode}` is poison then, but a `select` is not",
        reference: "LLVM's UB manual, Propagation of Poison Through Select; Azevedo 2020, section 2.3.3",
        checks: [],
    }
}

pub(super) fn violations(known: Known) -> Vec<Violation> {
    let (found,) = program::run(known.scope(), known);
    found.into_iter().map(|program::Found(violation)| violation).collect()
}

/// The maximum number of values visited to find what a condition is computed from.
const MAX_VALUES: usize = 32;

/// Whether `value` is `part`, or is computed from it without a phi in between.
fn is_computed_from(module: Scope, value: ValueId, part: ValueId) -> bool {
    let view = module.whole();
    let mut waiting = vec![value];
    for _ in 0..MAX_VALUES {
        let Some(value) = waiting.pop() else { break };
        if value == part {
            return true;
        }
        let definition = view.definition().first(value);
        let row = definition.and_then(|row| view.instruction.first(row.instruction));
        if let Some(row) = row.filter(|row| row.opcode != Opcode::Phi) {
            let operands = view.instruction_operand.all(row.instruction);
            waiting.extend(operands.iter().map(|row| row.operand));
        }
    }
    false
}

datalog! { functions;
    @context known: Known<'a>;

    const COMBINING(Opcode) = [Opcode::And, Opcode::Or];

    const COMPUTED(ValueKind) = [ValueKind::Argument, ValueKind::Instruction];

    /// The reasons of sources about which nothing is known.
    const UNKNOWN(DeferredReason) = UNKNOWABLE;

    /// `instruction` combines the conditions `guard` and `second`.
    struct Combines(InstructionId, ValueId, ValueId);

    Combines(instruction, guard, second) <-
        (!known.is_optimised_by_compiler()),
        binary_instruction { instruction, opcode, first_operand: guard, second_operand: second },
        COMBINING(opcode),
        value { value: guard, type },
        integer_type { type, width: 1 };

    /// `guard` is the result of the comparison `test`.
    struct Compares(ValueId, InstructionId);

    Compares(guard, test) <-
        Combines(_, guard, _),
        definition { value: guard, instruction: test },
        comparison_instruction { instruction: test };

    /// The first condition of `instruction` may guard the second.
    struct MayGuard(InstructionId);

    MayGuard(instruction) <- Combines(instruction, guard, _), !Compares(guard, _);

    // It compares a value from which the second condition is computed.
    MayGuard(instruction) <-
        Combines(instruction, guard, second),
        Compares(guard, test),
        instruction_operand { instruction: test, operand: compared },
        value { value: compared, kind },
        COMPUTED(kind),
        (is_computed_from(module, second, compared));

    /// `second`, which `instruction` combines with `guard`, may be poison there.
    struct MayBePoison(InstructionId, ValueId, ValueId);

    MayBePoison(instruction, guard, second) <-
        MayGuard(instruction),
        Combines(instruction, guard, second),
        (known.could_be(second, Deferred::Poison, instruction));

    /// `guard` is poison if `part` is.
    struct PoisonIf(ValueId, Part);

    PoisonIf(guard, part) <-
        MayBePoison(_, guard, _),
        for part in known.strictly_needed(guard);

    @output
    struct Found(Violation);

    // The second condition may be poison for a reason that does not make the guard poison.
    Found(Violation {
        rule: BITWISE,
        subject: Subject::Operand(instruction, 1),
        detail: Detail::Value(guard),
    }) <-
        MayBePoison(instruction, guard, second),
        for source in known.sources(second),
        !UNKNOWN(source.reason),
        !PoisonIf(guard, source.part);
}
