//! Lines as `irlog check` shows them: with the marked operand, and from arbitrary facts.

use facts_schema::assembly::{Assembly, Spelling};
use facts_schema::*;

use crate::fixtures;
use crate::sensitivity::clear;

#[test]
fn the_operand_at_fault_is_marked() {
    for sample in fixtures::all() {
        let facts = &sample.facts;
        let assembly = Assembly::new(facts);
        for row in &facts.instruction_operand {
            let instruction = facts.instruction[row.instruction.index()];
            let line = assembly.operand(row.instruction, row.position);
            let marked = &line.text[line.span.clone()];
            let value = assembly.value(row.operand, Some(instruction.function));
            // LLVM omits the number of elements if it is one.
            let is_left_out = instruction.opcode == Opcode::Alloca && marked == "alloca";
            let name = &sample.name;
            assert!(is_left_out || marked.ends_with(&value), "{name}: {value} in {}", line.text);
        }
    }
}

#[test]
fn without_an_operand_the_opcode_is_marked() {
    for sample in fixtures::all() {
        let assembly = Assembly::new(&sample.facts);
        for row in &sample.facts.instruction {
            let line = assembly.instruction(row.instruction);
            assert_eq!(&line.text[line.span.clone()], row.opcode.as_str(), "{}", line.text);
        }
    }
}

/// Arbitrary facts can be written, even if entities that others refer to are missing.
#[test]
fn empty_relations_do_not_cause_panics() {
    for sample in fixtures::all() {
        let filled = |it: &&RelationId| sample.facts.row_count(**it) > 0;
        for &relation in RelationId::ALL.iter().filter(filled) {
            let mut facts = sample.facts.clone();
            clear(&mut facts, relation);
            write_all(&facts);
        }
    }
}

fn write_all(facts: &Facts) {
    let assembly = Assembly::new(facts);
    for row in &facts.instruction {
        let line = assembly.instruction(row.instruction);
        assert!(line.text.get(line.span).is_some());
    }
    for row in &facts.instruction_operand {
        let line = assembly.operand(row.instruction, row.position);
        assert!(line.text.get(line.span).is_some());
    }
    for row in &facts.debug_record {
        assembly.debug_record(row.instruction, row.position);
    }
    for line in facts.function.iter().filter_map(|row| assembly.function(row.function)) {
        assert!(line.text.get(line.span).is_some());
    }
    for line in facts.global.iter().filter_map(|row| assembly.global(row.global)) {
        assert!(line.text.get(line.span).is_some());
    }
    for line in facts.metadata.iter().filter_map(|row| assembly.metadata_node(row.metadata)) {
        assert!(line.text.get(line.span).is_some());
    }
}
