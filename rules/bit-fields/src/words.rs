//! Which bits of words each function reads and writes.

use facts_schema::view::{Scope, View};
use facts_schema::{FunctionId, InstructionId, Opcode, ValueId, ValueKind};
use rayon::prelude::*;
use rules::bridge::sorted;
use rustc_hash::FxHashSet;

use crate::flow::program;
use crate::places::Place;
use crate::slice::Slice;

/// The widest integer whose bits are followed.
const MAX_WIDTH: u32 = 128;

/// How many bits an integer has whose bits can be followed.
pub fn width_of(view: &View, value: ValueId) -> Option<u32> {
    let width = view.types().width(view.type_of(value)?);
    (1..=MAX_WIDTH).contains(&width).then_some(width)
}

/// A load or store of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Access {
    /// The load or store.
    pub instruction: InstructionId,
    /// What is read or written.
    pub value: ValueId,
    /// Where it is.
    pub place: Place,
    /// How many bits it has.
    pub width: u32,
    /// How many bytes the address is a multiple of.
    pub alignment: u32,
    /// Whether it is a store.
    pub is_store: bool,
}

/// What the rules say of all functions; the columns are those of the program's relations.
#[derive(Default)]
pub struct Words {
    /// All loads and stores of integers.
    pub accesses: Vec<Access>,
    /// The loads whose word is extended.
    pub promoted: FxHashSet<InstructionId>,
    /// What uses which bits.
    pub reads: Vec<(InstructionId, Slice, ValueId, InstructionId)>,
    /// Which bits a store leaves as they were, and in which of the values that it may store.
    pub kept: Vec<(InstructionId, ValueId, ValueId, Slice)>,
    /// Which bits of what a store brings to where.
    pub deposited: Vec<(InstructionId, ValueId, ValueId, Slice)>,
    /// The integers that consist of bits of the operands of their instructions.
    moved: FxHashSet<ValueId>,
    /// The instructions that use integers, by what they use.
    users: Vec<(ValueId, InstructionId)>,
}

impl Words {
    /// Whether a value consists of bits of the operands of its instruction: a shift or mask, a cast, or
    /// the like.
    pub fn is_moved(&self, value: ValueId) -> bool {
        self.moved.contains(&value)
    }

    /// The instructions that use an integer, each once.
    pub fn uses_of(&self, value: ValueId) -> impl Iterator<Item = InstructionId> + '_ {
        let start = self.users.partition_point(|(it, _)| *it < value);
        self.users[start..].iter().take_while(move |(it, _)| *it == value).map(|(_, user)| *user)
    }

    /// What becomes of bits of `value` by an instruction that takes them out or on the way there.
    pub fn step(
        &self,
        view: &View,
        instruction: InstructionId,
        value: ValueId,
        slice: Slice,
    ) -> Option<Slice> {
        let result = view.result_of(instruction)?;
        let width = width_of(view, result)?;
        if let Some(row) = view.conversion_instruction.first(instruction) {
            let from = width_of(view, row.operand)?;
            return match row.opcode {
                Opcode::Trunc => slice.truncated(width),
                Opcode::ZExt => Some(slice.extended(from, false)),
                Opcode::SExt => Some(slice.extended(from, true)),
                _ => None,
            };
        }
        if let Some(row) = view.unary_instruction.first(instruction) {
            return (row.opcode == Opcode::Freeze).then_some(slice);
        }
        let row = view.binary_instruction.first(instruction)?;
        let constant = view.unsigned(row.second_operand).filter(|_| row.first_operand == value)?;
        let amount = u32::try_from(constant).ok();
        match row.opcode {
            Opcode::And => {
                let mut parts = slice.masked(constant);
                parts.next().filter(|_| parts.next().is_none())
            }
            Opcode::Shl => slice.left(amount?, width),
            Opcode::LShr => slice.right(amount?, width, false),
            Opcode::AShr => slice.right(amount?, width, true),
            _ => None,
        }
    }
}

/// Runs the rules on each function.
pub fn words(view: &View) -> Words {
    let functions: Vec<FunctionId> = view.facts().function.iter().map(|row| row.function).collect();
    let parts: Vec<Words> =
        functions.into_par_iter().map(|function| words_of(view, function)).collect();
    let mut all = Words { users: users(view), ..Words::default() };
    for part in parts {
        all.accesses.extend(part.accesses);
        all.moved.extend(part.moved);
        all.promoted.extend(part.promoted);
        all.reads.extend(part.reads);
        all.kept.extend(part.kept);
        all.deposited.extend(part.deposited);
    }
    all
}

fn words_of(view: &View, function: FunctionId) -> Words {
    let (moved, accesses, promoted, kept, deposited, reads) =
        program::run(Scope::function(view, function));
    if accesses.is_empty() {
        return Words::default();
    }
    let access = |program::Access(instruction, value, place, width, alignment, is_store)| Access {
        instruction,
        value,
        place,
        width,
        alignment,
        is_store,
    };
    Words {
        accesses: sorted(accesses.into_iter().map(access)),
        moved: moved.into_iter().map(|program::Moved(value)| value).collect(),
        promoted: promoted.into_iter().map(|program::Promoted(load)| load).collect(),
        reads: sorted(reads.into_iter().map(|program::Read(a, b, c, d)| (a, b, c, d))),
        kept: sorted(kept.into_iter().map(|program::Kept(a, b, c, d)| (a, b, c, d))),
        deposited: sorted(deposited.into_iter().map(|program::Deposited(a, b, c, d)| (a, b, c, d))),
        ..Words::default()
    }
}

/// The instructions that use integers, by what they use.
fn users(view: &View) -> Vec<(ValueId, InstructionId)> {
    let uses = view.facts().instruction_operand.iter();
    let uses = uses.filter(|row| {
        width_of(view, row.operand).is_some()
            && view.kind_of(row.operand) != Some(ValueKind::ConstantInteger)
    });
    let mut users = sorted(uses.map(|row| (row.operand, row.instruction)));
    users.dedup();
    users
}

/// The access of an instruction.
pub fn access_of(accesses: &[Access], instruction: InstructionId) -> Option<&Access> {
    accesses.get(number_of(accesses, instruction)?)
}

/// The number of the access of an instruction.
pub fn number_of(accesses: &[Access], instruction: InstructionId) -> Option<usize> {
    accesses.binary_search_by_key(&instruction, |it| it.instruction).ok()
}
