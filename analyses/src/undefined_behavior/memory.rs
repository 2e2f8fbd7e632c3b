//! What is wrong with an access to memory, in words.

use std::cell::RefCell;

use facts_schema::{Entity, EntityId, FunctionId, InstructionId};
use interpretation::{Cause, Finding, Memory, Site, findings};
use rustc_hash::FxHashMap;
use undefined_behavior::Module;

use super::wording::Wording as Instructions;
use crate::source::SourceLines;

/// Describes findings of the interpreter.
pub(super) struct Wording<'a, 'f> {
    module: &'a Module<'f>,
    instructions: &'a Instructions<'f>,
    sources: SourceLines<'f>,
    /// By function, what was found.
    known: RefCell<FxHashMap<FunctionId, Vec<Finding>>>,
}

impl<'a, 'f> Wording<'a, 'f> {
    pub fn new(module: &'a Module<'f>, instructions: &'a Instructions<'f>) -> Self {
        let sources = SourceLines::new(module.facts);
        Self { module, instructions, sources, known: RefCell::default() }
    }

    /// What is wrong with an instruction, line by line; empty if that has nothing to do with memory.
    pub fn lines(&self, instruction: InstructionId) -> Vec<String> {
        let Some(row) = self.module.facts.instruction.get(instruction.index()) else {
            return Vec::new();
        };
        let mut known = self.known.borrow_mut();
        let of_function =
            known.entry(row.function).or_insert_with(|| findings(&self.module.index, row.function));
        let found = of_function.iter().find(|it| it.instruction == instruction);
        found.map(|it| self.describe(it)).unwrap_or_default()
    }

    fn describe(&self, finding: &Finding) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some((within, cause)) = finding.within {
            let place = self.place(within);
            let function = self.module.facts.instruction.get(within.index()).map(|it| it.function);
            let function = function.map(|it| self.module.facts.symbol(it));
            lines.push(format!(
                "in `{}`, `{}`{place} {}",
                function.unwrap_or_default(),
                self.instructions.instruction(within),
                verb(cause),
            ));
        }
        if let Some(memory) = finding.memory {
            lines.extend(self.access(finding, memory));
            lines.push(self.memory(memory));
        }
        if let Some(at) = finding.ended_at {
            let how = match self.is_return(at) {
                true => "the variable ends at",
                false => "it was freed, or its lifetime ended, at",
            };
            lines.push(format!("{how} `{}`{}", self.instructions.instruction(at), self.place(at)));
        }
        if finding.is_repeated {
            lines.push("control comes there several times; the last time, this happens".into());
        }
        lines
    }

    /// Which bytes are accessed.
    fn access(&self, finding: &Finding, memory: Memory) -> Option<String> {
        let cause = finding.within.map_or(finding.cause, |it| it.1);
        let (offset, bytes) = (finding.offset?, finding.bytes);
        match (cause, bytes, memory.size) {
            (Cause::OutOfBounds, Some(bytes), Some(size)) => Some(format!(
                "the access is to {} at offset {offset}, and the object has {}",
                count(bytes),
                count(size)
            )),
            (Cause::Misaligned, Some(bytes), _) => {
                Some(format!("the access is to {} at offset {offset}", count(bytes)))
            }
            (Cause::NotAllocated, ..) if offset != 0 => {
                Some(format!("the address is {offset} bytes behind the beginning of the memory"))
            }
            _ => None,
        }
    }

    fn memory(&self, memory: Memory) -> String {
        match memory.site {
            Site::Instruction(by) => format!(
                "the object is what `{}` reserves{}",
                self.instructions.instruction(by),
                self.place(by)
            ),
            Site::Global(global) => {
                let place = self.sources.of(Entity::Value, global.number());
                let place = place.map(|it| format!(", {it}")).unwrap_or_default();
                format!("the object is `{}`{place}", self.module.facts.symbol(global))
            }
        }
    }

    /// Where an instruction comes from, behind a comma.
    fn place(&self, instruction: InstructionId) -> String {
        let place = self.sources.of(Entity::Instruction, instruction.number());
        place.map(|it| format!(", {it},")).unwrap_or_default()
    }

    fn is_return(&self, instruction: InstructionId) -> bool {
        let row = self.module.facts.instruction.get(instruction.index());
        row.is_some_and(|it| it.opcode == facts_schema::Opcode::Ret)
    }
}

fn count(bytes: u64) -> String {
    if bytes == 1 { "1 byte".into() } else { format!("{bytes} bytes") }
}

/// What an instruction does that is undefined behaviour.
fn verb(cause: Cause) -> &'static str {
    match cause {
        Cause::Null => "goes through a null pointer",
        Cause::OutOfBounds => "accesses bytes outside of an object",
        Cause::Freed => "accesses memory that has been freed",
        Cause::Ended => "accesses a variable whose lifetime has ended",
        Cause::Misaligned => "needs a better aligned address",
        Cause::Constant => "writes to a constant",
        Cause::FreedTwice => "frees memory that has been freed",
        Cause::NotAllocated => "frees what was not allocated",
        Cause::Zero => "divides by zero",
        Cause::Overflow => "divides the least integer by -1",
        Cause::Uninitialised => "depends on memory that nothing was stored in",
        Cause::Call => "calls a function that always comes to undefined behaviour",
    }
}
