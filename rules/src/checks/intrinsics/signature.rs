//! What holds of all intrinsics: their types, their names, and that LLVM brings them itself.
//!
//! LLVM checks an intrinsic where it is called; a wrong declaration alone is well-formed.

use facts_schema::{FunctionId, GlobalFlag, InstructionId, TypeKind, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// An intrinsic is declared with a type that LLVM gives it.
    ///
    /// LLVM knows the type of each intrinsic. Some are overloaded: they exist for many types, but
    /// in each the result and the parameters fit together in the way that LangRef shows.
    deny TYPE: "INT001" "intrinsic-type" {
        message: "LLVM has no intrinsic `{detail}` of the type with which it is called",
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

    /// The name of an overloaded intrinsic ends with the types for which it is declared.
    ///
    /// Each of the many types of an overloaded intrinsic is a function of its own, and the suffix
    /// keeps their names apart.
    deny NAME: "INT002" "intrinsic-name" {
        message: "with its type, the intrinsic {callee} has to be called `{detail}`",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitIntrinsicCall: Intrinsic name not mangled correctly for type arguments! Should be: <..>"],
    }

    /// An intrinsic has no body.
    ///
    /// What it does is built into LLVM, which replaces the calls by code of its own.
    deny DEFINED: "INT003" "intrinsic-defined" {
        message: "{callee} is an intrinsic, and the module defines it",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitIntrinsicCall: Intrinsic functions should never be defined!"],
    }

    /// An intrinsic takes no constant tile (`x86_amx`) as an argument.
    ///
    /// A tile lives in a register and can only be loaded there; no code could make a constant one.
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
