//! What memory holds: loads, and stores that other functions may read.
//!
//! **Scope: function.**

use facts_schema::{DeferredReason, InstructionId, ValueId};
use rules_macros::datalog;

use super::Builder;
use super::body::{Body, Possible};
use super::results::{Comes, Creates, From, Passes, Reserved, Sealed};
use crate::control::Place;
use crate::parts::Part;
use crate::rows::{Exit, How, Leave, Pass};
use crate::semantics::Deferred;
use crate::slots::Content;

impl Builder<'_, '_> {
    /// What is stored in the cells of memory.
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

    /// What the load `instruction` reads from cells as `result`.
    pub(super) fn fetch(&mut self, instruction: InstructionId, result: ValueId) {
        let memory = self.memory;
        let at = self.control.first_place();
        for content in memory.contents(instruction).unwrap_or_default() {
            let Content::Cell(number) = *content else { continue };
            let Some(cell) = memory.cells().get(number) else { continue };
            for to in self.module.parts_of(result) {
                let from = Part::new(cell.variable, cell.first + to.number);
                self.rows.passes.push(Pass { from, to, at, how: How::Chosen });
            }
        }
    }

    /// Where the store `instruction` writes what other functions may load.
    pub(super) fn store(&mut self, instruction: InstructionId, at: Place) {
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

impl<'a> Body<'a> {
    /// What `load` may read; nothing if that is not known.
    fn contents(self, load: InstructionId) -> &'a [Content] {
        self.memory.contents(load).unwrap_or_default()
    }

    /// Whether it is known what `load` may read.
    fn knows_contents(self, load: InstructionId) -> bool {
        self.memory.contents(load).is_some()
    }
}

/// What memory holds that may be undef or poison by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Held {
    /// Nothing has been stored there.
    Nothing,
    /// Anything may have been.
    Anything,
}

impl Held {
    fn of(content: Content) -> Option<Self> {
        match content {
            Content::Uninitialised | Content::Reserved(_) => Some(Self::Nothing),
            Content::Unknown => Some(Self::Anything),
            _ => None,
        }
    }
}

datalog! { functions;
    @context known: Body<'a>;

    /// Metadata of loads without which undef and poison are undefined behavior.
    const SEALING(&'static str) = ["noundef", "dereferenceable", "dereferenceable_or_null"];

    /// Metadata of loads that make what is not as they say poison.
    const CHECKING(&'static str) = ["range", "nonnull", "align", "nofpclass"];

    /// A pointer of undef bits, or a number of them, is undef; poison comes from values with parts that are
    /// only poison together.
    const KINDS(Held, Deferred, DeferredReason) = [
        (Held::Nothing, Deferred::Undef, DeferredReason::Uninitialised),
        (Held::Anything, Deferred::Undef, DeferredReason::Memory),
        (Held::Anything, Deferred::Poison, DeferredReason::Memory),
    ];

    @output Passes(InstructionId, ValueId, Place, How);

    @output Creates(InstructionId, Deferred, DeferredReason, Possible);

    @output Sealed(InstructionId);

    @output Comes(InstructionId, From);

    @output Reserved(InstructionId, InstructionId);

    Sealed(load) <-
        load_instruction { instruction: load },
        instruction_metadata { instruction: load, attachment_kind },
        let name = module.text(attachment_kind),
        SEALING(name);

    Creates(load, Deferred::Poison, DeferredReason::Metadata, Possible::Maybe) <-
        load_instruction { instruction: load },
        !Sealed(load),
        instruction_metadata { instruction: load, attachment_kind },
        let name = module.text(attachment_kind),
        CHECKING(name);

    Creates(load, kind, reason, Possible::Maybe) <-
        load_instruction { instruction: load },
        !Sealed(load),
        (!known.knows_contents(load)),
        KINDS(Held::Anything, kind, reason);

    // What others store at the same time is not known either.
    Creates(instruction, kind, reason, Possible::Maybe) <-
        cmpxchg_instruction { instruction },
        KINDS(Held::Anything, kind, reason);

    Creates(instruction, kind, reason, Possible::Maybe) <-
        atomicrmw_instruction { instruction },
        KINDS(Held::Anything, kind, reason);

    Creates(load, kind, reason, Possible::Maybe) <-
        load_instruction { instruction: load },
        !Sealed(load),
        for &content in known.contents(load),
        let Some(held) = Held::of(content),
        KINDS(held, kind, reason);

    Reserved(load, by) <-
        load_instruction { instruction: load },
        !Sealed(load),
        for &content in known.contents(load),
        let Content::Reserved(by) = content;

    Comes(load, From::Memory(number)) <-
        load_instruction { instruction: load },
        !Sealed(load),
        for &content in known.contents(load),
        let Content::Memory(number) = content;

    Passes(load, value, at, How::Chosen) <-
        load_instruction { instruction: load },
        !Sealed(load),
        for &content in known.contents(load),
        let Content::Stored(value, at) = content;
}
