//! Calls of `gc.statepoint`.
//!
//! The arguments are: the identifier (0), the number of bytes to reserve for patching (1), the
//! wrapped function (2), the number of its arguments (3), flags (4), the arguments (from 5 on), and
//! finally two zeros, which were the numbers of transition and deoptimisation arguments in former
//! versions.

use facts_schema::{InstructionId, TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Statepoints "statepoints";
    /// A statepoint may read and write all memory.
    ///
    /// The collector can move objects at a statepoint. A call with restricted memory effects could
    /// be reordered with accesses to these objects.
    deny MEMORY: "GCS001" "statepoint-memory-effects" {
        message: "the `memory` attribute restricts the statepoint, which must be able to read and write all memory",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint must read and write all memory to preserve reordering restrictions required by safepoint semantics"],
    }

    /// The number of patchable bytes of a statepoint is not negative.
    ///
    /// It is the length of a sequence of instructions.
    deny PATCH_BYTES: "GCS002" "statepoint-patch-bytes" {
        message: "the number of patchable bytes of the statepoint, {operand}, is negative",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint number of patchable bytes must be positive"],
    }

    /// The callee operand of a statepoint has the attribute `elementtype` with a function type.
    ///
    /// A pointer does not include the type of the function.
    deny CALLEE_TYPE: "GCS003" "statepoint-callee-type" {
        message: "the callee operand of the statepoint does not have the attribute `elementtype` with a function type",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: gc.statepoint callee argument must have elementtype attribute",
            "verifyStatepoint: gc.statepoint callee elementtype must be function type",
        ],
    }

    /// The operand of a statepoint that gives the number of call arguments matches the callee's
    /// type and the actual arguments.
    ///
    /// Only a variadic callee can have more arguments than parameters. Two constant zeros follow
    /// the call arguments.
    deny ARGUMENT_COUNT: "GCS004" "statepoint-argument-count" {
        message: "the number of call arguments of the statepoint does not match its operands or the type of its callee",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: gc.statepoint number of arguments to underlying call must be positive",
            "verifyStatepoint: gc.statepoint mismatch in number of vararg call args",
            "verifyStatepoint: gc.statepoint mismatch in number of call args",
            "verifyStatepoint: gc.statepoint too many arguments",
        ],
    }

    /// A variadic callee of a statepoint returns `void`.
    ///
    /// LLVM cannot lower the result of such a call.
    deny VARIADIC_RESULT: "GCS005" "statepoint-variadic-result" {
        message: "the callee type `{detail}` of the statepoint is variadic and does not return void",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint doesn't support wrapping non-void vararg functions yet"],
    }

    /// The flags of a statepoint are from 0 to 3.
    ///
    /// Bit 0 marks a transition to code without collector support. Bit 1 marks deoptimisation
    /// arguments that need not be live after the call. Other bits are unused.
    deny FLAGS: "GCS006" "statepoint-flags" {
        message: "{operand} contains unknown flags",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: unknown flag used in gc.statepoint flags argument"],
    }

    /// The call arguments of a statepoint have the types of the callee's parameters.
    ///
    /// They are passed as in any other call, without conversion.
    deny ARGUMENT_TYPE: "GCS007" "statepoint-argument-type" {
        message: "a call argument of the statepoint has type `{operand.type}`, but the parameter has type `{detail}`",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint call argument does not match wrapped function type"],
    }

    /// The fixed call arguments of a statepoint with a variadic callee are not `sret`.
    ///
    /// Calling conventions do not define how `sret` is passed together with variable arguments.
    deny VARIADIC_SRET: "GCS008" "statepoint-variadic-sret" {
        message: "{operand} cannot be `sret`, because the callee is variadic",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: Attribute 'sret' cannot be used for vararg call arguments!"],
    }

    /// Two constant zeros follow the call arguments of a statepoint.
    ///
    /// They were the numbers of transition and deoptimisation arguments, which are now in the
    /// operand bundles `"gc-transition"` and `"deopt"`.
    deny INLINE_OPERANDS: "GCS009" "statepoint-inline-operands" {
        message: "the numbers of inline transition and deoptimisation arguments of a statepoint must be 0; the arguments belong in operand bundles",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: gc.statepoint number of transition arguments must be constant integer",
            "verifyStatepoint: gc.statepoint w/inline transition bundle is deprecated",
            "verifyStatepoint: gc.statepoint number of deoptimization arguments must be constant integer",
            "verifyStatepoint: gc.statepoint w/inline deopt operands is deprecated",
        ],
    }
}

datalog! { representatives;
    /// `call` is a statepoint.
    struct Statepoint(InstructionId);

    Statepoint(call) <-
        call_instruction { instruction: call, callee },
        value_intrinsic { value: callee, intrinsic: "llvm.experimental.gc.statepoint" };

    // The attribute has two bits (read and write) for each kind of memory, and the first kind is
    // argument memory. The rule is violated if the attribute does not allow writes, or allows only
    // accesses to argument memory.
    violation(MEMORY, statepoint) <-
        Statepoint(statepoint),
        call_attribute { instruction: statepoint, attribute },
        attribute { attribute, name: "memory" },
        attribute_integer { attribute, integer: effects },
        (effects & 0xaaaa_aaaa_aaaa_aaaa == 0 || effects & !0b11 == 0);

    /// The argument at `position` of `statepoint` is the constant `number`, modulo 2^64.
    struct Constant(InstructionId, u32, u64);

    Constant(statepoint, position, number as u64) <-
        Statepoint(statepoint),
        call_argument { instruction: statepoint, position, argument },
        constant_integer { constant: argument, unsigned },
        let Ok(number) = module.text(unsigned).parse::<u128>();

    violation(PATCH_BYTES, Subject::Operand(statepoint, 1)) <-
        Constant(statepoint, 1, number),
        ((number as u32 as i32) < 0);

    violation(FLAGS, Subject::Operand(statepoint, 4)) <-
        Constant(statepoint, 4, flags),
        (flags > 3);

    /// `statepoint` wraps a function of type `type` with `count` parameters.
    struct Wraps(InstructionId, TypeId, u32);

    Wraps(statepoint, type, count) <-
        Statepoint(statepoint),
        call_argument_attribute { instruction: statepoint, position: 2, attribute },
        attribute { attribute, name: "elementtype" },
        attribute_type { attribute, type },
        function_type { type, parameter_count: count };

    violation(CALLEE_TYPE, Subject::Operand(statepoint, 2)) <-
        Statepoint(statepoint),
        !Wraps(statepoint, _, _);

    violation(VARIADIC_RESULT, Subject::Operand(statepoint, 2), type) <-
        Wraps(statepoint, type, _),
        type_flag { type, flag: TypeFlag::VarArg },
        function_type { type, return_type },
        type { type: return_type, kind },
        (kind != TypeKind::Void);

    /// `statepoint` passes the arguments from 5 (inclusive) to `end` (exclusive), according to its
    /// number of arguments.
    struct Passes(InstructionId, u32);

    Passes(statepoint, 5 + number as u32) <-
        Constant(statepoint, 3, number),
        (number <= 1 << 30);

    /// The number of arguments that `statepoint` passes is valid for the wrapped function.
    struct CountMatches(InstructionId);

    CountMatches(statepoint) <-
        Passes(statepoint, end),
        Wraps(statepoint, _, count),
        (end == 5 + count);

    CountMatches(statepoint) <-
        Passes(statepoint, end),
        Wraps(statepoint, type, count),
        (end > 5 + count),
        type_flag { type, flag: TypeFlag::VarArg };

    violation(ARGUMENT_COUNT, Subject::Operand(statepoint, 3)) <-
        Wraps(statepoint, _, _),
        Constant(statepoint, 3, _),
        !CountMatches(statepoint);

    // There is an argument after the two zeros.
    violation(ARGUMENT_COUNT, Subject::Operand(statepoint, end + 2)) <-
        Passes(statepoint, end),
        call_argument { instruction: statepoint, position: end + 2 };

    violation(ARGUMENT_TYPE, Subject::Operand(statepoint, position + 5), parameter) <-
        Wraps(statepoint, type, _),
        function_type_parameter { type, position, parameter_type: parameter },
        call_argument { instruction: statepoint, position: position + 5, argument },
        value { value: argument, type: argument_type },
        (argument_type != parameter);

    violation(VARIADIC_SRET, Subject::Operand(statepoint, position + 5)) <-
        Wraps(statepoint, type, _),
        type_flag { type, flag: TypeFlag::VarArg },
        function_type_parameter { type, position },
        call_argument_attribute { instruction: statepoint, position: position + 5, attribute },
        attribute { attribute, name: "sret" };

    /// The low 32 bits of the argument of `statepoint` at `position`, which are all that LLVM
    /// reads, are zero.
    struct Zero(InstructionId, u32);

    Zero(statepoint, position) <-
        Constant(statepoint, position, number),
        (number as u32 == 0);

    violation(INLINE_OPERANDS, statepoint) <-
        Passes(statepoint, end),
        !Zero(statepoint, end);

    violation(INLINE_OPERANDS, statepoint) <-
        Passes(statepoint, end),
        !Zero(statepoint, end + 1);
}
