//! The bit fields of a module: which there are, who reads and writes them, how their words are laid
//! out, where poison can spread between them, and what explicit packing would change.

mod counts;
mod derive;
mod initialised;
mod layout;
mod leaks;
mod loads;
pub mod relations;
mod text;

use bit_fields::debug_info::DebugInfo;
use bit_fields::pointees::Key;
use bit_fields::recover::{self, BitFields};
use bit_fields::source::Source;
use bit_fields::structures::BySource;
use facts_schema::{EntityId, Facts, FunctionId, InstructionId, MetadataId, TypeId};
use rustc_hash::FxHashMap;

pub use counts::Counts;
pub use layout::{Layout, Piece, Word};
pub use leaks::Leak;
pub use loads::CombinedLoad;

use crate::source::Places;

/// What is known of the bit fields of a module.
pub struct Report<'a> {
    /// What the rules found.
    pub found: BitFields<'a>,
    /// The structures, in the order of `found`.
    pub structures: Vec<Described>,
    /// The stores that may spread poison.
    pub leaks: Vec<Leak>,
    /// The loads of several members at once.
    pub combined_loads: Vec<CombinedLoad>,
    /// How many instructions each function has, and would have: those with accesses to bit fields.
    pub counts: Vec<(FunctionId, Counts)>,
}

/// A structure, as it is called and laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// Its name: in the source, of its type, or of a pointer to it.
    pub name: String,
    /// Its type, if the module names it.
    pub r#type: Option<TypeId>,
    /// Its node in the debug information.
    pub declaration: Option<MetadataId>,
    /// The names of its fields; those without have their bits.
    pub fields: Vec<String>,
    /// How it is laid out.
    pub layout: Layout,
}

/// Finds the bit fields of a module.
pub fn bit_fields(facts: &Facts) -> Report<'_> {
    let found = recover::recover(Source::new(facts));
    let structures = describe(&found);
    let leaks = leaks::leaks(&found);
    let combined_loads = loads::combined_loads(&found, &structures);
    let counts = counts::counts(&found);
    Report { found, structures, leaks, combined_loads, counts }
}

impl<'a> Report<'a> {
    /// The facts that it is about.
    fn facts(&self) -> &'a Facts {
        self.found.source.facts
    }

    /// Where an instruction is in the source, as `file:line:column`, or else its readable id.
    fn place(&self, instruction: InstructionId) -> String {
        let places = Places::new(self.facts(), &self.found.source.index);
        match places.instruction(instruction) {
            Some((place, _)) => place.to_string(),
            None => self.instruction(instruction),
        }
    }

    /// The readable id of an instruction.
    fn instruction(&self, instruction: InstructionId) -> String {
        match self.facts().instruction.get(instruction.index()) {
            Some(_) => self.facts().symbol(instruction),
            None => format!("instruction {}", instruction.number()),
        }
    }

    /// What a field is called, with its structure.
    fn field(&self, structure: usize, field: usize) -> String {
        let described = self.structures.get(structure);
        described.map(|it| field_name(it, field)).unwrap_or_default()
    }
}

/// What a field is called, with its structure.
fn field_name(described: &Described, field: usize) -> String {
    let name = described.fields.get(field).map_or("", String::as_str);
    match name.starts_with('[') {
        true => format!("{}{name}", described.name),
        false => format!("{}.{name}", described.name),
    }
}

fn describe(found: &BitFields) -> Vec<Described> {
    let source = &found.source;
    let debug_info = DebugInfo::new(source);
    let types = BySource::new(source, &debug_info).by_name();
    let types: FxHashMap<MetadataId, TypeId> =
        types.into_iter().map(|(r#type, node)| (node, r#type)).collect();
    let mut used: FxHashMap<String, usize> = FxHashMap::default();
    let mut described = Vec::new();
    for (number, structure) in found.structures.iter().enumerate() {
        let (declaration, r#type) = match structure.key {
            Key::Source(node) => (Some(node), types.get(&node).copied()),
            Key::Type(r#type) => (None, Some(r#type)),
            Key::Tag(_) | Key::Unnamed(_) => (None, None),
        };
        let declared = declaration.and_then(|node| debug_info.declared(node));
        let mut name = match structure.key {
            Key::Source(_) => match declared {
                Some(declared) if !declared.name.is_empty() => declared.name.clone(),
                Some(declared) => {
                    let names = declared.members.iter().map(|it| it.name.as_str());
                    let names = names.filter(|it| !it.is_empty());
                    format!("{{{}}}", names.collect::<Vec<_>>().join(", "))
                }
                None => String::new(),
            },
            Key::Type(r#type) => source.facts.symbol(r#type),
            Key::Tag(node) => {
                let name = source.index.metadata_operand.first(node).map(|row| row.operand);
                let name = name.and_then(|it| source.index.metadata_string.first(it));
                name.map(|row| source.facts.display(row.text).into_owned()).unwrap_or_default()
            }
            Key::Unnamed(value) => source.facts.symbol(value),
        };
        let count = used.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            name += &format!(" ({count})");
        }
        let fields = structure.fields.iter().map(|field| {
            let members = declared.map_or(&[][..], |it| &it.members);
            let member = members.iter().find(|it| Some(it.node) == field.member);
            match member.map(|it| it.name.as_str()) {
                Some(name) if !name.is_empty() => name.to_owned(),
                _ => format!("[{}..{}]", field.span.start, field.span.end),
            }
        });
        let fields = fields.collect();
        let layout = layout::layout(found, number, r#type, declared);
        described.push(Described { name, r#type, declaration, fields, layout });
    }
    described
}
