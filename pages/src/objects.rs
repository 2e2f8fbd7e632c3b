//! Objects: their allocation sites, their contents, and the pointers that may point to them.

use facts_schema::{EntityId, ObjectKind, Word};
use points_to::offsets::Offsets;
use points_to::{Instance, Location, Origin, SetId};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::output::{Output, Written};
use crate::pointers::{Locations, of_set};
use crate::pool::Pool;
use crate::program::Program;

/// The number of objects in one data file.
pub const CHUNK: usize = 400;
/// The maximum number of pointers listed to an object, and in an object.
const LISTED: usize = 100;

#[derive(Serialize)]
struct Chunk {
    s: Pool,
    l: Locations,
    o: Vec<Data>,
}

/// An object.
#[derive(Default, Serialize)]
struct Data {
    name: u32,
    id: u32,
    kind: u32,
    /// The function and position of the alloca or call that creates it.
    at: Option<(u32, u32)>,
    /// The readable id of the global, if it is one.
    global: Option<String>,
    /// The function, if it is one.
    function: Option<u32>,
    place: Option<String>,
    escaped: bool,
    opaque: bool,
    /// Values that may point to it: function and value.
    pointers: Vec<(u32, u32)>,
    pointer_count: usize,
    /// Memory that may contain a pointer to it.
    memory: Vec<u32>,
    memory_count: usize,
    /// The pointers that it contains: their offsets and targets.
    holds: Vec<(u32, Vec<u32>, usize)>,
    hold_count: usize,
}

/// The pointers to an object.
#[derive(Clone, Default)]
struct To {
    pointers: Vec<(u32, u32)>,
    pointer_count: usize,
    memory: Vec<Location>,
    memory_count: usize,
}

/// Writes all objects, and their readable ids.
pub fn write(program: &Program, output: &Output) -> Written {
    let ids: Vec<String> = program.objects.iter().map(|it| program.names.object_id(*it)).collect();
    output.chunk("objects", &ids)?;
    let to = pointers_to(program);
    let chunks: Vec<(usize, &[Instance])> = program.objects.chunks(CHUNK).enumerate().collect();
    chunks.into_par_iter().try_for_each(|(number, objects)| {
        let mut chunk = Chunk { s: Pool::default(), l: Locations::default(), o: Vec::new() };
        for (at, &instance) in objects.iter().enumerate() {
            let data = object(program, instance, &to[number * CHUNK + at], &mut chunk);
            chunk.o.push(data);
        }
        output.chunk(&format!("o/{number}"), &chunk)
    })
}

fn object(program: &Program, instance: Instance, to: &To, chunk: &mut Chunk) -> Data {
    let (names, solution) = (&program.names, &program.content.analysis.solution);
    let Chunk { s, l, .. } = chunk;
    let origin = names.origin(instance.object);
    let kind = names.kind(instance.object);
    let at = names
        .instruction_of_object(instance)
        .and_then(|it| Some((program.view.function_of(it)?.number(), program.position(it))));
    let contents = solution.contents(instance);
    let holds = contents.iter().take(LISTED).map(|(location, set)| {
        let targets = of_set(program, *set);
        let listed = targets.listed.iter().take(20).map(|it| l.number(program, s, *it)).collect();
        (s.number(names.content(*location)), listed, targets.count)
    });
    Data {
        holds: holds.collect(),
        hold_count: contents.len(),
        name: s.number(names.location(Location { instance, offsets: Offsets::At(0) })),
        id: s.number(names.object_id(instance)),
        kind: s.number(kind.as_str().replace('_', " ")),
        at,
        global: match origin {
            Origin::Global(value) => Some(program.facts.symbol(value)),
            _ => None,
        },
        function: match origin {
            Origin::Function(function) => Some(function.number()),
            _ => None,
        },
        place: names.object_place(instance).map(|it| it.to_string()),
        escaped: solution.is_escaped(instance) && kind != ObjectKind::External,
        opaque: solution.opaque.contains(instance),
        pointers: to.pointers.clone(),
        pointer_count: to.pointer_count,
        memory: to.memory.iter().map(|it| s.number(names.content(*it))).collect(),
        memory_count: to.memory_count,
    }
}

/// By object: the pointers that may point to it.
fn pointers_to(program: &Program) -> Vec<To> {
    let analysis = program.content.analysis;
    let solution = &analysis.solution;
    let mut to = vec![To::default(); program.objects.len()];
    let mut objects_of: FxHashMap<SetId, Vec<u32>> = FxHashMap::default();
    let mut objects = |set: SetId| {
        let objects = objects_of.entry(set).or_insert_with(|| {
            let mut all: Vec<u32> =
                solution.set(set).filter_map(|it| program.object(it.instance)).collect();
            all.sort_unstable();
            all.dedup();
            all
        });
        objects.clone()
    };
    let mut last = None;
    for (value, _, variable) in &analysis.constraints.values {
        // The parts of a value are adjacent.
        let is_first = last.replace(*value) != Some(*value);
        if !analysis.is_local(*value) || !is_first {
            continue;
        }
        let Some((function, number)) = program.local(*value) else { continue };
        for (_, set) in solution.contexts_of(*variable) {
            for object in objects(*set) {
                let to = &mut to[object as usize];
                let row = (function.number(), number);
                if to.pointers.last() != Some(&row) {
                    to.pointer_count += 1;
                    if to.pointers.len() < LISTED {
                        to.pointers.push(row);
                    }
                }
            }
        }
    }
    for (location, set) in &solution.stored {
        for object in objects(*set) {
            let to = &mut to[object as usize];
            to.memory_count += 1;
            if to.memory.len() < LISTED {
                to.memory.push(*location);
            }
        }
    }
    to
}
