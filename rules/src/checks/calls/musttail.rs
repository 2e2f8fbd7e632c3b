//! `musttail` calls: what the call and its caller must agree on, and which instructions may follow
//! the call.

use facts_schema::{
    AttributeId, FunctionId, InstructionId, Opcode, TailCallKind, Text, TypeFlag, TypeId, ValueId,
    ValueKind,
};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Calls "calls";
    /// A `musttail` call does not call inline assembly.
    ///
    /// Inline assembly is part of its function, so it cannot replace the caller.
    deny ASSEMBLY: "CAL050" "musttail-inline-asm" {
        message: "a `musttail` call calls inline assembly",
        reference: "LangRef, call Instruction, musttail",
        checks: ["verifyMustTailCall: cannot use musttail call with inline asm"],
    }

    /// The callee of a `musttail` call is variadic if and only if the caller is.
    ///
    /// The variable arguments are forwarded unchanged in registers and on the stack.
    deny VARIABLE_ARGUMENTS: "CAL051" "musttail-varargs-differ" {
        message: "only one of `{function}` and the `musttail` callee `{callee}` is variadic",
        reference: "LangRef, call Instruction, musttail",
        checks: ["verifyMustTailCall: cannot guarantee tail call due to mismatched varargs"],
    }

    /// A `musttail` call and its caller have the same return type.
    ///
    /// The callee returns directly to the caller's caller.
    deny RETURN_TYPE: "CAL052" "musttail-return-type-differs" {
        message: "the `musttail` call returns `{result.type}`, but `{function}` returns `{return.type}`",
        reference: "LangRef, call Instruction, musttail",
        checks: ["verifyMustTailCall: cannot guarantee tail call due to mismatched return types"],
    }

    /// A `musttail` call and its caller have the same calling convention.
    ///
    /// The callee returns directly to the caller's caller, which expects the stack and the saved
    /// registers as the caller's convention defines them.
    deny CONVENTION: "CAL053" "musttail-convention-differs" {
        message: "the `musttail` call and `{function}` have different calling conventions",
        reference: "LangRef, call Instruction, musttail",
        checks: ["verifyMustTailCall: cannot guarantee tail call due to mismatched calling conv"],
    }

    /// A `musttail` call immediately precedes a `ret`, or a `bitcast` of its result and then a
    /// `ret`.
    ///
    /// The caller's frame no longer exists when the callee returns.
    deny NO_RET: "CAL054" "musttail-without-ret" {
        message: "a `musttail` call is not followed by a `ret`",
        reference: "LangRef, call Instruction, musttail",
        checks: [
            "verifyMustTailCall: bitcast following musttail call must use the call",
            "verifyMustTailCall: musttail call must precede a ret with an optional bitcast",
        ],
    }

    /// The `ret` after a `musttail` call returns the result of the call, `undef`, `poison` or
    /// `void`.
    ///
    /// The callee returns directly to the caller's caller, so no other value can be returned.
    deny NOT_RETURNED: "CAL055" "musttail-result-not-returned" {
        message: "the `ret` after the `musttail` call returns a different value",
        reference: "LangRef, call Instruction, musttail",
        checks: ["verifyMustTailCall: musttail call result must be returned"],
    }

    /// A `musttail` call and its caller have the same parameter types, unless the calling
    /// convention is `tailcc` or `swifttailcc`.
    ///
    /// The arguments are stored in the memory in which the caller received its own, so they must fit there.
    deny PARAMETERS: "CAL056" "musttail-parameters-differ" {
        message: "parameter {detail} of the `musttail` call and of `{function}` differ in type",
        reference: "LangRef, call Instruction, musttail",
        checks: [
            "verifyMustTailCall: cannot guarantee tail call due to mismatched parameter counts",
            "verifyMustTailCall: cannot guarantee tail call due to mismatched parameter types",
        ],
    }

    /// The arguments of a `musttail` call and the parameters of its caller have the same
    /// ABI-impacting attributes.
    ///
    /// These are `sret`, `byval`, `byref`, `inalloca`, `preallocated`, `inreg`, `alignstack`,
    /// `swiftself`, `swiftasync`, `swifterror`, and `align` of arguments passed in memory.
    deny ABI: "CAL057" "musttail-attributes-differ" {
        message: "only one of the `musttail` call and `{function}` has `{detail}` on this parameter",
        reference: "LangRef, call Instruction, musttail",
        checks: ["verifyMustTailCall: cannot guarantee tail call due to mismatched ABI impacting function attributes"],
    }

    /// A `musttail` call with `tailcc` or `swifttailcc` and its caller do not have parameters that
    /// are `inalloca`, `inreg`, `swifterror`, `preallocated` or `byref`.
    ///
    /// With these conventions, the parameters may differ, so arguments may have to be moved. Such arguments cannot be
    /// moved.
    deny TAILCC_ATTRIBUTE: "CAL058" "musttail-tailcc-attribute" {
        message: "the `musttail` call with `{detail}` has a parameter that this convention cannot move",
        reference: "LangRef, Calling Conventions, tailcc and swifttailcc",
        checks: [
            "verifyTailCCMustTailAttrs: inalloca attribute not allowed in <..>",
            "verifyTailCCMustTailAttrs: inreg attribute not allowed in <..>",
            "verifyTailCCMustTailAttrs: swifterror attribute not allowed in <..>",
            "verifyTailCCMustTailAttrs: preallocated attribute not allowed in <..>",
            "verifyTailCCMustTailAttrs: byref attribute not allowed in <..>",
        ],
    }

    /// The caller of a `musttail` call with `tailcc` or `swifttailcc` is not variadic.
    ///
    /// The callee pops the arguments from the stack and must know their size.
    deny TAILCC_VARIABLE: "CAL059" "musttail-tailcc-varargs" {
        message: "the `musttail` call uses `{detail}`, but `{function}` is variadic",
        reference: "LangRef, Calling Conventions, tailcc and swifttailcc",
        checks: ["verifyMustTailCall: cannot guarantee <..> tail call for varargs function"],
    }
}

datalog! { module;
    /// ABI-impacting attributes, and whether `tailcc` and `swifttailcc` forbid them. `align`
    /// impacts the ABI only together with `byval` or `byref`.
    const PASSING(&'static str, bool) = [
        ("sret", false),
        ("byval", false),
        ("byref", true),
        ("inalloca", true),
        ("preallocated", true),
        ("inreg", true),
        ("alignstack", false),
        ("swiftself", false),
        ("swiftasync", false),
        ("swifterror", true),
        ("align", false),
    ];

    /// The calling conventions with which the prototypes of caller and callee need not match.
    const MOVES_ARGUMENTS(&'static str) = ["tailcc", "swifttailcc"];

    /// `call` is a `musttail` call in `caller`.
    struct Tail(InstructionId, FunctionId);

    Tail(call, caller) <-
        tail_call { instruction: call, kind: TailCallKind::MustTail },
        instruction { instruction: call, function: caller };

    violation(ASSEMBLY, call) <-
        Tail(call, _),
        call_instruction { instruction: call, callee },
        inline_asm { value: callee };

    /// The `musttail` call `call` has the function type `callee_type`, and is in a function of type
    /// `caller_type`.
    struct Types(InstructionId, TypeId, TypeId);

    Types(call, caller_type, callee_type) <-
        Tail(call, caller),
        function { function: caller, function_type: caller_type },
        call_instruction { instruction: call, function_type: callee_type };

    violation(VARIABLE_ARGUMENTS, call) <-
        Types(call, caller_type, callee_type),
        type_flag { type: caller_type, flag: TypeFlag::VarArg },
        !type_flag { type: callee_type, flag: TypeFlag::VarArg };

    violation(VARIABLE_ARGUMENTS, call) <-
        Types(call, caller_type, callee_type),
        type_flag { type: callee_type, flag: TypeFlag::VarArg },
        !type_flag { type: caller_type, flag: TypeFlag::VarArg };

    violation(RETURN_TYPE, call) <-
        Types(call, caller_type, callee_type),
        function_type { type: caller_type, return_type },
        !function_type { type: callee_type, return_type };

    violation(CONVENTION, call) <-
        Tail(call, caller),
        call_instruction { instruction: call, calling_convention },
        !function { function: caller, calling_convention };

    /// `last` is `call`, or the `bitcast` of its result that directly follows it.
    struct Ends(InstructionId, InstructionId);

    Ends(call, call) <- Tail(call, _);

    Ends(call, cast) <-
        Next(call, cast, Opcode::BitCast),
        Tail(call, _),
        conversion_instruction { instruction: cast, operand },
        instruction_result { instruction: call, result: operand };

    /// `next`, with this opcode, directly follows `instruction` in its block.
    struct Next(InstructionId, InstructionId, Opcode);

    Next(instruction, next, opcode) <-
        Ends(_, instruction),
        instruction { instruction, block, position },
        block_instruction { block, instruction: next, opcode },
        instruction { instruction: next, position: position + 1 };

    /// `ret` directly follows `last`, which is `call` or the `bitcast` of its result.
    struct Before(InstructionId, InstructionId, InstructionId);

    Before(call, last, ret) <- Ends(call, last), Next(last, ret, Opcode::Ret);

    violation(NO_RET, call) <- Tail(call, _), !Before(call, _, _);

    /// `ret`, after a `musttail` call, may return `value`.
    struct MayReturn(InstructionId, ValueId);

    MayReturn(ret, result) <-
        Before(_, last, ret),
        instruction_result { instruction: last, result };

    MayReturn(ret, value) <-
        Before(_, _, ret),
        return_value { instruction: ret, value },
        value { value, kind },
        (matches!(kind, ValueKind::Undef | ValueKind::Poison));

    violation(NOT_RETURNED, call) <-
        Before(call, _, ret),
        return_value { instruction: ret, value },
        !MayReturn(ret, value);

    /// `call` has the calling convention `name`, one of `MOVES_ARGUMENTS`.
    struct Moves(InstructionId, Text);

    Moves(call, name) <-
        Tail(call, _),
        call_instruction { instruction: call, calling_convention: number },
        calling_convention { number, name },
        let word = module.text(name),
        MOVES_ARGUMENTS(word);

    /// `call` calls an intrinsic, known or not, with the function's own type.
    struct CallsIntrinsic(InstructionId);

    CallsIntrinsic(call) <-
        Tail(call, _),
        call_instruction { instruction: call, callee, function_type },
        value_function { value: callee, function },
        function { function, function_type },
        value_name { value: callee, name },
        (module.text(name).starts_with("llvm."));

    violation(PARAMETERS, call, Detail::Number(position.into())) <-
        Types(call, caller_type, callee_type),
        !Moves(call, _),
        !CallsIntrinsic(call),
        function_type_parameter { type: caller_type, position, parameter_type: parameter },
        !function_type_parameter { type: callee_type, position, parameter_type: parameter };

    violation(PARAMETERS, call, Detail::Number(position.into())) <-
        Types(call, caller_type, callee_type),
        !Moves(call, _),
        !CallsIntrinsic(call),
        function_type_parameter { type: callee_type, position, parameter_type: parameter },
        !function_type_parameter { type: caller_type, position, parameter_type: parameter };

    /// The parameter of the function `owner`, or the argument of the call `owner`, at `position` has
    /// `attribute`.
    struct Attributed(Subject, u32, AttributeId);

    Attributed(Subject::Function(caller), position, attribute) <-
        Tail(_, caller),
        parameter_attribute { function: caller, position, attribute };

    Attributed(Subject::Instruction(call), position, attribute) <-
        Tail(call, _),
        call_argument_attribute { instruction: call, position, attribute };

    /// `attribute`, of `owner` at `position`, is named `name`, one of `PASSING`.
    struct Has(Subject, u32, &'static str, AttributeId);

    Has(owner, position, name, attribute) <-
        Attributed(owner, position, attribute),
        attribute { attribute, name: name_text },
        let text = module.text(name_text),
        PASSING(name, _),
        (text == name);

    /// `attribute`, of `owner` at `position`, impacts the ABI.
    struct Passes(Subject, u32, AttributeId);

    Passes(owner, position, attribute) <- Has(owner, position, name, attribute), (name != "align");

    Passes(owner, position, attribute) <-
        Has(owner, position, "align", attribute),
        Has(owner, position, other, _),
        (matches!(other, "byval" | "byref"));

    violation(ABI, call, attribute) <-
        Tail(call, caller),
        !Moves(call, _),
        Passes(Subject::Function(caller), position, attribute),
        !Passes(Subject::Instruction(call), position, attribute);

    violation(ABI, call, attribute) <-
        Tail(call, caller),
        !Moves(call, _),
        Passes(Subject::Instruction(call), position, attribute),
        function_argument { function: caller, position },
        !Passes(Subject::Function(caller), position, attribute);

    violation(TAILCC_ATTRIBUTE, call, convention) <-
        Moves(call, convention),
        Tail(call, caller),
        Has(Subject::Function(caller), _, name, _),
        PASSING(name, true);

    violation(TAILCC_ATTRIBUTE, call, convention) <-
        Moves(call, convention),
        Types(call, _, callee_type),
        Has(Subject::Instruction(call), position, name, _),
        PASSING(name, true),
        function_type_parameter { type: callee_type, position };

    violation(TAILCC_VARIABLE, call, convention) <-
        Moves(call, convention),
        Types(call, caller_type, _),
        type_flag { type: caller_type, flag: TypeFlag::VarArg };
}
