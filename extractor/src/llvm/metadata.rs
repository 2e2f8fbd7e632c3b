//! Metadata and debug records.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;

#[cfg(not(feature = "llvm19-1"))]
use facts_schema::DebugRecordKind;
use facts_schema::{MetadataKind, ValueKind};

use super::*;

handles! {
    /// A metadata node, string or wrapped value.
    Metadata(LLVMMetadataRef);
}

#[cfg(not(feature = "llvm19-1"))]
handles! {
    /// A debug record before an instruction.
    DebugRecord(LLVMDbgRecordRef);
}

/// What metadata consists of, by its kind.
pub enum MetadataParts<'m> {
    /// A string.
    String(&'m [u8]),
    /// A constant or local value.
    Value(Option<Value<'m>>),
    /// The operands of a node, in LLVM's order.
    Node(Vec<Option<MetadataOperand<'m>>>),
    /// A debug location.
    Location(LocationParts<'m>),
    /// Metadata that is available only as text.
    Inline,
}

/// An operand of a metadata node, as precisely as LLVM-C exposes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MetadataOperand<'m> {
    /// This metadata.
    Metadata(Metadata<'m>),
    /// A tuple whose only operand is this constant. LLVM-C does not expose which tuple it is.
    TupleOf(Metadata<'m>),
}

/// A debug location.
pub struct LocationParts<'m> {
    pub line: u32,
    pub column: u32,
    pub scope: Option<Metadata<'m>>,
    pub inlined_at: Option<Metadata<'m>>,
}

impl<'m> Metadata<'m> {
    /// The metadata's address, which identifies it. LLVM prints it as a reference to the node.
    pub fn key(self) -> usize {
        self.raw() as usize
    }

    /// The kind of metadata.
    pub fn kind(self) -> MetadataKind {
        use LLVMMetadataKind::*;
        // SAFETY: the metadata is live.
        match unsafe { LLVMGetMetadataKind(self.raw()) } {
            LLVMMDStringMetadataKind => MetadataKind::String,
            LLVMConstantAsMetadataMetadataKind => MetadataKind::Constant,
            LLVMLocalAsMetadataMetadataKind => MetadataKind::Local,
            LLVMMDTupleMetadataKind => MetadataKind::Tuple,
            LLVMDILocationMetadataKind => MetadataKind::Location,
            LLVMDIExpressionMetadataKind => MetadataKind::Expression,
            LLVMDIGlobalVariableExpressionMetadataKind => MetadataKind::GlobalVariableExpression,
            LLVMGenericDINodeMetadataKind => MetadataKind::GenericNode,
            LLVMDISubrangeMetadataKind => MetadataKind::Subrange,
            LLVMDIEnumeratorMetadataKind => MetadataKind::Enumerator,
            LLVMDIBasicTypeMetadataKind => MetadataKind::BasicType,
            LLVMDIDerivedTypeMetadataKind => MetadataKind::DerivedType,
            LLVMDICompositeTypeMetadataKind => MetadataKind::CompositeType,
            LLVMDISubroutineTypeMetadataKind => MetadataKind::SubroutineType,
            LLVMDIFileMetadataKind => MetadataKind::File,
            LLVMDICompileUnitMetadataKind => MetadataKind::CompileUnit,
            LLVMDISubprogramMetadataKind => MetadataKind::Subprogram,
            LLVMDILexicalBlockMetadataKind => MetadataKind::LexicalBlock,
            LLVMDILexicalBlockFileMetadataKind => MetadataKind::LexicalBlockFile,
            LLVMDINamespaceMetadataKind => MetadataKind::Namespace,
            LLVMDIModuleMetadataKind => MetadataKind::Module,
            LLVMDITemplateTypeParameterMetadataKind => MetadataKind::TemplateTypeParameter,
            LLVMDITemplateValueParameterMetadataKind => MetadataKind::TemplateValueParameter,
            LLVMDIGlobalVariableMetadataKind => MetadataKind::GlobalVariable,
            LLVMDILocalVariableMetadataKind => MetadataKind::LocalVariable,
            LLVMDILabelMetadataKind => MetadataKind::Label,
            LLVMDIObjCPropertyMetadataKind => MetadataKind::ObjCProperty,
            LLVMDIImportedEntityMetadataKind => MetadataKind::ImportedEntity,
            LLVMDIMacroMetadataKind => MetadataKind::Macro,
            LLVMDIMacroFileMetadataKind => MetadataKind::MacroFile,
            LLVMDICommonBlockMetadataKind => MetadataKind::CommonBlock,
            LLVMDIStringTypeMetadataKind => MetadataKind::StringType,
            LLVMDIGenericSubrangeMetadataKind => MetadataKind::GenericSubrange,
            LLVMDIArgListMetadataKind => MetadataKind::ArgList,
            LLVMDIAssignIDMetadataKind => MetadataKind::AssignId,
            #[cfg(not(feature = "llvm19-1"))]
            LLVMDISubrangeTypeMetadataKind => MetadataKind::SubrangeType,
            #[cfg(not(feature = "llvm19-1"))]
            LLVMDIFixedPointTypeMetadataKind => MetadataKind::FixedPointType,
            LLVMDistinctMDOperandPlaceholderMetadataKind => {
                unreachable!("placeholders live only while bitcode is read")
            }
        }
    }

    /// The parts of the metadata.
    pub fn parts(self, context: LLVMContextRef) -> MetadataParts<'m> {
        match self.kind() {
            MetadataKind::String => {
                let mut length = 0;
                // SAFETY: the metadata is a string, which lives in the context.
                MetadataParts::String(unsafe {
                    bytes(LLVMGetMDString(self.value(context), &mut length), length as usize)
                })
            }
            MetadataKind::Constant | MetadataKind::Local => {
                // SAFETY: the node operands of wrapped values give the value itself.
                MetadataParts::Value(
                    unsafe { self.node_operands(context) }.into_iter().next().flatten(),
                )
            }
            MetadataKind::Location => {
                let raw = self.raw();
                // SAFETY: the metadata is a debug location.
                MetadataParts::Location(unsafe {
                    LocationParts {
                        line: LLVMDILocationGetLine(raw),
                        column: LLVMDILocationGetColumn(raw),
                        scope: LLVMDILocationGetScope(raw).wrap(),
                        inlined_at: LLVMDILocationGetInlinedAt(raw).wrap(),
                    }
                })
            }
            MetadataKind::Expression | MetadataKind::ArgList => MetadataParts::Inline,
            _ => MetadataParts::Node(self.operands(context)),
        }
    }

    /// The operands of a node.
    fn operands(self, context: LLVMContextRef) -> Vec<Option<MetadataOperand<'m>>> {
        let value: Value = self.value(context).wrap();
        match value.operand_metadata() {
            // LLVM-C shows a tuple of one constant as that constant, …
            Some(MetadataOperand::TupleOf(constant)) => {
                vec![Some(MetadataOperand::Metadata(constant))]
            }
            // … and a tuple of one null as the empty tuple.
            Some(MetadataOperand::Metadata(shown)) if shown != self => vec![None],
            // SAFETY: the metadata is a node that LLVM-C shows unchanged.
            _ => unsafe { self.node_operands(context) }
                .into_iter()
                .map(|operand| operand?.operand_metadata())
                .collect(),
        }
    }

    /// The operands of a node as values, or the value of a wrapped value.
    ///
    /// # Safety
    ///
    /// The metadata must be a node or a wrapped value.
    unsafe fn node_operands(self, context: LLVMContextRef) -> Vec<Option<Value<'m>>> {
        let value = self.value(context);
        // SAFETY: as the caller promises; the buffer has room for all operands.
        unsafe {
            let count = LLVMGetMDNodeNumOperands(value);
            let mut operands = vec![std::ptr::null_mut(); count as usize];
            LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            operands.into_iter().map(Raw::wrap).collect()
        }
    }

    /// Whether a tuple with these operands is distinct. It is distinct if LLVM has another, uniqued
    /// tuple with the same operands. `None` if LLVM-C may not have shown all operands unchanged.
    pub fn is_distinct_tuple(
        self,
        operands: &[Option<MetadataOperand<'m>>],
        context: LLVMContextRef,
    ) -> Option<bool> {
        let mut raw = Vec::with_capacity(operands.len());
        for operand in operands {
            raw.push(match operand {
                None => std::ptr::null_mut(),
                Some(MetadataOperand::TupleOf(_)) => return None,
                Some(MetadataOperand::Metadata(operand)) => {
                    // LLVM-C shows any node of one null as the empty tuple.
                    let is_tuple = operand.kind() == MetadataKind::Tuple;
                    if is_tuple && operand.operands(context).is_empty() {
                        return None;
                    }
                    operand.raw()
                }
            });
        }
        // SAFETY: context and operands are live and belong together.
        let unique = unsafe { LLVMMDNodeInContext2(context, raw.as_mut_ptr(), raw.len()) };
        Some(unique != self.raw())
    }

    /// The metadata as LLVM prints it on its own, where references to nodes are addresses.
    pub fn print(self, context: LLVMContextRef) -> Vec<u8> {
        // SAFETY: the value is live, and the message is ours.
        unsafe { take_message(LLVMPrintValueToString(self.value(context))) }
    }

    /// The node whose address LLVM printed as `key` in the text of a node that refers to it.
    pub fn from_printed(_reference: Metadata<'m>, key: usize) -> Option<Metadata<'m>> {
        // A node that a live node refers to is live as well.
        (key as LLVMMetadataRef).wrap()
    }

    fn value(self, context: LLVMContextRef) -> LLVMValueRef {
        // SAFETY: metadata and context are live and belong together.
        unsafe { LLVMMetadataAsValue(context, self.raw()) }
    }
}

impl<'m> Value<'m> {
    /// The metadata operand that a value of LLVM-C represents.
    pub fn operand_metadata(self) -> Option<MetadataOperand<'m>> {
        // SAFETY: the value is live.
        let metadata: Metadata = unsafe { LLVMValueAsMetadata(self.raw()) }.wrap();
        let wrapped = self.kind() == ValueKind::Metadata;
        Some(match metadata.kind() {
            // A constant operand is returned as the constant itself. A wrapped constant represents
            // the tuple that contains it.
            MetadataKind::Constant if wrapped => MetadataOperand::TupleOf(metadata),
            _ => MetadataOperand::Metadata(metadata),
        })
    }
}

#[cfg(not(feature = "llvm19-1"))]
impl<'m> DebugRecord<'m> {
    /// The kind of record.
    pub fn kind(self) -> DebugRecordKind {
        use inkwell::llvm_sys::LLVMDbgRecordKind::*;
        // SAFETY: the record is live.
        match unsafe { LLVMDbgRecordGetKind(self.raw()) } {
            LLVMDbgRecordLabel => DebugRecordKind::Label,
            LLVMDbgRecordDeclare => DebugRecordKind::Declare,
            LLVMDbgRecordValue => DebugRecordKind::Value,
            LLVMDbgRecordAssign => DebugRecordKind::Assign,
        }
    }

    /// The debug location of the record.
    pub fn location(self) -> Option<Metadata<'m>> {
        // SAFETY: the record is live.
        unsafe { LLVMDbgRecordGetDebugLoc(self.raw()) }.wrap()
    }

    /// The variable and the expression of a record that is not a label.
    pub fn variable(self) -> Option<(Metadata<'m>, Metadata<'m>)> {
        if self.kind() == DebugRecordKind::Label {
            return None;
        }
        // SAFETY: the record describes a variable.
        unsafe {
            let variable: Option<Metadata> = LLVMDbgVariableRecordGetVariable(self.raw()).wrap();
            let expression: Option<Metadata> =
                LLVMDbgVariableRecordGetExpression(self.raw()).wrap();
            Some((variable?, expression?))
        }
    }

    /// Operand `position` of a record that describes a variable.
    ///
    /// LLVM-C does not expose the number of operands. An expression refers to the operands of an
    /// argument list as `DW_OP_LLVM_arg, N`; without such a reference there is one operand.
    pub fn operand(self, position: u32) -> Option<Value<'m>> {
        if self.kind() == DebugRecordKind::Label {
            return None;
        }
        // SAFETY: the record describes a variable, and the expression refers to the position. LLVM
        // itself reads the operands in this way. (A record whose expression refers to more operands
        // than it has is ill-formed in a way that cannot be detected.)
        unsafe { LLVMDbgVariableRecordGetValue(self.raw(), position) }.wrap()
    }
}
