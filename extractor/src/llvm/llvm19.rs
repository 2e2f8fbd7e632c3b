//! What LLVM 22 has getters for and LLVM 19 has not, under LLVM 22's names.

#![allow(non_snake_case, reason = "these are LLVM-C's names")]

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMOpcode, LLVMTypeKind};

use super::{Raw, Type};

/// The argument of `memory(…)` in the layout of LLVM 22, which has two bits each for `argmem`,
/// `inaccessiblemem`, `errnomem`, all that has no name, and two kinds of memory of a target. In LLVM 19
/// there are only the first two and the rest.
pub fn memory_effects(value: u64) -> u64 {
    let (named, rest) = (value & 0b1111, value >> 4 & 0b11);
    named | (0..4).map(|position| rest << (4 + 2 * position)).sum::<u64>()
}

impl<'m> Type<'m> {
    /// What later LLVMs read a type as that they no longer have: `<1 x i64>` for `x86_mmx`.
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
    // SAFETY: the ordering is asked only of instructions that have one.
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

/// LLVM 19 tells only whether the scope is a single thread (number 0) or not (taken as number 1,
/// the whole system).
///
/// # Safety
///
/// The value must be an atomic instruction.
pub unsafe fn LLVMGetAtomicSyncScopeID(instruction: LLVMValueRef) -> u32 {
    // SAFETY: as the caller promises.
    unsafe { u32::from(LLVMIsAtomicSingleThread(instruction) == 0) }
}

/// A fence in one of the two scopes that LLVM 19 can build.
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

/// `samesign` came with LLVM 20.
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
/// The value must be a `switch` with that many successors.
pub unsafe fn LLVMGetSwitchCaseValue(switch: LLVMValueRef, position: u32) -> LLVMValueRef {
    // SAFETY: as the caller promises.
    unsafe { LLVMGetOperand(switch, 2 * position) }
}
