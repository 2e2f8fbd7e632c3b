//! Compares the bit fields that irlog recovers without debug information with those of the source.
//!
//! ```text
//! cargo run --release --package comparisons --bin bit_field_agreement -- [OPTION...] PLAIN DEBUG
//! ```
//!
//! `PLAIN` is a module without debug information, `DEBUG` the same module with it, as textual IR. The bit fields of the
//! source are read only from the text of `DEBUG`. The last line contains the numbers of fields:
//!
//! - `accessed`: the expected fields. With `--every`, all fields of the source; otherwise those to which irlog finds
//!   accesses in `DEBUG`, with pointer types from the debug information.
//! - `recovered`: those of them that irlog finds in `PLAIN`, with their structure, offset and width. Debug information
//!   determines the structure of each access.
//! - `whole`: those of them that fill their word, and so are accessed like any member.
//! - `invented`: fields that irlog finds in `PLAIN`, but the source does not have.
//! - `uncertain`: the recovered fields that irlog reports as uncertain, because a program that masks numbers would have
//!   the same code.
//! - `mistaken`: fields that irlog reports as uncertain, and the source does not have.
//! - `unplaced`: accesses whose structure is not in the debug information, to fields at an offset where a structure of
//!   the source has accessed fields. If there are several such structures, the one with the most of these fields
//!   counts; all other fields are invented.
//! - `wrong`: fields that irlog finds with debug information and the source does not have, or with `--every` also the
//!   reverse.
//!
//! `--list` lists them. With `--other-build`, `PLAIN` is another build of the program. Then structures correspond if
//! they have the same name, if parameters of functions with the same name point to them, or if only one structure has
//! all these fields; and the expected fields are those that are accessed in functions that `PLAIN` still contains.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::{env, fs};

use bit_fields::debug_info::DebugInfo;
use bit_fields::partition::Span;
use bit_fields::pointees::Key;
use bit_fields::recover::{BitFields, FieldAccess, Structure, recover};
use bit_fields::source_name;
use extractor::Input;
use facts_schema::view::View;
use facts_schema::{Facts, InstructionId, MetadataId};

/// The name of the structure, and the offset and width of the field, in bits.
type Field = (String, u64, u64);

fn load(path: &str) -> Result<&'static Facts, String> {
    let content = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let input = Input { name: path.to_owned(), content };
    let facts = extractor::load(&[input], &mut |_| {});
    facts.map(|facts| &*Box::leak(Box::new(facts))).map_err(|error| format!("{path}: {error}"))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |option: &str| arguments.iter().any(|it| it == option);
    let paths: Vec<&String> = arguments.iter().filter(|it| !it.starts_with("--")).collect();
    let [plain, debug] = paths.as_slice() else {
        return Err("usage: bit_field_agreement [--every] [--list] PLAIN DEBUG".into());
    };
    let truth = Truth::read(&fs::read_to_string(debug).map_err(|it| format!("{debug}: {it}"))?);
    let with_debug = recover(View::new(load(debug)?));
    let without = recover(View::new(load(plain)?));
    let comparison = Comparison::new(
        &truth,
        &with_debug,
        &without,
        has("--every"),
        if has("--other-build") { Build::Other } else { Build::Same },
    );
    if has("--list") {
        for field in comparison.expected.difference(&comparison.recovered) {
            println!("missing {}", display(field));
        }
        for invented in &comparison.invented {
            println!("invented {invented}");
        }
        for mistaken in &comparison.mistaken {
            println!("mistaken {mistaken}");
        }
        for missing in &comparison.wrong_with_debug {
            println!("wrong with debug information: {}", display(missing));
        }
    }
    let count = |all: &BTreeSet<String>| {
        let fields = all.iter().map(|it| it.split(" (as").next());
        fields.collect::<BTreeSet<_>>().len()
    };
    let (invented, mistaken) = (count(&comparison.invented), count(&comparison.mistaken));
    let expected = comparison.expected.len();
    let recovered = comparison.expected.intersection(&comparison.recovered).count();
    println!(
        "accessed={expected} recovered={recovered} uncertain={} whole={} invented={invented} mistaken={mistaken} unplaced={} wrong={}",
        comparison.uncertain,
        comparison.whole,
        comparison.unplaced,
        comparison.wrong_with_debug.len()
    );
    Ok(())
}

fn display((structure, start, width): &Field) -> String {
    format!("{structure} {start}..{}", start + width)
}

/// The bit fields that the text of a module declares.
struct Truth {
    fields: BTreeSet<Field>,
}

impl Truth {
    /// Reads the nodes `!N = …` of textual IR.
    fn read(text: &str) -> Self {
        let nodes: BTreeMap<&str, &str> = text
            .lines()
            .filter(|line| line.starts_with('!'))
            .filter_map(|line| line.split_once(" = "))
            .collect();
        let mut typedefs = BTreeMap::new();
        for node in nodes.values().filter(|it| it.contains("tag: DW_TAG_typedef")) {
            if let (Some(base), Some(name)) = (attribute(node, "baseType"), attribute(node, "name"))
            {
                typedefs.entry(base).or_insert(name);
            }
        }
        let mut fields = BTreeSet::new();
        for (id, node) in &nodes {
            let is_structure = ["structure", "class", "union"]
                .iter()
                .any(|it| node.contains(&format!("tag: DW_TAG_{it}_type")));
            let Some(elements) = attribute(node, "elements").filter(|_| is_structure) else {
                continue;
            };
            let members: Vec<&str> = nodes
                .get(elements)
                .map_or("", |it| it)
                .trim_start_matches("!{")
                .trim_end_matches('}')
                .split(", ")
                .filter_map(|id| nodes.get(id).copied())
                .filter(|it| {
                    it.contains("tag: DW_TAG_member") && !it.contains("DIFlagStaticMember")
                })
                .collect();
            let name = attribute(node, "name").or(typedefs.get(id).copied()).unwrap_or("");
            let names = members.iter().map(|it| attribute(it, "name").unwrap_or(""));
            let structure = identity(name, names);
            for member in members.iter().filter(|it| it.contains("DIFlagBitField")) {
                let number =
                    |name| attribute(member, name).and_then(|it| it.parse().ok()).unwrap_or(0);
                // A field without a name cannot be accessed.
                if attribute(member, "name").is_some() {
                    fields.insert((structure.clone(), number("offset"), number("size")));
                }
            }
        }
        Self { fields }
    }
}

/// The value of an attribute of a node.
fn attribute<'t>(node: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) =
        node.split_once(&format!("{name}: ")).filter(|(before, _)| before.ends_with(['(', ' ']))?;
    let end = rest.find([',', ')'])?;
    Some(rest[..end].trim_matches('"'))
}

/// The identity of a structure: its name, or those of its members.
fn identity<'n>(name: &str, members: impl Iterator<Item = &'n str>) -> String {
    match name {
        "" => format!("{{{}}}", members.collect::<Vec<_>>().join(",")),
        name => name.to_owned(),
    }
}

struct Comparison {
    expected: BTreeSet<Field>,
    recovered: BTreeSet<Field>,
    uncertain: usize,
    invented: BTreeSet<String>,
    mistaken: BTreeSet<String>,
    whole: usize,
    unplaced: usize,
    wrong_with_debug: Vec<Field>,
}

impl Comparison {
    fn new(
        truth: &Truth,
        with_debug: &BitFields<'static>,
        without: &BitFields<'static>,
        every: bool,
        build: Build,
    ) -> Self {
        let declared = declared(with_debug);
        let of_field = |row: &FieldAccess| {
            let structure = with_debug.structures.get(row.structure)?;
            let span = structure.fields.get(row.field)?.span;
            Some((declared.get(&structure.key)?.clone(), span.start, span.width()))
        };
        let rows = with_debug.reads.iter().chain(&with_debug.writes);
        let accessed: BTreeSet<Field> = rows.filter_map(of_field).collect();
        let wrong_with_debug = match every {
            true => truth.fields.symmetric_difference(&accessed).cloned().collect(),
            false => accessed.difference(&truth.fields).cloned().collect(),
        };
        let expected = if every { truth.fields.clone() } else { accessed.clone() };

        let places = match build {
            Build::Same => places_of_instructions(with_debug, &declared),
            Build::Other => places_by_name(with_debug, without),
        };
        let expected = match build {
            Build::Same => expected,
            Build::Other => {
                let bodies = functions_with_bodies(without);
                let rows = with_debug.reads.iter().chain(&with_debug.writes);
                let remaining =
                    rows.filter(|row| bodies.contains(&function_name(with_debug, row.instruction)));
                remaining.filter_map(of_field).collect()
            }
        };
        let flat = FlatStructures::new(with_debug, &accessed);
        let mut found = Found::of(truth, without, &places, &flat);
        let uncertain = found.recovered.difference(&found.certain).count();
        // A field that fills its word is read and written like any member.
        let mut whole = 0;
        for (structure, span) in places.values() {
            let field = (structure.clone(), span.start, span.width());
            if truth.fields.contains(&field) && found.recovered.insert(field) {
                whole += 1;
            }
        }
        Self {
            expected,
            recovered: found.recovered,
            uncertain,
            invented: found.invented,
            mistaken: found.mistaken,
            whole,
            unplaced: found.unplaced.len(),
            wrong_with_debug,
        }
    }
}

/// The fields that irlog found without debug information.
#[derive(Default)]
struct Found {
    recovered: BTreeSet<Field>,
    /// The recovered fields that irlog reports as certain.
    certain: BTreeSet<Field>,
    invented: BTreeSet<String>,
    mistaken: BTreeSet<String>,
    unplaced: BTreeSet<InstructionId>,
}

impl Found {
    fn of(
        truth: &Truth,
        without: &BitFields<'static>,
        places: &Places,
        flat: &FlatStructures,
    ) -> Self {
        let spans: BTreeMap<InstructionId, Span> =
            without.accesses.iter().map(|it| (it.instruction, it.span)).collect();
        let possible: Vec<BTreeSet<usize>> =
            without.structures.iter().map(|it| flat.most_of(it)).collect();
        let mut found = Self::default();
        for row in without.reads.iter().chain(&without.writes) {
            let structure = &without.structures[row.structure];
            let is_certain = structure.fields[row.field].is_certain;
            let field = structure.fields[row.field].span;
            let wrong = if is_certain { &mut found.invented } else { &mut found.mistaken };
            let place = places.get(&row.instruction).zip(spans.get(&row.instruction));
            let there = place.and_then(|((structure, real), seen)| {
                let start = (field.start + real.start).checked_sub(seen.start)?;
                Some((structure.clone(), start, field.width()))
            });
            let at = without.view.facts().symbol(row.instruction);
            match there {
                Some(field) if truth.fields.contains(&field) => {
                    if is_certain {
                        found.certain.insert(field.clone());
                    }
                    found.recovered.insert(field);
                }
                Some(field) => {
                    wrong.insert(format!("{} (as {at})", display(&field)));
                }
                // Debug information does not contain the type of this pointer; but there is a structure with such a
                // field, and accesses to it.
                None if possible[row.structure].contains(&row.field) => {
                    found.unplaced.insert(row.instruction);
                }
                None => {
                    let name = name(without, structure.key);
                    wrong.insert(format!("{name} {}..{} (as {at})", field.start, field.end));
                }
            }
        }
        found
    }
}

/// The structures of the source, with the fields of nested structures.
struct FlatStructures<'t> {
    debug_info: DebugInfo<'t, 'static>,
    accessed: &'t BTreeSet<Field>,
}

impl<'t> FlatStructures<'t> {
    fn new(with_debug: &'t BitFields<'static>, accessed: &'t BTreeSet<Field>) -> Self {
        Self { debug_info: DebugInfo::new(&with_debug.view), accessed }
    }

    /// The fields of a structure, by number, that match accessed fields of a structure of the source: the structure
    /// with the most matches.
    fn most_of(&self, structure: &Structure) -> BTreeSet<usize> {
        let all = self.debug_info.all().into_iter().map(|node| {
            let fields = structure.fields.iter().enumerate();
            let fields = fields.filter(|(_, field)| self.is_accessed(node, field.span));
            fields.map(|(number, _)| number).collect::<BTreeSet<usize>>()
        });
        all.max_by_key(BTreeSet::len).unwrap_or_default()
    }

    fn is_accessed(&self, node: MetadataId, span: Span) -> bool {
        let Some(inner) = self.debug_info.inner(node, span.start) else { return false };
        let Some(declared) = self.debug_info.declared(inner.structure) else { return false };
        let names = declared.members.iter().map(|it| it.name.as_str());
        let structure = identity(&declared.name, names);
        self.accessed.contains(&(structure, inner.offset, span.width()))
    }
}

/// Whether both modules only differ in debug information, or are two builds of one program.
#[derive(Clone, Copy)]
enum Build {
    Same,
    Other,
}

type Places = BTreeMap<InstructionId, (String, Span)>;

/// The fields of accesses according to debug information.
fn places_of_instructions(with_debug: &BitFields, declared: &BTreeMap<Key, String>) -> Places {
    let places = with_debug.accesses.iter().filter_map(|it| {
        let key = with_debug.structures.get(it.structure)?.key;
        Some((it.instruction, (declared.get(&key)?.clone(), it.span)))
    });
    places.collect()
}

/// The fields of accesses according to the names of structures, and to the types of parameters of functions with the
/// same name.
fn places_by_name(with_debug: &BitFields, without: &BitFields) -> Places {
    let debug_info = DebugInfo::new(&with_debug.view);
    let mut parameters = BTreeMap::new();
    for (pointer, structure, _) in debug_info.claims().0 {
        if let Some(row) = with_debug.view.argument.first(pointer)
            && let Some(declared) = debug_info.declared(structure)
        {
            let names = declared.members.iter().map(|it| it.name.as_str());
            let function = with_debug.view.facts().symbol(row.function);
            let count = with_debug.view.function_argument().all(row.function).len();
            parameters.insert((function, row.position, count), identity(&declared.name, names));
        }
    }
    let mut nodes = BTreeMap::new();
    for node in debug_info.all() {
        if let Some(declared) = debug_info.declared(node) {
            let names = declared.members.iter().map(|it| it.name.as_str());
            nodes.entry(identity(&declared.name, names)).or_insert(node);
        }
    }
    let view = &without.view;
    let name = |key| match key {
        Key::Type(it) => {
            let row = view.struct_name.first(it)?;
            source_name(&view.facts().display(row.name)).map(str::to_owned)
        }
        Key::Tag(it) => {
            let name = view.metadata_operand.first(it)?.operand_metadata;
            let name = view.metadata_string.first(name)?;
            Some(view.facts().display(name.text).into_owned())
        }
        Key::Unnamed(it) => {
            let row = view.argument.first(it)?;
            // If parameters were removed, it is unknown which ones.
            let count = view.function_argument().all(row.function).len();
            parameters.get(&(view.facts().symbol(row.function), row.position, count)).cloned()
        }
        Key::Source(_) => None,
    };
    // The only structure that has all these fields.
    let by_fields = |structure: &Structure| {
        let has = |node: &&MetadataId| {
            let members = debug_info.declared(**node).map_or(&[][..], |it| &it.members);
            structure.fields.iter().all(|field| {
                members.iter().any(|it| {
                    it.is_bit_field
                        && it.offset == field.span.start
                        && it.size == field.span.width()
                })
            })
        };
        let mut all = nodes.values().filter(has);
        all.next().filter(|_| all.next().is_none()).copied()
    };
    let by_key = without.structures.iter().map(|it| {
        name(it.key).and_then(|name| nodes.get(&name).copied()).or_else(|| by_fields(it))
    });
    let by_key: Vec<Option<MetadataId>> = by_key.collect();
    let places = without.accesses.iter().filter_map(|it| {
        let node = by_key.get(it.structure).copied()??;
        let inner = debug_info.inner(node, it.span.start)?;
        let declared = debug_info.declared(inner.structure)?;
        let names = declared.members.iter().map(|it| it.name.as_str());
        let span = Span { start: inner.offset, end: inner.offset + it.span.width() };
        Some((it.instruction, (identity(&declared.name, names), span)))
    });
    places.collect()
}

fn function_name(found: &BitFields, instruction: InstructionId) -> String {
    let function = found.view.function_of(instruction);
    function.map(|it| found.view.facts().symbol(it)).unwrap_or_default()
}

fn functions_with_bodies(found: &BitFields) -> BTreeSet<String> {
    found.view.facts().block.iter().map(|row| found.view.facts().symbol(row.function)).collect()
}

/// The names of the structures in debug information.
fn declared(found: &BitFields) -> BTreeMap<Key, String> {
    let debug_info = DebugInfo::new(&found.view);
    let structures = found.structures.iter().filter_map(|it| match it.key {
        Key::Source(node) => {
            let declared = debug_info.declared(node)?;
            let names = declared.members.iter().map(|it| it.name.as_str());
            Some((it.key, identity(&declared.name, names)))
        }
        _ => None,
    });
    structures.collect()
}

fn name(found: &BitFields, key: Key) -> String {
    let facts = found.view.facts();
    match key {
        Key::Type(it) => facts.symbol(it),
        Key::Tag(it) | Key::Source(it) => facts.symbol(it),
        Key::Unnamed(it) => facts.symbol(it),
    }
}
