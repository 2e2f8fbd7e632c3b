//! Every enumerator of LLVM has a word, and a fixture whose facts contain it.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::LazyLock;

use extractor::inkwell::attributes::Attribute;
use extractor::inkwell::llvm_sys::debuginfo::LLVMMetadataKind;
use extractor::inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use facts_schema::{
    ColumnKind, Entity, Facts, MetadataKind, Opcode, RelationId, RowSink, Text, TypeKind,
    ValueKind, Word,
};

use crate::bitcode::{load, written};
use crate::{fixtures, newer};

/// Everything that occurs in the facts of the fixtures.
#[derive(Default)]
struct Occurring {
    /// The words in each column: relation, position of the column, word.
    words: BTreeSet<(RelationIndex, usize, &'static str)>,
    /// The relations that have rows.
    relations: BTreeSet<RelationIndex>,
    relation: RelationIndex,
    column: usize,
}

/// A relation by its position in the list.
type RelationIndex = usize;

impl RowSink for Occurring {
    type Error = Infallible;

    fn id(&mut self, _: Entity, _: u32) -> Result<(), Infallible> {
        self.column += 1;
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<(), Infallible> {
        self.words.insert((self.relation, self.column, word));
        self.column += 1;
        Ok(())
    }

    fn text(&mut self, _: Text) -> Result<(), Infallible> {
        self.column += 1;
        Ok(())
    }

    fn number(&mut self, _: u64) -> Result<(), Infallible> {
        self.column += 1;
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Infallible> {
        self.relations.insert(self.relation);
        self.column = 0;
        Ok(())
    }
}

impl Occurring {
    fn add(&mut self, facts: &Facts) {
        for (position, &relation) in RelationId::ALL.iter().enumerate() {
            self.relation = position;
            let Ok(()) = facts.write_rows(relation, self);
        }
    }

    /// Whether some column of this set of words contains the word.
    fn has_word(&self, set: &str, word: &str) -> bool {
        self.words.iter().any(|&(relation, column, occurring)| {
            let columns = RelationId::ALL[relation].schema().columns;
            let in_set =
                matches!(columns[column].kind, ColumnKind::Word { name, .. } if name == set);
            in_set && occurring == word
        })
    }
}

/// The words and relations in the fixtures, and in a bitcode file, because only bitcode has a
/// producer.
static OCCURRING: LazyLock<Occurring> = LazyLock::new(|| {
    let mut occurring = Occurring::default();
    for sample in fixtures::all() {
        occurring.add(&sample.facts);
    }
    occurring.add(&load(&written("module.ll")));
    occurring
});

fn assert_word<W: Word>(word: W, of: &str) {
    let (set, word) = (W::NAME, word.as_str());
    assert!(OCCURRING.has_word(set, word), "no fixture has the {set} `{word}` ({of})");
}

/// Defines a function from LLVM's enumeration to irlog's words, and all enumerators. It does not
/// compile if an enumerator is not listed.
macro_rules! enumeration {
    ($all:ident: $enumeration:ident => $word:ty {
        $($(#[$attribute:meta])* $value:ident $to:expr,)*
    }) => {
        const $all: &[(&str, Option<$word>)] =
            &[$($(#[$attribute])* (stringify!($value), $to),)*];

        const _: fn($enumeration) = |value| match value {
            $($(#[$attribute])* $enumeration::$value => {})*
        };
    };
}

enumeration! {
    OPCODES: LLVMOpcode => Opcode {
        LLVMRet Some(Opcode::Ret),
        LLVMBr Some(Opcode::Br),
        LLVMSwitch Some(Opcode::Switch),
        LLVMIndirectBr Some(Opcode::IndirectBr),
        LLVMInvoke Some(Opcode::Invoke),
        LLVMUnreachable Some(Opcode::Unreachable),
        LLVMCallBr Some(Opcode::CallBr),
        LLVMFNeg Some(Opcode::FNeg),
        LLVMAdd Some(Opcode::Add),
        LLVMFAdd Some(Opcode::FAdd),
        LLVMSub Some(Opcode::Sub),
        LLVMFSub Some(Opcode::FSub),
        LLVMMul Some(Opcode::Mul),
        LLVMFMul Some(Opcode::FMul),
        LLVMUDiv Some(Opcode::UDiv),
        LLVMSDiv Some(Opcode::SDiv),
        LLVMFDiv Some(Opcode::FDiv),
        LLVMURem Some(Opcode::URem),
        LLVMSRem Some(Opcode::SRem),
        LLVMFRem Some(Opcode::FRem),
        LLVMShl Some(Opcode::Shl),
        LLVMLShr Some(Opcode::LShr),
        LLVMAShr Some(Opcode::AShr),
        LLVMAnd Some(Opcode::And),
        LLVMOr Some(Opcode::Or),
        LLVMXor Some(Opcode::Xor),
        LLVMAlloca Some(Opcode::Alloca),
        LLVMLoad Some(Opcode::Load),
        LLVMStore Some(Opcode::Store),
        LLVMGetElementPtr Some(Opcode::GetElementPtr),
        LLVMTrunc Some(Opcode::Trunc),
        LLVMZExt Some(Opcode::ZExt),
        LLVMSExt Some(Opcode::SExt),
        LLVMFPToUI Some(Opcode::FPToUI),
        LLVMFPToSI Some(Opcode::FPToSI),
        LLVMUIToFP Some(Opcode::UIToFP),
        LLVMSIToFP Some(Opcode::SIToFP),
        LLVMFPTrunc Some(Opcode::FPTrunc),
        LLVMFPExt Some(Opcode::FPExt),
        LLVMPtrToInt Some(Opcode::PtrToInt),
        #[cfg(not(feature = "llvm19-1"))]
        LLVMPtrToAddr Some(Opcode::PtrToAddr),
        LLVMIntToPtr Some(Opcode::IntToPtr),
        LLVMBitCast Some(Opcode::BitCast),
        LLVMAddrSpaceCast Some(Opcode::AddrSpaceCast),
        LLVMICmp Some(Opcode::ICmp),
        LLVMFCmp Some(Opcode::FCmp),
        LLVMPHI Some(Opcode::Phi),
        LLVMCall Some(Opcode::Call),
        LLVMSelect Some(Opcode::Select),
        // Passes may use these two internally; modules never contain them.
        LLVMUserOp1 None,
        LLVMUserOp2 None,
        LLVMVAArg Some(Opcode::VAArg),
        LLVMExtractElement Some(Opcode::ExtractElement),
        LLVMInsertElement Some(Opcode::InsertElement),
        LLVMShuffleVector Some(Opcode::ShuffleVector),
        LLVMExtractValue Some(Opcode::ExtractValue),
        LLVMInsertValue Some(Opcode::InsertValue),
        LLVMFreeze Some(Opcode::Freeze),
        LLVMFence Some(Opcode::Fence),
        LLVMAtomicCmpXchg Some(Opcode::CmpXchg),
        LLVMAtomicRMW Some(Opcode::AtomicRmw),
        LLVMResume Some(Opcode::Resume),
        LLVMLandingPad Some(Opcode::LandingPad),
        LLVMCleanupRet Some(Opcode::CleanupRet),
        LLVMCatchRet Some(Opcode::CatchRet),
        LLVMCatchPad Some(Opcode::CatchPad),
        LLVMCleanupPad Some(Opcode::CleanupPad),
        LLVMCatchSwitch Some(Opcode::CatchSwitch),
    }
}

enumeration! {
    TYPE_KINDS: LLVMTypeKind => TypeKind {
        LLVMVoidTypeKind Some(TypeKind::Void),
        LLVMHalfTypeKind Some(TypeKind::Half),
        LLVMFloatTypeKind Some(TypeKind::Float),
        LLVMDoubleTypeKind Some(TypeKind::Double),
        LLVMX86_FP80TypeKind Some(TypeKind::X86Fp80),
        LLVMFP128TypeKind Some(TypeKind::Fp128),
        LLVMPPC_FP128TypeKind Some(TypeKind::PpcFp128),
        // Removed in LLVM 20, which reads it as `<1 x i64>`; irlog reports it in the same way.
        #[cfg(feature = "llvm19-1")]
        LLVMX86_MMXTypeKind None,
        LLVMLabelTypeKind Some(TypeKind::Label),
        LLVMIntegerTypeKind Some(TypeKind::Integer),
        LLVMFunctionTypeKind Some(TypeKind::Function),
        LLVMStructTypeKind Some(TypeKind::Struct),
        LLVMArrayTypeKind Some(TypeKind::Array),
        LLVMPointerTypeKind Some(TypeKind::Pointer),
        LLVMVectorTypeKind Some(TypeKind::Vector),
        LLVMMetadataTypeKind Some(TypeKind::Metadata),
        LLVMTokenTypeKind Some(TypeKind::Token),
        LLVMScalableVectorTypeKind Some(TypeKind::ScalableVector),
        LLVMBFloatTypeKind Some(TypeKind::BFloat),
        LLVMX86_AMXTypeKind Some(TypeKind::X86Amx),
        LLVMTargetExtTypeKind Some(TypeKind::Target),
    }
}

enumeration! {
    VALUE_KINDS: LLVMValueKind => ValueKind {
        LLVMArgumentValueKind Some(ValueKind::Argument),
        LLVMBasicBlockValueKind Some(ValueKind::Block),
        // An analysis stores these three separately from the module.
        LLVMMemoryUseValueKind None,
        LLVMMemoryDefValueKind None,
        LLVMMemoryPhiValueKind None,
        LLVMFunctionValueKind Some(ValueKind::Function),
        LLVMGlobalAliasValueKind Some(ValueKind::Alias),
        LLVMGlobalIFuncValueKind Some(ValueKind::IFunc),
        LLVMGlobalVariableValueKind Some(ValueKind::GlobalVariable),
        LLVMBlockAddressValueKind Some(ValueKind::BlockAddress),
        LLVMConstantExprValueKind Some(ValueKind::ConstantExpression),
        LLVMConstantArrayValueKind Some(ValueKind::ConstantArray),
        LLVMConstantStructValueKind Some(ValueKind::ConstantStruct),
        LLVMConstantVectorValueKind Some(ValueKind::ConstantVector),
        LLVMUndefValueValueKind Some(ValueKind::Undef),
        LLVMConstantAggregateZeroValueKind Some(ValueKind::ZeroInitializer),
        LLVMConstantDataArrayValueKind Some(ValueKind::DataArray),
        LLVMConstantDataVectorValueKind Some(ValueKind::DataVector),
        LLVMConstantIntValueKind Some(ValueKind::ConstantInteger),
        LLVMConstantFPValueKind Some(ValueKind::ConstantFloat),
        LLVMConstantPointerNullValueKind Some(ValueKind::NullPointer),
        LLVMConstantTokenNoneValueKind Some(ValueKind::TokenNone),
        LLVMMetadataAsValueValueKind Some(ValueKind::Metadata),
        LLVMInlineAsmValueKind Some(ValueKind::InlineAsm),
        LLVMInstructionValueKind Some(ValueKind::Instruction),
        LLVMPoisonValueKind Some(ValueKind::Poison),
        LLVMConstantTargetNoneValueKind Some(ValueKind::TargetNone),
        LLVMConstantPtrAuthValueKind Some(ValueKind::PtrAuth),
    }
}

enumeration! {
    METADATA_KINDS: LLVMMetadataKind => MetadataKind {
        LLVMMDStringMetadataKind Some(MetadataKind::String),
        LLVMConstantAsMetadataMetadataKind Some(MetadataKind::Constant),
        LLVMLocalAsMetadataMetadataKind Some(MetadataKind::Local),
        // Only the bitcode reader uses these, while it is reading.
        LLVMDistinctMDOperandPlaceholderMetadataKind None,
        LLVMMDTupleMetadataKind Some(MetadataKind::Tuple),
        LLVMDILocationMetadataKind Some(MetadataKind::Location),
        LLVMDIExpressionMetadataKind Some(MetadataKind::Expression),
        LLVMDIGlobalVariableExpressionMetadataKind Some(MetadataKind::GlobalVariableExpression),
        LLVMGenericDINodeMetadataKind Some(MetadataKind::GenericNode),
        LLVMDISubrangeMetadataKind Some(MetadataKind::Subrange),
        LLVMDIEnumeratorMetadataKind Some(MetadataKind::Enumerator),
        LLVMDIBasicTypeMetadataKind Some(MetadataKind::BasicType),
        LLVMDIDerivedTypeMetadataKind Some(MetadataKind::DerivedType),
        LLVMDICompositeTypeMetadataKind Some(MetadataKind::CompositeType),
        LLVMDISubroutineTypeMetadataKind Some(MetadataKind::SubroutineType),
        LLVMDIFileMetadataKind Some(MetadataKind::File),
        LLVMDICompileUnitMetadataKind Some(MetadataKind::CompileUnit),
        LLVMDISubprogramMetadataKind Some(MetadataKind::Subprogram),
        LLVMDILexicalBlockMetadataKind Some(MetadataKind::LexicalBlock),
        LLVMDILexicalBlockFileMetadataKind Some(MetadataKind::LexicalBlockFile),
        LLVMDINamespaceMetadataKind Some(MetadataKind::Namespace),
        LLVMDIModuleMetadataKind Some(MetadataKind::Module),
        LLVMDITemplateTypeParameterMetadataKind Some(MetadataKind::TemplateTypeParameter),
        LLVMDITemplateValueParameterMetadataKind Some(MetadataKind::TemplateValueParameter),
        LLVMDIGlobalVariableMetadataKind Some(MetadataKind::GlobalVariable),
        LLVMDILocalVariableMetadataKind Some(MetadataKind::LocalVariable),
        LLVMDILabelMetadataKind Some(MetadataKind::Label),
        LLVMDIObjCPropertyMetadataKind Some(MetadataKind::ObjCProperty),
        LLVMDIImportedEntityMetadataKind Some(MetadataKind::ImportedEntity),
        LLVMDIMacroMetadataKind Some(MetadataKind::Macro),
        LLVMDIMacroFileMetadataKind Some(MetadataKind::MacroFile),
        LLVMDICommonBlockMetadataKind Some(MetadataKind::CommonBlock),
        LLVMDIStringTypeMetadataKind Some(MetadataKind::StringType),
        LLVMDIGenericSubrangeMetadataKind Some(MetadataKind::GenericSubrange),
        LLVMDIArgListMetadataKind Some(MetadataKind::ArgList),
        LLVMDIAssignIDMetadataKind Some(MetadataKind::AssignId),
        #[cfg(not(feature = "llvm19-1"))]
        LLVMDISubrangeTypeMetadataKind Some(MetadataKind::SubrangeType),
        #[cfg(not(feature = "llvm19-1"))]
        LLVMDIFixedPointTypeMetadataKind Some(MetadataKind::FixedPointType),
    }
}

/// Checks that each enumerator has a word, each word corresponds to one enumerator, and the
/// fixtures contain it.
fn assert_covered<W: Word + std::fmt::Debug>(enumeration: &[(&str, Option<W>)], beside: &[W]) {
    let words: Vec<W> = enumeration.iter().filter_map(|value| value.1).collect();
    for (position, word) in words.iter().enumerate() {
        assert!(!words[..position].contains(word), "{word:?} stands for two values");
        let of = enumeration.iter().find(|value| value.1 == Some(*word)).expect("listed").0;
        assert_word(*word, of);
    }
    for word in W::ALL {
        let is_of_llvm = words.contains(word) || !newer::has_word(W::NAME, word.as_str());
        assert!(is_of_llvm || beside.contains(word), "{word:?} is not a value of LLVM");
    }
}

#[test]
fn every_opcode_is_covered() {
    assert_covered(OPCODES, &[]);
    let known = Opcode::ALL.iter().filter(|word| newer::has_word(Opcode::NAME, word.as_str()));
    assert_eq!(OPCODES.iter().filter(|opcode| opcode.1.is_some()).count(), known.count());
    assert_eq!(Opcode::ALL.len(), 66);
}

#[test]
fn every_type_kind_is_covered() {
    assert_covered(TYPE_KINDS, &[]);
}

#[test]
fn every_value_kind_is_covered() {
    // LLVM-C reports these two as instructions.
    assert_covered(VALUE_KINDS, &[ValueKind::DsoLocalEquivalent, ValueKind::NoCfi]);
}

#[test]
fn every_metadata_kind_is_covered() {
    assert_covered(METADATA_KINDS, &[]);
}

/// LLVM's attributes that are not string attributes.
const ATTRIBUTES: &str = "
    align allocalign allockind allocptr allocsize alwaysinline alignstack builtin byref byval captures
    cold convergent coro_elide_safe coro_only_destroy_when_complete dead_on_return dead_on_unwind
    dereferenceable dereferenceable_or_null disable_sanitizer_instrumentation elementtype
    fn_ret_thunk_extern hot hybrid_patchable immarg inalloca initializes inlinehint inreg jumptable
    memory minsize mustprogress naked nest noalias nobuiltin nocallback nocapture nocf_check
    nocreateundeforpoison nodivergencesource noduplicate noext nofpclass nofree noimplicitfloat
    noinline nomerge nonlazybind nonnull noprofile norecurse noredzone noreturn nosanitize_bounds
    nosanitize_coverage nosync noundef nounwind null_pointer_is_valid optdebug optforfuzzing optnone
    optsize preallocated presplitcoroutine range readnone readonly returned returns_twice safestack
    sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memory sanitize_memtag
    sanitize_numerical_stability sanitize_realtime sanitize_realtime_blocking sanitize_thread
    sanitize_type shadowcallstack signext skipprofile speculatable speculative_load_hardening sret
    ssp sspreq sspstrong strictfp swiftasync swifterror swiftself uwtable vscale_range willreturn
    writable writeonly zeroext
";

/// LLVM numbers its attributes consecutively from 1, so the list is complete up to its last
/// element.
#[test]
fn every_attribute_is_covered() {
    let names: Vec<&str> =
        ATTRIBUTES.split_whitespace().filter(|name| newer::has_attribute(name)).collect();
    let numbers: BTreeSet<u32> =
        names.iter().map(|name| Attribute::get_named_enum_kind_id(name)).collect();
    assert_eq!(numbers, (1..=names.len() as u32).collect());
    let mut occurring = BTreeSet::new();
    for sample in fixtures::all() {
        let names = sample.facts.attribute.iter().map(|row| sample.facts.display(row.name));
        occurring.extend(names.map(|name| name.into_owned()));
    }
    let missing: Vec<_> = names.iter().filter(|name| !occurring.contains(**name)).collect();
    assert!(missing.is_empty(), "no fixture has {missing:?}");
}

/// Columns in which only some words of their set are meaningful: relation, column, these words.
const PARTS: &[(&str, &str, &[&str])] = &[
    // One relation per form of instruction.
    ("unary_instruction", "opcode", &["fneg", "freeze"]),
    (
        "binary_instruction",
        "opcode",
        &[
            "add", "fadd", "sub", "fsub", "mul", "fmul", "udiv", "sdiv", "fdiv", "urem", "srem",
            "frem", "shl", "lshr", "ashr", "and", "or", "xor",
        ],
    ),
    (
        "conversion_instruction",
        "opcode",
        &[
            "trunc",
            "zext",
            "sext",
            "fptrunc",
            "fpext",
            "fptoui",
            "fptosi",
            "uitofp",
            "sitofp",
            "ptrtoint",
            "ptrtoaddr",
            "inttoptr",
            "bitcast",
            "addrspacecast",
        ],
    ),
    ("comparison_instruction", "opcode", &["icmp", "fcmp"]),
    ("call_instruction", "opcode", &["call", "invoke", "callbr"]),
    ("funclet_pad", "opcode", &["catchswitch", "catchpad", "cleanuppad"]),
    // LangRef, "Constant Expressions". The only flags are those of addition, subtraction and
    // address computation.
    (
        "constant_expression",
        "opcode",
        &[
            "add",
            "sub",
            "xor",
            "trunc",
            "ptrtoint",
            "ptrtoaddr",
            "inttoptr",
            "bitcast",
            "addrspacecast",
            "getelementptr",
            "extractelement",
            "insertelement",
            "shufflevector",
        ],
    ),
    ("constant_flag", "flag", &["nuw", "nsw", "inbounds", "nusw"]),
    // LangRef, "cmpxchg": both orderings must be at least monotonic, and the failure ordering
    // cannot be either release or acq_rel.
    (
        "cmpxchg_instruction",
        "success_ordering",
        &["monotonic", "acquire", "release", "acq_rel", "seq_cst"],
    ),
    ("cmpxchg_instruction", "failure_ordering", &["monotonic", "acquire", "seq_cst"]),
];

#[test]
fn every_relation_has_rows() {
    let empty: Vec<_> = RelationId::ALL
        .iter()
        .enumerate()
        .filter(|(position, _)| !OCCURRING.relations.contains(position))
        .map(|(_, relation)| relation.schema().name)
        .collect();
    let expected: Vec<_> = RelationId::ALL
        .iter()
        .map(|relation| relation.schema().name)
        .filter(|name| !newer::has_relation(name))
        .collect();
    assert_eq!(empty, expected);
}

#[test]
fn every_column_has_all_its_words() {
    let mut differences: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (position, relation) in RelationId::ALL.iter().enumerate() {
        let schema = relation.schema();
        for (at, column) in schema.columns.iter().enumerate() {
            let ColumnKind::Word { name, words } = column.kind else { continue };
            if !newer::has_relation(schema.name) {
                continue;
            }
            let part = PARTS.iter().find(|part| (part.0, part.1) == (schema.name, column.name));
            let expected: BTreeSet<&str> =
                part.map_or(words, |part| part.2).iter().copied().collect();
            let expected: BTreeSet<&str> =
                expected.into_iter().filter(|word| newer::has_word(name, word)).collect();
            let occurs = |word: &&str| OCCURRING.words.contains(&(position, at, *word));
            let occurring: BTreeSet<&str> = words.iter().copied().filter(occurs).collect();
            let difference: BTreeSet<_> = expected.symmetric_difference(&occurring).collect();
            if !difference.is_empty() {
                let words = difference.into_iter().copied().collect();
                differences.insert(format!("{}.{}", schema.name, column.name), words);
            }
        }
    }
    assert!(differences.is_empty(), "missing, or not expected: {differences:#?}");
}
