//! Functions that have neither a body nor a model, and the assumptions about them.

use std::collections::BTreeSet;

use facts_schema::{
    Answer, FunctionId, RelationId, UnknownFunction, UnknownFunctionAssumption,
    UnknownFunctionCalls,
};
use points_to::Analysis;
use points_to::assumptions::Position;
use points_to::call_graph::CallGraph;

use super::columns::aligned;
use super::names::Names;
use crate::answer::describe;

/// The relations of an answer about unknown functions.
pub const RELATIONS: &[RelationId] = &[
    RelationId::UnknownFunction,
    RelationId::UnknownFunctionCalls,
    RelationId::UnknownFunctionAssumption,
    RelationId::FunctionName,
    RelationId::FunctionPlace,
];

/// The unknown functions that may run, as rows.
pub fn answer<'n>(analysis: &Analysis, names: &'n Names<'_>, graph: &CallGraph) -> Answer<'n> {
    let mut answer = Answer::new(names.facts, RELATIONS);
    for (function, count) in analysis.unknown_functions(graph) {
        answer.rows.unknown_function.push(UnknownFunction { function });
        let call_count = u32::try_from(count).unwrap_or(u32::MAX);
        let row = UnknownFunctionCalls { function, call_count };
        answer.rows.unknown_function_calls.push(row);
        for (position, assumption) in (0..).zip(assumptions(analysis, function)) {
            let assumption = answer.text(&assumption);
            let row = UnknownFunctionAssumption { function, position, assumption };
            answer.rows.unknown_function_assumption.push(row);
        }
    }
    describe(&mut answer, &names.index, &names.places());
    answer
}

/// The unknown functions that may run, as text.
pub fn text(analysis: &Analysis, names: &Names, graph: &CallGraph) -> String {
    let unknown = analysis.unknown_functions(graph);
    if unknown.is_empty() {
        return "Every function that may run has a body or a model.\n".to_owned();
    }
    let lines = unknown.into_iter().map(|(function, count)| {
        let calls = if count == 1 { "1 call".to_owned() } else { format!("{count} calls") };
        [names.full_function(function), calls, assumptions(analysis, function).join("; ")]
    });
    let head = "These functions have neither a body nor a model; describe them in a file for \
                --models:\n";
    head.to_owned() + &aligned(lines)
}

/// The assumptions about how a function without a body uses pointers, as text.
fn assumptions(analysis: &Analysis, function: FunctionId) -> Vec<String> {
    let Some(assumptions) = analysis.constraints.assumptions(function) else { return Vec::new() };
    let lists = [
        ("may keep, change and call", &assumptions.keeps),
        ("may keep pointers stored in the memory pointed to by", &assumptions.keeps_behind),
        ("may write to the memory pointed to by", &assumptions.writes),
        ("may return", &assumptions.returns),
    ];
    let mut assumed: Vec<String> = lists
        .into_iter()
        .filter_map(|(what, positions)| about_arguments(what, positions))
        .collect();
    if assumptions.returns_external {
        assumed.push("may return a pointer from external code".to_owned());
    }
    if assumptions.allocates {
        assumed.push("returns new memory".to_owned());
    }
    if assumed.is_empty() {
        assumed.push("does nothing with pointers".to_owned());
    }
    assumed
}

fn about_arguments(what: &str, positions: &BTreeSet<Position>) -> Option<String> {
    let names = positions.iter().map(|position| match position {
        Position::Fixed(position) => position.to_string(),
        Position::Variable => "the variable arguments".to_owned(),
    });
    let names: Vec<_> = names.collect();
    let noun = match names.len() {
        0 => return None,
        1 => "argument",
        _ => "arguments",
    };
    Some(format!("{what} {noun} {}", names.join(", ")))
}
