//! Global variables and aliases.

use std::collections::BTreeMap;

use facts_schema::{EntityId, InstructionId, ValueId, ValueKind};
use points_to::{Object, Origin};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use serde_json::json;

use crate::code::with_types_marked;
use crate::index::finding;
use crate::output::{Output, Written};
use crate::pointers::{Locations, of_set};
use crate::pool::Pool;
use crate::program::Program;

/// The number of globals in one data file.
const CHUNK: usize = 400;
/// The maximum number of characters shown of a definition, because tables can have megabytes.
const SHOWN: usize = 4000;
/// The maximum number of users and contents listed.
const LISTED: usize = 200;

#[derive(Serialize)]
struct Chunk {
    s: Pool,
    l: Locations,
    g: Vec<Data>,
}

/// A global.
#[derive(Default, Serialize)]
struct Data {
    /// Its definition.
    text: String,
    /// The number of characters that are omitted.
    cut: usize,
    /// The source name.
    name: String,
    /// File and line.
    place: Option<(i64, u32)>,
    /// The instructions that use it: function and position.
    users: Vec<(u32, u32)>,
    user_count: usize,
    /// The object of the global.
    object: Option<u32>,
    /// The offsets of pointers in it, and the possible targets of each.
    holds: Vec<(u32, Vec<u32>)>,
    find: Vec<serde_json::Value>,
}

/// The globals that have a page, in order.
pub fn list(program: &Program) -> Vec<ValueId> {
    let is_shown = |value: &ValueId| {
        let kind = program.facts.value.get(value.index()).map(|row| row.kind);
        matches!(kind, Some(ValueKind::GlobalVariable | ValueKind::Alias | ValueKind::IFunc))
    };
    program.facts.global.iter().map(|row| row.global).filter(is_shown).collect()
}

/// The readable id of a global.
pub fn name(program: &Program, global: ValueId) -> String {
    program.facts.symbol(global)
}

/// The source name of a global if it differs from the name in the module, otherwise 0.
pub fn source_name(program: &Program, global: ValueId) -> serde_json::Value {
    program.names.global(global).map_or(json!(0), |it| json!(it))
}

/// Writes all globals.
pub fn write(program: &Program, output: &Output) -> Written {
    let (globals, users, objects) = (list(program), users(program), objects(program));
    let mut findings: BTreeMap<String, Vec<serde_json::Value>> = BTreeMap::new();
    for it in program.content.reports.iter().flat_map(|it| &it.findings) {
        if it.function.is_none() {
            findings.entry(it.subject.clone()).or_default().push(finding(program, it));
        }
    }
    for (number, globals) in globals.chunks(CHUNK).enumerate() {
        let mut chunk = Chunk { s: Pool::default(), l: Locations::default(), g: Vec::new() };
        for &global in globals {
            let text = program.assembly.global(global).map(|it| it.text).unwrap_or_default();
            let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at);
            let of_global = users.get(&global).map_or(&[][..], Vec::as_slice);
            let row = |it: &InstructionId| {
                let function = program.view.function_of(*it).map_or(0, EntityId::number);
                (function, program.position(*it))
            };
            let place = program.names.value_place(global);
            let object = objects.get(&global).copied();
            let mut data = Data {
                text: with_types_marked(&text[..end]),
                cut: text[end..].chars().count(),
                name: program.names.global(global).unwrap_or_default(),
                place: place.map(|it| (program.file(&it.file).map_or(-1, i64::from), it.line)),
                users: of_global.iter().take(LISTED).map(row).collect(),
                user_count: of_global.len(),
                find: findings.remove(&program.facts.symbol(global)).unwrap_or_default(),
                ..Data::default()
            };
            if let Some(object) = object {
                contents(program, object, &mut chunk, &mut data);
            }
            chunk.g.push(data);
        }
        output.chunk(&format!("g/{number}"), &chunk)?;
    }
    Ok(())
}

fn contents(program: &Program, object: Object, chunk: &mut Chunk, data: &mut Data) {
    let stored = &program.content.analysis.solution.stored;
    let start = stored.partition_point(|(it, _)| it.instance.object < object);
    let rows = stored[start..].iter().take_while(|(it, _)| it.instance.object == object);
    let Chunk { s, l, .. } = chunk;
    for (location, set) in rows.take(LISTED) {
        let targets = of_set(program, *set);
        let listed = targets.listed.iter().take(20).map(|it| l.number(program, s, *it)).collect();
        data.holds.push((s.number(program.names.content(*location)), listed));
    }
    let is_it = |it: &&points_to::Instance| it.object == object;
    data.object = program.objects.iter().find(is_it).and_then(|it| program.object(*it));
}

/// The object of each global.
fn objects(program: &Program) -> FxHashMap<ValueId, Object> {
    let objects = &program.content.analysis.constraints.objects;
    let of_global = (0..).zip(objects).filter_map(|(number, info)| match info.origin {
        Origin::Global(value) => Some((value, Object(number))),
        _ => None,
    });
    of_global.collect()
}

/// The instructions that use each global, directly or within a constant.
fn users(program: &Program) -> FxHashMap<ValueId, Vec<InstructionId>> {
    let mut users: FxHashMap<ValueId, Vec<InstructionId>> = FxHashMap::default();
    let mut within: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
    for row in &program.facts.instruction_operand {
        let Some(kind) = program.facts.value.get(row.operand.index()).map(|it| it.kind) else {
            continue;
        };
        match kind {
            ValueKind::Argument
            | ValueKind::Instruction
            | ValueKind::Block
            | ValueKind::Function => {}
            ValueKind::GlobalVariable | ValueKind::Alias | ValueKind::IFunc => {
                users.entry(row.operand).or_default().push(row.instruction);
            }
            _ => {
                let globals =
                    within.entry(row.operand).or_insert_with(|| globals_in(program, row.operand));
                for global in globals {
                    users.entry(*global).or_default().push(row.instruction);
                }
            }
        }
    }
    for instructions in users.values_mut() {
        instructions.dedup();
    }
    users
}

/// The globals in a constant.
fn globals_in(program: &Program, constant: ValueId) -> Vec<ValueId> {
    /// A limit: only in ill-formed modules do constants used by instructions have more parts.
    const PARTS: usize = 1000;
    let (mut globals, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![constant]);
    while let Some(value) = open.pop() {
        if seen.len() >= PARTS || !seen.insert(value) {
            continue;
        }
        match program.facts.value.get(value.index()).map(|row| row.kind) {
            Some(ValueKind::GlobalVariable | ValueKind::Alias | ValueKind::IFunc) => {
                globals.push(value)
            }
            Some(_) => {
                open.extend(program.view.constant_operand.all(value).iter().map(|row| row.operand));
                open.extend(program.view.constant_element.all(value).iter().map(|row| row.element));
            }
            None => {}
        }
    }
    globals
}
