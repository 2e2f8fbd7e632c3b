//! LLVM itself, for comparison with the facts. The only `unsafe` code of these tests.

use std::sync::Once;

use extractor::inkwell::context::Context;
use extractor::inkwell::memory_buffer::MemoryBuffer;
use extractor::inkwell::module::Module;
use facts_schema::Facts;

/// Parses `content`, or returns LLVM's error. Invalid debug info is preserved.
pub fn parse<'c>(context: &'c Context, name: &str, content: &[u8]) -> Result<Module<'c>, String> {
    keep_broken_debug_info();
    let buffer = MemoryBuffer::create_from_memory_range_copy(content, name);
    let module = context.create_module_from_ir(buffer).map_err(|message| message.to_string())?;
    #[cfg(feature = "llvm19-1")]
    show_debug_records(&module);
    Ok(module)
}

/// Done by `extractor::load`, but not by extraction, which does not change an existing module.
#[cfg(feature = "llvm19-1")]
fn show_debug_records(module: &Module) {
    // SAFETY: the module is live.
    unsafe { extractor::inkwell::llvm_sys::core::LLVMSetIsNewDbgInfoFormat(module.as_mut_ptr(), 0) }
}

/// The module as bitcode.
pub fn write(module: &Module) -> Vec<u8> {
    module.write_bitcode_to_memory().as_slice().to_vec()
}

/// LLVM's options can be set only once, and the extractor sets them before it reads its first
/// input.
fn keep_broken_debug_info() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let input = extractor::Input { name: "empty.ll".into(), content: b"; nothing\n".to_vec() };
        extractor::load(&[input], &mut |_| ()).expect("an empty module is a module");
    });
}

/// The module as LLVM prints it.
pub fn print(module: &Module) -> String {
    String::from_utf8_lossy(module.print_to_string().to_bytes()).into_owned()
}

/// The input of LLVM, the text that LLVM prints, and the facts that the extractor returns.
pub struct Sample {
    pub name: String,
    pub text: String,
    pub facts: Facts,
}

impl Sample {
    /// Creates a sample from the content of a module.
    pub fn new(name: &str, content: &[u8]) -> Self {
        let context = Context::create();
        let module = parse(&context, name, content).unwrap_or_else(|why| panic!("{name}: {why}"));
        Self::of(name, &module)
    }

    /// Creates a sample from an existing module.
    pub fn of(name: &str, module: &Module) -> Self {
        // Extraction comes first, so that the text would show changes that it makes to the module.
        let facts = extractor::extract(module);
        Self { name: name.to_owned(), text: print(module), facts }
    }
}
