//! Intrinsics that copy, prefetch, mask and mark memory.
//!
//! **Scope: sample.**

use facts_schema::{InstructionId, TypeKind, ValueId, ValueKind};
use rustc_hash::FxBuildHasher;

use super::{Calls, attributed, feed};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::data_layout::address_width;
use crate::data_layout::{space, stack_pointer_width};
use crate::rule::rules;
use crate::type_traits::{Lanes, TypeTraits};
use crate::violation::Violation;
use program::{
    Aligned, Argument, Broken, Call, Crepe, Global, GlobalSpace, IndexWidth, Limit, Number,
    Returned, StackWidth, ThreadLocal,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// The elements of an atomic copy have a size that is a power of two.
    ///
    /// Each element is read and written by one atomic access, and there are none of other sizes.
    deny ELEMENT_SIZE: "INT065" "atomic-copy-element-size" {
        message: "`{operand}` bytes cannot be read and written at once",
        reference: "LangRef, Element Wise Atomic Memory Intrinsics",
        checks: ["visitIntrinsicCall: element size of the element-wise atomic memory intrinsic must be a power of 2"],
    }

    /// The addresses of an atomic copy are aligned to at least the size of its elements.
    ///
    /// An access that is not aligned is not atomic. The alignment is an attribute of the argument.
    deny ELEMENT_ALIGNMENT: "INT066" "atomic-copy-alignment" {
        message: "the address `{operand}` is not aligned to the elements of the copy",
        reference: "LangRef, Element Wise Atomic Memory Intrinsics",
        checks: [
            "visitIntrinsicCall: incorrect alignment of the destination argument",
            "visitIntrinsicCall: incorrect alignment of the source argument",
        ],
    }

    /// The numbers that say how to prefetch are those that LangRef lists.
    ///
    /// They stand for reading or writing, for how soon and how often the memory is used, and for
    /// the kind of cache.
    deny PREFETCH: "INT067" "prefetch-hint" {
        message: "{callee} does not know the number `{operand}`",
        reference: "LangRef, llvm.prefetch Intrinsic",
        checks: [
            "visitIntrinsicCall: rw argument to llvm.prefetch must be 0-1",
            "visitIntrinsicCall: locality argument to llvm.prefetch must be 0-3",
            "visitIntrinsicCall: cache type argument to llvm.prefetch must be 0-1",
            "visitIntrinsicCall: write argument to llvm.aarch64.prefetch must be 0 or 1",
            "visitIntrinsicCall: target argument to llvm.aarch64.prefetch must be 0-3",
            "visitIntrinsicCall: stream argument to llvm.aarch64.prefetch must be 0 or 1",
            "visitIntrinsicCall: isdata argument to llvm.aarch64.prefetch must be 0 or 1",
        ],
    }

    /// The size of what does not change from `llvm.invariant.start` on is a constant.
    ///
    /// It is the number of bytes, or -1 for an object of any size.
    deny INVARIANT_SIZE: "INT068" "invariant-size" {
        message: "`{operand}` is no size of something that does not change",
        reference: "LangRef, llvm.invariant.start Intrinsic",
        checks: ["visitIntrinsicCall: invariant_start parameter must be -1, 0 or a positive number"],
    }

    /// `llvm.ptrmask` takes a pointer and a mask of the width of its index, or vectors of both.
    ///
    /// Only the part of a pointer that `getelementptr` computes with can be masked.
    deny POINTER_MASK: "INT069" "pointer-mask" {
        message: "a pointer of type `{operand:0.type}` cannot be masked by a `{operand:1.type}`",
        reference: "LangRef, llvm.ptrmask Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.ptrmask intrinsic first argument must be pointer or vector of pointers",
            "visitIntrinsicCall: llvm.ptrmask intrinsic arguments must be both scalars or both vectors",
            "visitIntrinsicCall: llvm.ptrmask intrinsic arguments must have the same number of elements",
            "visitIntrinsicCall: llvm.ptrmask intrinsic second argument bitwidth must match pointer index type size of first argument",
        ],
    }

    /// `llvm.threadlocal.address` takes a thread-local global.
    ///
    /// What each thread has at an address of its own is looked up by the global itself; an address
    /// that was computed is already that of one thread.
    deny THREAD_LOCAL: "INT070" "thread-local-address" {
        message: "`{operand}` is no thread-local global",
        reference: "LangRef, llvm.threadlocal.address Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.threadlocal.address first argument must be a GlobalValue",
            "visitIntrinsicCall: llvm.threadlocal.address operand isThreadLocal() must be true",
        ],
    }

    /// `llvm.get.dynamic.area.offset` computes an integer as wide as a pointer to the stack.
    ///
    /// It is added to the stack pointer.
    deny STACK_OFFSET: "INT071" "dynamic-area-offset-type" {
        message: "an offset in the stack cannot have the type `{result.type}`",
        reference: "LangRef, llvm.get.dynamic.area.offset Intrinsic",
        checks: [],
    }

    /// The pointer to what a thread has for itself points into the address space of globals.
    ///
    /// Thread-local globals lie there.
    deny THREAD_POINTER: "INT072" "thread-pointer-address-space" {
        message: "a pointer to the memory of a thread cannot have the type `{result.type}`",
        reference: "LangRef, llvm.thread.pointer Intrinsic",
        checks: [],
    }
}

/// Arguments that are one of the numbers below a limit.
const LIMITS: &[(&str, u32, u128)] = &[
    ("llvm.prefetch", 1, 2),
    ("llvm.prefetch", 2, 4),
    ("llvm.prefetch", 3, 2),
    ("llvm.aarch64.prefetch", 1, 2),
    ("llvm.aarch64.prefetch", 2, 4),
    ("llvm.aarch64.prefetch", 3, 2),
    ("llvm.aarch64.prefetch", 4, 2),
    ("llvm.aarch64.range.prefetch", 1, 2),
    ("llvm.aarch64.range.prefetch", 2, 2),
];

/// The names of intrinsics that the rules are about.
fn matters(name: &str) -> bool {
    is_atomic_copy(name)
        || LIMITS.iter().any(|limit| limit.0 == name)
        || matches!(
            name,
            "llvm.invariant.start"
                | "llvm.ptrmask"
                | "llvm.thread.pointer"
                | "llvm.threadlocal.address"
                | "llvm.get.dynamic.area.offset"
        )
}

fn is_atomic_copy(name: &str) -> bool {
    name.ends_with(".element.unordered.atomic")
}

/// Whether the argument at `position` of an atomic copy is an address.
fn is_copied_address(name: &str, position: u32) -> bool {
    position == 0 || position == 1 && !name.starts_with("llvm.memset.")
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, matters) else { return Vec::new() };
    let mut program = Crepe::new();
    feed!(program from calls: Call, Argument, Returned, Number);
    program.extend(LIMITS.iter().map(|&(name, position, limit)| Limit(name, position, limit)));
    let alignments = attributed(context, &calls, "align");
    program.extend(alignments.map(|(call, position, bytes)| Aligned(call, position, bytes)));
    let globals = calls.arguments.iter().filter(|it| is_global(it.value.kind));
    program.extend(globals.map(|it| Global(it.instruction, it.position, it.value.value)));
    program.extend(context.facts.thread_local.iter().map(|row| ThreadLocal(row.global)));
    let layout = context.data_layout();
    let pointers =
        calls.arguments.iter().map(|it| it.r#type).filter(|it| it.kind == TypeKind::Pointer);
    program.extend(pointers.map(|it| IndexWidth(it.scalar, address_width(layout, it.measure))));
    program.extend([GlobalSpace(space(layout, 'G'))]);
    program.extend([StackWidth(stack_pointer_width(layout))]);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

fn is_global(kind: ValueKind) -> bool {
    use ValueKind::*;
    matches!(kind, Function | GlobalVariable | Alias | IFunc)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::TypeId;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub TypeTraits);

        @input
        pub struct Returned(pub InstructionId, pub TypeTraits);

        @input
        pub struct Number(pub InstructionId, pub u32, pub i128, pub u128);

        @input
        /// The columns of `LIMITS`.
        pub struct Limit<'a>(pub &'a str, pub u32, pub u128);

        @input
        /// The argument at `position` of `instruction` is aligned to so many bytes.
        pub struct Aligned(pub InstructionId, pub u32, pub u64);

        @input
        /// The argument at `position` of `instruction` is `global`.
        pub struct Global(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct ThreadLocal(pub ValueId);

        @input
        /// The index of a pointer of type `pointer` has so many bits.
        pub struct IndexWidth(pub TypeId, pub u32);

        @input
        /// Globals lie in this address space unless they say otherwise.
        pub struct GlobalSpace(pub u32);

        @input
        /// Pointers to the stack have so many bits.
        pub struct StackWidth(pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `instruction` copies elements of so many bytes.
        struct Copies<'a>(InstructionId, &'a str, u128);

        Copies(instruction, name, size) <-
            Call(instruction, name),
            (is_atomic_copy(name)),
            Number(instruction, 3, _, size);

        Broken(ELEMENT_SIZE, Subject::Operand(instruction, 3), Detail::None) <-
            Copies(instruction, _, size),
            (!size.is_power_of_two());

        struct Suffices(InstructionId, u32);

        Suffices(instruction, position) <-
            Copies(instruction, _, size),
            Aligned(instruction, position, bytes),
            (u128::from(bytes) >= size);

        Broken(ELEMENT_ALIGNMENT, Subject::Operand(instruction, position), Detail::None) <-
            Copies(instruction, name, _),
            Argument(instruction, position, _),
            (is_copied_address(name, position)),
            !Suffices(instruction, position);

        Broken(PREFETCH, Subject::Operand(instruction, position), Detail::None) <-
            Call(instruction, name),
            Limit(name, position, limit),
            Number(instruction, position, _, hint),
            (hint >= limit);

        struct Sized(InstructionId);

        Sized(instruction) <-
            Number(instruction, 0, size, _),
            (size >= -1);

        Broken(INVARIANT_SIZE, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, "llvm.invariant.start"),
            Argument(instruction, 0, _),
            !Sized(instruction);

        struct Masks(InstructionId, TypeTraits, TypeTraits);

        Masks(instruction, pointer, mask) <-
            Call(instruction, "llvm.ptrmask"),
            Argument(instruction, 0, pointer),
            Argument(instruction, 1, mask);

        Broken(POINTER_MASK, Subject::Instruction(instruction), Detail::None) <-
            Masks(instruction, pointer, mask),
            (pointer.kind != TypeKind::Pointer || pointer.lanes != mask.lanes);

        Broken(POINTER_MASK, Subject::Instruction(instruction), Detail::None) <-
            Masks(instruction, pointer, mask),
            IndexWidth(pointer.scalar, width),
            (mask.measure != width);

        struct IsThreadLocal(InstructionId);

        IsThreadLocal(instruction) <-
            Global(instruction, 0, global),
            ThreadLocal(global);

        Broken(THREAD_LOCAL, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, "llvm.threadlocal.address"),
            Argument(instruction, 0, _),
            !IsThreadLocal(instruction);

        Broken(THREAD_POINTER, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, "llvm.thread.pointer"),
            Returned(instruction, pointer),
            GlobalSpace(space),
            (pointer.measure != space);

        Broken(STACK_OFFSET, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, "llvm.get.dynamic.area.offset"),
            Returned(instruction, offset),
            StackWidth(width),
            (offset.measure != width || offset.lanes != Lanes::Scalar);
    }
}

violation_from! { Broken }
