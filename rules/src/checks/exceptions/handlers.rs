//! The functions that handle exceptions, and what is asked of their blocks and pads.

use facts_schema::{
    Block, BlockId, BlockSuccessor, CatchRetInstruction, CleanupRetInstruction, EntityId, Facts,
    FuncletPad, FunctionId, Instruction, InstructionId, InstructionResult, InvokeInstruction,
    Opcode, UnwindTarget, ValueId, ValueKind,
};
use rustc_hash::FxHashMap;

use crate::bridge::ByFunction;
use crate::by_key::ByKey;

/// The functions that handle exceptions.
pub(super) struct Handlers<'a> {
    facts: &'a Facts,
    /// The instructions that have a part in it.
    instructions: ByFunction<Instruction>,
    /// The edges into blocks with pads.
    edges: ByFunction<BlockSuccessor>,
    blocks: ByKey<'a, Instruction, BlockId>,
    invokes: ByKey<'a, InvokeInstruction, InstructionId>,
    unwind_targets: ByKey<'a, UnwindTarget, InstructionId>,
    funclet_pads: ByKey<'a, FuncletPad, InstructionId>,
    catchrets: ByKey<'a, CatchRetInstruction, InstructionId>,
    cleanuprets: ByKey<'a, CleanupRetInstruction, InstructionId>,
    /// The pads of funclets, by the tokens that they compute.
    tokens: FxHashMap<ValueId, InstructionId>,
}

/// What a pad lies in, or an exception comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Scope {
    /// The function itself, outside of all funclets.
    Function,
    /// A `catchswitch`, `catchpad` or `cleanuppad`.
    Pad(InstructionId),
    /// Something that is no pad.
    Other,
}

impl<'a> Handlers<'a> {
    /// The functions of a module that handle exceptions, if there are any.
    pub fn of(facts: &'a Facts) -> Option<Self> {
        let instructions: Vec<Instruction> =
            facts.instruction.iter().filter(|row| is_handling(row.opcode)).copied().collect();
        if instructions.is_empty() {
            return None;
        }
        let mut has_pad = vec![false; facts.block.len()];
        for row in instructions.iter().filter(|row| is_pad(row.opcode)) {
            if let Some(entry) = has_pad.get_mut(row.block.index()) {
                *entry = true;
            }
        }
        let edges = ByFunction::new(&facts.block_successor, |row| {
            let leads_to_pad = has_pad.get(row.successor.index()).is_some_and(|&it| it);
            if !leads_to_pad {
                return None;
            }
            Some(facts.block.get(row.block.index())?.function)
        });
        let results: ByKey<InstructionResult, _> =
            ByKey::new(&facts.instruction_result, |row| row.instruction);
        let tokens = facts.funclet_pad.iter().filter_map(|row| {
            let result = results.of(row.instruction).first()?;
            Some((result.result, row.instruction))
        });
        Some(Self {
            facts,
            instructions: ByFunction::new(&instructions, |row| Some(row.function)),
            edges,
            blocks: ByKey::new(&facts.instruction, |row| row.block),
            invokes: ByKey::new(&facts.invoke_instruction, |row| row.instruction),
            unwind_targets: ByKey::new(&facts.unwind_target, |row| row.instruction),
            funclet_pads: ByKey::new(&facts.funclet_pad, |row| row.instruction),
            catchrets: ByKey::new(&facts.catchret_instruction, |row| row.instruction),
            cleanuprets: ByKey::new(&facts.cleanupret_instruction, |row| row.instruction),
            tokens: tokens.collect(),
        })
    }

    /// The functions, in order.
    pub fn functions(&self) -> Vec<FunctionId> {
        self.instructions.functions()
    }

    /// The instructions of `function` that have a part in it.
    pub fn instructions(&self, function: FunctionId) -> &[Instruction] {
        self.instructions.of(function)
    }

    /// The edges into blocks of `function` with pads.
    pub fn edges(&self, function: FunctionId) -> &[BlockSuccessor] {
        self.edges.of(function)
    }

    /// The first instruction of `block` that is no phi.
    pub fn first(&self, block: BlockId) -> Option<&Instruction> {
        self.blocks.of(block).iter().find(|row| row.opcode != Opcode::Phi)
    }

    /// The last instruction of `block`.
    pub fn last(&self, block: BlockId) -> Option<&Instruction> {
        self.blocks.of(block).last()
    }

    /// Whether `block` is the entry of its function.
    pub fn is_entry(&self, block: BlockId) -> bool {
        let row: Option<&Block> = self.facts.block.get(block.index());
        row.is_some_and(|row| row.position == 0)
    }

    /// Where an invoke goes.
    pub fn invoke(&self, instruction: InstructionId) -> Option<&InvokeInstruction> {
        self.invokes.of(instruction).first()
    }

    /// The block that an invoke, `catchswitch` or `cleanupret` unwinds to.
    pub fn unwind_target(&self, instruction: InstructionId) -> Option<BlockId> {
        let invoke = self.invoke(instruction).map(|row| row.unwind_target);
        let other = || Some(self.unwind_targets.of(instruction).first()?.target);
        invoke.or_else(other)
    }

    /// What the pad of a funclet lies in.
    pub fn parent(&self, pad: InstructionId) -> Scope {
        match self.funclet_pads.of(pad).first() {
            Some(row) => self.scope(row.parent),
            None => Scope::Other,
        }
    }

    /// What a `catchret` or `cleanupret` leaves.
    pub fn left(&self, instruction: InstructionId) -> Option<Scope> {
        let catchret = self.catchrets.of(instruction).first().map(|row| row.pad);
        let cleanupret = || Some(self.cleanuprets.of(instruction).first()?.pad);
        Some(self.scope(catchret.or_else(cleanupret)?))
    }

    /// What a token stands for.
    pub fn scope(&self, token: ValueId) -> Scope {
        let kind = self.facts.value.get(token.index()).map(|row| row.kind);
        match (self.tokens.get(&token), kind) {
            (Some(&pad), _) => Scope::Pad(pad),
            (None, Some(ValueKind::TokenNone)) => Scope::Function,
            (None, _) => Scope::Other,
        }
    }

    /// The pad that computes a token.
    pub fn pad(&self, token: ValueId) -> Option<InstructionId> {
        self.tokens.get(&token).copied()
    }
}

/// Whether the instruction receives exceptions.
pub(super) fn is_pad(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, LandingPad | CatchSwitch | CatchPad | CleanupPad)
}

fn is_handling(opcode: Opcode) -> bool {
    use Opcode::*;
    is_pad(opcode) || matches!(opcode, Invoke | Resume | CatchRet | CleanupRet)
}
