//! Ranges that attributes and metadata promise. Values outside of them are poison.

use facts_schema::{AttributeId, FunctionId, InstructionId, Opcode, ValueId};

use crate::constants::{is_plain_pointer, width};
use crate::machine::{Frame, Machine};
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
        let mut attributes = self.parameter_attributes(function, position);
        let range = attributes.find_map(|it| self.range_of_attribute(it));
        let value = self.view.argument(function, position);
        if let (Some(value), Some(range)) = (value, range) {
            self.learn_range(state, value, symbol, range);
        }
    }

    /// An unknown result of a load or a call has the promised range. The result of an extension has the range of
    /// its operand's type.
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
            .or_else(|| attributes().find_map(|it| self.range_of_attribute(it.attribute)))
            .or_else(|| self.range_of_extension(instruction));
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
            // A single number would look as if it had been compared, which excludes poison.
            && range.exact().is_none()
        {
            state.learn(base, Value::Integer { width, range });
        }
    }

    /// The range of an extended integer.
    fn range_of_extension(&self, instruction: InstructionId) -> Option<Interval> {
        let conversion = self.view.conversion_instruction.first(instruction)?;
        let width = self.width_of(conversion.operand)?;
        match self.view.opcode_of(instruction)? {
            Opcode::ZExt => Some(Interval::natural(width)),
            Opcode::SExt => Some(Interval::all(width)),
            _ => None,
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

    /// Adds the facts that hold because the arguments of a call satisfy its attributes: addresses that must be
    /// dereferenceable, or must not be null, are not null.
    pub(crate) fn learn_passed(
        &mut self,
        frame: &Frame<'_>,
        state: &mut State,
        call: InstructionId,
        callee: Option<FunctionId>,
    ) {
        let view = self.view;
        if frame.null_is_valid {
            return;
        }
        for row in view.call_argument.all(call) {
            let r#type = view.type_of(row.argument);
            if !r#type.is_some_and(|it| is_plain_pointer(view, it)) {
                continue;
            }
            let Value::Based { base: base @ Base::Symbol(_), offset } =
                self.value(frame, state, row.argument)
            else {
                continue;
            };
            let attributes = self.argument_attributes(call, callee, row.position);
            let has = |name| attributes.iter().any(|it| view.is_attribute(*it, name));
            // There is no memory at any distance from null.
            let is_memory = attributes.iter().any(|it| {
                let bytes = view.attribute_integer.first(*it).map_or(0, |row| row.integer);
                view.is_attribute(*it, "dereferenceable") && bytes > 0
            });
            if is_memory || (offset == Interval::ZERO && has("nonnull") && has("noundef")) {
                state.learn_not_zero(base);
            }
        }
    }

    /// The attributes of the argument at a position of a call, at the call and at the called function.
    fn argument_attributes(
        &self,
        call: InstructionId,
        callee: Option<FunctionId>,
        position: u32,
    ) -> Vec<AttributeId> {
        let view = self.view;
        let own = view.call_argument_attribute.all(call).iter();
        let own = own.filter(|it| it.position == position).map(|it| it.attribute);
        let declared = callee.into_iter().flat_map(|it| self.parameter_attributes(it, position));
        own.chain(declared).collect()
    }

    /// The attributes of the parameter at a position of a function.
    pub(crate) fn parameter_attributes(
        &self,
        function: FunctionId,
        position: u32,
    ) -> impl Iterator<Item = AttributeId> + '_ {
        let attributes = self.view.parameter_attribute.all(function).iter();
        attributes.filter(move |it| it.position == position).map(|it| it.attribute)
    }

    /// Whether the argument at a position of a call must be neither undef nor poison.
    pub(crate) fn is_noundef_argument(
        &self,
        call: InstructionId,
        callee: Option<FunctionId>,
        position: u32,
    ) -> bool {
        let attributes = self.argument_attributes(call, callee, position);
        attributes.into_iter().any(|it| self.view.is_attribute(it, "noundef"))
    }

    /// Whether the parameter at a position of a function must be neither undef nor poison.
    pub(crate) fn is_noundef_parameter(&self, function: FunctionId, position: u32) -> bool {
        let mut attributes = self.parameter_attributes(function, position);
        attributes.any(|it| self.view.is_attribute(it, "noundef"))
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
