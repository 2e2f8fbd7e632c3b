//! LLVM's C API as safe handles.
//!
//! This is the only module with `unsafe` code. A handle is a non-null pointer into a module that
//! outlives it (`'m`). Many getters of the C API cast without a check, so a handle only offers the
//! getters that are valid for its kind: [`Value`] has the getters for all values, the other handles
//! have those for their kind, and [`Instruction::form`] distinguishes instructions before a getter
//! is called on them.
//!
//! Handles only read, with one exception: [`Scratch`] creates its own module in the same context.
//! [`passes`] changes modules that are written out again and not read by handles.

mod globals;
mod instructions;
mod intrinsics;
#[cfg(feature = "llvm19-1")]
mod llvm19;
mod metadata;
pub mod passes;
mod scratch;
pub mod session;
mod types;
mod values;
mod words;

use std::ffi::{CStr, c_char, c_int, c_uint};
use std::marker::PhantomData;

use inkwell::llvm_sys::LLVMAttributeIndex;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::LLVMGetModuleDataLayout;

pub use globals::{Attribute, AttributeArgument, Comdat, Function, GlobalParts};
pub use instructions::*;
#[cfg(feature = "llvm19-1")]
pub use llvm19::memory_effects;
#[cfg(not(feature = "llvm19-1"))]
pub use metadata::DebugRecord;
pub use metadata::{LocationParts, Metadata, MetadataOperand, MetadataParts};
pub use scratch::Scratch;
pub use types::{Type, TypeParts};
pub use values::{Block, InlineAsm, Value, ValueParts};

/// The position of function attributes in LLVM's attribute lists.
pub const FUNCTION_ATTRIBUTES: LLVMAttributeIndex = u32::MAX;
/// The position of the result's attributes; the attributes of parameter `n` are at `n + 1`.
pub const RETURN_ATTRIBUTES: LLVMAttributeIndex = 0;

/// A raw result of the C API, to be converted to a Rust value.
trait Raw<T> {
    fn wrap(self) -> T;
}

impl Raw<bool> for c_int {
    fn wrap(self) -> bool {
        self != 0
    }
}

impl Raw<u32> for c_uint {
    fn wrap(self) -> u32 {
        self
    }
}

impl Raw<u32> for c_int {
    fn wrap(self) -> u32 {
        u32::try_from(self).unwrap_or(0)
    }
}

impl Raw<u64> for u64 {
    fn wrap(self) -> u64 {
        self
    }
}

macro_rules! handles {
    ($($(#[$doc:meta])* $handle:ident($pointer:ty);)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub struct $handle<'m>($pointer, PhantomData<&'m ()>);

            impl<'m> $handle<'m> {
                pub(in crate::llvm) fn raw(self) -> $pointer {
                    self.0
                }
            }

            impl<'m> Raw<$handle<'m>> for $pointer {
                fn wrap(self) -> $handle<'m> {
                    debug_assert!(!self.is_null());
                    $handle(self, PhantomData)
                }
            }

            impl<'m> Raw<Option<$handle<'m>>> for $pointer {
                fn wrap(self) -> Option<$handle<'m>> {
                    (!self.is_null()).then_some($handle(self, PhantomData))
                }
            }
        )*
    };
}
use handles;

/// Defines methods that call one getter each: `name: Result = LLVMGetter;`.
///
/// This is sound if the getter reads only data that every handle of this type has.
macro_rules! getters {
    ($handle:ident { $($(#[$doc:meta])* $name:ident: $result:ty = $getter:path;)* }) => {
        impl<'m> $handle<'m> {
            $(
                $(#[$doc])*
                pub fn $name(self) -> $result {
                    // SAFETY: the handle points into a live module, and has the kind that the
                    // getter requires.
                    unsafe { $getter(self.raw()) }.wrap()
                }
            )*
        }
    };
}
use getters;

/// The bytes at `pointer`, or an empty slice if it is null.
///
/// # Safety
///
/// There must be `length` bytes, which must live as long as `'m`.
unsafe fn bytes<'m>(pointer: *const c_char, length: usize) -> &'m [u8] {
    if pointer.is_null() {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(pointer.cast(), length) }
}

/// The text at `pointer` up to its NUL, or the empty text if it is null.
///
/// # Safety
///
/// The text must end with a NUL and live as long as `'m`.
unsafe fn c_text<'m>(pointer: *const c_char) -> &'m [u8] {
    if pointer.is_null() {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(pointer) }.to_bytes()
}

/// Copies a message whose ownership LLVM passes to the caller, and frees it.
///
/// # Safety
///
/// The message must be null or have been allocated by LLVM for the caller to free.
unsafe fn take_message(message: *mut c_char) -> Vec<u8> {
    // SAFETY: a message ends with NUL, and is not used after it is freed.
    unsafe {
        let text = c_text(message).to_vec();
        if !message.is_null() {
            LLVMDisposeMessage(message);
        }
        text
    }
}

/// A module.
#[derive(Clone, Copy)]
pub struct Module<'m>(LLVMModuleRef, PhantomData<&'m ()>);

/// Iterates over one of LLVM's linked lists.
macro_rules! list {
    ($first:ident, $next:ident, $owner:expr) => {{
        // SAFETY: the owner is live, and so is each member of its list.
        let first = unsafe { $first($owner) };
        std::iter::successors((!first.is_null()).then_some(first), |&member| {
            let next = unsafe { $next(member) };
            (!next.is_null()).then_some(next)
        })
    }};
}
use list;

impl<'m> Module<'m> {
    /// The handle for inkwell's module.
    pub fn new(module: &'m inkwell::module::Module<'_>) -> Self {
        Self(module.as_mut_ptr(), PhantomData)
    }

    /// Its context.
    pub fn context(self) -> LLVMContextRef {
        // SAFETY: the module is live.
        unsafe { LLVMGetModuleContext(self.0) }
    }

    /// The source file name.
    pub fn source_file(self) -> &'m [u8] {
        let mut length = 0;
        // SAFETY: the name lives in the module.
        unsafe { bytes(LLVMGetSourceFileName(self.0, &mut length), length) }
    }

    /// The target triple.
    pub fn target_triple(self) -> &'m [u8] {
        // SAFETY: the text lives in the module.
        unsafe { c_text(LLVMGetTarget(self.0)) }
    }

    /// The data layout as text.
    pub fn data_layout_text(self) -> &'m [u8] {
        // SAFETY: the text lives in the module.
        unsafe { c_text(LLVMGetDataLayoutStr(self.0)) }
    }

    /// The data layout, which answers queries about types.
    pub fn data_layout(self) -> DataLayout<'m> {
        // SAFETY: the layout lives in the module.
        DataLayout(unsafe { LLVMGetModuleDataLayout(self.0) }, PhantomData)
    }

    /// The module-level assembly.
    pub fn assembly(self) -> &'m [u8] {
        let mut length = 0;
        // SAFETY: the text lives in the module.
        unsafe { bytes(LLVMGetModuleInlineAsm(self.0, &mut length), length) }
    }

    /// The global variables.
    pub fn global_variables(self) -> impl Iterator<Item = Value<'m>> {
        list!(LLVMGetFirstGlobal, LLVMGetNextGlobal, self.0).map(Raw::wrap)
    }

    /// The functions.
    pub fn functions(self) -> impl Iterator<Item = Function<'m>> {
        list!(LLVMGetFirstFunction, LLVMGetNextFunction, self.0).map(Raw::wrap)
    }

    /// The aliases.
    pub fn aliases(self) -> impl Iterator<Item = Value<'m>> {
        list!(LLVMGetFirstGlobalAlias, LLVMGetNextGlobalAlias, self.0).map(Raw::wrap)
    }

    /// The ifuncs.
    pub fn ifuncs(self) -> impl Iterator<Item = Value<'m>> {
        list!(LLVMGetFirstGlobalIFunc, LLVMGetNextGlobalIFunc, self.0).map(Raw::wrap)
    }

    /// The names of named metadata, and their operands as values.
    pub fn named_metadata(self) -> impl Iterator<Item = (&'m [u8], Vec<Option<Value<'m>>>)> {
        list!(LLVMGetFirstNamedMetadata, LLVMGetNextNamedMetadata, self.0).map(move |node| {
            let mut length = 0;
            // SAFETY: the name lives in the module; the buffer has room for all operands.
            unsafe {
                let name = bytes(LLVMGetNamedMetadataName(node, &mut length), length);
                let name_of_c = std::ffi::CString::new(name).unwrap_or_default();
                let count = LLVMGetNamedMetadataNumOperands(self.0, name_of_c.as_ptr());
                let mut operands = vec![std::ptr::null_mut(); count as usize];
                LLVMGetNamedMetadataOperands(self.0, name_of_c.as_ptr(), operands.as_mut_ptr());
                (name, operands.into_iter().map(Raw::wrap).collect())
            }
        })
    }
}

/// A module's data layout.
#[derive(Clone, Copy)]
pub struct DataLayout<'m>(inkwell::llvm_sys::target::LLVMTargetDataRef, PhantomData<&'m ()>);
