//! LLVM's process-wide settings, and the diagnostics that it reports.

use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::Once;

use inkwell::context::Context;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use inkwell::llvm_sys::{LLVMDiagnosticHandler, LLVMDiagnosticSeverity};

use super::take_message;

/// Configures LLVM to leave modules unchanged.
///
/// By default, LLVM verifies a module with debug info when it reads the module. It drops invalid
/// debug info, and aborts the process on other errors.
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

/// LLVM 19 stores debug records where its C API cannot read them, unless they are converted back to
/// the intrinsics from which they came. For the conversion, LLVM searches for the function that
/// contains each record, and does not terminate if the scopes of an ill-formed module form a cycle.
#[cfg(feature = "llvm19-1")]
pub fn show_debug_records(module: &inkwell::module::Module) {
    // SAFETY: the module is live.
    unsafe { LLVMSetIsNewDbgInfoFormat(module.as_mut_ptr(), 0) }
}

/// Collects the diagnostics that LLVM reports while `work` runs in `context`, instead of printing
/// them. Only errors are kept.
pub fn with_diagnostics<R>(context: &Context, work: impl FnOnce() -> R) -> (R, Vec<String>) {
    let errors: RefCell<Vec<String>> = RefCell::default();
    // SAFETY: the handler is removed before the list is dropped, even if `work` installs another
    // handler, as linking with inkwell does.
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
    // SAFETY: `list` belongs to `with_diagnostics`, which is still running; the description has to
    // be freed here.
    unsafe {
        let text = take_message(LLVMGetDiagInfoDescription(diagnostic));
        let errors = &*list.cast::<RefCell<Vec<String>>>();
        if LLVMGetDiagInfoSeverity(diagnostic) == LLVMDiagnosticSeverity::LLVMDSError {
            errors.borrow_mut().push(String::from_utf8_lossy(&text).into_owned());
        }
    }
}

extern "C" fn ignore(_: LLVMDiagnosticInfoRef, _: *mut c_void) {}
