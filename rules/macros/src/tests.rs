//! The translation of programs, and the errors for invalid programs.

use std::str::FromStr;

use proc_macro2::TokenStream;

use crate::parse::{Program, without_keywords};
use crate::translate::translate;

fn translated(program: &str) -> Result<String, String> {
    let tokens = without_keywords(TokenStream::from_str(program).expect("tokens"));
    let program = syn::parse2::<Program>(tokens).map_err(|error| error.to_string())?;
    let result = translate(&program).map_err(|error| error.to_string())?;
    Ok(result.to_string().replace(' ', ""))
}

#[test]
fn a_known_first_column_is_looked_up_and_others_are_read() {
    let program = "module;
        struct Of(ValueId);
        Of(result) <- load_instruction { instruction, alignment: 8 }, instruction_result { instruction, result };";
    let rust = translated(program).unwrap();
    assert!(rust.contains("inmodule.scoped().load_instruction.within(module.instructions())"));
    assert!(rust.contains("inmodule.scoped().instruction_result.all(instruction)"));
    assert!(rust.contains("(__row_1.alignment==(8))"));
}

#[test]
fn other_columns_alone_are_found_by_an_index_of_the_program() {
    let program = "module;
        struct Uses(ValueId, InstructionId);
        Uses(value, instruction) <- argument { value }, store_instruction { instruction, address: value };";
    let rust = translated(program).unwrap();
    let index = "__store_instruction_by_address_instruction_by_0";
    assert!(rust.contains(&format!("{index}.push")));
    assert!(rust.contains(&format!("{index}.find(::rules::relation::hash(&__key))")));
}

#[test]
fn texts_are_compared_by_their_number() {
    let program = "module;
        struct Noted(MetadataId);
        Noted(metadata) <- metadata_string { metadata, text: \"tbaa\" };";
    let rust = translated(program).unwrap();
    assert!(rust.contains("letSome(__text_0)=module.find(\"tbaa\")"));
}

#[test]
fn columns_may_be_called_type() {
    let program = "module;
        struct Typed(ValueId, TypeId);
        Typed(value, type) <- value { value, type };";
    assert!(translated(program).unwrap().contains("letr#type=__row_1.r#type"));
}

#[test]
fn a_constant_relation_is_joined_like_any_other() {
    let program = "module;
        const KINDS(ValueKind, bool) = [(ValueKind::Argument, true)];
        struct Local(ValueId);
        Local(value) <- value { value, kind }, KINDS(kind, true);";
    let rust = translated(program).unwrap();
    assert!(rust.contains("constKINDS:&[(ValueKind,bool)]=&[(ValueKind::Argument,true)]"));
    assert!(rust.contains("(__row_2.0==(kind))"));
}

#[test]
fn an_unknown_relation_or_column_is_reported_with_a_suggestion() {
    let error =
        |clause: &str| translated(&format!("module; struct A(ValueId); {clause}")).unwrap_err();
    let relation = error("A(value) <- load_instructions { address: value };");
    assert_eq!(
        relation,
        "the schema has no relation `load_instructions`; is `load_instruction` meant?"
    );
    let column = error("A(value) <- load_instruction { pointer: value };");
    assert_eq!(
        column,
        "`load_instruction` has no column `pointer`; it has instruction, type, address, alignment"
    );
}

#[test]
fn a_negated_atom_needs_values_and_a_known_variable_is_not_bound_again() {
    let error =
        |clause: &str| translated(&format!("module; struct A(ValueId); {clause}")).unwrap_err();
    let negated = error("A(value) <- value { value }, !argument { value, function };");
    assert_eq!(negated, "not bound here, and a negated atom does not bind variables");
    let bound = error("A(value) <- value { value }, let value = value;");
    assert_eq!(bound, "already bound; compare it with `==`");
}

#[test]
fn a_relation_that_needs_itself_is_derived_in_rounds_and_cannot_be_negated_there() {
    let program = "module;
        struct Edge(BlockId, BlockId);
        struct Path(BlockId, BlockId);
        Edge(block, successor) <- block_successor { block, successor };
        Path(from, to) <- Edge(from, to);
        Path(from, to) <- Path(from, over), Edge(over, to);";
    let rust = translated(program).unwrap();
    assert!(rust.contains("__is_any_fresh|=__rows.Path.advance()"));
    assert!(rust.contains("in__rows.Path.fresh()"));
    let error = translated(&program.replace(", Edge(over", ", !Path(over, from), Edge(over"));
    assert_eq!(error.unwrap_err(), "`Path` depends on what it negates here");
}

#[test]
fn relations_of_the_program_are_declared_with_as_many_columns() {
    let error =
        |clause: &str| translated(&format!("module; struct A(ValueId); {clause}")).unwrap_err();
    assert_eq!(
        error("A(it) <- argument { value: it }, B(it);"),
        "the program declares no relation `B`"
    );
    assert_eq!(error("A(it) <- A(it, _);"), "expected 1 arguments");
}

#[test]
fn columns_that_differ_within_a_shape_are_rejected_for_representatives() {
    let program = "representatives;
        struct Located(InstructionId);
        Located(instruction) <- instruction_location { instruction };";
    let error = translated(program).unwrap_err();
    assert_eq!(error, "instructions of one shape differ in this column; use the scope `module`");
    assert!(translated(&program.replace("<- instruction", "<- module.instruction")).is_ok());
}

#[test]
fn a_context_is_a_parameter_that_clauses_name() {
    let program = "functions;
        @context sizes: &'a Sizes;
        struct Large(ValueId);
        Large(result) <- instruction_result { instruction, result }, (sizes.of(result) > 8);";
    let rust = translated(program).unwrap();
    assert!(rust.contains("module:::facts_schema::view::Scope<'a>,sizes:&'aSizes)->Self"));
    assert!(rust.contains("letsizes=__rows.sizes;"));
    assert!(rust.contains("Program::new(module,sizes)"));
    let error = translated(&program.replace("Large(result) <-", "violation(RULE, result) <-"));
    assert_eq!(error.unwrap_err(), "the program of a check runs over the module alone");
}

#[test]
fn rows_of_a_type_declared_elsewhere_are_not_returned() {
    let program = "module;
        @input Step(ValueId, u32);
        @output Path(ValueId);
        @output struct Length(u32);
        Path(value) <- Step(value, _);
        Length(length) <- Step(_, length);";
    let rust = translated(program).unwrap();
    assert!(!rust.contains("structStep") && !rust.contains("structPath"));
    assert!(rust.contains("rows_0:implIntoIterator<Item=Step>"));
    assert!(rust.contains("forStep(cell_0,cell_1)inrows_0"));
    assert!(rust.contains("__sink:&mut(impl::core::iter::Extend<Path>))->(Vec<Length>,)"));
}
