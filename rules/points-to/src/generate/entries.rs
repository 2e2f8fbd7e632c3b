//! Entries of phis that uses of the phi never see.
//!
//! A sum type in SSA form is one phi for the tag and one for each member, all in the same block. Once the tag has been
//! tested, only those entries of the other phis remain that come with a fitting tag:
//!
//! ```llvm
//! join:
//!   %tag = phi i1 [ true, %one ], [ false, %other ]
//!   %member = phi ptr [ %p, %one ], [ %q, %other ]
//!   br i1 %tag, label %then, label %else
//! then:
//!   %use = load ptr, ptr %member                        ; never %q
//! ```
//!
//! So uses of a phi read copies of it without the entries that they cannot see. The phi itself keeps all its entries,
//! because it does hold them for a moment.
//!
//! **Scope: function.**

use facts_schema::view::Scope;
use facts_schema::{BlockId, InstructionId, Opcode, Predicate, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::FxHashMap;

use super::flow::Flow;
use super::moves::{Assign, Key, Merge, Moves, Purpose, User};
use super::source::Source;

/// An edge of the control flow, from its first block to its second.
type Edge = (BlockId, BlockId);

/// The instructions that may write a value to memory.
const WRITING: [Opcode; 6] = [
    Opcode::Store,
    Opcode::CmpXchg,
    Opcode::AtomicRmw,
    Opcode::Call,
    Opcode::Invoke,
    Opcode::CallBr,
];

/// Lets uses of phis read copies without the entries that they never see.
pub fn restrict(scope: Scope, source: &Source, flow: &Flow, moves: &mut Moves) {
    if flow.joins().next().is_none() {
        return;
    }
    let (avoided,) = program::run(scope, source);
    let mut avoids = FxHashMap::<Edge, Vec<Edge>>::default();
    for program::Avoids(before, block, from, to) in avoided {
        avoids.entry((before, block)).or_default().push((from, to));
    }
    if avoids.is_empty() {
        return;
    }
    let mut copies = Copies { scope, flow, avoids, unseen: FxHashMap::default(), new: Vec::new() };
    for (user, key) in moves.sources_mut() {
        if let Key::Value(phi, part) = *key {
            *key = copies.seen(phi, part, user);
        }
    }
    while let Some((phi, number)) = copies.new.pop() {
        let Some(instruction) = source.view.definition_of(phi) else { continue };
        let Some((_, block)) = copies.phi(instruction) else { continue };
        for row in source.view.phi_incoming.all(instruction) {
            let is_unseen = copies.unseen[&phi][number as usize].contains(&row.block);
            let is_part = !is_unseen && source.holds(row.value);
            for part in source.parts_of(row.value).filter(|_| is_part) {
                let to = Key::Step(Purpose::Seen, phi.0, part, number);
                let user = User::Computing(Key::Value(phi, part));
                let from = copies.seen(row.value, part, user);
                moves.merges.push(Merge(to, block, row.block, from));
                moves.assigns.push(Assign(to, from));
            }
        }
    }
}

/// The value of a key.
fn value(key: Key) -> Option<ValueId> {
    match key {
        Key::Value(value, _) => Some(value),
        _ => None,
    }
}

/// The copies of phis in a function.
struct Copies<'a> {
    scope: Scope<'a>,
    flow: &'a Flow,
    /// By edge into a block with phis: the edges that control does not take after it.
    avoids: FxHashMap<Edge, Vec<Edge>>,
    /// By phi: for each copy, the blocks whose entries it lacks, in order.
    unseen: FxHashMap<ValueId, Vec<Vec<BlockId>>>,
    /// Copies whose entries have not been added.
    new: Vec<(ValueId, u32)>,
}

impl Copies<'_> {
    /// The part of a value that a user sees.
    fn seen(&mut self, value: ValueId, part: u32, user: User) -> Key {
        let unseen = self.unseen_by(value, user);
        if unseen.is_empty() {
            return Key::Value(value, part);
        }
        let copies = self.unseen.entry(value).or_default();
        let number = copies.iter().position(|it| *it == unseen).unwrap_or_else(|| {
            self.new.push((value, copies.len() as u32));
            copies.push(unseen);
            copies.len() - 1
        });
        Key::Step(Purpose::Seen, value.0, part, number as u32)
    }

    /// If the value is a phi: the blocks whose entries the user never sees, in order.
    fn unseen_by(&self, value: ValueId, user: User) -> Vec<BlockId> {
        let view = self.scope.whole();
        let instruction = view.definition_of(value);
        let Some((instruction, (_, block))) = instruction.and_then(|it| Some((it, self.phi(it)?)))
        else {
            return Vec::new();
        };
        let mut users: Option<Vec<InstructionId>> = None;
        let mut unseen = Vec::new();
        for row in view.phi_incoming.all(instruction) {
            let Some(avoided) = self.avoids.get(&(row.block, block)) else { continue };
            let users = users.get_or_insert_with(|| self.instructions(value, user));
            if !users.iter().any(|it| self.is_reached(*it, value, avoided)) {
                unseen.push(row.block);
            }
        }
        unseen.sort_unstable();
        unseen.dedup();
        unseen
    }

    /// The value and the block of an instruction that is a phi.
    fn phi(&self, instruction: InstructionId) -> Option<(ValueId, BlockId)> {
        let view = self.scope.whole();
        let row = view.instruction.first(instruction).filter(|row| row.opcode == Opcode::Phi)?;
        Some((view.result_of(instruction)?, row.block))
    }

    /// The instructions that may be the user of a value.
    fn instructions(&self, value: ValueId, user: User) -> Vec<InstructionId> {
        let view = self.scope.whole();
        let is_computed = |key: Key, by: InstructionId| {
            self::value(key).is_some_and(|it| view.definition_of(it) == Some(by))
        };
        let is_loaded = |key: Key| {
            let by = self::value(key).and_then(|it| view.definition_of(it));
            by.is_some_and(|it| view.opcode_of(it) == Some(Opcode::Load))
        };
        let is_user = |it: &InstructionId| match (user, view.opcode_of(*it)) {
            // What is known of the memory that a load reads was written before.
            (User::Computing(key), opcode) if is_loaded(key) => {
                opcode.is_some_and(|it| WRITING.contains(&it))
            }
            (User::Computing(key) | User::Loading(key), _) => is_computed(key, *it),
            (User::Storing(address, stored), Some(Opcode::Store)) => {
                view.store_instruction.first(*it).is_some_and(|row| {
                    (Some(row.address), Some(row.value))
                        == (self::value(address), self::value(stored))
                })
            }
            (User::Storing(Key::Value(..), Key::Value(..)), opcode) => {
                matches!(opcode, Some(Opcode::CmpXchg | Opcode::AtomicRmw))
            }
            (User::Call(call), _) => call == *it,
            (User::Storing(..) | User::Unknown, _) => false,
        };
        let uses = view.value_use().all(value).iter().map(|it| it.instruction);
        let all: Vec<InstructionId> = uses.collect();
        let users: Vec<InstructionId> = all.iter().copied().filter(is_user).collect();
        if users.is_empty() { all } else { users }
    }

    /// Whether control may reach the use of the value by an instruction without any of these edges.
    fn is_reached(&self, user: InstructionId, value: ValueId, avoided: &[Edge]) -> bool {
        let view = self.scope.whole();
        let is_reached = |block: BlockId| {
            let is_behind =
                |(_, to): &Edge| self.flow.has_one_way_into(*to) && self.flow.dominates(*to, block);
            !avoided.iter().any(is_behind)
        };
        match view.instruction.first(user).map(|row| (row.opcode, row.block)) {
            // A comparison moves no pointers.
            Some((Opcode::ICmp, _)) => false,
            // A phi uses the value when control leaves the block of the entry.
            Some((Opcode::Phi, block)) => view.phi_incoming.all(user).iter().any(|row| {
                let is_avoided = avoided.contains(&(row.block, block));
                row.value == value && !is_avoided && is_reached(row.block)
            }),
            Some((_, block)) => is_reached(block),
            None => true,
        }
    }
}

/// A constant integer or null pointer as a number.
fn number(source: &Source, constant: ValueId) -> Option<u64> {
    match source.view.kind_of(constant)? {
        ValueKind::ConstantInteger => source.unsigned(constant),
        ValueKind::NullPointer => Some(0),
        _ => None,
    }
}

/// The result of comparing unsigned numbers; none for signed comparisons.
fn compare(predicate: Predicate, number: u64, other: u64) -> Option<bool> {
    match predicate {
        Predicate::Eq => Some(number == other),
        Predicate::Ne => Some(number != other),
        Predicate::Ult => Some(number < other),
        Predicate::Ule => Some(number <= other),
        Predicate::Ugt => Some(number > other),
        Predicate::Uge => Some(number >= other),
        _ => None,
    }
}

/// The successor that a switch chooses for a number.
fn case(source: &Source, switch: InstructionId, number: u64) -> Option<BlockId> {
    let view = &source.view;
    let cases = view.switch_case.all(switch);
    let chosen = cases.iter().find(|row| source.unsigned(row.value) == Some(number));
    match chosen {
        Some(row) => Some(row.target),
        None => Some(view.switch_instruction.first(switch)?.default_target),
    }
}

datalog! { functions;
    @context source: &'a Source<'a>;

    @output
    /// If control reaches `block` from `before`, it does not go from `from` to `to` before it reaches `block` again.
    struct Avoids(BlockId, BlockId, BlockId, BlockId);

    Avoids(before, block, from, to) <-
        conditional_branch { instruction, condition, true_target: to, false_target: other },
        (to != other),
        Known(condition, before, block, 0),
        instruction { instruction, block: from };

    Avoids(before, block, from, to) <-
        conditional_branch { instruction, condition, true_target: other, false_target: to },
        (to != other),
        Known(condition, before, block, 1),
        instruction { instruction, block: from };

    Avoids(before, block, from, to) <-
        switch_instruction { instruction, condition },
        Known(condition, before, block, number),
        let Some(chosen) = case(source, instruction, number),
        instruction { instruction, block: from },
        block_successor { block: from, successor: to },
        (to != chosen);

    /// If control reaches `block` from `before`, `value` is an unsigned number until control reaches `block` again.
    struct Known(ValueId, BlockId, BlockId, u64);

    Known(result, before, block, number) <-
        phi_incoming { instruction, value, block: before },
        let Some(number) = number(source, value),
        instruction { instruction, block },
        instruction_result { instruction, result };

    Known(result, before, block, u64::from(holds)) <-
        comparison_instruction { instruction, predicate, first_operand, second_operand },
        let Some(other) = number(source, second_operand),
        Known(first_operand, before, block, first),
        let Some(holds) = compare(predicate, first, other),
        instruction_result { instruction, result };

    Known(result, before, block, number) <-
        conversion_instruction { instruction, opcode: Opcode::ZExt, operand },
        Known(operand, before, block, number),
        instruction_result { instruction, result };

    Known(result, before, block, number & mask) <-
        conversion_instruction { instruction, opcode: Opcode::Trunc, operand },
        Known(operand, before, block, number),
        instruction_result { instruction, result },
        value { value: result, type },
        integer_type { type, width },
        (width < 64),
        let mask = (1 << width) - 1;

    // A negated condition.
    Known(result, before, block, first ^ second) <-
        binary_instruction { instruction, opcode: Opcode::Xor, first_operand, second_operand },
        Known(first_operand, before, block, first),
        let Some(second) = number(source, second_operand),
        instruction_result { instruction, result };

    Known(result, before, block, number) <-
        unary_instruction { instruction, opcode: Opcode::Freeze, operand },
        Known(operand, before, block, number),
        instruction_result { instruction, result };
}
