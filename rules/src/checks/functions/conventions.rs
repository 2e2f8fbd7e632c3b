//! What calling conventions ask of the functions that have them.
//!
//! **Scope: module**, of the functions whose convention asks for something.

use facts_schema::{AttributeId, Function, FunctionId, TypeFlag, TypeId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Broken, Convention, Crepe, FunctionOf, FunctionType, Has, IntegerType, Parameter, StackSpace,
    Traits, TypeFlagOf,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Functions "functions";
    /// The first parameter of an interrupt handler (`x86_intrcc`) is `byval`.
    ///
    /// It is the frame that the processor has pushed, and the handler works on it in place.
    deny INTERRUPT_FRAME: "FUN020" "interrupt-frame-not-byval" {
        message: "`{function}` handles interrupts, but its first parameter is not `byval`",
        reference: "LangRef, Calling Conventions, and the x86 interrupt convention",
        sites: [2790],
    }

    /// A kernel, or a link in a chain of shaders, returns `void`.
    ///
    /// Nobody has called it who could take a value. This holds for `amdgpu_kernel`, `spir_kernel`,
    /// `amdgpu_cs_chain` and `amdgpu_cs_chain_preserve`.
    deny KERNEL_RESULT: "FUN021" "kernel-returns-value" {
        message: "`{function}` is a `{detail}`, but returns a value",
        reference: "LLVM, User Guide for AMDGPU Backend, Calling Conventions",
        sites: [2798],
    }

    /// A kernel or shader has no `sret` parameter.
    ///
    /// Nobody has called it who could have made room for a result.
    deny KERNEL_SRET: "FUN022" "kernel-with-sret" {
        message: "`{function}` is a `{detail}`, but has an `sret` parameter",
        reference: "LLVM, User Guide for AMDGPU Backend, Calling Conventions",
        sites: [2806],
    }

    /// A kernel or shader of `amdgpu` has no parameter that lies on the stack: none is `byval`,
    /// `preallocated` or `inalloca`, and what is `byref` is in another address space.
    ///
    /// There is no stack of a caller.
    deny KERNEL_STACK: "FUN023" "kernel-parameter-on-stack" {
        message: "`{function}` is a kernel or shader, but has a parameter `{detail}` on the stack",
        reference: "LLVM, User Guide for AMDGPU Backend, Calling Conventions",
        sites: [2811, 2813, 2815, 2821],
    }

    /// A function whose calling convention knows no variable arguments does not take any.
    ///
    /// Those are `fastcc`, `coldcc`, `intel_ocl_bicc`, and the conventions of kernels, shaders and
    /// device functions.
    deny VARIABLE_ARGUMENTS: "FUN024" "convention-without-varargs" {
        message: "`{function}` takes variable arguments, which a `{detail}` cannot",
        reference: "LangRef, Calling Conventions",
        sites: [2835],
    }

    /// The first parameter of a function for the whole wave (`amdgpu_gfx_whole_wave`) is an `i1`
    /// that is not `inreg`.
    ///
    /// It says for each lane whether it was active when the function was called.
    deny WHOLE_WAVE: "FUN025" "whole-wave-without-mask" {
        message: "`{function}` runs for the whole wave, but its first parameter is no plain `i1`",
        reference: "LLVM, User Guide for AMDGPU Backend, Whole Wave Functions",
        sites: [],
    }
}

/// The convention returns nothing.
fn is_kernel(convention: &str) -> bool {
    matches!(
        convention,
        "amdgpu_kernel" | "spir_kernel" | "amdgpu_cs_chain" | "amdgpu_cs_chain_preserve"
    )
}

fn is_shader(convention: &str) -> bool {
    matches!(convention, "amdgpu_vs" | "amdgpu_hs" | "amdgpu_gs" | "amdgpu_ps" | "amdgpu_cs")
}

fn is_amdgpu_entry(convention: &str) -> bool {
    is_shader(convention) || (is_kernel(convention) && convention != "spir_kernel")
}

fn knows_no_varargs(convention: &str) -> bool {
    is_kernel(convention)
        || is_shader(convention)
        || matches!(
            convention,
            "fastcc"
                | "coldcc"
                | "intel_ocl_bicc"
                | "ptx_kernel"
                | "ptx_device"
                | "amdgpu_gfx_whole_wave"
        )
}

/// What conventions ask about.
const ATTRIBUTES: &[&str] = &["sret", "byval", "preallocated", "inalloca", "byref", "inreg"];

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let asks = |name: &str| knows_no_varargs(name) || name == "x86_intrcc";
    let conventions: Vec<Convention> = facts
        .calling_convention
        .iter()
        .map(|row| Convention(row.number, context.text(row.name), row.name))
        .filter(|row| asks(row.1))
        .collect();
    if conventions.is_empty() {
        return Vec::new();
    }
    let numbers: FxHashSet<u32> = conventions.iter().map(|row| row.0).collect();
    let shown = || {
        let asks = |row: &&Function| numbers.contains(&row.calling_convention);
        facts.function.iter().filter(asks)
    };
    let types: FxHashSet<TypeId> = shown().map(|row| row.function_type).collect();
    let functions: FxHashSet<FunctionId> = shown().map(|row| row.function).collect();
    let names: FxHashMap<AttributeId, &str> = context.attribute_names(ATTRIBUTES);

    let mut program = Crepe::new();
    program.extend(conventions);
    program.extend(shown().map(FunctionOf::from));
    let function_types = facts.function_type.iter().filter(|row| types.contains(&row.r#type));
    program.extend(function_types.map(FunctionType::from));
    let parameters = facts.function_type_parameter.iter();
    program.extend(parameters.filter(|row| types.contains(&row.r#type)).map(Parameter::from));
    program.extend(facts.type_flag.iter().map(TypeFlagOf::from));
    program.extend(context.traits.iter().map(Traits::from));
    program.extend(facts.integer_type.iter().map(IntegerType::from));
    program.extend(facts.parameter_attribute.iter().filter_map(|row| {
        let name = *names.get(&row.attribute)?;
        let row = Has(row.function, row.position, name, row.attribute);
        Some(row).filter(|row| functions.contains(&row.0))
    }));
    program.extend([StackSpace(stack_space(context))]);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// The address space of the stack, which the data layout gives as `A5`.
fn stack_space(context: &Context) -> u32 {
    let layout = context.data_layout();
    let mut spaces = layout.split('-').filter_map(|part| part.strip_prefix('A')?.parse().ok());
    spaces.next_back().unwrap_or(0)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{Text, TypeKind};

    crepe! {
        @input
        pub struct Convention<'a>(pub u32, pub &'a str, pub Text);

        @input
        pub struct FunctionOf(pub FunctionId, pub TypeId, pub u32);

        @input
        pub struct FunctionType(pub TypeId, pub TypeId, pub u32);

        @input
        pub struct Parameter(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct TypeFlagOf(pub TypeId, pub TypeFlag);

        @input
        pub struct Traits(pub TypeId, pub TypeKind, pub u32);

        @input
        pub struct IntegerType(pub TypeId, pub u32);

        @input
        pub struct Has<'a>(pub FunctionId, pub u32, pub &'a str, pub AttributeId);

        @input
        pub struct StackSpace(pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // The function has the type, and the convention with this name.
        struct By<'a>(FunctionId, TypeId, &'a str, Text);

        By(function, r#type, name, text) <-
            FunctionOf(function, r#type, number),
            Convention(number, name, text);

        Broken(INTERRUPT_FRAME, Subject::Function(function), Detail::None) <-
            By(function, r#type, "x86_intrcc", _),
            Parameter(r#type, 0, _),
            !Has(function, 0, "byval", _);

        Broken(KERNEL_RESULT, Subject::Function(function), Detail::Text(text)) <-
            By(function, r#type, name, text),
            (is_kernel(name)),
            FunctionType(r#type, return_type, _),
            Traits(return_type, kind, _),
            (kind != TypeKind::Void);

        Broken(KERNEL_SRET, Subject::Function(function), Detail::Text(text)) <-
            By(function, _, name, text),
            (is_kernel(name) || is_shader(name)),
            Has(function, position, "sret", _),
            (position < 2);

        Broken(KERNEL_STACK, Subject::Function(function), Detail::Attribute(attribute)) <-
            By(function, _, name, _),
            (is_amdgpu_entry(name)),
            Has(function, _, on_stack, attribute),
            (matches!(on_stack, "byval" | "preallocated" | "inalloca"));

        Broken(KERNEL_STACK, Subject::Function(function), Detail::Attribute(attribute)) <-
            By(function, r#type, name, _),
            (is_amdgpu_entry(name)),
            Has(function, position, "byref", attribute),
            Parameter(r#type, position, parameter),
            StackSpace(space),
            Traits(parameter, TypeKind::Pointer, space);

        Broken(VARIABLE_ARGUMENTS, Subject::Function(function), Detail::Text(text)) <-
            By(function, r#type, name, text),
            (knows_no_varargs(name)),
            TypeFlagOf(r#type, TypeFlag::VarArg);

        // The parameter at this position is an `i1`.
        struct Mask(TypeId, u32);

        Mask(r#type, position) <-
            Parameter(r#type, position, parameter),
            IntegerType(parameter, 1);

        Broken(WHOLE_WAVE, Subject::Function(function), Detail::None) <-
            By(function, r#type, "amdgpu_gfx_whole_wave", _),
            !Mask(r#type, 0);

        Broken(WHOLE_WAVE, Subject::Function(function), Detail::None) <-
            By(function, _, "amdgpu_gfx_whole_wave", _),
            Has(function, 0, "inreg", _);
    }
}

input_from! { FunctionOf(function, function_type, calling_convention) from Function }
input_from! { FunctionType(r#type, return_type, parameter_count) from FunctionType }
input_from! { Parameter(r#type, position, parameter_type) from FunctionTypeParameter }
input_from! { TypeFlagOf(r#type, flag) from TypeFlagRow }
input_from! { Traits(r#type, kind, measure) from crate::type_traits::TypeTraits }
input_from! { IntegerType(r#type, width) from IntegerType }
violation_from! { Broken }
