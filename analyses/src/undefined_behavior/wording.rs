//! Describes steps and reasons.

use facts_schema::assembly::{Assembly, Spelling};
use facts_schema::{
    BlockId, DeferredReason, Entity, EntityId, Facts, FunctionId, InstructionId, ValueId,
};
use undefined_behavior::chain::Chain;
use undefined_behavior::rows::{How, Pass, Source};
use undefined_behavior::slots::FIRST_CELL;
use undefined_behavior::{Deferred, Function, Module, Part};

use crate::check::Step;
use crate::source::SourceLines;

/// Finds the text and the source locations of instructions.
pub(super) struct Wording<'f> {
    assembly: Assembly<'f>,
    pub sources: SourceLines<'f>,
}

impl<'f> Wording<'f> {
    pub fn new(facts: &'f Facts) -> Self {
        Self { assembly: Assembly::new(facts), sources: SourceLines::new(facts) }
    }

    /// A step at an instruction.
    pub fn at(&self, instruction: InstructionId, text: String) -> Step {
        Step { text, place: self.sources.of(Entity::Instruction, instruction.number()) }
    }

    /// A step that computes a value.
    fn of(&self, value: ValueId, text: String) -> Step {
        Step { text, place: self.sources.of(Entity::Value, value.number()) }
    }

    /// An instruction, as LLVM prints it.
    pub fn instruction(&self, instruction: InstructionId) -> String {
        self.assembly.instruction(instruction).text.trim().to_owned()
    }

    /// A block as an operand: `%then`.
    pub fn block(&self, facts: &Facts, block: BlockId) -> String {
        let row = facts.block.get(block.index());
        row.map(|it| self.value(it.function, it.value)).unwrap_or_default()
    }

    /// A value as an operand without its type: `%x`, `7`.
    pub fn value(&self, function: FunctionId, value: ValueId) -> String {
        self.assembly.value(value, Some(function))
    }

    /// A part of a value, if the value has several parts.
    pub fn part(&self, module: &Module, function: FunctionId, part: Part) -> String {
        let name = self.value(function, part.value);
        match module.part_count(part.value) {
            1 => name,
            _ => format!("part {} of {name}", part.number),
        }
    }

    /// The instruction that computes the value, as LLVM prints it, or the kind of the value.
    fn definition(&self, module: &Module, function: FunctionId, value: ValueId) -> String {
        match module.definition(value) {
            Some(row) => format!("`{}`", self.assembly.instruction(row.instruction).text.trim()),
            None if module.index.argument.first(value).is_some() => {
                format!("the argument `{}`", self.value(function, value))
            }
            None => format!("the constant `{}`", self.value(function, value)),
        }
    }

    /// The steps of a chain, starting at the source.
    pub fn chain(
        &self,
        module: &Module,
        function: &Function,
        chain: &Chain,
        kind: Deferred,
    ) -> Vec<Step> {
        let of = function.function;
        let source = chain.source;
        let definition = self.definition(module, of, source.part.value);
        let is_always = function.rows.always.contains(&(source.part, source.written));
        let verb = if is_always { "is always" } else { "may be" };
        let which = match module.part_count(source.part.value) {
            1 => String::new(),
            _ => format!("part {} of ", source.part.number),
        };
        let because = self.origin(function, source).unwrap_or(because(source.reason).to_owned());
        let first = format!("{which}{definition} {verb} {}{because}", word(kind));
        let steps = chain
            .steps
            .iter()
            .map(|step| self.of(step.to.value, self.step(module, function, step, kind)));
        [self.of(source.part.value, first)].into_iter().chain(steps).collect()
    }

    /// The store or the allocation that the value originates from, if it is known.
    fn origin(&self, function: &Function, source: Source) -> Option<String> {
        let origins = function.rows.origins.iter();
        let mut of_part =
            origins.filter(|(part, kind, _)| *part == source.part && *kind == source.written);
        let text = |instruction| self.assembly.instruction(instruction).text.trim().to_owned();
        match source.reason {
            DeferredReason::Memory => {
                let (.., store) = of_part.next_back()?;
                Some(format!(" (possibly stored by `{}`)", text(*store)))
            }
            DeferredReason::Uninitialised => {
                let (.., by) = of_part.next()?;
                Some(format!(" (uninitialised memory of `{}`)", text(*by)))
            }
            _ => None,
        }
    }

    fn step(&self, module: &Module, function: &Function, step: &Pass, kind: Deferred) -> String {
        let of = function.function;
        let definition = self.definition(module, of, step.to.value);
        if step.from.number >= FIRST_CELL {
            return format!("{definition} may load it");
        }
        let which = match module.part_count(step.to.value) {
            _ if step.to.number >= FIRST_CELL => String::new(),
            1 => String::new(),
            _ => format!("part {} of ", step.to.number),
        };
        let from = self.part(module, of, step.from);
        let word = word(kind);
        let stored = function
            .control
            .rows()
            .get(step.at.position() as usize)
            .filter(|row| row.opcode == facts_schema::Opcode::Store && step.how == How::Chosen);
        if let Some(row) = stored {
            let store = self.assembly.instruction(row.instruction).text;
            return format!("`{}` stores it as `{from}`", store.trim());
        }
        match step.how {
            How::Moves => format!("{which}{definition} is `{from}`"),
            How::Chosen | How::Selected => format!("{which}{definition} may be `{from}`"),
            How::Unselected => format!(
                "{which}{definition} is {word} because `{from}` is, although it is not selected"
            ),
            How::Decided => {
                format!("{which}{definition} is selected by a {word} condition, `{from}`")
            }
            How::Injective | How::Strict => {
                format!("{which}{definition} is computed from {word}, `{from}`")
            }
        }
    }

    /// The last line: the sink.
    pub fn use_of(
        &self,
        function: FunctionId,
        instruction: InstructionId,
        value: ValueId,
    ) -> String {
        let text = self.assembly.instruction(instruction).text;
        format!("`{}` uses `{}`", text.trim(), self.value(function, value))
    }
}

/// The name of the kind.
pub(super) fn word(kind: Deferred) -> &'static str {
    match kind {
        Deferred::Undef => "undef",
        Deferred::Poison => "poison",
    }
}

/// Why a value may be undef or poison by itself, in parentheses; empty for the constants.
pub(super) fn because(reason: DeferredReason) -> &'static str {
    use DeferredReason as Reason;
    match reason {
        Reason::Undef | Reason::Poison => "",
        Reason::Nuw => " (unsigned wrap)",
        Reason::Nsw => " (signed wrap)",
        Reason::Exact => " (remainder of an exact operation)",
        Reason::Disjoint => " (common bits of disjoint operands)",
        Reason::NNeg => " (negative operand)",
        Reason::SameSign => " (operands of different signs)",
        Reason::InBounds => " (out of bounds)",
        Reason::Nusw => " (address wrap)",
        Reason::Nnan => " (NaN operand or result)",
        Reason::Ninf => " (infinite operand or result)",
        Reason::ShiftAmount => " (shift amount not less than the width)",
        Reason::ElementIndex => " (index out of range)",
        Reason::ShuffleMask => " (poison lane in the mask)",
        Reason::FloatToInteger => " (number out of range)",
        Reason::AddressSpace => " (address not in the other address space)",
        Reason::Intrinsic => " (excluded operand)",
        Reason::Metadata => " (violated metadata)",
        Reason::Attribute => " (violated attribute)",
        Reason::Uninitialised => " (uninitialised memory)",
        Reason::Memory => " (unknown memory)",
        Reason::Argument => " (passed by callers)",
        Reason::Call => " (unknown result of a call)",
        Reason::Other => " (unknown operation)",
    }
}
