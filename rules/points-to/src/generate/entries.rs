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
//! If all uses of a phi agree that control did not come along an edge, they use a copy of the phi without the entry of
//! this edge. The phi itself keeps all its entries, because it does hold them for a moment.
//!
//! **Scope: function.**

use facts_schema::view::Scope;
use facts_schema::{BlockId, InstructionId, Opcode, Predicate, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::Flow;
use super::moves::{Assign, Key, Merge, Moves, Purpose};
use super::source::Source;

/// An edge of the control flow, from its first block to its second.
type Edge = (BlockId, BlockId);

/// Lets the uses of phis read copies without the entries that none of them sees.
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
    let uses = Uses { scope, flow };
    let mut copied = FxHashSet::<ValueId>::default();
    let mut entries = Vec::new();
    for row in scope.scoped().phi_incoming.within(scope.instructions()) {
        let Some((phi, block)) = uses.phi(row.instruction) else { continue };
        let is_seen = match avoids.get(&(row.block, block)) {
            Some(avoided) => uses.are_reached(phi, avoided),
            None => true,
        };
        if is_seen {
            entries.push((phi, block, row.block, row.value));
        } else {
            copied.insert(phi);
        }
    }
    moves.sources_mut().for_each(|key| {
        if let Key::Value(phi, part) = *key
            && copied.contains(&phi)
        {
            *key = copy(phi, part);
        }
    });
    for (phi, block, before, value) in entries {
        let is_copied = copied.contains(&phi) && source.holds(value);
        for part in source.parts_of(value).filter(|_| is_copied) {
            let from = match copied.contains(&value) {
                true => copy(value, part),
                false => Key::Value(value, part),
            };
            moves.merges.push(Merge(copy(phi, part), block, before, from));
            moves.assigns.push(Assign(copy(phi, part), from));
        }
    }
}

/// The part of a phi that its uses see.
fn copy(phi: ValueId, part: u32) -> Key {
    Key::Step(Purpose::Seen, phi.0, part, 0)
}

/// Where values are used.
struct Uses<'a> {
    scope: Scope<'a>,
    flow: &'a Flow,
}

impl Uses<'_> {
    /// The value of a phi, and its block.
    fn phi(&self, phi: InstructionId) -> Option<(ValueId, BlockId)> {
        let view = self.scope.whole();
        Some((view.result_of(phi)?, view.instruction.first(phi)?.block))
    }

    /// Whether control may reach a use of the value without any of these edges.
    fn are_reached(&self, value: ValueId, avoided: &[Edge]) -> bool {
        let view = self.scope.whole();
        let is_reached = |block: BlockId| {
            let is_behind = |(_, to): &Edge| {
                self.flow.has_one_way_into(*to) && self.flow.dominates(*to, block)
            };
            !avoided.iter().any(is_behind)
        };
        view.value_use().all(value).iter().any(|it| match view.opcode_of(it.instruction) {
            // A comparison moves no pointers.
            Some(Opcode::ICmp) => false,
            // A phi uses the value when control leaves the block of the entry.
            Some(Opcode::Phi) => {
                let Some((_, block)) = self.phi(it.instruction) else { return true };
                let mut entries = view.phi_incoming.all(it.instruction).iter();
                entries.any(|row| {
                    let edge = (row.block, block);
                    row.value == value && !avoided.contains(&edge) && is_reached(row.block)
                })
            }
            _ => view.instruction.first(it.instruction).is_none_or(|row| is_reached(row.block)),
        })
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

    /// Operations that keep an unsigned number.
    const KEEPS(Opcode) = [Opcode::ZExt, Opcode::PtrToInt, Opcode::IntToPtr];

    @output
    /// If control comes from `before` into `block`, it does not go from `from` to `to` before it comes into `block`
    /// again.
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

    /// If control comes from `before` into `block`, `value` is an unsigned number until control comes into `block` again.
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
        conversion_instruction { instruction, opcode, operand },
        KEEPS(opcode),
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
