//! The requirements of calling conventions on functions.

use facts_schema::{FunctionId, Text, TypeFlag, TypeId, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Functions "functions";
    /// The first parameter of an interrupt handler (`x86_intrcc`) is `byval`.
    ///
    /// It is the frame that the processor pushed, which the handler accesses in place.
    deny INTERRUPT_FRAME: "FUN020" "interrupt-frame-not-byval" {
        message: "`{function}` is an interrupt handler, but its first parameter is not `byval`",
        reference: "LangRef, Calling Conventions, and the x86 interrupt convention",
        checks: ["visitFunction: Calling convention parameter requires byval"],
    }

    /// A kernel or a chained shader returns `void`.
    ///
    /// There is no caller that could use the result. The rule applies to the calling conventions
    /// `amdgpu_kernel`, `spir_kernel`, `amdgpu_cs_chain` and `amdgpu_cs_chain_preserve`.
    deny KERNEL_RESULT: "FUN021" "kernel-returns-value" {
        message: "`{function}` has the calling convention `{detail}`, but returns a value",
        reference: "LLVM, User Guide for AMDGPU Backend, Calling Conventions",
        checks: ["visitFunction: Calling convention requires void return type"],
    }

    /// A kernel or shader does not have an `sret` parameter.
    ///
    /// There is no caller that could allocate memory for the result.
    deny KERNEL_SRET: "FUN022" "kernel-with-sret" {
        message: "`{function}` has the calling convention `{detail}`, but has an `sret` parameter",
        reference: "LLVM, User Guide for AMDGPU Backend, Calling Conventions",
        checks: ["visitFunction: Calling convention does not allow sret"],
    }

    /// A kernel or shader for AMDGPU does not have parameters on the stack: it has no `byval`,
    /// `preallocated` or `inalloca` parameters, and no `byref` parameters in the address space of
    /// the stack.
    ///
    /// There is no caller with a stack frame.
    deny KERNEL_STACK: "FUN023" "kernel-parameter-on-stack" {
        message: "`{function}` is a kernel or shader, but has a `{detail}` parameter on the stack",
        reference: "LLVM, User Guide for AMDGPU Backend, Calling Conventions",
        checks: [
            "visitFunction: Calling convention disallows byval",
            "visitFunction: Calling convention disallows preallocated",
            "visitFunction: Calling convention disallows inalloca",
            "visitFunction: Calling convention disallows stack byref",
        ],
    }

    /// A function is not variadic if its calling convention does not support variable arguments.
    ///
    /// These are `fastcc`, `coldcc`, `intel_ocl_bicc`, and the conventions of kernels, shaders and
    /// device functions.
    deny VARIABLE_ARGUMENTS: "FUN024" "convention-without-varargs" {
        message: "`{function}` is variadic, which its calling convention `{detail}` does not support",
        reference: "LangRef, Calling Conventions",
        checks: ["visitFunction: Calling convention does not support varargs or perfect forwarding!"],
    }

    /// The first parameter of a whole-wave function (`amdgpu_gfx_whole_wave`) is an `i1` that is
    /// not `inreg`.
    ///
    /// For each lane, it is true if the lane was active at the call.
    deny WHOLE_WAVE: "FUN025" "whole-wave-without-mask" {
        message: "`{function}` is a whole-wave function, but its first parameter is not an `i1` without `inreg`",
        reference: "LLVM, User Guide for AMDGPU Backend, Whole Wave Functions",
        checks: [],
    }
}

/// The purpose of a calling convention that does not allow variable arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Family {
    Kernel,
    AmdgpuKernel,
    AmdgpuShader,
    Other,
}

impl Family {
    /// Whether functions with the convention must return `void`.
    fn is_kernel(self) -> bool {
        matches!(self, Self::Kernel | Self::AmdgpuKernel)
    }

    fn is_of_amdgpu(self) -> bool {
        matches!(self, Self::AmdgpuKernel | Self::AmdgpuShader)
    }
}

/// The address space of the stack: `A5` in the data layout means address space 5.
fn stack_space(layout: &str) -> u32 {
    let mut spaces = layout.split('-').filter_map(|part| part.strip_prefix('A')?.parse().ok());
    spaces.next_back().unwrap_or(0)
}

datalog! { module;
    /// The calling conventions that do not allow variable arguments.
    const CONVENTIONS(&'static str, Family) = [
        ("amdgpu_kernel", Family::AmdgpuKernel),
        ("amdgpu_cs_chain", Family::AmdgpuKernel),
        ("amdgpu_cs_chain_preserve", Family::AmdgpuKernel),
        ("spir_kernel", Family::Kernel),
        ("amdgpu_vs", Family::AmdgpuShader),
        ("amdgpu_hs", Family::AmdgpuShader),
        ("amdgpu_gs", Family::AmdgpuShader),
        ("amdgpu_ps", Family::AmdgpuShader),
        ("amdgpu_cs", Family::AmdgpuShader),
        ("fastcc", Family::Other),
        ("coldcc", Family::Other),
        ("intel_ocl_bicc", Family::Other),
        ("ptx_kernel", Family::Other),
        ("ptx_device", Family::Other),
        ("amdgpu_gfx_whole_wave", Family::Other),
    ];

    /// Attributes of parameters that are passed on the stack.
    const ON_STACK(&'static str) = ["byval", "preallocated", "inalloca"];

    /// `function`, of type `type`, has the calling convention `name`, which belongs to `family`.
    struct HasConvention(FunctionId, TypeId, Text, Family);

    HasConvention(function, function_type, name, family) <-
        CONVENTIONS(text, family),
        let Some(name) = module.find(text),
        calling_convention { number, name },
        function { function, function_type, calling_convention: number };

    violation(INTERRUPT_FRAME, function) <-
        calling_convention { number, name: "x86_intrcc" },
        function { function, function_type, calling_convention: number },
        function_type_parameter { type: function_type, position: 0 },
        !FirstIs(function, "byval");

    /// The first parameter of `function` has the attribute `name`.
    struct FirstIs<'a>(FunctionId, &'a str);

    FirstIs(function, module.text(name)) <-
        calling_convention { number, name: "x86_intrcc" },
        function { function, calling_convention: number },
        parameter_attribute { function, position: 0, attribute },
        attribute { attribute, name };

    violation(KERNEL_RESULT, function, name) <-
        HasConvention(function, type, name, family),
        (family.is_kernel()),
        function_type { type, return_type },
        type { type: return_type, kind },
        (kind != TypeKind::Void);

    violation(KERNEL_SRET, function, name) <-
        HasConvention(function, _, name, family),
        (family.is_kernel() || family.is_of_amdgpu()),
        parameter_attribute { function, position, attribute },
        (position < 2),
        attribute { attribute, name: "sret" };

    violation(KERNEL_STACK, function, attribute) <-
        HasConvention(function, _, _, family),
        (family.is_of_amdgpu()),
        parameter_attribute { function, attribute },
        attribute { attribute, name },
        let text = module.text(name),
        ON_STACK(text);

    violation(KERNEL_STACK, function, attribute) <-
        HasConvention(function, type, _, family),
        (family.is_of_amdgpu()),
        parameter_attribute { function, position, attribute },
        attribute { attribute, name: "byref" },
        function_type_parameter { type, position, parameter_type: parameter },
        type_traits {
            type: parameter, kind: TypeKind::Pointer, measure: stack_space(module.data_layout())
        };

    violation(VARIABLE_ARGUMENTS, function, name) <-
        HasConvention(function, type, name, _),
        type_flag { type, flag: TypeFlag::VarArg };

    /// `function`, of type `type`, has the calling convention `amdgpu_gfx_whole_wave`.
    struct WholeWave(FunctionId, TypeId);

    WholeWave(function, function_type) <-
        calling_convention { number, name: "amdgpu_gfx_whole_wave" },
        function { function, function_type, calling_convention: number };

    /// The first parameter of `type` is an `i1`.
    struct Mask(TypeId);

    Mask(type) <-
        WholeWave(_, type),
        function_type_parameter { type, position: 0, parameter_type: parameter },
        integer_type { type: parameter, width: 1 };

    violation(WHOLE_WAVE, function) <- WholeWave(function, type), !Mask(type);

    violation(WHOLE_WAVE, function) <-
        WholeWave(function, _),
        parameter_attribute { function, position: 0, attribute },
        attribute { attribute, name: "inreg" };
}
