//! From the graph to a solution.

use facts_schema::FunctionId;
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::ids::{LocationId, NodeId};
use super::solve::Solver;
use crate::{Context, Location, Node, SetId, Solution, Variable};

impl Solver<'_> {
    /// What follows from the constraints.
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

        let mut pointers = self.pointers();
        pointers.sort_unstable_by_key(|(node, _)| *node);
        let mut stored: Vec<(Location, NodeId)> = self.memory.cells().collect();
        stored.sort_unstable_by_key(|(location, _)| *location);

        let mut sets = Sets::new(&self);
        solution.points_to = pointers
            .into_iter()
            .filter_map(|(node, id)| Some((node, sets.number(&self.graph, id)?)))
            .collect();
        solution.stored = stored
            .into_iter()
            .filter_map(|(location, id)| Some((location, sets.number(&self.graph, id)?)))
            .collect();
        solution.locations = sets.locations;
        solution.sets = sets.sets;
        solution
    }

    /// The variables of all functions in all contexts, and their nodes.
    fn pointers(&mut self) -> Vec<(Node, NodeId)> {
        let mut contexts = FxHashMap::<FunctionId, Vec<Context>>::default();
        for (function, context) in &self.reachable {
            contexts.entry(*function).or_default().push(*context);
        }
        let mut pointers = Vec::new();
        for (number, info) in (0..).zip(&self.constraints.variables) {
            let variable = Variable(number);
            let contexts = match info.owner {
                None => &[Context::EMPTY][..],
                Some(owner) => contexts.get(&owner).map_or(&[][..], Vec::as_slice),
            };
            for context in contexts {
                if let Some(node) = self.node(variable, *context) {
                    pointers.push((Node { variable, context: *context }, node));
                }
            }
        }
        pointers
    }
}

/// The sets of a solution, each once.
struct Sets {
    locations: Vec<Location>,
    /// By number of a location: its position among those in order.
    positions: Vec<u32>,
    sets: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, SetId>,
    /// By node: the number of its set.
    known: FxHashMap<NodeId, SetId>,
}

impl Sets {
    fn new(solver: &Solver) -> Self {
        let mut used = RoaringBitmap::new();
        for node in 0..solver.graph.len() {
            used |= solver.graph.points_to(NodeId(node as u32));
        }
        let mut located: Vec<(Location, LocationId)> =
            used.iter().map(|id| (solver.memory.location(id), id)).collect();
        located.sort_unstable();
        let mut positions = vec![0; used.max().map_or(0, |it| it as usize + 1)];
        for (position, (_, id)) in (0..).zip(&located) {
            positions[*id as usize] = position;
        }
        Self {
            locations: located.into_iter().map(|(location, _)| location).collect(),
            positions,
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }

    /// The number of what the node points to, if it points anywhere.
    fn number(&mut self, graph: &Graph, node: NodeId) -> Option<SetId> {
        let node = graph.find(node);
        if let Some(known) = self.known.get(&node) {
            return Some(*known);
        }
        let locations = graph.points_to(node);
        if locations.is_empty() {
            return None;
        }
        let mut set: Vec<u32> = locations.iter().map(|id| self.positions[id as usize]).collect();
        set.sort_unstable();
        let set = set.into_boxed_slice();
        let new = SetId(self.sets.len() as u32);
        let number = *self.numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            new
        });
        self.known.insert(node, number);
        Some(number)
    }
}
