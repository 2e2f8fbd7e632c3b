//! Integer divisions by a constant that is or may be zero in some lane.
//!
//! The lint rules report all of them. `undefined-behavior` uses the divisions by zero, and finds
//! undef and poison itself, including values that are not constants.

use facts_schema::view::Scope;
use facts_schema::{InstructionId, Opcode, UbCause, ValueId, ValueKind};
use rules_macros::datalog;

/// The opcodes that divide an integer by their second operand.
pub const DIVISIONS: [Opcode; 4] = [Opcode::UDiv, Opcode::SDiv, Opcode::URem, Opcode::SRem];

/// The integer divisions by zero: the instruction, its divisor, and the value of the divisor in
/// some lane. Undef may be zero. The scope selects the instructions.
pub fn zero_divisors(scope: Scope) -> Vec<(InstructionId, ValueId, UbCause)> {
    let (divides,) = program::run(scope);
    divides.into_iter().map(|program::Divides(a, b, c)| (a, b, c)).collect()
}

datalog! { representatives;
    const DIVISIONS(Opcode) = crate::zero_divisors::DIVISIONS;

    /// The kinds of constants that are or may be zero.
    const ZEROS(ValueKind, UbCause) = [
        (ValueKind::ZeroInitializer, UbCause::Zero),
        (ValueKind::Undef, UbCause::Undef),
        (ValueKind::Poison, UbCause::Poison),
    ];

    /// The second operand of `instruction`, a division, is `divisor`.
    struct Division(InstructionId, ValueId);

    Division(instruction, divisor) <-
        binary_instruction { instruction, opcode, second_operand: divisor },
        DIVISIONS(opcode);

    /// `scalar` is `divisor`, or one of its lanes.
    struct Lane(ValueId, ValueId);

    Lane(divisor, divisor) <- Division(_, divisor);

    Lane(divisor, element) <- Lane(divisor, constant), constant_element { constant, element };

    @output
    /// `instruction` divides by `divisor`, and the value of some lane of `divisor` is described by
    /// `cause`.
    struct Divides(InstructionId, ValueId, UbCause);

    Divides(instruction, divisor, UbCause::Zero) <-
        Division(instruction, divisor),
        Lane(divisor, scalar),
        constant_integer { constant: scalar, unsigned: "0" };

    Divides(instruction, divisor, cause) <-
        Division(instruction, divisor),
        Lane(divisor, scalar),
        value { value: scalar, kind },
        ZEROS(kind, cause);
}
