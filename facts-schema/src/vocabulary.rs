//! The closed sets of words that columns draw from, in LLVM's spelling.

/// A closed set of words.
pub trait Word: Copy + Eq + 'static {
    /// The name of the set.
    const NAME: &'static str;
    /// All words of the set.
    const ALL: &'static [Self];
    /// The spellings of all words, in the same order.
    const SPELLINGS: &'static [&'static str];

    /// The word as LLVM writes it.
    fn as_str(self) -> &'static str;

    /// The word with this spelling, if the set has one.
    fn from_spelling(spelling: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.as_str() == spelling)
    }
}

macro_rules! vocabulary {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident $spelling:literal)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[allow(missing_docs, reason = "the spelling says it")]
            pub enum $name {
                $($variant,)*
            }

            impl Word for $name {
                const NAME: &'static str = stringify!($name);
                const ALL: &'static [Self] = &[$(Self::$variant,)*];
                const SPELLINGS: &'static [&'static str] = &[$($spelling,)*];

                fn as_str(self) -> &'static str {
                    match self {
                        $(Self::$variant => $spelling,)*
                    }
                }
            }
        )*
    };
}

vocabulary! {
    /// The instruction set, as in LangRef's "Instruction Reference".
    Opcode {
        Ret "ret" Br "br" Switch "switch" IndirectBr "indirectbr" Invoke "invoke" CallBr "callbr"
        Resume "resume" CatchSwitch "catchswitch" CatchRet "catchret" CleanupRet "cleanupret"
        Unreachable "unreachable"
        FNeg "fneg"
        Add "add" FAdd "fadd" Sub "sub" FSub "fsub" Mul "mul" FMul "fmul" UDiv "udiv" SDiv "sdiv"
        FDiv "fdiv" URem "urem" SRem "srem" FRem "frem"
        Shl "shl" LShr "lshr" AShr "ashr" And "and" Or "or" Xor "xor"
        ExtractElement "extractelement" InsertElement "insertelement" ShuffleVector "shufflevector"
        ExtractValue "extractvalue" InsertValue "insertvalue"
        Alloca "alloca" Load "load" Store "store" Fence "fence" CmpXchg "cmpxchg"
        AtomicRmw "atomicrmw" GetElementPtr "getelementptr"
        Trunc "trunc" ZExt "zext" SExt "sext" FPTrunc "fptrunc" FPExt "fpext" FPToUI "fptoui"
        FPToSI "fptosi" UIToFP "uitofp" SIToFP "sitofp" PtrToInt "ptrtoint"
        PtrToAddr "ptrtoaddr" IntToPtr "inttoptr" BitCast "bitcast" AddrSpaceCast "addrspacecast"
        ICmp "icmp" FCmp "fcmp" Phi "phi" Select "select" Freeze "freeze" Call "call"
        VAArg "va_arg" LandingPad "landingpad" CatchPad "catchpad" CleanupPad "cleanuppad"
    }

    /// The kinds of types, as in LangRef's "Type System".
    TypeKind {
        Void "void" Half "half" BFloat "bfloat" Float "float" Double "double" X86Fp80 "x86_fp80"
        Fp128 "fp128" PpcFp128 "ppc_fp128" X86Amx "x86_amx" Label "label" Token "token"
        Metadata "metadata" Integer "integer" Pointer "pointer" Function "function" Struct "struct"
        Array "array" Vector "vector" ScalableVector "scalable_vector" Target "target"
    }

    /// What further holds of a type.
    TypeFlag {
        Sized "sized" Packed "packed" Literal "literal" Opaque "opaque" VarArg "vararg"
    }

    /// The kinds of values.
    ValueKind {
        Argument "argument" Instruction "instruction" Block "block"
        Function "function" GlobalVariable "global_variable" Alias "alias" IFunc "ifunc"
        InlineAsm "inline_asm" Metadata "metadata"
        ConstantInteger "integer" ConstantFloat "float" NullPointer "null" TokenNone "none"
        TargetNone "target_none" ZeroInitializer "zeroinitializer" Undef "undef" Poison "poison"
        ConstantArray "array" ConstantStruct "struct" ConstantVector "vector"
        DataArray "data_array" DataVector "data_vector" ConstantExpression "expression"
        BlockAddress "blockaddress" DsoLocalEquivalent "dso_local_equivalent" NoCfi "no_cfi"
        PtrAuth "ptrauth"
    }

    /// The visibility of a global to other modules, and how the linker merges it.
    Linkage {
        External "external" AvailableExternally "available_externally" LinkOnce "linkonce"
        LinkOnceOdr "linkonce_odr" Weak "weak" WeakOdr "weak_odr" Appending "appending"
        Internal "internal" Private "private" ExternWeak "extern_weak" Common "common"
    }

    /// Visibility styles.
    Visibility { Default "default" Hidden "hidden" Protected "protected" }

    /// DLL storage classes.
    DllStorage { Default "default" Import "dllimport" Export "dllexport" }

    /// Whether the address of a global matters.
    UnnamedAddress { None "none" Local "local_unnamed_addr" Global "unnamed_addr" }

    /// Thread-local storage models.
    ThreadLocalMode {
        GeneralDynamic "generaldynamic" LocalDynamic "localdynamic" InitialExec "initialexec"
        LocalExec "localexec"
    }

    /// What further holds of a global.
    GlobalFlag {
        Constant "constant" ExternallyInitialized "externally_initialized"
        Declaration "declaration"
    }

    /// How the linker chooses between the members of a comdat.
    ComdatSelection {
        Any "any" ExactMatch "exactmatch" Largest "largest" NoDeduplicate "nodeduplicate"
        SameSize "samesize"
    }

    /// What the linker does when module flags meet.
    ModuleFlagBehavior {
        Error "error" Warning "warning" Require "require" Override "override" Append "append"
        AppendUnique "appendunique" Max "max" Min "min"
    }

    /// Flags of instructions and constant expressions.
    InstructionFlag {
        Nuw "nuw" Nsw "nsw" Exact "exact" Disjoint "disjoint" NNeg "nneg" SameSign "samesign"
        InBounds "inbounds" Nusw "nusw"
        Reassoc "reassoc" Nnan "nnan" Ninf "ninf" Nsz "nsz" Arcp "arcp" Contract "contract"
        Afn "afn"
        Volatile "volatile" Atomic "atomic" Weak "weak" Cleanup "cleanup" InAlloca "inalloca"
        SwiftError "swifterror"
    }

    /// Flags of inline assembly.
    InlineAsmFlag {
        SideEffect "sideeffect" AlignStack "alignstack" Unwind "unwind"
    }

    /// Dialects of inline assembly.
    AsmDialect { Att "att" Intel "intel" }

    /// Comparison predicates. `ugt`, `uge`, `ult` and `ule` are unsigned for `icmp`, and unordered
    /// for `fcmp`.
    Predicate {
        Eq "eq" Ne "ne" Ugt "ugt" Uge "uge" Ult "ult" Ule "ule" Sgt "sgt" Sge "sge" Slt "slt"
        Sle "sle"
        False "false" Oeq "oeq" Ogt "ogt" Oge "oge" Olt "olt" Ole "ole" One "one" Ord "ord"
        Uno "uno" Ueq "ueq" Une "une" True "true"
    }

    /// Atomic memory orderings.
    Ordering {
        Unordered "unordered" Monotonic "monotonic" Acquire "acquire" Release "release"
        AcqRel "acq_rel" SeqCst "seq_cst"
    }

    /// Operations of `atomicrmw`.
    AtomicOperation {
        Xchg "xchg" Add "add" Sub "sub" And "and" Nand "nand" Or "or" Xor "xor" Max "max" Min "min"
        UMax "umax" UMin "umin" FAdd "fadd" FSub "fsub" FMax "fmax" FMin "fmin"
        UIncWrap "uinc_wrap" UDecWrap "udec_wrap" USubCond "usub_cond" USubSat "usub_sat"
        FMaximum "fmaximum" FMinimum "fminimum"
    }

    /// How a call may be turned into a jump.
    TailCallKind { Tail "tail" MustTail "musttail" NoTail "notail" }

    /// Clauses of a `landingpad`.
    ClauseKind { Catch "catch" Filter "filter" }

    /// The kinds of metadata, as LangRef writes the nodes.
    MetadataKind {
        String "string" Constant "constant" Local "local" Tuple "tuple"
        ArgList "DIArgList" AssignId "DIAssignID" BasicType "DIBasicType"
        CommonBlock "DICommonBlock" CompileUnit "DICompileUnit" CompositeType "DICompositeType"
        DerivedType "DIDerivedType" Enumerator "DIEnumerator" Expression "DIExpression"
        File "DIFile" FixedPointType "DIFixedPointType" GenericNode "GenericDINode"
        GenericSubrange "DIGenericSubrange" GlobalVariable "DIGlobalVariable"
        GlobalVariableExpression "DIGlobalVariableExpression" ImportedEntity "DIImportedEntity"
        Label "DILabel" LexicalBlock "DILexicalBlock" LexicalBlockFile "DILexicalBlockFile"
        LocalVariable "DILocalVariable" Location "DILocation" Macro "DIMacro"
        MacroFile "DIMacroFile" Module "DIModule" Namespace "DINamespace"
        ObjCProperty "DIObjCProperty" StringType "DIStringType" Subprogram "DISubprogram"
        Subrange "DISubrange" SubrangeType "DISubrangeType" SubroutineType "DISubroutineType"
        TemplateTypeParameter "DITemplateTypeParameter"
        TemplateValueParameter "DITemplateValueParameter"
    }

    /// The kinds of debug records.
    DebugRecordKind { Label "label" Declare "declare" Value "value" Assign "assign" }

    /// What an object is. External memory is all memory of external code, and all escaped memory.
    ObjectKind {
        External "external" Library "library" Stack "stack" Global "global" Function "function" Heap "heap"
        Static "static" ByValue "byval" VariableArguments "variable_arguments" Block "block"
        ArgumentVector "argument_vector" ArgumentStrings "argument_strings"
        Environment "environment" EnvironmentStrings "environment_strings"
    }

    /// How a call names its callee.
    CallKind { Direct "direct" Indirect "indirect" External "external" }

    /// Whether two pointers point to the same byte. They must if they do in every execution in which
    /// neither is null or points outside of all objects.
    AliasKind { No "no" May "may" Must "must" }

    /// Why a value may be poison or undef by itself: it is such a constant; an instruction's flag is
    /// not kept; an operand is out of range; or it comes from where nothing is known of it.
    DeferredReason {
        Undef "undef" Poison "poison"
        Nuw "nuw" Nsw "nsw" Exact "exact" Disjoint "disjoint" NNeg "nneg" SameSign "samesign"
        InBounds "inbounds" Nusw "nusw" Nnan "nnan" Ninf "ninf"
        ShiftAmount "shift_amount" ElementIndex "element_index" ShuffleMask "shuffle_mask"
        FloatToInteger "float_to_integer" AddressSpace "address_space" Intrinsic "intrinsic"
        Metadata "metadata" Attribute "attribute"
        Uninitialised "uninitialised" Memory "memory" Argument "argument" Call "call" Other "other"
    }

    /// How serious it is to break a rule: a warning, or the module is invalid.
    RuleLevel { Warn "warn" Deny "deny" }

    /// Whether an instruction has undefined behaviour in every execution that reaches it.
    Certainty { Definite "definite" Conditional "conditional" }

    /// The cause of undefined behaviour. `overflow`: the minimum integer is divided by -1. The address of an access is
    /// outside of its object (`out_of_bounds`), points to memory that has been freed or whose lifetime has ended, is
    /// not a multiple of the alignment, or points to a constant that is written to. Freed memory has already been
    /// freed, or was not allocated. `call`: the called function always has undefined behaviour. `path`: every path from
    /// the branch ends in undefined behaviour.
    UbCause {
        Poison "poison" Undef "undef" Zero "zero" Null "null" Overflow "overflow"
        OutOfBounds "out_of_bounds" Freed "freed" Ended "ended" Misaligned "misaligned" Constant "constant"
        FreedTwice "freed_twice" NotAllocated "not_allocated" Call "call" Path "path"
    }

    /// Why the callees of a call are unknown.
    UnresolvedReason {
        External "external" Library "library" Nowhere "nowhere" InlineAsm "inline_asm" Arguments "arguments"
    }

    /// Whether a bit field has a sign.
    Signedness { Signed "signed" Unsigned "unsigned" }

    /// How poison gets into the neighbours of a bit field: the word has not been initialised, or it is
    /// unknown whether it has, or the stored value may be poison.
    LeakReason { Uninitialised "uninitialised" Unknown "unknown_memory" Value "poison_value" }
}
