//! Functions with a body, as their callers see them.

use facts_schema::view::{FunctionArgument, Rows};
use facts_schema::{EntityId, FunctionId, TypeFlag, ValueId};
use rustc_hash::FxHashSet;

use super::builder::Builder;
use super::objects::Objects;
use super::source::Source;
use crate::constraints::{
    Address, Body, FunctionInfo, FunctionKind, Length, Origin, Transfer, VariableOf,
};
use crate::place::Place;
use crate::shape::Shapes;

/// What is asked of the module for each function.
pub struct Signatures<'s, 'f> {
    source: &'s Source<'f>,
    objects: &'s Objects<'s, 'f>,
    arguments: Rows<'f, FunctionArgument>,
    types: Rows<'f, facts_schema::FunctionType>,
    variadic: FxHashSet<facts_schema::TypeId>,
}

impl<'s, 'f> Signatures<'s, 'f> {
    /// The functions of a module.
    pub fn new(source: &'s Source<'f>, objects: &'s Objects<'s, 'f>) -> Self {
        let facts = source.facts;
        let arguments = facts.argument.iter().map(|row| FunctionArgument {
            function: row.function,
            position: row.position,
            value: row.value,
        });
        let variadic = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::VarArg);
        Self {
            source,
            objects,
            arguments: Rows::of(arguments.collect::<Vec<_>>()),
            types: Rows::of(&facts.function_type),
            variadic: variadic.map(|row| row.r#type).collect(),
        }
    }

    /// The value that the function gets at `position`.
    pub fn argument(&self, function: FunctionId, position: u32) -> Option<ValueId> {
        let arguments = self.arguments.all(function);
        Some(arguments.iter().find(|row| row.position == position)?.value)
    }

    /// What callers see of a function with a body. `body` gets what becomes of the parameters that
    /// are passed by value.
    pub fn info(
        &self,
        builder: &mut Builder,
        function: FunctionId,
        mut body: Body,
    ) -> FunctionInfo {
        let owner = Some(function);
        let row = self.source.facts.function.get(function.index());
        let r#type = row.and_then(|row| self.types.first(row.function_type));
        let mut parameters = Vec::new();
        for row in self.arguments.all(function) {
            let (value, position) = (row.value, row.position);
            if let Some(r#type) = self.objects.by_value(function, position) {
                // The function gets the address of a copy.
                let incoming = builder.variable(owner, VariableOf::Incoming { function, position });
                let copy = builder.variable(owner, VariableOf::Value { value, part: 0 });
                let object = self.objects.object(builder, Origin::ByValue(function, position));
                let length = self.source.types.size(r#type).map_or(Length::Unknown, Length::Bytes);
                body.addresses.push(Address { variable: copy, object, place: Place::At(0) });
                body.transfers.push(Transfer { to: copy, from: incoming, length });
                parameters.push((position, 0, incoming));
                continue;
            }
            for &part in &self.source.parts(value).offsets {
                let variable = builder.variable(owner, VariableOf::Value { value, part });
                parameters.push((position, part, variable));
            }
        }
        let is_variadic = r#type.is_some_and(|it| self.variadic.contains(&it.r#type));
        let mut returns = Vec::new();
        if let Some(r#type) = r#type {
            for &part in &self.source.parts_of_type(r#type.return_type).offsets {
                let variable = builder.variable(owner, VariableOf::Return { function, part });
                returns.push((part, variable));
            }
        }
        FunctionInfo {
            kind: FunctionKind::Defined,
            parameter_count: r#type.map_or(0, |it| it.parameter_count),
            shapes: Shapes::default(),
            is_never_called: false,
            parameters,
            variadic: is_variadic
                .then(|| builder.variable(owner, VariableOf::Variadic { function })),
            returns,
            body,
        }
    }
}
