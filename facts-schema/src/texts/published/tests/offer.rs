//! The predicates that are defined: all of the model, some for each instruction, and fewer if only some
//! groups are selected.

use crate::texts::datalog::{Literal, Program, Term};
use crate::texts::souffle;
use crate::*;

/// The predicates of tables 51 to 118, in their order, with the number of their columns. The value of a
/// functional predicate is a column.
const MODEL: &str = "
    type/1 type:id/2 primitive_type/1 derived_type/1 integer_type/1 fp_type/1 void_type/1
    label_type/1 metadata_type/1 vector_type/1 pointer_type/1 aggregate_type/1 array_type/1
    struct_type/1 vector_type:size/2 vector_type:component/2 pointer_type:integer/1
    pointer_type:fp/1 pointer_type:component/2 function_type:return/2 function_type:params/3
    function_type:nparams/2 function/1 function:id/2 function:name/2 function:type/2
    function:param/3 function:nparams/2 variable/1 variable:id/2 immediate/1 immediate:value/2
    variable:type/2 immediate:type/2 operand/1 operand:by_variable/2 operand:by_immediate/2
    operand:type/2 operand:as_variable/2 operand:as_immediate/2 instruction/1 instruction:id/2
    instruction:to/2 instruction:type/2 instruction:next/2 instruction:function/2
    add_instruction/1 bitcast_instruction/1 load_instruction/1 getelementptr_instruction/1
    add_instruction:first_operand/2 add_instruction:second_operand/2 vector_type:integer/1
    trunc_instruction/1 trunc_instruction:from/2 trunc_instruction:to_type/2
    trunc_instruction:from_type/2 vector:compatible/2 ret_instruction/1 ret_instruction:void/1
    ret_instruction:value/2 function:illformed/1 function:wellformed/1
    invoke_instruction:function/2 direct_invoke_instruction/1 indirect_invoke_instruction/1
    invoke_instruction:arg/3 invoke_instruction:signature/2 invoke_instruction:return_type/2
    variable:label/1 invoke_instruction:normal_label/2 invoke_instruction:exception_label/2
    extractvalue_instruction:base/2 extractvalue_instruction:index/3
    extractvalue_instruction:nindices/2 extractvalue_instruction:interm_type/3 constant:toInt/2
    array_type:component/2 struct_type:field/3 extractvalue_instruction:value_type/2
    extractvalue_instruction:base_type/2";

#[test]
fn every_predicate_of_the_model_is_there_under_its_name() {
    for ids in [Ids::Symbol, Ids::Numeric] {
        let program = Program::parse(&souffle(ids, &[])).expect("it parses");
        for entry in MODEL.split_whitespace() {
            let (name, columns) = entry.split_once('/').expect("name/columns");
            let name = format!("published.{}", name.replace(':', "_"));
            let relation = program.relation(&name);
            let found = relation.map(|it| it.columns.len().to_string());
            assert_eq!(found.as_deref(), Some(columns), "{name}");
        }
    }
}

#[test]
fn every_instruction_has_predicates_for_its_parts() {
    let program = Program::parse(&souffle(Ids::Symbol, &[])).expect("it parses");
    for opcode in Opcode::ALL.iter().map(|opcode| opcode.as_str()) {
        assert!(program.relation(&format!("published.{opcode}_instruction")).is_some(), "{opcode}");
        let parts = [format!("published.{opcode}_instruction_"), "published.br_cond_".into()];
        let parts = &parts[..if opcode == "br" { 2 } else { 1 }];
        let has_part = |it: &str| parts.iter().any(|part| it.starts_with(part.as_str()));
        let found = program.relations.iter().any(|relation| has_part(&relation.name));
        // It has no operands.
        assert_eq!(found, opcode != "unreachable", "{opcode}");
    }
}

#[test]
fn predicates_are_defined_if_their_groups_are_selected() {
    let predicates = |groups: &[&str]| {
        let program = Program::parse(&souffle(Ids::Symbol, groups)).expect("it parses");
        program.relations.into_iter().map(|relation| relation.name).collect::<Vec<_>>()
    };
    let has =
        |names: &[String], name: &str| names.iter().any(|it| it == &format!("published.{name}"));

    let instructions = predicates(&["instructions"]);
    assert!(has(&instructions, "add_instruction_first_operand"));
    assert!(!has(&instructions, "trunc_instruction_from_type"), "it needs the types of values");
    assert!(!has(&instructions, "pointer_type_component"), "it is about types");

    let with_values = predicates(&["instructions", "values"]);
    assert!(has(&with_values, "trunc_instruction_from_type"));
    assert!(!has(&with_values, "function_wellformed"), "it needs function types");

    assert!(predicates(&["debug"]).iter().all(|name| !name.starts_with("published.")));
}

#[test]
fn words_in_rules_are_words_of_their_columns() {
    let program = Program::parse(&souffle(Ids::Symbol, &[])).expect("it parses");
    let atoms = program.rules.iter().flat_map(|rule| &rule.body).filter_map(|it| match it {
        Literal::Positive(atom) | Literal::Negative(atom) => Some(atom),
        Literal::Comparison(..) | Literal::False => None,
    });
    let mut checked = 0;
    for atom in atoms {
        let name = atom.relation.trim_end_matches("_row");
        let Some(relation) = RelationId::from_name(name) else { continue };
        for (argument, column) in atom.arguments.iter().zip(relation.schema().columns) {
            if let Term::Symbol(text) = argument {
                let ColumnKind::Word { words, .. } = column.kind else {
                    panic!("{name}.{} holds no words", column.name)
                };
                assert!(words.contains(&text.as_str()), "{name}.{}: {text}", column.name);
                checked += 1;
            }
        }
    }
    assert!(checked > Opcode::ALL.len());
}

#[test]
fn the_programs_in_the_docs_are_correct() {
    let page = include_str!("../../reference/published.md");
    let examples: Vec<&str> = page.split("  ```\n").skip(1).step_by(2).collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        let own = example.trim_start().strip_prefix(".include \"schema.dl\"");
        let own = own.expect("it starts with the schema");
        let text = souffle(Ids::Symbol, &[]) + own;
        let program = Program::parse(&text).unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(program.problems(), Vec::<String>::new(), "{example}");
        assert_eq!(program.outputs.len(), 1);
    }
}
