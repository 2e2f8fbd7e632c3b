//! LLVM itself, to compare the facts with. The only `unsafe` code of these tests.

use std::sync::Once;

use extractor::inkwell::context::Context;
use extractor::inkwell::memory_buffer::MemoryBuffer;
use extractor::inkwell::module::Module;
use facts_schema::Facts;

/// Parses `content`, or says why LLVM cannot. Broken debug info stays as it is.
pub fn parse<'c>(context: &'c Context, name: &str, content: &[u8]) -> Result<Module<'c>, String> {
    keep_broken_debug_info();
    let buffer = MemoryBuffer::create_from_memory_range_copy(content, name);
    let module = context.create_module_from_ir(buffer).map_err(|message| message.to_string())?;
    #[cfg(feature = "llvm19-1")]
    show_debug_records(&module);
    Ok(module)
}

/// As `extractor::load` does it, and only it: what is there already, extraction does not change.
#[cfg(feature = "llvm19-1")]
fn show_debug_records(module: &Module) {
    // SAFETY: the module is live.
    unsafe { extractor::inkwell::llvm_sys::core::LLVMSetIsNewDbgInfoFormat(module.as_mut_ptr(), 0) }
}

/// The module as bitcode.
pub fn write(module: &Module) -> Vec<u8> {
    module.write_bitcode_to_memory().as_slice().to_vec()
}

/// LLVM's options can be set once only, and the extractor does it before it reads its first input.
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

/// What is given to LLVM, what LLVM prints, and what the extractor makes of it.
pub struct Sample {
    pub name: String,
    pub text: String,
    pub facts: Facts,
}

impl Sample {
    /// The module `content`.
    pub fn new(name: &str, content: &[u8]) -> Self {
        let context = Context::create();
        let module = parse(&context, name, content).unwrap_or_else(|why| panic!("{name}: {why}"));
        Self::of(name, &module)
    }

    /// A module that is there already.
    pub fn of(name: &str, module: &Module) -> Self {
        // Extraction comes first: what it would change in the module, the text would show.
        let facts = extractor::extract(module);
        Self { name: name.to_owned(), text: print(module), facts }
    }
}
