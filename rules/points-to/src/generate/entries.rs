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
use facts_schema::{BlockId, InstructionId, Opcode, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::{FxHashMap, FxHashSet};

use super::arithmetic::compared;
use super::flow::Flow;
use super::moves::{Assign, Key, Merge, Moves, Purpose, User};
use super::source::Source;
use super::users;

/// An edge of the control flow, from its first block to its second.
type Edge = (BlockId, BlockId);

/// Lets uses of phis read copies without the entries that they never see.
pub fn restrict(scope: Scope, source: &Source, flow: &Flow, moves: &mut Moves) {
    if flow.joins().next().is_none() {
        return;
    }
    let (goes,) = program::run(scope, source);
    if goes.is_empty() {
        return;
    }
    let mut tests: FxHashMap<BlockId, FxHashSet<BlockId>> = FxHashMap::default();
    for program::Goes(_, block, from, _) in &goes {
        tests.entry(*block).or_default().insert(*from);
    }
    let mut copies = Copies {
        scope,
        flow,
        tests,
        goes: goes.into_iter().map(|row| ((row.0, row.1, row.2), row.3)).collect(),
        unseen: FxHashMap::default(),
        new: Vec::new(),
    };
    for (user, key) in moves.sources_mut() {
        if let Key::Value(phi, part) = *key {
            *key = copies.seen(phi, part, user);
        }
    }
    while let Some((phi, number)) = copies.new.pop() {
        let Some(instruction) = source.view.definition_of(phi) else { continue };
        let Some((_, block)) = copies.phi(instruction) else { continue };
        for row in scope.scoped().phi_incoming.all(instruction) {
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

/// The copies of phis in a function.
struct Copies<'a> {
    scope: Scope<'a>,
    flow: &'a Flow,
    /// By block with phis: the blocks at whose end one of the phis is tested.
    tests: FxHashMap<BlockId, FxHashSet<BlockId>>,
    /// By edge into a block with phis, and block with a test: the block that follows the test.
    goes: FxHashMap<(BlockId, BlockId, BlockId), BlockId>,
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
        let entries = self.scope.scoped().phi_incoming.all(instruction);
        if !self.tests.contains_key(&block) {
            return Vec::new();
        }
        let users = users::of(view, value, user);
        let paths: Vec<Vec<Edge>> =
            users.iter().flat_map(|it| self.paths(*it, value, block)).collect();
        let is_seen = |before: BlockId| {
            let goes = |(from, to): &Edge| {
                self.goes.get(&(before, block, *from)).is_none_or(|it| it == to)
            };
            paths.iter().any(|path| path.iter().all(goes))
        };
        let mut unseen: Vec<BlockId> =
            entries.iter().map(|row| row.block).filter(|it| !is_seen(*it)).collect();
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

    /// The tests on the ways from `block`, where the value is a phi, to its use by an instruction: for each way, the
    /// edges after them.
    fn paths(&self, user: InstructionId, value: ValueId, block: BlockId) -> Vec<Vec<Edge>> {
        let view = self.scope.whole();
        match view.instruction.first(user).map(|row| (row.opcode, row.block)) {
            // A comparison moves no pointers.
            Some((Opcode::ICmp, _)) => Vec::new(),
            // A phi uses the value when control leaves the block of the entry.
            Some((Opcode::Phi, to)) => {
                let entries = self.scope.scoped().phi_incoming.all(user).iter();
                let entries = entries.filter(|row| row.value == value);
                let path = |from: BlockId| {
                    let mut path = self.path(block, from);
                    path.push((from, to));
                    path
                };
                entries.map(|row| path(row.block)).collect()
            }
            Some((_, to)) => vec![self.path(block, to)],
            None => vec![Vec::new()],
        }
    }

    /// The edges after the tests that control always passes between `block` and `to`.
    fn path(&self, block: BlockId, to: BlockId) -> Vec<Edge> {
        let up = |it: &BlockId| self.flow.immediate_dominator(*it);
        let blocks = std::iter::successors(Some(to), up).take_while(|it| *it != block);
        let blocks = blocks.filter(|it| self.flow.has_one_way_into(*it));
        let edges = blocks.filter_map(|it| Some((self.flow.immediate_dominator(it)?, it)));
        let is_test = |from: &BlockId| self.tests.get(&block).is_some_and(|it| it.contains(from));
        edges.filter(|(from, _)| is_test(from)).collect()
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
    /// If control reaches `block` from `before`, it goes on from `from` to `to` until it reaches `block` again.
    struct Goes(BlockId, BlockId, BlockId, BlockId);

    Goes(before, block, from, to) <-
        conditional_branch { instruction, condition, true_target: to },
        Known(condition, before, block, 1),
        instruction { instruction, block: from };

    Goes(before, block, from, to) <-
        conditional_branch { instruction, condition, false_target: to },
        Known(condition, before, block, 0),
        instruction { instruction, block: from };

    Goes(before, block, from, to) <-
        switch_instruction { instruction, condition },
        Known(condition, before, block, number),
        let Some(to) = case(source, instruction, number),
        instruction { instruction, block: from };

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
        let Some(holds) = compared(predicate, first, other),
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
