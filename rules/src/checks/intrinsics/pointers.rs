//! Where pointers come from, behind casts that change nothing but their type.

use facts_schema::view::Scope;
use facts_schema::{InstructionId, Opcode, TypeKind, ValueId};
use rules_macros::datalog;

datalog! { module;
    /// The intrinsics for which it matters where their arguments come from.
    const INTRINSICS(&'static str) = [
        "llvm.coro.id",
        "llvm.gcroot",
        "llvm.init.trampoline",
        "llvm.localescape",
        "llvm.localrecover",
        "llvm.stackprotector",
    ];

    /// `value` is an argument of one of these intrinsics.
    struct Asked(ValueId);

    Asked(argument) <-
        intrinsic { function, intrinsic },
        INTRINSICS(module.text(intrinsic)),
        function { function, value: callee },
        value_use { value: callee, instruction },
        call_argument { instruction, argument };

    /// `pointer` is such an argument, or a pointer on the way to where one comes from.
    struct Pointer(ValueId);

    Pointer(value) <-
        Asked(value),
        value { value, type },
        type { type, kind: TypeKind::Pointer };

    Pointer(origin) <- Cast(_, origin);

    /// `instruction` computes `pointer`.
    struct Computes(InstructionId, ValueId);

    Computes(instruction, pointer) <-
        Pointer(pointer),
        definition { value: pointer, instruction };

    /// `pointer` is `origin` with another type, with an offset of zero, or as a call hands it back.
    struct Cast(ValueId, ValueId);

    const CASTS(Opcode) = [Opcode::BitCast, Opcode::AddrSpaceCast];

    Cast(pointer, operand) <-
        Computes(instruction, pointer),
        conversion_instruction { instruction, opcode, operand },
        CASTS(opcode);

    Cast(constant, operand) <- Pointer(constant), same_address { constant, operand };

    /// The indices before `position` of the `getelementptr` that computes `pointer` are zero.
    struct Still(ValueId, u32);

    Still(pointer, 0) <-
        Computes(instruction, pointer),
        getelementptr_instruction { instruction };

    Still(pointer, position + 1) <-
        Still(pointer, position),
        Computes(instruction, pointer),
        getelementptr_index { instruction, position, index },
        constant_integer { constant: index, unsigned: "0" };

    Cast(pointer, base) <-
        Still(pointer, position),
        Computes(instruction, pointer),
        !getelementptr_index { instruction, position },
        getelementptr_instruction { instruction, base };

    // The call says which argument it hands back.
    Cast(pointer, argument) <-
        Computes(instruction, pointer),
        call_argument_attribute { instruction, position, attribute },
        attribute { attribute, name: "returned" },
        call_argument { instruction, position, argument };

    // The function says it.
    Cast(pointer, argument) <-
        Computes(instruction, pointer),
        call_instruction { instruction, callee },
        value_function { value: callee, function },
        parameter_attribute { function, position, attribute },
        attribute { attribute, name: "returned" },
        !call_argument_attribute { instruction, attribute },
        call_argument { instruction, position, argument };

    /// `value` comes from `origin`, perhaps by further casts.
    struct Leads(ValueId, ValueId);

    Leads(value, value) <- Asked(value);

    Leads(value, origin) <- Leads(value, pointer), Cast(pointer, origin);

    @output
    /// `value` comes from `origin`, which is not a cast.
    struct Origin(ValueId, ValueId);

    Origin(value, origin) <- Leads(value, origin), !Cast(origin, _);
}

/// The arguments of these intrinsics, and what each is a cast of.
pub(super) fn origins(scope: Scope<'_>) -> Vec<(ValueId, ValueId)> {
    let (origins,) = program::run(scope);
    origins.into_iter().map(|program::Origin(value, origin)| (value, origin)).collect()
}
