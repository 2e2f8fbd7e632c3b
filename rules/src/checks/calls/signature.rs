//! What a call calls, and whether it passes what the function type asks for. These are tables 102 to
//! 106 of the relational model (Psallida 2014), for all calls.
//!
//! **Scope: sample.**

use facts_schema::{Function, InstructionId, TypeFlag};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{callee_operands, callees, calls, is_reserved};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Argument, ArrayType, Broken, Call, CalledBy, CalleeOperand, Convention, Crepe, Field,
    FunctionOf, KindOf, Layout, Packed, Parameter, Reserved, ReturnType, TakesMore, Value,
    VectorType,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Calls "calls";
    /// What is called is a pointer.
    ///
    /// The address of a function is a pointer like any other. A vector of pointers does not call
    /// one function for each lane.
    deny CALLEE_NOT_POINTER: "CAL001" "callee-not-pointer" {
        message: "calls a value of type `{operand.type}`",
        reference: "LangRef, call and invoke Instructions",
        sites: [3480],
        tables: [102, 103, 104],
    }

    /// A call has an argument for each parameter of the type by which it calls.
    ///
    /// The callee reads its parameters from where the caller has put its arguments; there are no
    /// defaults.
    deny ARGUMENT_MISSING: "CAL002" "argument-missing" {
        message: "passes nothing for parameter {detail} of `{callee}`",
        reference: "LangRef, call Instruction",
        sites: [3486, 3489],
        tables: [105, 106],
    }

    /// A call has no more arguments than the type by which it calls has parameters, unless that type
    /// takes variable arguments.
    ///
    /// Nobody would read them, and the calling convention may not even have a place for them.
    deny ARGUMENT_SUPERFLUOUS: "CAL003" "argument-superfluous" {
        message: "`{callee}` takes {detail} arguments, but is passed more",
        reference: "LangRef, call Instruction",
        sites: [3489],
        tables: [105, 106],
    }

    /// An argument has the type of its parameter.
    ///
    /// LLVM does not convert arguments: where an integer is too narrow, extend it before the call.
    deny ARGUMENT_DIFFERS: "CAL004" "argument-type-differs" {
        message: "passes a `{operand.type}` where `{callee}` takes a `{detail}`",
        reference: "LangRef, call Instruction",
        sites: [3494],
        tables: [105, 106],
    }

    /// An intrinsic is called by its own type.
    ///
    /// A function may be called by another type, which is undefined only when the call is reached.
    /// An intrinsic is an instruction, and the type says which.
    deny INTRINSIC_DIFFERS: "CAL005" "intrinsic-called-by-other-type" {
        message: "calls the intrinsic `{callee}` by a type that is not its own",
        reference: "LangRef, Intrinsic Functions",
        sites: [3507],
    }

    /// Only intrinsics take metadata and tokens.
    ///
    /// Neither exists when the program runs, so there is nothing that a call could pass.
    deny NOT_PASSED: "CAL006" "call-passes-metadata" {
        message: "parameter {detail} of `{callee}` is metadata or a token, which only intrinsics take",
        reference: "LangRef, Metadata Type and Token Type",
        sites: [3662, 3664],
    }

    /// A call through a pointer does not return a token or an `x86_amx`.
    ///
    /// Only intrinsics do, and those are called by name and by their own type.
    deny NOT_RETURNED: "CAL007" "indirect-call-returns-token" {
        message: "returns a `{result.type}`, but it is not an intrinsic that is called",
        reference: "LangRef, Token Type and X86_amx Type",
        sites: [3671, 3673],
    }

    /// What is passed to a function or returned by it is aligned to at most 2^32 bytes.
    ///
    /// LLVM cannot write greater alignments. By default, a vector is aligned to its size.
    deny OVERALIGNED: "CAL008" "argument-overaligned" {
        message: "passes or returns a `{detail}`, which is aligned to more than 2^32 bytes",
        reference: "LangRef, Data Layout",
        sites: [3527],
    }

    /// Nothing calls by the convention of a kernel or of a shader, of a link in a chain of shaders,
    /// or of a function for the whole wave.
    ///
    /// They are started by other means: by the driver, or by intrinsics such as
    /// `llvm.amdgcn.cs.chain`.
    deny NOT_CALLABLE: "CAL009" "convention-not-callable" {
        message: "calls `{callee}` as a `{detail}`, which cannot be called",
        reference: "LLVM, User Guide for AMDGPU Backend, Calling Conventions",
        sites: [3513],
    }
}

/// The greatest alignment, in bytes.
const GREATEST_ALIGNMENT: u64 = 1 << 32;

fn is_callable(convention: &str) -> bool {
    !matches!(
        convention,
        "amdgpu_cs"
            | "amdgpu_cs_chain"
            | "amdgpu_cs_chain_preserve"
            | "amdgpu_es"
            | "amdgpu_gfx_whole_wave"
            | "amdgpu_gs"
            | "amdgpu_hs"
            | "amdgpu_kernel"
            | "amdgpu_ls"
            | "amdgpu_ps"
            | "amdgpu_vs"
            | "spir_kernel"
    )
}

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let types: FxHashSet<_> =
        calls(&sample.call_instruction).map(|row| row.function_type).collect();
    if types.is_empty() {
        return Vec::new();
    }
    let callees = callees(context, calls(&sample.call_instruction));
    let mut program = Crepe::new();
    program.extend(calls(&sample.call_instruction).map(Call::from));
    let by_name = calls(&sample.call_instruction).filter(|row| row.calling_convention != 0);
    program.extend(by_name.map(CalledBy::from));
    let callees_at = callee_operands(&sample.instruction_operand);
    program.extend(callees_at.map(|(call, position)| CalleeOperand(call, position)));
    program.extend(sample.call_argument.iter().map(Argument::from));
    program.extend(sample.value.iter().map(Value::from));
    program.extend(facts.r#type.iter().map(KindOf::from));
    let is_called = |r#type| types.contains(r#type);
    let function_types = facts.function_type.iter().filter(|row| is_called(&row.r#type));
    program.extend(function_types.map(ReturnType::from));
    let parameters = facts.function_type_parameter.iter().filter(|row| is_called(&row.r#type));
    program.extend(parameters.map(Parameter::from));
    let flags = facts.type_flag.iter().filter(|row| is_called(&row.r#type));
    program.extend(flags.map(TakesMore::from));
    program.extend(callees.iter().map(|&row| FunctionOf::from(row)));
    let reserved = callees.into_iter().filter(|row| is_reserved(context, row));
    program.extend(reserved.map(|&Function { value, .. }| Reserved(value)));
    let conventions = facts.calling_convention.iter();
    let conventions =
        conventions.map(|row| Convention(row.number, context.text(row.name), row.name));
    program.extend(conventions.filter(|row| row.1 != "ccc"));
    // The fact has 32 bits.
    let layouts = facts.type_layout.iter().filter(|row| row.abi_alignment == 0);
    let layouts: Vec<Layout> = layouts.map(Layout::from).collect();
    if !layouts.is_empty() {
        program.extend(facts.vector_type.iter().map(VectorType::from));
        program.extend(facts.array_type.iter().map(ArrayType::from));
        program.extend(facts.struct_field.iter().map(Field::from));
        let packed = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::Packed);
        program.extend(packed.map(Packed::from));
        program.extend(layouts);
    }
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{Text, TypeId, TypeKind, ValueId};

    crepe! {
        @input
        pub struct Call(pub InstructionId, pub ValueId, pub TypeId);

        @input
        pub struct CalleeOperand(pub InstructionId, pub u32);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        pub struct ReturnType(pub TypeId, pub TypeId, pub u32);

        @input
        pub struct Parameter(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct TakesMore(pub TypeId, pub TypeFlag);

        @input
        pub struct FunctionOf(pub ValueId, pub TypeId);

        @input
        pub struct Reserved(pub ValueId);

        @input
        pub struct CalledBy(pub InstructionId, pub u32);

        @input
        pub struct Convention<'a>(pub u32, pub &'a str, pub Text);

        @input
        /// The type, whose alignment does not fit into 32 bits, takes so many bytes.
        pub struct Layout(pub TypeId, pub u64);

        @input
        pub struct VectorType(pub TypeId);

        @input
        pub struct ArrayType(pub TypeId, pub TypeId);

        @input
        pub struct Field(pub TypeId, pub TypeId);

        @input
        pub struct Packed(pub TypeId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(CALLEE_NOT_POINTER, Subject::Operand(call, position), Detail::None) <-
            Call(call, callee, _),
            Value(callee, callee_type),
            KindOf(callee_type, kind),
            (kind != TypeKind::Pointer),
            CalleeOperand(call, position);

        Broken(ARGUMENT_MISSING, Subject::Instruction(call), Detail::Number(position.into())) <-
            Call(call, _, function_type),
            Parameter(function_type, position, _),
            !Argument(call, position, _);

        Broken(ARGUMENT_SUPERFLUOUS, Subject::Instruction(call), Detail::Number(count.into())) <-
            Call(call, _, function_type),
            !TakesMore(function_type, TypeFlag::VarArg),
            ReturnType(function_type, _, count),
            Argument(call, position, _),
            (position >= count);

        Broken(ARGUMENT_DIFFERS, Subject::Operand(call, position), Detail::Type(parameter)) <-
            Call(call, _, function_type),
            Argument(call, position, argument),
            Value(argument, argument_type),
            Parameter(function_type, position, parameter),
            (argument_type != parameter);

        Broken(INTRINSIC_DIFFERS, Subject::Instruction(call), Detail::None) <-
            Call(call, callee, function_type),
            Reserved(callee),
            !FunctionOf(callee, function_type);

        Broken(NOT_PASSED, Subject::Instruction(call), Detail::Number(position.into())) <-
            Call(call, callee, function_type),
            !Reserved(callee),
            Parameter(function_type, position, parameter),
            KindOf(parameter, kind),
            (matches!(kind, TypeKind::Metadata | TypeKind::Token));

        Broken(NOT_RETURNED, Subject::Instruction(call), Detail::None) <-
            Call(call, callee, function_type),
            !FunctionOf(callee, function_type),
            ReturnType(function_type, return_type, _),
            KindOf(return_type, kind),
            (matches!(kind, TypeKind::Token | TypeKind::X86Amx));

        struct Overaligned(TypeId);

        Overaligned(r#type) <-
            VectorType(r#type),
            Layout(r#type, size),
            (size > GREATEST_ALIGNMENT);

        Overaligned(r#type) <- Overaligned(element), ArrayType(r#type, element);

        Overaligned(r#type) <- Overaligned(field), Field(r#type, field), !Packed(r#type);

        Broken(OVERALIGNED, Subject::Operand(call, position), Detail::Type(parameter)) <-
            Overaligned(parameter),
            Parameter(function_type, position, parameter),
            Call(call, callee, function_type),
            !Reserved(callee);

        Broken(OVERALIGNED, Subject::Instruction(call), Detail::Type(return_type)) <-
            Overaligned(return_type),
            ReturnType(function_type, return_type, _),
            Call(call, callee, function_type),
            !Reserved(callee);

        Broken(NOT_CALLABLE, Subject::Instruction(call), Detail::Text(text)) <-
            Convention(convention, name, text),
            (!is_callable(name)),
            CalledBy(call, convention);
    }
}

input_from! { Call(instruction, callee, function_type) from CallInstruction }
input_from! { CalledBy(instruction, calling_convention) from CallInstruction }
input_from! { Layout(r#type, store_size) from TypeLayout }
input_from! { VectorType(r#type) from VectorType }
input_from! { ArrayType(r#type, element_type) from ArrayType }
input_from! { Field(r#type, field_type) from StructField }
input_from! { Packed(r#type) from TypeFlagRow }
input_from! { Argument(instruction, position, argument) from CallArgument }
input_from! { Value(value, r#type) from Value }
input_from! { KindOf(r#type, kind) from Type }
input_from! { ReturnType(r#type, return_type, parameter_count) from FunctionType }
input_from! { Parameter(r#type, position, parameter_type) from FunctionTypeParameter }
input_from! { TakesMore(r#type, flag) from TypeFlagRow }
input_from! { FunctionOf(value, function_type) from Function }
violation_from! { Broken }
