//! `gc.statepoint` by itself.
//!
//! Its arguments are: 0 its identifier, 1 the number of bytes to leave for patching,
//! 2 the wrapped function, 3 the number of arguments for it, 4 flags, from 5 on these arguments, and
//! then twice the number 0, where once came transition and deoptimization arguments.

use facts_schema::{InstructionId, TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Statepoints "statepoints";
    /// A statepoint may read and write all memory.
    ///
    /// During it the collector moves objects. A call that only reads, or touches nothing but what its
    /// arguments point to, could be moved past accesses to these objects.
    deny MEMORY: "GCS001" "statepoint-memory-effects" {
        message: "a statepoint has to be free to read and write all memory, but this one is restricted by `memory`",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint must read and write all memory to preserve reordering restrictions required by safepoint semantics"],
    }

    /// A statepoint leaves no negative number of bytes for patching.
    ///
    /// It is the length of a sequence of instructions.
    deny PATCH_BYTES: "GCS002" "statepoint-patch-bytes" {
        message: "a statepoint cannot leave {operand} bytes for patching",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint number of patchable bytes must be positive"],
    }

    /// The wrapped function of a statepoint carries `elementtype` with its function type.
    ///
    /// Pointers are all alike. How the function is called has to be said beside.
    deny CALLEE_TYPE: "GCS003" "statepoint-callee-type" {
        message: "the function that the statepoint wraps has to carry `elementtype` with a function type",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: gc.statepoint callee argument must have elementtype attribute",
            "verifyStatepoint: gc.statepoint callee elementtype must be function type",
        ],
    }

    /// A statepoint has as many arguments for the wrapped function as it says and as the function
    /// takes, and none after the two zeros that follow.
    ///
    /// A function with variable arguments can be given more than it names.
    deny ARGUMENT_COUNT: "GCS004" "statepoint-argument-count" {
        message: "the statepoint has another number of arguments than it says, or than the wrapped function takes",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: [
            "verifyStatepoint: gc.statepoint number of arguments to underlying call must be positive",
            "verifyStatepoint: gc.statepoint mismatch in number of vararg call args",
            "verifyStatepoint: gc.statepoint mismatch in number of call args",
            "verifyStatepoint: gc.statepoint too many arguments",
        ],
    }

    /// A function with variable arguments that a statepoint wraps returns nothing.
    ///
    /// LLVM has no way to lower the result of such a call.
    deny VARIADIC_RESULT: "GCS005" "statepoint-variadic-result" {
        message: "a statepoint cannot wrap a function of type `{detail}`, which has variable arguments and a result",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint doesn't support wrapping non-void vararg functions yet"],
    }

    /// The flags of a statepoint are 0 to 3.
    ///
    /// Bit 0 marks a transition between code that the collector knows and code that it does not, bit 1
    /// deoptimization arguments that need only live into the call. Other bits mean nothing yet.
    deny FLAGS: "GCS006" "statepoint-flags" {
        message: "{operand} has flags that no statepoint knows",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: unknown flag used in gc.statepoint flags argument"],
    }

    /// The arguments that a statepoint passes on have the types of the wrapped function's parameters.
    ///
    /// They are handed over as in any call, and nothing converts them.
    deny ARGUMENT_TYPE: "GCS007" "statepoint-argument-type" {
        message: "the wrapped function takes a `{detail}` where the statepoint passes a `{operand.type}`",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: gc.statepoint call argument does not match wrapped function type"],
    }

    /// Parameters that a wrapped function with variable arguments names are not `sret`.
    ///
    /// Where a result in memory and variable arguments meet, the calling conventions do not say how
    /// they are passed.
    deny VARIADIC_SRET: "GCS008" "statepoint-variadic-sret" {
        message: "{operand} cannot be `sret`, as the wrapped function takes variable arguments",
        reference: "Garbage Collection Safepoints in LLVM, gc.statepoint",
        checks: ["verifyStatepoint: Attribute 'sret' cannot be used for vararg call arguments!"],
    }

    /// After the arguments that it passes on, a statepoint has the constant 0 twice.
    ///
    /// There once stood how many transition and deoptimization arguments would follow. Today these are
    /// operand bundles, `"gc-transition"` and `"deopt"`.
    deny INLINE_OPERANDS: "GCS009" "statepoint-inline-operands" {
        message: "a statepoint ends with the constant 0, twice; transition and deoptimization arguments go into operand bundles",
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

    // The attribute has two bits (reads, writes) for each kind of memory, that of arguments first. The
    // statepoint writes nothing, or nothing but what its arguments point to.
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

    /// `statepoint` wraps a function of `type`, which takes `count` parameters.
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

    /// `statepoint` passes on the arguments from 5 up to `end`, as many as it says.
    struct Passes(InstructionId, u32);

    Passes(statepoint, 5 + number as u32) <-
        Constant(statepoint, 3, number),
        (number <= 1 << 30);

    /// `statepoint` passes on as many arguments as the wrapped function takes.
    struct Fits(InstructionId);

    Fits(statepoint) <-
        Passes(statepoint, end),
        Wraps(statepoint, _, count),
        (end == 5 + count);

    Fits(statepoint) <-
        Passes(statepoint, end),
        Wraps(statepoint, type, count),
        (end > 5 + count),
        type_flag { type, flag: TypeFlag::VarArg };

    violation(ARGUMENT_COUNT, Subject::Operand(statepoint, 3)) <-
        Wraps(statepoint, _, _),
        Constant(statepoint, 3, _),
        !Fits(statepoint);

    // There is something after the two zeros.
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

    /// The argument at `position` of `statepoint` is zero in its low 32 bits, all that LLVM looks at.
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
