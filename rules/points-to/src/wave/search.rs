//! The search for memory that escapes. What memory holds is no longer followed once it has escaped, so that little is
//! left to be solved.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::ids::LocationId;
use super::solve::Solver;
use crate::{Constraints, Instance, Opaque, Solution};

/// Memory whose sets all have fewer locations is not what makes sets large.
const LARGE: u64 = 256;

/// A search for memory that escapes, of some rounds. A round ends early when sets grow too large. Then the memory that
/// holds the largest ones can be taken to have escaped, too, which is sound, and the next round begins anew. So it costs
/// little, and what is given up is what would say least.
#[derive(Debug)]
pub struct Search {
    depth: usize,
    start: Start,
    given_up: BTreeSet<Instance>,
    /// What the last round would give up, and what the next one would begin with then.
    next: Option<(Vec<Instance>, Start)>,
}

/// How many locations all sets may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// So many are never too many.
    pub few: u64,
    /// More for each node, on average, are.
    pub per_node: u64,
}

/// What a round begins with.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// Memory that counts as escaped.
    pub escaped: Opaque,
    /// When the round ends early.
    pub limit: Option<Limit>,
}

/// How a round of the search ended.
#[derive(Debug)]
pub enum Round {
    /// All memory that escapes is known. The solution is not the least one, for it has followed what memory held until
    /// that had escaped, and a set with a pointer to external code may lack pointers to memory that has escaped.
    Complete(Solution),
    /// Sets grew too large. What is known until then is not all that holds.
    Unfinished(Solution),
}

impl Search {
    /// A search with contexts of `depth` call sites.
    pub fn new(depth: usize) -> Self {
        Self::with_limit(depth, Some(Limit { few: 5_000_000, per_node: 16 }))
    }

    /// A search whose rounds end early at this limit.
    pub fn with_limit(depth: usize, limit: Option<Limit>) -> Self {
        let start = Start { escaped: Opaque::default(), limit };
        Self { depth, start, given_up: BTreeSet::new(), next: None }
    }

    /// Searches. The constraints may become more precise from round to round.
    pub fn round(&mut self, constraints: &Constraints) -> Round {
        let none = Opaque::default();
        let solver = self.run(constraints, &none);
        let opaque = solver.memory.opaque_instances().collect::<Opaque>();
        let opaque = opaque.giving_up(self.given_up.clone());
        let is_complete = !solver.is_stopped;
        let solution = Solution { opaque, ..solver.finish() };
        if is_complete { Round::Complete(solution) } else { Round::Unfinished(solution) }
    }

    /// The same search, but its rounds do not end early.
    #[cfg(test)]
    pub fn without_limit(self) -> Self {
        Self { start: Start { limit: None, ..self.start }, ..self }
    }

    /// Gives up the memory that held the largest sets when the last round ended early.
    pub fn give_up(&mut self) {
        if let Some((objects, start)) = self.next.take() {
            self.given_up.extend(objects);
            self.start = start;
        }
    }

    /// All rounds: the memory that escapes.
    pub fn finish(mut self, constraints: &Constraints) -> Opaque {
        let none = Opaque::default();
        loop {
            let solver = self.run(constraints, &none);
            if !solver.is_stopped {
                let opaque = solver.memory.opaque_instances().collect::<Opaque>();
                return opaque.giving_up(self.given_up);
            }
            self.give_up();
        }
    }

    /// The solver at the end of a round.
    fn run<'a>(&mut self, constraints: &'a Constraints, none: &'a Opaque) -> Solver<'a> {
        let mut solver = Solver::new(constraints, self.depth, none, Some(self.start.clone()));
        solver.start();
        while !solver.is_stopped && solver.round() {}
        if solver.is_stopped {
            let (largest, objects) = solver.give_up_largest();
            let escaped = solver.memory.opaque_instances().collect();
            let limit = self.start.limit.filter(|_| largest >= LARGE);
            self.next = Some((objects, Start { escaped, limit }));
        }
        solver
    }
}

impl Solver<'_> {
    /// Whether sets have got more locations than the search is worth.
    pub(super) fn is_too_large(&self) -> bool {
        self.limit.is_some_and(|Limit { few, per_node }| {
            self.graph.inserted() > few.max(per_node * self.graph.len() as u64)
        })
    }

    /// The objects that hold the largest sets, down to a quarter of the largest, count as escaped. How many
    /// locations the largest has, and these objects.
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
