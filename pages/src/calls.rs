//! The call graph, from which the front end draws parts.

use std::collections::BTreeSet;

use facts_schema::{CallKind, EntityId};
use serde_json::json;

use crate::function::kind;
use crate::output::{Output, Written};
use crate::program::Program;

/// The maximum number of edges through external pointers. If there are more, all of them are
/// omitted, because they carry little information and outnumber the other edges.
const MAX_EXTERNAL: usize = 400_000;

/// Writes the graph: for each function, its callees, each multiplied by 4 plus the kind of call.
pub fn write(program: &Program, output: &Output) -> Written {
    let graph = &program.graph;
    let is_external = |it: &&points_to::call_graph::Edge| it.kind == CallKind::External;
    let is_cut = graph.edges.iter().filter(is_external).count() > MAX_EXTERNAL;
    let edges = graph.edges.iter().filter(|it| !is_cut || it.kind != CallKind::External);
    let edges = edges.map(|it| (it.caller, it.function, kind(it.kind)));
    let callbacks = graph.callbacks.iter().map(|it| (it.caller, it.function, 1));
    let all: BTreeSet<(_, _, u32)> = edges.chain(callbacks).collect();
    let mut out = vec![Vec::new(); program.facts.function.len()];
    for (caller, function, kind) in all {
        if let Some(callees) = out.get_mut(caller.index()) {
            callees.push(u64::from(function.number()) * 4 + u64::from(kind));
        }
    }
    output.chunk("calls", &json!({ "out": out, "cut": is_cut }))
}
