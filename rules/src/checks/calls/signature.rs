//! The callees of calls, and whether the arguments match the function type. These are tables 102 to
//! 106 of the relational model (Psallida 2014), extended to all calls.

use facts_schema::{InstructionId, Opcode, Text, TypeFlag, TypeId, TypeKind, ValueId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Calls "calls";
    /// The callee of a call is a pointer.
    ///
    /// A call has one callee. A vector of pointers does not call one function for each lane.
    deny CALLEE_NOT_POINTER: "CAL001" "callee-not-pointer" {
        message: "the callee has type `{operand.type}`, not a pointer type",
        reference: "LangRef, call and invoke Instructions",
        checks: ["visitCallBase: Called function must be a pointer!"],
        tables: [102, 103, 104],
    }

    /// A call has an argument for each parameter of its function type.
    ///
    /// The callee reads all its parameters, and there are no default values.
    deny TOO_FEW_ARGUMENTS: "CAL002" "too-few-arguments" {
        message: "the call has no argument for parameter {detail} of `{callee}`",
        reference: "LangRef, call Instruction",
        checks: [
            "visitCallBase: Called function requires more parameters than were provided!",
            "visitCallBase: Incorrect number of arguments passed to called function!",
        ],
        tables: [105, 106],
    }

    /// A call has no more arguments than its function type has parameters, unless the function type
    /// is variadic.
    ///
    /// The callee would not read them, and the calling convention may not define where they are
    /// passed.
    deny TOO_MANY_ARGUMENTS: "CAL003" "too-many-arguments" {
        message: "the call has more arguments than the {detail} parameters of `{callee}`",
        reference: "LangRef, call Instruction",
        checks: ["visitCallBase: Incorrect number of arguments passed to called function!"],
        tables: [105, 106],
    }

    /// An argument has the type of its parameter.
    ///
    /// LLVM does not convert arguments. An integer that is too narrow must be extended before the
    /// call.
    deny ARGUMENT_DIFFERS: "CAL004" "argument-type-differs" {
        message: "an argument has type `{operand.type}`, but the parameter of `{callee}` has type `{detail}`",
        reference: "LangRef, call Instruction",
        checks: ["visitCallBase: Call parameter type does not match function signature!"],
        tables: [105, 106],
    }

    /// The function type of a call to an intrinsic is the type of the intrinsic.
    ///
    /// A call of an ordinary function through another type is well-formed, although executing it is
    /// undefined behaviour. For an intrinsic, the type selects the operation.
    deny INTRINSIC_DIFFERS: "CAL005" "intrinsic-call-type-differs" {
        message: "the function type of the call is not the type of the intrinsic `{callee}`",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitCallBase: Intrinsic called with incompatible signature"],
    }

    /// Only intrinsics have metadata and token parameters.
    ///
    /// Metadata and tokens do not exist at run time, so a function call cannot pass them.
    deny NOT_PASSED: "CAL006" "call-passes-metadata" {
        message: "parameter {detail} of `{callee}` is metadata or a token, which only intrinsics can take",
        reference: "LangRef, Metadata Type and Token Type",
        checks: [
            "visitCallBase: Function has metadata parameter but isn't an intrinsic",
            "visitCallBase: Function has token parameter but isn't an intrinsic",
        ],
    }

    /// An indirect call does not return a token or an `x86_amx`.
    ///
    /// Only intrinsics return them, and intrinsics are called directly and with their own type.
    deny NOT_RETURNED: "CAL007" "indirect-call-returns-token" {
        message: "the call returns a `{result.type}`, but does not call an intrinsic",
        reference: "LangRef, Token Type and X86_amx Type",
        checks: [
            "visitCallBase: Return type cannot be token for indirect call!",
            "visitCallBase: Return type cannot be x86_amx for indirect call!",
        ],
    }

    /// The alignment of a value that is passed to a function or returned by it is at most 2^32
    /// bytes.
    ///
    /// LLVM cannot represent larger alignments. By default, a vector is aligned to its size.
    deny OVERALIGNED: "CAL008" "argument-overaligned" {
        message: "the call passes or returns a `{detail}`, which is aligned to more than 2^32 bytes",
        reference: "LangRef, Data Layout",
        checks: ["visitCallBase: Incorrect alignment of <..> to called function!"],
    }

    /// A call does not use the calling convention of a kernel, a shader, a chained shader or a
    /// whole-wave function.
    ///
    /// Such functions are started by the driver or by intrinsics such as `llvm.amdgcn.cs.chain`.
    deny NOT_CALLABLE: "CAL009" "convention-not-callable" {
        message: "the call of `{callee}` uses the calling convention `{detail}`, which cannot be called",
        reference: "LLVM, User Guide for AMDGPU Backend, Calling Conventions",
        checks: ["visitCallBase: Direct calls to amdgpu_cs_chain/amdgpu_cs_chain_preserve functions not allowed. Please use the @llvm.amdgpu.cs.chain intrinsic instead."],
    }
}

/// The largest alignment, in bytes.
const GREATEST_ALIGNMENT: u64 = 1 << 32;

datalog! { representatives;
    /// The calling conventions that calls cannot have.
    const NOT_CALLED_BY(&'static str) = [
        "amdgpu_cs",
        "amdgpu_cs_chain",
        "amdgpu_cs_chain_preserve",
        "amdgpu_es",
        "amdgpu_gfx_whole_wave",
        "amdgpu_gs",
        "amdgpu_hs",
        "amdgpu_kernel",
        "amdgpu_ls",
        "amdgpu_ps",
        "amdgpu_vs",
        "spir_kernel",
    ];

    /// The name of `function` has the prefix `llvm.`, which is reserved for intrinsics.
    struct Reserved(ValueId);

    Reserved(function) <-
        function { value: function },
        value_name { value: function, name },
        (module.text(name).starts_with("llvm."));

    violation(CALLEE_NOT_POINTER, Subject::Operand(call, position)) <-
        call_instruction { instruction: call, opcode, callee },
        (opcode != Opcode::CallBr),
        value { value: callee, type },
        type { type, kind },
        (kind != TypeKind::Pointer),
        instruction_operand { instruction: call, position },
        !instruction_operand { instruction: call, position: position + 1 };

    violation(TOO_FEW_ARGUMENTS, call, Detail::Number(position.into())) <-
        call_instruction { instruction: call, opcode, function_type },
        (opcode != Opcode::CallBr),
        function_type_parameter { type: function_type, position },
        !call_argument { instruction: call, position };

    violation(TOO_MANY_ARGUMENTS, call, Detail::Number(parameter_count.into())) <-
        call_instruction { instruction: call, opcode, function_type },
        (opcode != Opcode::CallBr),
        function_type { type: function_type, parameter_count },
        call_argument { instruction: call, position },
        (position >= parameter_count),
        !type_flag { type: function_type, flag: TypeFlag::VarArg };

    violation(ARGUMENT_DIFFERS, Subject::Operand(call, position), parameter) <-
        call_instruction { instruction: call, opcode, function_type },
        (opcode != Opcode::CallBr),
        call_argument { instruction: call, position, argument },
        function_type_parameter { type: function_type, position, parameter_type: parameter },
        !value { value: argument, type: parameter };

    violation(INTRINSIC_DIFFERS, call) <-
        call_instruction { instruction: call, opcode, callee, function_type },
        (opcode != Opcode::CallBr),
        Reserved(callee),
        value_function { value: callee, function },
        !function { function, function_type };

    /// The parameter at `position` of `function_type` is metadata or a token.
    struct PassesMetadata(TypeId, u32);

    PassesMetadata(function_type, position) <-
        function_type_parameter { type: function_type, position, parameter_type: parameter },
        type { type: parameter, kind },
        (matches!(kind, TypeKind::Metadata | TypeKind::Token));

    violation(NOT_PASSED, call, Detail::Number(position.into())) <-
        call_instruction { instruction: call, opcode, callee, function_type },
        (opcode != Opcode::CallBr),
        PassesMetadata(function_type, position),
        !Reserved(callee);

    /// Functions of type `function_type` return a token or an `x86_amx`.
    struct ReturnsToken(TypeId);

    ReturnsToken(function_type) <-
        function_type { type: function_type, return_type },
        type { type: return_type, kind },
        (matches!(kind, TypeKind::Token | TypeKind::X86Amx));

    /// `call`, which returns a token or an `x86_amx`, is a direct call with the function's own
    /// type.
    struct Direct(InstructionId);

    Direct(call) <-
        call_instruction { instruction: call, callee, function_type },
        ReturnsToken(function_type),
        value_function { value: callee, function },
        function { function, function_type };

    violation(NOT_RETURNED, call) <-
        call_instruction { instruction: call, opcode, function_type },
        (opcode != Opcode::CallBr),
        ReturnsToken(function_type),
        !Direct(call);

    /// The alignment of `type` is larger than LLVM supports. In the facts, the alignment of such a
    /// vector is 0.
    struct Overaligned(TypeId);

    Overaligned(type) <-
        vector_type { type },
        type_layout { type, abi_alignment: 0, store_size },
        (store_size > GREATEST_ALIGNMENT);

    Overaligned(array) <- Overaligned(element), array_type { type: array, element_type: element };

    Overaligned(structure) <-
        Overaligned(field),
        struct_field { type: structure, field_type: field },
        !type_flag { type: structure, flag: TypeFlag::Packed };

    /// The parameter at `position` of `function_type` has the overaligned type `parameter`.
    struct PassesOveraligned(TypeId, u32, TypeId);

    PassesOveraligned(function_type, position, parameter) <-
        function_type_parameter { type: function_type, position, parameter_type: parameter },
        Overaligned(parameter);

    violation(OVERALIGNED, Subject::Operand(call, position), parameter) <-
        call_instruction { instruction: call, opcode, callee, function_type },
        (opcode != Opcode::CallBr),
        PassesOveraligned(function_type, position, parameter),
        !Reserved(callee);

    /// `function_type` returns the overaligned type `return_type`.
    struct ReturnsOveraligned(TypeId, TypeId);

    ReturnsOveraligned(function_type, return_type) <-
        function_type { type: function_type, return_type },
        Overaligned(return_type);

    violation(OVERALIGNED, call, return_type) <-
        call_instruction { instruction: call, opcode, callee, function_type },
        (opcode != Opcode::CallBr),
        ReturnsOveraligned(function_type, return_type),
        !Reserved(callee);

    /// Calls cannot have the calling convention `number`, named `name`.
    struct NotCallable(u32, Text);

    NotCallable(number, name) <-
        calling_convention { number, name },
        let word = module.text(name),
        NOT_CALLED_BY(word);

    violation(NOT_CALLABLE, call, name) <-
        call_instruction { instruction: call, opcode, calling_convention: number },
        (opcode != Opcode::CallBr),
        NotCallable(number, name);
}
