//! A summary of a module: its origin, the number of its entities, and the results of the rules
//! about operands and control flow.

use std::collections::BTreeMap;
use std::hash::Hash;

use facts_schema::{BlockId, Entity, EntityId, Facts, FunctionId, RelationId, Text, Word};
use rules::control_flow::UnreachableBlock;
use rules::{ControlFlow, Typing};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::points_to::functions::Functions;

mod text;

/// A one-page summary of a module. `Display` formats the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The source file name of the module; empty if it has none.
    pub source_file: String,
    /// The target triple; empty if the module has none.
    pub target_triple: String,
    /// The distinct producers of the bitcode. Textual IR does not name its producer.
    pub producers: Vec<String>,
    /// The number of each kind of entity, in the order of [`Entity::ALL`].
    pub entities: Vec<Count>,
    /// The number of functions with and without a body.
    pub functions: FunctionCounts,
    /// Instructions by opcode, most frequent first.
    pub opcodes: Vec<Count>,
    /// The number of operands of instructions, by kind.
    pub operands: OperandCounts,
    /// The number of blocks and edges in all control-flow graphs.
    pub control_flow: ControlFlowCounts,
    /// The functions that have unreachable blocks, in module order.
    pub functions_with_unreachable_blocks: Vec<UnreachableBlocks>,
    /// Values by kind, most frequent first. Values include constants.
    pub values: Vec<Count>,
    /// Types by kind, most frequent first.
    pub types: Vec<Count>,
    /// Global variables, functions, aliases and ifuncs by linkage, most frequent first.
    pub linkages: Vec<Count>,
    /// The amount of debug information.
    pub debug_information: DebugCounts,
}

/// The number of entities of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The kind.
    pub name: &'static str,
    /// The number.
    pub count: usize,
}

/// The number of functions. Each function is counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionCounts {
    /// Functions with a body.
    pub defined: usize,
    /// Functions without a body, other than intrinsics.
    pub declared: usize,
    /// Functions whose semantics LLVM defines.
    pub intrinsics: usize,
}

/// The number of operands. Each operand of each instruction is counted once, so a value that is
/// used twice is two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandCounts {
    /// Operands that are arguments, results of instructions, or blocks.
    pub variables: usize,
    /// Operands that are constants (including globals), inline assembly or metadata.
    pub immediates: usize,
}

/// The total size of the control-flow graphs of all functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlFlowCounts {
    /// Pairs of a block and one of its successors.
    pub edges: usize,
    /// Blocks that are reachable from the entry of their function.
    pub reachable: usize,
    /// Blocks that are not reachable from the entry of their function.
    pub unreachable: usize,
    /// Blocks that end with a terminator that has no successors.
    pub exits: usize,
}

/// The unreachable blocks of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachableBlocks {
    /// The source name of the function.
    pub function: String,
    /// The number of its unreachable blocks.
    pub unreachable: usize,
    /// The number of its blocks.
    pub blocks: usize,
}

/// The amount of debug information; all zero if the module has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DebugCounts {
    /// Instructions that have a source location.
    pub located_instructions: usize,
    /// Source files.
    pub files: usize,
    /// Source functions.
    pub subprograms: usize,
    /// Source variables, local and global.
    pub variables: usize,
}

impl Summary {
    /// Counts the entities of a module, and runs the rules on it.
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

/// The frequency of each word, most frequent first; ties are sorted by spelling.
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
