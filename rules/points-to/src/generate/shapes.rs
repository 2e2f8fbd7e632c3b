//! What calls through pointers pass and expect, and what functions take and return.

use facts_schema::{EntityId, TypeId, TypeKind, ValueKind};

use super::source::Source;
use crate::constraints::Constraints;
use crate::shape::{Shape, Shapes};

/// Says the shapes of all functions, and of all calls that are not direct.
pub fn fill(source: &Source, constraints: &mut Constraints) {
    let facts = source.facts();
    let view = &source.view;
    let result = |function_type: TypeId| {
        view.function_type
            .first(function_type)
            .map_or(Shape::Any, |row| shape(source, row.return_type))
    };
    for row in &facts.function {
        if let Some(info) = constraints.functions.get_mut(row.function.index()) {
            let parameters = view.function_type_parameter.all(row.function_type).iter();
            info.shapes = Shapes {
                parameters: parameters.map(|it| shape(source, it.parameter_type)).collect(),
                result: result(row.function_type),
            };
        }
    }

    let is_direct =
        |callee| matches!(view.kind_of(callee), Some(ValueKind::Function | ValueKind::Alias));
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
            result: result(call.function_type),
        };
    }
}

fn shape(source: &Source, r#type: TypeId) -> Shape {
    match source.view.types().kind(r#type) {
        Some(TypeKind::Void) => Shape::Nothing,
        Some(TypeKind::Struct | TypeKind::Array) => Shape::Aggregate(r#type),
        _ => source.view.types().bits(r#type).map_or(Shape::Any, Shape::Bits),
    }
}
