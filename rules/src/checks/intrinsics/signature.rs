//! Requirements of all intrinsics: their types, their names, and that the module does not define
//! them.
//!
//! LLVM checks an intrinsic at its calls. An invalid declaration without calls is well-formed.

use facts_schema::{FunctionId, GlobalFlag, InstructionId, TypeKind, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// An intrinsic has a type that LLVM defines for it.
    ///
    /// LLVM defines the type of each intrinsic. Overloaded intrinsics exist for many types, and
    /// LangRef describes how their result and parameter types depend on each other.
    deny TYPE: "INT001" "intrinsic-type" {
        message: "the type of `{detail}` is not a type that LLVM defines for this intrinsic",
        reference: "LangRef, Intrinsic Functions",
        checks: [
            "visitIntrinsicCall: Intrinsic has incorrect return type!",
            "visitIntrinsicCall: Intrinsic has incorrect argument type!",
            "visitIntrinsicCall: Intrinsic was not defined with variable arguments!",
            "visitIntrinsicCall: Callsite was not defined with variable arguments!",
            "visitIntrinsicCall: Intrinsic has too few arguments!",
            "visitIntrinsicCall: masked_load: must return a vector",
            "visitIntrinsicCall: masked_load: mask must be vector",
            "visitIntrinsicCall: masked_load: pass through and return type must match",
            "visitIntrinsicCall: masked_load: vector mask must be same length as return",
            "visitIntrinsicCall: masked_store: mask must be vector",
            "visitIntrinsicCall: masked_store: vector mask must be same length as value",
            "visitIntrinsicCall: first operand of [us][mul|div]_fix[_sat] must be an int type or vector of ints",
            "visitIntrinsicCall: second operand of [us][mul|div]_fix[_sat] must be an int type or vector of ints",
            "visitIntrinsicCall: third operand of [us][mul|div]_fix[_sat] must be an int type",
            "visitIntrinsicCall: third operand of [us][mul|div]_fix[_sat] must fit within 32 bits",
            "visitConstrainedFPIntrinsic: invalid arguments for constrained FP intrinsic",
        ],
    }

    /// The name of an overloaded intrinsic ends with the types that it is declared for.
    ///
    /// An overloaded intrinsic is a separate function for each combination of types, and the suffix
    /// makes the names unique.
    deny NAME: "INT002" "intrinsic-name" {
        message: "the name of {callee} does not match its type, for which it is `{detail}`",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitIntrinsicCall: Intrinsic name not mangled correctly for type arguments! Should be: <..>"],
    }

    /// An intrinsic is only declared.
    ///
    /// LLVM defines what it does.
    deny DEFINED: "INT003" "intrinsic-defined" {
        message: "{callee} is an intrinsic, but the module defines it",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitIntrinsicCall: Intrinsic functions should never be defined!"],
    }

    /// An argument of an intrinsic is not a constant of type `x86_amx`.
    ///
    /// A tile is in a register and can only be loaded.
    deny CONSTANT_TILE: "INT004" "intrinsic-constant-tile" {
        message: "the argument `{operand}` is a constant of type `x86_amx`",
        reference: "LangRef, X86_amx Type",
        checks: ["visitIntrinsicCall: const x86_amx is not allowed in argument!"],
    }
}

datalog! { representatives;
    /// `instruction` calls the intrinsic `function`.
    struct Call(InstructionId, FunctionId);

    Call(instruction, function) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type },
        value_function { value: callee, function };

    violation(TYPE, instruction, intrinsic) <-
        Call(instruction, function),
        !intrinsic_name { function },
        intrinsic { function, intrinsic };

    violation(NAME, instruction, name) <-
        Call(instruction, function),
        intrinsic_name { function, name },
        function { function, value },
        !value_name { value, name };

    violation(DEFINED, instruction) <-
        Call(instruction, function),
        function { function, value },
        !global_flag { global: value, flag: GlobalFlag::Declaration };

    violation(CONSTANT_TILE, Subject::Operand(instruction, position)) <-
        Call(instruction, _),
        call_argument { instruction, position, argument },
        value { value: argument, kind, type },
        type { type, kind: TypeKind::X86Amx },
        (!matches!(kind, ValueKind::Argument | ValueKind::Instruction));
}
