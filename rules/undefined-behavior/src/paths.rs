//! Branches and calls that always lead to undefined behaviour, although they are not undefined themselves.
//!
//! Undefined behaviour is certain at a branch if it is certain at each successor that control may continue at, and at
//! a call if it is certain at the entry of the called function. `unreachable` is included only together with other
//! undefined behaviour: on its own, it states that control does not reach it.

use std::collections::BTreeSet;

use facts_schema::{BlockId, FunctionId, Instruction, InstructionId, Opcode, UbCause, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::control::Control;
use crate::function::Function;
use crate::module::Module;

/// An instruction that always leads to undefined behaviour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inevitable {
    /// The branch, switch or call.
    pub instruction: InstructionId,
    /// Its condition, or the called function.
    pub operand: ValueId,
    /// The instructions that are undefined behaviour: of a branch, one for each successor.
    pub ends: Vec<End>,
}

/// The end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The block at which the path begins.
    pub start: BlockId,
    /// The undefined behaviour on it: `unreachable`, or an instruction whose undefined behaviour is definite.
    pub at: InstructionId,
    /// Whether that is an `unreachable`.
    pub is_unreachable: bool,
}

impl Inevitable {
    /// The schema's name for the cause.
    pub fn cause(&self, module: &Module) -> UbCause {
        match module.index.call_instruction.first(self.instruction) {
            Some(_) => UbCause::Call,
            None => UbCause::Path,
        }
    }
}

/// What is known about one function.
pub(crate) struct Known {
    function: FunctionId,
    /// The instructions with definite undefined behaviour.
    definite: BTreeSet<InstructionId>,
    /// The edges that are never taken.
    untaken: FxHashSet<(BlockId, BlockId)>,
}

impl Known {
    pub fn of(function: &Function) -> Self {
        let definite = function.definite().iter();
        let definite: BTreeSet<InstructionId> =
            definite.filter_map(|it| function.control.instruction(it.at)).collect();
        let untaken = function.interpretation().untaken.clone();
        Self { function: function.function, definite, untaken }
    }
}

/// The branches and calls that always lead to undefined behaviour, each with its function.
pub(crate) fn inevitable(module: &Module, known: Vec<Known>) -> Vec<(FunctionId, Inevitable)> {
    let has_any = |it: &&Known| !it.definite.is_empty();
    let mut waiting: Vec<FunctionId> = known.iter().filter(has_any).map(|it| it.function).collect();
    if waiting.is_empty() {
        return Vec::new();
    }
    let mut known: FxHashMap<FunctionId, Known> =
        known.into_iter().map(|it| (it.function, it)).collect();
    let callers = callers(module);
    let mut calls = Vec::new();
    let mut branches: FxHashMap<FunctionId, Vec<Inevitable>> = FxHashMap::default();
    let mut is_doomed: FxHashSet<FunctionId> = FxHashSet::default();
    while let Some(function) = waiting.pop() {
        let Some(of_function) = known.get(&function) else { continue };
        let paths = Paths::of(module, of_function);
        branches.insert(function, paths.branches());
        let end = paths.ends.first().copied().flatten().filter(|it| !it.is_unreachable);
        let Some(end) = end.filter(|_| is_doomed.insert(function)) else { continue };
        for &(caller, call, callee) in callers.get(&function).into_iter().flatten() {
            let Some(of_caller) = known.get_mut(&caller) else { continue };
            if of_caller.definite.insert(call) {
                let ends = vec![end];
                calls.push((caller, Inevitable { instruction: call, operand: callee, ends }));
                waiting.push(caller);
            }
        }
    }
    let branches = branches
        .into_iter()
        .flat_map(|(function, found)| found.into_iter().map(move |it| (function, it)));
    let mut found: Vec<(FunctionId, Inevitable)> = branches.chain(calls).collect();
    found.sort_by_key(|(_, it)| it.instruction);
    found
}

/// By function whose definition cannot be replaced: the calls of it, each with its function and the callee.
fn callers(module: &Module) -> FxHashMap<FunctionId, Vec<(FunctionId, InstructionId, ValueId)>> {
    let mut callers: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for row in &module.facts.call_instruction {
        let Some(callee) = module.function(row.callee) else { continue };
        let linkage = module.index.global.first(row.callee).map(|it| it.linkage);
        let caller = module.index.instruction.first(row.instruction).map(|it| it.function);
        if let Some(caller) = caller.filter(|_| linkage.is_some_and(|it| !it.is_interposable())) {
            callers.entry(callee).or_default().push((caller, row.instruction, row.callee));
        }
    }
    callers
}

/// The paths through one function.
struct Paths<'a, 'f> {
    module: &'a Module<'f>,
    known: &'a Known,
    control: Control<'f>,
    /// By block: its successors, without those that control never continues at.
    taken: Vec<Vec<usize>>,
    /// By block: the undefined behaviour that control always reaches from its start.
    ends: Vec<Option<End>>,
}

impl<'a, 'f> Paths<'a, 'f> {
    fn of(module: &'a Module<'f>, known: &'a Known) -> Self {
        let control = Control::of(module, known.function);
        let taken = control.successors().iter().enumerate().map(|(from, to)| {
            let is_taken = |to: &usize| {
                !known.untaken.contains(&(control.nth_block(from), control.nth_block(*to)))
            };
            to.iter().copied().filter(is_taken).collect()
        });
        let (taken, ends) = (taken.collect(), vec![None; control.successors().len()]);
        let mut paths = Self { module, known, control, taken, ends };
        loop {
            let mut has_changed = false;
            for block in (0..paths.ends.len()).rev() {
                if paths.ends[block].is_none() {
                    paths.ends[block] = paths.end_of(block);
                    has_changed |= paths.ends[block].is_some();
                }
            }
            if !has_changed {
                return paths;
            }
        }
    }

    fn rows(&self, block: usize) -> &'f [Instruction] {
        let (start, end) = self.control.positions(self.control.nth_block(block));
        self.control.rows().get(start as usize..end as usize).unwrap_or_default()
    }

    /// The undefined behaviour that control always reaches from the start of a block.
    fn end_of(&self, block: usize) -> Option<End> {
        let start = self.control.nth_block(block);
        for row in self.rows(block) {
            let at = row.instruction;
            if self.known.definite.contains(&at) {
                return Some(End { start, at, is_unreachable: false });
            }
            if row.opcode == Opcode::Unreachable {
                return Some(End { start, at, is_unreachable: true });
            }
            if self.module.may_not_continue(row) {
                return None;
            }
        }
        let ends = self.behind(block)?;
        let first = ends.iter().find(|it| !it.is_unreachable).or(ends.first())?;
        Some(End { start, ..*first })
    }

    /// The undefined behaviour at each successor of a block, if each has some.
    fn behind(&self, block: usize) -> Option<Vec<End>> {
        self.taken[block].iter().map(|it| self.ends[*it]).collect()
    }

    fn has_definite(&self, block: usize) -> bool {
        self.rows(block).iter().any(|it| self.known.definite.contains(&it.instruction))
    }

    /// The branches that always lead to undefined behaviour, except those that are only reached through another one.
    fn branches(&self) -> Vec<Inevitable> {
        let candidates: Vec<Option<Inevitable>> =
            (0..self.ends.len()).map(|it| self.branch(it)).collect();
        let is_candidate: Vec<bool> = candidates.iter().map(Option::is_some).collect();
        let is_behind = self.only_after_undefined(&is_candidate);
        let found = candidates.into_iter().zip(is_behind);
        found.filter(|(_, is_behind)| !is_behind).filter_map(|(it, _)| it).collect()
    }

    /// The terminator of a block if control may continue at several successors, and all lead to undefined behaviour.
    fn branch(&self, block: usize) -> Option<Inevitable> {
        let row = self.rows(block).last()?;
        let is_branch = matches!(row.opcode, Opcode::Br | Opcode::Switch | Opcode::IndirectBr);
        let is_reachable = self.control.is_reachable(row.block);
        if !is_branch || !is_reachable || self.taken[block].len() < 2 || self.has_definite(block) {
            return None;
        }
        let ends = self.behind(block)?;
        let operands = self.module.index.instruction_operand.all(row.instruction);
        let operand = operands.iter().find(|it| it.position == 0)?.operand;
        let is_certain = ends.iter().any(|it| !it.is_unreachable);
        is_certain.then_some(Inevitable { instruction: row.instruction, operand, ends })
    }

    /// By block: whether control only reaches it after undefined behaviour, or through a candidate.
    fn only_after_undefined(&self, is_candidate: &[bool]) -> Vec<bool> {
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); self.taken.len()];
        for (from, to) in self.taken.iter().enumerate() {
            if self.control.is_reachable(self.control.nth_block(from)) {
                to.iter().for_each(|it| predecessors[*it].push(from));
            }
        }
        let blocks = 0..self.taken.len();
        let is_end: Vec<bool> =
            blocks.map(|it| is_candidate[it] || self.has_definite(it)).collect();
        let mut is_behind = vec![false; self.taken.len()];
        loop {
            let mut has_changed = false;
            for (block, before) in predecessors.iter().enumerate() {
                let ends_there = |it: &usize| is_behind[*it] || is_end[*it];
                if !is_behind[block] && !before.is_empty() && before.iter().all(ends_there) {
                    is_behind[block] = true;
                    has_changed = true;
                }
            }
            if !has_changed {
                return is_behind;
            }
        }
    }
}
