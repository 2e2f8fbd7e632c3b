//! The origins of pointers: the values that remain after casts that do not change the address are
//! stripped.

use facts_schema::view::Scope;
use facts_schema::{InstructionId, Opcode, TypeKind, ValueId};
use rules_macros::datalog;

datalog! { module;
    /// The intrinsics for which the origins of the arguments are needed.
    const INTRINSICS(&'static str) = [
        "llvm.coro.id",
        "llvm.gcroot",
        "llvm.init.trampoline",
        "llvm.localescape",
        "llvm.localrecover",
        "llvm.stackprotector",
    ];

    /// `value` is an argument of one of `INTRINSICS`.
    struct IntrinsicArgument(ValueId);

    IntrinsicArgument(argument) <-
        intrinsic { function, intrinsic },
        INTRINSICS(module.text(intrinsic)),
        function { function, value: callee },
        value_use { value: callee, instruction },
        call_argument { instruction, argument };

    /// `pointer` is such an argument, or the operand of a cast that leads to one.
    struct Pointer(ValueId);

    Pointer(value) <-
        IntrinsicArgument(value),
        value { value, type },
        type { type, kind: TypeKind::Pointer };

    Pointer(origin) <- Cast(_, origin);

    /// `instruction` computes `pointer`.
    struct Computes(InstructionId, ValueId);

    Computes(instruction, pointer) <-
        Pointer(pointer),
        definition { value: pointer, instruction };

    /// `pointer` has the same address as `origin`: it is a cast, a `getelementptr` with zero
    /// indices, or a call that returns the argument.
    struct Cast(ValueId, ValueId);

    const CASTS(Opcode) = [Opcode::BitCast, Opcode::AddrSpaceCast];

    Cast(pointer, operand) <-
        Computes(instruction, pointer),
        conversion_instruction { instruction, opcode, operand },
        CASTS(opcode);

    Cast(constant, operand) <- Pointer(constant), same_address { constant, operand };

    /// The indices before `position` of the `getelementptr` that computes `pointer` are zero.
    struct ZeroIndices(ValueId, u32);

    ZeroIndices(pointer, 0) <-
        Computes(instruction, pointer),
        getelementptr_instruction { instruction };

    ZeroIndices(pointer, position + 1) <-
        ZeroIndices(pointer, position),
        Computes(instruction, pointer),
        getelementptr_index { instruction, position, index },
        constant_integer { constant: index, unsigned: "0" };

    Cast(pointer, base) <-
        ZeroIndices(pointer, position),
        Computes(instruction, pointer),
        !getelementptr_index { instruction, position },
        getelementptr_instruction { instruction, base };

    // The call has the attribute `returned` on the argument.
    Cast(pointer, argument) <-
        Computes(instruction, pointer),
        call_argument_attribute { instruction, position, attribute },
        attribute { attribute, name: "returned" },
        call_argument { instruction, position, argument };

    // The callee has the attribute `returned` on the parameter.
    Cast(pointer, argument) <-
        Computes(instruction, pointer),
        call_instruction { instruction, callee },
        value_function { value: callee, function },
        parameter_attribute { function, position, attribute },
        attribute { attribute, name: "returned" },
        !call_argument_attribute { instruction, attribute },
        call_argument { instruction, position, argument };

    /// A chain of casts, possibly empty, leads from `value` to `origin`.
    struct CastChain(ValueId, ValueId);

    CastChain(value, value) <- IntrinsicArgument(value);

    CastChain(value, origin) <- CastChain(value, pointer), Cast(pointer, origin);

    @output
    /// `origin` is `value` with all casts stripped.
    struct Origin(ValueId, ValueId);

    Origin(value, origin) <- CastChain(value, origin), !Cast(origin, _);
}

/// The arguments of `INTRINSICS`, with their origins.
pub(super) fn origins(scope: Scope<'_>) -> Vec<(ValueId, ValueId)> {
    let (origins,) = program::run(scope);
    origins.into_iter().map(|program::Origin(value, origin)| (value, origin)).collect()
}
