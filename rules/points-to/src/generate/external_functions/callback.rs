//! The metadata `!callback`: functions that call their arguments (LangRef, "'callback' Metadata").

use facts_schema::{FunctionId, MetadataId};

use super::ExternalFunctions;
use super::emitter::Emitter;
use crate::constraints::Variable;

/// The maximum number of variable arguments that are forwarded.
const MAX_VARIABLE_ARGUMENTS: usize = 32;

/// Describes a function that calls one of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    /// The argument that is called.
    callee: u32,
    /// The arguments that are forwarded; none where the forwarded value is not known.
    passed: Vec<Option<u32>>,
    /// Whether the variable arguments are forwarded after them.
    passes_variable: bool,
}

impl Broker {
    /// Whether the argument at this position is only called or forwarded.
    pub fn passes_on(&self, position: u32) -> bool {
        self.callee == position || self.passed.contains(&Some(position))
    }

    /// Makes the call.
    pub fn call(&self, emitter: &mut Emitter) {
        let Some(callee) = emitter.argument(self.callee) else { return };
        let passed = self.passed.iter().map(|argument| match argument {
            Some(position) => emitter.argument(*position).into_iter().collect(),
            None => vec![Variable::EXTERNAL],
        });
        let mut arguments: Vec<Vec<Variable>> = passed.collect();
        let variable = emitter.variadic.filter(|_| self.passes_variable);
        if let Some(variable) = variable {
            // Each of them may be at any position.
            let count = arguments.len() + MAX_VARIABLE_ARGUMENTS;
            arguments.resize(count, vec![variable]);
        }
        let site = emitter.call(callee, &arguments);
        if let Some(variable) = variable {
            emitter.variable_arguments(site, variable);
        }
        emitter.result(site, Variable::CAPTURED);
    }
}

impl ExternalFunctions<'_> {
    /// The callbacks that the metadata of the function describes.
    pub(super) fn brokers(&self, function: FunctionId) -> Vec<Broker> {
        let Some(row) = self.row(function) else { return Vec::new() };
        let all = self.source.view.global_metadata.all(row.value);
        let callbacks =
            all.iter().filter(|it| self.source.view.text(it.attachment_kind) == "callback");
        callbacks
            .flat_map(|it| self.operands_of(it.metadata))
            .filter_map(|encoding| self.broker(encoding))
            .collect()
    }

    fn broker(&self, encoding: MetadataId) -> Option<Broker> {
        let numbers: Option<Vec<i64>> =
            self.operands_of(encoding).map(|it| self.number(it)).collect();
        match numbers?.as_slice() {
            [callee, passed @ .., variable] => Some(Broker {
                callee: u32::try_from(*callee).ok()?,
                passed: passed.iter().map(|it| u32::try_from(*it).ok()).collect(),
                passes_variable: *variable != 0,
            }),
            _ => None,
        }
    }

    fn operands_of(&self, metadata: MetadataId) -> impl Iterator<Item = MetadataId> {
        self.source.view.metadata_operand.all(metadata).iter().map(|it| it.operand_metadata)
    }

    fn number(&self, metadata: MetadataId) -> Option<i64> {
        let value = self.source.view.value_metadata.first(metadata)?.value;
        let constant = self.source.view.constant_integer.first(value)?;
        self.source.view.text(constant.signed).parse().ok()
    }
}
