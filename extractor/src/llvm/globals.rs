//! Globals, functions and attributes.

use inkwell::llvm_sys::LLVMOpaqueValueMetadataEntry;
use inkwell::llvm_sys::comdat::*;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use facts_schema::{
    ComdatSelection, DllStorage, GlobalFlag, Linkage, ThreadLocalMode, UnnamedAddress, ValueKind,
    Visibility,
};

use super::*;

handles! {
    /// A function.
    Function(LLVMValueRef);
    /// An attribute with its argument.
    Attribute(LLVMAttributeRef);
    /// A comdat.
    Comdat(LLVMComdatRef);
}

/// The properties of all globals.
pub struct GlobalParts<'m> {
    pub value_type: Type<'m>,
    pub linkage: Linkage,
    pub visibility: Visibility,
    pub dll_storage: DllStorage,
    pub unnamed_address: UnnamedAddress,
    pub thread_local: Option<ThreadLocalMode>,
    pub section: &'m [u8],
    /// In bytes; 0 if it is not specified.
    pub alignment: u32,
    pub comdat: Option<Comdat<'m>>,
    pub flags: Vec<GlobalFlag>,
    pub metadata: Vec<(u32, Metadata<'m>)>,
    /// The initializer of a variable, the aliasee of an alias, or the resolver of an ifunc.
    pub definition: Option<Value<'m>>,
}

impl<'m> Value<'m> {
    /// The value type of a global; `None` for other values.
    pub fn global_type(self) -> Option<Type<'m>> {
        let kind = self.kind();
        let is_global = matches!(
            kind,
            ValueKind::GlobalVariable | ValueKind::Function | ValueKind::Alias | ValueKind::IFunc
        );
        // SAFETY: the value is a global.
        is_global.then(|| unsafe { LLVMGlobalGetValueType(self.raw()) }.wrap())
    }

    /// The parts of a global.
    ///
    /// # Panics
    ///
    /// When the value is not a global.
    pub fn global_parts(self) -> GlobalParts<'m> {
        let raw = self.raw();
        let kind = self.kind();
        let is_variable = kind == ValueKind::GlobalVariable;
        let is_object = is_variable || kind == ValueKind::Function;
        assert!(is_object || matches!(kind, ValueKind::Alias | ValueKind::IFunc));
        // SAFETY: the value is a global; getters for one kind of global are called only on that
        // kind.
        unsafe {
            GlobalParts {
                value_type: LLVMGlobalGetValueType(raw).wrap(),
                linkage: words::linkage(LLVMGetLinkage(raw)),
                visibility: words::visibility(LLVMGetVisibility(raw)),
                dll_storage: words::dll_storage(LLVMGetDLLStorageClass(raw)),
                unnamed_address: words::unnamed_address(LLVMGetUnnamedAddress(raw)),
                thread_local: match kind {
                    ValueKind::GlobalVariable | ValueKind::Alias => {
                        words::thread_local(LLVMGetThreadLocalMode(raw))
                    }
                    _ => None,
                },
                section: if is_object { c_text(LLVMGetSection(raw)) } else { &[] },
                alignment: if is_object { LLVMGetAlignment(raw) } else { 0 },
                comdat: if is_object { LLVMGetComdat(raw).wrap() } else { None },
                flags: [
                    (is_variable && LLVMIsGlobalConstant(raw) != 0, GlobalFlag::Constant),
                    (
                        is_variable && LLVMIsExternallyInitialized(raw) != 0,
                        GlobalFlag::ExternallyInitialized,
                    ),
                    (LLVMIsDeclaration(raw) != 0, GlobalFlag::Declaration),
                ]
                .into_iter()
                .filter(|it| it.0)
                .map(|it| it.1)
                .collect(),
                metadata: match kind {
                    ValueKind::Alias => Vec::new(),
                    _ => entries(|length| LLVMGlobalCopyAllMetadata(raw, length)),
                },
                definition: match kind {
                    ValueKind::GlobalVariable => LLVMGetInitializer(raw).wrap(),
                    ValueKind::Alias => LLVMAliasGetAliasee(raw).wrap(),
                    ValueKind::IFunc => LLVMGetGlobalIFuncResolver(raw).wrap(),
                    _ => None,
                },
            }
        }
    }
}

/// Takes ownership of a list of attached metadata: kind numbers and nodes.
///
/// # Safety
///
/// `copy` must return a list that the caller has to free, and write its length.
pub(super) unsafe fn entries<'m>(
    copy: impl FnOnce(*mut usize) -> *mut *mut LLVMOpaqueValueMetadataEntry,
) -> Vec<(u32, Metadata<'m>)> {
    let mut length = 0;
    let list = copy(&mut length);
    // SAFETY: as the caller promises; the list is not used after it is freed.
    unsafe {
        let entries = (0..length as u32)
            .filter_map(|position| {
                let node: Option<Metadata> =
                    LLVMValueMetadataEntriesGetMetadata(list, position).wrap();
                Some((LLVMValueMetadataEntriesGetKind(list, position), node?))
            })
            .collect();
        if !list.is_null() {
            LLVMDisposeValueMetadataEntries(list);
        }
        entries
    }
}

getters! {
    Function {
        /// The function's type.
        function_type: Type<'m> = LLVMGlobalGetValueType;
        /// The number of its calling convention.
        calling_convention: u32 = LLVMGetFunctionCallConv;
        /// The number of parameters.
        parameter_count: u32 = LLVMCountParams;
    }
}

impl<'m> Function<'m> {
    /// The function as an operand.
    pub fn value(self) -> Value<'m> {
        self.raw().wrap()
    }

    /// Its parameters.
    pub fn parameters(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: all positions are below the count.
        (0..self.parameter_count())
            .map(move |position| unsafe { LLVMGetParam(self.raw(), position) }.wrap())
    }

    /// Its blocks.
    pub fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        list!(LLVMGetFirstBasicBlock, LLVMGetNextBasicBlock, self.raw()).map(Raw::wrap)
    }

    /// The garbage collection strategy, empty if there is none.
    pub fn garbage_collector(self) -> &'m [u8] {
        // SAFETY: the name lives in the context.
        unsafe { c_text(LLVMGetGC(self.raw())) }
    }

    /// The personality function.
    pub fn personality(self) -> Option<Value<'m>> {
        // SAFETY: the getter is called only if the function has a personality.
        unsafe {
            if LLVMHasPersonalityFn(self.raw()) == 0 {
                return None;
            }
            LLVMGetPersonalityFn(self.raw()).wrap()
        }
    }

    /// The data before its entry point.
    pub fn prefix_data(self) -> Option<Value<'m>> {
        // SAFETY: the getter is called only if the function has prefix data.
        unsafe {
            if LLVMHasPrefixData(self.raw()) == 0 {
                return None;
            }
            LLVMGetPrefixData(self.raw()).wrap()
        }
    }

    /// The data at its entry point.
    pub fn prologue_data(self) -> Option<Value<'m>> {
        // SAFETY: the getter is called only if the function has prologue data.
        unsafe {
            if LLVMHasPrologueData(self.raw()) == 0 {
                return None;
            }
            LLVMGetPrologueData(self.raw()).wrap()
        }
    }

    /// Its attributes at this position of the attribute list.
    pub fn attributes(self, position: u32) -> Vec<Attribute<'m>> {
        // SAFETY: the buffer has room for all attributes.
        unsafe {
            let count = LLVMGetAttributeCountAtIndex(self.raw(), position);
            let mut attributes = vec![std::ptr::null_mut(); count as usize];
            LLVMGetAttributesAtIndex(self.raw(), position, attributes.as_mut_ptr());
            attributes.into_iter().map(Raw::wrap).collect()
        }
    }
}

/// The argument of an attribute.
pub enum AttributeArgument<'m> {
    /// No argument, or one that is available only as text.
    None,
    /// A number; 0 if the attribute has no argument.
    Integer(u64),
    /// The key and the value of a string attribute.
    String(&'m [u8], &'m [u8]),
    /// A type.
    Type(Option<Type<'m>>),
}

impl<'m> Attribute<'m> {
    /// The attribute's address, which identifies it.
    pub fn key(self) -> usize {
        self.raw() as usize
    }

    /// The attribute's argument.
    pub fn argument(self) -> AttributeArgument<'m> {
        let raw = self.raw();
        let mut length = 0;
        // SAFETY: each getter is called on an attribute of its kind.
        unsafe {
            if LLVMIsStringAttribute(raw) != 0 {
                let key = bytes(LLVMGetStringAttributeKind(raw, &mut length), length as usize);
                let value = bytes(LLVMGetStringAttributeValue(raw, &mut length), length as usize);
                AttributeArgument::String(key, value)
            } else if LLVMIsTypeAttribute(raw) != 0 {
                AttributeArgument::Type(LLVMGetTypeAttributeValue(raw).wrap())
            } else if LLVMIsEnumAttribute(raw) != 0 {
                AttributeArgument::Integer(LLVMGetEnumAttributeValue(raw))
            } else {
                AttributeArgument::None
            }
        }
    }
}

impl<'m> Comdat<'m> {
    /// The comdat's address, which identifies it.
    pub fn key(self) -> usize {
        self.raw() as usize
    }

    /// The selection kind.
    pub fn selection(self) -> ComdatSelection {
        use LLVMComdatSelectionKind::*;
        // SAFETY: the comdat is live.
        match unsafe { LLVMGetComdatSelectionKind(self.raw()) } {
            LLVMAnyComdatSelectionKind => ComdatSelection::Any,
            LLVMExactMatchComdatSelectionKind => ComdatSelection::ExactMatch,
            LLVMLargestComdatSelectionKind => ComdatSelection::Largest,
            LLVMNoDuplicatesComdatSelectionKind => ComdatSelection::NoDeduplicate,
            LLVMSameSizeComdatSelectionKind => ComdatSelection::SameSize,
        }
    }
}
