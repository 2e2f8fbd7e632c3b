//! Sets whose members are derived step by step, and flow from set to set.
//!
//! The members that each vertex holds at the end are known, its *set*. The graph records which members have been
//! derived so far, as one bit each, and in a traced graph also when, and where they flowed from.

use std::collections::VecDeque;
use std::iter;
use std::mem;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// The number of a vertex.
pub type VertexId = u32;

/// The number of a set.
pub type Set = u32;

/// Vertices, and the edges along which their members flow.
#[derive(Default)]
pub struct Graph {
    /// Members in order: indices of locations.
    sets: Vec<Arc<[u32]>>,
    vertices: Vec<Vertex>,
    /// The vertices with pending members, each with the time at which it received the first of them.
    queue: VecDeque<(VertexId, Time)>,
    /// For pairs of sets: a member of the first that is not in the second.
    outside: FxHashMap<(Set, Set), Option<u32>>,
    /// The number of events so far.
    now: Time,
    /// By vertex: when its members were derived, by position; empty before the first is derived. None if the graph
    /// is not traced.
    marks: Option<Vec<Box<[Mark]>>>,
}

/// The time of an event. An event that follows from another has a later time.
pub type Time = u32;

/// The first derivation of a member.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    /// The time of the derivation; 0 if there was none.
    pub time: Time,
    /// The vertex that it flowed from; none if it did not flow.
    pub source: Option<VertexId>,
}

struct Vertex {
    set: Set,
    /// By position in the set.
    derived: FixedBitSet,
    derived_count: usize,
    /// Derived members that have not been passed on; without capacity if there are none.
    pending: FixedBitSet,
    edges: Vec<VertexId>,
}

impl Graph {
    /// A graph that records how members were derived.
    pub fn traced() -> Self {
        Self { marks: Some(Vec::new()), ..Self::default() }
    }

    /// Advances the time.
    pub fn tick(&mut self) -> Time {
        self.now += 1;
        self.now
    }

    /// How the vertex received the member, if it holds it and the graph is traced.
    pub fn mark(&self, vertex: VertexId, member: u32) -> Option<Mark> {
        let set = &self.sets[self.vertices[vertex as usize].set as usize];
        let position = set.binary_search(&member).ok()?;
        let marks = self.marks.as_ref()?.get(vertex as usize)?;
        marks.get(position).copied().filter(|mark| mark.time > 0)
    }

    /// Records that the chosen members are derived for the vertex now.
    fn remember(
        &mut self,
        id: VertexId,
        source: Option<VertexId>,
        positions: impl Iterator<Item = usize>,
    ) {
        let Some(all) = &mut self.marks else { return };
        if all.len() <= id as usize {
            all.resize_with(id as usize + 1, Box::default);
        }
        let marks = &mut all[id as usize];
        if marks.is_empty() {
            let length = self.vertices[id as usize].derived.len();
            *marks = vec![Mark::default(); length].into_boxed_slice();
        }
        for position in positions {
            marks[position] = Mark { time: self.now, source };
        }
    }

    /// A new set. The members are in order.
    pub fn add_set(&mut self, members: Arc<[u32]>) -> Set {
        self.sets.push(members);
        self.sets.len() as Set - 1
    }

    /// A new vertex, which may hold the members of the set.
    pub fn add_vertex(&mut self, set: Set) -> VertexId {
        self.vertices.push(Vertex {
            set,
            derived: FixedBitSet::with_capacity(self.sets[set as usize].len()),
            derived_count: 0,
            pending: FixedBitSet::new(),
            edges: Vec::new(),
        });
        self.vertices.len() as VertexId - 1
    }

    /// The set of members that the vertex may hold.
    pub fn set_of(&self, vertex: VertexId) -> Set {
        self.vertices[vertex as usize].set
    }

    /// The members of a set.
    pub fn members(&self, set: Set) -> &Arc<[u32]> {
        &self.sets[set as usize]
    }

    /// The members of its set that the vertex holds so far.
    pub fn derived(&self, vertex: VertexId) -> Vec<u32> {
        let vertex = &self.vertices[vertex as usize];
        let set = &self.sets[vertex.set as usize];
        vertex.derived.ones().map(|position| set[position]).collect()
    }

    /// The members of its set that the vertex does not hold.
    pub fn underived(&self, vertex: VertexId) -> Vec<u32> {
        let vertex = &self.vertices[vertex as usize];
        let set = &self.sets[vertex.set as usize];
        vertex.derived.zeroes().map(|position| set[position]).collect()
    }

    /// Derives the member for the vertex, if it is in the vertex's set; returns whether it is.
    pub fn derive(&mut self, vertex: VertexId, member: u32) -> bool {
        let set = &self.sets[self.vertices[vertex as usize].set as usize];
        let Ok(position) = set.binary_search(&member) else { return false };
        self.tick();
        self.derive_at(vertex, position, None);
        true
    }

    fn derive_at(&mut self, id: VertexId, position: usize, source: Option<VertexId>) {
        let vertex = &mut self.vertices[id as usize];
        if vertex.derived.put(position) {
            return;
        }
        vertex.derived_count += 1;
        if vertex.pending.is_empty() {
            vertex.pending.grow(vertex.derived.len());
            self.queue.push_back((id, self.now));
        }
        vertex.pending.insert(position);
        self.remember(id, source, iter::once(position));
    }

    /// Connects two vertices: the second holds everything that the first holds, now or later. Returns a member of
    /// the first set that is not in the second, if there is one.
    pub fn connect(&mut self, from: VertexId, to: VertexId) -> Option<u32> {
        if from == to {
            return None;
        }
        let outside = self.outside(self.set_of(from), self.set_of(to));
        if outside.is_none() && self.is_complete(to) {
            return None;
        }
        self.tick();
        let derived = mem::take(&mut self.vertices[from as usize].derived);
        self.pass_on(from, &derived, to);
        let from = &mut self.vertices[from as usize];
        from.derived = derived;
        from.edges.push(to);
        outside
    }

    fn outside(&mut self, one: Set, other: Set) -> Option<u32> {
        if one == other {
            return None;
        }
        let Self { sets, outside, .. } = self;
        *outside.entry((one, other)).or_insert_with(|| {
            let mut rest = &sets[other as usize][..];
            sets[one as usize].iter().copied().find(|member| {
                let skipped = rest.partition_point(|it| it < member);
                rest = &rest[skipped..];
                rest.first() != Some(member)
            })
        })
    }

    fn is_complete(&self, vertex: VertexId) -> bool {
        let vertex = &self.vertices[vertex as usize];
        vertex.derived_count == vertex.derived.len()
    }

    /// The time since which members have been pending, if there are any.
    pub fn pending_since(&self) -> Option<Time> {
        self.queue.front().map(|(_, since)| *since)
    }

    /// Takes a vertex with pending members, passes them on along its edges, and returns them.
    pub fn advance(&mut self) -> Option<(VertexId, Vec<u32>)> {
        let (id, _) = self.queue.pop_front()?;
        self.tick();
        let vertex = &mut self.vertices[id as usize];
        let pending = mem::take(&mut vertex.pending);
        let mut edges = mem::take(&mut vertex.edges);
        edges.retain(|&to| {
            self.pass_on(id, &pending, to);
            // All sets on the way were compared when the edge was made.
            !self.is_complete(to)
        });
        let vertex = &mut self.vertices[id as usize];
        vertex.edges = edges;
        let set = &self.sets[vertex.set as usize];
        Some((id, pending.ones().map(|position| set[position]).collect()))
    }

    fn pass_on(&mut self, from: VertexId, members: &FixedBitSet, to: VertexId) {
        if self.is_complete(to) {
            return;
        }
        let [source, target] = [from, to].map(|vertex| self.set_of(vertex));
        if source == target {
            self.pass_by_position(from, members, to);
            return;
        }
        let [source, target] = [source, target].map(|set| Arc::clone(&self.sets[set as usize]));
        let mut start = 0;
        for member in members.ones().map(|position| source[position]) {
            start += advance_to(&target[start..], member);
            if target.get(start) == Some(&member) {
                self.derive_at(to, start, Some(from));
            }
        }
    }

    /// Passes members on between vertices with the same set, so that positions are equal.
    fn pass_by_position(&mut self, from: VertexId, members: &FixedBitSet, to: VertexId) {
        let vertex = &mut self.vertices[to as usize];
        let mut new = members.clone();
        new.difference_with(&vertex.derived);
        let count = new.count_ones(..);
        if count == 0 {
            return;
        }
        vertex.derived.union_with(&new);
        vertex.derived_count += count;
        self.remember(to, Some(from), new.ones());
        let vertex = &mut self.vertices[to as usize];
        if vertex.pending.is_empty() {
            vertex.pending = new;
            self.queue.push_back((to, self.now));
        } else {
            vertex.pending.union_with(&new);
        }
    }
}

/// The number of members that are less than `member`, which is likely to be near the beginning.
fn advance_to(members: &[u32], member: u32) -> usize {
    let mut bound = 1;
    while members.get(bound - 1).is_some_and(|it| *it < member) {
        bound *= 2;
    }
    let start = bound / 2;
    let end = bound.min(members.len());
    start + members[start..end].partition_point(|it| *it < member)
}
