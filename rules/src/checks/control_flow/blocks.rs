//! What a block begins and ends with.
//!
//! **Scope: module**, on narrow rows. Of the pairs of instructions that follow each other in a block,
//! there is one for each pair of opcodes. Blocks go into the program only from functions that have
//! fewer terminators than blocks.

use facts_schema::{
    BlockId, EntityId, Facts, FunctionId, Instruction, InstructionId, Opcode, Word,
};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Block, BlockTerminator, Broken, Crepe, Follows};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { ControlFlow "control-flow";
    /// A block ends with a terminator.
    ///
    /// Control does not fall from one block into the next: the last instruction of a block says where
    /// it goes, even if that is the next block.
    deny NO_TERMINATOR: "CFG010" "block-without-terminator" {
        message: "`{subject}` does not end with a terminator",
        reference: "LangRef, Terminator Instructions",
        checks: ["visitBasicBlock: Basic Block does not have terminator!"],
    }

    /// A terminator is the last instruction of its block.
    ///
    /// What follows it would never be executed, and belongs into another block.
    deny TERMINATOR_INSIDE: "CFG011" "terminator-inside-block" {
        message: "`{opcode}` ends its block, but `{detail}` follows it",
        reference: "LangRef, Terminator Instructions",
        checks: ["visitTerminator: Terminator found in the middle of a basic block!"],
    }

    /// Phis come before all other instructions of their block.
    ///
    /// They take their values all at once, at the moment when control enters the block.
    deny PHI_NOT_FIRST: "CFG012" "phi-not-at-top" {
        message: "the phi comes after `{detail}`, which is no phi",
        reference: "LangRef, phi",
        checks: ["visitPHINode: PHI nodes not grouped at top of basic block!"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let mut program = Crepe::new();
    unterminated(facts, &mut program);
    let sample = pairs_of_opcodes(facts);
    program.extend(sample.iter().map(Follows::from));
    let broken: Vec<Violation> = run(program);
    let suspects: FxHashSet<InstructionId> =
        broken.iter().filter_map(|it| it.subject.instruction()).collect();
    if suspects.is_empty() {
        return broken;
    }

    // The pairs of these opcodes are not in order: now look at all of them.
    let opcodes: FxHashSet<(Opcode, Opcode)> = sample
        .iter()
        .filter(|pair| {
            suspects.contains(&pair.0.instruction) || suspects.contains(&pair.1.instruction)
        })
        .map(|(first, second)| (first.opcode, second.opcode))
        .collect();
    let mut program = Crepe::new();
    let suspects =
        pairs(facts).filter(|(one, other)| opcodes.contains(&(one.opcode, other.opcode)));
    program.extend(suspects.map(|pair| Follows::from(&pair)));
    broken.into_iter().chain(run(program)).collect()
}

fn run(program: Crepe) -> Vec<Violation> {
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// The instructions that follow each other in a block.
fn pairs(facts: &Facts) -> impl Iterator<Item = (Instruction, Instruction)> {
    let pairs = facts.instruction.array_windows().map(|&[one, other]| (one, other));
    pairs.filter(|(one, other)| one.block == other.block)
}

/// One pair of instructions for each pair of opcodes that follow each other.
fn pairs_of_opcodes(facts: &Facts) -> Vec<(Instruction, Instruction)> {
    let count = Opcode::ALL.len();
    let mut is_known = vec![false; count * count];
    let is_new = |(one, other): &(Instruction, Instruction)| {
        let entry = &mut is_known[one.opcode as usize * count + other.opcode as usize];
        !std::mem::replace(entry, true)
    };
    pairs(facts).filter(is_new).collect()
}

/// The blocks of functions in which some block has no terminator.
fn unterminated(facts: &Facts, program: &mut Crepe) {
    if facts.block.len() == facts.block_terminator.len() {
        return;
    }
    let mut missing: Vec<i64> = vec![0; facts.function.len()];
    let mut count = |function: FunctionId, by| {
        if let Some(entry) = missing.get_mut(function.index()) {
            *entry += by;
        }
    };
    facts.block.iter().for_each(|row| count(row.function, 1));
    let function_of = |block: BlockId| Some(facts.block.get(block.index())?.function);
    let terminated = facts.block_terminator.iter().filter_map(|row| function_of(row.block));
    terminated.for_each(|function| count(function, -1));

    let is_missing =
        |function: FunctionId| missing.get(function.index()).is_some_and(|&it| it != 0);
    let blocks = facts.block.iter().filter(|row| is_missing(row.function));
    program.extend(blocks.map(|row| Block(row.block)));
    let terminators = facts.block_terminator.iter();
    let terminators = terminators.filter(|row| function_of(row.block).is_some_and(is_missing));
    program.extend(terminators.map(|row| BlockTerminator(row.block)));
}

fn is_terminator(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        Ret | Br
            | Switch
            | IndirectBr
            | Invoke
            | CallBr
            | Resume
            | CatchSwitch
            | CatchRet
            | CleanupRet
            | Unreachable
    )
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `instruction`, of `opcode`, directly follows `previous`, of `previous_opcode`.
        pub struct Follows(pub InstructionId, pub Opcode, pub InstructionId, pub Opcode);

        @input
        /// `block` is a block.
        pub struct Block(pub BlockId);

        @input
        /// `block` ends with a terminator.
        pub struct BlockTerminator(pub BlockId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(NO_TERMINATOR, Subject::Block(block), Detail::None) <-
            Block(block),
            !BlockTerminator(block);

        Broken(TERMINATOR_INSIDE, Subject::Instruction(terminator), Detail::Instruction(next)) <-
            Follows(next, _, terminator, opcode),
            (is_terminator(opcode));

        Broken(PHI_NOT_FIRST, Subject::Instruction(phi), Detail::Instruction(previous)) <-
            Follows(phi, Opcode::Phi, previous, opcode),
            (opcode != Opcode::Phi);
    }
}

impl From<&(Instruction, Instruction)> for Follows {
    fn from((first, second): &(Instruction, Instruction)) -> Self {
        Self(second.instruction, second.opcode, first.instruction, first.opcode)
    }
}

violation_from! { Broken }
