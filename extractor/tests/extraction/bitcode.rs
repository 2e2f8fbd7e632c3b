//! Information that bitcode contains besides the module.

use extractor::inkwell::context::Context;
use facts_schema::Facts;

use crate::llvm::{Sample, parse, write};
use crate::{comparison, fixtures};

/// A fixture as LLVM writes it to bitcode.
pub fn written(name: &str) -> Vec<u8> {
    let context = Context::create();
    let module = parse(&context, name, &fixtures::content_of(name)).expect("LLVM reads it");
    write(&module)
}

/// The facts of bitcode, extracted as the command does it.
pub fn load(content: &[u8]) -> Facts {
    let input = extractor::Input { name: "module.bc".to_owned(), content: content.to_vec() };
    extractor::load(&[input], &mut |_| ()).expect("it is bitcode")
}

#[test]
fn bitcode_names_its_producer() {
    assert_producer(&written("debug-records.ll"));
}

/// Checks that the producer is this LLVM. The epoch in the identification block of LLVM's bitcode
/// has always been 0.
pub fn assert_producer(content: &[u8]) {
    let facts = load(content);
    let [row] = facts.bitcode_producer.as_slice() else { panic!("one producer expected") };
    let (major, minor, patch) = extractor::llvm_version();
    let producer = facts.display(row.producer);
    assert!(producer.starts_with(&format!("LLVM{major}.{minor}.{patch}")), "{producer}");
    assert_eq!((row.position, row.epoch), (0, 0));
    // Otherwise, loading and extracting have the same result.
    let mut sample = Sample::new("module.bc", content);
    assert_eq!(sample.facts.bitcode_producer, []);
    sample.facts = facts;
    comparison::assert_same(&sample);
}
