//! The writes to cells by instructions, and by functions without instructions.

use std::collections::BTreeMap;

use facts_schema::{FunctionId, InstructionId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::{Cell, Planner, Run};
use crate::Context;
use crate::constraints::{FunctionKind, Object, Variable, VariableOf};
use crate::offsets::{CopyLength, Distance, Offsets};
use crate::solution::{Location, Node};

/// The writes to cells.
#[derive(Debug, Default)]
pub(super) struct Writes {
    /// All cells that are read, in order.
    pub cells: Vec<Cell>,
    /// By object: the cells in it.
    by_object: FxHashMap<Object, Vec<u32>>,
    /// Stores that overwrite all of a cell, with the value if it can hold a pointer.
    pub sets: Vec<(InstructionId, u32, Option<ValueId>)>,
    /// By cell: stores that overwrite either all of it or nothing.
    pub may_set: Vec<Vec<MaySet>>,
    /// Instructions that may otherwise write to a cell.
    pub mixes: Vec<(InstructionId, u32)>,
    /// By cell: the runs of functions that write to it.
    pub by: Vec<FxHashSet<Run>>,
    /// By cell: whether there are writes to it that are not followed.
    pub is_given_up: Vec<bool>,
}

/// A store of a value that fills a cell, at the targets of `address` in the function.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaySet {
    pub instruction: InstructionId,
    pub function: FunctionId,
    pub address: Variable,
    pub value: ValueId,
}

impl Writes {
    pub fn number(&self, cell: Cell) -> Option<u32> {
        self.cells.binary_search(&cell).ok().map(|it| it as u32)
    }

    fn in_object(&self, object: Object) -> &[u32] {
        self.by_object.get(&object).map_or(&[], Vec::as_slice)
    }

    fn give_up(&mut self, object: Object) {
        for cell in self.by_object.get(&object).into_iter().flatten() {
            self.is_given_up[*cell as usize] = true;
        }
    }
}

impl Planner<'_, '_> {
    /// The writes to the cells that are read.
    pub(super) fn writes(&mut self, reads: &[(InstructionId, Cell)]) -> Writes {
        let mut cells: Vec<Cell> = reads.iter().map(|(_, cell)| *cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut writes = Writes {
            may_set: vec![Vec::new(); cells.len()],
            by: vec![FxHashSet::default(); cells.len()],
            is_given_up: vec![false; cells.len()],
            ..Writes::default()
        };
        for (number, cell) in (0..).zip(&cells) {
            writes.by_object.entry(cell.object).or_default().push(number);
        }
        writes.cells = cells;
        let mut addresses = self.stores(&mut writes);
        addresses.extend(self.atomic_operations(&mut writes));
        addresses.extend(self.stores_of_tables(&mut writes));
        self.other_writes(&addresses, &mut writes);
        self.writes_without_instructions(&mut writes);
        writes
    }

    /// Adds stores. Returns their addresses.
    fn stores(&mut self, writes: &mut Writes) -> FxHashSet<ValueId> {
        let source = self.source;
        let mut addresses = FxHashSet::default();
        for row in &source.facts().store_instruction {
            addresses.insert(row.address);
            let Some(function) = source.view.function_of(row.instruction) else { continue };
            let Some(address) = self.variable(row.address) else { continue };
            let holds = source.holds(row.value);
            if self.fills_cell(row.value)
                && let Some(cell) = self.only_cell(row.address).and_then(|it| writes.number(it))
            {
                writes.sets.push((row.instruction, cell, holds.then_some(row.value)));
                let runs: Vec<Run> = self.runs_at(function, address).map(|(run, _)| run).collect();
                self.note(function, runs, cell, holds, writes);
            } else if holds && self.fills_cell(row.value) {
                let (instruction, value) = (row.instruction, row.value);
                self.may_set(MaySet { instruction, function, address, value }, writes);
            } else if holds {
                let parts: Vec<u32> = source.parts_of(row.value).collect();
                let is_folded = source.is_folded(row.value);
                self.mix(
                    row.instruction,
                    function,
                    address,
                    writes,
                    |location, offset, planner| {
                        is_folded
                            || parts
                                .iter()
                                .any(|part| planner.may_store_to(location, *part, offset))
                    },
                );
            }
        }
        addresses
    }

    /// Records a store whose address does not point to the same cell in all contexts.
    fn may_set(&self, store: MaySet, writes: &mut Writes) {
        // By cell: whether the store may overwrite a part of it.
        let mut reached: BTreeMap<u32, bool> = BTreeMap::new();
        for (run, location) in self.runs_at(store.function, store.address) {
            for cell in writes.in_object(location.instance.object).to_vec() {
                let offsets = Offsets::At(writes.cells[cell as usize].offset);
                if location.offsets.overlaps(offsets) {
                    *reached.entry(cell).or_default() |= location.offsets != offsets;
                    self.note(store.function, [run], cell, true, writes);
                }
            }
        }
        for (cell, is_in_part) in reached {
            if is_in_part {
                writes.mixes.push((store.instruction, cell));
            } else {
                writes.may_set[cell as usize].push(store);
            }
        }
    }

    /// Adds stores that are made where constructors are called. Returns their addresses.
    fn stores_of_tables(&mut self, writes: &mut Writes) -> Vec<ValueId> {
        let source = self.source;
        let mut addresses = Vec::new();
        for (function, added) in source.construction.added() {
            addresses.push(added.object);
            let Some(address) = self.variable(added.object) else { continue };
            self.mix(added.call, function, address, writes, |location, offset, planner| {
                planner.may_store_to(location, added.offset, offset)
            });
        }
        addresses
    }

    /// Adds atomic operations that write. Returns their addresses.
    fn atomic_operations(&mut self, writes: &mut Writes) -> Vec<ValueId> {
        let source = self.source;
        let exchanges = source.facts().cmpxchg_instruction.iter();
        let exchanges = exchanges.map(|row| (row.instruction, row.address));
        let updates = source.facts().atomicrmw_instruction.iter();
        let updates = updates.map(|row| (row.instruction, row.address));
        let mut addresses = Vec::new();
        for (instruction, value) in exchanges.chain(updates) {
            addresses.push(value);
            let Some(function) = source.view.function_of(instruction) else { continue };
            let Some(address) = self.variable(value) else { continue };
            self.mix(instruction, function, address, writes, |_, _, _| true);
        }
        addresses
    }

    /// Records that the instruction may write to cells that `address` points to: those for which `touches` is true,
    /// given the location and the offset of the cell.
    fn mix(
        &self,
        instruction: InstructionId,
        function: FunctionId,
        address: Variable,
        writes: &mut Writes,
        touches: impl Fn(Location, u32, &Self) -> bool,
    ) {
        let mut mixed = Vec::new();
        for (run, location) in self.runs_at(function, address) {
            for cell in writes.in_object(location.instance.object) {
                let offset = writes.cells[*cell as usize].offset;
                if touches(location, offset, self) {
                    mixed.push((*cell, run));
                }
            }
        }
        for (cell, run) in mixed {
            if writes.mixes.last() != Some(&(instruction, cell)) {
                writes.mixes.push((instruction, cell));
            }
            self.note(function, [run], cell, true, writes);
        }
    }

    /// Records that runs of the function write to the cell.
    fn note(
        &self,
        function: FunctionId,
        runs: impl IntoIterator<Item = Run>,
        cell: u32,
        holds: bool,
        writes: &mut Writes,
    ) {
        if self.concurrent.contains(&function) {
            // If no pointer is written, the previous content may be assumed to remain.
            writes.is_given_up[cell as usize] |= holds;
            return;
        }
        writes.by[cell as usize].extend(runs);
    }

    /// The targets of `address` when the function runs, in each run.
    fn runs_at(
        &self,
        function: FunctionId,
        address: Variable,
    ) -> impl Iterator<Item = (Run, Location)> + '_ {
        let is_own = self.constraints.variables[address.0 as usize].owner == Some(function);
        let contexts = self.solution.contexts_of(address).iter();
        contexts.flat_map(move |(node, set)| {
            let own = is_own.then(|| self.run(function, node.context)).flatten();
            let all = (!is_own).then(|| self.runs_of(function)).into_iter().flatten();
            let runs: Vec<Run> = own.into_iter().chain(all).collect();
            self.solution
                .set(*set)
                .flat_map(move |location| runs.clone().into_iter().map(move |run| (run, location)))
        })
    }

    /// Gives up the cells that instructions with unknown targets may write to.
    fn other_writes(&self, addresses: &FxHashSet<ValueId>, writes: &mut Writes) {
        for info in &self.constraints.functions {
            if info.kind != FunctionKind::Defined {
                continue;
            }
            let is_known =
                |variable: &Variable| match self.constraints.variables[variable.0 as usize].of {
                    VariableOf::Value { value, .. } | VariableOf::Along { value, .. } => {
                        addresses.contains(&value)
                    }
                    _ => false,
                };
            let stores = info.body.stores.iter().map(|row| row.address);
            let others = stores.filter(|it| !is_known(it));
            for variable in others.chain(info.body.transfers.iter().map(|row| row.to)) {
                for location in self.locations(variable) {
                    writes.give_up(location.instance.object);
                }
            }
        }
    }

    /// Adds the writes of functions without a body.
    fn writes_without_instructions(&self, writes: &mut Writes) {
        for (run, (function, context)) in (0..).zip(&self.solution.reachable) {
            let info = &self.constraints.functions[function.0 as usize];
            if info.kind == FunctionKind::Defined {
                continue;
            }
            for row in &info.body.stores {
                self.write_in(run, row.address, *context, writes, |location, offset| {
                    self.may_store_to(location, row.offset, offset)
                });
            }
            for row in &info.body.transfers {
                let length = self.constraints.length(row.length, *context);
                self.write_in(run, row.to, *context, writes, |location, offset| {
                    self.may_copy_to(location, length, offset)
                });
            }
        }
    }

    /// Records that a run writes to the targets of `address` for which `touches` is true, given the location and the
    /// offset of the cell.
    fn write_in(
        &self,
        run: Run,
        address: Variable,
        context: Context,
        writes: &mut Writes,
        touches: impl Fn(Location, u32) -> bool,
    ) {
        let owner = self.constraints.variables[address.0 as usize].owner;
        let context = if owner.is_some() { context } else { Context::EMPTY };
        for location in self.solution.points_to(Node { variable: address, context }) {
            for cell in writes.in_object(location.instance.object).to_vec() {
                if touches(location, writes.cells[cell as usize].offset) {
                    writes.by[cell as usize].insert(run);
                    writes.is_given_up[cell as usize] |= self.is_concurrent[run as usize];
                }
            }
        }
    }

    /// Whether a store `distance` bytes after a location may change the cell at `offset` of the object.
    fn may_store_to(&self, location: Location, distance: u32, offset: u32) -> bool {
        let written = self.constraints.behind(location, Distance::of(distance));
        written.is_some_and(|it| it.offsets.overlaps(Offsets::At(offset)))
    }

    /// Whether a copy of `length` bytes to a location may change the cell at `offset` of the object.
    fn may_copy_to(&self, location: Location, length: CopyLength, offset: u32) -> bool {
        let (Offsets::At(start), Some(length)) = (location.offsets, length.bytes()) else {
            return true;
        };
        let is_before = start.saturating_add(length) <= offset;
        let is_after = offset.saturating_add(self.source.pointer_size()) <= start;
        !is_before && !is_after || self.constraints.has_one_offset(location.instance)
    }
}
