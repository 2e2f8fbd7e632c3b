//! Intrinsics of some targets, whose calls alone say whether they are right.
//!
//! **Scope: sample.**

use facts_schema::{InstructionId, TypeKind};
use rustc_hash::FxBuildHasher;

use super::{Calls, attributed, feed};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{Lanes, TypeTraits};
use crate::violation::Violation;
use program::{Accesses, Argument, Broken, Call, Crepe, ElementType, Number, Tile};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// An intrinsic that accesses memory as a type says so by the attribute `elementtype`.
    ///
    /// A pointer does not tell what it points to, and these intrinsics have to know.
    deny ELEMENT_TYPE: "INT075" "intrinsic-element-type" {
        message: "the argument `{operand}` lacks the attribute `elementtype`",
        reference: "LangRef, Parameter Attributes, elementtype",
        checks: [
            "visitIntrinsicCall: Intrinsic requires elementtype attribute on first argument.",
            "visitIntrinsicCall: Intrinsic requires elementtype attribute on second argument.",
        ],
    }

    /// The number of registers that `llvm.nvvm.setmaxnreg` asks for is a multiple of 8 from 24 to
    /// 256.
    ///
    /// The instruction of that name hands out registers in eights.
    deny REGISTER_COUNT: "INT076" "nvvm-register-count" {
        message: "a warp cannot have `{operand}` registers for each thread",
        reference: "PTX ISA, setmaxnreg",
        checks: [
            "visitIntrinsicCall: reg_count argument to nvvm.setmaxnreg must be in multiples of 8",
            "visitIntrinsicCall: reg_count argument to nvvm.setmaxnreg must be within [24, 256]",
        ],
    }

    /// A fence for tensor maps is of 128 bytes.
    ///
    /// A tensor map has that size.
    deny TENSOR_MAP_SIZE: "INT077" "nvvm-tensor-map-size" {
        message: "a tensor map does not have `{operand}` bytes",
        reference: "PTX ISA, fence.proxy.tensormap",
        checks: [],
    }

    /// A matrix of a mixed-format multiplication (AMDGPU) has a format that exists, and enough
    /// registers for it.
    ///
    /// The numbers 0 to 4 stand for formats of 8, 8, 6, 6 and 4 bits. The elements lie close to
    /// each other in a vector of `i32`.
    deny MIXED_FORMAT: "INT078" "amdgpu-matrix-format" {
        message: "the matrix `{operand}` of type `{operand.type}` does not have the format {detail}",
        reference: "LLVM, User Guide for AMDGPU Backend",
        checks: [],
    }

    /// `llvm.amdgcn.s.prefetch.data` prefetches from global or constant memory.
    ///
    /// These are the address spaces 0, 1 and 4; memory of the other kinds is near anyway.
    deny PREFETCHED_SPACE: "INT079" "amdgpu-prefetch-address-space" {
        message: "a pointer of type `{operand.type}` does not point to global or constant memory",
        reference: "LLVM, User Guide for AMDGPU Backend, Address Spaces",
        checks: [],
    }
}

/// Intrinsics that need an `elementtype`, and the position of the argument that has it.
const ACCESSES: &[(&str, u32)] = &[
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

/// Matrices of several formats: where they are, where the numbers of their formats are, and how many
/// registers 8 bits for each element need.
const TILES: &[(&str, u32, u32, u32)] = &[
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

/// The names of intrinsics that the rules are about.
fn matters(name: &str) -> bool {
    ACCESSES.iter().any(|access| access.0 == name)
        || TILES.iter().any(|tile| tile.0 == name)
        || is_register_count(name)
        || is_tensor_map_fence(name)
        || name == "llvm.amdgcn.s.prefetch.data"
}

fn is_register_count(name: &str) -> bool {
    matches!(
        name,
        "llvm.nvvm.setmaxnreg.inc.sync.aligned.u32" | "llvm.nvvm.setmaxnreg.dec.sync.aligned.u32"
    )
}

fn is_tensor_map_fence(name: &str) -> bool {
    name.starts_with("llvm.nvvm.fence.proxy.tensormap_generic.acquire.")
}

/// Whether a matrix of which elements of 8 bits take `most` registers can be in a vector.
fn is_tile(vector: TypeTraits, most: u32) -> bool {
    let Lanes::Fixed(length) = vector.lanes else { return false };
    vector.kind == TypeKind::Integer
        && vector.measure == 32
        && [most, most / 4 * 3, most / 2].contains(&length)
}

/// How many registers a matrix needs, if the format exists.
fn registers(format: u128, most: u32) -> Option<u32> {
    match format {
        0 | 1 => Some(most),
        2 | 3 => Some(most / 4 * 3),
        4 => Some(most / 2),
        _ => None,
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, matters) else { return Vec::new() };
    let mut program = Crepe::new();
    feed!(program from calls: Call, Argument, Number);
    let element_types = attributed(context, &calls, "elementtype");
    program.extend(element_types.map(|(call, position, _)| ElementType(call, position)));
    program.extend(ACCESSES.iter().map(|&(name, position)| Accesses(name, position)));
    program.extend(TILES.iter().map(|&(name, tile, format, most)| Tile(name, tile, format, most)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub TypeTraits);

        @input
        pub struct Number(pub InstructionId, pub u32, pub i128, pub u128);

        @input
        /// The argument at `position` of `instruction` has an `elementtype`.
        pub struct ElementType(pub InstructionId, pub u32);

        @input
        /// The columns of `ACCESSES`.
        pub struct Accesses<'a>(pub &'a str, pub u32);

        @input
        /// The columns of `TILES`.
        pub struct Tile<'a>(pub &'a str, pub u32, pub u32, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(ELEMENT_TYPE, Subject::Operand(instruction, position), Detail::None) <-
            Call(instruction, name),
            Accesses(name, position),
            !ElementType(instruction, position);

        Broken(REGISTER_COUNT, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, name),
            (is_register_count(name)),
            Number(instruction, 0, _, count),
            (count % 8 != 0 || !(24..=256).contains(&count));

        Broken(TENSOR_MAP_SIZE, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, name),
            (is_tensor_map_fence(name)),
            Number(instruction, 1, _, size),
            (size != 128);

        Broken(MIXED_FORMAT, Subject::Operand(instruction, position), Detail::Number(format as u64)) <-
            Call(instruction, name),
            Tile(name, position, format_position, most),
            Argument(instruction, position, tile),
            Number(instruction, format_position, _, format),
            (!is_tile(tile, most) || !registers(format, most).is_some_and(|it| has(tile, it)));

        Broken(PREFETCHED_SPACE, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, "llvm.amdgcn.s.prefetch.data"),
            Argument(instruction, 0, pointer),
            (pointer.kind == TypeKind::Pointer),
            (!matches!(pointer.measure, 0 | 1 | 4 | 10..));
    }

    fn has(vector: TypeTraits, registers: u32) -> bool {
        matches!(vector.lanes, Lanes::Fixed(length) if length >= registers)
    }
}

violation_from! { Broken }
