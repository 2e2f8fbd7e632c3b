//! The part of a call graph around some functions.

use facts_schema::{CallKind, FunctionId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{CallGraph, sorted};

/// The part of a call graph around some functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The functions of the part, and all calls among them.
    pub graph: CallGraph,
    /// The number of functions of the whole graph that are not in the part.
    pub left_out: usize,
    /// The functions in the part that functions outside of it call, in order.
    pub callers_left_out: Vec<FunctionId>,
    /// The functions in the part that call functions outside of it, in order.
    pub callees_left_out: Vec<FunctionId>,
}

impl CallGraph {
    /// The part of the graph that consists of these functions, the functions that they reach by at most `depth`
    /// calls, and the functions that reach them by at most `depth` calls. Calls through pointers that may come
    /// from external code are not followed.
    pub fn around(&self, functions: &[FunctionId], depth: usize) -> Surroundings {
        let known = self.edges.iter().filter(|edge| edge.kind != CallKind::External);
        let known = known.map(|edge| (edge.caller, edge.function));
        let given = self.callbacks.iter().map(|edge| (edge.caller, edge.function));
        let calls: FxHashSet<(FunctionId, FunctionId)> = known.chain(given).collect();
        let (mut callees, mut callers) = (Neighbours::default(), Neighbours::default());
        for (caller, callee) in &calls {
            callees.entry(*caller).or_default().push(*callee);
            callers.entry(*callee).or_default().push(*caller);
        }
        let mut part = within(functions, &callees, depth);
        part.extend(within(functions, &callers, depth));

        let all: FxHashSet<FunctionId> = calls.iter().flat_map(|it| [it.0, it.1]).collect();
        let unresolved = self.unresolved.iter().map(|call| call.caller);
        let all: FxHashSet<_> =
            all.into_iter().chain(self.reachable.iter().copied()).chain(unresolved).collect();
        let is_in = |function: &FunctionId| part.contains(function);
        let ends = |neighbours: &Neighbours| {
            let leads_out = |it: &&FunctionId| {
                neighbours.get(*it).is_some_and(|others| others.iter().any(|it| !is_in(it)))
            };
            sorted(part.iter().filter(leads_out).copied())
        };
        let (callers_left_out, callees_left_out) = (ends(&callers), ends(&callees));
        let mut graph = self.clone();
        graph.reachable.retain(is_in);
        graph.edges.retain(|edge| is_in(&edge.caller) && is_in(&edge.function));
        graph.callbacks.retain(|edge| is_in(&edge.caller) && is_in(&edge.function));
        graph.unresolved.retain(|call| is_in(&call.caller));
        let left_out = all.iter().filter(|it| !is_in(it)).count();
        Surroundings { graph, left_out, callers_left_out, callees_left_out }
    }
}

type Neighbours = FxHashMap<FunctionId, Vec<FunctionId>>;

/// The functions that are at most `depth` steps away.
fn within(start: &[FunctionId], neighbours: &Neighbours, depth: usize) -> FxHashSet<FunctionId> {
    let mut found: FxHashSet<FunctionId> = start.iter().copied().collect();
    let mut last = start.to_vec();
    for _ in 0..depth {
        let next = last.iter().filter_map(|it| neighbours.get(it)).flatten().copied();
        last = next.filter(|it| found.insert(*it)).collect();
        if last.is_empty() {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use facts_schema::{EntityId, InstructionId, UnresolvedReason};

    use super::*;
    use crate::call_graph::{Callback, Edge, Unresolved};

    fn function(number: u32) -> FunctionId {
        FunctionId::new(number)
    }

    fn edge(caller: u32, callee: u32, kind: CallKind) -> Edge {
        let instruction = InstructionId::new(caller * 100 + callee);
        Edge { caller: function(caller), instruction, function: function(callee), kind }
    }

    /// 0 → 1 → 2 → 3 → 4, and also 1 → 5 → 3, and 6 ⇒ 2 as a callback; 3 may call 7 through external code; 8 has
    /// no calls.
    fn graph() -> CallGraph {
        let calls = [(0, 1), (1, 2), (1, 5), (2, 3), (3, 4), (5, 3)];
        let mut edges: Vec<_> =
            calls.into_iter().map(|(from, to)| edge(from, to, CallKind::Direct)).collect();
        edges.push(edge(3, 7, CallKind::External));
        edges.sort();
        CallGraph {
            reachable: (0..9).map(function).collect(),
            edges,
            callbacks: vec![Callback { caller: function(6), function: function(2) }],
            unresolved: vec![Unresolved {
                caller: function(3),
                instruction: InstructionId::new(307),
                reason: UnresolvedReason::External,
            }],
        }
    }

    fn numbers(functions: &[FunctionId]) -> Vec<u32> {
        functions.iter().map(|it| it.number()).collect()
    }

    #[test]
    fn callers_and_callees_are_followed_up_to_the_depth() {
        let part = graph().around(&[function(2)], 1);
        assert_eq!(numbers(&part.graph.reachable), [1, 2, 3, 6]);
        let edges: Vec<_> = part.graph.edges.iter().map(|it| (it.caller, it.function)).collect();
        assert_eq!(edges, [(1, 2), (2, 3)].map(|(from, to)| (function(from), function(to))));
        assert_eq!(part.graph.callbacks, graph().callbacks);
        assert_eq!(part.graph.unresolved, graph().unresolved);
        assert_eq!(part.left_out, 5);
        // 0 calls 1; 5, which is a callee of a caller, calls 3.
        assert_eq!(numbers(&part.callers_left_out), [1, 3]);
        assert_eq!(numbers(&part.callees_left_out), [1, 3]);
    }

    #[test]
    fn several_functions_and_depths() {
        let of = |functions: &[u32], depth| {
            let functions: Vec<_> = functions.iter().map(|it| function(*it)).collect();
            numbers(&graph().around(&functions, depth).graph.reachable)
        };
        assert_eq!(of(&[2], 0), [2]);
        assert_eq!(of(&[2], 2), [0, 1, 2, 3, 4, 6]);
        assert_eq!(of(&[4, 8], 1), [3, 4, 8]);
        assert_eq!(of(&[0], usize::MAX), [0, 1, 2, 3, 4, 5]);
        // Calls through external code are not followed, but edges between chosen functions are kept.
        assert_eq!(of(&[3], 1), [2, 3, 4, 5]);
        let both = graph().around(&[function(3), function(7)], 0).graph;
        assert_eq!(both.edges, [edge(3, 7, CallKind::External)]);
    }
}
