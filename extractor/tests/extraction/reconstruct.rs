//! The facts can be converted back to LLVM assembly, so nothing is lost and nothing is added.

use std::collections::HashSet;

use crate::comparison::compare;
use crate::fixtures;
use crate::llvm::Sample;
use crate::render::Renderer;

#[test]
fn every_fixture_can_be_written_again_from_its_facts() {
    let mut differences = Vec::new();
    for sample in fixtures::all() {
        // Contradictory facts make the renderer panic; the other fixtures are still compared.
        match std::panic::catch_unwind(|| compare(sample)) {
            Ok(result) => differences.extend(result.err().into_iter().flatten()),
            Err(_) => differences.push(format!("{}: the facts contradict themselves", sample.name)),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// If LLVM prints neither attribute groups nor metadata, the lines are equal including spaces.
#[test]
fn instructions_are_spaced_as_llvm_does_it() {
    let mut compared = 0;
    for sample in fixtures::all() {
        let renderer = Renderer::of_this_llvm(&sample.facts);
        let lines = renderer.functions();
        let known: HashSet<&str> = lines.iter().map(|line| line.trim()).collect();
        let is_plain = |line: &&str| line.starts_with("  ") && !line.contains(['!', '#', ';', '"']);
        for line in sample.text.lines().filter(is_plain) {
            assert!(known.contains(line.trim()), "{}: {line}", sample.name);
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

/// Extraction depends only on the module.
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
