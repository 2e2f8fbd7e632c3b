//! Describes undefined memory accesses.

use std::cell::RefCell;

use facts_schema::{Entity, EntityId, FunctionId, InstructionId, Opcode, Word};
use interpretation::{
    AllocationSite, Cause, Decision, Finding, Interpretation, Memory, Possible, possible,
};
use rustc_hash::FxHashMap;
use undefined_behavior::Module;

use super::wording::Wording as Instructions;
use crate::check::Step;

/// Describes findings of the interpreter.
pub(super) struct Wording<'a, 'f> {
    module: &'a Module<'f>,
    instructions: &'a Instructions<'f>,
    /// The findings by function.
    known: RefCell<FxHashMap<FunctionId, Vec<Finding>>>,
    /// The findings on some paths, by function.
    possible: RefCell<FxHashMap<FunctionId, Vec<Possible>>>,
}

impl<'a, 'f> Wording<'a, 'f> {
    pub fn new(module: &'a Module<'f>, instructions: &'a Instructions<'f>) -> Self {
        Self { module, instructions, known: RefCell::default(), possible: RefCell::default() }
    }

    /// The steps that lead to an undefined access, in order of execution; empty if the instruction
    /// is undefined for another reason.
    pub fn steps(&self, instruction: InstructionId) -> Vec<Step> {
        let Some(function) = self.function(instruction) else { return Vec::new() };
        let mut known = self.known.borrow_mut();
        let of_function = known.entry(function).or_insert_with(|| {
            Interpretation::of(&self.module.index, self.module.info(), function).findings
        });
        let found = of_function.iter().find(|it| it.instruction == instruction);
        found.map(|it| self.describe(it)).unwrap_or_default()
    }

    /// The steps of the path on which an access is undefined, in order of execution.
    pub fn possible_steps(&self, instruction: InstructionId) -> Vec<Step> {
        let Some(function) = self.function(instruction) else { return Vec::new() };
        let mut possible_in = self.possible.borrow_mut();
        let of_function = possible_in
            .entry(function)
            .or_insert_with(|| possible(&self.module.index, self.module.info(), function));
        let found = of_function.iter().find(|it| it.finding.instruction == instruction);
        let Some(found) = found else { return Vec::new() };
        let decisions = found.path.iter().map(|it| self.decision(it));
        decisions.chain(self.describe(&found.finding)).collect()
    }

    fn decision(&self, decision: &Decision) -> Step {
        let index = &self.module.index;
        let block = self.instructions.block(self.module.facts, decision.target);
        let function = self.function(decision.terminator);
        let branch = index.conditional_branch.first(decision.terminator);
        let text = match (branch, function) {
            (Some(row), Some(function)) if row.true_target != row.false_target => {
                let holds = row.true_target == decision.target;
                let condition = self.instructions.value(function, row.condition);
                format!("`{condition}` is {holds}, so control continues at {block}")
            }
            _ => format!("control continues at {block}"),
        };
        self.instructions.at(decision.terminator, text)
    }

    fn describe(&self, finding: &Finding) -> Vec<Step> {
        let mut steps = Vec::new();
        steps.extend(finding.memory.map(|it| self.object(it)));
        steps.extend(finding.ended_at.map(|it| self.instructions.at(it, self.end(it))));
        if finding.cause == Cause::Ended && finding.ended_at.is_none() {
            let text = "control has left the block in which the variable is declared".to_owned();
            steps.push(self.instructions.at(finding.instruction, text));
        }
        steps.extend(self.access(finding));
        if finding.is_repeated {
            let text = "this happens in some iteration of the loop".to_owned();
            steps.push(self.instructions.at(finding.instruction, text));
        }
        steps
    }

    /// The object that is accessed, at its allocation.
    fn object(&self, memory: Memory) -> Step {
        let size = memory.size.map(|it| format!(" ({})", bytes(it))).unwrap_or_default();
        match memory.site {
            AllocationSite::Instruction(by) => {
                let variable = self.module.result(by);
                let variable = variable.and_then(|it| self.instructions.sources.variable(it));
                if let Some((name, place)) = variable {
                    return Step {
                        text: format!("the object is the variable `{name}`{size}"),
                        place,
                    };
                }
                let allocation = match self.callee(by) {
                    Some(callee) => callee.to_owned(),
                    None => self.instructions.instruction(by),
                };
                self.instructions.at(by, format!("`{allocation}` allocates the object{size}"))
            }
            AllocationSite::Global(global) => {
                let sources = &self.instructions.sources;
                let name = sources.variable(global).map(|it| it.0);
                let name = name.unwrap_or_else(|| self.module.facts.symbol(global));
                let text = format!("the object is the global `{name}`{size}");
                Step { text, place: sources.of(Entity::Value, global.number()) }
            }
        }
    }

    /// The end of an object's lifetime.
    fn end(&self, at: InstructionId) -> String {
        match (self.opcode(at), self.callee(at)) {
            (Some(Opcode::Ret), _) => {
                "the function returns, which ends the lifetime of the object".to_owned()
            }
            (_, Some(callee)) if !callee.starts_with("llvm.") => format!("`{callee}` frees it"),
            _ => "its lifetime ends".to_owned(),
        }
    }

    /// The access, unless the message already describes it completely.
    fn access(&self, finding: &Finding) -> Option<Step> {
        let (at, cause) = finding.within.unwrap_or((finding.instruction, finding.cause));
        let offset = finding.offset.filter(|_| finding.memory.is_some());
        let how = match (cause, finding.bytes, offset) {
            (Cause::NotAllocated, _, Some(offset)) if offset != 0 => {
                Some(format!("{} behind the start of the object", bytes(offset.unsigned_abs())))
            }
            (
                Cause::OutOfBounds | Cause::Misaligned | Cause::Freed | Cause::Ended,
                Some(size),
                Some(offset),
            ) => Some(format!("{} at offset {offset}", bytes(size))),
            _ => None,
        };
        let what = match self.callee(at) {
            Some(callee) => format!("`{callee}`"),
            None => format!("`{}`", self.opcode(at)?.as_str()),
        };
        let text = match (how, finding.within) {
            (Some(how), None) if cause == Cause::NotAllocated => format!("the address is {how}"),
            (Some(how), None) => format!("{what} accesses {how} of the object"),
            (Some(how), Some(_)) => {
                format!("in `{}`, {what} {}: {how}", self.name_of(at), verb(cause))
            }
            (None, Some(_)) => format!("in `{}`, {what} {}", self.name_of(at), verb(cause)),
            (None, None) => return None,
        };
        Some(self.instructions.at(at, text))
    }

    fn function(&self, instruction: InstructionId) -> Option<FunctionId> {
        self.module.facts.instruction.get(instruction.index()).map(|it| it.function)
    }

    fn opcode(&self, instruction: InstructionId) -> Option<Opcode> {
        self.module.index.opcode_of(instruction)
    }

    /// The name of the function that contains an instruction.
    fn name_of(&self, instruction: InstructionId) -> &'f str {
        let function = self.function(instruction);
        function.map_or("", |it| self.module.index.name_of_function(it))
    }

    /// The name of the function that an instruction calls.
    fn callee(&self, instruction: InstructionId) -> Option<&'f str> {
        let call = self.module.index.call_instruction.first(instruction)?;
        Some(self.module.index.name_of_function(self.module.index.as_function(call.callee)?))
    }
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}

/// The action that is undefined behaviour, as a verb with its object.
fn verb(cause: Cause) -> &'static str {
    match cause {
        Cause::Null | Cause::NullByComparison => "accesses memory through a null pointer",
        Cause::OutOfBounds => "accesses bytes outside of the object",
        Cause::Freed => "accesses the object after it was freed",
        Cause::Ended => "accesses the object after its lifetime",
        Cause::Misaligned => "needs an address with a larger alignment",
        Cause::Constant => "writes to a constant",
        Cause::FreedTwice => "frees the object a second time",
        Cause::NotAllocated => "frees what was not allocated",
        Cause::Zero => "divides by zero",
        Cause::Overflow => "divides the least integer by -1",
        Cause::Uninitialised => "uses uninitialised memory",
        Cause::Poison => "depends on poison",
        Cause::Call => "calls a function that always ends in undefined behaviour",
    }
}
