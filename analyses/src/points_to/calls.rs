//! Calls as rows and as text.

use facts_schema::{
    Answer, CallAtLine, CallKind, FunctionId, InlinedWrappedCall, InstructionId, RelationId,
    UnresolvedReason,
};
use points_to::Analysis;
use points_to::call_graph::{CallGraph, Edge, Surroundings};
use points_to::wrapped_calls::WrappedCalls;
use rustc_hash::FxHashSet;

use super::columns::aligned;
use super::escape_roots;
use super::lookup::Line;
use super::names::Names;
use super::rows::Rows;
use crate::answer::{PLACES, describe, files};
use crate::source::FileLocation;

/// What a line without calls has.
pub const NO_CALL: &str = "no call that may run";

const CALLS: &[RelationId] =
    &[RelationId::CallEdge, RelationId::CallbackEdge, RelationId::UnresolvedCall];

const WRAPPED: &[RelationId] =
    &[RelationId::WrappedCall, RelationId::InlinedWrappedCall, RelationId::UnresolvedWrappedCall];

/// The relations of an answer about calls.
pub fn relations() -> Vec<RelationId> {
    [CALLS, PLACES].concat()
}

/// The relations of an answer about the possible callees of the calls on lines.
pub fn callee_relations() -> Vec<RelationId> {
    [CALLS, &[RelationId::CallAtLine], WRAPPED, PLACES].concat()
}

/// The relations of the whole call graph besides calls: functions that may run, and objects that
/// were given up, with information about these.
const WHOLE: &[RelationId] = &[
    RelationId::ReachableFunction,
    RelationId::GivenUpObject,
    RelationId::MemoryLocation,
    RelationId::Object,
    RelationId::ObjectPlace,
    RelationId::PointeeName,
];

/// The relations of an answer that is the whole call graph.
pub fn graph_relations() -> Vec<RelationId> {
    [CALLS, WHOLE, PLACES].concat()
}

/// The relations of an answer about which functions may run.
pub fn reachable_relations() -> Vec<RelationId> {
    vec![RelationId::ReachableFunction, RelationId::FunctionName, RelationId::FunctionPlace]
}

/// The reason why a call is not resolved, as text.
fn reason_in_words(reason: UnresolvedReason) -> &'static str {
    match reason {
        UnresolvedReason::External => "the pointer may come from external code",
        UnresolvedReason::Library => "the function may be a library function",
        UnresolvedReason::Nowhere => "the pointer points nowhere",
        UnresolvedReason::InlineAsm => "inline assembly",
        UnresolvedReason::Arguments => "the pointer only points to functions with other parameters",
    }
}

/// The whole graph, and the objects that were given up, as rows.
pub fn graph_answer<'n>(
    graph: &CallGraph,
    analysis: &'n Analysis,
    names: &'n Names<'n>,
) -> Answer<'n> {
    let mut rows = Rows::with_relations(analysis, names, &graph_relations());
    graph.derive(&mut rows.answer.rows);
    escape_roots::add_given_up(&mut rows, analysis);
    rows.finish()
}

/// The graph as rows of these relations.
pub fn answer<'n>(graph: &CallGraph, names: &'n Names<'_>, relations: &[RelationId]) -> Answer<'n> {
    let mut answer = Answer::new(names.facts, relations);
    graph.derive(&mut answer.rows);
    describe(&mut answer, &names.index, &names.places());
    answer
}

/// The possible callees of the calls on lines.
#[derive(Debug)]
pub struct CallsAtLines {
    /// All these calls.
    pub graph: CallGraph,
    /// What the library functions among the callees eventually call.
    pub wrapped: WrappedCalls,
    /// The calls on each line. An inlined call may be on several lines.
    pub lines: Vec<(Line, CallGraph)>,
}

impl CallsAtLines {
    /// The calls that may run of the instructions on each line.
    pub fn of(analysis: &Analysis, lines: Vec<(Line, FxHashSet<InstructionId>)>) -> Self {
        let all: FxHashSet<InstructionId> = lines.iter().flat_map(|(_, it)| it).copied().collect();
        let graph = analysis.call_graph();
        let wrapped = analysis.wrapped_calls(&graph, &all);
        let lines = lines.into_iter().map(|(line, it)| (line, graph.calls_at(&it))).collect();
        Self { graph: graph.calls_at(&all), wrapped, lines }
    }

    /// The calls as rows.
    pub fn answer<'n>(&self, names: &'n Names<'_>) -> Answer<'n> {
        let mut answer = Answer::new(names.facts, &callee_relations());
        self.graph.derive(&mut answer.rows);
        self.wrapped.derive(&mut answer.rows);
        add_inlined(&mut answer, &self.wrapped, names);
        for (line, graph) in &self.lines {
            let asked_line = answer.text(&line.to_string());
            let calls = graph.instructions().into_iter();
            let rows = calls.map(|instruction| CallAtLine { asked_line, instruction });
            answer.rows.call_at_line.extend(rows);
        }
        describe(&mut answer, &names.index, &names.places());
        answer
    }

    /// The calls as text, line by line if there are several lines.
    pub fn text(&self, names: &Names) -> String {
        if self.lines.len() == 1 {
            return text_with(&self.graph, &self.wrapped, names);
        }
        let paragraphs = self.lines.iter().map(|(line, graph)| match graph.is_empty() {
            true => format!("{line}: {NO_CALL}\n"),
            false => format!("{line}:\n{}", text_with(graph, &self.wrapped, names)),
        });
        paragraphs.collect::<Vec<_>>().join("\n")
    }
}

/// Adds the functions that were inlined into library functions.
fn add_inlined(answer: &mut Answer, wrapped: &WrappedCalls, names: &Names) {
    for call in &wrapped.inlined {
        let Some(place) = names.places().node(call.subprogram) else { continue };
        let (file_name, directory) = files(answer, &place);
        let row = InlinedWrappedCall {
            instruction: call.instruction,
            wrapper: call.wrapper,
            name: answer.text(&names.subprogram(call.subprogram)),
            file_name,
            directory,
            line: place.line,
        };
        answer.rows.inlined_wrapped_call.push(row);
    }
}

/// The functions that may run, as text.
pub fn reachable_text(graph: &CallGraph, names: &Names) -> String {
    let name = |function: &FunctionId| names.full_function(*function) + "\n";
    graph.reachable.iter().map(name).collect()
}

/// The maximum number of functions listed that have callers or callees outside of the part.
const ENDS: usize = 10;

/// Describes what a part of the graph omits; empty if the part is the whole graph.
pub fn left_out_text(part: &Surroundings, depth: u32, names: &Names) -> String {
    if part.left_out == 0 {
        return String::new();
    }
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let mut text = format!(
        "\nLeft out: {} function{} not reached within {depth} call{}, forwards or backwards (--depth)\n",
        part.left_out,
        plural(part.left_out),
        plural(depth as usize),
    );
    let ends = [("callers", &part.callers_left_out), ("callees", &part.callees_left_out)];
    for (what, functions) in ends.into_iter().filter(|(_, functions)| !functions.is_empty()) {
        let named: Vec<_> =
            functions.iter().take(ENDS).map(|it| names.full_function(*it)).collect();
        text += &format!("  {what} of {}", named.join(", "));
        if let more @ 1.. = functions.len().saturating_sub(ENDS) {
            text += &format!(" and {more} more");
        }
        text += "\n";
    }
    text
}

/// The calls as text, caller by caller.
pub fn text(graph: &CallGraph, names: &Names) -> String {
    text_with(graph, &WrappedCalls::default(), names)
}

/// The calls, and the functions that the called library functions eventually call, as text, caller
/// by caller.
fn text_with(graph: &CallGraph, wrapped: &WrappedCalls, names: &Names) -> String {
    let mut callers: Vec<FunctionId> = graph.edges.iter().map(|edge| edge.caller).collect();
    callers.extend(graph.unresolved.iter().map(|call| call.caller));
    callers.extend(graph.callbacks.iter().map(|call| call.caller));
    callers.sort_unstable();
    callers.dedup();
    let mut text = String::new();
    for caller in callers {
        text += &format!("{}\n", names.full_function(caller));
        text += &aligned(lines_of(graph, wrapped, caller, names).into_iter());
    }
    text
}

/// The rows with this key, given rows that are sorted by key.
fn rows_of<T, K: Ord + Copy>(rows: &[T], key: K, key_of: impl Fn(&T) -> K) -> &[T] {
    let start = rows.partition_point(|row| key_of(row) < key);
    let count = rows[start..].partition_point(|row| key_of(row) == key);
    &rows[start..start + count]
}

/// Location, callee and kind of the calls in a function.
fn lines_of(
    graph: &CallGraph,
    wrapped: &WrappedCalls,
    caller: FunctionId,
    names: &Names,
) -> Vec<[String; 3]> {
    let mut lines = Vec::new();
    for edge in rows_of(&graph.edges, caller, |edge| edge.caller) {
        let kind = match edge.kind {
            CallKind::Direct => "",
            CallKind::Indirect => "through a pointer",
            CallKind::External => "through a pointer from external code",
        };
        let place = site(names, edge.instruction);
        let line = [place.clone(), names.full_function(edge.function), kind.to_owned()];
        lines.push((edge.instruction, line));
        let wrapped = wrapped_lines(wrapped, edge, &place, names).into_iter();
        lines.extend(wrapped.map(|line| (edge.instruction, line)));
    }
    for call in rows_of(&graph.unresolved, caller, |call| call.caller) {
        let place = site(names, call.instruction);
        let reason = reason_in_words(call.reason).to_owned();
        lines.push((call.instruction, [place, "?".to_owned(), reason]));
    }
    lines.sort_by_key(|(instruction, _)| *instruction);
    // On the unwind edges of a block, compilers call the same destructors again.
    let mut seen = FxHashSet::default();
    let mut lines: Vec<_> = lines.into_iter().map(|(_, line)| line).collect();
    lines.retain(|line| seen.insert(line.clone()));
    for call in rows_of(&graph.callbacks, caller, |call| call.caller) {
        let name = names.full_function(call.function);
        lines.push(["callback".to_owned(), name, String::new()]);
    }
    lines
}

/// Location, function and wrapper of the functions that the callee of an edge eventually calls.
fn wrapped_lines(
    wrapped: &WrappedCalls,
    edge: &Edge,
    place: &str,
    names: &Names,
) -> Vec<[String; 3]> {
    let key = (edge.instruction, edge.function);
    let calls = rows_of(&wrapped.calls, key, |it| (it.instruction, it.wrapper)).iter();
    let through = format!("through {}", names.function(edge.function));
    let line = |function, way| [place.to_owned(), function, way];
    let mut lines: Vec<_> =
        calls.map(|call| line(names.full_function(call.function), through.clone())).collect();
    let inlined = rows_of(&wrapped.inlined, key, |it| (it.instruction, it.wrapper)).iter();
    let way = format!("{through}, inlined");
    lines.extend(inlined.map(|call| line(names.subprogram(call.subprogram), way.clone())));
    if !rows_of(&wrapped.unresolved, key, |it| (it.instruction, it.wrapper)).is_empty() {
        let way = format!("{through}, whose pointers are not all known");
        lines.push(line("?".to_owned(), way));
    }
    lines
}

/// The location of a call with the calls at which it was inlined, or its id if it has no location.
fn site(names: &Names, instruction: InstructionId) -> String {
    let Some((place, inlined_at)) = names.inlined_place(instruction) else {
        return names.facts.symbol(instruction);
    };
    let Some(outermost) = inlined_at.last() else { return place.to_string() };
    // Headers of libraries have long paths, so only the file name is shown.
    let file = place.file.rsplit('/').next().unwrap_or_default().to_owned();
    format!("{outermost} (inlined {})", FileLocation { file, ..place })
}
