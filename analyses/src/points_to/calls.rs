//! Calls in rows and in lines.

use facts_schema::{CallKind, FunctionId, InstructionId, UnresolvedReason, Word};
use points_to::Analysis;
use points_to::call_graph::{CallGraph, Callback, Edge, Unresolved};

use super::names::Names;
use super::pointers::{aligned, place_cells};
use crate::answer::{Answer, Cell, Relation};

const EDGES: &[&str] = &[
    "instruction",
    "caller",
    "function",
    "kind",
    "caller_name",
    "function_name",
    "file",
    "directory",
    "line",
    "column",
];

const CALLBACKS: &[&str] = &["caller", "function", "caller_name", "function_name"];

const UNRESOLVED: &[&str] =
    &["instruction", "caller", "reason", "caller_name", "file", "directory", "line", "column"];

const FUNCTIONS: &[&str] = &["function", "function_name", "file", "directory", "line", "column"];

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

/// The calls as rows of `call_edge`, `callback_edge` and `unresolved_call`.
pub fn relations(graph: &CallGraph, analysis: &Analysis, names: &Names) -> Answer {
    let mut edges = Relation::new("call_edge", EDGES);
    edges.rows.extend(graph.edges.iter().map(|edge| edge_row(analysis, names, edge)));
    let mut callbacks = Relation::new("callback_edge", CALLBACKS);
    callbacks.rows.extend(graph.callbacks.iter().map(|edge| callback_row(names, edge)));
    let mut unresolved = Relation::new("unresolved_call", UNRESOLVED);
    let rows = graph.unresolved.iter().map(|call| unresolved_row(analysis, names, call));
    unresolved.rows.extend(rows);
    Answer { facts: Vec::new(), relations: vec![edges, callbacks, unresolved] }
}

/// The functions that may run, as rows of `reachable_function`.
pub fn reachable_relation(graph: &CallGraph, names: &Names) -> Relation {
    let mut relation = Relation::new("reachable_function", FUNCTIONS);
    relation.rows.extend(graph.reachable.iter().map(|function| {
        let mut row =
            vec![names.function_id(*function).into(), names.full_function(*function).into()];
        row.extend(place_cells(names.places().function(*function)));
        row
    }));
    relation
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

fn edge_row(analysis: &Analysis, names: &Names, edge: &Edge) -> Vec<Cell> {
    let mut row = vec![
        analysis.facts.symbol(edge.instruction).into(),
        names.function_id(edge.caller).into(),
        names.function_id(edge.function).into(),
        edge.kind.as_str().into(),
        names.full_function(edge.caller).into(),
        names.full_function(edge.function).into(),
    ];
    row.extend(place_cells(names.place(edge.instruction)));
    row
}

fn callback_row(names: &Names, edge: &Callback) -> Vec<Cell> {
    vec![
        names.function_id(edge.caller).into(),
        names.function_id(edge.function).into(),
        names.full_function(edge.caller).into(),
        names.full_function(edge.function).into(),
    ]
}

fn unresolved_row(analysis: &Analysis, names: &Names, call: &Unresolved) -> Vec<Cell> {
    let mut row = vec![
        analysis.facts.symbol(call.instruction).into(),
        names.function_id(call.caller).into(),
        call.reason.as_str().into(),
        names.full_function(call.caller).into(),
    ];
    row.extend(place_cells(names.place(call.instruction)));
    row
}
