//! Calls in rows and in lines.

use facts_schema::{Answer, CallKind, FunctionId, InstructionId, RelationId, UnresolvedReason};
use points_to::Analysis;
use points_to::call_graph::CallGraph;

use super::names::Names;
use super::pointers::aligned;
use crate::answer::{PLACES, describe};

const CALLS: &[RelationId] =
    &[RelationId::CallEdge, RelationId::CallbackEdge, RelationId::UnresolvedCall];

/// The relations of an answer about calls.
pub fn relations() -> Vec<RelationId> {
    [CALLS, PLACES].concat()
}

/// The relations of an answer that is the whole call graph.
pub fn graph_relations() -> Vec<RelationId> {
    [CALLS, &[RelationId::ReachableFunction], PLACES].concat()
}

/// The relations of an answer about which functions may run.
pub fn reachable_relations() -> Vec<RelationId> {
    vec![RelationId::ReachableFunction, RelationId::FunctionName, RelationId::FunctionPlace]
}

/// Why a call is not resolved, in words.
fn reason_in_words(reason: UnresolvedReason) -> &'static str {
    match reason {
        UnresolvedReason::External => "the pointer may come from external code",
        UnresolvedReason::Nowhere => "the pointer points nowhere",
        UnresolvedReason::InlineAsm => "inline assembly",
        UnresolvedReason::Arguments => {
            "the pointer only points to functions that take other arguments"
        }
    }
}

/// The graph as rows of these relations.
pub fn answer<'n>(graph: &CallGraph, names: &'n Names<'_>, relations: &[RelationId]) -> Answer<'n> {
    let mut answer = Answer::new(names.facts, relations);
    graph.derive(&mut answer.rows);
    describe(&mut answer, &names.index, &names.places());
    answer
}

/// The functions that may run, for a person.
pub fn reachable_text(graph: &CallGraph, names: &Names) -> String {
    let name = |function: &FunctionId| names.full_function(*function) + "\n";
    graph.reachable.iter().map(name).collect()
}

/// The calls in lines for a person, caller by caller.
pub fn text(graph: &CallGraph, analysis: &Analysis, names: &Names) -> String {
    let mut callers: Vec<FunctionId> = graph.edges.iter().map(|edge| edge.caller).collect();
    callers.extend(graph.unresolved.iter().map(|call| call.caller));
    callers.extend(graph.callbacks.iter().map(|call| call.caller));
    callers.sort_unstable();
    callers.dedup();
    let mut text = String::new();
    for caller in callers {
        text += &format!("{}\n", names.full_function(caller));
        text += &aligned(lines_of(graph, caller, analysis, names).into_iter());
    }
    text
}

/// Place, callee and kind of the calls in a function.
fn lines_of(
    graph: &CallGraph,
    caller: FunctionId,
    analysis: &Analysis,
    names: &Names,
) -> Vec<[String; 3]> {
    let mut lines = Vec::new();
    for edge in graph.edges.iter().filter(|edge| edge.caller == caller) {
        let kind = match edge.kind {
            CallKind::Direct => "",
            CallKind::Indirect => "through a pointer",
            CallKind::External => "through a pointer of external code",
        };
        let place = site(analysis, names, edge.instruction);
        let line = [place, names.full_function(edge.function), kind.to_owned()];
        lines.push((edge.instruction, line));
    }
    for call in graph.unresolved.iter().filter(|call| call.caller == caller) {
        let place = site(analysis, names, call.instruction);
        let reason = reason_in_words(call.reason).to_owned();
        lines.push((call.instruction, [place, "?".to_owned(), reason]));
    }
    lines.sort_by_key(|(instruction, _)| *instruction);
    let mut lines: Vec<_> = lines.into_iter().map(|(_, line)| line).collect();
    for call in graph.callbacks.iter().filter(|call| call.caller == caller) {
        let name = names.full_function(call.function);
        lines.push(["given to it".to_owned(), name, String::new()]);
    }
    lines
}

/// Where a call is: in the source, or else its id.
fn site(analysis: &Analysis, names: &Names, instruction: InstructionId) -> String {
    match names.place(instruction) {
        Some(place) => place.to_string(),
        None => analysis.facts.symbol(instruction),
    }
}
