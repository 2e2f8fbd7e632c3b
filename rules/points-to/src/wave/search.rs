//! The search for memory that escapes. The content of memory is no longer followed once it has escaped, so that
//! little is left to solve.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::ids::LocationId;
use super::solve::Solver;
use super::templates::Templates;
use crate::{Instance, Opaque, Solution};

/// Memory whose sets all have fewer locations does not make sets large.
const LARGE: u64 = 256;

/// A search for memory that escapes, in rounds. A round ends early if sets grow too large. Then the memory that
/// holds the largest sets can be assumed to have escaped, which is sound, and the next round starts from the
/// beginning. So the search is cheap, and the memory that is given up is the least precise.
#[derive(Debug)]
pub struct Search {
    depth: usize,
    start: Start,
    given_up: BTreeSet<Instance>,
    /// The memory that the last round would give up, and the start of the next round in that case.
    next: Option<(Vec<Instance>, Start)>,
}

/// The maximum total number of locations in sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Totals up to this are always accepted.
    pub few: u64,
    /// Larger totals are accepted up to this average per node.
    pub per_node: u64,
}

/// The start of a round.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// Memory that is assumed to have escaped.
    pub escaped: Opaque,
    /// The limit at which the round ends early.
    pub limit: Option<Limit>,
}

/// The result of a round of the search.
pub struct Round<'a> {
    solver: Solver<'a>,
    given_up: BTreeSet<Instance>,
}

impl Round<'_> {
    /// Whether all memory that escapes is known. Otherwise, sets grew too large.
    pub fn is_complete(&self) -> bool {
        !self.solver.is_stopped
    }

    /// The solution so far. Even after a complete round it is not the least one: the content of memory was followed
    /// until it had escaped, and a set with a pointer to external code may lack pointers to escaped memory.
    pub fn solution(self) -> Solution {
        let opaque = self.opaque();
        Solution { opaque, ..self.solver.finish() }
    }

    /// The memory that was found to escape.
    fn opaque(&self) -> Opaque {
        let opaque = self.solver.memory.opaque_instances().collect::<Opaque>();
        opaque.with_given_up(self.given_up.clone())
    }
}

impl Search {
    /// A search with call strings of length `depth`.
    pub fn new(depth: usize) -> Self {
        Self::with_limit(depth, Some(Limit { few: 5_000_000, per_node: 16 }))
    }

    /// A search whose rounds end early at this limit.
    pub fn with_limit(depth: usize, limit: Option<Limit>) -> Self {
        let start = Start { escaped: Opaque::default(), limit };
        Self { depth, start, given_up: BTreeSet::new(), next: None }
    }

    /// Runs a round. The constraints may become more precise from round to round.
    pub fn round<'a>(&mut self, templates: &'a Templates<'a>) -> Round<'a> {
        let mut solver = Solver::new(templates, self.depth, Opaque::NONE, Some(self.start.clone()));
        solver.start();
        while !solver.is_stopped && solver.round() {}
        if solver.is_stopped {
            let (largest, objects) = solver.give_up_largest();
            let escaped = solver.memory.opaque_instances().collect();
            let limit = self.start.limit.filter(|_| largest >= LARGE);
            self.next = Some((objects, Start { escaped, limit }));
        }
        Round { solver, given_up: self.given_up.clone() }
    }

    /// Gives up the memory that held the largest sets when the last round ended early.
    pub fn give_up(&mut self) {
        if let Some((objects, start)) = self.next.take() {
            self.given_up.extend(objects);
            self.start = start;
        }
    }

    /// The same search for constraints in which this memory is already known to escape. It need not be found first
    /// while many pointers flow through it.
    pub fn knowing(mut self, escaped: Opaque) -> Self {
        self.start.escaped = escaped;
        self
    }

    /// Runs all rounds, and returns the memory that escapes.
    pub fn finish(mut self, templates: &Templates) -> Opaque {
        loop {
            let round = self.round(templates);
            if round.is_complete() {
                return round.opaque();
            }
            self.give_up();
        }
    }
}

impl Solver<'_> {
    /// Whether sets have too many locations for the search.
    pub(super) fn is_too_large(&self) -> bool {
        self.limit.is_some_and(|Limit { few, per_node }| {
            self.graph.inserted() > few.max(per_node * self.graph.len() as u64)
        })
    }

    /// Assumes that the objects with the largest sets, down to a quarter of the largest, have escaped. Returns the
    /// size of the largest set, and these objects.
    fn give_up_largest(&mut self) -> (u64, Vec<Instance>) {
        let mut sizes = FxHashMap::<Instance, (u64, LocationId)>::default();
        for (location, id, cell) in self.memory.followed_cells() {
            let size = self.graph.points_to(cell).len();
            let largest = sizes.entry(location.instance).or_insert((0, id));
            *largest = (*largest).max((size, id));
        }
        let largest = sizes.values().map(|(size, _)| *size).max().unwrap_or(0);
        sizes.retain(|_, (size, _)| 4 * *size >= largest);
        let mut given_up: Vec<(LocationId, Instance)> =
            sizes.into_iter().map(|(instance, (_, id))| (id, instance)).collect();
        given_up.sort_unstable();
        for (location, _) in &given_up {
            self.escape(*location);
        }
        (largest, given_up.into_iter().map(|(_, instance)| instance).collect())
    }
}
