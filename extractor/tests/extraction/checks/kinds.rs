//! Entities have the properties that their kinds and flags require.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use extractor::inkwell::intrinsics::Intrinsic;
use facts_schema::assembly::{escaped, quoted};
use facts_schema::*;

use super::check_all;
use super::ids::tidy;
use crate::index::Strict;
use crate::llvm::Sample;
use crate::render::Renderer;

check_all! {
    values_have_the_type_of_their_kind
    metadata_wraps_what_its_kind_says
    results_are_those_of_one_instruction
    results_have_the_type_that_follows_from_the_operands
    initializers_have_the_type_of_their_variable
    calls_fit_their_function_type
    intrinsics_are_those_that_llvm_knows
    metadata_has_the_content_of_its_kind
    types_are_sized_when_their_parts_are
    flags_are_set_once
}

fn intrinsics_are_those_that_llvm_knows(sample: &Sample, renderer: &Renderer) {
    for row in &renderer.facts.function {
        let name = renderer.index.value_name.find(row.value);
        let name = name.map_or(String::new(), |row| escaped(renderer.facts.text(row.name)));
        let expected = Intrinsic::find(&name).is_some();
        let intrinsic = renderer.index.intrinsic.find(row.function);
        assert_eq!(intrinsic.is_some(), expected, "{}: {name}", sample.name);
        if let Some(row) = intrinsic {
            let base = renderer.facts.display(row.intrinsic);
            let suffix = name.strip_prefix(&*base).expect("the name begins with the intrinsic");
            assert!(suffix.is_empty() || suffix.starts_with('.'), "{base}, {name}");
        }
        let proper = renderer.index.intrinsic_name.find(row.function);
        let proper = proper.map(|row| renderer.facts.text(row.name));
        // An ill-formed fixture declares this intrinsic with a type that it cannot have.
        let fits = !(sample.name == "types-and-calls.ll" && name == "llvm.donothing");
        let expected = intrinsic.filter(|_| fits).map(|_| name.as_bytes());
        assert_eq!(proper, expected, "{}: {name}", sample.name);
    }
}

/// Strings, wrapped values, tuples and nodes have the rows for their kind, and no others.
fn metadata_has_the_content_of_its_kind(sample: &Sample, renderer: &Renderer) {
    let (facts, index) = (renderer.facts, &renderer.index);
    for row in &facts.metadata {
        let (id, symbol) = (row.metadata, facts.symbol(row.metadata));
        let is = |kinds: &[MetadataKind]| kinds.contains(&row.kind);
        let string = index.metadata_string.find(id);
        assert_eq!(string.is_some(), is(&[MetadataKind::String]), "{}: {symbol}", sample.name);
        let value = index.value_metadata.find(id);
        let is_value = is(&[MetadataKind::Constant, MetadataKind::Local]);
        assert_eq!(value.is_some(), is_value, "{}: {symbol}", sample.name);
        let tuple = index.metadata_tuple.find(id);
        let is_tuple = is(&[MetadataKind::Tuple, MetadataKind::GenericNode]);
        assert_eq!(tuple.is_some(), is_tuple, "{}: {symbol}", sample.name);
        if let Some(row) = string {
            let text = format!("!{}", quoted(facts.text(row.text)));
            assert!(symbol == text || symbol.contains(" #"), "{}: {symbol}", sample.name);
        }
        if let Some(row) = value {
            let text = tidy(&renderer.typed(row.value));
            let is_short = text.len() <= 100;
            // The symbol of a named value does not contain the type.
            let value = renderer.value_text(row.value);
            let is_named = value.starts_with(['@', '%']) && symbol.ends_with(&value);
            assert!(!is_short || symbol == text || is_named, "{}: {symbol}, {text}", sample.name);
        }
    }
}

/// LangRef, "Type System": the types without a size are void, label, metadata, token, functions,
/// opaque structures, and all types that contain one of them. Target types determine themselves
/// whether they have a size.
fn types_are_sized_when_their_parts_are(sample: &Sample, renderer: &Renderer) {
    for row in &renderer.facts.r#type {
        if let Some(expected) = is_sized(renderer, row.r#type, &mut Vec::new()) {
            let symbol = renderer.facts.symbol(row.r#type);
            let sized = renderer.type_has(row.r#type, TypeFlag::Sized);
            assert_eq!(sized, expected, "{}: {symbol}", sample.name);
        }
    }
}

/// Whether a type has a size; `None` if that depends on the target. `within` are the enclosing
/// structures: a structure that contains itself has no size.
fn is_sized(renderer: &Renderer, r#type: TypeId, within: &mut Vec<TypeId>) -> Option<bool> {
    match renderer.index.r#type.get(r#type).kind {
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::Function => Some(false),
        TypeKind::Target => None,
        TypeKind::Array => {
            is_sized(renderer, renderer.index.array_type.get(r#type).element_type, within)
        }
        TypeKind::Struct => {
            if within.contains(&r#type) || renderer.type_has(r#type, TypeFlag::Opaque) {
                return Some(false);
            }
            within.push(r#type);
            let mut sized = Some(true);
            for field in renderer.index.struct_field.all(r#type) {
                match is_sized(renderer, field.field_type, within) {
                    Some(true) => {}
                    Some(false) => sized = Some(false),
                    None => sized = sized.filter(|sized| !sized),
                }
            }
            within.pop();
            sized
        }
        _ => Some(true),
    }
}

fn flags_are_set_once(_: &Sample, renderer: &Renderer) {
    fn assert_different<R: Copy + Eq + Hash + Debug>(rows: &[R]) {
        let mut known = HashSet::new();
        for row in rows {
            assert!(known.insert(*row), "twice: {row:?}");
        }
    }
    assert_different(&renderer.facts.type_flag);
    assert_different(&renderer.facts.global_flag);
    assert_different(&renderer.facts.instruction_flag);
    assert_different(&renderer.facts.inline_asm_flag);
    assert_different(&renderer.facts.constant_flag);
}

/// Blocks are labels, metadata is metadata, and globals are pointers into their address space.
fn values_have_the_type_of_their_kind(sample: &Sample, renderer: &Renderer) {
    let index = &renderer.index;
    for row in &renderer.facts.value {
        let kind = index.r#type.get(row.r#type).kind;
        let symbol = renderer.facts.symbol(row.value);
        let expected = match row.kind {
            ValueKind::Block => TypeKind::Label,
            ValueKind::Metadata => TypeKind::Metadata,
            ValueKind::InlineAsm
            | ValueKind::Function
            | ValueKind::GlobalVariable
            | ValueKind::Alias
            | ValueKind::IFunc => TypeKind::Pointer,
            _ => continue,
        };
        assert_eq!(kind, expected, "{}: {symbol}", sample.name);
        if let Some(variable) = index.global_variable.find(row.value) {
            let pointer = index.pointer_type.get(row.r#type);
            assert_eq!(pointer.address_space, variable.address_space, "{}", sample.name);
        }
    }
}

fn metadata_wraps_what_its_kind_says(sample: &Sample, renderer: &Renderer) {
    for row in &renderer.facts.value_metadata {
        let is_local = matches!(
            renderer.index.value.get(row.value).kind,
            ValueKind::Argument | ValueKind::Instruction | ValueKind::Block
        );
        let kind = if is_local { MetadataKind::Local } else { MetadataKind::Constant };
        assert_eq!(renderer.index.metadata.get(row.metadata).kind, kind, "{}", sample.name);
    }
}

fn results_are_those_of_one_instruction(sample: &Sample, renderer: &Renderer) {
    let values = renderer.facts.value.iter().filter(|row| row.kind == ValueKind::Instruction);
    let values: Vec<_> = values.map(|row| row.value).collect();
    let mut results: Vec<_> =
        renderer.facts.instruction_result.iter().map(|row| row.result).collect();
    results.sort();
    assert_eq!(results, values, "{}", sample.name);
}

/// LangRef specifies the type for each of these instructions. For the others, LLVM prints the type.
fn results_have_the_type_that_follows_from_the_operands(sample: &Sample, renderer: &Renderer) {
    let index = &renderer.index;
    for row in &renderer.facts.instruction_result {
        let id = row.instruction;
        let (unary, binary) = (index.unary_instruction.find(id), index.binary_instruction.find(id));
        let conversion = index.conversion_instruction.find(id);
        let operation = index.atomicrmw_instruction.find(id);
        let select = index.select_instruction.find(id);
        let call = index.call_instruction.find(id);
        let returned =
            |call: CallInstruction| index.function_type.get(call.function_type).return_type;
        let expected = unary
            .map(|row| renderer.type_of(row.operand))
            .or(binary.map(|row| renderer.type_of(row.first_operand)))
            .or(conversion.map(|row| row.to_type))
            .or(operation.map(|row| renderer.type_of(row.value)))
            .or(select.map(|row| renderer.type_of(row.true_value)))
            .or(call.map(returned));
        let r#type = renderer.type_of(row.result);
        let symbol = renderer.facts.symbol(id);
        assert_eq!(r#type, expected.unwrap_or(r#type), "{}: {symbol}", sample.name);
        if index.comparison_instruction.find(id).is_some() {
            let vector = index.vector_type.find(r#type).map(|row| row.element_type);
            let width = index.integer_type.find(vector.unwrap_or(r#type)).map(|row| row.width);
            assert_eq!(width, Some(1), "{}: {symbol}", sample.name);
        }
    }
}

fn initializers_have_the_type_of_their_variable(sample: &Sample, renderer: &Renderer) {
    for row in &renderer.facts.global_initializer {
        let value_type = renderer.index.global.get(row.global).value_type;
        assert_eq!(renderer.type_of(row.initializer), value_type, "{}", sample.name);
    }
}

/// In text and bitcode, the arguments of a call match its function type; the callee may have
/// another type.
fn calls_fit_their_function_type(sample: &Sample, renderer: &Renderer) {
    let index = &renderer.index;
    for row in &renderer.facts.call_instruction {
        let symbol = renderer.facts.symbol(row.instruction);
        let parameters = index.function_type_parameter.list(row.function_type, |it| it.position);
        let arguments = index.call_argument.list(row.instruction, |it| it.position);
        let variable = renderer.type_has(row.function_type, TypeFlag::VarArg);
        let enough = arguments.len() == parameters.len();
        assert!(enough || variable && arguments.len() > parameters.len(), "{symbol}");
        for (parameter, argument) in parameters.iter().zip(&arguments) {
            let r#type = renderer.type_of(argument.argument);
            assert_eq!(r#type, parameter.parameter_type, "{}: {symbol}", sample.name);
        }
        if let Some(assembly) = index.inline_asm.find(row.callee) {
            assert_eq!(assembly.function_type, row.function_type, "{}: {symbol}", sample.name);
        }
    }
}
