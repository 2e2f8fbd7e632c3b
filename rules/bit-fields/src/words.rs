//! From facts into the rules and back: which bits of words each function reads and writes.
//!
//! **Scope: function.**

use facts_schema::view::View;
use facts_schema::{
    BinaryInstruction, ComparisonInstruction, ConversionInstruction, EntityId, FunctionId,
    InstructionId, Opcode, Predicate, ValueId, ValueKind,
};
use rayon::prelude::*;
use rules::bridge::sorted;
use rustc_hash::FxHashSet;

use crate::places::{Place, PlaceId, Places, destination};
use crate::program::{self, Program};
use crate::slice::{Slice, Test, low_mask};

/// The widest integer whose bits are followed.
const MAX_WIDTH: u32 = 128;

/// How many bits an integer has whose bits can be followed.
pub fn width_of(view: &View, value: ValueId) -> Option<u32> {
    let width = view.types().width(view.type_of(value)?);
    (1..=MAX_WIDTH).contains(&width).then_some(width)
}

/// Whether a value is an integer whose bits are followed, and not a constant.
fn is_followed(view: &View, value: ValueId) -> bool {
    // Most values are not constants: their kind is known faster than their number.
    let is_constant = || {
        view.kind_of(value) == Some(ValueKind::ConstantInteger) && view.unsigned(value).is_some()
    };
    width_of(view, value).is_some() && !is_constant()
}

/// A load or store of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Access {
    /// The load or store.
    pub instruction: InstructionId,
    /// What is read or written.
    pub value: ValueId,
    /// The number of its place.
    pub place: PlaceId,
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
    /// Their places.
    pub places: Vec<Place>,
    /// The loads whose word is extended.
    pub promoted: FxHashSet<InstructionId>,
    /// What uses which bits.
    pub reads: Vec<(InstructionId, Slice, ValueId, InstructionId)>,
    /// Which bits a store leaves as they were, and in which of the values that it may store.
    pub kept: Vec<(InstructionId, ValueId, ValueId, Slice)>,
    /// Which bits of what a store brings to where.
    pub deposited: Vec<(InstructionId, ValueId, ValueId, Slice)>,
    /// The instructions that only move bits.
    moves: FxHashSet<InstructionId>,
    /// The instructions that use integers, by what they use.
    users: Vec<(ValueId, InstructionId)>,
}

impl Words {
    /// The instructions that use an integer, each once.
    pub fn uses_of(&self, value: ValueId) -> impl Iterator<Item = InstructionId> + '_ {
        users_of(&self.users, value)
    }

    /// Whether an instruction only moves bits: shifts and masks, casts, and the like.
    pub fn only_moves(&self, instruction: InstructionId) -> bool {
        self.moves.contains(&instruction)
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
            return (row.opcode == Opcode::Freeze).then(|| slice.frozen());
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
    let facts = view.facts();
    let mut places = Places::default();
    let accesses = accesses(view, &mut places);
    let function_of = |instruction| view.function_of(instruction);
    let mut users: Vec<_> = facts
        .instruction_operand
        .iter()
        .filter(|row| is_followed(view, row.operand))
        .map(|row| (row.operand, row.instruction))
        .collect();
    users.sort_unstable();
    users.dedup();
    let functions: Vec<&[Access]> = accesses
        .chunk_by(|one, other| function_of(one.instruction) == function_of(other.instruction))
        .collect();
    let parts: Vec<Words> = functions
        .into_par_iter()
        .filter_map(|accesses| {
            let function = function_of(accesses.first()?.instruction)?;
            Some(words_of(view, &users, accesses, function))
        })
        .collect();
    let mut all = Words { places: places.places, ..Words::default() };
    all.accesses = accesses;
    for part in parts {
        all.moves.extend(part.moves);
        all.promoted.extend(part.promoted);
        all.reads.extend(part.reads);
        all.kept.extend(part.kept);
        all.deposited.extend(part.deposited);
    }
    all.users = users;
    all
}

fn accesses(view: &View, places: &mut Places) -> Vec<Access> {
    let facts = view.facts();
    let mut accesses = Vec::new();
    for row in &facts.load_instruction {
        let Some(value) = view.result_of(row.instruction) else { continue };
        let Some(width) = width_of(view, value) else { continue };
        let (instruction, alignment) = (row.instruction, row.alignment);
        let place = places.number(destination(view, row.address));
        accesses.push(Access { instruction, value, place, width, alignment, is_store: false });
    }
    for row in &facts.store_instruction {
        let Some(width) = width_of(view, row.value) else { continue };
        let (instruction, value, alignment) = (row.instruction, row.value, row.alignment);
        let place = places.number(destination(view, row.address));
        accesses.push(Access { instruction, value, place, width, alignment, is_store: true });
    }
    // An operation that reads and writes at once: what it is to write, or what takes part in it.
    let exchanges = facts.cmpxchg_instruction.iter();
    let exchanges =
        exchanges.map(|row| (row.instruction, row.replacement, row.address, row.alignment));
    let changes = facts.atomicrmw_instruction.iter();
    let changes = changes.map(|row| (row.instruction, row.value, row.address, row.alignment));
    for (instruction, value, address, alignment) in exchanges.chain(changes) {
        let Some(width) = width_of(view, value) else { continue };
        let place = places.number(destination(view, address));
        accesses.push(Access { instruction, value, place, width, alignment, is_store: true });
    }
    accesses.sort_unstable_by_key(|it| it.instruction);
    accesses
}

/// The instructions that use a value, of a sorted table.
fn users_of(
    users: &[(ValueId, InstructionId)],
    value: ValueId,
) -> impl Iterator<Item = InstructionId> + '_ {
    let start = users.partition_point(|(it, _)| *it < value);
    users[start..].iter().take_while(move |(it, _)| *it == value).map(|(_, user)| *user)
}

/// So many masks and casts are between what puts two words together and a comparison, at most.
const MASKS: u32 = 2;

/// Runs the rules on a function with these accesses.
fn words_of(
    view: &View,
    users: &[(ValueId, InstructionId)],
    accesses: &[Access],
    function: FunctionId,
) -> Words {
    let within = Some(view.instructions_of(function));
    let mut feed = Feed { view, users, program: Program::new(), made: FxHashSet::default() };
    for row in view.binary_instruction.within(within.clone()) {
        feed.binary(row);
    }
    for row in view.conversion_instruction.within(within.clone()) {
        feed.conversion(row);
    }
    for row in view.unary_instruction.within(within.clone()) {
        feed.unary(row);
    }
    for row in view.phi_incoming.within(within.clone()) {
        feed.choice(row.instruction, row.value);
    }
    for row in view.select_instruction.within(within.clone()) {
        feed.choice(row.instruction, row.true_value);
        feed.choice(row.instruction, row.false_value);
    }
    for row in accesses {
        let (value, place, width) = (row.value, row.place, row.width);
        if view.opcode_of(row.instruction) == Some(Opcode::AtomicRmw) {
            continue;
        }
        if row.is_store {
            feed.program.extend([program::Store(row.instruction, value, place, width)]);
        } else {
            feed.program.extend([program::Load(value, row.instruction, place, width)]);
        }
    }
    for row in accesses {
        feed.atomic(row);
    }
    let tests = view.comparison_instruction.within(within.clone());
    for row in view.instruction_operand.within(within.clone()) {
        if is_followed(view, row.operand) {
            feed.operand(row.instruction, row.operand, tests);
        }
    }
    let moves = feed.made;
    let (promoted, kept, deposited, reads) = feed.program.run();
    Words {
        moves,
        promoted: promoted.into_iter().map(|program::Promoted(load)| load).collect(),
        reads: sorted(reads.into_iter().map(|program::Read(a, b, c, d)| (a, b, c, d))),
        kept: sorted(kept.into_iter().map(|program::Kept(a, b, c, d)| (a, b, c, d))),
        deposited: sorted(deposited.into_iter().map(|program::Deposited(a, b, c, d)| (a, b, c, d))),
        ..Words::default()
    }
}

/// Makes the inputs of the program from the rows of a function.
struct Feed<'s, 'f> {
    view: &'s View<'f>,
    users: &'s [(ValueId, InstructionId)],
    program: Program,
    /// The instructions that only move bits.
    made: FxHashSet<InstructionId>,
}

impl Feed<'_, '_> {
    fn binary(&mut self, row: &BinaryInstruction) {
        let Some(result) = self.view.result_of(row.instruction) else { return };
        let Some(width) = width_of(self.view, result) else { return };
        let (first, second) = (row.first_operand, row.second_operand);
        let constants = (self.view.unsigned(first), self.view.unsigned(second));
        let (operand, constant) = match constants {
            (None, Some(constant)) => (first, constant),
            (Some(constant), None) if !is_shift(row.opcode) => (second, constant),
            (None, None) if row.opcode == Opcode::Or => {
                self.program.extend([program::Combine(result, first)]);
                self.program.extend([program::Combine(result, second)]);
                self.made.insert(row.instruction);
                return;
            }
            // Fields of two words that are compared, as `one ^ other`, or tested at once.
            (None, None)
                if matches!(row.opcode, Opcode::Xor | Opcode::And)
                    && self.is_only_compared(result, MASKS) =>
            {
                self.program.extend([program::Blend(result, first)]);
                self.program.extend([program::Blend(result, second)]);
                self.made.insert(row.instruction);
                return;
            }
            _ => return,
        };
        let amount = u32::try_from(constant).ok().filter(|amount| *amount < width);
        let bits = constant & low_mask(width);
        match (row.opcode, amount) {
            (Opcode::And, _) => self.program.extend([program::Mask(result, operand, bits)]),
            (Opcode::Or, _) => self.program.extend([program::Change(result, operand, bits)]),
            (Opcode::Xor, _) => self.program.extend([program::Flip(result, operand, bits)]),
            (Opcode::Shl, Some(amount)) => {
                self.program.extend([program::Left(result, operand, amount, width)]);
            }
            (Opcode::LShr | Opcode::AShr, Some(amount)) => {
                let is_arithmetic = row.opcode == Opcode::AShr;
                self.program.extend([program::Right(
                    result,
                    operand,
                    amount,
                    width,
                    is_arithmetic,
                )]);
            }
            _ => return,
        }
        self.made.insert(row.instruction);
    }

    /// Whether all that is done with a value is to compare some of its bits.
    fn is_only_compared(&self, value: ValueId, masks: u32) -> bool {
        let mut users = users_of(self.users, value).peekable();
        users.peek().is_some()
            && users.all(|user| match self.view.opcode_of(user) {
                Some(Opcode::ICmp) => true,
                Some(Opcode::And | Opcode::Trunc) if masks > 0 => {
                    let result = self.view.result_of(user);
                    result.is_some_and(|it| self.is_only_compared(it, masks - 1))
                }
                Some(Opcode::Br) => true,
                _ => false,
            })
    }

    fn conversion(&mut self, row: &ConversionInstruction) {
        let Some(result) = self.view.result_of(row.instruction) else { return };
        let Some(to) = width_of(self.view, result) else { return };
        let Some(from) = width_of(self.view, row.operand) else { return };
        match row.opcode {
            Opcode::Trunc => self.program.extend([program::Truncate(result, row.operand, to)]),
            Opcode::ZExt | Opcode::SExt => {
                let is_signed = row.opcode == Opcode::SExt;
                self.program.extend([program::Extend(result, row.operand, from, is_signed)]);
            }
            _ => return,
        }
        self.made.insert(row.instruction);
    }

    /// What an atomic operation has found in memory: `atomicrmw` returns it; and where `cmpxchg` writes,
    /// it is what has been expected.
    fn atomic(&mut self, access: &Access) {
        let index = &self.view;
        let (place, width) = (access.place, access.width);
        let mut load = |value| {
            self.program.extend([program::Load(value, access.instruction, place, width)]);
        };
        if index.atomicrmw_instruction.first(access.instruction).is_some() {
            self.view.result_of(access.instruction).into_iter().for_each(&mut load);
        } else if let Some(row) = index.cmpxchg_instruction.first(access.instruction) {
            // What is loaded from there is known already.
            let loaded = self.view.definition_of(row.expected);
            if loaded.and_then(|it| self.view.opcode_of(it)) != Some(Opcode::Load) {
                load(row.expected);
            }
        }
    }

    fn unary(&mut self, row: &facts_schema::UnaryInstruction) {
        let Some(result) = self.view.result_of(row.instruction) else { return };
        if row.opcode == Opcode::Freeze && width_of(self.view, result).is_some() {
            self.program.extend([program::Freeze(result, row.operand)]);
            self.made.insert(row.instruction);
        }
    }

    fn choice(&mut self, instruction: InstructionId, operand: ValueId) {
        let Some(result) = self.view.result_of(instruction) else { return };
        if width_of(self.view, result).is_some() {
            self.program.extend([program::Choice(result, operand, instruction)]);
        }
    }

    /// An integer that is no constant, and what it is used for.
    fn operand(
        &mut self,
        instruction: InstructionId,
        operand: ValueId,
        tests: &[ComparisonInstruction],
    ) {
        let is_made = self.view.definition_of(operand).is_some_and(|it| self.made.contains(&it));
        if !is_made && let Some(width) = width_of(self.view, operand) {
            self.program.extend([program::Origin(operand, width)]);
        }
        if self.made.contains(&instruction) {
            return;
        }
        let at = tests.partition_point(|row| row.instruction < instruction);
        let test = match tests.get(at).filter(|row| row.instruction == instruction) {
            Some(row) if row.first_operand == operand => self.test(row),
            _ => Test::Any,
        };
        self.program.extend([program::Usage(operand, instruction, test)]);
    }

    /// Which bits of its first operand a comparison looks at.
    fn test(&self, row: &ComparisonInstruction) -> Test {
        let Some(constant) = self.view.unsigned(row.second_operand) else { return Test::Any };
        let Some(width) = width_of(self.view, row.first_operand) else { return Test::Any };
        let power = |number: u128| number.is_power_of_two().then(|| number.trailing_zeros());
        let from = match row.predicate {
            Predicate::Ult | Predicate::Uge => power(constant),
            Predicate::Ugt | Predicate::Ule => constant.checked_add(1).and_then(power),
            // The sign.
            Predicate::Slt | Predicate::Sge if constant == 0 => Some(width - 1),
            Predicate::Sgt | Predicate::Sle if constant == low_mask(width) => Some(width - 1),
            _ => None,
        };
        match from {
            Some(low) if low < width => Test::From(low),
            _ => Test::Any,
        }
    }
}

fn is_shift(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr)
}

/// The access of an instruction.
pub fn access_of(accesses: &[Access], instruction: InstructionId) -> Option<&Access> {
    let at = accesses.binary_search_by_key(&instruction, |it| it.instruction).ok()?;
    accesses.get(at)
}

/// The place with this number.
pub fn place_of(places: &[Place], place: PlaceId) -> Option<Place> {
    places.get(place.0 as usize).copied()
}

/// The index of an id, for tables by instruction.
pub fn at<I: EntityId, T: Copy>(table: &[T], id: I) -> Option<T> {
    table.get(id.index()).copied()
}
