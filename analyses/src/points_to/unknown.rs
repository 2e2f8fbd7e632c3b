//! Functions that have neither a body nor a model, and what is assumed of them.

use std::collections::BTreeSet;

use facts_schema::FunctionId;
use points_to::Analysis;
use points_to::assumptions::Position;
use points_to::call_graph::CallGraph;

use super::names::Names;
use super::pointers::aligned;
use crate::answer::{Answer, Relation};

/// The unknown functions that may run, as rows of `unknown_function`.
pub fn relation(analysis: &Analysis, names: &Names, graph: &CallGraph) -> Answer {
    const COLUMNS: &[&str] = &["function", "function_name", "call_count", "assumed"];
    let mut relation = Relation::new("unknown_function", COLUMNS);
    for (function, count) in analysis.unknown_functions(graph) {
        relation.rows.push(vec![
            names.function_id(function).into(),
            names.full_function(function).into(),
            count.into(),
            assumptions(analysis, function).into(),
        ]);
    }
    Answer { facts: Vec::new(), relations: vec![relation] }
}

/// The unknown functions that may run, for a person.
pub fn text(analysis: &Analysis, names: &Names, graph: &CallGraph) -> String {
    let unknown = analysis.unknown_functions(graph);
    if unknown.is_empty() {
        return "Every function that may run has a body or a model.\n".to_owned();
    }
    let lines = unknown.into_iter().map(|(function, count)| {
        let calls = if count == 1 { "1 call".to_owned() } else { format!("{count} calls") };
        [names.full_function(function), calls, assumptions(analysis, function).join("; ")]
    });
    let head = "Neither a body nor a model have these functions; describe them in a file for \
                --models:\n";
    head.to_owned() + &aligned(lines)
}

/// What a function without a body is assumed to do with pointers, in words.
fn assumptions(analysis: &Analysis, function: FunctionId) -> Vec<String> {
    let Some(assumptions) = analysis.constraints.assumptions(function) else { return Vec::new() };
    let lists = [
        ("may keep, change and call", &assumptions.keeps),
        ("may keep what lies behind", &assumptions.keeps_behind),
        ("may write behind", &assumptions.writes),
        ("may return", &assumptions.returns),
    ];
    let mut assumed: Vec<String> = lists
        .into_iter()
        .filter_map(|(what, positions)| about_arguments(what, positions))
        .collect();
    if assumptions.returns_external {
        assumed.push("may return a pointer of external code".to_owned());
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
        Position::Variable => "the variable ones".to_owned(),
    });
    let names: Vec<_> = names.collect();
    let noun = match names.len() {
        0 => return None,
        1 => "argument",
        _ => "arguments",
    };
    Some(format!("{what} {noun} {}", names.join(", ")))
}
