//! Converts the graph to a solution.

use facts_schema::FunctionId;
use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::graph::Graph;
use super::ids::{LocationId, NodeId};
use super::memory::Memory;
use super::solve::Solver;
use crate::{Context, Location, Node, SetId, Solution, Variable};

impl Solver<'_> {
    /// The solution of the constraints.
    pub fn finish(mut self) -> Solution {
        let mut solution = Solution {
            opaque: self.memory.opaque().clone(),
            escaped: self.memory.escaped().collect(),
            reachable: self.reachable.iter().copied().collect(),
            calls: self.calls.iter().copied().collect(),
            ..Solution::default()
        };
        solution.escaped.sort_unstable();
        solution.reachable.sort_unstable();
        solution.calls.sort_unstable();

        let mut sets = Sets::of_nodes(self.graph.len());
        solution.points_to = self.pointers(&mut sets);
        let mut stored: Vec<(Location, NodeId)> = self.memory.cells().collect();
        stored.sort_unstable_by_key(|(location, _)| *location);

        solution.stored = stored
            .into_iter()
            .filter_map(|(location, id)| Some((location, sets.number(&self.graph, id)?)))
            .collect();
        (solution.locations, solution.sets) = sets.located(&self.memory);
        solution
    }

    /// The variables of all functions in all contexts that point anywhere, in order, and their sets.
    fn pointers(&mut self, sets: &mut Sets) -> Vec<(Node, SetId)> {
        let mut contexts = FxHashMap::<FunctionId, Vec<Context>>::default();
        for (function, context) in &self.reachable {
            contexts.entry(*function).or_default().push(*context);
        }
        contexts.values_mut().for_each(|of_one| of_one.sort_unstable());
        let mut pointers = Vec::new();
        for (number, info) in (0..).zip(&self.constraints.variables) {
            let variable = Variable(number);
            let contexts = match info.owner {
                None => &[Context::EMPTY][..],
                Some(owner) => contexts.get(&owner).map_or(&[][..], Vec::as_slice),
            };
            for context in contexts {
                if let Some(node) = self.node(variable, *context)
                    && let Some(set) = sets.number(&self.graph, node)
                {
                    pointers.push((Node { variable, context: *context }, set));
                }
            }
        }
        pointers
    }
}

/// The distinct sets of a solution.
struct Sets {
    /// Numbers of locations, by set.
    sets: IndexSet<Box<[LocationId]>, FxBuildHasher>,
    /// By node: its set, once it has a number.
    known: Vec<Option<SetId>>,
    /// The locations of one set.
    locations: Vec<LocationId>,
}

impl Sets {
    fn of_nodes(count: usize) -> Self {
        Self { sets: IndexSet::default(), known: vec![None; count], locations: Vec::new() }
    }

    /// The set of the node, if it points anywhere.
    fn number(&mut self, graph: &Graph, node: NodeId) -> Option<SetId> {
        let node = graph.find(node);
        // A node that was added meanwhile points nowhere.
        let known = *self.known.get(node.index())?;
        let locations = graph.points_to(node);
        if known.is_some() || locations.is_empty() {
            return known;
        }
        self.locations.clear();
        locations.iter().for_each(|it| self.locations.push(it));
        let number = match self.sets.get_index_of(&self.locations[..]) {
            Some(number) => number,
            None => self.sets.insert_full(self.locations.as_slice().into()).0,
        };
        let number = SetId(number as u32);
        self.known[node.index()] = Some(number);
        Some(number)
    }

    /// The locations in the sets, in order, and the sets as lists of positions in them.
    fn located(self, memory: &Memory) -> (Vec<Location>, Vec<Box<[u32]>>) {
        let mut used = FixedBitSet::with_capacity(memory.location_count());
        used.extend(self.sets.iter().flatten().map(|id| *id as usize));
        let mut located: Vec<(Location, usize)> =
            used.ones().map(|id| (memory.location(id as LocationId), id)).collect();
        located.sort_unstable();
        let mut positions = vec![0; memory.location_count()];
        for (position, (_, id)) in (0..).zip(&located) {
            positions[*id] = position;
        }
        let sets = self.sets.into_iter().map(|mut set| {
            for it in &mut set {
                *it = positions[*it as usize];
            }
            set.sort_unstable();
            set
        });
        (located.into_iter().map(|(location, _)| location).collect(), sets.collect())
    }
}
