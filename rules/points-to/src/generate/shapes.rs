//! What calls through pointers pass and expect, and what functions take and return.

use facts_schema::view::is_float;
use facts_schema::{EntityId, TypeId, TypeKind, ValueId, ValueKind};
use rustc_hash::FxHashSet;

use super::source::Source;
use crate::constraints::Constraints;
use crate::shape::{Shape, Shapes};

/// The functions that compilers put into tables where there is no function: in those of the Itanium C++ ABI
/// (3.2.6, "Pure Virtual Function API") and of Microsoft's.
const NEVER_CALLED: &[&str] = &["__cxa_pure_virtual", "__cxa_deleted_virtual", "_purecall"];

/// Says the shapes of all functions, and of all calls that are not direct.
pub fn fill(source: &Source, constraints: &mut Constraints) {
    let facts = source.facts();
    let view = &source.view;
    let result = |function_type: TypeId| {
        view.function_type
            .first(function_type)
            .map_or(Shape::Any, |row| shape(source, row.return_type))
    };
    let names = facts.value_name.iter();
    let names = names.filter(|row| NEVER_CALLED.contains(&view.text(row.name)));
    let never_called: FxHashSet<ValueId> = names.map(|row| row.value).collect();
    for row in &facts.function {
        if let Some(info) = constraints.functions.get_mut(row.function.index()) {
            let parameters = view.function_type_parameter.all(row.function_type).iter();
            info.shapes = Shapes {
                parameters: parameters.map(|it| shape(source, it.parameter_type)).collect(),
                result: result(row.function_type),
            };
            info.is_never_called = never_called.contains(&row.value);
        }
    }

    let is_direct =
        |callee| matches!(view.kind_of(callee), Some(ValueKind::Function | ValueKind::Alias));
    let calls = facts.call_instruction.iter().filter(|row| !is_direct(row.callee));
    let results: FxHashSet<ValueId> =
        calls.filter_map(|row| view.result_of(row.instruction)).collect();
    let operands = facts.instruction_operand.iter().map(|row| row.operand);
    let used: FxHashSet<ValueId> = operands.filter(|it| results.contains(it)).collect();
    for site in &mut constraints.sites {
        let Some(instruction) = site.instruction else { continue };
        let Some(call) = view.call_instruction.first(instruction) else { continue };
        if is_direct(call.callee) {
            continue;
        }
        let arguments = view.call_argument.all(instruction).iter();
        let arguments = arguments.map(|row| view.type_of(row.argument));
        site.shapes = Shapes {
            parameters: arguments.map(|it| it.map_or(Shape::Any, |it| shape(source, it))).collect(),
            result: match view.result_of(instruction) {
                Some(value) if used.contains(&value) => result(call.function_type),
                _ => Shape::Nothing,
            },
        };
    }
}

fn shape(source: &Source, r#type: TypeId) -> Shape {
    let bits = source.view.types().bits(r#type);
    match source.view.types().kind(r#type) {
        Some(TypeKind::Void) => Shape::Nothing,
        Some(TypeKind::Struct | TypeKind::Array) => Shape::Aggregate(r#type),
        Some(kind)
            if is_float(kind) || matches!(kind, TypeKind::Vector | TypeKind::ScalableVector) =>
        {
            bits.map_or(Shape::Any, Shape::Vector)
        }
        _ => bits.map_or(Shape::Any, Shape::General),
    }
}
