//! Ranges that attributes and metadata promise. Values outside of them are poison.

use facts_schema::{AttributeId, FunctionId, InstructionId, ValueId};

use crate::constants::width;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Base, Interval, Value};

impl Machine<'_, '_> {
    /// An unknown argument has the range that its parameter promises.
    pub(crate) fn learn_argument(
        &self,
        state: &mut State,
        function: FunctionId,
        position: u32,
        symbol: Value,
    ) {
        let attributes = self.view.parameter_attribute.all(function).iter();
        let range = attributes
            .filter(|it| it.position == position)
            .find_map(|it| self.range_of_attribute(it.attribute));
        let value = self.view.argument(function, position);
        if let (Some(value), Some(range)) = (value, range) {
            self.learn_range(state, value, symbol, range);
        }
    }

    /// An unknown result of a load or a call has the range that is promised.
    pub(crate) fn learn_result(
        &self,
        state: &mut State,
        instruction: InstructionId,
        result: ValueId,
        symbol: Value,
    ) {
        let view = self.view;
        let attributes = || view.call_return_attribute.all(instruction).iter();
        let range = self
            .range_of_metadata(instruction)
            .or_else(|| attributes().find_map(|it| self.range_of_attribute(it.attribute)));
        if let Some(range) = range {
            self.learn_range(state, result, symbol, range);
        }
    }

    fn learn_range(&self, state: &mut State, value: ValueId, symbol: Value, range: Interval) {
        let Value::Based { base: base @ Base::Symbol(_), offset: Interval::ZERO } = symbol else {
            return;
        };
        let r#type = self.view.type_of(value);
        if let Some(width) = r#type.and_then(|it| width(self.view, it))
            && range.is_within(Interval::all(width))
        {
            state.learn(base, Value::Integer { width, range });
        }
    }

    /// The range of an attribute `range`, unless it wraps around.
    fn range_of_attribute(&self, attribute: AttributeId) -> Option<Interval> {
        let is_range = self.view.is_attribute(attribute, "range");
        let range = self.view.attribute_range.first(attribute).filter(|_| is_range)?;
        let number = |text| self.view.text(text).parse::<i128>().ok();
        between(number(range.lower)?, number(range.upper)?)
    }

    /// The range of `!range`, if it is one range that does not wrap around.
    fn range_of_metadata(&self, instruction: InstructionId) -> Option<Interval> {
        let view = self.view;
        let node = view.attachment(instruction, "range")?;
        let &[lower, upper] = view.metadata_operand.all(node) else { return None };
        let number = |metadata| view.signed(view.value_metadata.first(metadata)?.value);
        between(number(lower.operand_metadata)?, number(upper.operand_metadata)?)
    }

    /// Whether the argument at a position of a call must be neither undef nor poison.
    pub(crate) fn is_noundef_argument(
        &self,
        call: InstructionId,
        callee: Option<FunctionId>,
        position: u32,
    ) -> bool {
        let view = self.view;
        let own = view.call_argument_attribute.all(call).iter();
        let own = own.filter(|it| it.position == position).map(|it| it.attribute);
        let declared = callee.map_or(&[][..], |it| view.parameter_attribute.all(it)).iter();
        let declared = declared.filter(|it| it.position == position).map(|it| it.attribute);
        own.chain(declared).any(|it| view.is_attribute(it, "noundef"))
    }

    /// Whether the result of a function must be neither undef nor poison.
    pub(crate) fn is_noundef_result(&self, function: FunctionId) -> bool {
        let attributes = self.view.return_attribute.all(function).iter();
        attributes.map(|it| it.attribute).any(|it| self.view.is_attribute(it, "noundef"))
    }
}

/// The numbers from `lower` up to, but not including, `upper`.
fn between(lower: i128, upper: i128) -> Option<Interval> {
    (lower < upper).then(|| Interval { low: lower, high: upper - 1 })
}
