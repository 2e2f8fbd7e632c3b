//! Functions that LLVM 22 has and LLVM 19 does not, under the names of LLVM 22.

#![allow(non_snake_case, reason = "these are LLVM-C's names")]

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMOpcode, LLVMTypeKind};

use super::{Raw, Type};

/// The argument of `memory(…)` in the layout of LLVM 22, which has two bits each for `argmem`,
/// `inaccessiblemem`, `errnomem`, other memory, and two kinds of target memory. LLVM 19 has only
/// the first two and other memory.
pub fn memory_effects(value: u64) -> u64 {
    let (named, rest) = (value & 0b1111, value >> 4 & 0b11);
    named | (0..4).map(|position| rest << (4 + 2 * position)).sum::<u64>()
}

impl<'m> Type<'m> {
    /// The type to which later versions of LLVM upgrade a removed type: `<1 x i64>` for `x86_mmx`.
    pub fn replacement(self) -> Option<Type<'m>> {
        // SAFETY: the type is live, and so is its context.
        unsafe {
            if LLVMGetTypeKind(self.raw()) != LLVMTypeKind::LLVMX86_MMXTypeKind {
                return None;
            }
            let integer = LLVMInt64TypeInContext(LLVMGetTypeContext(self.raw()));
            Some(LLVMVectorType(integer, 1).wrap())
        }
    }
}

/// Whether a load, store, fence, cmpxchg or atomicrmw is atomic.
///
/// # Safety
///
/// The value must be an instruction.
pub unsafe fn LLVMIsAtomic(instruction: LLVMValueRef) -> i32 {
    // SAFETY: the ordering is queried only for instructions that have one.
    unsafe {
        match LLVMGetInstructionOpcode(instruction) {
            LLVMOpcode::LLVMAtomicCmpXchg | LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMFence => 1,
            LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMStore => {
                let ordering = LLVMGetOrdering(instruction);
                i32::from(ordering != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic)
            }
            _ => 0,
        }
    }
}

/// LLVM 19 only reports whether the scope is a single thread (number 0). Any other scope is
/// returned as the system scope (number 1).
///
/// # Safety
///
/// The value must be an atomic instruction.
pub unsafe fn LLVMGetAtomicSyncScopeID(instruction: LLVMValueRef) -> u32 {
    // SAFETY: as the caller promises.
    unsafe { u32::from(LLVMIsAtomicSingleThread(instruction) == 0) }
}

/// Builds a fence in one of the two scopes that LLVM 19 supports.
///
/// # Safety
///
/// As for `LLVMBuildFence`.
pub unsafe fn LLVMBuildFenceSyncScope(
    builder: LLVMBuilderRef,
    ordering: LLVMAtomicOrdering,
    scope: u32,
    name: *const std::ffi::c_char,
) -> LLVMValueRef {
    // SAFETY: as the caller promises.
    unsafe { LLVMBuildFence(builder, ordering, i32::from(scope == 0), name) }
}

/// Always 0: `samesign` was introduced in LLVM 20.
///
/// # Safety
///
/// None is needed.
pub unsafe fn LLVMGetICmpSameSign(_: LLVMValueRef) -> i32 {
    0
}

/// Up to LLVM 21, case values are operands, each before its target.
///
/// # Safety
///
/// The value must be a `switch`, and `position` a successor of it.
pub unsafe fn LLVMGetSwitchCaseValue(switch: LLVMValueRef, position: u32) -> LLVMValueRef {
    // SAFETY: as the caller promises.
    unsafe { LLVMGetOperand(switch, 2 * position) }
}
