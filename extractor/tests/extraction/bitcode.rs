//! What bitcode says beyond the module in it.

use extractor::inkwell::context::Context;
use facts_schema::Facts;

use crate::llvm::{Sample, parse, write};
use crate::{comparison, fixtures};

/// A fixture as LLVM writes it.
pub fn written(name: &str) -> Vec<u8> {
    let context = Context::create();
    let module = parse(&context, name, &fixtures::content_of(name)).expect("LLVM reads it");
    write(&module)
}

/// The facts of bitcode as the command gets them.
pub fn load(content: &[u8]) -> Facts {
    let input = extractor::Input { name: "module.bc".to_owned(), content: content.to_vec() };
    extractor::load(&[input], &mut |_| ()).expect("it is bitcode")
}

#[test]
fn bitcode_names_its_producer() {
    assert_producer(&written("debug-records.ll"));
}

/// This LLVM has written the bitcode. The identification block of LLVM's bitcode has been of epoch 0
/// since it exists.
pub fn assert_producer(content: &[u8]) {
    let facts = load(content);
    let [row] = facts.bitcode_producer.as_slice() else { panic!("one producer expected") };
    let (major, minor, patch) = extractor::llvm_version();
    let producer = facts.display(row.producer);
    assert!(producer.starts_with(&format!("LLVM{major}.{minor}.{patch}")), "{producer}");
    assert_eq!((row.position, row.epoch), (0, 0));
    // Apart from that, loading and extracting are the same.
    let mut sample = Sample::new("module.bc", content);
    assert_eq!(sample.facts.bitcode_producer, []);
    sample.facts = facts;
    comparison::assert_same(&sample);
}
