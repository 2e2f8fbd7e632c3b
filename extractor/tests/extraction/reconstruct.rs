//! From the facts, LLVM assembly can be made again: nothing is lost and nothing invented.

use crate::comparison::compare;
use crate::fixtures;
use crate::llvm::Sample;

#[test]
fn every_fixture_can_be_written_again_from_its_facts() {
    let mut differences = Vec::new();
    for sample in fixtures::all() {
        // Facts that contradict themselves make the renderer panic; the other fixtures still count.
        match std::panic::catch_unwind(|| compare(sample)) {
            Ok(result) => differences.extend(result.err().into_iter().flatten()),
            Err(_) => differences.push(format!("{}: the facts contradict themselves", sample.name)),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Extraction depends on nothing but the module.
#[test]
fn two_extractions_are_equal() {
    for (name, content) in fixtures::contents() {
        assert_equal_twice(&name, &content);
    }
}

pub fn assert_equal_twice(name: &str, content: &[u8]) {
    let facts = || Sample::new(name, content).facts;
    assert!(facts() == facts(), "{name}");
}
