//! Recursive calls of allocation functions.
//!
//! An allocation function is often recursive although it rarely runs twice at a time: if there is no memory, it
//! reports this, and the report needs memory as well. Recursive functions have no contexts of their own, so all memory
//! of the program would be one object. Without the recursive calls, an allocation function is as small as others.

use facts_schema::EntityId;
use petgraph::algo::kosaraju_scc;
use petgraph::visit::EdgeRef;
use rustc_hash::{FxHashMap, FxHashSet};

use super::DirectCalls;
use crate::constraints::{CallSite, Constraints, FunctionInfo, FunctionKind, Origin, Variable};

/// Marks the calls by which an allocation function may run again before it has returned, and removes them from the
/// graph.
pub fn cut(constraints: &mut Constraints, graph: &mut DirectCalls) {
    let allocators = Allocators::of(constraints);
    let components = numbers_of_components(graph);
    let recursive = graph.edge_references().filter(|call| {
        components[call.source().index()] == components[call.target().index()]
            && allocators.is_one[call.target().index()]
    });
    let recursive: Vec<_> = recursive.map(|call| (call.id(), *call.weight())).collect();
    // An allocation function that returns what another one allocates is one of its callers, not a report of an error.
    let returned = graph.filter_map(
        |_, ()| Some(()),
        |call, site| {
            let is_recursive = recursive.binary_search_by_key(&call, |(it, _)| *it).is_ok();
            (is_recursive && allocators.returned.contains(site)).then_some(*site)
        },
    );
    let circles = numbers_of_components(&returned);
    let kept = returned
        .edge_references()
        .filter(|call| circles[call.source().index()] != circles[call.target().index()]);
    let kept: FxHashSet<CallSite> = kept.map(|call| *call.weight()).collect();
    for (_, site) in recursive {
        constraints.sites[site.0 as usize].is_recursive = !kept.contains(&site);
    }
    graph.retain_edges(|graph, call| !constraints.sites[graph[call].0 as usize].is_recursive);
}

/// By function: the number of its component.
fn numbers_of_components(graph: &DirectCalls) -> Vec<usize> {
    let mut numbers = vec![0; graph.node_count()];
    for (number, component) in kosaraju_scc(graph).iter().enumerate() {
        for function in component {
            numbers[function.index()] = number;
        }
    }
    numbers
}

/// The functions that return memory which they allocate.
struct Allocators {
    /// By function: whether it is one.
    is_one: Vec<bool>,
    /// The calls whose result the calling function returns.
    returned: FxHashSet<CallSite>,
}

impl Allocators {
    fn of(constraints: &Constraints) -> Self {
        let functions = &constraints.functions;
        let returned: Vec<Vec<CallSite>> = functions.iter().map(returned_sites).collect();
        let mut is_one: Vec<bool> =
            functions.iter().map(|it| is_modelled_allocator(constraints, it)).collect();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (function, sites) in returned.iter().enumerate() {
                // A function that the program selects at run time may well be an allocator.
                let allocates = |site: &CallSite| {
                    let callee = constraints.sites[site.0 as usize].callee;
                    callee.is_none_or(|it| is_one[it.index()])
                };
                if !is_one[function] && sites.iter().any(allocates) {
                    is_one[function] = true;
                    is_changed = true;
                }
            }
        }
        Self { is_one, returned: returned.into_iter().flatten().collect() }
    }
}

/// Whether the function is modelled as one that allocates memory.
fn is_modelled_allocator(constraints: &Constraints, function: &FunctionInfo) -> bool {
    let mut addresses = function.body.addresses.iter();
    function.kind == FunctionKind::Modelled
        && addresses.any(|it| matches!(constraints.origin(it.object), Origin::Heap(_)))
}

/// The calls whose results a function with a body may return.
fn returned_sites(function: &FunctionInfo) -> Vec<CallSite> {
    let body = &function.body;
    if function.kind != FunctionKind::Defined || function.returns.is_empty() {
        return Vec::new();
    }
    let mut sources = FxHashMap::<Variable, Vec<Variable>>::default();
    let assigns = body.assigns.iter().map(|it| (it.to, it.from));
    for (to, from) in assigns.chain(body.shifts.iter().map(|it| (it.to, it.from))) {
        sources.entry(to).or_default().push(from);
    }
    let mut unseen: Vec<Variable> = function.returns.iter().map(|(_, it)| *it).collect();
    let mut returned: FxHashSet<Variable> = unseen.iter().copied().collect();
    while let Some(variable) = unseen.pop() {
        let sources = sources.get(&variable).into_iter().flatten();
        unseen.extend(sources.filter(|it| returned.insert(**it)));
    }
    let results = body.results.iter().filter(|it| returned.contains(&it.variable));
    results.map(|it| it.site).collect()
}
