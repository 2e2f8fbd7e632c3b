//! Values that are zero, or any value, if an operand is, and operations for which zero is undefined behaviour.
//!
//! **Scope: function.**

use facts_schema::{InstructionFlag, InstructionId, Opcode, UbCause, ValueId};
use rules_macros::datalog;

datalog! { functions;
    @input
    /// `value` is always one of several values, so it may be zero in every execution.
    struct Joined(ValueId);

    @input
    /// Some value is undef or poison in every execution.
    struct HasDeferred(());

    /// Conversions that map zero to zero.
    const KEEPING(Opcode) = [Opcode::ZExt, Opcode::SExt, Opcode::Trunc, Opcode::BitCast];

    /// Operations whose result can be any value, for a suitable value of either operand.
    const ONTO(Opcode) = [Opcode::Add, Opcode::Sub, Opcode::Xor];

    const DIVISIONS(Opcode) = rules::zero_divisors::DIVISIONS;

    /// In the function, null may be an address.
    struct NullIsValid(());

    NullIsValid(()) <-
        function_attribute { attribute },
        attribute { attribute, name: "null_pointer_is_valid" };

    /// `value` may be zero, or null, in every execution.
    struct MayBeZero(ValueId);

    MayBeZero(value) <- Joined(value);

    MayBeZero(result) <- MayBeZero(operand), Keeps(operand, result);

    /// If `operand` is zero, `result` is zero or poison. They have the same number of lanes.
    struct Keeps(ValueId, ValueId);

    Keeps(operand, result) <-
        conversion_instruction { instruction, opcode, operand, to_type },
        KEEPING(opcode),
        type_traits { type: to_type, lanes },
        value { value: operand, type },
        type_traits { type, lanes },
        instruction_result { instruction, result };

    // Null is not in the bounds of any object: an address at an offset from it is poison.
    Keeps(base, result) <-
        getelementptr_instruction { instruction, base },
        instruction_flag { instruction, flag: InstructionFlag::InBounds },
        value { value: base, type },
        pointer_type { type, address_space: 0 },
        !NullIsValid(()),
        instruction_result { instruction, result },
        value { value: result, type };

    @output
    /// If `operand`, which may be zero, is zero, `result` is zero or poison.
    struct KeepsZero(ValueId, ValueId);

    KeepsZero(operand, result) <- MayBeZero(operand), Keeps(operand, result);

    @output
    /// If `operand` can be any value, so can `result`.
    struct Onto(ValueId, ValueId);

    Onto(operand, result) <-
        HasDeferred(()),
        binary_instruction { instruction, opcode, first_operand: operand },
        ONTO(opcode),
        instruction_result { instruction, result };

    Onto(operand, result) <-
        HasDeferred(()),
        binary_instruction { instruction, opcode, second_operand: operand },
        ONTO(opcode),
        instruction_result { instruction, result };

    Onto(operand, result) <-
        HasDeferred(()),
        conversion_instruction { instruction, opcode: Opcode::Trunc, operand },
        instruction_result { instruction, result };

    /// `instruction` reads, writes or calls the memory at `address`, which may be null. Volatile accesses may use
    /// addresses that are not memory.
    struct Accesses(InstructionId, ValueId);

    Accesses(instruction, address) <-
        MayBeZero(address),
        memory_access { address, instruction },
        !instruction_flag { instruction, flag: InstructionFlag::Volatile };

    Accesses(instruction, callee) <-
        call_instruction { instruction, callee },
        MayBeZero(callee);

    @output
    /// `instruction` has undefined behaviour, for `cause`, if `operand` is zero or null.
    struct NoZero(InstructionId, ValueId, UbCause);

    NoZero(instruction, address, UbCause::Null) <-
        Accesses(instruction, address),
        value { value: address, type },
        pointer_type { type, address_space: 0 },
        !NullIsValid(());

    NoZero(instruction, divisor, UbCause::Zero) <-
        binary_instruction { instruction, opcode, second_operand: divisor },
        DIVISIONS(opcode),
        MayBeZero(divisor);
}
