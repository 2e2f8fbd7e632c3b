//! The needs of instructions, operands that must not be undef or poison, and the operands that leave the function.
//!
//! **Scope: function.**

use facts_schema::view::Scope;
use facts_schema::{Certainty, FunctionId, InstructionId, Opcode, UbCause, ValueId};
use rules_macros::datalog;

use super::Builder;
use super::body::{Body, Possible};
use crate::rows::{Exit, Fault, Leave, Need};

impl Builder<'_, '_> {
    /// Collects the demands of instructions on their operands, operands whose number is undefined behaviour, and
    /// operands that leave the function.
    pub(super) fn needs(&mut self) {
        let (module, control) = (self.module, self.control);
        let scope = Scope::function(&module.index, self.function);
        let nowhere = module.nowhere(self.function).iter().copied();
        let zeros = module.zero_divisions(self.function).iter().copied();
        let (mut needs, leaves, faults) = program::run(scope, self.body(), nowhere, zeros);
        // Dominators come first.
        needs.sort_by_key(|program::Needs(instruction, ..)| *instruction);
        for program::Needs(instruction, value, need) in needs {
            self.demand(control.place(instruction), value, need);
        }
        let faults =
            faults.into_iter().map(|program::Faults(instruction, operand, cause, sure)| Fault {
                at: control.place(instruction),
                operand,
                cause,
                certainty: sure,
            });
        self.rows.faults.extend(faults);
        for program::Leaves(instruction, value, to) in leaves {
            if !self.can_be_deferred(value) {
                continue;
            }
            let at = control.place(instruction);
            self.rows.leaves.extend(module.parts_of(value).map(|part| {
                let exit = match to {
                    To::Caller => Exit::Return(part.number),
                    To::Callee(callee, position) => Exit::Argument(callee, position, part.number),
                };
                Leave { part, at, exit }
            }));
        }
    }
}

/// The destination of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum To {
    /// To the callers.
    Caller,
    /// To a function, as its argument at a position.
    Callee(FunctionId, u32),
}

datalog! { functions;
    @context known: Body<'a>;

    @input
    /// `instruction` accesses memory in every execution through its operand `operand`, which points nowhere for
    /// this `cause`.
    struct Nowhere(InstructionId, ValueId, UbCause);

    @input
    /// `instruction` divides by a constant that is zero in some lane.
    struct DividesByZero(InstructionId);

    const DIVISIONS(Opcode) = rules::zero_divisors::DIVISIONS;

    /// The divisions whose result may overflow.
    const SIGNED_DIVISIONS(Opcode) = [Opcode::SDiv, Opcode::SRem];

    /// These causes mean that an address is not a value; it is undefined behaviour to access it.
    const UNDEFINED(UbCause) = [UbCause::Undef, UbCause::Poison];

    /// The certainty of undefined behaviour if an operand may be the number that causes it.
    const CERTAINTY(Possible, Certainty) = [
        (Possible::Always, Certainty::Definite),
        (Possible::Maybe, Certainty::Conditional),
    ];

    /// The same for two operands.
    const CERTAINTY_OF_BOTH(Possible, Possible, Certainty) = [
        (Possible::Always, Possible::Always, Certainty::Definite),
        (Possible::Always, Possible::Maybe, Certainty::Conditional),
        (Possible::Maybe, Possible::Always, Certainty::Conditional),
        (Possible::Maybe, Possible::Maybe, Certainty::Conditional),
    ];

    /// The need of the dividend if the divisor may be -1.
    const NEEDS_OF_DIVIDEND(Possible, Need) = [
        (Possible::Always, Need::NoPoisonNoAnyUndef),
        (Possible::Maybe, Need::Sometimes),
    ];

    /// The intrinsics whose third argument is a number of bytes.
    const TRANSFERS(&'static str) = ["llvm.memcpy", "llvm.memmove", "llvm.memset"];

    @output
    /// The operand `value` of `instruction` must satisfy the need.
    struct Needs(InstructionId, ValueId, Need);

    // Addresses.

    Needs(instruction, address, Need::WellDefined) <- load_instruction { instruction, address };

    Needs(instruction, address, Need::WellDefined) <- store_instruction { instruction, address };

    Needs(instruction, address, Need::WellDefined) <- cmpxchg_instruction { instruction, address };

    Needs(instruction, address, Need::WellDefined) <- atomicrmw_instruction { instruction, address };

    Needs(instruction, list, Need::WellDefined) <- va_arg_instruction { instruction, list };

    Needs(instruction, callee, Need::WellDefined) <-
        call_instruction { instruction, callee },
        !value_function { value: callee };

    Needs(instruction, operand, Need::WellDefined) <-
        Nowhere(instruction, operand, cause),
        UNDEFINED(cause);

    // Conditions.

    Needs(instruction, condition, Need::WellDefined) <-
        conditional_branch { instruction, condition };

    Needs(instruction, condition, Need::WellDefined) <-
        switch_instruction { instruction, condition };

    Needs(instruction, address, Need::WellDefined) <-
        indirectbr_instruction { instruction, address };

    Needs(instruction, condition, Need::SelectCondition) <-
        select_instruction { instruction, condition };

    // Divisors and dividends.

    /// `instruction` divides, except by a constant with a zero: `(instruction, opcode, dividend, divisor)`.
    struct Division(InstructionId, Opcode, ValueId, ValueId);

    Division(instruction, opcode, first_operand, second_operand) <-
        binary_instruction { instruction, opcode, first_operand, second_operand },
        DIVISIONS(opcode),
        !DividesByZero(instruction);

    Needs(instruction, divisor, Need::NoPoisonNoAnyUndef) <-
        Division(instruction, _, _, divisor);

    Needs(instruction, divisor, Need::NoPoisonNoAnyUndef) <-
        DividesByZero(instruction),
        binary_instruction { instruction, second_operand: divisor };

    /// A signed division, and whether its divisor is -1.
    struct ByMinusOne(InstructionId, ValueId, ValueId, Possible);

    ByMinusOne(instruction, dividend, divisor, known.minus_one(instruction, divisor)) <-
        Division(instruction, opcode, dividend, divisor),
        SIGNED_DIVISIONS(opcode);

    Needs(instruction, dividend, need) <-
        ByMinusOne(instruction, dividend, _, by),
        NEEDS_OF_DIVIDEND(by, need);

    // Operands that are returned or passed.

    Needs(ret, value, Need::WellDefined) <-
        return_value { instruction: ret, value },
        (known.returns_defined());

    /// The argument of `call` at `position` must be well defined.
    struct MustBeDefined(InstructionId, u32);

    MustBeDefined(call, position) <-
        call_instruction { instruction: call, callee },
        call_argument { instruction: call, position },
        (known.passes_defined(call, callee, position));

    MustBeDefined(call, 2) <-
        call_instruction { instruction: call, callee },
        value_intrinsic { value: callee, intrinsic },
        let name = module.text(intrinsic),
        TRANSFERS(transfer),
        (name.starts_with(transfer));

    Needs(call, argument, Need::WellDefined) <-
        MustBeDefined(call, position),
        call_argument { instruction: call, position, argument };

    Needs(call, value, Need::WellDefined) <-
        operand_bundle { instruction: call, position, tag: "noundef" },
        operand_bundle_input { instruction: call, bundle: position, value };

    @output
    /// `value`, an operand of `instruction`, is passed to another function whose callers are all known, or to the
    /// callers.
    struct Leaves(InstructionId, ValueId, To);

    Leaves(ret, value, To::Caller) <-
        return_value { instruction: ret, value },
        (!known.returns_defined());

    Leaves(call, argument, To::Callee(function, position)) <-
        call_instruction { instruction: call, callee },
        value_function { value: callee, function },
        (known.is_closed(function)),
        call_argument { instruction: call, position, argument },
        !MustBeDefined(call, position);

    @output
    /// `instruction` has undefined behaviour, for `cause`, because of the number of its operand `value`.
    struct Faults(InstructionId, ValueId, UbCause, Certainty);

    Faults(instruction, operand, UbCause::Null, Certainty::Definite) <-
        Nowhere(instruction, operand, UbCause::Null);

    Faults(instruction, divisor, UbCause::Zero, Certainty::Definite) <-
        DividesByZero(instruction),
        binary_instruction { instruction, second_operand: divisor };

    Faults(instruction, divisor, UbCause::Zero, certainty) <-
        Division(instruction, _, _, divisor),
        let possible = known.zero(instruction, divisor),
        CERTAINTY(possible, certainty);

    // The quotient of the least integer and -1 overflows.
    Faults(instruction, divisor, UbCause::Overflow, certainty) <-
        ByMinusOne(instruction, dividend, divisor, by),
        let of = known.least(instruction, dividend),
        CERTAINTY_OF_BOTH(of, by, certainty);

    // Assumptions must be true.
    Faults(call, condition, UbCause::Zero, certainty) <-
        call_instruction { instruction: call, callee },
        value_intrinsic { value: callee, intrinsic },
        (module.text(intrinsic) == "llvm.assume"),
        call_argument { instruction: call, position: 0, argument: condition },
        let possible = known.falsehood(condition),
        CERTAINTY(possible, certainty);
}
