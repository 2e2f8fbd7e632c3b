//! Sets of which more and more members are derived, and flow from set to set.
//!
//! What each vertex holds in the end is known, its *set*; what is kept is which members have been
//! derived so far, as one bit each.

use std::collections::VecDeque;
use std::mem;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// The number of a vertex.
pub type VertexId = u32;

/// The number of a set.
pub type Set = u32;

/// Vertices, and along which edges their members flow.
#[derive(Default)]
pub struct Graph {
    /// Members in order: indices of locations.
    sets: Vec<Rc<[u32]>>,
    vertices: Vec<Vertex>,
    /// The vertices with pending members.
    queue: VecDeque<VertexId>,
    /// Of pairs of sets: a member of the first that is not in the second.
    outside: FxHashMap<(Set, Set), Option<u32>>,
}

struct Vertex {
    set: Set,
    /// By position in the set.
    derived: FixedBitSet,
    derived_count: usize,
    /// Those derived that have not been passed on; without room, if there are none.
    pending: FixedBitSet,
    edges: Vec<VertexId>,
}

impl Graph {
    /// A new set. The members are in order.
    pub fn add_set(&mut self, members: Rc<[u32]>) -> Set {
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

    /// The number of what the vertex may hold.
    pub fn set_of(&self, vertex: VertexId) -> Set {
        self.vertices[vertex as usize].set
    }

    /// The members of a set.
    pub fn members(&self, set: Set) -> &Rc<[u32]> {
        &self.sets[set as usize]
    }

    /// What of its set the vertex holds so far.
    pub fn derived(&self, vertex: VertexId) -> Vec<u32> {
        let vertex = &self.vertices[vertex as usize];
        let set = &self.sets[vertex.set as usize];
        vertex.derived.ones().map(|position| set[position]).collect()
    }

    /// What of its set the vertex does not hold.
    pub fn underived(&self, vertex: VertexId) -> Vec<u32> {
        let vertex = &self.vertices[vertex as usize];
        let set = &self.sets[vertex.set as usize];
        vertex.derived.zeroes().map(|position| set[position]).collect()
    }

    /// The vertex holds the member, if that is in its set; says whether it is.
    pub fn derive(&mut self, vertex: VertexId, member: u32) -> bool {
        let set = &self.sets[self.vertices[vertex as usize].set as usize];
        let Ok(position) = set.binary_search(&member) else { return false };
        self.derive_at(vertex, position);
        true
    }

    fn derive_at(&mut self, id: VertexId, position: usize) {
        let vertex = &mut self.vertices[id as usize];
        if vertex.derived.put(position) {
            return;
        }
        vertex.derived_count += 1;
        if vertex.pending.is_empty() {
            vertex.pending.grow(vertex.derived.len());
            self.queue.push_back(id);
        }
        vertex.pending.insert(position);
    }

    /// What the first vertex holds, now or later, the second holds. Says what is in the set of the
    /// first and not in that of the second, if anything is.
    pub fn connect(&mut self, from: VertexId, to: VertexId) -> Option<u32> {
        if from == to {
            return None;
        }
        let outside = self.outside(self.set_of(from), self.set_of(to));
        if outside.is_none() && self.is_complete(to) {
            return None;
        }
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

    /// Takes a vertex with pending members, passes them on along its edges, and returns them.
    pub fn advance(&mut self) -> Option<(VertexId, Vec<u32>)> {
        let id = self.queue.pop_front()?;
        let vertex = &mut self.vertices[id as usize];
        let pending = mem::take(&mut vertex.pending);
        let mut edges = mem::take(&mut vertex.edges);
        edges.retain(|&to| {
            self.pass_on(id, &pending, to);
            // All sets on the way have been compared when the edge was made.
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
            self.pass_on_alike(members, to);
            return;
        }
        let [source, target] = [source, target].map(|set| Rc::clone(&self.sets[set as usize]));
        let mut start = 0;
        for member in members.ones().map(|position| source[position]) {
            start += advance_to(&target[start..], member);
            if target.get(start) == Some(&member) {
                self.derive_at(to, start);
            }
        }
    }

    /// Both have the same set, so that positions mean the same.
    fn pass_on_alike(&mut self, members: &FixedBitSet, to: VertexId) {
        let vertex = &mut self.vertices[to as usize];
        let mut new = members.clone();
        new.difference_with(&vertex.derived);
        let count = new.count_ones(..);
        if count == 0 {
            return;
        }
        vertex.derived.union_with(&new);
        vertex.derived_count += count;
        if vertex.pending.is_empty() {
            vertex.pending = new;
            self.queue.push_back(to);
        } else {
            vertex.pending.union_with(&new);
        }
    }
}

/// How many members are less than `member`, which is likely to be near the beginning.
fn advance_to(members: &[u32], member: u32) -> usize {
    let mut bound = 1;
    while members.get(bound - 1).is_some_and(|it| *it < member) {
        bound *= 2;
    }
    let start = bound / 2;
    let end = bound.min(members.len());
    start + members[start..end].partition_point(|it| *it < member)
}
