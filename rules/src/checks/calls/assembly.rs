//! Inline assembly: whether the arguments of a call are what its constraints ask for.

use facts_schema::{InstructionId, Opcode, TypeKind, ValueId};
use rules_macros::datalog;

use super::constraints::{labels, passed};
use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Calls "calls";
    /// What is passed for an indirect constraint (`*`) of inline assembly is a pointer.
    ///
    /// The operand of the assembly is in the memory to which it points.
    deny NOT_POINTER: "CAL060" "asm-indirect-not-pointer" {
        message: "passes a `{operand.type}` for an indirect constraint",
        reference: "LangRef, Inline Asm Constraint String, Indirect inputs and outputs",
        checks: ["verifyInlineAsmCall: Operand for indirect constraint must have pointer type"],
    }

    /// What is passed for an indirect constraint (`*`) of inline assembly is marked `elementtype`.
    ///
    /// A pointer does not say how large the operand of the assembly is.
    deny NO_ELEMENT: "CAL061" "asm-indirect-without-elementtype" {
        message: "passes `{operand}` for an indirect constraint, and does not say by `elementtype` what is there",
        reference: "LangRef, Inline Asm Constraint String, Indirect inputs and outputs",
        checks: ["verifyInlineAsmCall: Operand for indirect constraint must have elementtype attribute"],
    }

    /// What is passed for a direct constraint of inline assembly is not marked `elementtype`.
    ///
    /// The argument itself is the operand of the assembly, whatever it points to.
    deny ELEMENT: "CAL062" "asm-direct-with-elementtype" {
        message: "marks `{operand}` by `elementtype`, but its constraint is direct",
        reference: "LangRef, Inline Asm Constraint String, Indirect inputs and outputs",
        checks: ["verifyInlineAsmCall: Elementtype attribute can only be applied for indirect constraints"],
    }

    /// A `callbr` of inline assembly has as many label constraints (`!i`) as indirect targets.
    ///
    /// Each constraint stands for the label to which the assembly may jump.
    deny LABEL_COUNT: "CAL063" "asm-label-count" {
        message: "its labels and indirect targets do not correspond: number {detail} of one of them has no other",
        reference: "LangRef, callbr Instruction",
        checks: ["verifyInlineAsmCall: Number of label constraints does not match number of callbr dests"],
    }

    /// Only a `callbr` has label constraints (`!i`).
    ///
    /// After a `call`, control goes on at the next instruction.
    deny LABEL: "CAL064" "asm-label-without-callbr" {
        message: "is a `{opcode}` of inline assembly that may jump to labels",
        reference: "LangRef, callbr Instruction",
        checks: ["verifyInlineAsmCall: Label constraints can only be used with callbr"],
    }
}

datalog! { representatives;
    /// `assembly` asks for an argument at `position`: an indirect one, or not, as the third column
    /// says.
    struct Asks(ValueId, u32, bool);

    Asks(assembly, position, is_indirect) <-
        inline_asm { value: assembly, constraints },
        for (position, is_indirect) in passed(module.text(constraints));

    /// `assembly` has a label with this number.
    struct Label(ValueId, u32);

    Label(assembly, number) <-
        inline_asm { value: assembly, constraints },
        for number in labels(module.text(constraints));

    /// `call` passes `argument` at `position` for a constraint, which may be indirect.
    struct Passes(InstructionId, u32, ValueId, bool);

    Passes(call, position, argument, is_indirect) <-
        call_instruction { instruction: call, callee: assembly },
        Asks(assembly, position, is_indirect),
        call_argument { instruction: call, position, argument };

    /// `call` marks the argument at `position` as `elementtype`.
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
