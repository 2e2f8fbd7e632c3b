//! Operations whose result is undefined in every execution.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, Opcode, TypeKind, UbCause, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::{Detail, Subject};
use crate::zero_divisors::zero_divisors;

rules! { Lint "lint";
    /// An `xor` or `sub` does not have two `undef` operands.
    ///
    /// `undef` may have a different value at each use, so the result is undefined instead of 0.
    warn UNDEFINED_DIFFERENCE: "LNT001" "difference-of-undef" {
        message: "the result of `{opcode}` on two undefined values is undefined, not 0",
        reference: "LangRef, Undefined Values; LLVM's lint pass",
        checks: [],
    }

    /// The amount of a shift is less than the width of the shifted value.
    ///
    /// Otherwise the result is poison.
    warn SHIFT_OUT_OF_RANGE: "LNT002" "shift-out-of-range" {
        message: "the result of `{opcode}` on `{operand:0.type}` by {detail} bits is poison",
        reference: "LangRef, shl, lshr and ashr; LLVM's lint pass",
        checks: [],
    }

    /// The divisor of an integer division is not zero.
    ///
    /// Division by zero is undefined behaviour, even in only one lane of a vector. An undefined
    /// divisor may be zero.
    warn DIVISION_BY_ZERO: "LNT003" "division-by-zero" {
        message: "`{opcode}` divides by `{operand}`, which is undefined behaviour",
        reference: "LangRef, udiv, sdiv, urem and srem; LLVM's lint pass",
        checks: [],
    }

    /// The index of `extractelement` and `insertelement` is less than the length of the vector.
    ///
    /// Otherwise the result is poison.
    warn ELEMENT_OUT_OF_RANGE: "LNT004" "element-out-of-range" {
        message: "the index {detail} is out of range for `{operand:0.type}`, so the result of `{opcode}` is poison",
        reference: "LangRef, extractelement and insertelement; LLVM's lint pass",
        checks: [],
    }
}

datalog! { representatives;
    const DIFFERENCES(Opcode) = [Opcode::Xor, Opcode::Sub];

    const SHIFTS(Opcode) = [Opcode::Shl, Opcode::LShr, Opcode::AShr];

    const UNDEFINED(ValueKind) = [ValueKind::Undef, ValueKind::Poison];

    @input
    /// `instruction` divides by `divisor`, and the value of some lane of `divisor` is described by
    /// `cause`.
    struct Divides(InstructionId, ValueId, UbCause) = zero_divisors;

    violation(UNDEFINED_DIFFERENCE, instruction) <-
        binary_instruction { instruction, opcode, first_operand, second_operand },
        DIFFERENCES(opcode),
        value { value: first_operand, kind: first },
        UNDEFINED(first),
        value { value: second_operand, kind: second },
        UNDEFINED(second);

    /// The second operand of `instruction`, a shift, is `amount`.
    struct Shift(InstructionId, ValueId);

    Shift(instruction, amount) <-
        binary_instruction { instruction, opcode, second_operand: amount },
        SHIFTS(opcode);

    /// `scalar` is the shift amount `amount`, or one of its lanes.
    struct Lane(ValueId, ValueId);

    Lane(amount, amount) <- Shift(_, amount);

    Lane(amount, element) <- Lane(amount, constant), constant_element { constant, element };

    violation(SHIFT_OUT_OF_RANGE, Subject::Operand(instruction, 1), Detail::Number(number)) <-
        Shift(instruction, amount),
        value { value: amount, type },
        type_traits { type, kind: TypeKind::Integer, measure: width },
        Lane(amount, scalar),
        constant_integer { constant: scalar, unsigned },
        let number = number(module.text(unsigned)),
        (number >= u64::from(width));

    violation(DIVISION_BY_ZERO, Subject::Operand(instruction, 1)) <- Divides(instruction, _, _);

    /// `instruction` accesses the element `index` of `vector`. The index is its operand at
    /// `position`.
    struct ElementAccess(InstructionId, u32, ValueId, ValueId);

    ElementAccess(instruction, 1, vector, index) <-
        extractelement_instruction { instruction, vector, index };

    ElementAccess(instruction, 2, vector, index) <-
        insertelement_instruction { instruction, vector, index };

    violation(
        ELEMENT_OUT_OF_RANGE, Subject::Operand(instruction, position), Detail::Number(number)
    ) <-
        ElementAccess(instruction, position, vector, index),
        constant_integer { constant: index, unsigned },
        value { value: vector, type },
        type_traits { type, lanes },
        let Lanes::Fixed(length) = lanes,
        let number = number(module.text(unsigned)),
        (number >= u64::from(length));
}

/// An unsigned number. A number that does not fit into 64 bits becomes the maximum.
fn number(decimal: &str) -> u64 {
    decimal.parse().unwrap_or(u64::MAX)
}
