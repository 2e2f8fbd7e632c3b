//! The functions that run in a context of their own for each call, as if they were inlined.
//!
//! These are small functions such as constructors, accessors, methods of containers and smart pointers, and
//! allocation functions: their effects for one caller are not mixed with their effects for another. In a library,
//! most of their pointers are equal nevertheless: pointers of external code.

mod recursion;

use facts_schema::{EntityId, FunctionId};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::source::Source;
use crate::constraints::{
    Body, CallSite, Constraints, FunctionInfo, FunctionKind, Origin, Variable,
};
use crate::context::MAX_HEIGHT;

/// The maximum number of constraints with clones, relative to the number without.
const BUDGET: u64 = 2;

/// This number of constraints is always allowed.
const SMALL_PROGRAM: u64 = 300_000;

/// This number of constraints is allowed in a program with few constraints of its own, if almost all functions are
/// cloned: those with up to [`ALMOST_ALL`] constraints. The few large functions that are left, such as insertions into
/// trees, are often what mixes the containers of a program.
const COMPLETE: u64 = 1_000_000;

/// See [`COMPLETE`].
const ALMOST_ALL: u64 = 8192;

/// The maximum number of constraints of a cloned function.
const LARGEST: u64 = 1 << 16;

/// Functions with at most this number of constraints are also cloned for calls through pointers. The number of
/// such clones is not known in advance.
const LARGEST_INDIRECT: u64 = 600;

/// The graph of direct calls.
pub type DirectCalls = DiGraph<(), CallSite, u32>;

/// Chooses the functions to be cloned: those up to the largest size within the budget.
pub fn fill(source: &Source, mut graph: DirectCalls, constraints: &mut Constraints) {
    recursion::cut(constraints, &mut graph);
    let is_chosen: Vec<bool> = (0..)
        .zip(&constraints.functions)
        .map(|(number, function)| {
            affects_callers(function) && source.view.may_return(FunctionId(number))
        })
        .collect();
    let sizes: Vec<u64> = constraints.functions.iter().map(|it| size(&it.body)).collect();
    let without_clones = sizes.iter().sum::<u64>();
    let budget = |limit| {
        let is_small = BUDGET * without_clones <= SMALL_PROGRAM;
        let always = if is_small && limit >= ALMOST_ALL { COMPLETE } else { SMALL_PROGRAM };
        always.max(BUDGET * without_clones)
    };
    let components = kosaraju_scc(&graph);
    let mut limit = LARGEST;
    let clones = loop {
        let clones = Clones::up_to(limit, constraints, &is_chosen, &graph, &components, &sizes);
        if clones.size <= budget(limit) || limit == 0 {
            break clones;
        }
        limit -= limit.div_ceil(4);
    };
    let chosen = clones.is_cloned.into_iter().zip(clones.sizes);
    for (function, (is_cloned, size)) in constraints.functions.iter_mut().zip(chosen) {
        function.is_cloned = is_cloned;
        function.is_cloned_behind_pointers = is_cloned && size <= LARGEST_INDIRECT;
    }
}

/// The graph of direct calls. Also marks the calls as direct.
pub fn direct_calls(constraints: &mut Constraints) -> DirectCalls {
    let functions = constraints.module.addresses.iter();
    let functions: FxHashMap<Variable, FunctionId> = functions
        .filter_map(|row| match constraints.origin(row.object) {
            Origin::Function(function) => Some((row.variable, function)),
            _ => None,
        })
        .collect();
    let mut graph = DiGraph::default();
    for _ in &constraints.functions {
        graph.add_node(());
    }
    for (caller, function) in constraints.functions.iter().enumerate() {
        for call in &function.body.calls {
            let callee = functions.get(&call.callee).copied();
            constraints.sites[call.site.0 as usize].callee = callee;
            if let Some(callee) = callee {
                graph.add_edge(NodeIndex::new(caller), NodeIndex::new(callee.index()), call.site);
            }
        }
    }
    graph
}

/// The number of constraints of a body.
fn size(body: &Body) -> u64 {
    let moves = body.assigns.len() + body.shifts.len();
    let memory = body.loads.len() + body.stores.len() + body.transfers.len();
    let calls = body.calls.len() + body.arguments.len() + body.results.len();
    (moves + memory + calls) as u64
}

/// Whether the function has effects for its callers: it stores, returns or calls. Other functions may be shared
/// between callers.
fn affects_callers(function: &FunctionInfo) -> bool {
    let body = &function.body;
    !function.returns.is_empty()
        || !body.stores.is_empty()
        || !body.transfers.is_empty()
        || !body.calls.is_empty()
}

/// A choice of functions to be cloned.
struct Clones {
    /// By function.
    is_cloned: Vec<bool>,
    /// By function: its constraints including those of the functions copied into it.
    sizes: Vec<u64>,
    /// The total number of constraints, with all clones.
    size: u64,
}

impl Clones {
    /// The chosen functions with a body that are not recursive and have at most `limit` constraints, including the
    /// constraints of the clones that they call. `components` are the components of the graph, callees first.
    fn up_to(
        limit: u64,
        constraints: &Constraints,
        is_chosen: &[bool],
        graph: &DirectCalls,
        components: &[Vec<NodeIndex>],
        sizes: &[u64],
    ) -> Self {
        let mut clones =
            Self { is_cloned: vec![false; sizes.len()], sizes: sizes.to_vec(), size: 0 };
        // By function: the length of the longest chain of clones that call each other below it.
        let mut heights = vec![0; sizes.len()];
        for component in components {
            for &function in component {
                let number = function.index();
                let has_body = constraints.functions[number].kind == FunctionKind::Defined;
                let mut is_recursive = component.len() > 1;
                for callee in graph.neighbors(function) {
                    let callee_has_body =
                        constraints.functions[callee.index()].kind == FunctionKind::Defined;
                    is_recursive |= callee == function;
                    if clones.is_cloned[callee.index()] || !callee_has_body {
                        let copied = clones.sizes[callee.index()];
                        clones.sizes[number] = clones.sizes[number].saturating_add(copied);
                        heights[number] = heights[number].max(heights[callee.index()] + 1);
                    }
                }
                clones.is_cloned[number] = has_body
                    && !is_recursive
                    && is_chosen[number]
                    && clones.sizes[number] <= limit
                    && heights[number] <= MAX_HEIGHT;
                if has_body && !clones.is_cloned[number] {
                    clones.size = clones.size.saturating_add(clones.sizes[number]);
                }
            }
        }
        clones
    }
}
