//! Calls in rows and in lines.

use facts_schema::{Answer, CallKind, FunctionId, InstructionId, RelationId};

use super::Analysis;
use super::call_graph::{CallGraph, reason_in_words};
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

impl CallGraph {
    /// The graph without calls of intrinsics, which are instructions rather than functions.
    pub fn without_intrinsics(mut self, analysis: &Analysis) -> Self {
        let intrinsics = analysis.intrinsics();
        self.edges.retain(|edge| !intrinsics.contains(&edge.function));
        self.reachable.retain(|function| !intrinsics.contains(function));
        self
    }

    /// The graph without the calls through pointers that external code may have made. Where these are,
    /// still says [`CallGraph::unresolved`].
    pub fn without_external_edges(mut self) -> Self {
        self.edges.retain(|edge| edge.kind != CallKind::External);
        self
    }

    /// The part of the graph that consists of the functions that may run and the calls among them.
    pub fn among_reachable(mut self) -> Self {
        let Self { reachable, edges, callbacks, unresolved } = &mut self;
        let runs = |function: FunctionId| reachable.binary_search(&function).is_ok();
        edges.retain(|edge| runs(edge.caller) && runs(edge.function));
        callbacks.retain(|edge| runs(edge.caller) && runs(edge.function));
        unresolved.clear();
        self
    }

    /// The part of the graph that consists of the calls that these instructions make.
    pub fn calls_at(self, instructions: &[InstructionId]) -> Self {
        let is_there = |instruction: &InstructionId| instructions.contains(instruction);
        Self {
            reachable: Vec::new(),
            edges: self.edges.into_iter().filter(|it| is_there(&it.instruction)).collect(),
            callbacks: Vec::new(),
            unresolved: self
                .unresolved
                .into_iter()
                .filter(|it| is_there(&it.instruction))
                .collect(),
        }
    }

    /// The part of the graph that consists of the calls of these functions.
    pub fn calls_of(self, functions: &[FunctionId]) -> Self {
        let is_one = |function: &FunctionId| functions.contains(function);
        Self {
            reachable: self.reachable.into_iter().filter(is_one).collect(),
            edges: self.edges.into_iter().filter(|it| is_one(&it.function)).collect(),
            callbacks: self.callbacks.into_iter().filter(|it| is_one(&it.function)).collect(),
            unresolved: Vec::new(),
        }
    }

    /// The graph as rows of these relations.
    pub fn answer<'n>(&self, names: &'n Names<'_>, relations: &[RelationId]) -> Answer<'n> {
        let mut answer = Answer::new(names.facts, relations);
        self.derive(&mut answer.rows);
        describe(&mut answer, &names.index);
        answer
    }

    /// The functions that may run, for a person.
    pub fn reachable_text(&self, names: &Names) -> String {
        let name = |function: &FunctionId| names.full_function(*function) + "\n";
        self.reachable.iter().map(name).collect()
    }

    /// The calls in lines for a person, caller by caller.
    pub fn text(&self, analysis: &Analysis, names: &Names) -> String {
        let mut callers: Vec<FunctionId> = self.edges.iter().map(|edge| edge.caller).collect();
        callers.extend(self.unresolved.iter().map(|call| call.caller));
        callers.extend(self.callbacks.iter().map(|call| call.caller));
        callers.sort_unstable();
        callers.dedup();
        let mut text = String::new();
        for caller in callers {
            text += &format!("{}\n", names.full_function(caller));
            text += &aligned(self.lines_of(caller, analysis, names).into_iter());
        }
        text
    }

    /// Place, callee and kind of the calls in a function.
    fn lines_of(&self, caller: FunctionId, analysis: &Analysis, names: &Names) -> Vec<[String; 3]> {
        let mut lines = Vec::new();
        for edge in self.edges.iter().filter(|edge| edge.caller == caller) {
            let kind = match edge.kind {
                CallKind::Direct => "",
                CallKind::Indirect => "through a pointer",
                CallKind::External => "through a pointer of external code",
            };
            let place = site(analysis, names, edge.instruction);
            let line = [place, names.full_function(edge.function), kind.to_owned()];
            lines.push((edge.instruction, line));
        }
        for call in self.unresolved.iter().filter(|call| call.caller == caller) {
            let place = site(analysis, names, call.instruction);
            let reason = reason_in_words(call.reason).to_owned();
            lines.push((call.instruction, [place, "?".to_owned(), reason]));
        }
        lines.sort_by_key(|(instruction, _)| *instruction);
        let mut lines: Vec<_> = lines.into_iter().map(|(_, line)| line).collect();
        for call in self.callbacks.iter().filter(|call| call.caller == caller) {
            let name = names.full_function(call.function);
            lines.push(["given to it".to_owned(), name, String::new()]);
        }
        lines
    }
}

/// Where a call is: in the source, or else its id.
fn site(analysis: &Analysis, names: &Names, instruction: InstructionId) -> String {
    match names.place(instruction) {
        Some(place) => place.to_string(),
        None => analysis.facts.symbol(instruction),
    }
}
