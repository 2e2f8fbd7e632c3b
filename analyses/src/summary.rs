//! A module at a glance: where it comes from, how much of what is in it, and what the rules say of
//! its operands and its control flow.

use std::collections::BTreeMap;
use std::hash::Hash;

use facts_schema::{BlockId, Entity, EntityId, Facts, FunctionId, RelationId, Text, Word};
use rules::control_flow::UnreachableBlock;
use rules::{ControlFlow, Typing};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::points_to::functions::Functions;

mod text;

/// What there is to say about a module on one page. Its `Display` is that page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The source file that the module names; empty if it names none.
    pub source_file: String,
    /// The target triple; empty if the module has none.
    pub target_triple: String,
    /// What wrote the bitcode, each once. Textual IR does not say.
    pub producers: Vec<String>,
    /// The number of each kind of entity, in the order of [`Entity::ALL`].
    pub entities: Vec<Count>,
    /// Functions by whether they have a body.
    pub functions: FunctionCounts,
    /// Instructions by opcode, most frequent first.
    pub opcodes: Vec<Count>,
    /// Operands of instructions, by what they are.
    pub operands: OperandCounts,
    /// Blocks and edges of all control-flow graphs.
    pub control_flow: ControlFlowCounts,
    /// The functions that have unreachable blocks, in module order.
    pub functions_with_unreachable_blocks: Vec<UnreachableBlocks>,
    /// Values by kind, most frequent first. Constants are values.
    pub values: Vec<Count>,
    /// Types by kind, most frequent first.
    pub types: Vec<Count>,
    /// Global variables, functions, aliases and ifuncs by linkage, most frequent first.
    pub linkages: Vec<Count>,
    /// What there is of debug information.
    pub debug_information: DebugCounts,
}

/// How many there are of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// What is counted.
    pub name: &'static str,
    /// How many there are.
    pub count: usize,
}

/// Every function is counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionCounts {
    /// Functions with a body.
    pub defined: usize,
    /// Functions without a body, other than intrinsics.
    pub declared: usize,
    /// Functions that LLVM itself knows the meaning of.
    pub intrinsics: usize,
}

/// Every operand of every instruction is counted once: the same value used twice is two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandCounts {
    /// Operands that are arguments, results of instructions, or blocks.
    pub variables: usize,
    /// Operands that are constants, globals among them, inline assembly or metadata.
    pub immediates: usize,
}

/// Sizes of the control-flow graphs of all functions together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlFlowCounts {
    /// Pairs of a block and one of its successors.
    pub edges: usize,
    /// Blocks to which a path leads from the entry of their function.
    pub reachable: usize,
    /// Blocks to which no path leads from the entry of their function.
    pub unreachable: usize,
    /// Blocks that end with a terminator that has no successors.
    pub exits: usize,
}

/// The unreachable blocks of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachableBlocks {
    /// The function, as in the source.
    pub function: String,
    /// How many of its blocks are unreachable.
    pub unreachable: usize,
    /// How many blocks it has.
    pub blocks: usize,
}

/// All zero when the module has no debug information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DebugCounts {
    /// Instructions that have a source location.
    pub located_instructions: usize,
    /// Source files.
    pub files: usize,
    /// Functions of the source.
    pub subprograms: usize,
    /// Variables of the source, local and global.
    pub variables: usize,
}

impl Summary {
    /// Counts what is in a module, and runs the rules on it.
    pub fn of(facts: &Facts) -> Self {
        let module = facts.module.first();
        let text = |text: Option<Text>| text.map(|it| facts.display(it).into_owned());
        let graph = ControlFlow::of(facts);
        Self {
            source_file: text(module.map(|it| it.source_file)).unwrap_or_default(),
            target_triple: text(module.map(|it| it.target_triple)).unwrap_or_default(),
            producers: producers(facts),
            entities: entities(facts),
            functions: functions(facts),
            opcodes: by_frequency(facts.instruction.iter().map(|row| row.opcode)),
            operands: operands(facts),
            control_flow: ControlFlowCounts {
                edges: graph.successor.len(),
                reachable: graph.reachable_block.len(),
                unreachable: graph.unreachable_block.len(),
                exits: graph.exit_block.len(),
            },
            functions_with_unreachable_blocks: unreachable_blocks(facts, &graph),
            values: by_frequency(facts.value.iter().map(|row| row.kind)),
            types: by_frequency(facts.r#type.iter().map(|row| row.kind)),
            linkages: by_frequency(facts.global.iter().map(|row| row.linkage)),
            debug_information: DebugCounts {
                located_instructions: facts.instruction_location.len(),
                files: facts.source_file.len(),
                subprograms: facts.subprogram.len(),
                variables: facts.source_variable.len(),
            },
        }
    }

    /// The number of instructions.
    fn instruction_count(&self) -> usize {
        self.opcodes.iter().map(|it| it.count).sum()
    }
}

fn producers(facts: &Facts) -> Vec<String> {
    let mut producers = Vec::new();
    for row in &facts.bitcode_producer {
        let producer = facts.display(row.producer);
        if !producers.iter().any(|it| *it == producer) {
            producers.push(producer.into_owned());
        }
    }
    producers
}

fn entities(facts: &Facts) -> Vec<Count> {
    let count = |&entity: &Entity| Count {
        name: entity.name(),
        count: facts.row_count(RelationId::defining(entity)),
    };
    Entity::ALL.iter().map(count).collect()
}

fn functions(facts: &Facts) -> FunctionCounts {
    let with_body: FxHashSet<FunctionId> = facts.block.iter().map(|row| row.function).collect();
    let intrinsics: FxHashSet<FunctionId> =
        facts.intrinsic.iter().map(|row| row.function).collect();
    let mut counts = FunctionCounts { defined: 0, declared: 0, intrinsics: 0 };
    for row in &facts.function {
        if with_body.contains(&row.function) {
            counts.defined += 1;
        } else if intrinsics.contains(&row.function) {
            counts.intrinsics += 1;
        } else {
            counts.declared += 1;
        }
    }
    counts
}

fn operands(facts: &Facts) -> OperandCounts {
    let typing = Typing::of(facts);
    let operands = || facts.instruction_operand.iter().map(|row| row.operand);
    OperandCounts {
        variables: operands().filter(|&operand| typing.is_variable(operand)).count(),
        immediates: operands().filter(|&operand| typing.is_immediate(operand)).count(),
    }
}

fn unreachable_blocks(facts: &Facts, graph: &ControlFlow) -> Vec<UnreachableBlocks> {
    let function_of = |block: BlockId| facts.block.get(block.index()).map(|row| row.function);
    let mut unreachable = BTreeMap::<FunctionId, usize>::new();
    for &UnreachableBlock(block) in &graph.unreachable_block {
        if let Some(function) = function_of(block) {
            *unreachable.entry(function).or_default() += 1;
        }
    }
    let mut blocks = FxHashMap::<FunctionId, usize>::default();
    for row in &facts.block {
        *blocks.entry(row.function).or_default() += 1;
    }
    let functions = Functions::new(facts);
    unreachable
        .into_iter()
        .map(|(function, unreachable)| UnreachableBlocks {
            function: functions.full_name(function),
            unreachable,
            blocks: blocks.get(&function).copied().unwrap_or_default(),
        })
        .collect()
}

/// How often each word occurs; most frequent first, and by spelling where that is equal.
fn by_frequency<W: Word + Hash>(words: impl Iterator<Item = W>) -> Vec<Count> {
    let mut counts = FxHashMap::<W, usize>::default();
    for word in words {
        *counts.entry(word).or_default() += 1;
    }
    let mut counts: Vec<Count> =
        counts.into_iter().map(|(word, count)| Count { name: word.as_str(), count }).collect();
    counts.sort_by(|one, other| other.count.cmp(&one.count).then(one.name.cmp(other.name)));
    counts
}

#[cfg(test)]
mod tests;
