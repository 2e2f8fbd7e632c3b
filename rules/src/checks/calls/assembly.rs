//! Inline assembly: whether the arguments of a call match its constraints.

use facts_schema::{InstructionId, Opcode, TypeKind, ValueId};
use rules_macros::datalog;

use super::constraints::{labels, passed};
use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Calls "calls";
    /// The argument for an indirect constraint (`*`) of inline assembly is a pointer.
    ///
    /// The operand of the assembly is the memory that the pointer points to.
    deny NOT_POINTER: "CAL060" "asm-indirect-not-pointer" {
        message: "the argument for an indirect constraint has type `{operand.type}`, not a pointer type",
        reference: "LangRef, Inline Asm Constraint String, Indirect inputs and outputs",
        checks: ["verifyInlineAsmCall: Operand for indirect constraint must have pointer type"],
    }

    /// The argument for an indirect constraint (`*`) of inline assembly has the attribute
    /// `elementtype`.
    ///
    /// The attribute gives the type of the operand in memory.
    deny NO_ELEMENT: "CAL061" "asm-indirect-without-elementtype" {
        message: "the argument `{operand}` for an indirect constraint does not have the attribute `elementtype`",
        reference: "LangRef, Inline Asm Constraint String, Indirect inputs and outputs",
        checks: ["verifyInlineAsmCall: Operand for indirect constraint must have elementtype attribute"],
    }

    /// The argument for a direct constraint of inline assembly does not have the attribute
    /// `elementtype`.
    ///
    /// The argument itself is the operand of the assembly, even if it is a pointer.
    deny ELEMENT: "CAL062" "asm-direct-with-elementtype" {
        message: "the argument `{operand}` has the attribute `elementtype`, but its constraint is direct",
        reference: "LangRef, Inline Asm Constraint String, Indirect inputs and outputs",
        checks: ["verifyInlineAsmCall: Elementtype attribute can only be applied for indirect constraints"],
    }

    /// A `callbr` of inline assembly has as many label constraints (`!i`) as indirect destinations.
    ///
    /// Each constraint represents a label that the assembly may jump to.
    deny LABEL_COUNT: "CAL063" "asm-label-count" {
        message: "the numbers of label constraints and indirect destinations differ: only one of them has number {detail}",
        reference: "LangRef, callbr Instruction",
        checks: ["verifyInlineAsmCall: Number of label constraints does not match number of callbr dests"],
    }

    /// Only a `callbr` of inline assembly has label constraints (`!i`).
    ///
    /// After a `call`, control continues at the next instruction.
    deny LABEL: "CAL064" "asm-label-without-callbr" {
        message: "a `{opcode}` of inline assembly has label constraints",
        reference: "LangRef, callbr Instruction",
        checks: ["verifyInlineAsmCall: Label constraints can only be used with callbr"],
    }
}

datalog! { representatives;
    /// `assembly` has a constraint for the argument at `position`; the flag shows whether it is
    /// indirect.
    struct ArgumentConstraint(ValueId, u32, bool);

    ArgumentConstraint(assembly, position, is_indirect) <-
        inline_asm { value: assembly, constraints },
        for (position, is_indirect) in passed(module.text(constraints));

    /// `assembly` has a label constraint with this number.
    struct Label(ValueId, u32);

    Label(assembly, number) <-
        inline_asm { value: assembly, constraints },
        for number in labels(module.text(constraints));

    /// `call` passes `argument` at `position`; the flag shows whether its constraint is indirect.
    struct Passes(InstructionId, u32, ValueId, bool);

    Passes(call, position, argument, is_indirect) <-
        call_instruction { instruction: call, callee: assembly },
        ArgumentConstraint(assembly, position, is_indirect),
        call_argument { instruction: call, position, argument };

    /// The argument of `call` at `position` has the attribute `elementtype`.
    struct Element(InstructionId, u32);

    Element(call, position) <-
        Passes(call, position, _, _),
        call_argument_attribute { instruction: call, position, attribute },
        attribute { attribute, name: "elementtype" };

    violation(NOT_POINTER, Subject::Operand(call, position)) <-
        Passes(call, position, argument, true),
        value { value: argument, type },
        type { type, kind },
        (kind != TypeKind::Pointer);

    violation(NO_ELEMENT, Subject::Operand(call, position)) <-
        Passes(call, position, _, true),
        !Element(call, position);

    violation(ELEMENT, Subject::Operand(call, position)) <-
        Passes(call, position, _, false),
        Element(call, position);

    violation(LABEL_COUNT, call, Detail::Number(number.into())) <-
        call_instruction { instruction: call, opcode: Opcode::CallBr, callee: assembly },
        Label(assembly, number),
        !indirect_target { instruction: call, position: number };

    violation(LABEL_COUNT, call, Detail::Number(number.into())) <-
        call_instruction { instruction: call, opcode: Opcode::CallBr, callee: assembly },
        inline_asm { value: assembly },
        indirect_target { instruction: call, position: number },
        !Label(assembly, number);

    violation(LABEL, call) <-
        call_instruction { instruction: call, opcode, callee: assembly },
        (opcode != Opcode::CallBr),
        Label(assembly, _);
}
