//! Intrinsics that copy, prefetch, mask or otherwise refer to memory.

use facts_schema::view::Lanes;
use facts_schema::view::data_layout::{address_width, space, stack_pointer_width};
use facts_schema::{InstructionId, TypeId, TypeKind};
use rules_macros::datalog;

use super::{as_signed, as_unsigned};
use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// The element size of an atomic memory intrinsic is a power of two.
    ///
    /// Each element is accessed by one atomic access, which exists only for such sizes.
    deny ELEMENT_SIZE: "INT065" "atomic-copy-element-size" {
        message: "the element size of `{operand}` bytes is not a power of two",
        reference: "LangRef, Element Wise Atomic Memory Intrinsics",
        checks: ["visitIntrinsicCall: element size of the element-wise atomic memory intrinsic must be a power of 2"],
    }

    /// The pointer arguments of an atomic memory intrinsic are aligned to at least the element
    /// size.
    ///
    /// A misaligned access is not atomic. The alignment is an attribute of the argument.
    deny ELEMENT_ALIGNMENT: "INT066" "atomic-copy-alignment" {
        message: "the alignment of `{operand}` is smaller than the element size",
        reference: "LangRef, Element Wise Atomic Memory Intrinsics",
        checks: [
            "visitIntrinsicCall: incorrect alignment of the destination argument",
            "visitIntrinsicCall: incorrect alignment of the source argument",
        ],
    }

    /// The arguments of `llvm.prefetch` are in the ranges that LangRef defines.
    ///
    /// They specify whether the access is a read or a write, the locality, and the kind of cache.
    deny PREFETCH: "INT067" "prefetch-hint" {
        message: "the argument `{operand}` of {callee} is out of range",
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

    /// The size argument of `llvm.invariant.start` is a non-negative constant or -1.
    ///
    /// It is a number of bytes, or -1 for an object of variable size.
    deny INVARIANT_SIZE: "INT068" "invariant-size" {
        message: "the size `{operand}` is neither a non-negative constant nor -1",
        reference: "LangRef, llvm.invariant.start Intrinsic",
        checks: ["visitIntrinsicCall: invariant_start parameter must be -1, 0 or a positive number"],
    }

    /// The operands of `llvm.ptrmask` are a pointer and an integer mask of the pointer's index
    /// width, or vectors of these.
    ///
    /// Only the index bits of a pointer can be masked.
    deny POINTER_MASK: "INT069" "pointer-mask" {
        message: "the mask type `{operand:1.type}` does not match the pointer type `{operand:0.type}`",
        reference: "LangRef, llvm.ptrmask Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.ptrmask intrinsic first argument must be pointer or vector of pointers",
            "visitIntrinsicCall: llvm.ptrmask intrinsic arguments must be both scalars or both vectors",
            "visitIntrinsicCall: llvm.ptrmask intrinsic arguments must have the same number of elements",
            "visitIntrinsicCall: llvm.ptrmask intrinsic second argument bitwidth must match pointer index type size of first argument",
        ],
    }

    /// The argument of `llvm.threadlocal.address` is a thread-local global.
    ///
    /// The intrinsic returns the address that the global has in the current thread. A computed
    /// address already belongs to a thread.
    deny THREAD_LOCAL: "INT070" "thread-local-address" {
        message: "`{operand}` is not a thread-local global",
        reference: "LangRef, llvm.threadlocal.address Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.threadlocal.address first argument must be a GlobalValue",
            "visitIntrinsicCall: llvm.threadlocal.address operand isThreadLocal() must be true",
        ],
    }

    /// `llvm.get.dynamic.area.offset` returns an integer with the width of a stack pointer.
    ///
    /// The offset is added to the stack pointer.
    deny STACK_OFFSET: "INT071" "dynamic-area-offset-type" {
        message: "the stack offset cannot have type `{result.type}`",
        reference: "LangRef, llvm.get.dynamic.area.offset Intrinsic",
        checks: [],
    }

    /// The result of `llvm.thread.pointer` is in the address space of globals.
    ///
    /// Thread-local globals are in that address space.
    deny THREAD_POINTER: "INT072" "thread-pointer-address-space" {
        message: "the thread pointer cannot have type `{result.type}`",
        reference: "LangRef, llvm.thread.pointer Intrinsic",
        checks: [],
    }
}

/// Whether the argument at `position` of an element-wise atomic memory intrinsic is an address.
fn is_copied_address(name: &str, position: u32) -> bool {
    position == 0 || position == 1 && !name.starts_with("llvm.memset.")
}

datalog! { representatives;
    /// Arguments that must be less than a limit.
    const LIMITS(&'static str, u32, u128) = [
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

    /// `instruction` calls the intrinsic `name`, which returns a value of type `result`.
    struct Call<'a>(InstructionId, &'a str, TypeId);

    Call(instruction, module.text(intrinsic), return_type) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        function_type { type: function_type, return_type };

    /// `instruction` is a call of the element-wise atomic memory intrinsic `name`, with elements of
    /// `size` bytes.
    struct Copies<'a>(InstructionId, &'a str, u128);

    Copies(instruction, name, as_unsigned(module.text(unsigned))) <-
        Call(instruction, name, _),
        (name.ends_with(".element.unordered.atomic")),
        call_argument { instruction, position: 3, argument },
        constant_integer { constant: argument, unsigned };

    violation(ELEMENT_SIZE, Subject::Operand(instruction, 3)) <-
        Copies(instruction, _, size),
        (!size.is_power_of_two());

    /// The address at `position` of `instruction` is aligned to the element size.
    struct AlignedToElement(InstructionId, u32);

    AlignedToElement(instruction, position) <-
        Copies(instruction, _, size),
        call_argument_attribute { instruction, position, attribute },
        attribute { attribute, name: "align" },
        attribute_integer { attribute, integer: alignment },
        (u128::from(alignment) >= size);

    violation(ELEMENT_ALIGNMENT, Subject::Operand(instruction, position)) <-
        Copies(instruction, name, _),
        call_argument { instruction, position },
        (is_copied_address(name, position)),
        !AlignedToElement(instruction, position);

    violation(PREFETCH, Subject::Operand(instruction, position)) <-
        Call(instruction, name, _),
        LIMITS(name, position, limit),
        call_argument { instruction, position, argument },
        constant_integer { constant: argument, unsigned },
        (as_unsigned(module.text(unsigned)) >= limit);

    /// The size argument of `instruction` is a constant that is at least -1.
    struct ValidSize(InstructionId);

    ValidSize(instruction) <-
        Call(instruction, "llvm.invariant.start", _),
        call_argument { instruction, position: 0, argument },
        constant_integer { constant: argument, signed },
        (as_signed(module.text(signed)) >= -1);

    violation(INVARIANT_SIZE, Subject::Operand(instruction, 0)) <-
        Call(instruction, "llvm.invariant.start", _),
        call_argument { instruction, position: 0 },
        !ValidSize(instruction);

    violation(POINTER_MASK, instruction) <-
        Call(instruction, "llvm.ptrmask", _),
        call_argument { instruction, position: 0, argument: pointer },
        value { value: pointer, type: pointer_type },
        type_traits { type: pointer_type, kind, measure: address_space, lanes },
        call_argument { instruction, position: 1, argument: mask },
        value { value: mask, type: mask_type },
        type_traits { type: mask_type, measure: width, lanes: mask_lanes },
        (kind != TypeKind::Pointer
            || lanes != mask_lanes
            || width != address_width(module.data_layout(), address_space));

    violation(THREAD_LOCAL, Subject::Operand(instruction, 0)) <-
        Call(instruction, "llvm.threadlocal.address", _),
        call_argument { instruction, position: 0, argument },
        !thread_local { global: argument };

    violation(THREAD_POINTER, instruction) <-
        Call(instruction, "llvm.thread.pointer", result),
        type_traits { type: result, measure: address_space },
        (address_space != space(module.data_layout(), 'G'));

    violation(STACK_OFFSET, instruction) <-
        Call(instruction, "llvm.get.dynamic.area.offset", result),
        type_traits { type: result, measure: width, lanes },
        (width != stack_pointer_width(module.data_layout()) || lanes != Lanes::Scalar);
}
