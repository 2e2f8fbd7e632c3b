//! Compares a log with irlog's answer.

use std::collections::BTreeSet;
use std::fmt;

use facts_schema::view::Index;
use facts_schema::{EntityId, Facts, FunctionId, InstructionId, ValueId};
use points_to::model::files::built_in;
use points_to::offsets::Offsets;
use points_to::{Analysis, EscapedMemory, Instance, Location, Object, Options, Origin, analyze};

/// The result of a comparison.
pub struct Outcome {
    /// The number of distinct pairs.
    pub pairs: usize,
    /// The pairs that are missing in irlog's answer.
    pub missing: Vec<String>,
}

/// An object into which a pointer has pointed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Stack(InstructionId),
    Heap(InstructionId),
    Global(ValueId),
    Function(FunctionId),
}

impl Seen {
    fn new(kind: &str, number: u32) -> Option<Self> {
        Some(match kind {
            "s" => Self::Stack(InstructionId::new(number)),
            "h" => Self::Heap(InstructionId::new(number)),
            "g" => Self::Global(ValueId::new(number)),
            "f" => Self::Function(FunctionId::new(number)),
            _ => return None,
        })
    }
}

/// A line of the log: a pointer, and the places to which it may have pointed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    value: ValueId,
    places: Vec<(Seen, i64)>,
}

impl Pair {
    fn new(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let (value, places) = words.split_first()?;
        let place = |words: &[&str]| match words {
            [kind, number, offset] => {
                Some((Seen::new(kind, number.parse().ok()?)?, offset.parse().ok()?))
            }
            _ => None,
        };
        Some(Self {
            value: ValueId::new(value.parse().ok()?),
            places: places.chunks(3).map(place).collect::<Option<_>>()?,
        })
    }
}

/// Compares a log with irlog's answer for the module.
pub fn compare(facts: &Facts, log: &str) -> Result<Outcome, String> {
    let options = Options {
        models: built_in().clone(),
        unknown: Default::default(),
        roots: Default::default(),
        depth: 0,
        solver: None,
        escaped: None,
    };
    let mut pairs = BTreeSet::new();
    for line in log.lines() {
        pairs.insert(Pair::new(line).ok_or_else(|| format!("`{line}` is not a line of a log"))?);
    }
    let mut missing = BTreeSet::new();
    for escaped in [EscapedMemory::Followed, EscapedMemory::Opaque] {
        let analysis = analyze(facts, &Options { escaped: Some(escaped), ..options.clone() });
        missing.extend(pairs.iter().filter(|pair| !is_known(&analysis, pair)));
    }
    let missing = missing.into_iter().map(|pair| Described { facts, pair }.to_string()).collect();
    Ok(Outcome { pairs: pairs.len(), missing })
}

/// Whether the value may point to one of the places according to irlog.
fn is_known(analysis: &Analysis, pair: &Pair) -> bool {
    let variables = analysis.constraints.parts_of(pair.value);
    let sets = variables.flat_map(|(_, variable)| analysis.solution.contexts_of(variable));
    let locations: Vec<Location> = sets.flat_map(|(_, set)| analysis.solution.set(*set)).collect();
    let has_external = locations.iter().any(|it| it.instance.object == Object::EXTERNAL);
    let escaped = || analysis.solution.escaped.iter();
    pair.places.iter().any(|&(seen, offset)| {
        let is_there = |location: &Location| {
            is_it(analysis, location.instance, seen)
                && (is_end(analysis, location.instance, offset)
                    || offsets(analysis, location.instance, offset)
                        .is_some_and(|it| it.overlaps(location.offsets)))
        };
        locations.iter().any(is_there)
            || has_external && escaped().any(|instance| is_it(analysis, *instance, seen))
    })
}

/// Whether the object ends at `offset`. An iteration over an array ends there, but the places of an array do not
/// include its end.
fn is_end(analysis: &Analysis, instance: Instance, offset: i64) -> bool {
    let size = analysis.constraints.extent(instance.object, instance.context).size;
    size.is_some_and(|size| i64::from(size) == offset)
}

fn offsets(analysis: &Analysis, instance: Instance, offset: i64) -> Option<Offsets> {
    analysis.constraints.extent(instance.object, instance.context).at(offset)
}

/// Whether the instance represents this object.
fn is_it(analysis: &Analysis, instance: Instance, seen: Seen) -> bool {
    let constraints = &analysis.constraints;
    let Some(info) = constraints.objects.get(instance.object.0 as usize) else { return false };
    match (info.origin, seen) {
        (Origin::Stack(instruction), Seen::Stack(it)) => instruction == it,
        (Origin::Global(value), Seen::Global(it)) => value == it,
        (Origin::Function(function), Seen::Function(it)) => function == it,
        (Origin::Heap(_), Seen::Heap(it)) => {
            let site = instance.context.sites().next();
            let site = site.and_then(|site| constraints.sites.get(site.0 as usize));
            site.is_some_and(|site| site.instruction == Some(it))
        }
        _ => false,
    }
}

/// A pair, displayed with the names of its functions.
struct Described<'a> {
    facts: &'a Facts,
    pair: &'a Pair,
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = Index::new(self.facts);
        let name = |value: ValueId| {
            let row = index.value_name.first(value);
            row.map_or_else(String::new, |row| self.facts.display(row.name).into_owned())
        };
        let function = |function: FunctionId| {
            self.facts.function.get(function.index()).map(|row| name(row.value)).unwrap_or_default()
        };
        let instruction = |instruction: InstructionId| {
            let row = self.facts.instruction.get(instruction.index());
            row.map(|row| format!("@{}:#{}", function(row.function), row.position))
                .unwrap_or_default()
        };
        let results = &self.facts.instruction_result;
        match results.iter().find(|row| row.result == self.pair.value) {
            Some(row) => write!(f, "{}", instruction(row.instruction))?,
            None => write!(f, "parameter %{}", name(self.pair.value))?,
        }
        f.write_str(" points to")?;
        for (seen, offset) in &self.pair.places {
            match *seen {
                Seen::Stack(it) => write!(f, " the stack object {}", instruction(it))?,
                Seen::Heap(it) => write!(f, " the heap object of {}", instruction(it))?,
                Seen::Global(it) => write!(f, " @{}", name(it))?,
                Seen::Function(it) => write!(f, " @{}", function(it))?,
            }
            write!(f, " + {offset}")?;
        }
        Ok(())
    }
}
