//! Intrinsics that affect or depend on control flow: deoptimisation, coroutines, exceptions and
//! patch points.

use facts_schema::{FunctionId, GlobalFlag, InstructionId, Opcode, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use super::pointers;
use crate::checks::control_flow::next;
use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// `llvm.experimental.guard` and `llvm.experimental.deoptimize` are not invoked.
    ///
    /// They do not return to the function when they deoptimise, and they do not unwind.
    deny INVOKED: "INT100" "deoptimization-invoked" {
        message: "{callee} cannot be invoked",
        reference: "LangRef, Deoptimization Intrinsics",
        checks: [
            "visitIntrinsicCall: experimental_guard cannot be invoked",
            "visitIntrinsicCall: experimental_deoptimize cannot be invoked",
        ],
    }

    /// `llvm.experimental.guard` and `llvm.experimental.deoptimize` have exactly one operand bundle
    /// `"deopt"`.
    ///
    /// It holds the state with which the interpreter continues.
    deny STATE: "INT101" "deoptimization-state" {
        message: "{callee} must have exactly one operand bundle `\"deopt\"`",
        reference: "LangRef, Deoptimization Intrinsics",
        checks: [
            "visitIntrinsicCall: experimental_guard must have exactly one \"deopt\" operand bundle",
            "visitIntrinsicCall: experimental_deoptimize must have exactly one \"deopt\" operand bundle",
        ],
    }

    /// `llvm.experimental.deoptimize` has the return type of its caller.
    ///
    /// The result of the interpreter is the result of the function.
    deny RESULT: "INT102" "deoptimization-result" {
        message: "the deoptimisation returns `{result.type}`, but its caller returns `{return.type}`",
        reference: "LangRef, llvm.experimental.deoptimize Intrinsic",
        checks: ["visitIntrinsicCall: experimental_deoptimize return type must match caller return type"],
    }

    /// `llvm.experimental.deoptimize` is followed by a `ret` of its result.
    ///
    /// Nothing remains to be executed after the interpreter has finished.
    deny RETURNED: "INT103" "deoptimization-not-returned" {
        message: "the deoptimisation is not followed by a `ret` of its result",
        reference: "LangRef, llvm.experimental.deoptimize Intrinsic",
        checks: [
            "visitIntrinsicCall: calls to experimental_deoptimize must be followed by a return",
            "visitIntrinsicCall: calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize",
        ],
    }

    /// All calls of `llvm.experimental.deoptimize` in a module have the same calling convention.
    ///
    /// They are all lowered to calls of one runtime function.
    deny CONVENTION: "INT104" "deoptimization-convention" {
        message: "{subject} and `{detail}` have different calling conventions",
        reference: "LangRef, llvm.experimental.deoptimize Intrinsic",
        checks: ["verifyDeoptimizeCallingConvs: All llvm.experimental.deoptimize declarations must have the same calling convention"],
    }

    /// The argument of `llvm.eh.exceptionpointer` and `llvm.eh.exceptioncode` is a `catchpad`.
    ///
    /// The intrinsics return a property of the exception that the pad caught.
    deny EXCEPTION: "INT105" "exception-without-catchpad" {
        message: "`{operand}` is not a `catchpad`",
        reference: "LangRef, Exception Handling Intrinsics",
        checks: ["visitIntrinsicCall: eh.exceptionpointer argument must be a catchpad"],
    }

    /// A patch point with the convention `anyregcc` returns a value that fits in a register.
    ///
    /// The convention lets LLVM choose the register of the result.
    deny PATCH_POINT: "INT106" "patch-point-result" {
        message: "a result of type `{result.type}` does not fit in a register",
        reference: "LLVM, Stack maps and patch points in LLVM",
        checks: ["visitIntrinsicCall: patchpoint: invalid return type used with anyregcc"],
    }

    /// The info argument of `llvm.coro.id` is null or a constant structure or array.
    ///
    /// It is null before the coroutine is split. Afterwards, it lists the parts of the coroutine,
    /// and other code can read it.
    deny COROUTINE: "INT107" "coroutine-description" {
        message: "`{operand}` is not a list of the coroutine's parts",
        reference: "LangRef, llvm.coro.id Intrinsic",
        checks: [
            "visitIntrinsicCall: info argument of llvm.coro.id must refer to an initialized constant",
            "visitIntrinsicCall: info argument of llvm.coro.id must refer to either a struct or an array",
        ],
    }
}

const GUARD: &str = "llvm.experimental.guard";
const DEOPTIMIZE: &str = "llvm.experimental.deoptimize";
const PATCH: &str = "llvm.experimental.patchpoint";
const COROUTINE_ID: &str = "llvm.coro.id";
const EXCEPTION_POINTER: &str = "llvm.eh.exceptionpointer";
const EXCEPTION_CODE: &str = "llvm.eh.exceptioncode";

/// The number of the calling convention `anyregcc`.
const ANY_REGISTER: u32 = 13;

datalog! { module;
    /// The intrinsics that the rules check.
    const INTRINSICS(&'static str) =
        [GUARD, DEOPTIMIZE, PATCH, COROUTINE_ID, EXCEPTION_POINTER, EXCEPTION_CODE];

    /// The intrinsics that deoptimise.
    const DEOPTIMIZING(&'static str) = [GUARD, DEOPTIMIZE];

    /// The intrinsics that access the exception of a `catchpad`.
    const EXCEPTION_INTRINSICS(&'static str) = [EXCEPTION_POINTER, EXCEPTION_CODE];

    /// `instruction` calls the intrinsic `name`.
    struct Call<'a>(InstructionId, &'a str);

    Call(instruction, name) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        let name = module.text(intrinsic),
        INTRINSICS(name);

    violation(INVOKED, instruction) <-
        Call(instruction, name),
        DEOPTIMIZING(name),
        call_instruction { instruction, opcode },
        (opcode != Opcode::Call);

    violation(STATE, instruction) <-
        Call(instruction, name),
        DEOPTIMIZING(name),
        !operand_bundle { instruction, tag: "deopt" };

    violation(STATE, instruction) <-
        Call(instruction, name),
        DEOPTIMIZING(name),
        operand_bundle { instruction, position: one, tag: "deopt" },
        operand_bundle { instruction, position: other, tag: "deopt" },
        (one < other);

    violation(RESULT, instruction) <-
        Call(instruction, DEOPTIMIZE),
        call_instruction { instruction, function_type: called },
        function_type { type: called, return_type },
        instruction { instruction, function },
        function { function, function_type: caller },
        !function_type { type: caller, return_type };

    /// `ret` directly follows the deoptimisation `instruction`.
    struct Before(InstructionId, InstructionId);

    Before(instruction, ret) <-
        Call(instruction, DEOPTIMIZE),
        instruction { instruction, block },
        let ret = next(instruction),
        instruction { instruction: ret, block, opcode: Opcode::Ret };

    violation(RETURNED, instruction) <-
        Call(instruction, DEOPTIMIZE),
        call_instruction { instruction, opcode: Opcode::Call },
        !Before(instruction, _);

    violation(RETURNED, instruction) <-
        Before(instruction, ret),
        instruction_result { instruction, result },
        !return_value { instruction: ret, value: result };

    /// The declaration `function` of a deoptimisation intrinsic has the calling convention with the
    /// number `convention`.
    struct Declared(FunctionId, u32);

    Declared(function, convention) <-
        intrinsic { function, intrinsic: "llvm.experimental.deoptimize" },
        function { function, calling_convention: convention };

    violation(CONVENTION, function, other) <-
        Declared(function, convention),
        Declared(other, another),
        (other < function && convention != another);

    /// The argument of `instruction` is the token of a `catchpad`.
    struct OfCatchPad(InstructionId);

    OfCatchPad(instruction) <-
        Call(instruction, _),
        call_argument { instruction, position: 0, argument },
        definition { value: argument, instruction: pad },
        instruction { instruction: pad, opcode: Opcode::CatchPad };

    violation(EXCEPTION, Subject::Operand(instruction, 0)) <-
        Call(instruction, name),
        EXCEPTION_INTRINSICS(name),
        call_argument { instruction, position: 0 },
        !OfCatchPad(instruction);

    /// Values of these types cannot be in a register.
    const NOT_IN_REGISTERS(TypeKind) = [
        TypeKind::Void,
        TypeKind::Label,
        TypeKind::Token,
        TypeKind::Metadata,
        TypeKind::Function,
        TypeKind::Struct,
        TypeKind::Array,
    ];

    violation(PATCH_POINT, instruction) <-
        Call(instruction, PATCH),
        call_instruction { instruction, function_type, calling_convention: ANY_REGISTER },
        function_type { type: function_type, return_type },
        type { type: return_type, kind },
        NOT_IN_REGISTERS(kind);

    @input
    /// `origin` is the argument `value` with all casts stripped.
    struct Origin(ValueId, ValueId) = pointers::origins;

    /// `variable` is a constant global variable, and its initialiser is known and is a structure or
    /// an array.
    struct ConstantAggregate(ValueId);

    ConstantAggregate(variable) <-
        Origin(_, variable),
        global_flag { global: variable, flag: GlobalFlag::Constant },
        !global_flag { global: variable, flag: GlobalFlag::ExternallyInitialized },
        !interposable_global { global: variable },
        global_initializer { global: variable, initializer },
        value { value: initializer, kind },
        (matches!(kind, ValueKind::ConstantStruct | ValueKind::ConstantArray));

    violation(COROUTINE, Subject::Operand(instruction, 3)) <-
        Call(instruction, COROUTINE_ID),
        call_argument { instruction, position: 3, argument },
        Origin(argument, description),
        value { value: description, kind },
        (kind != ValueKind::NullPointer),
        !ConstantAggregate(description);
}
