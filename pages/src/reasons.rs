//! Reasons for points-to facts: each fact with the facts from which it follows. The front end
//! follows the chains of reasons.

use std::collections::{BTreeMap, BTreeSet};

use analyses::points_to::wording::Wording;
use facts_schema::{EntityId, InstructionId};
use points_to::explain::{Claim, Origins, Reason, Reasoned, Replayed};
use points_to::{Fact, Instance, Location, Variable, VariableOf};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Value, json};

use crate::output::{Output, Written};
use crate::pointers::{Locations, targets};
use crate::pool::Pool;
use crate::program::Program;

/// The maximum number of targets per pointer for which the pages contain reasons.
const EXPLAINED: usize = 6;
/// The number of objects per file with facts about their memory.
const OBJECTS: u32 = 400;
/// The maximum number of pairs of a pointer and a location. If there are more, deriving all of them
/// again would take too long.
const MAX_PAIRS: usize = 20_000_000;

/// A fact, with all contexts merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key {
    PointsTo(Variable, Location),
    Stored(Location, Location),
    Escaped(Instance),
}

/// A fact with its reason.
struct Entry {
    reason: Reason,
    instruction: Option<InstructionId>,
    premises: Vec<Premise>,
    /// Its file, and its number there.
    number: (u32, u32),
}

/// A premise of a fact.
enum Premise {
    Fact(Box<Key>),
    /// A sentence, and the instruction that it describes.
    Text(String, Option<InstructionId>),
}

/// The reasons of all facts that the pages mention.
#[derive(Default)]
pub struct Reasons {
    entries: FxHashMap<Key, Entry>,
    /// For each file, its facts.
    files: BTreeMap<u32, Vec<Key>>,
    /// The reasons that occur.
    kinds: Vec<Reason>,
    /// Whether there are too many facts.
    is_too_large: bool,
}

impl Reasons {
    /// Finds the reasons.
    pub fn of(program: &Program) -> Self {
        let analysis = program.content.analysis;
        let solution = &analysis.solution;
        let sizes = solution.points_to.iter().map(|(_, set)| solution.sets[set.0 as usize].len());
        if sizes.sum::<usize>() > MAX_PAIRS {
            return Self { is_too_large: true, ..Self::default() };
        }
        let replayed = Replayed::new(analysis);
        let reasons = replayed.reasons();
        let wording = Wording::new(analysis, &program.names);
        let origins = Origins::new(analysis);
        let finder = Finder { program, reasons: &reasons, wording: &wording, origins: &origins };
        let mut found = Self::default();
        let mut open = seeds(program);
        while !open.is_empty() {
            let entries: Vec<(Key, Option<Entry>)> =
                open.par_iter().map(|key| (*key, finder.entry(*key))).collect();
            let mut next = Vec::new();
            found.entries.reserve(entries.len());
            for (key, entry) in entries {
                let Some(entry) = entry else { continue };
                next.extend(entry.premises.iter().filter_map(|it| match it {
                    Premise::Fact(key) => Some(**key),
                    Premise::Text(..) => None,
                }));
                found.entries.insert(key, entry);
            }
            next.retain(|key| !found.entries.contains_key(key));
            next.par_sort_unstable();
            next.dedup();
            open = next;
        }
        found.assign_numbers(program);
        found
    }

    /// The number of a fact in the file of its function, if it has a reason.
    pub fn number(&self, variable: Variable, location: Location) -> Option<u32> {
        Some(self.entries.get(&Key::PointsTo(variable, location))?.number.1)
    }

    /// The numbers of the facts about a variable that the pages show first.
    pub fn of_variable(&self, variable: Variable, listed: &[Location]) -> Vec<i64> {
        let explained = listed.iter().take(EXPLAINED);
        let mut numbers: Vec<i64> =
            explained.map(|it| self.number(variable, *it).map_or(-1, i64::from)).collect();
        while numbers.last() == Some(&-1) {
            numbers.pop();
        }
        numbers
    }

    /// The reasons that occur, each with its name and its sentence.
    pub fn kinds(&self) -> Vec<(&'static str, &'static str)> {
        self.kinds.iter().map(|it| (it.name(), it.sentence())).collect()
    }

    /// Whether there are no reasons because there are too many facts.
    pub fn is_too_large(&self) -> bool {
        self.is_too_large
    }

    fn assign_numbers(&mut self, program: &Program) {
        let mut keys: Vec<Key> = self.entries.keys().copied().collect();
        keys.par_sort_unstable();
        for key in keys {
            let file = file_of(program, key);
            let keys = self.files.entry(file).or_default();
            if let Some(entry) = self.entries.get_mut(&key) {
                entry.number = (file, keys.len() as u32);
            }
            keys.push(key);
        }
        let kinds: BTreeSet<Reason> = self.entries.values().map(|it| it.reason).collect();
        self.kinds = kinds.into_iter().collect();
    }

    /// Writes the files.
    pub fn write(&self, program: &Program, output: &Output) -> Written {
        let files: Vec<_> = self.files.iter().collect();
        files.into_par_iter().try_for_each(|(file, keys)| {
            output.chunk(&format!("w/{file}"), &self.file(program, *file, keys))
        })
    }

    fn file(&self, program: &Program, file: u32, keys: &[Key]) -> File {
        let wording = Wording::new(program.content.analysis, &program.names);
        let (mut s, mut l) = (Pool::default(), Locations::default());
        let mut c = Vec::with_capacity(keys.len());
        for &key in keys {
            let Some(entry) = self.entries.get(&key) else { continue };
            let (kind, subject, location) = match key {
                Key::PointsTo(variable, location) => {
                    let value = value_of(program, variable).and_then(|it| program.local(it));
                    let subject = match value {
                        Some((function, number)) => json!([function.number(), number]),
                        None => json!(s.number(wording.variable(variable))),
                    };
                    (0, subject, l.number(program, &mut s, location).into())
                }
                Key::Stored(cell, location) => {
                    let subject = json!(s.number(wording.held(cell)));
                    (1, subject, l.number(program, &mut s, location).into())
                }
                Key::Escaped(instance) => {
                    let fact = wording.fact(Fact::Escaped(instance));
                    (2, json!(s.number(fact)), -1_i64)
                }
            };
            let place = |it: InstructionId| {
                let function = program.view.function_of(it).map_or(0, EntityId::number);
                json!([function, program.position(it)])
            };
            let instruction = entry.instruction.map_or(json!(0), place);
            let reason = self.kinds.binary_search(&entry.reason).unwrap_or(0);
            let premises: Vec<Value> = entry
                .premises
                .iter()
                .filter_map(|premise| match premise {
                    Premise::Fact(key) => match self.entries.get(key)?.number {
                        (of, number) if of == file => Some(json!(number)),
                        (of, number) => Some(json!([of, number])),
                    },
                    Premise::Text(text, at) => {
                        let text = s.number(text.clone());
                        Some(json!({ "t": text, "i": at.map(place) }))
                    }
                })
                .collect();
            c.push(json!([kind, subject, location, reason, instruction, premises]));
        }
        File { s, l, c }
    }
}

/// Texts, locations and facts.
#[derive(Serialize)]
struct File {
    s: Pool,
    l: Locations,
    c: Vec<Value>,
}

/// The facts that the pages show initially for each pointer.
fn seeds(program: &Program) -> Vec<Key> {
    let values = &program.content.analysis.constraints.values;
    let is_shown = |value| program.content.analysis.is_local(value);
    let variables = values.par_iter().filter(|(value, ..)| is_shown(*value)).map(|(.., it)| *it);
    let keys = variables.flat_map_iter(|variable| {
        let listed = targets(program, variable).map(|it| it.listed).unwrap_or_default();
        listed.into_iter().take(EXPLAINED).map(move |it| Key::PointsTo(variable, it))
    });
    keys.collect()
}

/// The file for a fact. A variable of a function belongs to the file of the function's chunk.
fn file_of(program: &Program, key: Key) -> u32 {
    let chunks = program.chunks.len() as u32;
    let of_object = |instance| chunks + 1 + program.object(instance).unwrap_or(0) / OBJECTS;
    match key {
        Key::PointsTo(variable, _) => {
            let variables = &program.content.analysis.constraints.variables;
            let value = value_of(program, variable).and_then(|it| program.local(it));
            let owner = value.map(|(function, _)| function);
            let owner = owner.or_else(|| variables.get(variable.0 as usize)?.owner);
            let chunk = owner.and_then(|it| program.chunk_of.get(it.index()));
            chunk.copied().unwrap_or(chunks)
        }
        Key::Stored(cell, _) => of_object(cell.instance),
        Key::Escaped(instance) => of_object(instance),
    }
}

fn value_of(program: &Program, variable: Variable) -> Option<facts_schema::ValueId> {
    match program.content.analysis.constraints.variables.get(variable.0 as usize)?.of {
        VariableOf::Value { value, .. } => Some(value),
        _ => None,
    }
}

/// Finds the reasons of facts.
struct Finder<'p, 'a> {
    program: &'p Program<'a>,
    reasons: &'p points_to::explain::Reasons<'p, 'a>,
    wording: &'p Wording<'p, 'a>,
    origins: &'p Origins<'p, 'a>,
}

impl Finder<'_, '_> {
    fn entry(&self, key: Key) -> Option<Entry> {
        let solution = &self.program.content.analysis.solution;
        let fact = match key {
            // The context in which it was derived first: its premises were derived earlier in their
            // contexts, so that chains of facts are acyclic.
            Key::PointsTo(variable, location) => {
                let nodes = solution.contexts_of(variable).iter();
                let facts = nodes.map(|(node, _)| Fact::PointsTo(*node, location));
                facts.filter_map(|it| Some((self.reasons.time(it)?, it))).min()?.1
            }
            Key::Stored(cell, location) => Fact::Stored(cell, location),
            Key::Escaped(instance) => Fact::Escaped(instance),
        };
        let Reasoned { reason, constraint, premises } = self.reasons.of(Claim::Fact(fact))?;
        let instruction = constraint.and_then(|it| self.origins.of(it));
        let premises = premises.into_iter().filter_map(|it| self.premise(it)).collect();
        Some(Entry { reason, instruction, premises, number: (0, 0) })
    }

    fn premise(&self, claim: Claim) -> Option<Premise> {
        let key = match claim {
            Claim::Fact(Fact::PointsTo(node, location)) => Key::PointsTo(node.variable, location),
            Claim::Fact(Fact::Stored(cell, location)) => Key::Stored(cell, location),
            Claim::Fact(Fact::Escaped(instance)) => Key::Escaped(instance),
            // Otherwise each pointer in a function would repeat why the function runs.
            Claim::Fact(Fact::Reachable(..)) => return None,
            claim => {
                let constraints = &self.program.content.analysis.constraints;
                let at = match claim {
                    Claim::Fact(Fact::Calls(edge)) => constraints.instruction_at(edge.site),
                    Claim::MayCall(instruction, _) => Some(instruction),
                    _ => None,
                };
                return Some(Premise::Text(self.wording.claim(claim), at));
            }
        };
        Some(Premise::Fact(Box::new(key)))
    }
}
