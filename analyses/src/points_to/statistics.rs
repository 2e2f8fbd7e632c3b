//! Metrics of the precision of an analysis: sizes of sets, edges of the call graph.

use std::fmt;

use facts_schema::{CallKind, ObjectKind};
use points_to::call_graph::{CallGraph, Edge};
use points_to::{Analysis, Object};
use rustc_hash::FxHashSet;

use super::escaped;

/// Metrics of points-to sets. A pointer is an argument or the result of an instruction that points
/// somewhere; its contexts are counted together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The number of pointers.
    pub pointers: usize,
    /// The number of objects in all points-to sets.
    pub objects_in_sets: usize,
    /// The number of locations in all points-to sets.
    pub locations_in_sets: usize,
    /// The number of locations in the largest set.
    pub largest_set: usize,
    /// The number of pointers that may point to external memory.
    pub external_pointers: usize,
    /// The number of objects to which something points.
    pub objects: usize,
    /// The number of these objects that are allocated by allocation functions.
    pub heap_objects: usize,
    /// The number of objects of the module that have escaped to external code.
    pub escaped_objects: usize,
    /// The number of functions that may run, without intrinsics.
    pub reachable_functions: usize,
    /// The number of edges in the call graph, without edges to intrinsics and edges through
    /// external pointers.
    pub call_edges: usize,
    /// The number of these edges that are indirect calls.
    pub indirect_edges: usize,
    /// The number of additional edges through pointers that external code may have created.
    pub external_edges: usize,
    /// The number of calls that are not, or not completely, resolved.
    pub unresolved_calls: usize,
    /// The number of functions that may run but have neither a body nor a model.
    pub unknown_functions: usize,
}

impl Statistics {
    /// Computes the metrics.
    pub fn of(analysis: &Analysis, graph: &CallGraph) -> Self {
        let mut statistics = Self::default();
        let mut values: Vec<_> =
            analysis.constraints.values.iter().map(|(value, ..)| *value).collect();
        values.dedup();
        for value in values.into_iter().filter(|value| analysis.is_local(*value)) {
            let pointers = analysis.pointers_of_value(value);
            for part in pointers.chunk_by(|one, other| one.holder == other.holder) {
                // The targets are in the order of their instances.
                let objects =
                    part.chunk_by(|one, other| one.target.instance == other.target.instance);
                statistics.pointers += 1;
                statistics.objects_in_sets += objects.count();
                statistics.locations_in_sets += part.len();
                statistics.largest_set = statistics.largest_set.max(part.len());
                let is_external =
                    part.iter().any(|it| it.target.instance.object == Object::EXTERNAL);
                statistics.external_pointers += usize::from(is_external);
            }
        }
        let objects: FxHashSet<_> =
            analysis.solution.locations.iter().map(|it| it.instance).collect();
        let is_heap = |object| analysis.constraints.origin(object).kind() == ObjectKind::Heap;
        let (external, edges): (Vec<&Edge>, Vec<&Edge>) =
            graph.edges.iter().partition(|it| it.kind == CallKind::External);
        Self {
            objects: objects.len(),
            heap_objects: objects.iter().filter(|it| is_heap(it.object)).count(),
            escaped_objects: escaped::instances(analysis).count(),
            reachable_functions: graph.reachable.len(),
            call_edges: edges.len() + graph.callbacks.len(),
            indirect_edges: edges.iter().filter(|it| it.kind == CallKind::Indirect).count(),
            external_edges: external.len(),
            unresolved_calls: graph.unresolved.len(),
            unknown_functions: analysis.unknown_functions(graph).len(),
            ..statistics
        }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let average = |sum: usize| sum as f64 / (self.pointers.max(1) as f64);
        let share = 100.0 * average(self.external_pointers);
        let lines: [(&str, String); 12] = [
            ("pointers", self.pointers.to_string()),
            ("objects per pointer", format!("{:.2}", average(self.objects_in_sets))),
            (
                "locations per pointer",
                format!("{:.2}, at most {}", average(self.locations_in_sets), self.largest_set),
            ),
            ("may be external", format!("{} ({share:.1}%)", self.external_pointers)),
            ("objects", self.objects.to_string()),
            ("heap objects", self.heap_objects.to_string()),
            ("escaped objects", self.escaped_objects.to_string()),
            ("reachable functions", self.reachable_functions.to_string()),
            (
                "call-graph edges",
                format!("{}, {} of them indirect", self.call_edges, self.indirect_edges),
            ),
            ("through external code", self.external_edges.to_string()),
            ("unresolved calls", self.unresolved_calls.to_string()),
            ("unknown functions", self.unknown_functions.to_string()),
        ];
        for (name, text) in lines {
            writeln!(f, "{name:24}{text}")?;
        }
        Ok(())
    }
}
