//! Types.

use inkwell::llvm_sys::LLVMTypeKind::{self, *};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;

use facts_schema::TypeKind;

use super::*;

handles! {
    /// A type.
    Type(LLVMTypeRef);
}

getters! {
    Type {
        /// Whether values of the type have a size.
        is_sized: bool = LLVMTypeIsSized;
    }
}

/// The parts of a type, by its kind.
pub enum TypeParts<'m> {
    /// No parts: the kind is the complete description.
    Plain,
    /// The width in bits.
    Integer(u32),
    /// The address space.
    Pointer(u32),
    /// Element and length.
    Array(Type<'m>, u64),
    /// Element and length; the minimum length if the vector is scalable.
    Vector(Type<'m>, u32),
    /// A structure.
    Struct {
        /// `None` for literal and unnamed structures.
        name: Option<&'m [u8]>,
        is_literal: bool,
        is_opaque: bool,
        is_packed: bool,
        fields: Vec<Type<'m>>,
    },
    /// Result, parameters, and whether the function is variadic.
    Function(Type<'m>, Vec<Type<'m>>, bool),
    /// A target extension type.
    Target { name: &'m [u8], types: Vec<Type<'m>>, integers: Vec<u32> },
}

impl<'m> Type<'m> {
    /// The kind of the type.
    pub fn kind(self) -> TypeKind {
        match self.raw_kind() {
            LLVMVoidTypeKind => TypeKind::Void,
            LLVMHalfTypeKind => TypeKind::Half,
            LLVMBFloatTypeKind => TypeKind::BFloat,
            LLVMFloatTypeKind => TypeKind::Float,
            LLVMDoubleTypeKind => TypeKind::Double,
            LLVMX86_FP80TypeKind => TypeKind::X86Fp80,
            LLVMFP128TypeKind => TypeKind::Fp128,
            LLVMPPC_FP128TypeKind => TypeKind::PpcFp128,
            LLVMX86_AMXTypeKind => TypeKind::X86Amx,
            LLVMLabelTypeKind => TypeKind::Label,
            LLVMTokenTypeKind => TypeKind::Token,
            LLVMMetadataTypeKind => TypeKind::Metadata,
            LLVMIntegerTypeKind => TypeKind::Integer,
            LLVMPointerTypeKind => TypeKind::Pointer,
            LLVMFunctionTypeKind => TypeKind::Function,
            LLVMStructTypeKind => TypeKind::Struct,
            LLVMArrayTypeKind => TypeKind::Array,
            LLVMVectorTypeKind => TypeKind::Vector,
            LLVMScalableVectorTypeKind => TypeKind::ScalableVector,
            LLVMTargetExtTypeKind => TypeKind::Target,
            // See `replacement`.
            #[cfg(feature = "llvm19-1")]
            LLVMX86_MMXTypeKind => TypeKind::Vector,
        }
    }

    /// The parts of the type.
    pub fn parts(self) -> TypeParts<'m> {
        let raw = self.raw();
        // SAFETY: each getter is called on a type of its kind.
        unsafe {
            match self.raw_kind() {
                LLVMIntegerTypeKind => TypeParts::Integer(LLVMGetIntTypeWidth(raw)),
                LLVMPointerTypeKind => TypeParts::Pointer(LLVMGetPointerAddressSpace(raw)),
                LLVMArrayTypeKind => {
                    TypeParts::Array(LLVMGetElementType(raw).wrap(), LLVMGetArrayLength2(raw))
                }
                LLVMVectorTypeKind | LLVMScalableVectorTypeKind => {
                    TypeParts::Vector(LLVMGetElementType(raw).wrap(), LLVMGetVectorSize(raw))
                }
                LLVMStructTypeKind => self.struct_parts(),
                LLVMFunctionTypeKind => TypeParts::Function(
                    LLVMGetReturnType(raw).wrap(),
                    collect(LLVMCountParamTypes(raw), |room| LLVMGetParamTypes(raw, room)),
                    LLVMIsFunctionVarArg(raw).wrap(),
                ),
                LLVMTargetExtTypeKind => TypeParts::Target {
                    name: c_text(LLVMGetTargetExtTypeName(raw)),
                    types: (0..LLVMGetTargetExtTypeNumTypeParams(raw))
                        .map(|position| LLVMGetTargetExtTypeTypeParam(raw, position).wrap())
                        .collect(),
                    integers: (0..LLVMGetTargetExtTypeNumIntParams(raw))
                        .map(|position| LLVMGetTargetExtTypeIntParam(raw, position))
                        .collect(),
                },
                _ => TypeParts::Plain,
            }
        }
    }

    /// The parts of a structure.
    ///
    /// # Safety
    ///
    /// The type must be a structure.
    unsafe fn struct_parts(self) -> TypeParts<'m> {
        let raw = self.raw();
        // SAFETY: as the caller promises. The name is read up to its first NUL, because there is no
        // other getter.
        unsafe {
            let is_literal = LLVMIsLiteralStruct(raw).wrap();
            let name = if is_literal { &[] } else { c_text(LLVMGetStructName(raw)) };
            TypeParts::Struct {
                name: (!name.is_empty()).then_some(name),
                is_literal,
                is_opaque: LLVMIsOpaqueStruct(raw).wrap(),
                is_packed: LLVMIsPackedStruct(raw).wrap(),
                fields: collect(LLVMCountStructElementTypes(raw), |room| {
                    LLVMGetStructElementTypes(raw, room);
                }),
            }
        }
    }

    fn raw_kind(self) -> LLVMTypeKind {
        // SAFETY: the type is live.
        unsafe { LLVMGetTypeKind(self.raw()) }
    }
}

/// Lets `fill` write `count` types into a buffer.
fn collect<'m>(count: u32, fill: impl FnOnce(*mut LLVMTypeRef)) -> Vec<Type<'m>> {
    let mut types = vec![std::ptr::null_mut(); count as usize];
    fill(types.as_mut_ptr());
    types.into_iter().map(Raw::wrap).collect()
}

/// The size and alignment of a type.
pub struct Layout {
    /// In bits.
    pub size: u64,
    /// In bytes.
    pub store_size: u64,
    /// In bytes.
    pub allocation_size: u64,
    /// In bytes.
    pub abi_alignment: u32,
    /// In bytes.
    pub preferred_alignment: u32,
}

impl<'m> DataLayout<'m> {
    /// The layout of a sized type. It must not be scalable, nor contain a scalable type or target
    /// extension type: LLVM aborts the process when the size of such a type is queried.
    pub fn of(self, r#type: Type<'m>) -> Layout {
        // SAFETY: the layout and the type belong to the same live module.
        unsafe {
            Layout {
                size: LLVMSizeOfTypeInBits(self.0, r#type.raw()),
                store_size: LLVMStoreSizeOfType(self.0, r#type.raw()),
                allocation_size: LLVMABISizeOfType(self.0, r#type.raw()),
                abi_alignment: LLVMABIAlignmentOfType(self.0, r#type.raw()),
                preferred_alignment: LLVMPreferredAlignmentOfType(self.0, r#type.raw()),
            }
        }
    }

    /// The offset in bytes of a field of a structure that has a layout.
    pub fn field_offset(self, structure: Type<'m>, position: u32) -> u64 {
        // SAFETY: as in `of`; LLVM computes offsets for every position of the structure.
        unsafe { LLVMOffsetOfElement(self.0, structure.raw(), position) }
    }
}
