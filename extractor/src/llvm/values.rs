//! Values, including constants, and blocks.

use inkwell::llvm_sys::LLVMValueKind::{self, *};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMInlineAsmDialect, LLVMOpcode};

use facts_schema::{AsmDialect, InlineAsmFlag, InstructionFlag, Opcode, ValueKind};

use super::*;

handles! {
    /// A value.
    Value(LLVMValueRef);
    /// A basic block.
    Block(LLVMBasicBlockRef);
}

getters! {
    Value {
        /// The value's type.
        r#type: Type<'m> = LLVMTypeOf;
    }
}

getters! {
    Block {
        /// The block as an operand.
        value: Value<'m> = LLVMBasicBlockAsValue;
        /// The function that contains it.
        function: Option<Function<'m>> = LLVMGetBasicBlockParent;
        /// Its last instruction, if that is a terminator.
        terminator: Option<Instruction<'m>> = LLVMGetBasicBlockTerminator;
    }
}

impl<'m> Block<'m> {
    /// Its instructions.
    pub fn instructions(self) -> impl Iterator<Item = Instruction<'m>> {
        list!(LLVMGetFirstInstruction, LLVMGetNextInstruction, self.raw()).map(Raw::wrap)
    }
}

/// The parts of a constant or another operand, by its kind.
pub enum ValueParts<'m> {
    /// No parts besides kind and type.
    Plain,
    /// An integer of up to 64 bits, sign-extended and zero-extended.
    Integer(i64, u64),
    /// An integer of more than 64 bits, whose full value is available only as text.
    WideInteger,
    /// A floating-point number, whose exact value is available only as text.
    Float,
    /// Elements of an array, structure or vector.
    Elements(Vec<Option<Value<'m>>>),
    /// Elements of an array or vector of numbers.
    Data(Vec<Value<'m>>),
    /// An array of `i8`.
    Bytes(&'m [u8]),
    /// A constant expression and its operands.
    Expression(Opcode, Vec<Option<Value<'m>>>),
    /// A function and a block in it.
    BlockAddress(Option<Function<'m>>, Option<Block<'m>>),
    /// The global that a `dso_local_equivalent` or `no_cfi` stands for.
    Wrapper(Option<Value<'m>>),
    /// Pointer, key, discriminator, address discriminator and, from LLVM 22 on, deactivation symbol.
    PtrAuth(Vec<Option<Value<'m>>>),
    /// Inline assembly.
    InlineAsm(InlineAsm<'m>),
    /// Metadata as an operand.
    Metadata(Metadata<'m>),
}

/// Inline assembly.
pub struct InlineAsm<'m> {
    pub function_type: Type<'m>,
    pub assembly: &'m [u8],
    pub constraints: &'m [u8],
    pub dialect: AsmDialect,
    pub flags: Vec<InlineAsmFlag>,
}

impl<'m> Value<'m> {
    /// The value's address, which identifies it.
    pub fn key(self) -> usize {
        self.raw() as usize
    }

    /// The value's name, empty if it has none.
    pub fn name(self) -> &'m [u8] {
        let mut length = 0;
        // SAFETY: the name lives as long as the value.
        unsafe { bytes(LLVMGetValueName2(self.raw(), &mut length), length) }
    }

    /// The value as LLVM prints it. For an instruction or global, this takes time proportional to
    /// the size of its function or module.
    pub fn print(self) -> Vec<u8> {
        // SAFETY: the value is live, and the message is ours.
        unsafe { take_message(LLVMPrintValueToString(self.raw())) }
    }

    /// The kind of the value.
    pub fn kind(self) -> ValueKind {
        match self.raw_kind() {
            LLVMArgumentValueKind => ValueKind::Argument,
            LLVMBasicBlockValueKind => ValueKind::Block,
            LLVMFunctionValueKind => ValueKind::Function,
            LLVMGlobalAliasValueKind => ValueKind::Alias,
            LLVMGlobalIFuncValueKind => ValueKind::IFunc,
            LLVMGlobalVariableValueKind => ValueKind::GlobalVariable,
            LLVMBlockAddressValueKind => ValueKind::BlockAddress,
            LLVMConstantExprValueKind => ValueKind::ConstantExpression,
            LLVMConstantArrayValueKind => ValueKind::ConstantArray,
            LLVMConstantStructValueKind => ValueKind::ConstantStruct,
            LLVMConstantVectorValueKind => ValueKind::ConstantVector,
            LLVMUndefValueValueKind => ValueKind::Undef,
            LLVMConstantAggregateZeroValueKind => ValueKind::ZeroInitializer,
            LLVMConstantDataArrayValueKind => ValueKind::DataArray,
            LLVMConstantDataVectorValueKind => ValueKind::DataVector,
            LLVMConstantIntValueKind => ValueKind::ConstantInteger,
            LLVMConstantFPValueKind => ValueKind::ConstantFloat,
            LLVMConstantPointerNullValueKind => ValueKind::NullPointer,
            LLVMConstantTokenNoneValueKind => ValueKind::TokenNone,
            LLVMMetadataAsValueValueKind => ValueKind::Metadata,
            LLVMInlineAsmValueKind => ValueKind::InlineAsm,
            LLVMPoisonValueKind => ValueKind::Poison,
            LLVMConstantTargetNoneValueKind => ValueKind::TargetNone,
            LLVMConstantPtrAuthValueKind => ValueKind::PtrAuth,
            LLVMInstructionValueKind => {
                // SAFETY: the value is live.
                if unsafe { LLVMIsAInstruction(self.raw()) }.is_null() {
                    self.wrapper_kind()
                } else {
                    ValueKind::Instruction
                }
            }
            other => unreachable!("value kind {other:?} does not occur in modules"),
        }
    }

    /// `dso_local_equivalent` or `no_cfi`, for which LLVM-C has no kind. They are recognised by
    /// their printed text.
    fn wrapper_kind(self) -> ValueKind {
        if self.print().windows(6).any(|word| word == b"no_cfi") {
            ValueKind::NoCfi
        } else {
            ValueKind::DsoLocalEquivalent
        }
    }

    /// The parts of a constant, inline assembly or metadata operand.
    pub fn parts(self) -> ValueParts<'m> {
        let raw = self.raw();
        // SAFETY: each getter is called on a value of its kind.
        unsafe {
            match self.raw_kind() {
                LLVMConstantIntValueKind => self.integer(),
                LLVMConstantFPValueKind => ValueParts::Float,
                LLVMConstantArrayValueKind
                | LLVMConstantStructValueKind
                | LLVMConstantVectorValueKind => ValueParts::Elements(self.operands()),
                LLVMConstantDataArrayValueKind | LLVMConstantDataVectorValueKind => self.data(),
                LLVMConstantExprValueKind => match words::opcode(LLVMGetConstOpcode(raw)) {
                    Some(opcode) => ValueParts::Expression(opcode, self.operands()),
                    None => ValueParts::Plain,
                },
                LLVMBlockAddressValueKind => ValueParts::BlockAddress(
                    LLVMGetBlockAddressFunction(raw).wrap(),
                    LLVMGetBlockAddressBasicBlock(raw).wrap(),
                ),
                // The getters do not support the deactivation symbol.
                LLVMConstantPtrAuthValueKind => ValueParts::PtrAuth(self.operands()),
                LLVMInlineAsmValueKind => ValueParts::InlineAsm(self.inline_asm()),
                LLVMMetadataAsValueValueKind => match LLVMValueAsMetadata(raw).wrap() {
                    Some(metadata) => ValueParts::Metadata(metadata),
                    None => ValueParts::Plain,
                },
                LLVMInstructionValueKind if LLVMIsAInstruction(raw).is_null() => {
                    ValueParts::Wrapper(LLVMGetOperand(raw, 0).wrap())
                }
                _ => ValueParts::Plain,
            }
        }
    }

    /// The parts of an integer constant.
    ///
    /// # Safety
    ///
    /// The value must be an integer constant or a splat of one.
    unsafe fn integer(self) -> ValueParts<'m> {
        let raw = self.raw();
        // SAFETY: as the caller promises; the getters are called only on integers that fit.
        unsafe {
            match self.r#type().parts() {
                TypeParts::Integer(1..=64) => ValueParts::Integer(
                    LLVMConstIntGetSExtValue(raw),
                    LLVMConstIntGetZExtValue(raw),
                ),
                _ => ValueParts::WideInteger,
            }
        }
    }

    /// The parts of a sequence of numbers.
    ///
    /// # Safety
    ///
    /// The value must be such a sequence.
    unsafe fn data(self) -> ValueParts<'m> {
        let raw = self.raw();
        let length = match self.r#type().parts() {
            TypeParts::Array(_, length) => length as u32,
            TypeParts::Vector(_, length) => length,
            _ => 0,
        };
        // SAFETY: as the caller promises; all positions are below the length.
        unsafe {
            if self.raw_kind() == LLVMConstantDataArrayValueKind && LLVMIsConstantString(raw).wrap()
            {
                let mut size = 0;
                let text = LLVMGetAsString(raw, &mut size);
                return ValueParts::Bytes(bytes(text, size));
            }
            ValueParts::Data(
                (0..length).map(|position| LLVMGetAggregateElement(raw, position).wrap()).collect(),
            )
        }
    }

    /// The parts of inline assembly.
    ///
    /// # Safety
    ///
    /// The value must be inline assembly.
    unsafe fn inline_asm(self) -> InlineAsm<'m> {
        let raw = self.raw();
        let mut length = 0;
        // SAFETY: as the caller promises; the texts live in the value.
        unsafe {
            let flags = [
                (LLVMGetInlineAsmHasSideEffects(raw), InlineAsmFlag::SideEffect),
                (LLVMGetInlineAsmNeedsAlignedStack(raw), InlineAsmFlag::AlignStack),
                (LLVMGetInlineAsmCanUnwind(raw), InlineAsmFlag::Unwind),
            ];
            InlineAsm {
                function_type: LLVMGetInlineAsmFunctionType(raw).wrap(),
                assembly: bytes(LLVMGetInlineAsmAsmString(raw, &mut length), length),
                constraints: bytes(LLVMGetInlineAsmConstraintString(raw, &mut length), length),
                dialect: match LLVMGetInlineAsmDialect(raw) {
                    LLVMInlineAsmDialect::LLVMInlineAsmDialectATT => AsmDialect::Att,
                    LLVMInlineAsmDialect::LLVMInlineAsmDialectIntel => AsmDialect::Intel,
                },
                flags: flags.into_iter().filter(|it| it.0 != 0).map(|it| it.1).collect(),
            }
        }
    }

    /// The source element type and the flags of a constant `getelementptr`; `None` for other
    /// values.
    pub fn constant_getelementptr(self) -> Option<(Type<'m>, Vec<InstructionFlag>)> {
        let raw = self.raw();
        // SAFETY: only getters are called that are valid for an expression of this opcode.
        unsafe {
            let is_getelementptr = self.raw_kind() == LLVMConstantExprValueKind
                && LLVMGetConstOpcode(raw) == LLVMOpcode::LLVMGetElementPtr;
            is_getelementptr.then(|| {
                let flags = words::getelementptr_flags(LLVMGEPGetNoWrapFlags(raw));
                (LLVMGetGEPSourceElementType(raw).wrap(), flags)
            })
        }
    }

    /// The operands of a user (an instruction, or a constant with operands); empty for other
    /// values.
    pub fn operands(self) -> Vec<Option<Value<'m>>> {
        let raw = self.raw();
        // SAFETY: operands are queried only of users, and only at positions that exist.
        unsafe {
            if LLVMIsAUser(raw).is_null() {
                return Vec::new();
            }
            (0..LLVMGetNumOperands(raw) as u32)
                .map(|position| LLVMGetOperand(raw, position).wrap())
                .collect()
        }
    }

    /// The function that contains a local value (argument, block, instruction).
    pub fn function(self) -> Option<Function<'m>> {
        let raw = self.raw();
        // SAFETY: each getter is called on a value of its kind.
        unsafe {
            match self.raw_kind() {
                LLVMArgumentValueKind => LLVMGetParamParent(raw).wrap(),
                LLVMBasicBlockValueKind => {
                    LLVMGetBasicBlockParent(LLVMValueAsBasicBlock(raw)).wrap()
                }
                LLVMInstructionValueKind if !LLVMIsAInstruction(raw).is_null() => {
                    let block: Option<Block> = LLVMGetInstructionParent(raw).wrap();
                    block?.function()
                }
                _ => None,
            }
        }
    }

    pub(super) fn raw_kind(self) -> LLVMValueKind {
        // SAFETY: the value is live.
        unsafe { LLVMGetValueKind(self.raw()) }
    }
}
