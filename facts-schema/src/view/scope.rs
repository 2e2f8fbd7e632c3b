//! What a program runs over: the whole module, one instruction of each shape, or one function.

use std::ops::Range;

use super::View;
use crate::*;

/// What a program runs over. The rows that a program looks up by their keys are those of the module;
/// the rows that it begins with, those of the scope.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    module: &'a View<'a>,
    /// Where the rows of instructions are read.
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

    /// The module, and of its instructions only those of `representatives`, a view of their rows.
    pub fn representatives(module: &'a View<'a>, representatives: &'a View<'a>) -> Self {
        Self { instructions: representatives, ..Self::module(module) }
    }

    /// `function`, with its instructions and blocks.
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

    /// Only those instructions whose rows are in `some`, a view of their rows.
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

    /// The module: rows of all that is not an instruction.
    pub fn whole(self) -> &'a View<'a> {
        self.module
    }

    /// The rows of instructions.
    pub fn scoped(self) -> &'a View<'a> {
        self.instructions
    }

    /// The keys of the functions in scope; nothing stands for all.
    pub fn functions(self) -> Option<Range<FunctionId>> {
        self.function.map(|it| it..FunctionId(it.0 + 1))
    }

    /// The keys of the instructions in scope; nothing stands for all.
    pub fn instructions(self) -> Option<Range<InstructionId>> {
        self.range.map(|(start, end)| start..end)
    }

    /// The keys of the blocks in scope; nothing stands for all.
    pub fn blocks(self) -> Option<Range<BlockId>> {
        self.blocks.map(|(start, end)| start..end)
    }

    /// All facts of the module.
    pub fn facts(self) -> &'a Facts {
        self.module.facts()
    }

    /// A text, to be compared with names that rules know. Text that is not UTF-8 is no such name,
    /// and is given as empty.
    pub fn text(self, text: Text) -> &'a str {
        self.module.text(text)
    }

    /// The text that says `text`, if the module has it.
    pub fn find(self, text: &str) -> Option<Text> {
        self.facts().texts.find(text.as_bytes())
    }

    /// An integer constant as a plain binary number, if 128 bits can hold it.
    pub fn unsigned(self, constant: ValueId) -> Option<u128> {
        self.module.unsigned(constant)
    }

    /// The data layout of the module, as it is written.
    pub fn data_layout(self) -> &'a str {
        self.module.data_layout()
    }
}
