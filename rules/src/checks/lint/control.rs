//! Useless code, and stack slots outside the entry block.

use facts_schema::{AttributeId, FunctionId, InstructionFlag, InstructionId, Opcode, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Lint "lint";
    /// An `alloca` of constant size is in the entry block.
    ///
    /// In other blocks it is a dynamic allocation, which grows the stack at each execution and is
    /// not promoted to a register.
    warn ALLOCA_OUTSIDE_ENTRY: "LNT005" "static-alloca-outside-entry" {
        message: "this `alloca` of constant size is not in the entry block of `{function}`",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// An `indirectbr` has at least one destination.
    ///
    /// The address must be in its list of destinations, so executing it without any is undefined
    /// behaviour.
    warn NO_DESTINATION: "LNT006" "indirectbr-without-destination" {
        message: "this `indirectbr` does not have destinations, so executing it is undefined behaviour",
        reference: "LangRef, indirectbr; LLVM's lint pass",
        checks: [],
    }

    /// The instruction before `unreachable` has side effects.
    ///
    /// An instruction without side effects is redundant there. Often a call of a `noreturn`
    /// function was intended.
    ///
    /// Functions that a compiler made (those with the attribute `"target-cpu"`) are not reported. There, the
    /// language guarantees that the point is not reached, and the instructions before it belong to the same
    /// expression.
    warn USELESS_BEFORE_UNREACHABLE: "LNT007" "useless-before-unreachable" {
        message: "this `{opcode}` does not have side effects, and `unreachable` follows it",
        reference: "LangRef, unreachable; LLVM's lint pass",
        checks: [],
    }

    /// A function with the attribute `noreturn` does not return.
    ///
    /// If it returns, the behaviour is undefined.
    warn NORETURN_RETURNS: "LNT008" "noreturn-returns" {
        message: "`{function}` has the attribute `noreturn`, but returns here",
        reference: "LangRef, Function Attributes; LLVM's lint pass",
        checks: [],
    }
}

/// The bits in the argument of `memory` that allow writes. The argument has two bits for each kind
/// of location.
const MAY_WRITE: u64 = 0xaaaa_aaaa_aaaa_aaaa;

datalog! { module;
    /// The opcodes of instructions that have a side effect regardless of their operands.
    const EFFECTS(Opcode) = [
        Opcode::Store,
        Opcode::Fence,
        Opcode::CmpXchg,
        Opcode::AtomicRmw,
        Opcode::VAArg,
        Opcode::LandingPad,
        Opcode::CatchPad,
        Opcode::CleanupPad,
    ];

    const PROMISES(&'static str) = ["nounwind", "willreturn"];

    /// The properties that a call without side effects needs.
    const NEEDED(&'static str) = ["nounwind", "willreturn", "readonly"];

    violation(ALLOCA_OUTSIDE_ENTRY, alloca) <-
        alloca_instruction { instruction: alloca, element_count },
        instruction { instruction: alloca, block },
        !block { block, position: 0 },
        value { value: element_count, kind: ValueKind::ConstantInteger };

    violation(NO_DESTINATION, branch) <-
        indirectbr_instruction { instruction: branch },
        !indirect_target { instruction: branch };

    /// `function` is `noreturn`.
    struct NoReturn(FunctionId);

    NoReturn(function) <-
        function_attribute { function, attribute },
        attribute { attribute, name: "noreturn" };

    violation(NORETURN_RETURNS, ret) <-
        instruction { instruction: ret, function, opcode: Opcode::Ret },
        NoReturn(function);

    /// `function` has the attribute `"target-cpu"`, so a compiler generated it.
    struct Compiled(FunctionId);

    Compiled(function) <-
        function_attribute { function, attribute },
        attribute { attribute, name: "target-cpu" };

    /// `unreachable` directly follows `instruction`, which has the opcode `opcode`.
    struct Precedes(InstructionId, Opcode);

    Precedes(before, opcode) <-
        instruction { instruction: unreachable, function, block, opcode: Opcode::Unreachable },
        !Compiled(function),
        let Some(number) = unreachable.0.checked_sub(1),
        let before = InstructionId(number),
        instruction { instruction: before, block, opcode };

    /// `call` or its callee has `attribute`.
    struct Has(InstructionId, AttributeId);

    Has(call, attribute) <-
        Precedes(call, _),
        call_attribute { instruction: call, attribute };

    Has(call, attribute) <-
        Precedes(call, _),
        call_instruction { instruction: call, callee },
        value_function { value: callee, function },
        function_attribute { function, attribute };

    /// `call` has the property `promise`.
    struct Promise(InstructionId, &'static str);

    Promise(call, promise) <-
        Has(call, attribute),
        attribute { attribute, name },
        PROMISES(promise),
        (module.text(name) == promise);

    Promise(call, "readonly") <-
        Has(call, attribute),
        attribute { attribute, name: "memory" },
        attribute_integer { attribute, integer: effects },
        (effects & MAY_WRITE == 0);

    /// `instruction` has a side effect.
    struct Effect(InstructionId);

    Effect(instruction) <- Precedes(instruction, opcode), EFFECTS(opcode);

    Effect(instruction) <- Precedes(instruction, _), atomic_ordering { instruction };

    Effect(instruction) <-
        Precedes(instruction, _),
        instruction_flag { instruction, flag: InstructionFlag::Volatile };

    Effect(call) <-
        Precedes(call, _),
        call_instruction { instruction: call },
        NEEDED(promise),
        !Promise(call, promise);

    violation(USELESS_BEFORE_UNREACHABLE, instruction) <-
        Precedes(instruction, _),
        !Effect(instruction);
}
