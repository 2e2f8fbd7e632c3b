//! The bits of words that each function reads and writes.

use facts_schema::view::{Scope, View};
use facts_schema::{FunctionId, InstructionId, ValueId, ValueKind};
use rayon::prelude::*;
use rules::bridge::sorted;
use rustc_hash::FxHashSet;

use crate::flow::program;
use crate::places::Address;
use crate::slice::{Operation, Slice};

/// The widest integer whose bits are followed.
const MAX_WIDTH: u32 = 128;

/// The width of an integer whose bits can be followed.
pub fn width_of(view: &View, value: ValueId) -> Option<u32> {
    let width = view.types().width(view.type_of(value)?);
    (1..=MAX_WIDTH).contains(&width).then_some(width)
}

/// A load or store of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Access {
    /// The load or store.
    pub instruction: InstructionId,
    /// The value that is read or written.
    pub value: ValueId,
    /// Its place.
    pub place: Address,
    /// Its width in bits.
    pub width: u32,
    /// The alignment of the address in bytes.
    pub alignment: u32,
    /// Whether it is a store.
    pub is_store: bool,
}

/// The results of the rules for all functions; the columns are those of the program's relations.
#[derive(Default)]
pub struct Words {
    /// All loads and stores of integers.
    pub accesses: Vec<Access>,
    /// The loads whose word is extended.
    pub promoted: FxHashSet<InstructionId>,
    /// The uses of bits: the load, the bits, the value that holds them, and the user.
    pub reads: Vec<(InstructionId, Slice, ValueId, InstructionId)>,
    /// The bits that a store keeps: the store, one of the values that it may store, the word, and the bits.
    pub kept: Vec<(InstructionId, ValueId, ValueId, Slice)>,
    /// The bits that a store deposits: the store, one of the values that it may store, their origin, and the bits.
    pub deposited: Vec<(InstructionId, ValueId, ValueId, Slice)>,
    /// The integers that consist of bits of the operands of their instructions: each with such an operand and the
    /// operation that moves its bits.
    moves: Vec<(ValueId, ValueId, Operation)>,
    /// The instructions that use integers, by the used integer.
    users: Vec<(ValueId, InstructionId)>,
}

impl Words {
    /// Whether a value consists of bits of the operands of its instruction: a shift, a mask, a cast or similar.
    pub fn is_moved(&self, value: ValueId) -> bool {
        !self.moves_to(value).is_empty()
    }

    fn moves_to(&self, result: ValueId) -> &[(ValueId, ValueId, Operation)] {
        let start = self.moves.partition_point(|(it, ..)| *it < result);
        let rows = &self.moves[start..];
        &rows[..rows.partition_point(|(it, ..)| *it == result)]
    }

    /// The instructions that use an integer, each once.
    pub fn uses_of(&self, value: ValueId) -> impl Iterator<Item = InstructionId> + '_ {
        let start = self.users.partition_point(|(it, _)| *it < value);
        self.users[start..].iter().take_while(move |(it, _)| *it == value).map(|(_, user)| *user)
    }

    /// The bits of `value` after an instruction that extracts or moves them, and has this result.
    pub fn step(&self, result: ValueId, value: ValueId, slice: Slice) -> Option<Slice> {
        let (.., operation) = self.moves_to(result).iter().find(|(_, it, _)| *it == value)?;
        let mut parts = slice.after(*operation);
        parts.next().filter(|_| operation.only_moves() && parts.next().is_none())
    }
}

/// Runs the rules on each function.
pub fn words(view: &View) -> Words {
    let functions: Vec<FunctionId> = view.facts().function.iter().map(|row| row.function).collect();
    let parts: Vec<Words> =
        functions.into_par_iter().map(|function| words_of(view, function)).collect();
    let moves = Vec::with_capacity(parts.iter().map(|it| it.moves.len()).sum());
    let mut all = Words { users: users(view), moves, ..Words::default() };
    for part in parts {
        all.accesses.extend(part.accesses);
        all.moves.extend(part.moves);
        all.promoted.extend(part.promoted);
        all.reads.extend(part.reads);
        all.kept.extend(part.kept);
        all.deposited.extend(part.deposited);
    }
    all.moves.sort_unstable();
    all
}

fn words_of(view: &View, function: FunctionId) -> Words {
    let (moves, accesses, promoted, kept, deposited, reads) =
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
        moves: sorted(moves.into_iter().map(|program::Move(a, b, c)| (a, b, c))),
        promoted: promoted.into_iter().map(|program::Promoted(load)| load).collect(),
        reads: sorted(reads.into_iter().map(|program::Read(a, b, c, d)| (a, b, c, d))),
        kept: sorted(kept.into_iter().map(|program::Preserved(a, b, c, d)| (a, b, c, d))),
        deposited: sorted(deposited.into_iter().map(|program::Deposited(a, b, c, d)| (a, b, c, d))),
        ..Words::default()
    }
}

/// The instructions that use integers, by the used integer.
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
