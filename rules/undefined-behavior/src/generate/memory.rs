//! Loads: what memory holds.

use facts_schema::{DeferredReason, InstructionId, ValueId};

use super::Builder;
use crate::control::ProgramPoint;
use crate::parts::Part;
use crate::rows::{Exit, How, Incoming, Leave, Pass};
use crate::semantics::Deferred;
use crate::slots::Content;

impl Builder<'_, '_> {
    /// Adds the values stored in the cells of memory.
    pub(super) fn cells(&mut self) {
        let memory = self.memory;
        for cell in memory.cells() {
            let Some(loaded) = self.module.result(cell.load) else { continue };
            let count = self.module.part_count(loaded);
            for &(value, at) in &cell.stored {
                if !self.can_be_deferred(value) {
                    continue;
                }
                let is_same = self.module.part_count(value) == count;
                for from in self.module.parts_of(value) {
                    for number in (0..count).filter(|number| !is_same || *number == from.number) {
                        let to = Part::new(cell.variable, cell.first + number);
                        self.rows.passes.push(Pass { from, to, at, how: How::Chosen });
                    }
                }
            }
        }
    }

    /// Adds what the load `instruction` reads as `result`.
    pub(super) fn load(&mut self, instruction: InstructionId, result: ValueId) {
        let metadata = self.module.index.instruction_metadata.all(instruction);
        let has = |names: &[&str]| {
            let name = |kind| self.module.index.text(kind);
            metadata.iter().any(|row| names.contains(&name(row.attachment_kind)))
        };
        if has(&["noundef", "dereferenceable", "dereferenceable_or_null"]) {
            self.seal(result);
            return;
        }
        if has(&["range", "nonnull", "align", "nofpclass"]) {
            self.all_parts(result, Deferred::Poison, DeferredReason::Metadata);
        }
        let memory = self.memory;
        let Some(contents) = memory.contents(instruction) else {
            self.unknown(result, DeferredReason::Memory);
            return;
        };
        for &content in contents {
            match content {
                Content::Cell(number) => {
                    let Some(cell) = memory.cells().get(number) else { continue };
                    let cell_part = |part: u16| Part::new(cell.variable, cell.first + part);
                    let at = self.control.first_place();
                    for to in self.module.parts_of(result) {
                        let from = cell_part(to.number);
                        self.rows.passes.push(Pass { from, to, at, how: How::Chosen });
                    }
                }
                Content::Stored(value, place) => self.pass(value, result, place, How::Chosen),
                Content::Uninitialised => {
                    self.all_parts(result, Deferred::Undef, DeferredReason::Uninitialised);
                    // A pointer or integer of undef bits is undef; poison comes from values whose parts are only
                    // poison together.
                }
                Content::Reserved(by) => {
                    self.all_parts(result, Deferred::Undef, DeferredReason::Uninitialised);
                    let parts = self.module.parts_of(result);
                    self.rows.origins.extend(parts.map(|part| (part, Deferred::Undef, by)));
                }
                Content::Memory(number) => {
                    let parts = self.module.parts_of(result);
                    let incoming = Incoming::Memory(number);
                    self.rows.incoming.extend(parts.map(|part| (part, incoming)));
                }
                Content::Unknown => self.unknown(result, DeferredReason::Memory),
                Content::Defined => {}
            }
        }
    }

    /// Adds the memory that the store `instruction` writes and other functions may load.
    pub(super) fn store(&mut self, instruction: InstructionId, at: ProgramPoint) {
        let memory = self.memory;
        let numbers = memory.stores(instruction);
        if numbers.is_empty() {
            return;
        }
        let Some(row) = self.module.index.store_instruction.first(instruction) else { return };
        if self.can_be_deferred(row.value) {
            for part in self.module.parts_of(row.value) {
                for &number in numbers {
                    let exit = Exit::Memory(number, instruction);
                    self.rows.leaves.push(Leave { part, at, exit });
                }
            }
        }
    }
}
