//! Branches that something may have been moved in front of: they are decided by a value that was
//! guarded once, and is not frozen.
//!
//! **Scope: function.**

use facts_schema::{BlockId, DeferredReason, Opcode, Predicate, ValueId, ValueKind};
use rules::{Detail, Rule, Violation, rules};
use rustc_hash::FxHashMap;

use crate::control::Place;
use crate::function::Function;
use crate::module::Module;
use crate::parts::Part;
use crate::rows::Source;
use crate::semantics::Deferred;
use program::{Broken, Creates, Decides, Program, SplitsLoops, TestsLater};

rules! { UndefinedBehavior "undefined-behavior";
    /// A branch that was taken out of a loop is decided by a frozen value.
    ///
    /// In the loop the branch ran only if the loop did. In front of it, it runs always, and if the value
    /// is undef or poison, that is undefined behavior which was not there before. Freeze the condition.
    /// This is found where a branch outside of two loops that look the same chooses between them, and
    /// nothing shows that its condition is defined.
    warn UNSWITCHED: "UND010" "unswitched-without-freeze" {
        message: "`{operand}` may be {detail}, and chooses between two versions of a loop: freeze it",
        reference: "LLVM's manual of undefined behavior, The Freeze Instruction; Azevedo 2020, section 3.2.1",
        checks: [],
    }

    /// A branch is not decided by a value whose operands are tested only later.
    ///
    /// A shift by too much, an element that is not there and a number that does not fit are poison, which
    /// a test of the operand guards against. If the test comes after a branch on the value, then either
    /// the computation was moved in front of its guard and needs a freeze, or the guard comes too late.
    warn HOISTED: "UND011" "hoisted-without-freeze" {
        message: "`{operand}` depends on {detail}, which may be poison: its operand is tested only later, behind this branch",
        reference: "LLVM's manual of undefined behavior, Immediate UB; Azevedo 2020, section 3.3",
        checks: [],
    }
}

pub(super) fn violations(module: &Module, function: &Function) -> Vec<Violation> {
    let mut program = Program::new();
    let branches = branches(module, function);
    if branches.is_empty() {
        return Vec::new();
    }
    let tests = tests_of(module, &branches);
    let tests_of = |operand: ValueId| tests.get(&operand).map_or(&[][..], Vec::as_slice);
    let mut tested: Vec<ValueId> =
        function.rows.sources.iter().filter_map(|source| operand_of(module, source)).collect();
    tested.sort_unstable();
    tested.dedup();
    tested.retain(|operand| tests.contains_key(operand));
    for &(at, condition) in &branches {
        let is_tested_later = |&operand: &ValueId| {
            tests_of(operand).iter().any(|&test| function.control.dominates(at, test))
        };
        let splits_loops = splits_loops(module, function, at);
        // What decides other branches need not be known.
        if !splits_loops && !tested.iter().any(is_tested_later) {
            continue;
        }
        let Some(deferred) = what_it_may_be(module, function, condition, at) else { continue };
        program.extend([Decides(at, condition, deferred)]);
        if splits_loops && has_own_source(function, condition) {
            program.extend([SplitsLoops(at)]);
        }
        for (created, operand) in creations(module, function, condition) {
            program.extend([Creates(condition, created, operand)]);
            if is_tested_later(&operand) {
                program.extend([TestsLater(at, operand)]);
            }
        }
    }
    let (broken,) = program.run();
    let violation = |Broken(rule, at, value, deferred, created)| {
        let subject = super::operand(module, function, at, value)?;
        let detail = match created {
            Some(created) => Detail::Value(created),
            None => Detail::Word(if deferred == Deferred::Poison { "poison" } else { "undef" }),
        };
        Some(Violation { subject, rule, detail })
    };
    broken.into_iter().filter_map(violation).collect()
}

/// The conditional branches that control can come to.
fn branches(module: &Module, function: &Function) -> Vec<(Place, ValueId)> {
    let control = &function.control;
    let rows = control.rows().iter().filter(|row| row.opcode == Opcode::Br);
    rows.filter(|row| control.is_reachable(row.block))
        .filter_map(|row| {
            let branch = module.index.conditional_branch.first(row.instruction)?;
            Some((control.place_of(row), branch.condition))
        })
        .collect()
}

fn what_it_may_be(
    module: &Module,
    function: &Function,
    value: ValueId,
    at: Place,
) -> Option<Deferred> {
    let kinds = [Deferred::Poison, Deferred::Undef];
    let may_be = |kind| module.parts_of(value).any(|part| function.could_be_at(part, kind, at));
    kinds.into_iter().find(|&kind| may_be(kind))
}

/// Whether both ways of the branch at `at` lead straight into a loop, and the two loops look the same.
fn splits_loops(module: &Module, function: &Function, at: Place) -> bool {
    let control = &function.control;
    let Some(instruction) = control.instruction(at) else { return false };
    let (Some(branch), Some(block)) =
        (module.index.conditional_branch.first(instruction), control.block(at))
    else {
        return false;
    };
    let loops = [branch.true_target, branch.false_target].map(|target| {
        let header = leads_to_loop(function, target)?;
        (!control.loops(block).any(|cycle| control.loop_header(cycle) == Some(header)))
            .then_some(header)
    });
    let [Some(one), Some(other)] = loops else { return false };
    // Variables that live in memory have not been through the passes that unswitch loops.
    let opcodes_of_one = opcodes(function, one);
    one != other
        && opcodes_of_one.contains(&Opcode::Phi)
        && opcodes_of_one == opcodes(function, other)
}

/// The header of the loop that control comes to from `block` without a choice.
fn leads_to_loop(function: &Function, mut block: BlockId) -> Option<BlockId> {
    /// A preheader, and what simplification left of another block.
    const FEW: usize = 3;

    let control = &function.control;
    for _ in 0..FEW {
        let innermost = control.loops(block).next().and_then(|cycle| control.loop_header(cycle));
        if innermost == Some(block) {
            return Some(block);
        }
        match control.successors().get(control.number(block)?)?.as_slice() {
            &[next] => block = control.nth_block(next),
            _ => return None,
        }
    }
    None
}

fn opcodes(function: &Function, block: BlockId) -> Vec<Opcode> {
    let (start, end) = function.control.positions(block);
    let rows = function.control.rows().get(start as usize..end as usize).unwrap_or_default();
    rows.iter().map(|row| row.opcode).collect()
}

/// Whether `value` may be undefined because of something else than what memory holds or a call
/// returns, of which nothing is known as a rule.
fn has_own_source(function: &Function, value: ValueId) -> bool {
    let sources = crate::chain::sources(function, Part::new(value, 0));
    sources.iter().any(|source| {
        !matches!(
            source.reason,
            DeferredReason::Memory | DeferredReason::Call | DeferredReason::Other
        )
    })
}

/// What `condition` depends on that may be made poison by an operand which one can test: the value
/// and the operand.
fn creations(module: &Module, function: &Function, condition: ValueId) -> Vec<(ValueId, ValueId)> {
    let sources = crate::chain::strict_sources(function, Part::new(condition, 0));
    let mut found: Vec<(ValueId, ValueId)> = sources
        .into_iter()
        .filter_map(|source| Some((source.part.value, operand_of(module, &source)?)))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The operand, which one can test, that makes a value poison.
fn operand_of(module: &Module, source: &Source) -> Option<ValueId> {
    let index = &module.index;
    let instruction = || Some(module.definition(source.part.value)?.instruction);
    match source.reason {
        DeferredReason::ShiftAmount => {
            Some(index.binary_instruction.first(instruction()?)?.second_operand)
        }
        DeferredReason::FloatToInteger => {
            Some(index.conversion_instruction.first(instruction()?)?.operand)
        }
        DeferredReason::ElementIndex => {
            Some(index.extractelement_instruction.first(instruction()?)?.index)
        }
        _ => None,
    }
}

/// By value: the branches that test whether it is less or greater than a constant.
fn tests_of(module: &Module, branches: &[(Place, ValueId)]) -> FxHashMap<ValueId, Vec<Place>> {
    let mut tests: FxHashMap<ValueId, Vec<Place>> = FxHashMap::default();
    for &(at, condition) in branches {
        let Some(row) = module.definition(condition) else { continue };
        let Some(test) = module.index.comparison_instruction.first(row.instruction) else {
            continue;
        };
        let is_bound = |value| {
            matches!(module.kind(value), ValueKind::ConstantInteger | ValueKind::ConstantFloat)
        };
        let is_order = !matches!(test.predicate, Predicate::Eq | Predicate::Ne);
        if is_order && is_bound(test.second_operand) {
            tests.entry(test.first_operand).or_default().push(at);
        }
    }
    tests
}

mod program {
    use super::*;
    use rules_macros::datalog;

    datalog! { rows;
        @input
        /// The branch at the place is decided by the value, which may be of this kind there.
        struct Decides(Place, ValueId, Deferred);

        @input
        /// The branch at the place chooses between two loops that look the same, and is in neither.
        struct SplitsLoops(Place);

        @input
        /// `Creates(condition, created, operand)`: `condition` is poison if `created` is, which is so
        /// for some values of `operand`.
        struct Creates(ValueId, ValueId, ValueId);

        @input
        /// `TestsLater(at, operand)`: `operand` is tested behind the branch at `at`.
        struct TestsLater(Place, ValueId);

        @output
        struct Broken(
            Rule,
            Place,
            ValueId,
            Deferred,
            Option<ValueId>,
        );

        Broken(UNSWITCHED, at, value, deferred, None) <-
            Decides(at, value, deferred),
            SplitsLoops(at);

        Broken(HOISTED, at, value, deferred, Some(created)) <-
            Decides(at, value, deferred),
            Creates(value, created, operand),
            TestsLater(at, operand);
    }
}
