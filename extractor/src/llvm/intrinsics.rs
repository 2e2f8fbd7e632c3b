//! What intrinsics are called, and of which types they can be.
//!
//! LLVM-C gives the type and the name of an intrinsic for given overloaded types, but does not say
//! how many there are, and reads beyond what it is given or crashes when they are of the wrong kind.
//! LLVM has a function that finds them in a function's type, the one that its verifier, reader and
//! linker use. LLVM-C does not have it, so it is called by its name in the library.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use super::*;

/// More than any intrinsic has.
const MOST_OVERLOADED_TYPES: usize = 30;

/// An `llvm::SmallVector<llvm::Type *, MOST_OVERLOADED_TYPES>`.
#[repr(C)]
struct TypeList {
    first: *mut LLVMTypeRef,
    length: u32,
    capacity: u32,
    room: [LLVMTypeRef; MOST_OVERLOADED_TYPES],
}

unsafe extern "C" {
    /// `bool llvm::Intrinsic::getIntrinsicSignature(unsigned, FunctionType *, SmallVectorImpl<Type *> &)`:
    /// whether the intrinsic can have the type, and if it can, with which overloaded types.
    #[link_name = "_ZN4llvm9Intrinsic21getIntrinsicSignatureEjPNS_12FunctionTypeERNS_15SmallVectorImplIPNS_4TypeEEE"]
    fn intrinsic_signature(
        intrinsic: c_uint,
        function_type: LLVMTypeRef,
        overloaded_types: *mut TypeList,
    ) -> bool;
}

impl<'m> Function<'m> {
    /// The name of the intrinsic that it is, without the suffix of overloaded types.
    pub fn intrinsic(self) -> Option<&'m [u8]> {
        let mut length = 0;
        // SAFETY: the names of intrinsics are static.
        unsafe {
            let number = LLVMGetIntrinsicID(self.raw());
            (number != 0).then(|| bytes(LLVMIntrinsicGetName(number, &mut length), length))
        }
    }

    /// What the intrinsic that it is has to be called, with its type. None if it can not have this
    /// type.
    pub fn intrinsic_name(self) -> Option<Vec<u8>> {
        let mut types = TypeList {
            first: std::ptr::null_mut(),
            length: 0,
            capacity: MOST_OVERLOADED_TYPES as u32,
            room: [std::ptr::null_mut(); MOST_OVERLOADED_TYPES],
        };
        types.first = types.room.as_mut_ptr();
        let mut length = 0;
        // SAFETY: the number is that of an intrinsic, the type that of a function. The list is laid
        // out as LLVM's, with its elements behind its head, and is not moved. The types that LLVM
        // puts into it are as many and of the kinds that the name is made from.
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
