//! Why a call through a pointer from external code may run a function.

use facts_schema::{CallKind, FunctionId, InstructionId};

use rustc_hash::FxHashMap;

use super::inferences::{Inferences, instances_of_functions};
use super::{Claim, Constraint, Derivation, Owned, Reason, RememberedPlace, Step};
use crate::offsets::Distance;
use crate::remembered::{Stop, remembered_paths};
use crate::verify::trace::Trace;
use crate::{Analysis, Context, Fact, Instance, Location, Variable};

/// Derives one of the calls of these functions by these instructions through pointers from external code, preferably
/// a call of a function that the module itself has stored there.
pub fn explain_external(
    analysis: &Analysis,
    instructions: &[InstructionId],
    functions: &[FunctionId],
) -> Option<Derivation> {
    let graph = analysis.call_graph_with_intrinsics();
    let edges = graph.edges.iter().filter(|edge| {
        instructions.contains(&edge.instruction) && functions.contains(&edge.function)
    });
    let edge = edges.min_by_key(|edge| edge.kind)?;
    let calls = analysis.external_calls(&graph);
    let &(.., callee) = calls.iter().find(|(it, ..)| *it == edge.instruction)?;
    let (instruction, function) = (edge.instruction, edge.function);
    let mut paths = FxHashMap::default();
    if edge.kind != CallKind::External {
        for path in remembered_paths(analysis, &calls, instruction, function) {
            for fact in beginnings(analysis, *path.first()?, function) {
                paths.insert(fact, path.clone());
            }
        }
    }
    let mut begins: Vec<Fact> = paths.keys().copied().collect();
    if begins.is_empty() {
        begins.extend(instances_of(analysis, function).map(Fact::Escaped));
    }
    let is_external = |it: Instance| it == Instance::EXTERNAL;
    let external = pointers(analysis, callee, is_external);

    let Analysis { constraints, depth, solution, .. } = analysis;
    let (trace, found) = Trace::until(constraints, *depth, solution, &[&external, &begins]);
    let inferences = Inferences::new(constraints, solution, &trace);
    let mut derivation = Derivation { steps: Vec::new() };
    let mut premises = Vec::new();
    let mut path: Option<Vec<Stop>> = None;
    for fact in found? {
        path = path.or_else(|| paths.remove(&fact));
        premises.push(derivation.derive(&inferences, Claim::Fact(fact))?);
    }
    let reason = match path {
        None => Reason::ExternalCall,
        Some(stops) => {
            let first = premises.pop()?;
            premises.push(remember(&mut derivation, &inferences, first, &stops, function));
            Reason::RememberedCall
        }
    };
    let claim = Claim::MayCall(instruction, function);
    derivation.steps.push(Step { claim, reason, premises, constraint: None, cut: None });
    Some(derivation)
}

/// Adds the steps of a function's path from each stop to the next. Step `first` states that the function is at the
/// first stop. Returns the step that states that it is at the last one.
fn remember(
    derivation: &mut Derivation,
    inferences: &Inferences,
    first: usize,
    stops: &[Stop],
    function: FunctionId,
) -> usize {
    let mut last = first;
    for pair in stops.windows(2) {
        let mut premises = vec![last];
        let mut constraint = None;
        let (keeper, reason) = match (pair[0], pair[1]) {
            (_, Stop::Offset(offset, store)) => {
                let address = store.and_then(|(_, row)| escaped_pointee(inferences, row.address));
                if let Some((pointer, pointee)) = address {
                    premises.extend(derivation.derive(inferences, Claim::Fact(pointer)));
                    let escaped = Claim::Fact(Fact::Escaped(pointee.instance));
                    premises.extend(derivation.derive(inferences, escaped));
                }
                constraint = store.map(|(owner, row)| {
                    let constraint = Constraint::Store(row);
                    Owned { owner, context: Context::EMPTY, constraint }
                });
                let at = address.zip(store).and_then(|((_, pointee), (_, row))| {
                    inferences.constraints.behind(pointee, Distance::of(row.offset))
                });
                (RememberedPlace::Offset(offset, at), Reason::RememberedOffset)
            }
            (Stop::Offset(..), Stop::Variable(variable)) => {
                (RememberedPlace::Variable(variable), Reason::RememberedLoad)
            }
            (_, Stop::Variable(variable)) => {
                (RememberedPlace::Variable(variable), Reason::RememberedFlow)
            }
            (_, Stop::Cell(cell)) => (RememberedPlace::Cell(cell), Reason::RememberedFlow),
        };
        let claim = Claim::Remembered(keeper, function);
        derivation.steps.push(Step { claim, reason, premises, constraint, cut: None });
        last = derivation.steps.len() - 1;
    }
    last
}

/// The first target of an address in escaped memory.
fn escaped_pointee(inferences: &Inferences, address: Variable) -> Option<(Fact, Location)> {
    let solution = inferences.solution;
    let nodes = solution.contexts_of(address).iter();
    let pointers = nodes.flat_map(|(node, set)| solution.set(*set).map(|it| (*node, it)));
    let escaped = pointers.filter(|(_, it)| {
        solution.is_escaped(it.instance) || solution.opaque.contains(it.instance)
    });
    let facts = escaped.map(|(node, target)| (Fact::PointsTo(node, target), target));
    let timed =
        facts.filter_map(|(fact, target)| Some((inferences.trace.time(fact)?, fact, target)));
    timed.min().map(|(_, fact, target)| (fact, target))
}

/// The facts that state that the function is at a stop.
fn beginnings(analysis: &Analysis, stop: Stop, function: FunctionId) -> Vec<Fact> {
    let is_it = |it: Instance| analysis.constraints.function_of(it.object) == Some(function);
    match stop {
        Stop::Variable(variable) => pointers(analysis, variable, is_it),
        Stop::Cell(cell) => {
            let all = analysis.solution.stored(cell).filter(|it| is_it(it.instance));
            all.map(|target| Fact::Stored(cell, target)).collect()
        }
        Stop::Offset(..) => Vec::new(),
    }
}

/// The pointers of a variable, in any context, to instances that satisfy the predicate.
fn pointers(
    analysis: &Analysis,
    variable: Variable,
    counts: impl Fn(Instance) -> bool,
) -> Vec<Fact> {
    let mut found = Vec::new();
    for (node, set) in analysis.solution.contexts_of(variable) {
        let all = analysis.solution.set(*set).filter(|it: &Location| counts(it.instance));
        found.extend(all.map(|target| Fact::PointsTo(*node, target)));
    }
    found
}

fn instances_of(analysis: &Analysis, function: FunctionId) -> impl Iterator<Item = Instance> {
    let all = instances_of_functions(&analysis.constraints);
    all.filter(move |(it, _)| *it == function).map(|(_, instance)| instance)
}
