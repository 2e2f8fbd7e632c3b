//! Redundant freezes, and freezes whose result may differ between iterations of a loop.
//!
//! **Scope: function.**

use facts_schema::{InstructionId, Opcode, ValueId, ValueKind};
use rules::{Detail, Rule, Subject, Violation, rules};
use rules_macros::datalog;

use super::Known;

rules! { UndefinedBehavior "undefined-behavior";
    /// A freeze has an operand that may be undef or poison.
    ///
    /// A freeze of a value that is neither undef nor poison in any execution is redundant, and hides the value from
    /// optimisations.
    ///
    /// Functions that a compiler optimised (with the attribute `"target-cpu"` and without `optnone`) are not
    /// reported. There, a pass needed the freeze, and another pass proved later that the value is defined.
    warn USELESS: "UND020" "useless-freeze" {
        message: "`{operand}` is neither undef nor poison: the freeze is redundant",
        reference: "LangRef, freeze",
        checks: [],
    }

    /// A value is frozen at most once.
    ///
    /// Each freeze of an undefined value chooses its result independently, so two freezes of the same value
    /// may differ.
    warn DUPLICATED: "UND021" "duplicated-freeze" {
        message: "`{operand}` is already frozen as `{detail}`, and this freeze may have another result",
        reference: "LangRef, freeze; Azevedo 2020, section 3.3",
        checks: [],
    }

    /// A value from outside a loop is frozen outside of the loop.
    ///
    /// In the loop, the freeze of an undefined value may have another result in each iteration. Sinking a
    /// freeze into a loop changes the program.
    warn IN_LOOP: "UND022" "freeze-in-loop" {
        message: "`{operand}` comes from outside the loop, and is frozen again in each iteration",
        reference: "Azevedo 2020, section 3.3",
        checks: [],
    }
}

pub(super) fn violations(known: Known) -> Vec<Violation> {
    let (found,) = program::run(known.scope(), known);
    found.into_iter().map(|program::Found(violation)| violation).collect()
}

datalog! { functions;
    @context known: Known<'a>;

    /// The kinds of values that may differ between iterations of a loop.
    const COMPUTED(ValueKind) = [ValueKind::Argument, ValueKind::Instruction];

    /// `freeze`, which is reachable, freezes `value`.
    struct Freezes(InstructionId, ValueId);

    Freezes(freeze, value) <-
        unary_instruction { instruction: freeze, opcode: Opcode::Freeze, operand: value },
        instruction { instruction: freeze, block },
        (known.is_reachable(block));

    /// The operand of `freeze` is neither undef nor poison.
    struct WellDefined(InstructionId);

    WellDefined(freeze) <-
        Freezes(freeze, value),
        (known.is_well_defined(value, freeze));

    /// A freeze of the same value dominates `freeze`.
    struct Repeats(InstructionId);

    Repeats(freeze) <-
        Freezes(freeze, value),
        Freezes(other, value),
        (known.dominates(other, freeze));

    /// The definition of `value` is in the loop `cycle`.
    struct DefinedInLoop(ValueId, usize);

    DefinedInLoop(value, cycle) <-
        Freezes(_, value),
        definition { value, instruction },
        instruction { instruction, block },
        for cycle in known.loops(block);

    /// `freeze` is in a loop that its operand is not in.
    struct InDeeperLoop(InstructionId);

    InDeeperLoop(freeze) <-
        Freezes(freeze, value),
        value { value, kind },
        COMPUTED(kind),
        instruction { instruction: freeze, block },
        for cycle in known.loops(block),
        !DefinedInLoop(value, cycle);

    /// `freeze` violates `rule`.
    struct Violates(Rule, InstructionId, Detail);

    Violates(USELESS, freeze, Detail::None) <-
        WellDefined(freeze),
        (!known.is_optimised_by_compiler());

    // Only the first one is mentioned.
    Violates(DUPLICATED, freeze, Detail::Instruction(other)) <-
        Repeats(freeze),
        !WellDefined(freeze),
        Freezes(freeze, value),
        Freezes(other, value),
        !Repeats(other),
        (known.dominates(other, freeze));

    Violates(IN_LOOP, freeze, Detail::None) <- InDeeperLoop(freeze), !WellDefined(freeze);

    @output
    struct Found(Violation);

    Found(Violation { rule, subject: Subject::Operand(freeze, 0), detail }) <-
        Violates(rule, freeze, detail);
}
