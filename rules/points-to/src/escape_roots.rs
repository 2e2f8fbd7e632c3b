//! The roots of escape: the causes that make pointers external, and the number of pointers that each makes
//! external.
//!
//! A *cause* is a function without a body that keeps an argument or returns a pointer of its own, code that makes
//! pointers from integers, names that are visible to other files, or memory that was given up. External pointers spread
//! from there: the memory and functions that a pointer from external code reaches become external, and everything
//! stored in escaped memory escapes.
//!
//! This is modelled by a graph over the solution. Its vertices are the pointers and locations in memory that may be
//! external, and the instances that have escaped. A cause reaches everything that it contributes to; pointers that only
//! one cause reaches would not be external without it. The edges represent the propagation, but not its other
//! conditions: the targets of calls and addresses are taken from the solution. So removing one of several causes
//! may also remove pointers and objects that all of them reach.

use std::cmp::Reverse;

use facts_schema::FunctionId;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use crate::Analysis;

mod calls;
mod spread;

use spread::{EscapeGraph, Numbers, Vertex};

/// A cause that makes pointers external.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The behaviour of this function: if it has no body, its use of its arguments and its result; if it has one,
    /// pointers made from integers, inline assembly and similar.
    Function(FunctionId),
    /// Functions and variables of this module are visible to other files.
    Visible,
    /// Other files define or replace variables that this module uses.
    Elsewhere,
    /// The content of memory was given up because sets of locations became too large.
    GivenUp,
    /// The content of memory is not followed, because an earlier solution that followed more memory found that it
    /// escapes. No other cause makes it external.
    FoundToEscape,
}

/// A cause, and the numbers of pointers and objects that it contributes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeRoot {
    /// The cause.
    pub cause: Cause,
    /// The number of pointers that it makes external, possibly together with other causes.
    pub pointers: usize,
    /// The number of these that would not be external without it.
    pub only_pointers: usize,
    /// The number of objects that escape through it, possibly also through other causes.
    pub objects: usize,
    /// The number of these that would not escape without it.
    pub only_objects: usize,
}

/// A counted item: a pointer in all contexts, or an object.
struct Counted {
    components: Vec<u32>,
    causes: u32,
    last: usize,
}

impl Analysis<'_> {
    /// The roots of escape, starting with those that make the most pointers external.
    pub fn escape_roots(&self) -> Vec<EscapeRoot> {
        let EscapeGraph { numbers, edges, causes, vertices, .. } = EscapeGraph::of(self);
        let mut graph = DiGraph::<(), (), u32>::from_edges(edges.iter().copied());
        while graph.node_count() < vertices {
            graph.add_node(());
        }
        let components = kosaraju_scc(&graph);
        let mut component_of = vec![0; vertices];
        for (number, members) in (0..).zip(&components) {
            for member in members {
                component_of[member.index()] = number;
            }
        }
        drop((graph, components));
        let edge = |(from, to): &(Vertex, Vertex)| {
            (component_of[*from as usize], component_of[*to as usize])
        };
        // The components are in postorder: a component that another one flows to has the smaller number.
        let mut edges: Vec<(u32, u32)> = edges.iter().map(edge).filter(|(a, b)| a != b).collect();
        edges.sort_unstable_by(|one, other| other.cmp(one));
        edges.dedup();

        let mut pointers = self.counted_pointers(&numbers, &component_of);
        let mut objects = self.counted_objects(&numbers, &component_of);
        let roots = causes.iter().map(|(cause, _)| EscapeRoot::new(*cause));
        let mut roots: Vec<EscapeRoot> = roots.collect();
        for (first, chunk) in causes.chunks(64).enumerate().map(|(it, chunk)| (64 * it, chunk)) {
            let mut masks = vec![0_u64; component_of.len()];
            for (bit, (_, vertex)) in chunk.iter().enumerate() {
                masks[component_of[*vertex as usize] as usize] |= 1 << bit;
            }
            for (from, to) in &edges {
                masks[*to as usize] |= masks[*from as usize];
            }
            for pointer in &mut pointers {
                pointer.reached(&masks, |bit| roots[first + bit].pointers += 1, first);
            }
            for object in &mut objects {
                object.reached(&masks, |bit| roots[first + bit].objects += 1, first);
            }
        }
        for pointer in pointers.iter().filter(|it| it.causes == 1) {
            roots[pointer.last].only_pointers += 1;
        }
        for object in objects.iter().filter(|it| it.causes == 1) {
            roots[object.last].only_objects += 1;
        }
        roots.retain(|root| root.pointers + root.objects > 0);
        roots.sort_by_key(|root| {
            (Reverse((root.pointers, root.only_pointers, root.objects)), root.cause)
        });
        roots
    }

    /// The pointers of functions that may be external.
    fn counted_pointers(&self, vertices: &Numbers, component_of: &[u32]) -> Vec<Counted> {
        let local = self.constraints.values.iter().filter(|(value, ..)| self.is_local(*value));
        let counted = local.filter_map(|(.., variable)| {
            let nodes = self.solution.contexts_of(*variable).iter();
            let nodes = nodes.filter_map(|(node, _)| vertices.pointer(*node));
            let components = nodes.map(|it| component_of[it as usize]);
            Counted::of(components.collect())
        });
        counted.collect()
    }

    /// The objects that have escaped.
    fn counted_objects(&self, vertices: &Numbers, component_of: &[u32]) -> Vec<Counted> {
        let escaped = self.solution.escaped.iter();
        let counted = escaped.filter_map(|instance| {
            let vertex = vertices.escaped(*instance)?;
            Counted::of(vec![component_of[vertex as usize]])
        });
        counted.collect()
    }
}

impl Counted {
    fn of(mut components: Vec<u32>) -> Option<Self> {
        components.sort_unstable();
        components.dedup();
        (!components.is_empty()).then_some(Self { components, causes: 0, last: 0 })
    }

    /// Counts the causes in these masks that reach the item. `first` is the number of the first cause in the masks.
    fn reached(&mut self, masks: &[u64], mut count: impl FnMut(usize), first: usize) {
        let all = self.components.iter().map(|it| masks[*it as usize]);
        let mut mask = all.fold(0, |one, other| one | other);
        while mask != 0 {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            self.causes += 1;
            self.last = first + bit;
            count(bit);
        }
    }
}

impl EscapeRoot {
    fn new(cause: Cause) -> Self {
        Self { cause, pointers: 0, only_pointers: 0, objects: 0, only_objects: 0 }
    }
}
