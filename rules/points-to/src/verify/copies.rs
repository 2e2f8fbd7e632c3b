//! Copies of memory in a replay.

use std::collections::BTreeSet;
use std::sync::Arc;

use facts_schema::FunctionId;
use rustc_hash::FxHashMap;

use super::graph::{Set, VertexId};
use super::replay::{Replay, User};
use crate::offsets::{CopyLength, Distance};
use crate::{Context, Location, Transfer};

/// The pointers at each distance from a pointer.
pub(super) type SetsByDistance = FxHashMap<Distance, Set>;

/// A transfer in a context.
pub(crate) struct Copy {
    /// The transfer, and the owner of its body.
    pub(crate) row: (Option<FunctionId>, Transfer),
    /// The context.
    pub(crate) context: Context,
    to: VertexId,
    pub(super) is_initial: bool,
    pub(crate) length: CopyLength,
    /// The pointers at each distance, at the end.
    sets: Arc<SetsByDistance>,
    /// The pointers at each distance that have been derived so far.
    pub(super) parts: FxHashMap<Distance, VertexId>,
}

impl Replay<'_> {
    pub(super) fn hold_transfer(
        &mut self,
        owner: Option<FunctionId>,
        context: Context,
        row: &Transfer,
    ) {
        let [to, from] = [row.to, row.from].map(|it| self.constraints.node(it, context));
        let (Some(to_vertex), Some(from_vertex)) = (self.vertex(to), self.vertex(from)) else {
            return;
        };
        let length = self.constraints.length(row.length, context);
        let sets = self.copied_sets(self.graph.set_of(from_vertex), length);
        let copy = self.copies.len();
        let parts = FxHashMap::default();
        self.copies.push(Copy {
            row: (owner, *row),
            context,
            to: to_vertex,
            is_initial: owner.is_none(),
            length,
            sets,
            parts,
        });
        self.use_node(from, User::CopyFrom(copy));
        self.use_node(to, User::CopyTo(copy));
    }

    /// The pointers at each distance, less than `length`, from the locations of a set, if the whole solution
    /// holds.
    fn copied_sets(&mut self, from: Set, length: CopyLength) -> Arc<SetsByDistance> {
        if let Some(known) = self.copied.get(&(from, length)) {
            return Arc::clone(known);
        }
        let solution = self.solution;
        let mut contents: FxHashMap<Distance, BTreeSet<Set>> = FxHashMap::default();
        for location in self.graph.members(from).iter() {
            let location = solution.opaque.touched(solution.locations[*location as usize]);
            for (content, set) in solution.contents(location.instance) {
                for distance in self.constraints.distances(location, content.offsets, length) {
                    contents.entry(distance).or_default().insert(set.0);
                }
            }
        }
        let mut merged: FxHashMap<BTreeSet<Set>, Set> = FxHashMap::default();
        let sets = contents.into_iter().map(|(distance, parts)| {
            let graph = &mut self.graph;
            let set = *merged.entry(parts).or_insert_with_key(|parts| {
                if let Some(only) = parts.first().filter(|_| parts.len() == 1) {
                    return *only;
                }
                let members = parts.iter().flat_map(|set| graph.members(*set).iter().copied());
                let members: BTreeSet<u32> = members.collect();
                graph.add_set(members.into_iter().collect())
            });
            (distance, set)
        });
        let sets = Arc::new(sets.collect::<SetsByDistance>());
        self.copied.insert((from, length), Arc::clone(&sets));
        sets
    }

    pub(super) fn copy_from(&mut self, copy: usize, pointee: Location) {
        let length = self.copies[copy].length;
        let pointee = self.solution.opaque.touched(pointee);
        let first = self.first_cell(pointee.instance);
        for (index, (content, _)) in self.solution.contents(pointee.instance).iter().enumerate() {
            for distance in self.constraints.distances(pointee, content.offsets, length) {
                if let Some(part) = self.part(copy, distance) {
                    self.graph.connect((first + index) as VertexId, part);
                }
            }
        }
    }

    /// The vertex for the pointers that a copy reads at a distance.
    fn part(&mut self, copy: usize, distance: Distance) -> Option<VertexId> {
        let Copy { to, is_initial, sets, parts, .. } = &mut self.copies[copy];
        if let Some(known) = parts.get(&distance) {
            return Some(*known);
        }
        let part = self.graph.add_vertex(*sets.get(&distance)?);
        self.parts.push((copy, distance));
        parts.insert(distance, part);
        let (to, is_initial) = (*to, *is_initial);
        for pointee in self.graph.derived(to) {
            let pointee = self.solution.locations[pointee as usize];
            if self.is_withheld(pointee) {
                continue;
            }
            self.write(part, pointee, distance, is_initial);
        }
        Some(part)
    }
}
