//! Calls of all kinds. The operands are the arguments, followed by the inputs of the bundles, the
//! targets, and finally the callee.

use super::instructions::Line;
use super::{GAP, commas, words};
use crate::*;

impl Line<'_, '_, '_> {
    pub(super) fn call(&self) -> Option<String> {
        let (index, id) = (self.index, self.row.instruction);
        let call = self.one(index.call_instruction.all(id))?;
        self.expect(call.opcode == self.row.opcode, "two opcodes");
        let tail = self.at_most_one(index.tail_call.all(id));
        let results = index.call_return_attribute.all(id);
        let functions = index.call_attribute.all(id);
        let arguments = self.list(index.call_argument.all(id), |row| row.position);
        let inputs = index.operand_bundle_input.all(id).len() as u32;
        let targets = arguments.len() as u32 + inputs;
        let (continuations, callee) = self.continuations(targets)?;
        let callee = self.bare_operand(callee, call.callee);
        let text = words(&[
            tail.map_or("", |row| row.kind.as_str()),
            &self.opcode(),
            &self.calling_convention(call.calling_convention),
            &self.attributes(results.iter().map(|row| row.attribute)),
            &self.address_space(call.callee),
            &self.called_type(&call),
            &format!("{callee}({})", self.arguments(&arguments)),
            &self.attributes(functions.iter().map(|row| row.attribute)),
            &self.bundles(arguments.len() as u32),
        ]);
        Some(text + &continuations)
    }

    /// LLVM prints the whole function type only if the function is variadic.
    fn called_type(&self, call: &CallInstruction) -> String {
        if self.type_has(call.function_type, TypeFlag::VarArg) {
            return self.type_text(call.function_type);
        }
        let r#type = self.one(self.index.function_type.all(call.function_type));
        r#type.map_or(GAP.into(), |row| self.type_text(row.return_type))
    }

    fn arguments(&self, arguments: &[CallArgument]) -> String {
        let id = self.row.instruction;
        let attributes = self.index.call_argument_attribute.all(id);
        let argument = |row: &CallArgument| {
            let attributes = attributes.iter().filter(|other| other.position == row.position);
            let attributes = self.attributes(attributes.map(|row| row.attribute));
            let r#type = self.type_of(row.argument).map_or(GAP.into(), |it| self.type_text(it));
            let value = self.spelling.value(row.argument, Some(self.row.function));
            self.mark(row.position, words(&[&r#type, &attributes, &value]))
        };
        let hands_on = self.forwards_variable_arguments().then(|| "...".to_owned());
        commas(arguments.iter().map(argument).chain(hands_on))
    }

    /// Whether LLVM prints `...` as an argument: a `musttail` call forwards all variable arguments.
    fn forwards_variable_arguments(&self) -> bool {
        let tail = self.at_most_one(self.index.tail_call.all(self.row.instruction));
        let caller = self.facts.function.get(self.row.function.index());
        tail.is_some_and(|row| row.kind == TailCallKind::MustTail)
            && caller.is_some_and(|row| self.type_has(row.function_type, TypeFlag::VarArg))
    }

    /// The bundles, whose inputs are the operands starting at `start`.
    fn bundles(&self, start: u32) -> String {
        let id = self.row.instruction;
        let bundles = self.list(self.index.operand_bundle.all(id), |row| row.position);
        if bundles.is_empty() {
            return String::new();
        }
        let all = self.index.operand_bundle_input.all(id);
        let mut position = start;
        let mut texts = Vec::new();
        for bundle in bundles {
            let inputs: Vec<_> =
                all.iter().filter(|row| row.bundle == bundle.position).copied().collect();
            let inputs = self.list(&inputs, |row| row.position);
            self.expect(inputs.len() == bundle.input_count as usize, "another number of inputs");
            let first = position;
            position += inputs.len() as u32;
            let inputs = (first..).zip(&inputs).map(|(at, row)| self.operand(at, row.value));
            texts.push(format!("{}({})", self.quoted(bundle.tag), commas(inputs)));
        }
        format!("[ {} ]", commas(texts))
    }

    /// The destinations of an invoke or callbr, which are the operands starting at `start`, and the
    /// position of the callee.
    fn continuations(&self, start: u32) -> Option<(String, u32)> {
        let (index, id) = (self.index, self.row.instruction);
        Some(match self.row.opcode {
            Opcode::Invoke => {
                let row = self.one(index.invoke_instruction.all(id))?;
                let normal = self.label(start, row.normal_target);
                let unwind = self.label(start + 1, row.unwind_target);
                (format!("\n          to {normal} unwind {unwind}"), start + 2)
            }
            Opcode::CallBr => {
                let default = self.one(index.callbr_instruction.all(id))?.default_target;
                let others = index.indirect_target.all(id).len() as u32;
                let targets = self.indirect_targets(start + 1);
                let default = self.label(start, default);
                (format!("\n          to {default} [{targets}]"), start + 1 + others)
            }
            _ => (String::new(), start),
        })
    }
}
