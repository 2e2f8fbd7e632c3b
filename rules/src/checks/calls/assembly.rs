//! Inline assembly: whether the arguments of a call are what its constraints ask for.
//!
//! **Scope: sample.**

use facts_schema::{CallInstruction, InstructionId, Opcode, ValueId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::constraints::{Constraint, constraints};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Argument, Asks, Broken, Call, Crepe, Element, KindOf, Label, Target, Value};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

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

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let assembly: FxHashMap<ValueId, Vec<Constraint>> = facts
        .inline_asm
        .iter()
        .map(|row| (row.value, constraints(context.text(row.constraints))))
        .collect();
    if assembly.is_empty() {
        return Vec::new();
    }
    let is_asm = |row: &&CallInstruction| assembly.contains_key(&row.callee);
    let calls = || sample.call_instruction.iter().filter(is_asm);
    let shown: FxHashSet<InstructionId> = calls().map(|row| row.instruction).collect();
    let arguments = || sample.call_argument.iter().filter(|row| shown.contains(&row.instruction));
    let passed: FxHashSet<ValueId> = arguments().map(|row| row.argument).collect();
    let elements = context.attribute_names(&["elementtype"]);

    let mut program = Crepe::new();
    program.extend(calls().map(Call::from));
    program.extend(arguments().map(Argument::from));
    let values = sample.value.iter().filter(|row| passed.contains(&row.value));
    program.extend(values.map(Value::from));
    program.extend(facts.r#type.iter().map(KindOf::from));
    let marked = sample.call_argument_attribute.iter();
    let marked = marked.filter(|row| elements.contains_key(&row.attribute));
    program.extend(marked.map(Element::from));
    let targets = sample.indirect_target.iter().filter(|row| shown.contains(&row.instruction));
    program.extend(targets.map(Target::from));
    for (&value, constraints) in &assembly {
        let passing = constraints.iter().filter_map(|it| it.passes());
        program.extend((0..).zip(passing).map(|(at, indirect)| Asks(value, at, indirect)));
        let labels = constraints.iter().filter(|it| matches!(it, Constraint::Label));
        program.extend((0..).zip(labels).map(|(number, _)| Label(value, number)));
    }
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{TypeId, TypeKind};

    crepe! {
        @input
        pub struct Call(pub InstructionId, pub Opcode, pub ValueId);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        /// The argument at a position is marked `elementtype`.
        pub struct Element(pub InstructionId, pub u32);

        @input
        pub struct Target(pub InstructionId, pub u32);

        @input
        /// The assembly asks for an argument at a position, perhaps indirect.
        pub struct Asks(pub ValueId, pub u32, pub bool);

        @input
        /// The assembly has a label of this number.
        pub struct Label(pub ValueId, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // The argument at a position is for a constraint, perhaps indirect.
        struct Passes(InstructionId, u32, ValueId, bool);

        Passes(call, position, argument, indirect) <-
            Call(call, _, assembly),
            Asks(assembly, position, indirect),
            Argument(call, position, argument);

        Broken(NOT_POINTER, Subject::Operand(call, position), Detail::None) <-
            Passes(call, position, argument, true),
            Value(argument, r#type),
            KindOf(r#type, kind),
            (kind != TypeKind::Pointer);

        Broken(NO_ELEMENT, Subject::Operand(call, position), Detail::None) <-
            Passes(call, position, _, true),
            !Element(call, position);

        Broken(ELEMENT, Subject::Operand(call, position), Detail::None) <-
            Passes(call, position, _, false),
            Element(call, position);

        Broken(LABEL_COUNT, Subject::Instruction(call), Detail::Number(number.into())) <-
            Call(call, Opcode::CallBr, assembly),
            Label(assembly, number),
            !Target(call, number);

        Broken(LABEL_COUNT, Subject::Instruction(call), Detail::Number(number.into())) <-
            Call(call, Opcode::CallBr, assembly),
            Target(call, number),
            !Label(assembly, number);

        Broken(LABEL, Subject::Instruction(call), Detail::None) <-
            Call(call, opcode, assembly),
            (opcode != Opcode::CallBr),
            Label(assembly, _);
    }
}

input_from! { Call(instruction, opcode, callee) from CallInstruction }
input_from! { Argument(instruction, position, argument) from CallArgument }
input_from! { Value(value, r#type) from Value }
input_from! { KindOf(r#type, kind) from Type }
input_from! { Element(instruction, position) from CallArgumentAttribute }
input_from! { Target(instruction, position) from IndirectTarget }
violation_from! { Broken }
