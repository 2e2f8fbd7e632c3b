//! Undefined behaviour that is certain on one path through a function, but not on all.
//!
//! Where paths meet, their states are joined, and what is known on only one of them is lost. So each edge to such a
//! block is followed separately. Undefined behaviour after the edge is a *suspicion*. It is confirmed by a path through
//! the edge, from the beginning of the function or of the loop, that none of its conditions excludes.

use std::collections::BTreeMap;

use facts_schema::view::View;
use facts_schema::{BlockId, FunctionId, InstructionId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ModuleInfo;
use crate::body::Body;
use crate::control::Next;
use crate::equalities::Equalities;
use crate::finding::{Cause, Finding};
use crate::flow::Flow;
use crate::machine::{End, Frame, Machine};
use crate::state::State;
use crate::value::Value;

/// The maximum number of instructions that are interpreted: per instruction of the function, and in addition.
const STEPS: (usize, usize) = (20, 5_000);

/// The same, to confirm one suspicion.
const STEPS_TO_CONFIRM: (usize, usize) = (2, 5_000);

/// The maximum number of suspicions that are examined in a function.
const MAX_SUSPICIONS: usize = 64;

/// The maximum number of branches after one edge that are followed both ways.
const MAX_FORKS: usize = 4;

/// The same, to confirm a suspicion.
const MAX_FORKS_TO_CONFIRM: usize = 200;

/// The maximum number of times that an undecided branch is followed on one path.
const MAX_VISITS: usize = 2;

/// The maximum number of blocks on a path.
const MAX_BLOCKS: usize = 300;

/// An instruction that is undefined behaviour if control reaches it on a certain path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// The undefined behaviour.
    pub finding: Finding,
    /// The decisions on the path that earlier ones do not imply, in order: the one that leads to the edge after which
    /// the undefined behaviour is certain, and those after it.
    pub path: Vec<Decision>,
}

/// A branch or switch at which control may continue at several blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision {
    /// The terminator.
    pub terminator: InstructionId,
    /// The block at which control continues.
    pub target: BlockId,
}

/// The instructions of a function that are undefined behaviour on some path that no condition excludes, in order;
/// without those that are undefined behaviour on every path. At most one path for each.
pub fn possible(view: &View, module: &ModuleInfo, function: FunctionId) -> Vec<Possible> {
    let mut machine = Machine::new(view, module);
    if !view.has_body(function) || machine.returns_twice(function) {
        return Vec::new();
    }
    let count = machine.instruction_count(function);
    machine.steps = STEPS.0 * count + STEPS.1;
    machine.is_about_paths = true;
    let (mut frame, entry) = machine.start(function);
    frame.records_joins = true;
    let Some(flow) = machine.flow(&mut frame, entry.clone()) else { return Vec::new() };
    machine.equalities = Some(Equalities::default());
    let mut found: BTreeMap<InstructionId, Possible> = BTreeMap::new();
    let suspicions = machine.suspicions(&frame, &flow);
    let predecessors = predecessors(&frame.body);
    for suspicion in suspicions.into_iter().take(MAX_SUSPICIONS) {
        if found.contains_key(&suspicion.finding.instruction) {
            continue;
        }
        machine.steps = STEPS_TO_CONFIRM.0 * count + STEPS_TO_CONFIRM.1;
        for start in machine.starts(&frame, &flow, &entry, suspicion.edge.0) {
            if let Some(confirmed) = machine.confirmed(&frame, &predecessors, start, &suspicion) {
                found.insert(confirmed.finding.instruction, confirmed);
                break;
            }
        }
    }
    found.into_values().collect()
}

/// Undefined behaviour after an edge.
struct Suspicion {
    edge: (usize, usize),
    finding: Finding,
}

/// A path through a function.
#[derive(Clone)]
struct Path {
    /// The block that comes next, and those from which control may come.
    block: usize,
    from: Vec<usize>,
    state: State,
    values: FxHashMap<ValueId, Value>,
    /// The targets of undecided branches, each with the branching block.
    decisions: Vec<(usize, usize)>,
    /// The number of decisions at the edge that is to be taken, if it has been taken.
    crossed: Option<usize>,
    length: usize,
}

impl Path {
    /// The beginning of a path.
    fn at(block: usize, from: Vec<usize>, state: State, values: FxHashMap<ValueId, Value>) -> Self {
        Self { block, from, state, values, decisions: Vec::new(), crossed: None, length: 0 }
    }
}

impl<'f> Machine<'_, 'f> {
    /// The undefined behaviour after edges to blocks with several predecessors.
    fn suspicions(&mut self, frame: &Frame<'f>, flow: &Flow) -> Vec<Suspicion> {
        let certain: FxHashSet<InstructionId> =
            flow.findings.iter().map(|it| it.instruction).collect();
        let mut found = Vec::new();
        let mut known = FxHashSet::default();
        for (from, to, state) in &flow.joins {
            let start = Path::at(*to, vec![*from], state.clone(), frame.values.clone());
            self.explore(
                frame,
                start,
                MAX_FORKS,
                |_, _, _| true,
                |_, finding| {
                    let is_new = !certain.contains(&finding.instruction)
                        && is_about_values(finding)
                        && known.insert((finding.instruction, *from, *to));
                    if is_new {
                        found.push(Suspicion { edge: (*from, *to), finding: *finding });
                    }
                    false
                },
            );
        }
        found.sort_by_key(|it| it.finding.instruction);
        found
    }

    /// The places from which paths to a block begin: the beginning of the function, or of the cycles that contain it.
    fn starts(&self, frame: &Frame<'f>, flow: &Flow, entry: &State, block: usize) -> Vec<Path> {
        let body = &frame.body;
        if !body.is_in_cycle.get(block).copied().unwrap_or(true) {
            return vec![Path::at(0, Vec::new(), entry.clone(), FxHashMap::default())];
        }
        let is_around =
            |it: &&(usize, State, Vec<usize>)| body.component_of[it.0] == body.component_of[block];
        let headers = flow.headers.iter().filter(is_around);
        headers
            .map(|(header, state, from)| {
                Path::at(*header, from.clone(), state.clone(), frame.values.clone())
            })
            .collect()
    }

    /// Searches for a path through the edge of a suspicion that confirms it.
    fn confirmed(
        &mut self,
        frame: &Frame<'f>,
        predecessors: &[Vec<usize>],
        start: Path,
        suspicion: &Suspicion,
    ) -> Option<Possible> {
        let body = std::rc::Rc::clone(&frame.body);
        let (from, to) = suspicion.edge;
        let target = self.view.instruction.first(suspicion.finding.instruction)?;
        let target = body.number(target.block)?;
        let (before, after) = (leading_to(predecessors, from), leading_to(predecessors, target));
        let mut found = None;
        let is_wanted = |path: &mut Path, block: usize, next: usize| {
            if path.crossed.is_none() && (block, next) == (from, to) {
                path.crossed = Some(path.decisions.len());
            }
            match path.crossed {
                Some(_) => after[next],
                None => before[next],
            }
        };
        self.explore(frame, start, MAX_FORKS_TO_CONFIRM, is_wanted, |path, finding| {
            let is_it = finding.instruction == suspicion.finding.instruction;
            if let (true, Some(crossed)) = (is_it && is_about_values(finding), path.crossed) {
                let decisions = path.decisions.get(crossed.saturating_sub(1)..).unwrap_or_default();
                let path = decisions.iter().filter_map(|it| decision(&body, *it)).collect();
                found = Some(Possible { finding: *finding, path });
            }
            found.is_some()
        });
        found
    }

    /// Follows paths from a place, in the order of their branches. A path continues from one block at another if
    /// `is_wanted` is true. Calls `each` with each undefined behaviour and the path to it, until it returns true.
    fn explore(
        &mut self,
        frame: &Frame<'f>,
        start: Path,
        max_forks: usize,
        is_wanted: impl Fn(&mut Path, usize, usize) -> bool,
        mut each: impl FnMut(&Path, &Finding) -> bool,
    ) {
        let mut waiting = vec![start];
        let mut forks = 0;
        while let Some(mut path) = waiting.pop() {
            if self.steps == 0 {
                return;
            }
            if path.length >= MAX_BLOCKS {
                continue;
            }
            let mut trace = self.retrace(frame, std::mem::take(&mut path.values));
            let state = std::mem::take(&mut path.state);
            let next = self.block(&mut trace, state, path.block, &path.from);
            path.values = trace.values;
            path.length += 1;
            let targets = match next {
                Next::Blocks(targets) => self.distinct(targets),
                Next::Ends(End::Undefined(finding)) => match each(&path, &finding) {
                    true => return,
                    false => continue,
                },
                _ => continue,
            };
            let is_fork = targets.len() > 1;
            if is_fork {
                forks += 1;
                let visits = path.decisions.iter().filter(|it| it.0 == path.block).count();
                if forks > max_forks || visits >= MAX_VISITS {
                    continue;
                }
            }
            let block = path.block;
            path.from = vec![block];
            let count = targets.len();
            let paths = std::iter::repeat_n(path, count);
            for (mut next, (target, state)) in paths.zip(targets.into_iter().rev()) {
                (next.block, next.state) = (target, state);
                if is_fork {
                    next.decisions.push((block, target));
                }
                if is_wanted(&mut next, block, target) {
                    waiting.push(next);
                }
            }
        }
    }

    /// The successors of a block, each once.
    fn distinct(&self, targets: Vec<(usize, State)>) -> Vec<(usize, State)> {
        let mut distinct: Vec<(usize, State)> = Vec::new();
        for (target, state) in targets {
            match distinct.iter_mut().find(|it| it.0 == target) {
                Some((_, known)) => _ = known.join(&state, false, |base| self.begins(base)),
                None => distinct.push((target, state)),
            }
        }
        distinct
    }
}

/// Whether undefined behaviour depends on a value or an object that may differ between paths.
fn is_about_values(finding: &Finding) -> bool {
    let cause = finding.within.map_or(finding.cause, |it| it.1);
    !matches!(cause, Cause::Misaligned | Cause::Constant | Cause::Call)
}

fn decision(body: &Body, (block, target): (usize, usize)) -> Option<Decision> {
    let terminator = body.blocks.get(block)?.last()?.instruction;
    Some(Decision { terminator, target: body.id(target) })
}

/// By block: its predecessors.
fn predecessors(body: &Body) -> Vec<Vec<usize>> {
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); body.blocks.len()];
    for (from, to) in body.successors.iter().enumerate() {
        to.iter().for_each(|it| predecessors[*it].push(from));
    }
    predecessors
}

/// By block: whether control that is there may reach `target`.
fn leading_to(predecessors: &[Vec<usize>], target: usize) -> Vec<bool> {
    let mut leads = vec![false; predecessors.len()];
    let mut waiting = vec![target];
    while let Some(block) = waiting.pop() {
        if !std::mem::replace(&mut leads[block], true) {
            waiting.extend(&predecessors[block]);
        }
    }
    leads
}
