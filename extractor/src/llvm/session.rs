//! LLVM's settings for the whole process, and what it says while it works.

use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::Once;

use inkwell::context::Context;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use inkwell::llvm_sys::{LLVMDiagnosticHandler, LLVMDiagnosticSeverity};

use super::take_message;

/// Tells LLVM to leave modules as they are.
///
/// A module with debug info is otherwise verified as it is read: bad debug info is dropped, and
/// other breakage ends the process.
pub fn prepare() {
    static PREPARED: Once = Once::new();
    PREPARED.call_once(|| {
        let arguments = [c"irlog".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
        // SAFETY: the arguments are static, and LLVM knows the option.
        unsafe {
            let count = arguments.len() as i32;
            LLVMParseCommandLineOptions(count, arguments.as_ptr(), std::ptr::null());
        }
    });
}

/// LLVM 19 keeps debug records where its C API cannot see them, unless they are turned back into the
/// intrinsics that they came from. To do so, LLVM looks for the function that each of them is placed
/// in, and never ends where the scopes of an ill-formed module go in a circle.
#[cfg(feature = "llvm19-1")]
pub fn show_debug_records(module: &inkwell::module::Module) {
    // SAFETY: the module is live.
    unsafe { LLVMSetIsNewDbgInfoFormat(module.as_mut_ptr(), 0) }
}

/// Collects what LLVM reports while `work` runs in `context`, instead of printing it. Only errors
/// are kept.
pub fn with_diagnostics<R>(context: &Context, work: impl FnOnce() -> R) -> (R, Vec<String>) {
    let errors: RefCell<Vec<String>> = RefCell::default();
    // SAFETY: the handler is removed before the list goes away. That holds also where `work` sets
    // another one, as linking with inkwell does.
    unsafe {
        let context = inkwell::context::AsContextRef::as_ctx_ref(&context);
        let list = (&raw const errors).cast_mut().cast();
        LLVMContextSetDiagnosticHandler(context, Some(collect), list);
        let result = work();
        LLVMContextSetDiagnosticHandler(context, Some(ignore), std::ptr::null_mut());
        (result, errors.into_inner())
    }
}

const _: LLVMDiagnosticHandler = Some(collect);

extern "C" fn collect(diagnostic: LLVMDiagnosticInfoRef, list: *mut c_void) {
    // SAFETY: `list` is the one of `with_diagnostics`, which is still running; the description is
    // ours to free.
    unsafe {
        let text = take_message(LLVMGetDiagInfoDescription(diagnostic));
        let errors = &*list.cast::<RefCell<Vec<String>>>();
        if LLVMGetDiagInfoSeverity(diagnostic) == LLVMDiagnosticSeverity::LLVMDSError {
            errors.borrow_mut().push(String::from_utf8_lossy(&text).into_owned());
        }
    }
}

extern "C" fn ignore(_: LLVMDiagnosticInfoRef, _: *mut c_void) {}
