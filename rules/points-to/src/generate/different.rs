//! Values that a test has shown to differ from one of the values that they may be.
//!
//! A search in a container ends with a pointer to an element, or with the end of the container, which is a part of the
//! container rather than an element. Code tests which of them it is:
//!
//! ```llvm
//! join:
//!   %found = phi ptr [ %end, %empty ], [ %last, %loop ]
//!   %is_end = icmp eq ptr %found, %end
//!   br i1 %is_end, label %insert, label %use
//! use:
//!   %value = getelementptr i8, ptr %found, i64 64   ; never %end
//! ```
//!
//! So uses after such a test read copies of the phi, and of the phis and selects that its values come from, without the
//! excluded value. That value must be the same whenever the function computes it. The phi itself keeps all its values,
//! because it does hold them before the test.
//!
//! **Scope: function.**

use facts_schema::view::{Scope, View};
use facts_schema::{
    BlockId, ConditionalBranch, InstructionId, Opcode, Predicate, ValueId, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::Flow;
use super::moves::{Assign, Key, Merge, Moves, Purpose};
use super::source::Source;
use super::users;

/// A computation of more operations is not recognised as one that always has the same result.
const LONGEST_COMPUTATION: usize = 4;

/// Lets uses of phis and selects read copies without the values that they are known to differ from.
pub fn restrict(scope: Scope, source: &Source, flow: &Flow, moves: &mut Moves) {
    let mut choices = FxHashMap::default();
    let tests = tests(scope, source, &mut choices);
    if tests.is_empty() {
        return;
    }
    let mut copies = Copies { choices, known: FxHashSet::default(), new: Vec::new() };
    for (user, key) in moves.sources_mut() {
        if let Key::Value(value, part) = *key
            && let Some(tests) = tests.get(&value)
        {
            let users = users::of(&source.view, value, user);
            let test = tests.iter().find(|it| it.holds_for(scope, flow, value, &users));
            if let Some(test) = test {
                *key = copies.without(value, part, test.excluded);
            }
        }
    }
    while let Some((value, part, excluded)) = copies.new.pop() {
        let to = Key::Step(Purpose::Different, value.0, part, excluded.0);
        for (from, edge) in sources(scope, value) {
            if from == excluded || !source.holds(from) {
                continue;
            }
            let from = copies.without(from, part, excluded);
            if let Some((before, block)) = edge {
                moves.merges.push(Merge(to, block, before, from));
            }
            moves.assigns.push(Assign(to, from));
        }
    }
}

/// A test after which a value differs from another.
struct Test {
    /// The other value.
    excluded: ValueId,
    /// The edge that control takes if they differ.
    edge: (BlockId, BlockId),
}

impl Test {
    /// Whether the test has succeeded whenever these instructions use the value.
    fn holds_for(
        &self,
        scope: Scope,
        flow: &Flow,
        value: ValueId,
        users: &[InstructionId],
    ) -> bool {
        let (_, target) = self.edge;
        let holds_in =
            |block: BlockId| flow.has_one_way_into(target) && flow.dominates(target, block);
        users.iter().all(|user| {
            let Some(row) = scope.whole().instruction.first(*user) else { return false };
            match row.opcode {
                // A comparison moves no pointers.
                Opcode::ICmp => true,
                // A phi uses the value when control leaves the block of the entry.
                Opcode::Phi => {
                    let entries = scope.scoped().phi_incoming.all(*user).iter();
                    let entries = entries.filter(|it| it.value == value);
                    entries
                        .map(|it| it.block)
                        .all(|it| holds_in(it) || self.edge == (it, row.block))
                }
                _ => holds_in(row.block),
            }
        })
    }
}

/// By value: the phis and selects that may be it, directly or through others.
type Choices = FxHashMap<ValueId, FxHashSet<ValueId>>;

/// By phi or select: the tests that compare it with a value that it may be. Also finds the `choices` of these values.
fn tests(scope: Scope, source: &Source, choices: &mut Choices) -> FxHashMap<ValueId, Vec<Test>> {
    let view = &source.view;
    let mut tests: FxHashMap<ValueId, Vec<Test>> = FxHashMap::default();
    for row in view.conditional_branch.within(scope.instructions()) {
        let ConditionalBranch { instruction, condition, true_target, false_target } = *row;
        let comparison =
            view.definition_of(condition).and_then(|it| view.comparison_instruction.first(it));
        let Some(comparison) = comparison.filter(|_| true_target != false_target) else { continue };
        let different = match comparison.predicate {
            Predicate::Eq => false_target,
            Predicate::Ne => true_target,
            _ => continue,
        };
        let Some(block) = view.instruction.first(instruction).map(|row| row.block) else {
            continue;
        };
        let (first, second) = (comparison.first_operand, comparison.second_operand);
        for (value, excluded) in [(first, second), (second, first)] {
            let is_local = matches!(
                view.kind_of(excluded),
                Some(ValueKind::Argument | ValueKind::Instruction)
            );
            if is_local
                && source.holds(excluded)
                && sources(scope, value).next().is_some()
                && is_constant(view, excluded, LONGEST_COMPUTATION)
                && choices
                    .entry(excluded)
                    .or_insert_with(|| choices_of(scope, excluded))
                    .contains(&value)
            {
                tests.entry(value).or_default().push(Test { excluded, edge: (block, different) });
            }
        }
    }
    tests
}

/// The values that a phi or select selects from, for phis with the edge along which control comes.
fn sources(
    scope: Scope<'_>,
    value: ValueId,
) -> impl Iterator<Item = (ValueId, Option<(BlockId, BlockId)>)> {
    let view = scope.whole();
    let definition = view.definition_of(value).and_then(|it| view.instruction.first(it));
    let of_phi =
        definition.filter(|row| row.opcode == Opcode::Phi).into_iter().flat_map(move |phi| {
            let entries = scope.scoped().phi_incoming.all(phi.instruction).iter();
            entries.map(move |row| (row.value, Some((row.block, phi.block))))
        });
    let of_select = definition.and_then(|row| view.select_instruction.first(row.instruction));
    let of_select = of_select.into_iter().flat_map(|row| [row.true_value, row.false_value]);
    of_phi.chain(of_select.map(|it| (it, None)))
}

/// The phis and selects that may be `value`, directly or through others.
fn choices_of(scope: Scope, value: ValueId) -> FxHashSet<ValueId> {
    let view = scope.whole();
    let (mut found, mut open) = (FxHashSet::default(), vec![value]);
    while let Some(value) = open.pop() {
        for row in view.value_use().all(value) {
            let chooses = |it: &ValueId| sources(scope, *it).any(|(from, _)| from == value);
            if let Some(chosen) = view.result_of(row.instruction).filter(chooses)
                && found.insert(chosen)
            {
                open.push(chosen);
            }
        }
    }
    found
}

/// Whether the function always computes the same value here, wherever it does so.
fn is_constant(view: &View, value: ValueId, longest: usize) -> bool {
    let Some(instruction) = view.definition_of(value) else { return true };
    let Some(row) = view.instruction.first(instruction) else { return false };
    let runs_once = || view.block.first(row.block).is_some_and(|it| it.position == 0);
    let is_pure = matches!(row.opcode, Opcode::GetElementPtr | Opcode::BitCast);
    runs_once() || longest > 0 && is_pure && has_constants(view, instruction, longest - 1)
}

fn has_constants(view: &View, instruction: InstructionId, longest: usize) -> bool {
    let operands = view.instruction_operand.all(instruction);
    operands.iter().all(|row| is_constant(view, row.operand, longest))
}

/// The copies of phis and selects in a function.
struct Copies {
    choices: Choices,
    known: FxHashSet<(ValueId, u32, ValueId)>,
    /// Copies whose values have not been added.
    new: Vec<(ValueId, u32, ValueId)>,
}

impl Copies {
    /// The part of a value, without the excluded value if it is chosen from it and others.
    fn without(&mut self, value: ValueId, part: u32, excluded: ValueId) -> Key {
        if !self.choices[&excluded].contains(&value) {
            return Key::Value(value, part);
        }
        if self.known.insert((value, part, excluded)) {
            self.new.push((value, part, excluded));
        }
        Key::Step(Purpose::Different, value.0, part, excluded.0)
    }
}
