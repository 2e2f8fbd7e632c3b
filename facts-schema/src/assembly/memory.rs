//! Instructions that access memory or compute addresses.

use super::instructions::Line;
use super::words;
use crate::*;

impl Line<'_, '_, '_> {
    pub(super) fn memory(&self) -> Option<String> {
        let (index, id) = (self.index, self.row.instruction);
        let opcode = self.opcode();
        Some(match self.row.opcode {
            Opcode::Alloca => self.alloca()?,
            Opcode::Load => {
                let parts = self.one(index.load_instruction.all(id))?;
                let address = self.operand(0, parts.address);
                let text = format!("{opcode} {}, {address}", self.type_text(parts.r#type));
                format!("{}, align {}", words(&[&text, &self.ordering()]), parts.alignment)
            }
            Opcode::Store => {
                let parts = self.one(index.store_instruction.all(id))?;
                let operands = self.operands(&[parts.value, parts.address]);
                let text = words(&[&opcode, &operands, &self.ordering()]);
                format!("{text}, align {}", parts.alignment)
            }
            Opcode::Fence => words(&[&opcode, &self.ordering()]),
            Opcode::CmpXchg => {
                let parts = self.one(index.cmpxchg_instruction.all(id))?;
                let operands = self.operands(&[parts.address, parts.expected, parts.replacement]);
                let success = parts.success_ordering.as_str();
                let failure = parts.failure_ordering.as_str();
                let text = words(&[&opcode, &operands, &self.scope(), success, failure]);
                format!("{text}, align {}", parts.alignment)
            }
            Opcode::AtomicRmw => {
                let parts = self.one(index.atomicrmw_instruction.all(id))?;
                let operands = self.operands(&[parts.address, parts.value]);
                let operation = parts.operation.as_str();
                let text = words(&[&opcode, operation, &operands, &self.ordering()]);
                format!("{text}, align {}", parts.alignment)
            }
            _ => {
                let parts = self.one(index.getelementptr_instruction.all(id))?;
                let indices = self.list(index.getelementptr_index.all(id), |row| row.position);
                let mut operands = vec![parts.base];
                operands.extend(indices.iter().map(|row| row.index));
                let r#type = self.type_text(parts.source_type);
                format!("{opcode} {type}, {}", self.operands(&operands))
            }
        })
    }

    /// LLVM omits an element count of `i32 1`, and address space 0.
    fn alloca(&self) -> Option<String> {
        let parts = self.one(self.index.alloca_instruction.all(self.row.instruction))?;
        let mut text = format!("{} {}", self.opcode(), self.type_text(parts.r#type));
        if self.typed(parts.element_count) != "i32 1" {
            text += &format!(", {}", self.operand(0, parts.element_count));
        }
        text += &format!(", align {}", parts.alignment);
        if parts.address_space != 0 {
            text += &format!(", addrspace({})", parts.address_space);
        }
        Some(text)
    }

    fn ordering(&self) -> String {
        let row = self.at_most_one(self.index.atomic_ordering.all(self.row.instruction));
        words(&[&self.scope(), row.map_or("", |row| row.ordering.as_str())])
    }

    fn scope(&self) -> String {
        match self.at_most_one(self.index.synchronization_scope.all(self.row.instruction)) {
            Some(row) => format!("syncscope({})", self.quoted(row.synchronization_scope)),
            None => String::new(),
        }
    }
}
