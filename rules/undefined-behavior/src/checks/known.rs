//! The properties of a function that algorithms compute, for use in the clauses of the checks.

use facts_schema::view::{Scope, View};
use facts_schema::{BlockId, FunctionId, InstructionId, UbCause, ValueId};
use interpretation::ModuleInfo;

use crate::chain;
use crate::control::ProgramPoint;
use crate::function::Function;
use crate::module::Module;
use crate::parts::Part;
use crate::rows::Source;
use crate::semantics::Deferred;

/// A function. Clauses use its methods as conditions, or to obtain values.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    module: &'a Module<'a>,
    function: &'a Function<'a, 'a>,
}

impl<'a> Known<'a> {
    /// The properties of a function of a module.
    pub fn of(module: &'a Module<'a>, function: &'a Function<'a, 'a>) -> Self {
        Self { module, function }
    }

    /// The module.
    pub fn index(self) -> &'a View<'a> {
        &self.module.index
    }

    /// What the interpreter needs to know about the module.
    pub fn info(self) -> &'a ModuleInfo {
        self.module.info()
    }

    /// The function's id.
    pub fn function(self) -> FunctionId {
        self.function.function
    }

    /// The rows of the function.
    pub fn scope(self) -> Scope<'a> {
        Scope::function(&self.module.index, self.function.function)
    }

    /// The definite undefined behaviour: the instruction, the operand, and the cause.
    pub fn definite(self) -> Vec<(InstructionId, ValueId, UbCause)> {
        let found = self.function.definite().iter();
        let of = |at| self.function.control.instruction(at);
        found.filter_map(|found| Some((of(found.at)?, found.part.value, found.cause))).collect()
    }

    /// Whether a compiler has optimised the function.
    ///
    /// Some rules check steps of an optimiser: a branch was moved without a freeze, a select became an `and`, or a
    /// redundant freeze was inserted. They infer the step from its result, and from the lack of a proof that the value
    /// is defined. In the output of LLVM's own passes, neither is reliable. Front ends do not emit such code, so it
    /// comes from passes, or from an `&` or two loops in the source. The passes had proofs that are lost later:
    /// inlining removes `noundef` from arguments, and `nuw` is added where overflow is impossible. Also, users cannot
    /// add a freeze to the source.
    ///
    /// Debug locations do not distinguish such instructions from others, because passes give them the location of the
    /// branch that they replace. So this is a property of the whole function. In a function that the compiler does not
    /// optimise (`optnone`), such instructions have another origin.
    pub fn is_optimised_by_compiler(self) -> bool {
        let (index, function) = (&self.module.index, self.function.function);
        index.is_compiled(function) && !index.has_attribute(function, "optnone")
    }

    /// Whether control can reach a block.
    pub fn is_reachable(self, block: BlockId) -> bool {
        self.function.is_reached(block)
    }

    /// Whether `instruction` dominates `other`.
    pub fn dominates(self, instruction: InstructionId, other: InstructionId) -> bool {
        let places = self.place(instruction).zip(self.place(other));
        places.is_some_and(|(place, other)| self.function.control.dominates(place, other))
    }

    /// The loops around a block, by number.
    pub fn loops(self, block: BlockId) -> impl Iterator<Item = usize> + use<'a> {
        self.function.control.loops(block)
    }

    /// The header of the loop with this number.
    pub fn header_of(self, cycle: usize) -> Option<BlockId> {
        self.function.control.loop_header(cycle)
    }

    /// The blocks that are the header of the innermost loop around them.
    pub fn loop_headers(self) -> Vec<BlockId> {
        self.function.control.loop_headers()
    }

    /// Whether a part of `value` could be of this kind at `instruction`.
    pub fn could_be(self, value: ValueId, kind: Deferred, instruction: InstructionId) -> bool {
        let is_so = |at| {
            let mut parts = self.module.parts_of(value);
            parts.any(|part| self.function.could_be_at(part, kind, at))
        };
        self.place(instruction).is_some_and(is_so)
    }

    /// Whether no part of `value` is undef or poison at `instruction`.
    pub fn is_well_defined(self, value: ValueId, instruction: InstructionId) -> bool {
        let is_so = |at| self.function.is_well_defined_at(self.module, value, at);
        self.place(instruction).is_some_and(is_so)
    }

    /// All sources of undef and poison in the function.
    pub fn all_sources(self) -> impl Iterator<Item = Source> + use<'a> {
        self.function.rows.sources.iter().copied()
    }

    /// What may make `value`, a scalar, undef or poison.
    pub fn sources(self, value: ValueId) -> Vec<Source> {
        chain::sources(self.function, Part::new(value, 0))
    }

    /// What makes `value`, a scalar, poison if it is poison itself.
    pub fn strict_sources(self, value: ValueId) -> Vec<Source> {
        chain::strict_sources(self.function, Part::new(value, 0))
    }

    /// The parts that make `value`, a scalar, poison if they are.
    pub fn strictly_needed(self, value: ValueId) -> Vec<Part> {
        chain::strictly_needed(self.function, Part::new(value, 0))
    }

    fn place(self, instruction: InstructionId) -> Option<ProgramPoint> {
        let row = self.module.index.instruction.first(instruction)?;
        Some(self.function.control.place_of(&row))
    }
}
