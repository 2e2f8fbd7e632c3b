//! Functions with a body, as seen by their callers.

use facts_schema::{FunctionId, TypeFlag};

use super::builder::Builder;
use super::objects::Objects;
use super::once;
use super::source::Source;
use super::strong::position_of;
use crate::constraints::{
    Address, Body, FunctionInfo, FunctionKind, Length, Origin, Shift, Transfer, VariableOf,
};
use crate::offsets::{Offsets, Step};

/// A function with a body as seen by its callers. `body` gets the constraints of parameters that are passed by
/// value.
pub fn info(
    builder: &mut Builder,
    source: &Source,
    objects: &Objects,
    function: FunctionId,
    mut body: Body,
) -> FunctionInfo {
    let owner = Some(function);
    let row = source.view.function.first(function);
    let r#type = row.and_then(|row| source.view.function_type.first(row.function_type));
    let mut parameters = Vec::new();
    for row in source.view.function_argument().all(function) {
        let (value, position) = (row.value, row.position);
        if let Some(r#type) = objects.by_value(function, position) {
            // The function receives the address of a copy.
            let incoming = builder.variable(owner, VariableOf::Incoming { function, position });
            let copy = builder.variable(owner, VariableOf::Value { value, part: 0 });
            let object = objects.object(builder, Origin::ByValue(function, position));
            let length = source.view.types().size(r#type).map_or(Length::Unknown, Length::Bytes);
            body.addresses.push(Address { variable: copy, object, offsets: Offsets::At(0) });
            body.transfers.push(Transfer { to: copy, from: incoming, length });
            parameters.push((position, 0, incoming));
            continue;
        }
        if let Some(object) = source.receivers.object(value) {
            let incoming = builder.variable(owner, VariableOf::Incoming { function, position });
            let to = builder.variable(owner, VariableOf::Value { value, part: 0 });
            body.shifts.push(Shift { to, from: incoming, step: Step::OfClass(object) });
            parameters.push((position, 0, incoming));
            continue;
        }
        for &part in &source.parts(value).offsets {
            let variable = builder.variable(owner, VariableOf::Value { value, part });
            parameters.push((position, part, variable));
        }
    }
    let is_variadic =
        r#type.is_some_and(|it| source.view.has_type_flag(it.r#type, TypeFlag::VarArg));
    let mut returns = Vec::new();
    if let Some(r#type) = r#type {
        for &part in &source.parts_of_type(r#type.return_type).offsets {
            let variable = builder.variable(owner, VariableOf::Return { function, part });
            returns.push((part, variable));
        }
    }
    let callable = VariableOf::Callable { function };
    if source.once.receives(function) {
        parameters.push((position_of(once::CELL), 0, builder.variable(owner, callable)));
    }
    if source.once.is_constructor(function) {
        returns.push((position_of(once::CELL), builder.variable(owner, callable)));
    }
    FunctionInfo {
        is_cloned: false,
        is_cloned_behind_pointers: false,
        parameter_count: r#type.map_or(0, |it| it.parameter_count),
        parameters,
        variadic: is_variadic.then(|| builder.variable(owner, VariableOf::Variadic { function })),
        returns,
        body,
        ..FunctionInfo::new(FunctionKind::Defined)
    }
}
