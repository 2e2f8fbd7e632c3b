//! Calls of all sorts.

use facts_schema::*;

use super::{Renderer, commas, quoted};

impl Renderer<'_> {
    pub fn call(&self, row: &Instruction) -> String {
        let id = row.instruction;
        let call = self.index.call_instruction.get(id);
        assert_eq!(call.opcode, row.opcode);
        let tail = self.index.tail_call.find(id).map_or("", |row| row.kind.as_str());
        let results = self.index.call_return_attribute.all(id);
        let functions = self.index.call_attribute.all(id);
        let words = [
            tail,
            &self.opcode(row),
            &self.calling_convention(call.calling_convention),
            &self.attributes(results.iter().map(|row| row.attribute)),
            &self.call_address_space(&call),
            &self.called_type(&call),
            &self.value_text(call.callee),
            &format!("({})", self.arguments(row)),
            &self.attributes(functions.iter().map(|row| row.attribute)),
            &self.bundles(id),
            &self.continuations(row),
        ];
        words.join(" ")
    }

    /// LLVM writes the whole function type only if there are variable arguments.
    fn called_type(&self, call: &CallInstruction) -> String {
        match self.type_has(call.function_type, TypeFlag::VarArg) {
            true => self.type_text(call.function_type),
            false => self.type_text(self.index.function_type.get(call.function_type).return_type),
        }
    }

    /// LLVM writes the address space of the callee where it would that of a function.
    fn call_address_space(&self, call: &CallInstruction) -> String {
        let callee = self.index.pointer_type.get(self.type_of(call.callee));
        match callee.address_space != 0 || self.program_address_space() != 0 {
            true => format!("addrspace({})", callee.address_space),
            false => String::new(),
        }
    }

    fn arguments(&self, row: &Instruction) -> String {
        let id = row.instruction;
        let attributes = self.index.call_argument_attribute.all(id);
        let arguments = self.index.call_argument.list(id, |row| row.position);
        let argument = |row: &CallArgument| {
            let attributes = attributes.iter().filter(|other| other.position == row.position);
            let attributes = self.attributes(attributes.map(|row| row.attribute));
            let r#type = self.type_text(self.type_of(row.argument));
            format!("{type} {attributes} {}", self.value_text(row.argument))
        };
        let mut texts: Vec<_> = arguments.iter().map(argument).collect();
        // A `musttail` call hands on all variable arguments, which LLVM shows.
        let is_must_tail = |row: TailCall| row.kind == TailCallKind::MustTail;
        if self.index.tail_call.find(id).is_some_and(is_must_tail) {
            let caller = self.facts.function[row.function.index()];
            if self.type_has(caller.function_type, TypeFlag::VarArg) {
                texts.push("...".to_owned());
            }
        }
        commas(texts)
    }

    fn bundles(&self, instruction: InstructionId) -> String {
        let bundles = self.index.operand_bundle.list(instruction, |row| row.position);
        if bundles.is_empty() {
            return String::new();
        }
        let all = self.index.operand_bundle_input.all(instruction);
        let bundle = |bundle: &OperandBundle| {
            let mut inputs: Vec<_> =
                all.iter().filter(|row| row.bundle == bundle.position).collect();
            inputs.sort_by_key(|row| row.position);
            let positions: Vec<_> = inputs.iter().map(|row| row.position).collect();
            assert_eq!(positions, (0..bundle.input_count).collect::<Vec<_>>());
            let inputs = commas(inputs.iter().map(|row| self.typed(row.value)));
            format!("{}({inputs})", quoted(self.facts.text(bundle.tag)))
        };
        format!("[ {} ]", commas(bundles.iter().map(bundle)))
    }

    /// Where an invoke or callbr goes.
    fn continuations(&self, row: &Instruction) -> String {
        let id = row.instruction;
        match row.opcode {
            Opcode::Invoke => {
                let row = self.index.invoke_instruction.get(id);
                let (normal, unwind) =
                    (self.label(row.normal_target), self.label(row.unwind_target));
                format!("\n  to {normal} unwind {unwind}")
            }
            Opcode::CallBr => {
                let default = self.label(self.index.callbr_instruction.get(id).default_target);
                format!("\n  to {default} [{}]", self.indirect_targets(id))
            }
            _ => String::new(),
        }
    }
}
