//! The effects of each function on cells, including those of its callees.

use std::collections::{BTreeMap, BTreeSet};

use facts_schema::{BlockId, FunctionId, InstructionId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::{CallEntry, Cell, Effects, Plan, Planner, Run};
use super::writes::Writes;
use crate::constraints::{CallSite, FunctionKind, Object, Origin, Variable};
use crate::offsets::{Distance, Offsets};
use crate::solution::{Location, Node};

/// The maximum number of pairs of functions and cells per function that are followed.
const PAIRS_PER_FUNCTION: usize = 8;

/// This number of pairs is followed in every program.
const FEW_PAIRS: usize = 10_000;

/// The effects of a call on a cell.
#[derive(Default)]
struct CallEffects {
    enters: BTreeSet<(FunctionId, CallEntry)>,
    changed: BTreeSet<(FunctionId, CallEntry)>,
    mixes: bool,
}

impl Planner<'_, '_> {
    /// The effects of each function on the cells.
    pub(super) fn effects(
        &self,
        main: FunctionId,
        reads: &[(InstructionId, Cell)],
        writes: &Writes,
    ) -> Plan {
        let cells = writes.cells.clone();
        let mut plan = Plan { cells, functions: BTreeMap::new(), main, initial: Vec::new() };
        let mut readers = vec![FxHashSet::default(); writes.cells.len()];
        for (instruction, cell) in reads {
            if let Some(function) = self.source.view.function_of(*instruction)
                && let Some(number) = writes.number(*cell)
            {
                readers[number as usize].insert(function);
            }
        }
        let mut budget = FEW_PAIRS.max(PAIRS_PER_FUNCTION * self.constraints.functions.len());
        let mut order: Vec<u32> = (0..writes.cells.len() as u32).collect();
        order.sort_by_key(|it| (writes.by[*it as usize].len(), *it));
        let mut followed = FxHashSet::default();
        for cell in order {
            if writes.is_given_up[cell as usize] {
                continue;
            }
            if self.follow(cell, &readers[cell as usize], writes, &mut budget, &mut plan) {
                followed.insert(cell);
            }
        }
        let is_followed = |cell: &u32| followed.contains(cell);
        for &(instruction, cell) in reads {
            if let Some(number) = writes.number(cell).filter(is_followed)
                && let Some(effects) = self.effects_at(&mut plan, instruction)
            {
                effects.reads.push((instruction, number));
            }
        }
        for &(instruction, cell, value) in writes.sets.iter().filter(|it| is_followed(&it.1)) {
            if let Some(effects) = self.effects_at(&mut plan, instruction) {
                effects.sets.push((instruction, cell, value));
            }
        }
        for &(instruction, cell) in writes.mixes.iter().filter(|it| is_followed(&it.1)) {
            if let Some(effects) = self.effects_at(&mut plan, instruction) {
                effects.mixes.push((instruction, cell));
            }
        }
        self.add_second_returns(&mut plan);
        for effects in plan.functions.values_mut() {
            self.sort(effects);
        }
        self.add_initial(&mut plan, &followed);
        plan
    }

    /// The effects of the instruction's function, if it is followed.
    fn effects_at<'p>(
        &self,
        plan: &'p mut Plan,
        instruction: InstructionId,
    ) -> Option<&'p mut Effects> {
        let function = self.source.view.function_of(instruction)?;
        let is_followed = !self.concurrent.contains(&function);
        is_followed.then(|| plan.functions.entry(function).or_default())
    }

    /// Finds the effects of functions on the cell, unless there are too many.
    fn follow(
        &self,
        cell: u32,
        readers: &FxHashSet<FunctionId>,
        writes: &Writes,
        budget: &mut usize,
        plan: &mut Plan,
    ) -> bool {
        let owner = self.owner(writes.cells[cell as usize].object);
        let writing = writes.by[cell as usize].iter().copied();
        let Some(writing) = self.callers(writing, owner, *budget) else { return false };
        let reading = readers.iter().flat_map(|it| self.runs_of(*it));
        let Some(reading) = self.callers(reading, owner, *budget) else { return false };
        *budget = budget.saturating_sub(writing.len() + reading.len());
        let function_of = |run: Run| self.solution.reachable[run as usize].0;
        let is_defined = |function: FunctionId| {
            self.constraints.functions[function.0 as usize].kind == FunctionKind::Defined
        };
        let is_lost = |run: &Run| {
            is_defined(function_of(*run)) && self.concurrent.contains(&function_of(*run))
        };
        if writing.union(&reading).any(is_lost) {
            return false;
        }
        let has_to_do = |run: &Run| writing.contains(run) || reading.contains(run);
        self.add_stores(cell, has_to_do, writes, plan);
        let mut calls: BTreeMap<(FunctionId, InstructionId), CallEffects> = BTreeMap::new();
        for &run in writing.union(&reading) {
            let (function, changes) = (function_of(run), writing.contains(&run));
            if is_defined(function) {
                let effects = plan.functions.entry(function).or_default();
                if owner == Some(function) {
                    effects.born.push(cell);
                    continue;
                }
                if changes {
                    effects.ends.push(cell);
                }
            }
            for &call in &self.called_by[run as usize] {
                let (caller, site, _) = self.calls[call as usize];
                let Some(instruction) = self.constraints.instruction_at(site) else { continue };
                let effects = calls.entry((function_of(caller), instruction)).or_default();
                let entry = self.entry(site, function);
                if !is_defined(function) {
                    effects.mixes |= changes;
                    continue;
                }
                effects.enters.insert((function, entry));
                if changes && self.endless.contains(&function) {
                    effects.mixes = true;
                } else if changes {
                    effects.changed.insert((function, entry));
                }
            }
        }
        for ((caller, instruction), effects) in calls {
            let keeps = self.may_keep(instruction, &writing);
            let into = plan.functions.entry(caller).or_default();
            self.add_call(instruction, cell, effects, keeps, into);
        }
        true
    }

    /// Adds stores that overwrite the cell or leave it unchanged. If the address of a store only points to the cell in
    /// all relevant runs, the store always overwrites the cell; otherwise, it may leave the cell unchanged.
    fn add_stores(
        &self,
        number: u32,
        has_to_do: impl Fn(&Run) -> bool,
        writes: &Writes,
        plan: &mut Plan,
    ) {
        let cell = writes.cells[number as usize];
        for store in &writes.may_set[number as usize] {
            let Some(effects) = self.effects_at(plan, store.instruction) else { continue };
            let mut runs = self.runs_of(store.function).filter(&has_to_do);
            let is_sure = runs.all(|run| self.points_only_to(store.address, run, cell));
            if is_sure {
                effects.sets.push((store.instruction, number, Some(store.value)));
            } else {
                effects.mixes.push((store.instruction, number));
            }
        }
    }

    /// Whether a variable of the running function points to the cell, and nowhere else.
    fn points_only_to(&self, variable: Variable, run: Run, cell: Cell) -> bool {
        let (function, context) = self.solution.reachable[run as usize];
        let is_own = self.constraints.variables[variable.0 as usize].owner == Some(function);
        let mut locations = self.solution.points_to(Node { variable, context });
        let is_cell = |it: Location| {
            it.instance.object == cell.object && it.offsets == Offsets::At(cell.offset)
        };
        is_own && locations.next().is_some_and(is_cell) && locations.next().is_none()
    }

    /// The function on whose stack the object is.
    fn owner(&self, object: Object) -> Option<FunctionId> {
        match self.constraints.origin(object) {
            Origin::Stack(_) => self.constraints.objects[object.0 as usize].owner,
            _ => None,
        }
    }

    /// The runs and their transitive callers, up to the runs of `owner`; none if there are more than `limit`.
    fn callers(
        &self,
        runs: impl Iterator<Item = Run>,
        owner: Option<FunctionId>,
        limit: usize,
    ) -> Option<FxHashSet<Run>> {
        let mut seen = FxHashSet::default();
        let mut open: Vec<Run> = runs.collect();
        while let Some(run) = open.pop() {
            if seen.insert(run) && owner != Some(self.solution.reachable[run as usize].0) {
                let callers = self.called_by[run as usize].iter();
                open.extend(callers.map(|it| self.calls[*it as usize].0));
            }
            if seen.len() > limit {
                return None;
            }
        }
        Some(seen)
    }

    fn entry(&self, site: CallSite, function: FunctionId) -> CallEntry {
        let info = &self.constraints.functions[function.0 as usize];
        let inlined = self.constraints.sites[site.0 as usize].inlined_callee();
        let is_alone = inlined == Some(function) && !self.calls_others(site);
        if is_alone && info.is_cloned && info.variadic.is_none() {
            CallEntry::Cloned
        } else {
            CallEntry::Any
        }
    }

    /// Whether the call may run a function that does not write to the cell.
    fn may_keep(&self, instruction: InstructionId, changing: &FxHashSet<Run>) -> bool {
        let calls = self.calls_of.get(&instruction).into_iter().flatten();
        let mut calls = calls.map(|it| self.calls[*it as usize]);
        calls.any(|(_, site, run)| !changing.contains(&run) || self.calls_others(site))
    }

    /// Adds the effects of a call on a cell.
    fn add_call(
        &self,
        instruction: InstructionId,
        cell: u32,
        effects: CallEffects,
        keeps: bool,
        into: &mut Effects,
    ) {
        let invoke = self.source.view.invoke_instruction.first(instruction);
        if let Some(row) = invoke.filter(|_| effects.mixes || !effects.changed.is_empty()) {
            into.unwinds.push((row.unwind_target, cell));
        }
        if keeps && !effects.changed.is_empty() {
            into.keeps.push((instruction, cell));
        }
        if effects.mixes {
            into.mixes.push((instruction, cell));
        }
        let enters = effects.enters.into_iter();
        into.enters.extend(enters.map(|(function, entry)| (instruction, cell, function, entry)));
        let changed = effects.changed.into_iter();
        into.changed.extend(changed.map(|(function, entry)| (instruction, cell, function, entry)));
    }

    /// When `setjmp` returns again, anything may have happened since its first return.
    fn add_second_returns(&self, plan: &mut Plan) {
        let view = &self.source.view;
        let attributes = self.attributes("returns_twice");
        for row in &self.source.facts().call_instruction {
            let Some(caller) = view.function_of(row.instruction) else { continue };
            let Some(effects) = plan.functions.get_mut(&caller) else { continue };
            let callee = view.as_function(row.callee);
            let of_callee = callee.map_or(&[][..], |it| view.function_attribute.all(it));
            let name = view.name_of(row.callee);
            let returns_twice = name.contains("setjmp")
                || of_callee.iter().any(|it| attributes.contains(&it.attribute))
                || view
                    .call_attribute
                    .all(row.instruction)
                    .iter()
                    .any(|it| attributes.contains(&it.attribute));
            if returns_twice {
                let cells = effects.cells();
                effects.mixes.extend(cells.into_iter().map(|cell| (row.instruction, cell)));
            }
        }
    }

    /// Sorts all accesses of a function.
    fn sort(&self, effects: &mut Effects) {
        effects.tidy();
        let mut all: Vec<(InstructionId, u32)> = effects.reads.clone();
        all.extend(effects.sets.iter().map(|it| (it.0, it.1)));
        all.extend(&effects.mixes);
        all.extend(effects.enters.iter().map(|it| (it.0, it.1)));
        all.sort_unstable();
        all.dedup();
        let mut last: FxHashMap<u32, (InstructionId, BlockId)> = FxHashMap::default();
        for (instruction, cell) in all {
            let Some(row) = self.source.view.instruction.first(instruction) else { continue };
            let previous = last.insert(cell, (instruction, row.block));
            let previous = previous.filter(|(_, block)| *block == row.block).map(|(it, _)| it);
            effects.accesses.push((instruction, cell, row.block, previous));
        }
    }

    /// Adds the content of cells at the start of the program.
    fn add_initial(&self, plan: &mut Plan, followed: &FxHashSet<u32>) {
        let mut by_object: FxHashMap<Object, Vec<u32>> = FxHashMap::default();
        for &cell in followed {
            by_object.entry(plan.cells[cell as usize].object).or_default().push(cell);
        }
        let mut initial: BTreeSet<(u32, Option<Variable>)> = BTreeSet::new();
        for row in &self.constraints.module.stores {
            for location in self.locations(row.address) {
                let Some(cells) = by_object.get(&location.instance.object) else { continue };
                let Some(written) = self.constraints.behind(location, Distance::of(row.offset))
                else {
                    continue;
                };
                for &cell in cells {
                    let offsets = Offsets::At(plan.cells[cell as usize].offset);
                    if written.offsets == offsets {
                        initial.insert((cell, Some(row.from)));
                    } else if written.offsets.overlaps(offsets) {
                        initial.insert((cell, None));
                    }
                }
            }
        }
        for row in &self.constraints.module.transfers {
            for location in self.locations(row.to) {
                let cells = by_object.get(&location.instance.object).into_iter().flatten();
                initial.extend(cells.map(|cell| (*cell, None)));
            }
        }
        plan.initial = initial.into_iter().collect();
    }
}

impl Effects {
    /// The cells that are accessed.
    fn cells(&self) -> BTreeSet<u32> {
        let reads = self.reads.iter().map(|it| it.1);
        let sets = self.sets.iter().map(|it| it.1);
        let mixes = self.mixes.iter().map(|it| it.1);
        let enters = self.enters.iter().map(|it| it.1);
        reads.chain(sets).chain(mixes).chain(enters).collect()
    }

    fn tidy(&mut self) {
        fn tidy<T: Ord>(rows: &mut Vec<T>) {
            rows.sort_unstable();
            rows.dedup();
        }
        tidy(&mut self.reads);
        tidy(&mut self.sets);
        tidy(&mut self.mixes);
        tidy(&mut self.enters);
        tidy(&mut self.changed);
        tidy(&mut self.keeps);
        tidy(&mut self.unwinds);
        tidy(&mut self.born);
        tidy(&mut self.ends);
    }
}
