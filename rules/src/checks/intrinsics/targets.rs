//! Requirements of target-specific intrinsics that can be checked at each call separately.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, TypeKind};
use rules_macros::datalog;

use super::as_unsigned;
use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Intrinsics "intrinsics";
    /// A pointer argument of an intrinsic that accesses memory by type has the attribute
    /// `elementtype`.
    ///
    /// The type of a pointer does not include the type that it points to.
    deny ELEMENT_TYPE: "INT075" "intrinsic-element-type" {
        message: "the argument `{operand}` does not have the attribute `elementtype`",
        reference: "LangRef, Parameter Attributes, elementtype",
        checks: [
            "visitIntrinsicCall: Intrinsic requires elementtype attribute on first argument.",
            "visitIntrinsicCall: Intrinsic requires elementtype attribute on second argument.",
        ],
    }

    /// The argument of `llvm.nvvm.setmaxnreg` is a multiple of 8 from 24 to 256.
    ///
    /// The instruction allocates registers in groups of eight.
    deny REGISTER_COUNT: "INT076" "nvvm-register-count" {
        message: "`{operand}` is not a valid number of registers",
        reference: "PTX ISA, setmaxnreg",
        checks: [
            "visitIntrinsicCall: reg_count argument to nvvm.setmaxnreg must be in multiples of 8",
            "visitIntrinsicCall: reg_count argument to nvvm.setmaxnreg must be within [24, 256]",
        ],
    }

    /// The size argument of a tensor map fence is 128.
    ///
    /// A tensor map has 128 bytes.
    deny TENSOR_MAP_SIZE: "INT077" "nvvm-tensor-map-size" {
        message: "a tensor map does not have a size of `{operand}` bytes",
        reference: "PTX ISA, fence.proxy.tensormap",
        checks: [],
    }

    /// A matrix of a mixed-format multiplication (AMDGPU) has a known format and enough registers
    /// for it.
    ///
    /// The numbers 0 to 4 represent formats of 8, 8, 6, 6 and 4 bits. The elements are packed into
    /// a vector of `i32`.
    deny MIXED_FORMAT: "INT078" "amdgpu-matrix-format" {
        message: "the matrix `{operand}` of type `{operand.type}` cannot have format {detail}",
        reference: "LLVM, User Guide for AMDGPU Backend",
        checks: [],
    }

    /// The argument of `llvm.amdgcn.s.prefetch.data` is a pointer to generic, global or constant
    /// memory.
    ///
    /// These are address spaces 0, 1 and 4.
    deny PREFETCHED_SPACE: "INT079" "amdgpu-prefetch-address-space" {
        message: "a pointer of type `{operand.type}` does not point to generic, global or constant memory",
        reference: "LLVM, User Guide for AMDGPU Backend, Address Spaces",
        checks: [],
    }
}

datalog! { representatives;
    /// Intrinsics that require an `elementtype`, and the position of the argument that must have
    /// it.
    const ACCESSES(&'static str, u32) = [
        ("llvm.preserve.array.access.index", 0),
        ("llvm.preserve.struct.access.index", 0),
        ("llvm.aarch64.ldaxr", 0),
        ("llvm.aarch64.ldxr", 0),
        ("llvm.arm.ldaex", 0),
        ("llvm.arm.ldrex", 0),
        ("llvm.aarch64.stlxr", 1),
        ("llvm.aarch64.stxr", 1),
        ("llvm.arm.stlex", 1),
        ("llvm.arm.strex", 1),
    ];

    /// Intrinsics that set the maximum number of registers.
    const REGISTER_COUNTS(&'static str) = [
        "llvm.nvvm.setmaxnreg.inc.sync.aligned.u32",
        "llvm.nvvm.setmaxnreg.dec.sync.aligned.u32",
    ];

    /// Matrix arguments with a selectable format: the positions of the matrix and of the format,
    /// and the number of registers for 8 bits per element.
    const MATRIX_ARGUMENTS(&'static str, u32, u32, u32) = [
        ("llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4", 0, 3, 8),
        ("llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4", 1, 4, 8),
        ("llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4", 0, 3, 8),
        ("llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4", 1, 4, 8),
        ("llvm.amdgcn.wmma.f32.16x16x128.f8f6f4", 1, 0, 16),
        ("llvm.amdgcn.wmma.f32.16x16x128.f8f6f4", 3, 2, 16),
        ("llvm.amdgcn.wmma.scale.f32.16x16x128.f8f6f4", 1, 0, 16),
        ("llvm.amdgcn.wmma.scale.f32.16x16x128.f8f6f4", 3, 2, 16),
        ("llvm.amdgcn.wmma.scale16.f32.16x16x128.f8f6f4", 1, 0, 16),
        ("llvm.amdgcn.wmma.scale16.f32.16x16x128.f8f6f4", 3, 2, 16),
    ];

    /// The formats, and the number of bits per element.
    const FORMATS(u128, u32) = [(0, 8), (1, 8), (2, 6), (3, 6), (4, 4)];

    /// `instruction` calls the intrinsic `name`.
    struct Call<'a>(InstructionId, &'a str);

    Call(instruction, module.text(intrinsic)) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic };

    /// The argument of `instruction` at `position` has an `elementtype`.
    struct ElementType(InstructionId, u32);

    ElementType(instruction, position) <-
        Call(instruction, _),
        call_argument_attribute { instruction, position, attribute },
        attribute { attribute, name: "elementtype" };

    violation(ELEMENT_TYPE, Subject::Operand(instruction, position)) <-
        Call(instruction, name),
        ACCESSES(name, position),
        !ElementType(instruction, position);

    violation(REGISTER_COUNT, Subject::Operand(instruction, 0)) <-
        Call(instruction, name),
        REGISTER_COUNTS(name),
        call_argument { instruction, position: 0, argument },
        constant_integer { constant: argument, unsigned },
        let count = as_unsigned(module.text(unsigned)),
        (count % 8 != 0 || !(24..=256).contains(&count));

    violation(TENSOR_MAP_SIZE, Subject::Operand(instruction, 1)) <-
        Call(instruction, name),
        (name.starts_with("llvm.nvvm.fence.proxy.tensormap_generic.acquire.")),
        call_argument { instruction, position: 1, argument },
        constant_integer { constant: argument, unsigned },
        (as_unsigned(module.text(unsigned)) != 128);

    /// The argument of `instruction` at `position` is a matrix with the format number `format`, and
    /// needs `most` registers for 8 bits per element.
    struct MatrixArgument(InstructionId, u32, u128, u32);

    MatrixArgument(instruction, position, as_unsigned(module.text(unsigned)), most) <-
        Call(instruction, name),
        MATRIX_ARGUMENTS(name, position, format_position, most),
        call_argument { instruction, position: format_position, argument },
        constant_integer { constant: argument, unsigned };

    /// The argument of `instruction` at `position` is a vector of `i32` with the size of some
    /// format that is at least as large as its own.
    struct HasFormatSize(InstructionId, u32);

    HasFormatSize(instruction, position) <-
        MatrixArgument(instruction, position, format, most),
        FORMATS(format, needed),
        call_argument { instruction, position, argument },
        value { value: argument, type },
        type_traits { type, kind: TypeKind::Integer, measure: 32, lanes },
        FORMATS(_, bits),
        (lanes == Lanes::Fixed(most / 8 * bits) && bits >= needed);

    violation(MIXED_FORMAT, Subject::Operand(instruction, position), number) <-
        MatrixArgument(instruction, position, format, _),
        let number = Detail::Number(format as u64),
        !HasFormatSize(instruction, position);

    violation(PREFETCHED_SPACE, Subject::Operand(instruction, 0)) <-
        Call(instruction, "llvm.amdgcn.s.prefetch.data"),
        call_argument { instruction, position: 0, argument },
        value { value: argument, type },
        type_traits { type, kind: TypeKind::Pointer, measure: address_space },
        (!matches!(address_space, 0 | 1 | 4 | 10..));
}
