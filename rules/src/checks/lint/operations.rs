//! Operations whose result is undefined whatever the program does.
//!
//! **Scope: sample.**

use facts_schema::{EntityId, Opcode, ValueId};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    BinaryInstruction, Broken, ConstantElement, ConstantInteger, Crepe, ElementAccess, Traits,
    Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Lint "lint";
    /// `xor` and `sub` of two undefined values are undefined.
    ///
    /// `undef` may be another number at each use, so that the result is not 0, as for equal numbers, but
    /// anything.
    warn UNDEFINED_DIFFERENCE: "LNT001" "difference-of-undef" {
        message: "`{opcode}` of two undefined values is undefined, not 0",
        reference: "LangRef, Undefined Values; LLVM's lint pass",
        checks: [],
    }

    /// A shift moves by less than the width of the number.
    ///
    /// The result of a longer shift is poison.
    warn SHIFT_TOO_FAR: "LNT002" "shift-too-far" {
        message: "`{opcode}` of a `{operand:0.type}` by {detail} bits is poison",
        reference: "LangRef, shl, lshr and ashr; LLVM's lint pass",
        checks: [],
    }

    /// The divisor of an integer division is not zero.
    ///
    /// Division by zero is undefined behavior, also in a single lane of a vector and also when the divisor
    /// is undefined, since it may be zero then.
    warn DIVISION_BY_ZERO: "LNT003" "division-by-zero" {
        message: "`{opcode}` divides by `{operand}`, which is undefined behavior",
        reference: "LangRef, udiv, sdiv, urem and srem; LLVM's lint pass",
        checks: [],
    }

    /// The index of `extractelement` and `insertelement` is less than the length of the vector.
    ///
    /// Beyond the end there is no element, and the result is poison.
    warn ELEMENT_OUT_OF_RANGE: "LNT004" "element-out-of-range" {
        message: "`{operand:0.type}` has no element {detail}, so the result of `{opcode}` is poison",
        reference: "LangRef, extractelement and insertelement; LLVM's lint pass",
        checks: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let binaries = || sample.binary_instruction.iter().filter(|row| is_judged(row.opcode));
    let accesses = || {
        let extract = sample.extractelement_instruction.iter();
        let extract = extract.map(|row| ElementAccess(row.instruction, 1, row.vector, row.index));
        let insert = sample.insertelement_instruction.iter();
        let insert = insert.map(|row| ElementAccess(row.instruction, 2, row.vector, row.index));
        extract.chain(insert)
    };
    let mut used: FxHashSet<ValueId> = FxHashSet::default();
    used.extend(binaries().flat_map(|row| [row.first_operand, row.second_operand]));
    used.extend(accesses().flat_map(|ElementAccess(_, _, vector, index)| [vector, index]));
    let elements: Vec<_> =
        facts.constant_element.iter().filter(|row| used.contains(&row.constant)).collect();
    used.extend(elements.iter().map(|row| row.element));
    let integers = facts.constant_integer.iter().filter(|row| used.contains(&row.constant));

    let mut program = Crepe::new();
    program.extend(binaries().map(BinaryInstruction::from));
    program.extend(accesses());
    program.extend(elements.iter().copied().map(ConstantElement::from));
    program.extend(integers.map(|row| {
        // A number that does not fit is greater than all that it is compared with.
        ConstantInteger(row.constant, context.text(row.unsigned).parse().unwrap_or(u64::MAX))
    }));
    let values = used.iter().filter_map(|value| facts.value.get(value.index()));
    program.extend(values.map(Value::from));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

fn is_judged(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Xor | Opcode::Sub) || is_shift(opcode) || is_division(opcode)
}

fn is_shift(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr)
}

fn is_division(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::type_traits::Lanes;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, TypeKind, ValueKind};

    crepe! {
        @input
        pub struct BinaryInstruction(pub InstructionId, pub Opcode, pub ValueId, pub ValueId);

        @input
        /// The `instruction` accesses the element of `vector` at `index`, its operand `position`.
        pub struct ElementAccess(pub InstructionId, pub u32, pub ValueId, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub ValueKind, pub TypeId);

        @input
        pub struct ConstantInteger(pub ValueId, pub u64);

        @input
        pub struct ConstantElement(pub ValueId, pub ValueId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `value` may be any number of its type.
        struct Undefined(ValueId);

        Undefined(value) <- Value(value, ValueKind::Undef, _);

        Undefined(value) <- Value(value, ValueKind::Poison, _);

        Broken(UNDEFINED_DIFFERENCE, Subject::Instruction(instruction), Detail::None) <-
            BinaryInstruction(instruction, opcode, first, second),
            (matches!(opcode, Opcode::Xor | Opcode::Sub)),
            Undefined(first),
            Undefined(second);

        // `value` is `number`, or a vector that has it in some lane.
        struct Number(ValueId, u64);

        Number(value, number) <- ConstantInteger(value, number);

        Number(value, number) <- Number(element, number), ConstantElement(value, element);

        Broken(SHIFT_TOO_FAR, Subject::Operand(instruction, 1), Detail::Number(number)) <-
            BinaryInstruction(instruction, opcode, _, amount),
            (is_shift(opcode)),
            Number(amount, number),
            Value(amount, _, r#type),
            Traits(r#type, _, TypeKind::Integer, width, _),
            (number >= u64::from(width));

        // `value` is zero, or may be, at least in some lane.
        struct Zero(ValueId);

        Zero(value) <- Number(value, number), (number == 0);

        Zero(value) <- Undefined(value);

        Zero(value) <- Value(value, ValueKind::ZeroInitializer, _);

        Zero(value) <- Zero(element), ConstantElement(value, element);

        Broken(DIVISION_BY_ZERO, Subject::Operand(instruction, 1), Detail::None) <-
            BinaryInstruction(instruction, opcode, _, divisor),
            (is_division(opcode)),
            Zero(divisor);

        Broken(ELEMENT_OUT_OF_RANGE, Subject::Operand(instruction, position), Detail::Number(number)) <-
            ElementAccess(instruction, position, vector, index),
            ConstantInteger(index, number),
            Value(vector, _, r#type),
            Traits(r#type, _, _, _, lanes),
            (matches!(lanes, Lanes::Fixed(length) if number >= u64::from(length)));
    }
}

input_from! { BinaryInstruction(instruction, opcode, first_operand, second_operand) from BinaryInstruction }
input_from! { Value(value, kind, r#type) from Value }
input_from! { ConstantElement(constant, element) from ConstantElement }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }
