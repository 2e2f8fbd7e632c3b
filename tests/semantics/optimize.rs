//! LLVM's own passes, on modules in textual IR.

use std::ffi::{CStr, CString};
use std::ptr;

use extractor::inkwell::context::Context;
use extractor::inkwell::llvm_sys::error::LLVMGetErrorMessage;
use extractor::inkwell::llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};

/// The module after `passes`, in the syntax of `opt -passes=…`.
pub fn optimize(text: &str, passes: &str) -> Result<String, String> {
    let context = Context::create();
    let content = text.as_bytes().to_vec();
    let input = extractor::Input { name: "module".to_owned(), content };
    let module = extractor::read(&context, &input).map_err(|error| error.to_string())?;
    module.verify().map_err(|message| message.to_string())?;
    let passes = CString::new(passes).map_err(|error| error.to_string())?;
    // inkwell runs passes only for a target machine, and no target is linked. Without one, LLVM assumes an unknown
    // target, which these tests require.
    // SAFETY: the module and the text outlive the call, the options are disposed of once, and this function owns the
    // error message.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let error = LLVMRunPasses(module.as_mut_ptr(), passes.as_ptr(), ptr::null_mut(), options);
        LLVMDisposePassBuilderOptions(options);
        if !error.is_null() {
            let message = CStr::from_ptr(LLVMGetErrorMessage(error));
            return Err(message.to_string_lossy().into_owned());
        }
    }
    Ok(module.print_to_string().to_string())
}
