//! LLVM's own passes over a module.

use std::ffi::CStr;

use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::transforms::pass_builder::*;
use inkwell::module::Module;

/// Runs passes that do not need a target, given in the syntax of `opt -passes=…`.
pub fn run(module: &Module, passes: &CStr) -> Result<(), String> {
    // SAFETY: the module is live, no pass needs the target machine, and options and message are
    // freed once.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let machine = std::ptr::null_mut();
        let error = LLVMRunPasses(module.as_mut_ptr(), passes.as_ptr(), machine, options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            return Ok(());
        }
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(text)
    }
}
