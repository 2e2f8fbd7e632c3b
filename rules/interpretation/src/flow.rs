//! All paths through a function at once: facts that hold on each of them.

use std::rc::Rc;

use facts_schema::InstructionId;

use crate::control::Next;
use crate::finding::Finding;
use crate::machine::{End, Frame, Machine, MemoryKind};
use crate::state::{Lifetime, State};
use crate::trace::Ending;
use crate::value::{Base, Value};

/// The maximum number of rounds over the blocks of a function.
const MAX_ROUNDS: usize = 12;

/// From this round on, growing values are widened.
const WIDENING_ROUND: usize = 3;

/// The results for a function.
#[derive(Default)]
pub(crate) struct Flow {
    /// The instructions that are undefined behaviour whenever control reaches them.
    pub(crate) findings: Vec<Finding>,
    /// The edges that lead into cycles, with the states on them.
    pub(crate) entries: Vec<(usize, usize, State)>,
    /// Outside of callees: the edges from reached blocks that control never takes, because the condition is decided.
    pub(crate) untaken: Vec<(usize, usize)>,
    /// If the frame records joins: the edges to blocks with several predecessors, with the states on them.
    pub(crate) joins: Vec<(usize, usize, State)>,
    /// If the frame records joins: the first blocks of cycles, with the states there, and their predecessors.
    pub(crate) headers: Vec<(usize, State, Vec<usize>)>,
    /// The result of the function, and the memory at its return.
    returned: Option<(Value, State, InstructionId)>,
    /// The undefined behaviour that every call reaches.
    definite: Option<Finding>,
}

/// The end of a block.
#[derive(Default)]
struct BlockEnd {
    undefined: Option<Finding>,
    /// Whether control may not reach its end.
    may_stop: bool,
    targets: Vec<usize>,
}

impl<'f> Machine<'_, 'f> {
    /// Analyses a function. None if that takes too long.
    pub(crate) fn flow(&mut self, frame: &mut Frame<'f>, entry: State) -> Option<Flow> {
        let body = Rc::clone(&frame.body);
        let mut before: Vec<Option<State>> = vec![None; body.blocks.len()];
        *before.first_mut()? = Some(entry);
        // The blocks from which control may come.
        let mut from: Vec<Vec<usize>> = vec![Vec::new(); body.blocks.len()];
        let has_cycles = body.is_in_cycle.contains(&true);
        if has_cycles && !self.rounds(frame, &mut before, &mut from) {
            return None;
        }
        self.last_round(frame, before, from)
    }

    /// Runs blocks until the states at their beginnings do not change. Returns whether that happens soon enough.
    fn rounds(
        &mut self,
        frame: &mut Frame<'f>,
        before: &mut [Option<State>],
        from: &mut [Vec<usize>],
    ) -> bool {
        let body = Rc::clone(&frame.body);
        let mut is_waiting = vec![true; body.blocks.len()];
        for round in 0..MAX_ROUNDS {
            frame.grows = round >= WIDENING_ROUND;
            for &block in &body.order {
                if !is_waiting[block] {
                    continue;
                }
                let Some(state) = before[block].clone() else { continue };
                is_waiting[block] = false;
                if let Next::Blocks(targets) = self.block(frame, state, block, &from[block]) {
                    for (target, state) in targets {
                        is_waiting[target] |= self.enter(frame, before, from, block, target, state);
                    }
                }
                for result in frame.changed.drain(..) {
                    body.users(result).for_each(|it| is_waiting[it] = true);
                }
                if std::mem::take(&mut self.has_new_infos) {
                    is_waiting.fill(true);
                }
                if self.steps == 0 && frame.depth > 0 {
                    return false;
                }
            }
            if body.order.iter().all(|it| before[*it].is_none() || !is_waiting[*it]) {
                return true;
            }
        }
        false
    }

    /// Enters a block from another one. Returns whether the state there has changed.
    fn enter(
        &mut self,
        frame: &Frame<'f>,
        before: &mut [Option<State>],
        from: &mut [Vec<usize>],
        block: usize,
        target: usize,
        state: State,
    ) -> bool {
        let mut is_new = false;
        if !from[target].contains(&block) {
            from[target].push(block);
            is_new = true;
        }
        match &mut before[target] {
            Some(known) => {
                known.join(&state, frame.grows, |base: Base| self.begins(base)) || is_new
            }
            place => {
                *place = Some(state);
                true
            }
        }
    }

    /// Runs each block once more, and records the findings.
    fn last_round(
        &mut self,
        frame: &mut Frame<'f>,
        mut before: Vec<Option<State>>,
        mut from: Vec<Vec<usize>>,
    ) -> Option<Flow> {
        let body = Rc::clone(&frame.body);
        let has_cycles = body.is_in_cycle.contains(&true);
        let mut ends: Vec<BlockEnd> = Vec::new();
        ends.resize_with(body.blocks.len(), BlockEnd::default);
        let mut flow = Flow::default();
        for &block in &body.order {
            let Some(state) = before[block].take() else { continue };
            if frame.records_joins && body.entries.iter().any(|it| it.1 == block) {
                flow.headers.push((block, state.clone(), from[block].clone()));
            }
            let next = self.block(frame, state, block, &from[block]);
            if self.steps == 0 && frame.depth > 0 {
                return None;
            }
            ends[block].may_stop = frame.may_stop;
            match next {
                Next::Blocks(targets) => {
                    // This is only needed for the outermost function.
                    if frame.depth == 0 {
                        let is_untaken = |it: &&usize| targets.iter().all(|(to, _)| to != *it);
                        let untaken = body.successors[block].iter().filter(is_untaken);
                        flow.untaken.extend(untaken.map(|it| (block, *it)));
                    }
                    for (target, state) in targets {
                        ends[block].targets.push(target);
                        if frame.records_joins && body.predecessor_counts[target] > 1 {
                            flow.joins.push((block, target, state.clone()));
                        }
                        if body.entries.contains(&(block, target)) {
                            flow.entries.push((block, target, state.clone()));
                        }
                        if !has_cycles {
                            self.enter(frame, &mut before, &mut from, block, target, state);
                        }
                    }
                }
                Next::Returns(value, state, at) => {
                    flow.returned = Some(match flow.returned.take() {
                        None => (value, state, at),
                        Some((other, known, _)) => {
                            let joined = value.join(other, false);
                            let mut state = state;
                            state.join(&known, false, |base| self.begins(base));
                            if joined == Value::Unknown {
                                [value, other].into_iter().for_each(|it| state.escape(it));
                            }
                            (joined, state, at)
                        }
                    });
                }
                Next::Ends(End::Undefined(finding)) => {
                    ends[block].undefined = Some(finding);
                    flow.findings.push(finding);
                }
                Next::Ends(End::NoReturn) => ends[block].may_stop = true,
            }
        }
        flow.definite = definite(&ends, &body.order);
        Some(flow)
    }

    /// Runs a called function from a state, along all paths.
    pub(crate) fn flow_through(&mut self, frame: &mut Frame<'f>, state: &mut State) -> Ending {
        let Some(flow) = self.flow(frame, state.clone()) else { return Ending::Undecided };
        match (flow.returned, flow.definite) {
            (Some((value, after, at)), _) => {
                *state = after;
                self.end_variables(frame, state, at);
                Ending::Returned(value)
            }
            (None, Some(finding)) => Ending::Undefined(finding),
            (None, None) => Ending::NoReturn,
        }
    }

    /// Ends the lifetime of the variables of a call when it returns.
    pub(crate) fn end_variables(&self, frame: &Frame<'f>, state: &mut State, at: InstructionId) {
        let is_own = |base: Base| {
            self.info(base).is_some_and(|it| it.kind == MemoryKind::Stack(frame.number))
        };
        state.end(is_own, Lifetime::Ended(at));
    }
}

/// The undefined behaviour that control always reaches from the entry, because each path ends in undefined
/// behaviour.
fn definite(ends: &[BlockEnd], order: &[usize]) -> Option<Finding> {
    let mut doomed: Vec<Option<Finding>> = vec![None; ends.len()];
    loop {
        let mut has_changed = false;
        for &block in order.iter().rev() {
            let end = &ends[block];
            if doomed[block].is_some() || end.may_stop {
                continue;
            }
            let found = match end.undefined {
                Some(finding) => Some(finding),
                None if end.targets.iter().all(|it| doomed[*it].is_some()) => {
                    end.targets.first().and_then(|it| doomed[*it])
                }
                None => None,
            };
            has_changed |= found.is_some();
            doomed[block] = found;
        }
        if !has_changed {
            return doomed.first().copied().flatten();
        }
    }
}
