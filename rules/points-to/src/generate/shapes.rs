//! What calls through pointers pass and expect, and what functions take and return.

use facts_schema::view::Rows;
use facts_schema::{EntityId, TypeId, TypeKind, ValueKind};
use rustc_hash::FxHashMap;

use super::source::Source;
use crate::constraints::Constraints;
use crate::shape::{Shape, Shapes};

/// Says the shapes of all functions, and of all calls that are not direct.
pub fn fill(source: &Source, constraints: &mut Constraints) {
    let facts = source.facts;
    let types = Rows::of(&facts.function_type);
    let parameters = Rows::of(&facts.function_type_parameter);
    let result = |function_type: TypeId| {
        types.first(function_type).map_or(Shape::Any, |row| shape(source, row.return_type))
    };
    for row in &facts.function {
        if let Some(info) = constraints.functions.get_mut(row.function.index()) {
            let parameters = parameters.all(row.function_type).iter();
            info.shapes = Shapes {
                parameters: parameters.map(|it| shape(source, it.parameter_type)).collect(),
                result: result(row.function_type),
            };
        }
    }

    let calls = facts.call_instruction.iter().filter(|row| {
        !matches!(source.kind(row.callee), Some(ValueKind::Function | ValueKind::Alias))
    });
    let calls: FxHashMap<_, _> = calls.map(|row| (row.instruction, row.function_type)).collect();
    let arguments = Rows::of(&facts.call_argument);
    for site in &mut constraints.sites {
        let Some(instruction) = site.instruction else { continue };
        let Some(&function_type) = calls.get(&instruction) else { continue };
        let arguments = arguments.all(instruction).iter();
        let arguments = arguments.map(|row| source.r#type(row.argument));
        site.shapes = Shapes {
            parameters: arguments.map(|it| it.map_or(Shape::Any, |it| shape(source, it))).collect(),
            result: result(function_type),
        };
    }
}

fn shape(source: &Source, r#type: TypeId) -> Shape {
    match source.types.kind(r#type) {
        Some(TypeKind::Void) => Shape::Nothing,
        Some(TypeKind::Struct | TypeKind::Array) => Shape::Aggregate(r#type),
        _ => source.types.bits(r#type).map_or(Shape::Any, Shape::Bits),
    }
}
