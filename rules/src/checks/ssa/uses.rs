//! The uses of arguments, blocks and results of instructions that a rule can object to.
//!
//! Of the hundreds of thousands of uses in a module, nearly all are plainly in order, as one or two
//! comparisons show. They are left out here:
//!
//! - a use in the same block, by an instruction that comes after the definition;
//! - a use by a phi, when control comes from the block of the definition;
//! - a use in a block other than the entry of what is defined in the entry, which all paths begin
//!   with;
//! - a use in a block that control can only come to from the block of the definition, straight or by
//!   way of blocks with one predecessor each.
//!
//! The result of an invoke is there only where it returns normally: its uses are plainly in order
//! only where it is a phi that asks for the value on that way.

use facts_schema::{
    BlockId, EntityId, Facts, FunctionId, Instruction, InstructionId, InstructionOperand, Opcode,
    PhiIncoming, ValueId,
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::dominance::Place;
use crate::predecessors::Predecessors;

/// Operand `position` of `user` is the result of `definition`.
#[derive(Clone, Copy)]
pub(super) struct Use {
    pub user: InstructionId,
    pub position: u32,
    pub definition: InstructionId,
    /// Where the value is used. That is where control comes from, if `user` is a phi.
    pub at: Place,
    /// From where on the value is there.
    pub from: Place,
    /// `user` is no phi, and in the block of `definition`.
    pub is_within_block: bool,
}

/// Operand `position` of `user` belongs to `owner`, another function.
#[derive(Clone, Copy)]
pub(super) struct ForeignUse {
    pub user: InstructionId,
    pub position: u32,
    pub owner: FunctionId,
}

/// The uses that are left.
#[derive(Default)]
pub(super) struct Suspects {
    pub uses: Vec<Use>,
    pub foreign: Vec<ForeignUse>,
}

/// Looks through all operands of a module.
pub(super) fn suspects(facts: &Facts) -> Suspects {
    /// So many operands are looked through at a time.
    const CHUNK: usize = 1 << 14;

    let scan = Scan::new(facts);
    let operands = facts.instruction_operand.par_chunks(CHUNK).map(|rows| {
        let mut found = Suspects::default();
        rows.iter().for_each(|row| _ = scan.operand(row, &mut found));
        found
    });
    let incoming = facts.phi_incoming.par_chunks(CHUNK).map(|rows| {
        let mut found = Suspects::default();
        rows.iter().for_each(|row| _ = scan.incoming(row, &mut found));
        found
    });
    let parts: Vec<Suspects> = operands.chain(incoming).collect();
    let mut suspects = Suspects::default();
    for part in parts {
        suspects.uses.extend(part.uses);
        suspects.foreign.extend(part.foreign);
    }
    suspects
}

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Origin {
    /// From no function.
    Elsewhere,
    /// It is an argument or block of a function.
    Function(FunctionId),
    /// It is the result of an instruction.
    Instruction(InstructionId),
}

struct Scan<'a> {
    facts: &'a Facts,
    /// By value.
    origins: Vec<Origin>,
    /// The normal destination of each invoke that has two destinations. An invoke that has but one
    /// breaks another rule.
    normal_targets: FxHashMap<InstructionId, BlockId>,
    predecessors: Predecessors,
}

impl<'a> Scan<'a> {
    fn new(facts: &'a Facts) -> Self {
        let mut origins = vec![Origin::Elsewhere; facts.value.len()];
        let mut set = |value: ValueId, origin| {
            if let Some(entry) = origins.get_mut(value.index()) {
                *entry = origin;
            }
        };
        for row in &facts.instruction_result {
            set(row.result, Origin::Instruction(row.instruction));
        }
        for row in &facts.argument {
            set(row.value, Origin::Function(row.function));
        }
        for row in &facts.block {
            set(row.value, Origin::Function(row.function));
        }
        let normal_targets = facts
            .invoke_instruction
            .iter()
            .filter(|row| row.normal_target != row.unwind_target)
            .map(|row| (row.instruction, row.normal_target))
            .collect();
        Self { facts, origins, normal_targets, predecessors: Predecessors::of_all(facts) }
    }

    fn instruction(&self, instruction: InstructionId) -> Option<&'a Instruction> {
        self.facts.instruction.get(instruction.index())
    }

    fn operand(&self, row: &InstructionOperand, found: &mut Suspects) -> Option<()> {
        let (user, position) = (row.instruction, row.position);
        let owner = match *self.origins.get(row.operand.index())? {
            Origin::Elsewhere => return None,
            Origin::Function(owner) => {
                let function = self.instruction(user)?.function;
                (owner != function).then_some(owner)
            }
            Origin::Instruction(id) => {
                let (definition, user_row) = (self.instruction(id)?, self.instruction(user)?);
                if definition.function != user_row.function {
                    Some(definition.function)
                } else if user_row.opcode == Opcode::Phi
                    || (definition.block == user_row.block && id < user)
                {
                    return None;
                } else {
                    let at = Place::Block(user_row.block);
                    let is_within_block = definition.block == user_row.block;
                    let from = self.available_from(definition)?;
                    if is_within_block || !self.plainly_dominates(from, at) {
                        let definition = id;
                        let suspect = Use { user, position, definition, at, from, is_within_block };
                        found.uses.push(suspect);
                    }
                    return Some(());
                }
            }
        };
        found.foreign.extend(owner.map(|owner| ForeignUse { user, position, owner }));
        Some(())
    }

    fn incoming(&self, row: &PhiIncoming, found: &mut Suspects) -> Option<()> {
        let Origin::Instruction(id) = *self.origins.get(row.value.index())? else { return None };
        let (definition, user) = (self.instruction(id)?, self.instruction(row.instruction)?);
        if definition.function != user.function {
            return None;
        }
        let from = self.available_from(definition)?;
        let at = match from {
            Place::NormalEdge(block)
                if block == row.block && self.normal_targets.get(&id) == Some(&user.block) =>
            {
                from
            }
            _ => Place::Block(row.block),
        };
        if from != at && !self.plainly_dominates(from, at) {
            found.uses.push(Use {
                user: row.instruction,
                position: row.position,
                definition: id,
                at,
                from,
                is_within_block: false,
            });
        }
        Some(())
    }

    /// From where on the result of an instruction is there; nothing is said of an invoke whose
    /// destinations are the same.
    fn available_from(&self, definition: &Instruction) -> Option<Place> {
        if definition.opcode != Opcode::Invoke {
            return Some(Place::Block(definition.block));
        }
        let has_normal_edge = self.normal_targets.contains_key(&definition.instruction);
        has_normal_edge.then_some(Place::NormalEdge(definition.block))
    }

    /// Whether it takes no dominator tree to see that every path to `at` goes through `from`.
    fn plainly_dominates(&self, from: Place, at: Place) -> bool {
        let (Place::Block(from), Place::Block(at)) = (from, at) else { return false };
        let is_entry = self.facts.block.get(from.index()).is_some_and(|row| row.position == 0);
        is_entry || self.predecessors.lead_only_from(from, at)
    }
}
