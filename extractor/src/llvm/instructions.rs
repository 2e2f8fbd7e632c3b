//! Instructions, by their form.

mod calls;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use facts_schema::{
    AtomicOperation, ClauseKind, InstructionFlag, Opcode, Ordering, Predicate, TypeKind,
};

#[cfg(feature = "llvm19-1")]
use super::llvm19::*;
use super::*;

handles! {
    /// An instruction.
    Instruction(LLVMValueRef);
}

/// LLVM's fixed number for attachments of kind `dbg`.
const DEBUG_LOCATION_KIND: u32 = 0;

/// Defines handles for the instructions of each form, and [`Form`] to distinguish them.
macro_rules! forms {
    (
        @only_operands $($plain:ident($($plain_opcode:ident)*))*
        @parts $(
            $(#[$doc:meta])*
            $form:ident($($opcode:ident)*) { $($field:ident: $result:ty = $getter:path;)* }
        )*
    ) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy)]
            pub struct $form<'m>(Instruction<'m>);

            impl<'m> $form<'m> {
                #[allow(dead_code, reason = "forms that have only operands or lists ask no getter")]
                fn raw(self) -> LLVMValueRef {
                    self.0.raw()
                }
            }

            #[allow(missing_docs, reason = "the field's name in LangRef")]
            impl<'m> $form<'m> {
                $(
                    pub fn $field(self) -> $result {
                        // SAFETY: the instruction is of this form.
                        unsafe { $getter(self.raw()) }.wrap()
                    }
                )*
            }
        )*

        /// An instruction by its form.
        #[derive(Clone, Copy)]
        #[allow(missing_docs, reason = "the handle of the same name says it")]
        pub enum Form<'m> {
            $($plain,)*
            $($form($form<'m>),)*
        }

        impl<'m> Instruction<'m> {
            /// The instruction as a handle with the getters of its form.
            pub fn form(self, opcode: Opcode) -> Form<'m> {
                debug_assert_eq!(opcode, self.opcode());
                match opcode {
                    $($(Opcode::$plain_opcode)|* => Form::$plain,)*
                    $($(Opcode::$opcode)|* => Form::$form($form(self)),)*
                }
            }
        }
    };
}

forms! {
    @only_operands
    Ret(Ret)
    IndirectBr(IndirectBr)
    Unreachable(Unreachable)
    Resume(Resume)
    CatchRet(CatchRet)
    Unary(FNeg Freeze)
    Binary(
        Add FAdd Sub FSub Mul FMul UDiv SDiv FDiv URem SRem FRem Shl LShr AShr And Or Xor
    )
    Conversion(
        Trunc ZExt SExt FPTrunc FPExt FPToUI FPToSI UIToFP SIToFP PtrToInt PtrToAddr IntToPtr
        BitCast AddrSpaceCast
    )
    Select(Select)
    VAArg(VAArg)
    ExtractElement(ExtractElement)
    InsertElement(InsertElement)
    @parts
    /// `icmp`, `fcmp`
    Comparison(ICmp FCmp) {}
    /// `br`
    Br(Br) { is_conditional: bool = LLVMIsConditional; }
    /// `switch`
    Switch(Switch) {
        default_target: Option<Block<'m>> = LLVMGetSwitchDefaultDest;
    }
    /// `call`, `invoke`, `callbr`
    Call(Call Invoke CallBr) {
        callee: Option<Value<'m>> = LLVMGetCalledValue;
        function_type: Type<'m> = LLVMGetCalledFunctionType;
        calling_convention: u32 = LLVMGetInstructionCallConv;
        argument_count: u32 = LLVMGetNumArgOperands;
        bundle_count: u32 = LLVMGetNumOperandBundles;
    }
    /// `landingpad`
    LandingPad(LandingPad) { clause_count: u32 = LLVMGetNumClauses; }
    /// `catchswitch`
    CatchSwitch(CatchSwitch) { unwind_target: Option<Block<'m>> = LLVMGetUnwindDest; }
    /// `catchpad`, `cleanuppad`
    FuncletPad(CatchPad CleanupPad) { argument_count: u32 = LLVMGetNumArgOperands; }
    /// `cleanupret`
    CleanupRet(CleanupRet) { unwind_target: Option<Block<'m>> = LLVMGetUnwindDest; }
    /// `phi`
    Phi(Phi) { incoming_count: u32 = LLVMCountIncoming; }
    /// `shufflevector`
    ShuffleVector(ShuffleVector) { mask_length: u32 = LLVMGetNumMaskElements; }
    /// `extractvalue`
    ExtractValue(ExtractValue) {}
    /// `insertvalue`
    InsertValue(InsertValue) {}
    /// `alloca`
    Alloca(Alloca) {
        allocated_type: Type<'m> = LLVMGetAllocatedType;
        alignment: u32 = LLVMGetAlignment;
    }
    /// `load`
    Load(Load) { alignment: u32 = LLVMGetAlignment; }
    /// `store`
    Store(Store) { alignment: u32 = LLVMGetAlignment; }
    /// `fence`
    Fence(Fence) {}
    /// `cmpxchg`
    CmpXchg(CmpXchg) { alignment: u32 = LLVMGetAlignment; }
    /// `atomicrmw`
    AtomicRmw(AtomicRmw) { alignment: u32 = LLVMGetAlignment; }
    /// `getelementptr`
    GetElementPtr(GetElementPtr) { source_type: Type<'m> = LLVMGetGEPSourceElementType; }
}

impl<'m> Instruction<'m> {
    /// The instruction as an operand.
    pub fn value(self) -> Value<'m> {
        self.raw().wrap()
    }

    /// The opcode.
    ///
    /// # Panics
    ///
    /// On the two opcodes that LLVM reserves for its passes.
    pub fn opcode(self) -> Opcode {
        // SAFETY: the instruction is live.
        words::opcode(unsafe { LLVMGetInstructionOpcode(self.raw()) })
            .expect("user-defined operators live only inside passes")
    }

    /// The number of operands.
    pub fn operand_count(self) -> u32 {
        // SAFETY: the instruction is live.
        unsafe { LLVMGetNumOperands(self.raw()) }.wrap()
    }

    /// The operand at this position, if there is one.
    pub fn operand(self, position: u32) -> Option<Value<'m>> {
        if position >= self.operand_count() {
            return None;
        }
        // SAFETY: the position is below the count.
        unsafe { LLVMGetOperand(self.raw(), position) }.wrap()
    }

    /// The successors of a terminator.
    pub fn successors(self) -> impl Iterator<Item = Option<Block<'m>>> {
        // SAFETY: all positions are below the count, which is queried only for terminators.
        let count = unsafe {
            match LLVMIsATerminatorInst(self.raw()).is_null() {
                true => 0,
                false => LLVMGetNumSuccessors(self.raw()),
            }
        };
        (0..count).map(move |position| unsafe { LLVMGetSuccessor(self.raw(), position) }.wrap())
    }

    /// Its debug location.
    pub fn location(self) -> Option<Metadata<'m>> {
        // SAFETY: the instruction is live.
        unsafe { inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(self.raw()) }.wrap()
    }

    /// Its metadata without the debug location: kind numbers and nodes. (Contrary to its name, the
    /// getter also returns the debug location.)
    pub fn metadata(self) -> Vec<(u32, Metadata<'m>)> {
        // SAFETY: the getter passes ownership of the list.
        unsafe {
            if LLVMHasMetadata(self.raw()) == 0 {
                return Vec::new();
            }
            let mut entries = super::globals::entries(|length| {
                LLVMInstructionGetAllMetadataOtherThanDebugLoc(self.raw(), length)
            });
            entries.retain(|&(kind, _)| kind != DEBUG_LOCATION_KIND);
            entries
        }
    }

    /// The debug records before it. LLVM 19 uses intrinsics instead.
    #[cfg(not(feature = "llvm19-1"))]
    pub fn debug_records(self) -> impl Iterator<Item = DebugRecord<'m>> {
        list!(LLVMGetFirstDbgRecord, LLVMGetNextDbgRecord, self.raw()).map(Raw::wrap)
    }

    /// Its flags, except the flags of `alloca` that LLVM-C does not expose.
    pub fn flags(self, opcode: Opcode) -> Vec<InstructionFlag> {
        use InstructionFlag::*;
        let raw = self.raw();
        let mut flags = Vec::new();
        let mut flag = |set: i32, flag| {
            if set != 0 {
                flags.push(flag);
            }
        };
        // SAFETY: each getter is called on the opcodes that have the flag.
        unsafe {
            match opcode {
                Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl | Opcode::Trunc => {
                    flag(LLVMGetNUW(raw), Nuw);
                    flag(LLVMGetNSW(raw), Nsw);
                }
                Opcode::UDiv | Opcode::SDiv | Opcode::LShr | Opcode::AShr => {
                    flag(LLVMGetExact(raw), Exact);
                }
                Opcode::Or => flag(LLVMGetIsDisjoint(raw), Disjoint),
                Opcode::ZExt => flag(LLVMGetNNeg(raw), NNeg),
                Opcode::UIToFP => {
                    flag(LLVMGetNNeg(raw), NNeg);
                    return [flags, self.fast_math_flags()].concat();
                }
                Opcode::ICmp => flag(LLVMGetICmpSameSign(raw), SameSign),
                Opcode::GetElementPtr => {
                    return words::getelementptr_flags(LLVMGEPGetNoWrapFlags(raw));
                }
                Opcode::Load | Opcode::Store => {
                    flag(LLVMGetVolatile(raw), Volatile);
                    flag(LLVMIsAtomic(raw), Atomic);
                }
                Opcode::AtomicRmw => flag(LLVMGetVolatile(raw), Volatile),
                Opcode::CmpXchg => {
                    flag(LLVMGetWeak(raw), Weak);
                    flag(LLVMGetVolatile(raw), Volatile);
                }
                Opcode::LandingPad => flag(LLVMIsCleanup(raw), Cleanup),
                _ => return self.fast_math_flags(),
            }
        }
        flags
    }

    fn fast_math_flags(self) -> Vec<InstructionFlag> {
        use InstructionFlag::*;
        // SAFETY: the flags are queried only for instructions that have them.
        let bits = unsafe {
            match LLVMCanValueUseFastMathFlags(self.raw()) {
                0 => 0,
                _ => LLVMGetFastMathFlags(self.raw()),
            }
        };
        [Reassoc, Nnan, Ninf, Nsz, Arcp, Contract, Afn]
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| bits & (1 << bit) != 0)
            .map(|(_, flag)| flag)
            .collect()
    }

    /// The number of an atomic instruction's `syncscope`.
    pub fn synchronization_scope(self) -> Option<u32> {
        // SAFETY: the getter is called only on atomic instructions.
        unsafe {
            match LLVMIsAtomic(self.raw()) {
                0 => None,
                _ => Some(LLVMGetAtomicSyncScopeID(self.raw())),
            }
        }
    }

    /// The ordering of a load, store, fence or atomicrmw, if it is atomic.
    ///
    /// # Safety
    ///
    /// The instruction must be one of these.
    unsafe fn ordering(self) -> Option<Ordering> {
        // SAFETY: as the caller promises.
        words::ordering(unsafe { LLVMGetOrdering(self.raw()) })
    }
}

macro_rules! ordered {
    ($($form:ident)*) => {
        $(
            impl<'m> $form<'m> {
                /// The ordering, if it is atomic.
                pub fn ordering(self) -> Option<Ordering> {
                    // SAFETY: the form is one of those that have an ordering.
                    unsafe { self.0.ordering() }
                }
            }
        )*
    };
}
ordered!(Load Store Fence AtomicRmw);

impl<'m> Alloca<'m> {
    /// The underlying instruction.
    pub fn instruction(self) -> Instruction<'m> {
        self.0
    }
}

impl<'m> Switch<'m> {
    /// The cases: value and target.
    pub fn cases(self) -> impl Iterator<Item = (Option<Value<'m>>, Option<Block<'m>>)> {
        // SAFETY: all positions are below the count; the default target is at 0.
        let count = unsafe { LLVMGetNumSuccessors(self.raw()) };
        (1..count).map(move |position| unsafe {
            (
                LLVMGetSwitchCaseValue(self.raw(), position).wrap(),
                LLVMGetSuccessor(self.raw(), position).wrap(),
            )
        })
    }
}

impl<'m> LandingPad<'m> {
    /// The clauses. A clause whose value is an array is a filter.
    pub fn clauses(self) -> impl Iterator<Item = (ClauseKind, Value<'m>)> {
        (0..self.clause_count()).filter_map(move |position| {
            // SAFETY: the position is below the count.
            let value: Option<Value> = unsafe { LLVMGetClause(self.raw(), position) }.wrap();
            let value = value?;
            let kind = match value.r#type().kind() {
                TypeKind::Array => ClauseKind::Filter,
                _ => ClauseKind::Catch,
            };
            Some((kind, value))
        })
    }
}

impl<'m> CatchSwitch<'m> {
    /// The handlers.
    pub fn handlers(self) -> Vec<Option<Block<'m>>> {
        // SAFETY: the buffer has room for all handlers.
        unsafe {
            let mut handlers = vec![std::ptr::null_mut(); LLVMGetNumHandlers(self.raw()) as usize];
            LLVMGetHandlers(self.raw(), handlers.as_mut_ptr());
            handlers.into_iter().map(Raw::wrap).collect()
        }
    }
}

impl<'m> Phi<'m> {
    /// The pairs of value and block.
    pub fn incoming(self) -> impl Iterator<Item = (Option<Value<'m>>, Option<Block<'m>>)> {
        // SAFETY: all positions are below the count.
        (0..self.incoming_count()).map(move |position| unsafe {
            (
                LLVMGetIncomingValue(self.raw(), position).wrap(),
                LLVMGetIncomingBlock(self.raw(), position).wrap(),
            )
        })
    }
}

impl<'m> ShuffleVector<'m> {
    /// For each lane of the result, the element that it takes; `None` for poison.
    pub fn mask(self) -> impl Iterator<Item = Option<u32>> {
        // SAFETY: all positions are below the count. A negative element is poison.
        (0..self.mask_length())
            .map(move |lane| unsafe { LLVMGetMaskValue(self.raw(), lane) }.try_into().ok())
    }
}

macro_rules! indexed {
    ($($form:ident)*) => {
        $(
            impl<'m> $form<'m> {
                /// The indices, from the outermost aggregate inwards.
                pub fn indices(self) -> &'m [u32] {
                    // SAFETY: the instruction has indices, which live in it.
                    unsafe {
                        let count = LLVMGetNumIndices(self.raw()) as usize;
                        std::slice::from_raw_parts(LLVMGetIndices(self.raw()), count)
                    }
                }
            }
        )*
    };
}
indexed!(ExtractValue InsertValue);

impl<'m> CmpXchg<'m> {
    /// The orderings on success and on failure.
    pub fn orderings(self) -> (Option<Ordering>, Option<Ordering>) {
        // SAFETY: the instruction is a `cmpxchg`.
        unsafe {
            (
                words::ordering(LLVMGetCmpXchgSuccessOrdering(self.raw())),
                words::ordering(LLVMGetCmpXchgFailureOrdering(self.raw())),
            )
        }
    }
}

impl<'m> AtomicRmw<'m> {
    /// The operation.
    pub fn operation(self) -> AtomicOperation {
        // SAFETY: the instruction is an `atomicrmw`.
        words::operation(unsafe { LLVMGetAtomicRMWBinOp(self.raw()) })
    }
}

impl<'m> Comparison<'m> {
    /// The predicate.
    pub fn predicate(self, opcode: Opcode) -> Predicate {
        // SAFETY: each getter is called on its opcode.
        unsafe {
            match opcode {
                Opcode::ICmp => words::integer_predicate(LLVMGetICmpPredicate(self.raw())),
                _ => words::float_predicate(LLVMGetFCmpPredicate(self.raw())),
            }
        }
    }
}
