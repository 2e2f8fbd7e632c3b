//! The data from which all pages are generated.

use std::collections::BTreeMap;
use std::ops::Range;

use analyses::check::{Finding, Report};
use analyses::points_to::names::Names;
use facts_schema::assembly::Assembly;
use facts_schema::view::View;
use facts_schema::{EntityId, Facts, FunctionId, InstructionId, ValueId, ValueKind, Word};
use points_to::call_graph::{CallGraph, Edge};
use points_to::{Analysis, Derived, Instance};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::source::Sources;

/// The number of instructions per data file of functions.
const CHUNK: usize = 2000;

/// The content to be shown.
pub struct Content<'a> {
    /// The points-to analysis.
    pub analysis: &'a Analysis<'a>,
    /// The findings.
    pub reports: Vec<Report>,
    /// Derived relations: bit fields and undefined behaviour.
    pub derived: Facts,
    /// The answers of queries.
    pub tables: Vec<Table>,
    /// The source files.
    pub sources: Sources,
    /// The inputs, as the user named them.
    pub inputs: Vec<String>,
    /// The program that writes the pages, with its version.
    pub tool: String,
}

/// The answer of a query: one relation.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// The name of the relation.
    pub name: String,
    /// The file with the query.
    pub file: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The first rows.
    pub rows: Vec<Vec<String>>,
    /// The number of all rows.
    pub total: usize,
}

/// A module, with precomputed data that many pages need.
pub struct Program<'a> {
    /// The content to be shown.
    pub content: &'a Content<'a>,
    /// The relations.
    pub facts: &'a Facts,
    /// The relations, indexed by their first columns.
    pub view: View<'a>,
    /// The names of entities.
    pub names: Names<'a>,
    /// Instructions as LLVM prints them.
    pub assembly: Assembly<'a>,
    /// The call graph.
    pub graph: CallGraph,
    /// The functions in each chunk.
    pub chunks: Vec<Range<u32>>,
    /// By function: its chunk.
    pub chunk_of: Vec<u32>,
    /// The source files, in order.
    pub files: Vec<String>,
    /// By function: its file and line.
    pub places: Vec<Option<(u32, u32)>>,
    /// By function: the findings in it.
    pub findings: FxHashMap<FunctionId, Vec<&'a Finding>>,
    /// All objects, by number.
    pub objects: Vec<Instance>,
    /// By function: the calls that may run it.
    pub callers: FxHashMap<FunctionId, Vec<Edge>>,
    /// By value: the results about undef and poison.
    pub undefined: FxHashMap<ValueId, Vec<Undefined>>,
    numbers: Derived,
    functions: FxHashMap<String, FunctionId>,
    file_numbers: BTreeMap<String, u32>,
}

impl<'a> Program<'a> {
    /// Prepares the content.
    pub fn new(content: &'a Content<'a>) -> Self {
        let analysis = content.analysis;
        let facts = analysis.facts;
        let names = Names::new(analysis);
        let view = View::new(facts);
        let numbers = analysis.derive_objects(&mut Facts::default());
        let functions: FxHashMap<String, FunctionId> =
            facts.function.iter().map(|row| (facts.symbol(row.function), row.function)).collect();
        let mut findings: FxHashMap<FunctionId, Vec<&Finding>> = FxHashMap::default();
        for finding in content.reports.iter().flat_map(|report| &report.findings) {
            let function = finding.function.as_ref().and_then(|it| functions.get(it));
            if let Some(function) = function {
                findings.entry(*function).or_default().push(finding);
            }
        }
        let (chunks, chunk_of) = chunks(&view);
        let places: Vec<_> = facts
            .function
            .iter()
            .map(|row| names.value_place(row.value).map(|place| (place.file, place.line)))
            .collect();
        let used = places.iter().flatten().map(|(file, _)| file.clone());
        let all = facts.source_file.iter().map(|row| facts.display(row.name).into_owned());
        let mut file_numbers: BTreeMap<String, u32> = used.chain(all).map(|it| (it, 0)).collect();
        for (number, (_, at)) in (0..).zip(&mut file_numbers) {
            *at = number;
        }
        let places = places
            .into_iter()
            .map(|place| {
                place.map(|(file, line)| (file_numbers.get(&file).copied().unwrap_or(0), line))
            })
            .collect();
        let graph = analysis.call_graph();
        let mut callers: FxHashMap<FunctionId, Vec<Edge>> = FxHashMap::default();
        for edge in &graph.edges {
            callers.entry(edge.function).or_default().push(*edge);
        }
        Self {
            content,
            facts,
            view,
            assembly: Assembly::new(facts),
            graph,
            callers,
            undefined: undefined(&content.derived),
            names,
            chunks,
            chunk_of,
            files: file_numbers.keys().cloned().collect(),
            places,
            findings,
            objects: numbers.objects.clone(),
            numbers,
            functions,
            file_numbers,
        }
    }

    /// The title of the pages.
    pub fn title(&self) -> String {
        self.content.inputs.join(", ")
    }

    /// The number of a file.
    pub fn file(&self, name: &str) -> Option<u32> {
        self.file_numbers.get(name).copied()
    }

    /// The number of an object.
    pub fn object(&self, instance: Instance) -> Option<u32> {
        self.numbers.object(instance).map(EntityId::number)
    }

    /// The function with this readable id.
    pub fn function(&self, symbol: &str) -> Option<FunctionId> {
        self.functions.get(symbol).copied()
    }

    /// The position of an instruction in its function.
    pub fn position(&self, instruction: InstructionId) -> u32 {
        self.facts.instruction.get(instruction.index()).map_or(0, |row| row.position)
    }

    /// The number of arguments of a function.
    pub fn argument_count(&self, function: FunctionId) -> u32 {
        self.view.function_argument().all(function).len() as u32
    }

    /// The function that contains a value, and the value's number there: first the arguments, then
    /// the instructions.
    pub fn local(&self, value: ValueId) -> Option<(FunctionId, u32)> {
        match self.facts.value.get(value.index())?.kind {
            ValueKind::Argument => {
                let row = self.view.argument.first(value)?;
                Some((row.function, row.position))
            }
            ValueKind::Instruction => {
                let instruction = self.view.definition_of(value)?;
                let function = self.view.function_of(instruction)?;
                Some((function, self.argument_count(function) + self.position(instruction)))
            }
            _ => None,
        }
    }
}

/// A result about a part of a value.
#[derive(Clone, Copy, Debug)]
pub struct Undefined {
    /// `poison`, `undef`, or `well defined`.
    pub what: &'static str,
    /// The part.
    pub part: u32,
    /// The reason, and the value that causes it.
    pub why: Option<(&'static str, ValueId)>,
}

fn undefined(derived: &Facts) -> FxHashMap<ValueId, Vec<Undefined>> {
    let mut all: FxHashMap<ValueId, Vec<Undefined>> = FxHashMap::default();
    let poison = derived
        .may_be_poison
        .iter()
        .map(|row| (row.value, row.part, "poison", row.reason, row.source));
    let undef = derived
        .may_be_undef
        .iter()
        .map(|row| (row.value, row.part, "undef", row.reason, row.source));
    for (value, part, what, reason, source) in poison.chain(undef) {
        let why = Some((reason.as_str(), source));
        all.entry(value).or_default().push(Undefined { what, part, why });
    }
    for row in &derived.well_defined {
        let it = Undefined { what: "well defined", part: row.part, why: None };
        all.entry(row.value).or_default().push(it);
    }
    all
}

/// The functions of each chunk, and the chunk of each function.
fn chunks(view: &View) -> (Vec<Range<u32>>, Vec<u32>) {
    let (mut chunks, mut chunk_of) = (Vec::new(), Vec::new());
    let (mut start, mut size) = (0, 0);
    let count = view.facts().function.len() as u32;
    for number in 0..count {
        let instructions = view.instructions_of(FunctionId::new(number));
        let length = (instructions.end.number() - instructions.start.number()) as usize + 20;
        if size > 0 && size + length > CHUNK {
            chunks.push(start..number);
            (start, size) = (number, 0);
        }
        size += length;
        chunk_of.push(chunks.len() as u32);
    }
    if start < count {
        chunks.push(start..count);
    }
    (chunks, chunk_of)
}
