//! The blocks of a function that run, by the number that its caller passes.
//!
//! The function that copies and destroys the target of a `std::function` gets a number that selects the operation. For
//! one number, it stores a copy of the target, for another number a pointer to the target. Where the caller passes a
//! constant, only the moves of the blocks that this number selects apply.
//!
//! If all callers are known, blocks that no number selects never run.

mod callers;
mod decisions;
pub mod given;

use facts_schema::view::{View, rows_of_some};
use facts_schema::{BlockId, Facts, FunctionId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::parameters::Parameter;
use super::source::Source;
use callers::{Callers, Passed};
use decisions::{Decision, decisions};

/// A function with more cases is not split.
const MAX_CASES: usize = 8;

/// A function with more instructions is not split.
const MAX_INSTRUCTIONS: u32 = 1000;

/// The cases of a function.
#[derive(Debug)]
pub struct Cases {
    /// The position of the parameter that selects the case.
    position: u32,
    /// Its number of bits, from 1 to 64.
    bits: u8,
    /// At least one.
    all: Vec<Case>,
}

/// What runs for some numbers.
#[derive(Debug)]
pub struct Case {
    /// The numbers that select it.
    numbers: Vec<i128>,
    /// Whether it also runs for all numbers that no case has.
    has_others: bool,
    /// The blocks that do not run.
    dead: FxHashSet<BlockId>,
    /// The only successors of the blocks in which the number decides.
    targets: Targets,
}

/// By block: its only successors.
type Targets = FxHashMap<BlockId, Vec<BlockId>>;

impl Case {
    /// The rows of the instructions of a function that run, without the entries of phis that control does not come from.
    pub fn rows(&self, view: &View, function: FunctionId) -> Facts {
        let is_alive = |instruction| {
            let row = view.instruction.first(instruction);
            row.is_some_and(|row| !self.dead.contains(&row.block))
        };
        let mut facts = rows_of_some(view, &view.instructions_of(function), is_alive);
        facts.phi_incoming.retain(|row| {
            let targets = self.targets.get(&row.block);
            let comes_from = |block: BlockId| targets.is_none_or(|it| it.contains(&block));
            !self.dead.contains(&row.block)
                && view.instruction.first(row.instruction).is_some_and(|it| comes_from(it.block))
        });
        facts
    }
}

impl Cases {
    /// The cases, in the order of their numbers.
    pub fn all(&self) -> &[Case] {
        &self.all
    }

    /// One case for all numbers.
    pub fn joined(&self) -> Case {
        let mut dead = self.all[0].dead.clone();
        dead.retain(|block| self.all.iter().all(|case| case.dead.contains(block)));
        Case { numbers: Vec::new(), has_others: true, dead, targets: Targets::default() }
    }
}

/// The functions with blocks that do not run, or not for each number. In a whole program, functions are split into
/// cases: in a library, they do not run in a context of each caller.
pub fn of(source: &Source, is_whole: bool) -> FxHashMap<FunctionId, Cases> {
    let mut functions: FxHashMap<FunctionId, Vec<Decision>> = FxHashMap::default();
    for decision in decisions(source) {
        functions.entry(decision.parameter.0).or_default().push(decision);
    }
    if functions.is_empty() {
        return FxHashMap::default();
    }
    let callers = Callers::of(source, is_whole);
    let cases = functions.into_iter().filter_map(|(function, decisions)| {
        let function = Function { source, function, decisions: &decisions };
        let mut passed: FxHashMap<Parameter, Passed> = FxHashMap::default();
        for Decision { parameter, .. } in &decisions {
            passed.entry(*parameter).or_insert_with(|| callers.numbers(*parameter));
        }
        let is_split = is_whole && function.instruction_count() <= MAX_INSTRUCTIONS;
        let split = is_split.then(|| function.split(&callers, &passed)).flatten();
        Some((function.function, split.or_else(|| function.one_case(&passed))?))
    });
    cases.collect()
}

/// A function with decisions.
struct Function<'a> {
    source: &'a Source<'a>,
    function: FunctionId,
    decisions: &'a [Decision],
}

impl Function<'_> {
    fn instruction_count(&self) -> u32 {
        let instructions = self.source.view.instructions_of(self.function);
        instructions.end.0 - instructions.start.0
    }

    /// Its only case, if some blocks never run.
    fn one_case(&self, passed: &FxHashMap<Parameter, Passed>) -> Option<Cases> {
        let case = Case { has_others: true, ..self.case(passed, None) };
        let is_needed = !case.dead.is_empty();
        is_needed.then(|| Cases { position: 0, bits: 64, all: vec![case] })
    }

    /// Its cases by the parameter that most decisions depend on, if callers may pass constants and different blocks run.
    fn split(&self, callers: &Callers, passed: &FxHashMap<Parameter, Passed>) -> Option<Cases> {
        let view = &self.source.view;
        let count = |it: &Parameter| {
            self.decisions.iter().filter(|decision| decision.parameter == *it).count()
        };
        let used = passed.keys().copied().filter(|it| callers.pass_numbers(*it));
        let parameter = used.max_by_key(|it| (count(it), std::cmp::Reverse(it.1)))?;
        let value = view.function_argument().all(self.function);
        let value = value.iter().find(|row| row.position == parameter.1)?.value;
        let width = view.types().width(view.type_of(value)?);
        let bits = u8::try_from(width).ok().filter(|it| (1..=64).contains(it))?;
        let known = passed.get(&parameter)?.as_ref();
        let decisions = self.decisions.iter().filter(|it| it.parameter == parameter);
        let mut numbers: Vec<i128> = match known {
            Some(known) => known.iter().copied().collect(),
            None => decisions.flat_map(|it| it.numbers(view)).collect(),
        };
        numbers.sort_unstable();
        numbers.dedup();
        // Any number that selects no other case stands for all of them.
        let other = numbers.last()? + 1;
        let others = known.is_none().then_some(other);
        let mut all: Vec<Case> = Vec::new();
        for number in numbers.iter().copied().chain(others) {
            let case = self.case(passed, Some((parameter, number)));
            let is_same = |it: &Case| it.dead == case.dead && it.targets == case.targets;
            let index = all.iter().position(is_same).unwrap_or(all.len());
            if index == all.len() {
                all.push(case);
            }
            match number == other {
                true => all[index].has_others = true,
                false => all[index].numbers.push(number),
            }
        }
        let is_useful = (2..=MAX_CASES).contains(&all.len());
        is_useful.then_some(Cases { position: parameter.1, bits, all })
    }

    /// What runs for the numbers passed, and for this number as the chosen parameter.
    fn case(
        &self,
        passed: &FxHashMap<Parameter, Passed>,
        chosen: Option<(Parameter, i128)>,
    ) -> Case {
        let view = &self.source.view;
        let targets = self.decisions.iter().filter_map(|decision| {
            let targets = match chosen.filter(|(it, _)| *it == decision.parameter) {
                Some((_, number)) => decision.targets(view, [&number]),
                None => decision.targets(view, passed.get(&decision.parameter)?.as_ref()?),
            };
            Some((decision.block, targets?))
        });
        let targets: Targets = targets.collect();
        let running = running(view, self.function, &targets);
        let blocks = view.block.within(Some(view.blocks_of(self.function))).iter();
        let dead = blocks.map(|row| row.block).filter(|it| !running.contains(it)).collect();
        Case { numbers: Vec::new(), has_others: false, dead, targets }
    }
}

/// The blocks that control reaches, given the only successors of some of them.
fn running(view: &View, function: FunctionId, targets: &Targets) -> FxHashSet<BlockId> {
    let entry = view.blocks_of(function).start;
    let mut reached = FxHashSet::from_iter([entry]);
    let mut open = vec![entry];
    while let Some(block) = open.pop() {
        let next: Vec<BlockId> = match targets.get(&block) {
            Some(targets) => targets.clone(),
            None => view.block_successor.all(block).iter().map(|row| row.successor).collect(),
        };
        open.extend(next.into_iter().filter(|it| reached.insert(*it)));
    }
    reached
}
