//! What bitcode says beyond the module in it.

use crate::reconstruct::bitcode;
use crate::{comparison, llvm::Sample};

/// rustc writes with the LLVM that reads here; the identification block of LLVM's bitcode has been of
/// epoch 0 since it exists.
#[test]
fn bitcode_names_its_producer() {
    let content = bitcode(&["-Copt-level=1"]);
    let input = extractor::Input { name: "program.bc".to_owned(), content: content.clone() };
    let facts = extractor::load(&[input], &mut |_| ()).expect("rustc writes bitcode");
    let [row] = facts.bitcode_producer.as_slice() else { panic!("one producer expected") };
    let (major, minor, patch) = extractor::llvm_version();
    let producer = facts.display(row.producer);
    assert!(producer.starts_with(&format!("LLVM{major}.{minor}.{patch}")), "{producer}");
    assert_eq!((row.position, row.epoch), (0, 0));
    // Apart from that, loading and extracting are the same.
    let mut sample = Sample::new("program.bc", &content);
    assert_eq!(sample.facts.bitcode_producer, []);
    sample.facts = facts;
    comparison::assert_same(&sample);
}
