//! LLVM's enumerations as the words of the vocabulary.

use inkwell::llvm_sys::{
    LLVMAtomicOrdering, LLVMAtomicRMWBinOp, LLVMDLLStorageClass, LLVMGEPFlagInBounds,
    LLVMGEPFlagNUSW, LLVMGEPFlagNUW, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMRealPredicate,
    LLVMTailCallKind, LLVMThreadLocalMode, LLVMUnnamedAddr, LLVMVisibility,
};

use facts_schema::{
    AtomicOperation, DllStorage, InstructionFlag, Linkage, Opcode, Ordering, Predicate,
    TailCallKind, ThreadLocalMode, UnnamedAddress, Visibility,
};

/// An atomic ordering; `None` for non-atomic accesses.
pub fn ordering(ordering: LLVMAtomicOrdering) -> Option<Ordering> {
    match ordering {
        LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic => None,
        LLVMAtomicOrdering::LLVMAtomicOrderingUnordered => Some(Ordering::Unordered),
        LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic => Some(Ordering::Monotonic),
        LLVMAtomicOrdering::LLVMAtomicOrderingAcquire => Some(Ordering::Acquire),
        LLVMAtomicOrdering::LLVMAtomicOrderingRelease => Some(Ordering::Release),
        LLVMAtomicOrdering::LLVMAtomicOrderingAcquireRelease => Some(Ordering::AcqRel),
        LLVMAtomicOrdering::LLVMAtomicOrderingSequentiallyConsistent => Some(Ordering::SeqCst),
    }
}

/// The opcode with LLVM's number; `None` for the two that are reserved for passes.
pub fn opcode(opcode: LLVMOpcode) -> Option<Opcode> {
    use LLVMOpcode::*;
    Some(match opcode {
        LLVMRet => Opcode::Ret,
        LLVMBr => Opcode::Br,
        LLVMSwitch => Opcode::Switch,
        LLVMIndirectBr => Opcode::IndirectBr,
        LLVMInvoke => Opcode::Invoke,
        LLVMUnreachable => Opcode::Unreachable,
        LLVMCallBr => Opcode::CallBr,
        LLVMFNeg => Opcode::FNeg,
        LLVMAdd => Opcode::Add,
        LLVMFAdd => Opcode::FAdd,
        LLVMSub => Opcode::Sub,
        LLVMFSub => Opcode::FSub,
        LLVMMul => Opcode::Mul,
        LLVMFMul => Opcode::FMul,
        LLVMUDiv => Opcode::UDiv,
        LLVMSDiv => Opcode::SDiv,
        LLVMFDiv => Opcode::FDiv,
        LLVMURem => Opcode::URem,
        LLVMSRem => Opcode::SRem,
        LLVMFRem => Opcode::FRem,
        LLVMShl => Opcode::Shl,
        LLVMLShr => Opcode::LShr,
        LLVMAShr => Opcode::AShr,
        LLVMAnd => Opcode::And,
        LLVMOr => Opcode::Or,
        LLVMXor => Opcode::Xor,
        LLVMAlloca => Opcode::Alloca,
        LLVMLoad => Opcode::Load,
        LLVMStore => Opcode::Store,
        LLVMGetElementPtr => Opcode::GetElementPtr,
        LLVMTrunc => Opcode::Trunc,
        LLVMZExt => Opcode::ZExt,
        LLVMSExt => Opcode::SExt,
        LLVMFPToUI => Opcode::FPToUI,
        LLVMFPToSI => Opcode::FPToSI,
        LLVMUIToFP => Opcode::UIToFP,
        LLVMSIToFP => Opcode::SIToFP,
        LLVMFPTrunc => Opcode::FPTrunc,
        LLVMFPExt => Opcode::FPExt,
        LLVMPtrToInt => Opcode::PtrToInt,
        #[cfg(not(feature = "llvm19-1"))]
        LLVMPtrToAddr => Opcode::PtrToAddr,
        LLVMIntToPtr => Opcode::IntToPtr,
        LLVMBitCast => Opcode::BitCast,
        LLVMAddrSpaceCast => Opcode::AddrSpaceCast,
        LLVMICmp => Opcode::ICmp,
        LLVMFCmp => Opcode::FCmp,
        LLVMPHI => Opcode::Phi,
        LLVMCall => Opcode::Call,
        LLVMSelect => Opcode::Select,
        LLVMUserOp1 | LLVMUserOp2 => return None,
        LLVMVAArg => Opcode::VAArg,
        LLVMExtractElement => Opcode::ExtractElement,
        LLVMInsertElement => Opcode::InsertElement,
        LLVMShuffleVector => Opcode::ShuffleVector,
        LLVMExtractValue => Opcode::ExtractValue,
        LLVMInsertValue => Opcode::InsertValue,
        LLVMFreeze => Opcode::Freeze,
        LLVMFence => Opcode::Fence,
        LLVMAtomicCmpXchg => Opcode::CmpXchg,
        LLVMAtomicRMW => Opcode::AtomicRmw,
        LLVMResume => Opcode::Resume,
        LLVMLandingPad => Opcode::LandingPad,
        LLVMCleanupRet => Opcode::CleanupRet,
        LLVMCatchRet => Opcode::CatchRet,
        LLVMCatchPad => Opcode::CatchPad,
        LLVMCleanupPad => Opcode::CleanupPad,
        LLVMCatchSwitch => Opcode::CatchSwitch,
    })
}

/// The flags in LLVM's bit set of a `getelementptr`.
pub fn getelementptr_flags(bits: u32) -> Vec<InstructionFlag> {
    // `inbounds` implies `nusw`, which LLVM then does not print.
    let nusw = bits & LLVMGEPFlagNUSW != 0 && bits & LLVMGEPFlagInBounds == 0;
    [
        (bits & LLVMGEPFlagInBounds != 0, InstructionFlag::InBounds),
        (nusw, InstructionFlag::Nusw),
        (bits & LLVMGEPFlagNUW != 0, InstructionFlag::Nuw),
    ]
    .into_iter()
    .filter(|it| it.0)
    .map(|it| it.1)
    .collect()
}

/// An operation of `atomicrmw`.
pub fn operation(operation: LLVMAtomicRMWBinOp) -> AtomicOperation {
    use LLVMAtomicRMWBinOp::*;
    match operation {
        LLVMAtomicRMWBinOpXchg => AtomicOperation::Xchg,
        LLVMAtomicRMWBinOpAdd => AtomicOperation::Add,
        LLVMAtomicRMWBinOpSub => AtomicOperation::Sub,
        LLVMAtomicRMWBinOpAnd => AtomicOperation::And,
        LLVMAtomicRMWBinOpNand => AtomicOperation::Nand,
        LLVMAtomicRMWBinOpOr => AtomicOperation::Or,
        LLVMAtomicRMWBinOpXor => AtomicOperation::Xor,
        LLVMAtomicRMWBinOpMax => AtomicOperation::Max,
        LLVMAtomicRMWBinOpMin => AtomicOperation::Min,
        LLVMAtomicRMWBinOpUMax => AtomicOperation::UMax,
        LLVMAtomicRMWBinOpUMin => AtomicOperation::UMin,
        LLVMAtomicRMWBinOpFAdd => AtomicOperation::FAdd,
        LLVMAtomicRMWBinOpFSub => AtomicOperation::FSub,
        LLVMAtomicRMWBinOpFMax => AtomicOperation::FMax,
        LLVMAtomicRMWBinOpFMin => AtomicOperation::FMin,
        LLVMAtomicRMWBinOpUIncWrap => AtomicOperation::UIncWrap,
        LLVMAtomicRMWBinOpUDecWrap => AtomicOperation::UDecWrap,
        #[cfg(not(feature = "llvm19-1"))]
        LLVMAtomicRMWBinOpUSubCond => AtomicOperation::USubCond,
        #[cfg(not(feature = "llvm19-1"))]
        LLVMAtomicRMWBinOpUSubSat => AtomicOperation::USubSat,
        #[cfg(not(feature = "llvm19-1"))]
        LLVMAtomicRMWBinOpFMaximum => AtomicOperation::FMaximum,
        #[cfg(not(feature = "llvm19-1"))]
        LLVMAtomicRMWBinOpFMinimum => AtomicOperation::FMinimum,
    }
}

/// A predicate of `icmp`.
pub fn integer_predicate(predicate: LLVMIntPredicate) -> Predicate {
    use LLVMIntPredicate::*;
    match predicate {
        LLVMIntEQ => Predicate::Eq,
        LLVMIntNE => Predicate::Ne,
        LLVMIntUGT => Predicate::Ugt,
        LLVMIntUGE => Predicate::Uge,
        LLVMIntULT => Predicate::Ult,
        LLVMIntULE => Predicate::Ule,
        LLVMIntSGT => Predicate::Sgt,
        LLVMIntSGE => Predicate::Sge,
        LLVMIntSLT => Predicate::Slt,
        LLVMIntSLE => Predicate::Sle,
    }
}

/// A predicate of `fcmp`.
pub fn float_predicate(predicate: LLVMRealPredicate) -> Predicate {
    use LLVMRealPredicate::*;
    match predicate {
        LLVMRealPredicateFalse => Predicate::False,
        LLVMRealOEQ => Predicate::Oeq,
        LLVMRealOGT => Predicate::Ogt,
        LLVMRealOGE => Predicate::Oge,
        LLVMRealOLT => Predicate::Olt,
        LLVMRealOLE => Predicate::Ole,
        LLVMRealONE => Predicate::One,
        LLVMRealORD => Predicate::Ord,
        LLVMRealUNO => Predicate::Uno,
        LLVMRealUEQ => Predicate::Ueq,
        LLVMRealUGT => Predicate::Ugt,
        LLVMRealUGE => Predicate::Uge,
        LLVMRealULT => Predicate::Ult,
        LLVMRealULE => Predicate::Ule,
        LLVMRealUNE => Predicate::Une,
        LLVMRealPredicateTrue => Predicate::True,
    }
}

/// The tail call marker of a `call`; `None` if there is no marker.
pub fn tail_call_kind(kind: LLVMTailCallKind) -> Option<TailCallKind> {
    match kind {
        LLVMTailCallKind::LLVMTailCallKindNone => None,
        LLVMTailCallKind::LLVMTailCallKindTail => Some(TailCallKind::Tail),
        LLVMTailCallKind::LLVMTailCallKindMustTail => Some(TailCallKind::MustTail),
        LLVMTailCallKind::LLVMTailCallKindNoTail => Some(TailCallKind::NoTail),
    }
}

/// A linkage. Linkages that LLVM has removed are mapped to their replacements.
pub fn linkage(linkage: LLVMLinkage) -> Linkage {
    use LLVMLinkage::*;
    match linkage {
        LLVMExternalLinkage | LLVMDLLImportLinkage | LLVMDLLExportLinkage | LLVMGhostLinkage => {
            Linkage::External
        }
        LLVMAvailableExternallyLinkage => Linkage::AvailableExternally,
        LLVMLinkOnceAnyLinkage => Linkage::LinkOnce,
        LLVMLinkOnceODRLinkage | LLVMLinkOnceODRAutoHideLinkage => Linkage::LinkOnceOdr,
        LLVMWeakAnyLinkage => Linkage::Weak,
        LLVMWeakODRLinkage => Linkage::WeakOdr,
        LLVMAppendingLinkage => Linkage::Appending,
        LLVMInternalLinkage => Linkage::Internal,
        LLVMPrivateLinkage | LLVMLinkerPrivateLinkage | LLVMLinkerPrivateWeakLinkage => {
            Linkage::Private
        }
        LLVMExternalWeakLinkage => Linkage::ExternWeak,
        LLVMCommonLinkage => Linkage::Common,
    }
}

/// A visibility style.
pub fn visibility(visibility: LLVMVisibility) -> Visibility {
    match visibility {
        LLVMVisibility::LLVMDefaultVisibility => Visibility::Default,
        LLVMVisibility::LLVMHiddenVisibility => Visibility::Hidden,
        LLVMVisibility::LLVMProtectedVisibility => Visibility::Protected,
    }
}

/// A DLL storage class.
pub fn dll_storage(storage: LLVMDLLStorageClass) -> DllStorage {
    match storage {
        LLVMDLLStorageClass::LLVMDefaultStorageClass => DllStorage::Default,
        LLVMDLLStorageClass::LLVMDLLImportStorageClass => DllStorage::Import,
        LLVMDLLStorageClass::LLVMDLLExportStorageClass => DllStorage::Export,
    }
}

/// Whether the address is significant.
pub fn unnamed_address(address: LLVMUnnamedAddr) -> UnnamedAddress {
    match address {
        LLVMUnnamedAddr::LLVMNoUnnamedAddr => UnnamedAddress::None,
        LLVMUnnamedAddr::LLVMLocalUnnamedAddr => UnnamedAddress::Local,
        LLVMUnnamedAddr::LLVMGlobalUnnamedAddr => UnnamedAddress::Global,
    }
}

/// A thread-local storage model; `None` for a global that is not thread-local.
pub fn thread_local(mode: LLVMThreadLocalMode) -> Option<ThreadLocalMode> {
    match mode {
        LLVMThreadLocalMode::LLVMNotThreadLocal => None,
        LLVMThreadLocalMode::LLVMGeneralDynamicTLSModel => Some(ThreadLocalMode::GeneralDynamic),
        LLVMThreadLocalMode::LLVMLocalDynamicTLSModel => Some(ThreadLocalMode::LocalDynamic),
        LLVMThreadLocalMode::LLVMInitialExecTLSModel => Some(ThreadLocalMode::InitialExec),
        LLVMThreadLocalMode::LLVMLocalExecTLSModel => Some(ThreadLocalMode::LocalExec),
    }
}
