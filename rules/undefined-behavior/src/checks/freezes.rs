//! Freezes that do nothing, or too much.
//!
//! **Scope: function.**

use facts_schema::{InstructionId, Opcode, ValueId, ValueKind};
use rules::{Detail, Rule, Subject, Violation, rules};
use rules_macros::datalog;

use super::Known;

rules! { UndefinedBehavior "undefined-behavior";
    /// The operand of a freeze may be undef or poison.
    ///
    /// The operand is neither undef nor poison in any execution. Such a freeze is redundant and hides the
    /// value from optimisations.
    ///
    /// Functions that a compiler optimised (with the attribute `"target-cpu"` and without `optnone`) are not
    /// reported. There, a pass needed the freeze, and another pass proved later that the value is defined.
    warn USELESS: "UND020" "useless-freeze" {
        message: "`{operand}` is neither undef nor poison: the freeze is redundant",
        reference: "LangRef, freeze",
        checks: [],
    }

    /// A value is frozen once.
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
    let (broken,) = program::run(known.scope(), known);
    broken.into_iter().map(|program::Broken(violation)| violation).collect()
}

datalog! { functions;
    @context known: Known<'a>;

    /// The kinds of values that a loop may compute anew.
    const COMPUTED(ValueKind) = [ValueKind::Argument, ValueKind::Instruction];

    /// `freeze`, which control can reach, freezes `value`.
    struct Freezes(InstructionId, ValueId);

    Freezes(freeze, value) <-
        unary_instruction { instruction: freeze, opcode: Opcode::Freeze, operand: value },
        instruction { instruction: freeze, block },
        (known.is_reachable(block));

    /// What `freeze` freezes is neither undef nor poison.
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

    /// `cycle` is a loop around what computes `value`.
    struct Around(ValueId, usize);

    Around(value, cycle) <-
        Freezes(_, value),
        definition { value, instruction },
        instruction { instruction, block },
        for cycle in known.loops(block);

    /// `freeze` is in a loop that its operand is not in.
    struct LoopsMore(InstructionId);

    LoopsMore(freeze) <-
        Freezes(freeze, value),
        value { value, kind },
        COMPUTED(kind),
        instruction { instruction: freeze, block },
        for cycle in known.loops(block),
        !Around(value, cycle);

    /// `freeze` breaks `rule`.
    struct Breaks(Rule, InstructionId, Detail);

    Breaks(USELESS, freeze, Detail::None) <-
        WellDefined(freeze),
        (!known.is_optimised_by_compiler());

    // The first one is enough to speak of.
    Breaks(DUPLICATED, freeze, Detail::Instruction(other)) <-
        Repeats(freeze),
        !WellDefined(freeze),
        Freezes(freeze, value),
        Freezes(other, value),
        !Repeats(other),
        (known.dominates(other, freeze));

    Breaks(IN_LOOP, freeze, Detail::None) <- LoopsMore(freeze), !WellDefined(freeze);

    @output
    struct Broken(Violation);

    Broken(Violation { rule, subject: Subject::Operand(freeze, 0), detail }) <-
        Breaks(rule, freeze, detail);
}
