//! Renders LLVM assembly from the facts alone.
//!
//! The result is the text that LLVM prints for the same module, with these exceptions: attributes
//! are printed inline instead of in numbered groups, metadata has the numbers of the facts, and
//! information that is not in the facts is missing (see [`crate::text::normalize`]).
//!
//! [`facts_schema::assembly`] renders lines. This module provides types, constants, attributes and
//! metadata rendered from their parts, for which irlog uses readable ids. Contradictory facts,
//! which irlog accepts, are an error here.

mod attributes;
mod constants;
mod functions;
mod globals;
mod metadata;
mod types;

use std::cell::Cell;
use std::collections::HashMap;

use facts_schema::assembly::{Assembly, Spelling, Writer, name, quoted};
use facts_schema::view::Index;
use facts_schema::*;

use crate::index::{Strict, by_key};
use crate::newer;

/// Renders facts as text.
pub struct Renderer<'f> {
    pub facts: &'f Facts,
    assembly: Assembly<'f>,
    pub index: Index<'f>,
    pub arguments: HashMap<FunctionId, Vec<Argument>>,
    pub blocks: HashMap<FunctionId, Vec<Block>>,
    pub instructions: HashMap<BlockId, Vec<Instruction>>,
    /// The name or number of each argument, block and instruction result, with its sigil.
    pub locals: HashMap<ValueId, String>,
    /// The name or number of each global, with its sigil.
    pub globals: HashMap<ValueId, String>,
    /// The value of each block.
    pub block_values: HashMap<BlockId, ValueId>,
    /// The value of each function.
    pub function_values: HashMap<FunctionId, ValueId>,
    /// Whether vectors that repeat a number are printed as `splat`, as in symbols.
    splats: bool,
    /// The current nesting depth of types and constants.
    depth: Cell<usize>,
}

/// No module nests types or constants as deeply; facts that do contain a cycle.
const DEPTH_LIMIT: usize = 200;

/// Counts the nesting depth of types and constants while it is alive.
struct Level<'r>(&'r Cell<usize>);

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl<'f> Renderer<'f> {
    pub fn new(facts: &'f Facts) -> Self {
        let mut renderer = Self {
            facts,
            assembly: Assembly::new(facts),
            index: Index::new(facts),
            arguments: by_key(&facts.argument, |row| row.function),
            blocks: by_key(&facts.block, |row| row.function),
            instructions: by_key(&facts.instruction, |row| row.block),
            locals: HashMap::new(),
            globals: HashMap::new(),
            block_values: facts.block.iter().map(|row| (row.block, row.value)).collect(),
            function_values: facts.function.iter().map(|row| (row.function, row.value)).collect(),
            splats: true,
            depth: Cell::new(0),
        };
        renderer.number_globals();
        for function in &facts.function {
            renderer.number_locals(function.function);
        }
        renderer
    }

    /// Renders constants like the LLVM of this build.
    pub fn of_this_llvm(facts: &'f Facts) -> Self {
        Self { splats: newer::writes_splats(), ..Self::new(facts) }
    }

    /// A line for which the writer reports no fault.
    fn line(&self, write: impl FnOnce(&Writer) -> String) -> String {
        let writer = Writer::new(&self.assembly, self);
        let line = write(&writer);
        assert!(writer.faults().is_empty(), "{line}: {:?}", writer.faults());
        line
    }

    /// Enters the next nesting level.
    fn level(&self) -> Level<'_> {
        self.depth.set(self.depth.get() + 1);
        assert!(self.depth.get() < DEPTH_LIMIT, "a type or constant contains itself");
        Level(&self.depth)
    }

    /// LLVM numbers unnamed globals in this order: variables, aliases, ifuncs, functions.
    fn number_globals(&mut self) {
        let mut next = 0;
        for kind in
            [ValueKind::GlobalVariable, ValueKind::Alias, ValueKind::IFunc, ValueKind::Function]
        {
            for global in self.globals_of_kind(kind) {
                let name = self.name_or_number(global.global, '@', &mut next);
                self.globals.insert(global.global, name);
            }
        }
    }

    /// The globals of this kind, in the order of the module.
    pub fn globals_of_kind(&self, kind: ValueKind) -> Vec<Global> {
        let is_of_kind = |row: &&Global| self.index.value.get(row.global).kind == kind;
        self.facts.global.iter().filter(is_of_kind).copied().collect()
    }

    /// LLVM numbers unnamed arguments, then each block and the results in it.
    fn number_locals(&mut self, function: FunctionId) {
        let mut next = 0;
        for argument in self.arguments.list(function, |row| row.position) {
            let name = self.name_or_number(argument.value, '%', &mut next);
            self.locals.insert(argument.value, name);
        }
        for block in self.blocks.list(function, |row| row.position) {
            let name = self.name_or_number(block.value, '%', &mut next);
            self.locals.insert(block.value, name);
            for instruction in self.block_instructions(block.block) {
                if let Some(row) = self.index.instruction_result.find(instruction.instruction) {
                    assert_eq!(self.index.value.get(row.result).kind, ValueKind::Instruction);
                    let name = self.name_or_number(row.result, '%', &mut next);
                    self.locals.insert(row.result, name);
                }
            }
        }
    }

    /// The instructions of a block in order.
    pub fn block_instructions(&self, block: BlockId) -> Vec<Instruction> {
        let mut rows = self.instructions.with_key(block).to_vec();
        rows.sort_by_key(|row| row.position);
        rows
    }

    fn name_or_number(&self, value: ValueId, sigil: char, next: &mut u32) -> String {
        match self.index.value_name.find(value) {
            Some(row) => format!("{sigil}{}", name(self.facts.text(row.name))),
            None => {
                let number = *next;
                *next += 1;
                format!("{sigil}{number}")
            }
        }
    }

    /// A text in quotes.
    pub fn quoted(&self, text: Text) -> String {
        quoted(self.facts.text(text))
    }

    /// A text as a name.
    pub fn name(&self, text: Text) -> String {
        name(self.facts.text(text))
    }
}

impl Spelling for Renderer<'_> {
    fn r#type(&self, r#type: TypeId) -> String {
        self.type_text(r#type)
    }

    fn value(&self, value: ValueId, _: Option<FunctionId>) -> String {
        self.value_text(value)
    }

    fn attribute(&self, attribute: AttributeId) -> String {
        self.attribute(attribute)
    }

    fn metadata(&self, metadata: MetadataId) -> String {
        self.metadata(metadata)
    }
}

/// Parts separated by commas.
pub fn commas(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect::<Vec<_>>().join(", ")
}
