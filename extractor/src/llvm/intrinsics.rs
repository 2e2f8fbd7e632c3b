//! The names of intrinsics, and their permitted types.
//!
//! LLVM-C returns the type and the name of an intrinsic for given overloaded types. It does not
//! report how many overloaded types an intrinsic has, and reads out of bounds or crashes when they
//! are of the wrong kind. LLVM's verifier, reader and linker determine them from a function's type
//! with a function that LLVM-C does not expose, so it is called by its symbol in the library.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use super::*;

/// An upper limit: no intrinsic has more overloaded types.
const MAX_OVERLOADED_TYPES: usize = 30;

/// An `llvm::SmallVector<llvm::Type *, MAX_OVERLOADED_TYPES>`.
#[repr(C)]
struct TypeList {
    first: *mut LLVMTypeRef,
    length: u32,
    capacity: u32,
    room: [LLVMTypeRef; MAX_OVERLOADED_TYPES],
}

unsafe extern "C" {
    /// `bool llvm::Intrinsic::getIntrinsicSignature(unsigned, FunctionType *, SmallVectorImpl<Type *> &)`:
    /// whether the intrinsic can have the type, and if so, the overloaded types.
    #[link_name = "_ZN4llvm9Intrinsic21getIntrinsicSignatureEjPNS_12FunctionTypeERNS_15SmallVectorImplIPNS_4TypeEEE"]
    fn intrinsic_signature(
        intrinsic: c_uint,
        function_type: LLVMTypeRef,
        overloaded_types: *mut TypeList,
    ) -> bool;
}

impl<'m> Function<'m> {
    /// The name of the intrinsic without the suffix for overloaded types; `None` if the function is
    /// not an intrinsic.
    pub fn intrinsic(self) -> Option<&'m [u8]> {
        let mut length = 0;
        // SAFETY: the names of intrinsics are static.
        unsafe {
            let number = LLVMGetIntrinsicID(self.raw());
            (number != 0).then(|| bytes(LLVMIntrinsicGetName(number, &mut length), length))
        }
    }

    /// The name that LLVM requires for this intrinsic with this type; `None` if it cannot have the
    /// type.
    pub fn intrinsic_name(self) -> Option<Vec<u8>> {
        let mut types = TypeList {
            first: std::ptr::null_mut(),
            length: 0,
            capacity: MAX_OVERLOADED_TYPES as u32,
            room: [std::ptr::null_mut(); MAX_OVERLOADED_TYPES],
        };
        types.first = types.room.as_mut_ptr();
        let mut length = 0;
        // SAFETY: the number identifies an intrinsic, and the type is a function type. The list has
        // LLVM's layout, with its elements after its header, and is not moved. The types that LLVM
        // adds to it match in number and kind what the name is built from.
        unsafe {
            let number = LLVMGetIntrinsicID(self.raw());
            if number == 0 || !intrinsic_signature(number, self.function_type().raw(), &mut types) {
                return None;
            }
            let name: *const c_char = LLVMIntrinsicCopyOverloadedName2(
                LLVMGetGlobalParent(self.raw()),
                number,
                types.first,
                types.length as usize,
                &mut length,
            );
            Some(take_message(name.cast_mut()))
        }
    }
}
