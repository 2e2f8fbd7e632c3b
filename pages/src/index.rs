//! The data that every page needs: the names of all entities, and the contents of the overview.

use std::collections::BTreeSet;

use analyses::Summary;
use analyses::check::Finding;
use analyses::points_to::escape_roots::describe_cause;
use analyses::points_to::statistics::Statistics;
use facts_schema::{EntityId, ValueKind, Word};
use points_to::Location;
use points_to::offsets::Offsets;
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Value, json};

use crate::families::Families;
use crate::function::position_of;
use crate::globals;
use crate::output::{Output, Written};
use crate::program::Program;
use crate::reasons::Reasons;
use crate::types;

/// The maximum number of rows in lists on the overview.
const LISTED: usize = 1000;

/// Functions, column by column.
#[derive(Default, Serialize)]
struct Functions {
    name: Vec<String>,
    /// The source name if it differs from the name; 0 otherwise.
    source: Vec<Value>,
    size: Vec<u32>,
    blocks: Vec<u32>,
    file: Vec<i64>,
    line: Vec<u32>,
    /// 1: without a body, 2: an intrinsic, 4: may run, 8: neither body nor model.
    flags: Vec<u32>,
    findings: Vec<usize>,
}

/// Writes the data that every page needs.
pub fn write(program: &Program, reasons: &Reasons, output: &Output) -> Written {
    let content = program.content;
    let summary = Summary::of(program.facts);
    let statistics = Statistics::of(content.analysis, &program.graph);
    let globals = globals::list(program);
    let unresolved = &program.graph.unresolved;
    let types = types::names(program);
    let mut type_families = Families::default();
    types.iter().for_each(|name| type_families.add_type(name));
    let (functions, families) = functions(program);
    output.chunk(
        "index",
        &json!({
            "title": program.title(),
            "inputs": content.inputs,
            "tool": content.tool,
            "source": summary.source_file,
            "target": summary.target_triple,
            "producers": summary.producers,
            "entities": summary.entities.iter().map(|it| (it.name, it.count)).collect::<Vec<_>>(),
            "lines": !program.facts.instruction_location.is_empty(),
            "statistics": lines(&statistics.to_string()),
            "fn": functions,
            "families": families,
            "chunks": program.chunks.iter().map(|it| it.start).collect::<Vec<_>>(),
            "globals": globals.iter().map(|it| globals::name(program, *it)).collect::<Vec<_>>(),
            "globalNames": globals.iter().map(|it| globals::source_name(program, *it)).collect::<Vec<_>>(),
            "types": types,
            "typeFamilies": type_families,
            "files": program.files,
            "rules": rules(program),
            "elsewhere": elsewhere(program),
            "roots": roots(program),
            "given": given_up(program),
            "unresolved": unresolved.iter().take(LISTED).map(|it| {
                let reason = it.reason.as_str().replace('_', " ");
                (it.caller.number(), program.position(it.instruction), reason)
            }).collect::<Vec<_>>(),
            "unresolvedCount": unresolved.len(),
            "queries": content.tables.iter().map(|it| (&it.name, &it.file, it.total)).collect::<Vec<_>>(),
            "reasons": reasons.kinds(),
            "reasonsCut": reasons.is_too_large(),
        }),
    )?;
    output.chunk("names", &names(program))
}

/// The functions, and their families.
fn functions(program: &Program) -> (Functions, Families) {
    let reachable: BTreeSet<_> = program.graph.reachable.iter().copied().collect();
    let unknown = program.content.analysis.unknown_functions(&program.graph);
    let unknown: BTreeSet<_> = unknown.into_iter().map(|(function, _)| function).collect();
    let (mut functions, mut families) = (Functions::default(), Families::default());
    for row in &program.facts.function {
        let function = row.function;
        let symbol = program.facts.symbol(function);
        let source = program.names.full_function(function);
        let instructions = program.view.instructions_of(function);
        let blocks = program.view.blocks_of(function);
        let is_intrinsic = program.view.intrinsic.first(function).is_some();
        let place = program.places.get(function.index()).copied().flatten();
        let (file, line) = place.map_or((-1, 0), |(file, line)| (file.into(), line));
        families.add(&source, place.filter(|(_, line)| *line > 0));
        let flags = [
            blocks.is_empty(),
            is_intrinsic,
            reachable.contains(&function),
            unknown.contains(&function),
        ];
        let is_same = symbol.strip_prefix('@') == Some(&source);
        functions.source.push(if is_same || source == symbol { json!(0) } else { json!(source) });
        functions.name.push(symbol);
        functions.size.push(instructions.end.number() - instructions.start.number());
        functions.blocks.push(blocks.end.number() - blocks.start.number());
        functions.file.push(file);
        functions.line.push(line);
        functions.flags.push((0..).zip(flags).map(|(bit, is)| u32::from(is) << bit).sum());
        functions.findings.push(program.findings.get(&function).map_or(0, Vec::len));
    }
    (functions, families)
}

/// The name and the text of each line.
fn lines(text: &str) -> Vec<(String, String)> {
    let pair = |line: &str| {
        let (name, text) = line.split_once("  ").unwrap_or((line, ""));
        (name.to_owned(), text.trim().to_owned())
    };
    text.lines().map(pair).collect()
}

/// The rules that are violated: name, level, and the number of findings.
fn rules(program: &Program) -> Vec<(&'static str, &'static str, usize)> {
    let mut rules: Vec<(&str, &str, usize)> = Vec::new();
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    for finding in program.content.reports.iter().flat_map(|it| &it.findings) {
        let name = finding.rule.0.name;
        let at = *known.entry(name).or_insert_with(|| {
            rules.push((name, finding.level.name(), 0));
            rules.len() - 1
        });
        rules[at].2 += 1;
    }
    rules.sort_by_key(|(name, level, count)| (*level != "deny", usize::MAX - count, *name));
    rules
}

/// The findings outside of functions.
fn elsewhere(program: &Program) -> Vec<Value> {
    let all = program.content.reports.iter().flat_map(|it| &it.findings);
    let others =
        all.filter(|it| it.function.as_ref().and_then(|it| program.function(it)).is_none());
    others.take(LISTED).map(|it| finding(program, it)).collect()
}

/// A finding as shown in lists: rule, level, message, function, position, subject.
pub fn finding(program: &Program, finding: &Finding) -> Value {
    let function = finding.function.as_ref().and_then(|it| program.function(it));
    json!([
        finding.rule.0.name,
        finding.level.name(),
        finding.message,
        function.map_or(-1, |it| i64::from(it.number())),
        finding.instruction.as_deref().and_then(position_of).map_or(-1, i64::from),
        finding.subject,
    ])
}

fn roots(program: &Program) -> Vec<Value> {
    let analysis = program.content.analysis;
    let row = |root: points_to::escape_roots::EscapeRoot| {
        let cause = describe_cause(analysis, &program.names, root.cause);
        let function = match root.cause {
            points_to::escape_roots::Cause::Function(it) => i64::from(it.number()),
            _ => -1,
        };
        json!([cause, root.pointers, root.only_pointers, root.objects, root.only_objects, function])
    };
    analysis.escape_roots().into_iter().take(LISTED).map(row).collect()
}

fn given_up(program: &Program) -> Vec<(String, Option<u32>)> {
    let instances = program.content.analysis.solution.opaque.given_up().iter();
    let row = |instance: &points_to::Instance| {
        let location = Location { instance: *instance, offsets: Offsets::At(0) };
        (program.names.location(location), program.object(*instance))
    };
    instances.take(LISTED).map(row).collect()
}

/// The variables of functions, for the search: name, function and value.
fn names(program: &Program) -> Value {
    let (mut name, mut function, mut value) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for row in &program.facts.value {
        if !matches!(row.kind, ValueKind::Argument | ValueKind::Instruction) {
            continue;
        }
        let mut of_value = program.names.variables_of(row.value);
        of_value.extend(program.names.variables_at(row.value));
        for variable in of_value {
            let Some((owner, number)) = program.local(row.value) else { continue };
            if known.insert((owner, variable.clone())) {
                name.push(variable);
                function.push(owner.number());
                value.push(number);
            }
        }
    }
    json!({ "name": name, "fn": function, "value": value, "members": types::members(program) })
}
