//! The data of the pages of functions.

use std::collections::BTreeMap;

use analyses::check::Finding;
use analyses::source::FileLocation;
use facts_schema::{CallKind, EntityId, FunctionId, InstructionId, Opcode, ValueId, Word};
use serde::Serialize;
use serde_json::{Value, json};

use crate::code::{Code, TYPE};
use crate::flow::{self, Flow};
use crate::output::{Output, Written};
use crate::pointers::{Locations, Sets, of_value};
use crate::pool::Pool;
use crate::program::Program;
use crate::reasons::Reasons;

/// The maximum number of callees listed per call, and of callers listed per function.
const LISTED: usize = 100;
/// The maximum number of blocks in a drawing of control flow that shows code.
const WITH_CODE: usize = 24;
/// The maximum number of lines shown per block in a drawing; the next constant limits the
/// characters per line.
const LINES_OF_BLOCK: usize = 10;
const COLUMNS_OF_BLOCK: usize = 64;
/// The maximum number of source lines shown per function.
const LINES: u32 = 4000;

/// The functions of one data file, with the texts, locations and sets of locations that they share.
#[derive(Serialize)]
struct Chunk {
    s: Pool,
    l: Locations,
    p: Sets,
    f: BTreeMap<u32, Data>,
}

/// A function. Values are numbered: first the arguments, then the instructions by position.
#[derive(Default, Serialize)]
struct Data {
    /// The line that defines or declares it.
    head: String,
    /// The names of the arguments, and their types.
    args: Vec<(String, u32)>,
    /// The instructions, by position.
    code: Vec<String>,
    /// For each block, its label, the position of its first instruction, and its successors.
    blocks: Vec<(String, u32, Vec<u32>)>,
    /// By position: the type of the result; 0 if there is none.
    types: Vec<u32>,
    /// By position: the source line and column; 0 if unknown.
    lines: Vec<u32>,
    cols: Vec<u32>,
    /// By position: the file if it differs from the file of the function, and the calls at which
    /// the code was inlined.
    other: BTreeMap<u32, (i64, u32)>,
    /// By value: source variables.
    vars: BTreeMap<u32, String>,
    /// By value: the parts that contain pointers, each with a set of locations and with reasons.
    pt: BTreeMap<u32, Vec<(u32, u32, Vec<i64>)>>,
    /// By value: the results about undef and poison.
    ub: BTreeMap<u32, Vec<(u32, u32, u32, u32)>>,
    /// By position: the possible callees of a call, as pairs of function and kind.
    calls: BTreeMap<u32, Vec<(u32, u32)>>,
    /// By position: the number of callees, if not all are listed.
    more: BTreeMap<u32, usize>,
    /// By position: the reason why a call is not completely resolved.
    open: BTreeMap<u32, u32>,
    /// The calls that may run the function: caller, position, kind.
    callers: Vec<(u32, u32, u32)>,
    caller_count: usize,
    /// The findings.
    find: Vec<Value>,
    flow: Option<Flow>,
    /// The source: the number of the first line, and the lines.
    src: Option<(u32, Vec<String>)>,
}

/// Writes the functions of a chunk.
pub fn write(program: &Program, reasons: &Reasons, chunk: usize, output: &Output) -> Written {
    let mut builder = Builder {
        program,
        reasons,
        code: Code::new(&program.assembly, program.facts),
        chunk: Chunk {
            s: Pool::default(),
            l: Locations::default(),
            p: Sets::default(),
            f: BTreeMap::new(),
        },
    };
    for function in program.chunks[chunk].clone() {
        let data = builder.data(FunctionId::new(function));
        builder.chunk.f.insert(function, data);
    }
    output.chunk(&format!("f/{chunk}"), &builder.chunk)
}

struct Builder<'p, 'a> {
    program: &'p Program<'a>,
    reasons: &'p Reasons,
    code: Code<'p, 'a>,
    chunk: Chunk,
}

impl Builder<'_, '_> {
    fn data(&mut self, function: FunctionId) -> Data {
        let program = self.program;
        let mut data = Data { head: self.code.function(function), ..Data::default() };
        self.add_arguments(function, &mut data);
        self.add_instructions(function, &mut data);
        self.add_blocks(function, &mut data);
        self.add_calls(function, &mut data);
        let findings = program.findings.get(&function).into_iter().flatten();
        data.find = findings.map(|finding| self.finding(finding)).collect();
        data
    }

    fn add_arguments(&mut self, function: FunctionId, data: &mut Data) {
        for row in self.program.view.function_argument().all(function) {
            let name = self.program.assembly.type_of(row.value);
            let r#type = name.map_or(String::new(), |it| self.code.type_text(it));
            let r#type = self.chunk.s.number(r#type);
            data.args.push((self.local_name(row.value, function), r#type));
            self.add_value(row.value, row.position, data);
        }
    }

    fn local_name(&self, value: ValueId, function: FunctionId) -> String {
        facts_schema::assembly::Spelling::value(&self.program.assembly, value, Some(function))
    }

    fn add_instructions(&mut self, function: FunctionId, data: &mut Data) {
        let program = self.program;
        let arguments = data.args.len() as u32;
        let own_place = program.places.get(function.index()).copied().flatten();
        let (mut first, mut last) = own_place.map_or((u32::MAX, 0), |(_, line)| (line, line));
        let mut directory = None;
        let range = program.view.instructions_of(function);
        for (position, number) in (0..).zip(range.start.number()..range.end.number()) {
            let instruction = InstructionId::new(number);
            data.code.push(self.code.instruction(instruction));
            let result = program.view.result_of(instruction);
            let r#type = result.and_then(|it| program.assembly.type_of(it));
            let r#type = r#type.map_or(String::new(), |it| self.code.type_text(it));
            data.types.push(self.chunk.s.number(r#type));
            let place = program.names.inlined_place(instruction);
            let (line, column) = place.as_ref().map_or((0, 0), |(it, _)| (it.line, it.column));
            data.lines.push(line);
            data.cols.push(column);
            if let Some((place, inlined_at)) = place {
                let file = program.file(&place.file);
                let is_own = own_place.is_some_and(|(it, _)| Some(it) == file);
                if is_own && inlined_at.is_empty() && line > 0 {
                    (first, last) = (first.min(line), last.max(line));
                }
                if !is_own || !inlined_at.is_empty() {
                    let places: Vec<String> =
                        inlined_at.iter().map(FileLocation::to_string).collect();
                    let places = self.chunk.s.number(places.join(", "));
                    data.other.insert(position, (file.map_or(-1, i64::from), places));
                } else if directory.is_none() {
                    directory = Some((place.file, place.directory));
                }
            }
            if let Some(value) = result {
                self.add_value(value, arguments + position, data);
            }
        }
        if let Some((file, directory)) = directory
            && let Some(lines) = program.content.sources.lines(&file, &directory)
        {
            let start = first.saturating_sub(1).min(lines.len() as u32);
            let end = last.saturating_add(1).min(lines.len() as u32).min(start + LINES);
            data.src = Some((start + 1, lines[start as usize..end as usize].to_vec()));
        }
    }

    /// Adds the results about a value.
    fn add_value(&mut self, value: ValueId, number: u32, data: &mut Data) {
        let program = self.program;
        let mut variables = program.names.variables_of(value);
        variables.extend(program.names.variables_at(value).iter().map(|it| format!("&{it}")));
        if !variables.is_empty() {
            data.vars.insert(number, variables.join(", "));
        }
        let Chunk { s, l, p, .. } = &mut self.chunk;
        let mut parts = Vec::new();
        for (part, variable, targets) in of_value(program, value) {
            let set = p.number(program, s, l, &targets);
            parts.push((part, set, self.reasons.of_variable(variable, &targets.listed)));
        }
        if !parts.is_empty() {
            data.pt.insert(number, parts);
        }
        if let Some(rows) = program.undefined.get(&value) {
            let rows = rows.iter().take(LISTED).map(|it| {
                let (reason, source) = match it.why {
                    Some((reason, source)) => {
                        (s.number(reason.replace('_', " ")), s.number(program.facts.symbol(source)))
                    }
                    None => (0, 0),
                };
                (s.number(it.what), it.part, reason, source)
            });
            data.ub.insert(number, rows.collect());
        }
    }

    fn add_blocks(&mut self, function: FunctionId, data: &mut Data) {
        let program = self.program;
        let range = program.view.blocks_of(function);
        let first = range.start.number();
        let mut starts = vec![0; (range.end.number() - first) as usize];
        let instructions = program.view.instructions_of(function);
        for number in (instructions.start.number()..instructions.end.number()).rev() {
            let row = program.facts.instruction[number as usize];
            if let Some(start) = starts.get_mut((row.block.number().wrapping_sub(first)) as usize) {
                *start = row.position;
            }
        }
        for (number, start) in (first..).zip(starts) {
            let row = program.facts.block[number as usize];
            let label = self.local_name(row.value, function);
            let rows = program.view.block_successor.all(row.block).iter();
            let to = rows.map(|row| row.successor.number().wrapping_sub(first));
            let label = label.strip_prefix('%').unwrap_or(&label).to_owned();
            data.blocks.push((label, start, to.collect()));
        }
        if data.blocks.len() > 1 {
            let ends = data.blocks.iter().skip(1).map(|(_, start, _)| *start as usize);
            let ends: Vec<usize> = ends.chain([data.code.len()]).collect();
            let is_short = data.blocks.len() <= WITH_CODE;
            let size = |((label, start, _), end): (&(String, u32, Vec<u32>), &usize)| {
                let lines = data.code.get(*start as usize..*end).unwrap_or_default();
                block_size(label, if is_short { lines } else { &[] })
            };
            let sizes: Vec<_> = data.blocks.iter().zip(&ends).map(size).collect();
            let successors: Vec<_> = data.blocks.iter().map(|(.., to)| to.clone()).collect();
            data.flow = Some(flow::draw(&sizes, &successors));
        }
    }

    fn add_calls(&mut self, function: FunctionId, data: &mut Data) {
        let program = self.program;
        let edges = &program.graph.edges;
        let start = edges.partition_point(|it| it.caller < function);
        for edge in edges[start..].iter().take_while(|it| it.caller == function) {
            let callees = data.calls.entry(program.position(edge.instruction)).or_default();
            callees.push((edge.function.number(), kind(edge.kind)));
        }
        for (position, callees) in &mut data.calls {
            if callees.len() > LISTED {
                data.more.insert(*position, callees.len());
                // Callees of the module's own calls precede those that external code may call.
                callees.sort_by_key(|(_, kind)| *kind);
                callees.truncate(LISTED);
            }
        }
        // The graph does not contain calls to intrinsics, or calls in functions that do not run.
        let range = program.view.instructions_of(function);
        for number in range.start.number()..range.end.number() {
            let row = program.facts.instruction[number as usize];
            if matches!(row.opcode, Opcode::Call | Opcode::Invoke | Opcode::CallBr)
                && !data.calls.contains_key(&row.position)
                && let Some(call) = program.view.call_instruction.first(row.instruction)
                && let Some(callee) = program.view.as_function(call.callee)
            {
                data.calls.insert(row.position, vec![(callee.number(), kind(CallKind::Direct))]);
            }
        }
        let unresolved = &program.graph.unresolved;
        let start = unresolved.partition_point(|it| it.caller < function);
        for call in unresolved[start..].iter().take_while(|it| it.caller == function) {
            let reason = self.chunk.s.number(call.reason.as_str().replace('_', " "));
            data.open.insert(program.position(call.instruction), reason);
        }
        let callers = program.callers.get(&function).map_or(&[][..], Vec::as_slice);
        data.caller_count = callers.len();
        let mut callers: Vec<_> = callers.iter().collect();
        callers.sort_by_key(|it| (it.kind == CallKind::External, it.caller, it.instruction));
        let rows = callers
            .into_iter()
            .take(2 * LISTED)
            .map(|it| (it.caller.number(), program.position(it.instruction), kind(it.kind)));
        data.callers = rows.collect();
    }

    fn finding(&self, finding: &Finding) -> Value {
        json!([
            finding.rule.0.name,
            finding.level.name(),
            finding.message,
            finding.instruction.as_deref().and_then(position_of),
            finding.explanation.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ])
    }
}

/// The width and height of a block with its label and its first lines, in pixels. The front end
/// uses the same dimensions.
fn block_size(label: &str, lines: &[String]) -> (i32, i32) {
    let label = label.chars().count().clamp(11, 26) * 8 + 20;
    let shown = lines.iter().take(LINES_OF_BLOCK);
    let longest =
        shown.map(|it| it.split('\n').next().unwrap_or_default().replace(TYPE, "").chars().count());
    let code = longest.max().unwrap_or(0).min(COLUMNS_OF_BLOCK) * 7 + 20;
    let height = if lines.is_empty() { 40 } else { 26 + 15 * lines.len().min(LINES_OF_BLOCK + 1) };
    (label.max(if lines.is_empty() { 0 } else { code }) as i32, height as i32)
}

/// The position in the id of an instruction: `@main:#17`.
pub fn position_of(instruction: &str) -> Option<u32> {
    instruction.rsplit_once('#')?.1.parse().ok()
}

/// The number of a kind of call in the front end.
pub fn kind(kind: CallKind) -> u32 {
    match kind {
        CallKind::Direct => 0,
        CallKind::Indirect => 1,
        _ => 2,
    }
}
