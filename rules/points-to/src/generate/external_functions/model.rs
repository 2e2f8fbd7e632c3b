//! The effects of a model as constraints.

use std::collections::BTreeSet;

use facts_schema::{InstructionId, ValueId};

use super::ExternalFunctions;
use super::emitter::Emitter;
use crate::constraints::{Length, Object, Origin, Size, Variable, VariableOf};
use crate::model::{Base, Callback, Effect, FreshSize, Model, Move, Operand};
use crate::offsets::Step;

/// The maximum number of arguments of functions in Rust's own crates.
const MAX_ARGUMENTS: usize = 16;

impl<'a> ExternalFunctions<'a> {
    /// Adds the effects of the function's model. Effects on arguments that the function does not have are ignored.
    pub(super) fn follow(&mut self, emitter: &mut Emitter, model: &'a Model) {
        for effect in &model.effects {
            self.effect(emitter, model, effect);
        }
    }

    fn effect(&mut self, emitter: &mut Emitter, model: &'a Model, effect: &'a Effect) {
        let mut value = |operand| self.operand(emitter, model, operand);
        match effect {
            Effect::Return(operand) => {
                let from = value(operand);
                from.into_iter().for_each(|from| emitter.give(from));
            }
            Effect::Store { value: operand, to } => {
                if let (Some(from), Some(address)) = (value(operand), value(to)) {
                    emitter.store(address, from);
                }
            }
            Effect::Copy { from, to, length } => {
                if let (Some(from), Some(to)) = (value(from), value(to)) {
                    emitter.transfer(to, from, length.map_or(Length::Unknown, Length::Argument));
                }
            }
            Effect::Capture(operand) => {
                let from = value(operand);
                from.into_iter().for_each(|from| emitter.assign(Variable::CAPTURED, from));
            }
            Effect::Throw { value: operand, types } => {
                let from = value(operand);
                from.into_iter().for_each(|from| self.throw(emitter, from, types));
            }
            Effect::Call(callback) => self.callback(emitter, model, callback),
            Effect::Free(_) => {}
        }
    }

    /// The exceptions that throwers throw are known from their calls.
    fn throw(&self, emitter: &mut Emitter, thrown: Variable, types: &[String]) {
        let function = self.row(emitter.function);
        if function.is_some_and(|row| self.source.is_thrower(row.value)) {
            return;
        }
        let to = if types.is_empty() { Variable::UNTYPED } else { Variable::THROWN };
        emitter.assign(to, thrown);
        for r#type in types.iter().filter_map(|name| self.globals.get(name.as_bytes())) {
            let of = VariableOf::Thrown { r#type: *r#type };
            let to = emitter.builder.variable(None, of);
            emitter.assign(to, thrown);
        }
    }

    fn callback(&mut self, emitter: &mut Emitter, model: &'a Model, callback: &'a Callback) {
        let Some(callee) = self.operand(emitter, model, &callback.callee) else { return };
        let arguments: Vec<Vec<Variable>> = callback
            .with
            .iter()
            .map(|any| any.iter().filter_map(|it| self.operand(emitter, model, it)).collect())
            .collect();
        let site = emitter.call(callee, &arguments);
        if callback.callee.base == Base::Body {
            emitter.set_independent(site);
        }
        if callback.is_returned
            && let Some(returned) = emitter.returned
        {
            emitter.result(site, returned);
        }
        for to in &callback.result_to {
            if let Some(address) = self.operand(emitter, model, to) {
                let result = emitter.temporary();
                emitter.result(site, result);
                emitter.store(address, result);
            }
        }
    }

    /// A variable that holds the operand, if the function has it.
    fn operand(
        &mut self,
        emitter: &mut Emitter,
        model: &'a Model,
        operand: &'a Operand,
    ) -> Option<Variable> {
        let base = match &operand.base {
            Base::Argument(position) => emitter.argument(*position)?,
            Base::VariableArguments => emitter.variadic?,
            Base::Fresh => {
                let size = match model.fresh {
                    FreshSize::Unknown => Size::OfLayout,
                    FreshSize::Argument(position) => Size::Argument(position),
                    FreshSize::Product(one, other) => Size::Product(one, other),
                };
                let object = match model.allocates_text {
                    true => emitter.text(),
                    false => emitter.fresh(size, model.alignment),
                };
                emitter.address(object)
            }
            Base::Static => {
                let object = self.static_memory(emitter, model);
                emitter.address(object)
            }
            Base::Global(name) => {
                let object = self.object_of(emitter, *self.globals.get(name.as_bytes())?)?;
                emitter.address(object)
            }
            Base::Environment => emitter.environment(),
            Base::External => Variable::EXTERNAL,
            Base::Library => Variable::LIBRARY,
            Base::Thrown => Variable::THROWN,
            Base::Body => self.named_in_body(emitter),
        };
        Some(operand.moves.iter().fold(base, |from, step| match step {
            Move::By(distance) => emitter.shifted(from, Step::By(*distance)),
            Move::ByWords(count) => {
                let word = i64::from(self.source.pointer_size());
                emitter.shifted(from, Step::By(count * word))
            }
            Move::Anywhere => emitter.shifted(from, Step::Anywhere),
            Move::Within(start, end) => {
                emitter.shifted(from, Step::Within { start: *start, end: *end })
            }
            Move::InText => emitter.shifted(from, Step::Over { stride: 1, count: None }),
            Move::Content => emitter.loaded(from),
        }))
    }

    /// Runs every function that the function's body names, with memory of the library as arguments, independently of
    /// the function's own arguments.
    pub(super) fn run_body_independently(&self, emitter: &mut Emitter) {
        let callee = self.named_in_body(emitter);
        let site = emitter.call(callee, &vec![vec![Variable::LIBRARY]; MAX_ARGUMENTS]);
        emitter.set_independent(site);
    }

    /// A variable that points to the functions with a body and the global variables that the function's body names.
    fn named_in_body(&self, emitter: &mut Emitter) -> Variable {
        let view = &self.source.view;
        let instructions = view.instructions_of(emitter.function);
        let numbers = instructions.start.0..instructions.end.0;
        let operands = numbers.flat_map(|it| view.instruction_operand.all(InstructionId(it)));
        let mut named = BTreeSet::new();
        let mut open: Vec<ValueId> = operands.map(|row| row.operand).collect();
        while let Some(value) = open.pop() {
            let function = view.as_function(value);
            // The behaviour of other functions without a body does not depend on the caller.
            if function.is_some_and(|it| !view.has_body(it)) {
                continue;
            }
            if function.is_some() || view.global.first(value).is_some() {
                named.insert(value);
            } else {
                open.extend(view.constant_operand.all(value).iter().map(|row| row.operand));
            }
        }
        let variable = emitter.temporary();
        for value in named {
            if let Some(object) = self.object_of(emitter, value) {
                let address = emitter.address(object);
                emitter.assign(variable, address);
            }
        }
        variable
    }

    /// The memory that the function owns or shares.
    fn static_memory(&mut self, emitter: &mut Emitter, model: &'a Model) -> Object {
        match &model.shared_memory {
            None => emitter.static_memory(),
            Some(name) => *self.shared.entry(name).or_insert_with(|| emitter.static_memory()),
        }
    }

    fn object_of(&self, emitter: &Emitter, global: ValueId) -> Option<Object> {
        let function = self.source.view.as_function(global);
        let origin = function.map_or(Origin::Global(global), Origin::Function);
        emitter.builder.known_object(origin)
    }
}
