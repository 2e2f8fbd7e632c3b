//! Intrinsics of AMD's GPUs that hand over from one shader to the next, and depend on the function
//! around the call.
//!
//! **Scope: module.** All calls of these intrinsics, which are few.

use facts_schema::{EntityId, FunctionId, InstructionId, Opcode, TypeFlag, ValueId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{Calls, attributed, feed};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{Lanes, TypeTraits};
use crate::violation::Violation;
use program::{
    Argument, Broken, Call, Caller, Convention, Crepe, EndsNext, InRegister, Parameter,
    ParameterInRegister, Typed, Variadic,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// Only a shader goes on as another by `llvm.amdgcn.cs.chain`.
    ///
    /// It has one of the calling conventions `amdgpu_cs`, `amdgpu_cs_chain`,
    /// `amdgpu_cs_chain_preserve`, `amdgpu_es`, `amdgpu_gs`, `amdgpu_hs`, `amdgpu_ls` and
    /// `amdgpu_vs`.
    deny CHAIN_CALLER: "INT130" "amdgpu-chain-caller" {
        message: "{function} has a calling convention that does not end in another shader",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.cs.chain",
        checks: ["visitIntrinsicCall: Intrinsic can only be used from functions with the amdgpu_cs, amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions"],
    }

    /// `llvm.amdgcn.cs.chain` hands over scalar registers, marked `inreg`, then vector registers,
    /// which are not.
    ///
    /// The attribute tells the two kinds of registers apart.
    deny CHAIN_REGISTERS: "INT131" "amdgpu-chain-registers" {
        message: "`{operand}` is handed over in registers of the wrong kind",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.cs.chain",
        checks: [
            "visitIntrinsicCall: SGPR arguments must have the `inreg` attribute",
            "visitIntrinsicCall: VGPR arguments must not have the `inreg` attribute",
        ],
    }

    /// After `llvm.amdgcn.cs.chain` comes `unreachable`.
    ///
    /// The other shader does not come back.
    deny CHAIN_END: "INT132" "amdgpu-chain-end" {
        message: "code that never runs comes after this call",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.cs.chain",
        checks: [],
    }

    /// Only a shader that another has gone on as knows values of inactive lanes.
    ///
    /// `llvm.amdgcn.set.inactive.chain.arg` is for the calling conventions `amdgpu_cs_chain` and
    /// `amdgpu_cs_chain_preserve`.
    deny INACTIVE_CALLER: "INT133" "amdgpu-inactive-caller" {
        message: "{function} has a calling convention without inactive lanes",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.set.inactive.chain.arg",
        checks: ["visitIntrinsicCall: Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions"],
    }

    /// The value of inactive lanes is an argument of the function in a vector register.
    ///
    /// Only there, the shader before has left something in the lanes that were not active.
    deny INACTIVE_VALUE: "INT134" "amdgpu-inactive-value" {
        message: "inactive lanes have no value of `{operand}`",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.set.inactive.chain.arg",
        checks: [
            "visitIntrinsicCall: Value for inactive lanes must not have the `inreg` attribute",
            "visitIntrinsicCall: Value for inactive lanes must be a function argument",
            "visitIntrinsicCall: Value for inactive lanes must be a VGPR function argument",
        ],
    }

    /// The mask that `llvm.amdgcn.init.exec.from.input` takes is an argument of the function in a
    /// scalar register.
    ///
    /// It is read before the first instruction, when only arguments have values.
    deny EXECUTION_MASK: "INT135" "amdgpu-execution-mask" {
        message: "`{operand}` is no argument of {function} marked `inreg`",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.init.exec.from.input",
        checks: [],
    }

    /// `llvm.amdgcn.call.whole.wave` calls a function that runs for all lanes.
    ///
    /// The function has the calling convention `amdgpu_gfx_whole_wave`; its first parameter is an
    /// `i1` that says whether the lane was active, and the others are those of the call.
    deny WHOLE_WAVE: "INT136" "amdgpu-whole-wave-call" {
        message: "{operand:0} is no function that runs for all lanes with these arguments",
        reference: "LLVM, User Guide for AMDGPU Backend, llvm.amdgcn.call.whole.wave",
        checks: [],
    }
}

const CHAIN: &str = "llvm.amdgcn.cs.chain";
const INACTIVE: &str = "llvm.amdgcn.set.inactive.chain.arg";
const EXECUTION: &str = "llvm.amdgcn.init.exec.from.input";
const WAVE: &str = "llvm.amdgcn.call.whole.wave";

/// Whether functions of a calling convention can go on as another shader.
fn goes_on(convention: &str) -> bool {
    matches!(
        convention,
        "amdgpu_cs"
            | "amdgpu_cs_chain"
            | "amdgpu_cs_chain_preserve"
            | "amdgpu_es"
            | "amdgpu_gs"
            | "amdgpu_hs"
            | "amdgpu_ls"
            | "amdgpu_vs"
    )
}

fn violations(context: &Context) -> Vec<Violation> {
    let matters = |name: &str| matches!(name, CHAIN | INACTIVE | EXECUTION | WAVE);
    let Some(calls) = Calls::all(context, matters) else { return Vec::new() };
    let facts = context.facts;
    let mut program = Crepe::new();
    feed!(program from calls: Call);
    let arguments = calls.arguments.iter();
    program.extend(arguments.map(|it| Argument(it.instruction, it.position, it.value.value)));
    let types = calls.arguments.iter();
    program.extend(types.map(|it| Typed(it.instruction, it.position, it.r#type)));
    let marked = attributed(context, &calls, "inreg");
    program.extend(marked.map(|(call, position, _)| InRegister(call, position)));
    for call in &calls.calls {
        let Some(row) = facts.instruction.get(call.instruction.index()) else { continue };
        program.extend([Caller(call.instruction, row.function)]);
        let next = facts.instruction.get(call.instruction.index() + 1);
        if next.is_some_and(|next| next.block == row.block && is_end(context, next)) {
            program.extend([EndsNext(call.instruction)]);
        }
    }
    add_functions(context, &calls, &mut program);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// Whether control does not go beyond an instruction.
fn is_end(context: &Context, row: &facts_schema::Instruction) -> bool {
    let facts = context.facts;
    let calls = &facts.call_instruction;
    let call = calls.binary_search_by_key(&row.instruction, |it| it.instruction);
    let callee = call.ok().map(|call| calls[call].callee);
    let function = facts.function.iter().find(|it| Some(it.value) == callee);
    let named =
        facts.intrinsic.iter().find(|it| Some(it.function) == function.map(|it| it.function));
    row.opcode == Opcode::Unreachable
        || named.is_some_and(|it| context.text(it.intrinsic) == "llvm.amdgcn.unreachable")
}

/// The functions around the calls and those that they name, and their parameters.
fn add_functions<'a>(context: &Context<'a>, calls: &Calls, program: &mut Crepe<'a>) {
    let facts = context.facts;
    let conventions: FxHashMap<u32, &str> =
        facts.calling_convention.iter().map(|row| (row.number, context.text(row.name))).collect();
    let callers = calls.calls.iter().filter_map(|it| facts.instruction.get(it.instruction.index()));
    let callers: FxHashSet<FunctionId> = callers.map(|row| row.function).collect();
    let named: FxHashSet<ValueId> = calls.arguments.iter().map(|it| it.value.value).collect();
    let matters = |function: FunctionId| {
        facts
            .function
            .get(function.index())
            .is_some_and(|row| callers.contains(&function) || named.contains(&row.value))
    };
    let variadic = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::VarArg);
    let variadic: FxHashSet<_> = variadic.map(|row| row.r#type).collect();
    for row in facts.function.iter().filter(|row| matters(row.function)) {
        let convention = conventions.get(&row.calling_convention).copied().unwrap_or_default();
        program.extend([Convention(row.function, row.value, convention)]);
        program.extend(variadic.contains(&row.function_type).then_some(Variadic(row.function)));
    }
    let parameters = facts.argument.iter().filter(|row| matters(row.function));
    program.extend(parameters.filter_map(|row| {
        let r#type = super::traits(context, super::value(context, row.value)?.r#type)?;
        Some(Parameter(row.function, row.position, row.value, r#type))
    }));
    let inreg = context.attributes_named("inreg");
    let marked = facts.parameter_attribute.iter();
    let marked = marked.filter(|row| inreg.contains(&row.attribute) && matters(row.function));
    program.extend(marked.map(ParameterInRegister::from));
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::TypeKind;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        /// The argument at `position` of `instruction` is `value`.
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        /// The argument at `position` of `instruction` has `type`.
        pub struct Typed(pub InstructionId, pub u32, pub TypeTraits);

        @input
        /// The argument at `position` of `instruction` is marked `inreg`.
        pub struct InRegister(pub InstructionId, pub u32);

        @input
        pub struct Caller(pub InstructionId, pub FunctionId);

        @input
        /// Control does not go beyond the instruction after `instruction`.
        pub struct EndsNext(pub InstructionId);

        @input
        /// `function`, as an operand `value`, has `convention`.
        pub struct Convention<'a>(pub FunctionId, pub ValueId, pub &'a str);

        @input
        pub struct Variadic(pub FunctionId);

        @input
        /// The parameter at `position` of `function` is `value` and has `type`.
        pub struct Parameter(pub FunctionId, pub u32, pub ValueId, pub TypeTraits);

        @input
        pub struct ParameterInRegister(pub FunctionId, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(CHAIN_CALLER, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, CHAIN),
            Caller(instruction, function),
            Convention(function, _, convention),
            (!goes_on(convention));

        Broken(CHAIN_REGISTERS, Subject::Operand(instruction, 2), Detail::None) <-
            Call(instruction, CHAIN),
            !InRegister(instruction, 2);

        Broken(CHAIN_REGISTERS, Subject::Operand(instruction, 3), Detail::None) <-
            Call(instruction, CHAIN),
            InRegister(instruction, 3);

        Broken(CHAIN_END, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, CHAIN),
            !EndsNext(instruction);

        Broken(INACTIVE_CALLER, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, INACTIVE),
            Caller(instruction, function),
            Convention(function, _, convention),
            (!matches!(convention, "amdgpu_cs_chain" | "amdgpu_cs_chain_preserve"));

        // The argument at `position` of `instruction` is the parameter at `at` of the function.
        struct Passes(InstructionId, u32, FunctionId, u32);

        Passes(instruction, position, function, at) <-
            Argument(instruction, position, value),
            Caller(instruction, function),
            Parameter(function, at, value, _);

        struct InVector(InstructionId);

        InVector(instruction) <-
            Passes(instruction, 1, function, at),
            !ParameterInRegister(function, at),
            !InRegister(instruction, 1);

        Broken(INACTIVE_VALUE, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, INACTIVE),
            Argument(instruction, 1, _),
            !InVector(instruction);

        struct InScalar(InstructionId);

        InScalar(instruction) <-
            Passes(instruction, 0, function, at),
            ParameterInRegister(function, at);

        Broken(EXECUTION_MASK, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, EXECUTION),
            Argument(instruction, 0, _),
            !InScalar(instruction);

        // `instruction` calls `function` for all lanes.
        struct Wave(InstructionId, FunctionId);

        Wave(instruction, function) <-
            Call(instruction, WAVE),
            Argument(instruction, 0, value),
            Convention(function, value, "amdgpu_gfx_whole_wave");

        Broken(WHOLE_WAVE, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, WAVE),
            !Wave(instruction, _);

        Broken(WHOLE_WAVE, Subject::Instruction(instruction), Detail::None) <-
            Wave(instruction, function),
            Variadic(function);

        Broken(WHOLE_WAVE, Subject::Instruction(instruction), Detail::None) <-
            Wave(instruction, function),
            Parameter(function, 0, _, active),
            (active.kind != TypeKind::Integer || active.measure != 1 || active.lanes != Lanes::Scalar);

        Broken(WHOLE_WAVE, Subject::Instruction(instruction), Detail::None) <-
            Wave(instruction, function),
            Parameter(function, position, _, parameter),
            (position > 0),
            !Typed(instruction, position, parameter);

        Broken(WHOLE_WAVE, Subject::Instruction(instruction), Detail::None) <-
            Wave(instruction, function),
            Argument(instruction, position, _),
            !Parameter(function, position, _, _);

        Broken(WHOLE_WAVE, Subject::Instruction(instruction), Detail::None) <-
            Wave(instruction, function),
            InRegister(instruction, position),
            !ParameterInRegister(function, position);

        Broken(WHOLE_WAVE, Subject::Instruction(instruction), Detail::None) <-
            Wave(instruction, function),
            ParameterInRegister(function, position),
            (position > 0),
            !InRegister(instruction, position);
    }
}

input_from! { ParameterInRegister(function, position) from ParameterAttribute }
violation_from! { Broken }
