//! Intrinsics for AMD GPUs that continue in another shader or function, or that depend on the
//! calling function.

use facts_schema::view::Lanes;
use facts_schema::{FunctionId, InstructionId, Opcode, TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use crate::checks::control_flow;
use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// Only a shader calls `llvm.amdgcn.cs.chain`.
    ///
    /// The caller has the calling convention `amdgpu_cs`, `amdgpu_cs_chain`,
    /// `amdgpu_cs_chain_preserve`, `amdgpu_es`, `amdgpu_gs`, `amdgpu_hs`, `amdgpu_ls` or
    /// `amdgpu_vs`.
    deny CHAIN_CALLER: "INT130" "amdgpu-chain-caller" {
        message: "the calling convention of {function} does not allow it to continue in another shader",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.cs.chain",
        checks: ["visitIntrinsicCall: Intrinsic can only be used from functions with the amdgpu_cs, amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions"],
    }

    /// `llvm.amdgcn.cs.chain` passes the scalar registers in an argument marked `inreg` and the
    /// vector registers in one without `inreg`.
    ///
    /// The attribute selects the kind of registers.
    deny CHAIN_REGISTERS: "INT131" "amdgpu-chain-registers" {
        message: "`{operand}` is passed in the wrong kind of registers",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.cs.chain",
        checks: [
            "visitIntrinsicCall: SGPR arguments must have the `inreg` attribute",
            "visitIntrinsicCall: VGPR arguments must not have the `inreg` attribute",
        ],
    }

    /// `llvm.amdgcn.cs.chain` is followed by `unreachable`.
    ///
    /// The other shader does not return.
    deny CHAIN_END: "INT132" "amdgpu-chain-end" {
        message: "the call is not followed by `unreachable`",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.cs.chain",
        checks: [],
    }

    /// `llvm.amdgcn.set.inactive.chain.arg` is called only in a chained shader.
    ///
    /// Only functions with the calling convention `amdgpu_cs_chain` or `amdgpu_cs_chain_preserve`
    /// have values of inactive lanes.
    deny INACTIVE_CALLER: "INT133" "amdgpu-inactive-caller" {
        message: "the calling convention of {function} does not define values of inactive lanes",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.set.inactive.chain.arg",
        checks: ["visitIntrinsicCall: Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions"],
    }

    /// The value for inactive lanes is an argument of the function in a vector register.
    ///
    /// Only vector registers contain values that the previous shader left in inactive lanes.
    deny INACTIVE_VALUE: "INT134" "amdgpu-inactive-value" {
        message: "`{operand}` does not have a value in the inactive lanes",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.set.inactive.chain.arg",
        checks: [
            "visitIntrinsicCall: Value for inactive lanes must not have the `inreg` attribute",
            "visitIntrinsicCall: Value for inactive lanes must be a function argument",
            "visitIntrinsicCall: Value for inactive lanes must be a VGPR function argument",
        ],
    }

    /// The mask argument of `llvm.amdgcn.init.exec.from.input` is an argument of the function in a
    /// scalar register.
    ///
    /// It is read before the first instruction, when only arguments have values.
    deny EXECUTION_MASK: "INT135" "amdgpu-execution-mask" {
        message: "`{operand}` is not an argument of {function} marked `inreg`",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.init.exec.from.input",
        checks: [],
    }

    /// The callee of `llvm.amdgcn.call.whole.wave` is a whole-wave function whose parameters match
    /// the arguments.
    ///
    /// The function has the calling convention `amdgpu_gfx_whole_wave`. Its first parameter is an
    /// `i1` that is true if the lane was active, and the other parameters match the arguments of
    /// the call.
    deny WHOLE_WAVE: "INT136" "amdgpu-whole-wave-call" {
        message: "{operand:0} is not a whole-wave function with these parameters",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.call.whole.wave",
        checks: [],
    }
}

const CHAIN: &str = "llvm.amdgcn.cs.chain";
const INACTIVE: &str = "llvm.amdgcn.set.inactive.chain.arg";
const EXECUTION: &str = "llvm.amdgcn.init.exec.from.input";
const WAVE: &str = "llvm.amdgcn.call.whole.wave";

datalog! { module;
    /// The intrinsics that the rules check.
    const INTRINSICS(&'static str) = [CHAIN, INACTIVE, EXECUTION, WAVE];

    /// `instruction`, in `function`, calls the intrinsic `name`.
    struct Call<'a>(InstructionId, FunctionId, &'a str);

    Call(instruction, function, name) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        let name = module.text(intrinsic),
        INTRINSICS(name),
        instruction { instruction, function };

    /// The argument of the call `instruction` at `position` is `inreg`.
    struct InRegister(InstructionId, u32);

    InRegister(instruction, position) <-
        Call(instruction, _, _),
        call_argument_attribute { instruction, position, attribute },
        attribute { attribute, name: "inreg" };

    /// The calling conventions of the functions that may call the intrinsic.
    const CALLERS(&'static str, &'static str) = [
        (CHAIN, "amdgpu_cs"),
        (CHAIN, "amdgpu_cs_chain"),
        (CHAIN, "amdgpu_cs_chain_preserve"),
        (CHAIN, "amdgpu_es"),
        (CHAIN, "amdgpu_gs"),
        (CHAIN, "amdgpu_hs"),
        (CHAIN, "amdgpu_ls"),
        (CHAIN, "amdgpu_vs"),
        (INACTIVE, "amdgpu_cs_chain"),
        (INACTIVE, "amdgpu_cs_chain_preserve"),
    ];

    /// The function that contains `instruction` has a calling convention that its intrinsic allows.
    struct InShader(InstructionId);

    InShader(instruction) <-
        Call(instruction, function, name),
        function { function, calling_convention: number },
        calling_convention { number, name: convention },
        CALLERS(name, module.text(convention));

    violation(CHAIN_CALLER, instruction) <- Call(instruction, _, CHAIN), !InShader(instruction);

    violation(INACTIVE_CALLER, instruction) <-
        Call(instruction, _, INACTIVE),
        !InShader(instruction);

    violation(CHAIN_REGISTERS, Subject::Operand(instruction, 2)) <-
        Call(instruction, _, CHAIN),
        !InRegister(instruction, 2);

    violation(CHAIN_REGISTERS, Subject::Operand(instruction, 3)) <-
        Call(instruction, _, CHAIN),
        InRegister(instruction, 3);

    /// `next` directly follows `instruction`, a call of `cs.chain`, in the same block.
    struct Next(InstructionId, InstructionId);

    Next(instruction, next) <-
        Call(instruction, _, CHAIN),
        instruction { instruction, block },
        let next = control_flow::next(instruction),
        instruction { instruction: next, block };

    /// An unreachable instruction directly follows `instruction`.
    struct Ends(InstructionId);

    Ends(instruction) <-
        Next(instruction, next),
        instruction { instruction: next, opcode: Opcode::Unreachable };

    Ends(instruction) <-
        Next(instruction, next),
        call_instruction { instruction: next, callee },
        value_intrinsic { value: callee, intrinsic: "llvm.amdgcn.unreachable" };

    violation(CHAIN_END, instruction) <- Call(instruction, _, CHAIN), !Ends(instruction);

    /// `instruction` is a whole-wave call of `function`.
    struct Wave(InstructionId, FunctionId);

    Wave(instruction, function) <-
        Call(instruction, _, WAVE),
        call_argument { instruction, position: 0, argument },
        value_function { value: argument, function },
        function { function, calling_convention: number },
        calling_convention { number, name: "amdgpu_gfx_whole_wave" };

    /// The parameter at `position` of `function` is `inreg`. `function` contains one of the calls,
    /// or is the callee of a whole-wave call.
    struct ParameterInRegister(FunctionId, u32);

    ParameterInRegister(function, position) <-
        Call(_, function, _),
        parameter_attribute { function, position, attribute },
        attribute { attribute, name: "inreg" };

    ParameterInRegister(function, position) <-
        Wave(_, function),
        parameter_attribute { function, position, attribute },
        attribute { attribute, name: "inreg" };

    /// The value for inactive lanes in `instruction` is a parameter that is passed in a VGPR.
    struct InVector(InstructionId);

    InVector(instruction) <-
        Call(instruction, function, INACTIVE),
        call_argument { instruction, position: 1, argument: value },
        argument { value, function, position },
        !ParameterInRegister(function, position),
        !InRegister(instruction, 1);

    violation(INACTIVE_VALUE, Subject::Operand(instruction, 1)) <-
        Call(instruction, _, INACTIVE),
        call_argument { instruction, position: 1 },
        !InVector(instruction);

    /// The mask of `instruction` is a parameter that is passed in an SGPR.
    struct InScalar(InstructionId);

    InScalar(instruction) <-
        Call(instruction, function, EXECUTION),
        call_argument { instruction, position: 0, argument: value },
        argument { value, function, position },
        ParameterInRegister(function, position);

    violation(EXECUTION_MASK, Subject::Operand(instruction, 0)) <-
        Call(instruction, _, EXECUTION),
        call_argument { instruction, position: 0 },
        !InScalar(instruction);

    violation(WHOLE_WAVE, instruction) <- Call(instruction, _, WAVE), !Wave(instruction, _);

    violation(WHOLE_WAVE, instruction) <-
        Wave(instruction, function),
        function { function, function_type: type },
        type_flag { type, flag: TypeFlag::VarArg };

    violation(WHOLE_WAVE, instruction) <-
        Wave(instruction, function),
        function_argument { function, position: 0, value: active },
        value { value: active, type },
        type_traits { type, kind, measure: width, lanes },
        (kind != TypeKind::Integer || width != 1 || lanes != Lanes::Scalar);

    /// The argument at `position` of `instruction` has type `type`.
    struct Typed(InstructionId, u32, TypeId);

    Typed(instruction, position, type) <-
        Wave(instruction, _),
        call_argument { instruction, position, argument },
        value { value: argument, type };

    violation(WHOLE_WAVE, instruction) <-
        Wave(instruction, function),
        function_argument { function, position, value: parameter },
        (position > 0),
        value { value: parameter, type },
        !Typed(instruction, position, type);

    violation(WHOLE_WAVE, instruction) <-
        Wave(instruction, function),
        call_argument { instruction, position },
        !function_argument { function, position };

    violation(WHOLE_WAVE, instruction) <-
        Wave(instruction, function),
        InRegister(instruction, position),
        !ParameterInRegister(function, position);

    violation(WHOLE_WAVE, instruction) <-
        Wave(instruction, function),
        ParameterInRegister(function, position),
        (position > 0),
        !InRegister(instruction, position);
}
