//! The scope of a program: the whole module, one instruction of each shape, or one function.

use std::ops::Range;

use super::View;
use crate::*;

/// The scope of a program. Rows that the program looks up by key come from the whole module; rows
/// from which it starts come from the scope.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    module: &'a View<'a>,
    /// The view that contains the rows of instructions.
    instructions: &'a View<'a>,
    function: Option<FunctionId>,
    range: Option<(InstructionId, InstructionId)>,
    blocks: Option<(BlockId, BlockId)>,
}

impl<'a> Scope<'a> {
    /// The whole module.
    pub fn module(module: &'a View<'a>) -> Self {
        Self { module, instructions: module, function: None, range: None, blocks: None }
    }

    /// The module, whose instructions are limited to those of `representatives`, a view of their
    /// rows.
    pub fn representatives(module: &'a View<'a>, representatives: &'a View<'a>) -> Self {
        Self { instructions: representatives, ..Self::module(module) }
    }

    /// `function` with its instructions and blocks.
    pub fn function(module: &'a View<'a>, function: FunctionId) -> Self {
        let instructions = module.instructions_of(function);
        let blocks = module.blocks_of(function);
        Self {
            function: Some(function),
            range: Some((instructions.start, instructions.end)),
            blocks: Some((blocks.start, blocks.end)),
            ..Self::module(module)
        }
    }

    /// Limits the scope to instructions whose rows are in `some`, a view of their rows.
    pub fn with_instructions(self, some: &'a View<'a>) -> Self {
        Self { instructions: some, ..self }
    }

    /// The module without the instructions and blocks of its functions.
    pub fn outside_functions(module: &'a View<'a>) -> Self {
        let (instruction, block) = (InstructionId(0), BlockId(0));
        Self {
            range: Some((instruction, instruction)),
            blocks: Some((block, block)),
            ..Self::module(module)
        }
    }

    /// The module: the rows of everything except instructions.
    pub fn whole(self) -> &'a View<'a> {
        self.module
    }

    /// The rows of instructions.
    pub fn scoped(self) -> &'a View<'a> {
        self.instructions
    }

    /// The keys of the functions in scope; `None` means all.
    pub fn functions(self) -> Option<Range<FunctionId>> {
        self.function.map(|it| it..FunctionId(it.0 + 1))
    }

    /// The keys of the instructions in scope; `None` means all.
    pub fn instructions(self) -> Option<Range<InstructionId>> {
        self.range.map(|(start, end)| start..end)
    }

    /// The keys of the blocks in scope; `None` means all.
    pub fn blocks(self) -> Option<Range<BlockId>> {
        self.blocks.map(|(start, end)| start..end)
    }

    /// All facts of the module.
    pub fn facts(self) -> &'a Facts {
        self.module.facts()
    }

    /// A text, for comparison with names that rules know. Text that is not UTF-8 cannot be such a
    /// name, and is returned as the empty text.
    pub fn text(self, text: Text) -> &'a str {
        self.module.text(text)
    }

    /// The interned text equal to `text`, if the module has it.
    pub fn find(self, text: &str) -> Option<Text> {
        self.facts().texts.find(text.as_bytes())
    }

    /// The unsigned value of an integer constant, if it fits into 128 bits.
    pub fn unsigned(self, constant: ValueId) -> Option<u128> {
        self.module.unsigned(constant)
    }

    /// The data layout string of the module.
    pub fn data_layout(self) -> &'a str {
        self.module.data_layout()
    }
}
