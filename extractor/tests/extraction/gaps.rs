//! Entities that LLVM-C does not show faithfully. If one of these tests fails, LLVM-C has improved,
//! and the case should become a fixture.

use extractor::inkwell::context::Context;
use facts_schema::view::Index;
use facts_schema::*;

use crate::fixtures;
use crate::index::Strict;
use crate::llvm::{Sample, parse};
use crate::render::Renderer;

fn facts() -> Facts {
    facts_of("gaps.ll")
}

fn facts_of(name: &str) -> Facts {
    Sample::new(name, &fixtures::content_of(name)).facts
}

#[test]
fn the_gaps_are_well_formed() {
    for (name, content) in fixtures::contents().filter(|(name, _)| name.starts_with("gaps.")) {
        let context = Context::create();
        let module = parse(&context, &name, &content).expect("LLVM reads it");
        module.verify().expect("it is well-formed");
    }
}

/// An alignment of 2^32 bytes is 0 in LLVM-C, which returns 32 bits.
#[test]
fn the_largest_alignment_is_lost() {
    let facts = facts();
    assert_eq!(facts.global_alignment, []);
    assert_eq!(facts.load_instruction[0].alignment, 0);
}

/// LLVM-C reports `#dbg_declare_value` as an assignment.
#[test]
#[cfg(feature = "rustc-llvm")]
fn a_debug_record_that_declares_a_value_is_treated_as_an_assignment() {
    let facts = facts_of("gaps.newer.ll");
    let [row] = facts.debug_record.as_slice() else { panic!("one record expected") };
    assert_eq!(row.kind, DebugRecordKind::Assign);
}

/// LLVM-C shows an operand that is a node whose only operand is null as the empty tuple, and an
/// operand that is a tuple whose only operand is a constant as that constant, from which the tuple
/// has to be guessed.
#[test]
fn nodes_with_one_operand_are_replaced() {
    let facts = facts();
    let renderer = Renderer::new(&facts);
    let named = renderer
        .index
        .named_metadata_operand
        .list(facts.named_metadata[0].name, |row| row.position);
    let shown: Vec<_> = named
        .iter()
        .map(|row| {
            let nodes = renderer.nodes();
            nodes.into_iter().find(|node| node.0 == row.operand_metadata).expect("a node").1
        })
        .collect();
    let [null, distinct_null, constant, distinct_constant, _, enumerator, generic] =
        shown.as_slice()
    else {
        panic!("{shown:?}")
    };
    for node in [null, distinct_null, enumerator, generic] {
        assert_eq!(node, "!{}");
    }
    for node in [constant, distinct_constant] {
        assert_eq!(node, "!{i32 7}");
    }
}

/// LLVM-C prints a node that is an operand of an instruction with the numbers of its module instead
/// of addresses, and these cannot be resolved. In real modules such nodes are only tuples, and with
/// LLVM 19 variables and labels, whose operands contain the same information.
#[test]
fn nodes_that_are_operands_of_instructions_lose_their_references() {
    let facts = facts();
    let index = Index::new(&facts);
    let is_block = |row: &&Metadata| row.kind == MetadataKind::LexicalBlock;
    let block = facts.metadata.iter().find(is_block).expect("the block").metadata;
    assert_eq!(index.metadata_reference.all(block), []);
    let fields = index.metadata_field.all(block).iter().map(|row| facts.display(row.field));
    assert_eq!(fields.collect::<Vec<_>>(), ["line"]);
}
