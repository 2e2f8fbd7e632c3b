//! Instructions that compute addresses or access memory.

use facts_schema::*;

use super::Extractor;
use super::instructions::Numbered;
use crate::llvm::{self, Form};

impl<'m> Extractor<'m> {
    /// The rows of an `alloca` or `getelementptr`.
    pub(super) fn address(&mut self, numbered: Numbered<'m>) -> Option<()> {
        let Numbered { instruction, id, opcode } = numbered;
        match instruction.form(opcode) {
            Form::Alloca(alloca) => {
                for flag in self.scratch.alloca_flags(alloca) {
                    self.facts.instruction_flag.push(InstructionFlagRow { instruction: id, flag });
                }
                let address_space = match instruction.value().r#type().parts() {
                    llvm::TypeParts::Pointer(space) => space,
                    _ => 0,
                };
                let row = AllocaInstruction {
                    instruction: id,
                    r#type: self.r#type(alloca.allocated_type()),
                    element_count: self.operand(instruction, 0)?,
                    alignment: alloca.alignment(),
                    address_space,
                };
                self.facts.alloca_instruction.push(row);
            }
            Form::GetElementPtr(getelementptr) => {
                let source_type = self.r#type(getelementptr.source_type());
                let base = self.operand(instruction, 0)?;
                let row = GetElementPtrInstruction { instruction: id, source_type, base };
                self.facts.getelementptr_instruction.push(row);
                for position in 1..instruction.operand_count() {
                    let index = self.operand(instruction, position)?;
                    let row = GetElementPtrIndex { instruction: id, position: position - 1, index };
                    self.facts.getelementptr_index.push(row);
                }
            }
            _ => {}
        }
        Some(())
    }

    /// The rows of a load, store or atomic instruction.
    pub(super) fn access(&mut self, numbered: Numbered<'m>) -> Option<()> {
        let Numbered { instruction, id, opcode } = numbered;
        let mut ordering = None;
        match instruction.form(opcode) {
            Form::Load(load) => {
                ordering = load.ordering();
                let row = LoadInstruction {
                    instruction: id,
                    r#type: self.r#type(instruction.value().r#type()),
                    address: self.operand(instruction, 0)?,
                    alignment: load.alignment(),
                };
                self.facts.load_instruction.push(row);
            }
            Form::Store(store) => {
                ordering = store.ordering();
                let row = StoreInstruction {
                    instruction: id,
                    value: self.operand(instruction, 0)?,
                    address: self.operand(instruction, 1)?,
                    alignment: store.alignment(),
                };
                self.facts.store_instruction.push(row);
            }
            Form::Fence(fence) => ordering = fence.ordering(),
            Form::CmpXchg(cmpxchg) => {
                let (success_ordering, failure_ordering) = cmpxchg.orderings();
                let row = CmpXchgInstruction {
                    instruction: id,
                    address: self.operand(instruction, 0)?,
                    expected: self.operand(instruction, 1)?,
                    replacement: self.operand(instruction, 2)?,
                    success_ordering: success_ordering?,
                    failure_ordering: failure_ordering?,
                    alignment: cmpxchg.alignment(),
                };
                self.facts.cmpxchg_instruction.push(row);
            }
            Form::AtomicRmw(atomicrmw) => {
                ordering = atomicrmw.ordering();
                let row = AtomicRmwInstruction {
                    instruction: id,
                    operation: atomicrmw.operation(),
                    address: self.operand(instruction, 0)?,
                    value: self.operand(instruction, 1)?,
                    alignment: atomicrmw.alignment(),
                };
                self.facts.atomicrmw_instruction.push(row);
            }
            _ => {}
        }
        if let Some(ordering) = ordering {
            self.facts.atomic_ordering.push(AtomicOrdering { instruction: id, ordering });
        }
        self.scope(instruction, id);
        Some(())
    }

    fn scope(&mut self, instruction: llvm::Instruction<'m>, id: InstructionId) {
        let Some(number) = instruction.synchronization_scope() else { return };
        let scope = match self.synchronization_scopes.get(&number) {
            Some(&known) => known,
            None => {
                let name = self.scratch.synchronization_scope(number);
                let name = self.text(&name);
                self.synchronization_scopes.insert(number, name);
                name
            }
        };
        // The system scope is written as the empty string.
        if !self.facts.text(scope).is_empty() {
            self.facts
                .synchronization_scope
                .push(SynchronizationScope { instruction: id, synchronization_scope: scope });
        }
    }
}
