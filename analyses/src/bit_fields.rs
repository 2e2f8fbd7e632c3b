//! Answers about bit fields with names and source locations, as text and as relations.
//!
//! The package [`mod@bit_fields`] derives the results reported here.

mod layout;
pub mod relations;
mod text;

use ::bit_fields::Analysis;
use ::bit_fields::debug_info::DebugInfo;
use ::bit_fields::derived::Derived;
use ::bit_fields::loads::{CombinedLoad, LoadedMember};
use ::bit_fields::partition::Span;
use ::bit_fields::pointees::Key;
use facts_schema::{Entity, EntityId, Facts, InstructionId};
use rustc_hash::FxHashMap;

use crate::source::FileLocations;
use layout::explicitly_packed;

/// The bit fields of a module with their names.
pub struct Report<'a> {
    /// The results of the rules.
    pub analysis: Analysis<'a>,
    /// The names of each structure, by the structure's number.
    pub names: Vec<Names>,
    /// For each combined load, the names of the members that it loads.
    pub loaded_members: Vec<Vec<String>>,
}

/// The names of a structure and of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The name of the structure in the source, of its type, or of a pointer to it.
    pub name: String,
    /// The names of its fields. Fields without a name are identified by their bits.
    pub fields: Vec<String>,
    /// Its layout as an explicitly packed structure; `None` if members overlap.
    pub packed: Option<String>,
}

/// Finds the bit fields of a module.
pub fn bit_fields(facts: &Facts) -> Report<'_> {
    let analysis = ::bit_fields::analyze(facts);
    let debug_info = DebugInfo::new(&analysis.found.view);
    let names = names(&analysis, &debug_info);
    let loaded_members = loaded_members(&analysis, &debug_info, &names);
    Report { names, loaded_members, analysis }
}

impl Names {
    /// The name of a field, qualified by the name of the structure.
    fn field(&self, field: usize) -> String {
        let name = self.fields.get(field).map_or("", String::as_str);
        match name.starts_with('[') {
            true => format!("{}{name}", self.name),
            false => format!("{}.{name}", self.name),
        }
    }
}

impl<'a> Report<'a> {
    /// Adds the derived relations, and the readable ids of structures and bit fields, limited to
    /// certain results.
    pub fn derive(&self, facts: &mut Facts) {
        self.name_derived(self.analysis.derive(facts), facts);
    }

    /// Like [`Self::derive`] for all structures and bit fields, including uncertain results.
    fn derive_all(&self, facts: &mut Facts) {
        self.name_derived(self.analysis.derive_all(facts), facts);
    }

    /// Adds the readable ids of structures and bit fields.
    fn name_derived(&self, derived: Derived, facts: &mut Facts) {
        let structures = facts.symbols.table_mut(Entity::Structure);
        for number in derived.structures {
            let name = self.names.get(number).map_or("", |it| it.name.as_str());
            structures.push(name.as_bytes());
        }
        let fields = facts.symbols.table_mut(Entity::BitField);
        for (structure, field) in derived.fields {
            fields.push(self.field(structure, field).as_bytes());
        }
    }

    /// The facts of the analysed module.
    fn facts(&self) -> &'a Facts {
        self.analysis.found.view.facts()
    }

    /// The source location of an instruction as `file:line:column`, or its readable id if it has no
    /// location.
    fn place(&self, instruction: InstructionId) -> String {
        match self.places().instruction(instruction) {
            Some((place, _)) => place.to_string(),
            None => self.instruction(instruction),
        }
    }

    fn places(&self) -> FileLocations<'_, 'a> {
        let view = &self.analysis.found.view;
        FileLocations::new(view.facts(), view, view.debug_fields())
    }

    /// The readable id of an instruction.
    fn instruction(&self, instruction: InstructionId) -> String {
        match self.facts().instruction.get(instruction.index()) {
            Some(_) => self.facts().symbol(instruction),
            None => format!("instruction {}", instruction.number()),
        }
    }

    /// The name of a field, qualified by the name of its structure.
    fn field(&self, structure: usize, field: usize) -> String {
        self.names.get(structure).map(|it| it.field(field)).unwrap_or_default()
    }

    /// The vector type that would keep the members of a load separate.
    fn vector(load: &CombinedLoad) -> String {
        format!("<{} x i{}>", load.element_count(), load.element_width.max(1))
    }
}

fn names(analysis: &Analysis, debug_info: &DebugInfo) -> Vec<Names> {
    let found = &analysis.found;
    let view = &found.view;
    let mut used: FxHashMap<String, usize> = FxHashMap::default();
    let mut names = Vec::new();
    for (structure, outline) in found.structures.iter().zip(&analysis.outlines) {
        let declared = match structure.key {
            Key::Source(node) => debug_info.declared(node),
            Key::Type(_) | Key::Tag(_) | Key::Unnamed(_) => None,
        };
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
            Key::Type(r#type) => view.facts().symbol(r#type),
            Key::Tag(node) => {
                let name = view.metadata_operand.first(node).map(|row| row.operand_metadata);
                let name = name.and_then(|it| view.metadata_string.first(it));
                name.map(|row| view.facts().display(row.text).into_owned()).unwrap_or_default()
            }
            Key::Unnamed(value) => view.facts().symbol(value),
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
        let packed = explicitly_packed(&outline.layout, view.facts());
        names.push(Names { name, fields, packed });
    }
    names
}

/// The names of the members that each combined load loads, qualified by the names of their
/// structures.
fn loaded_members(
    analysis: &Analysis,
    debug_info: &DebugInfo,
    names: &[Names],
) -> Vec<Vec<String>> {
    let name = |&(member, span): &(LoadedMember, Span)| {
        let (key, node) = match member {
            LoadedMember::Field(structure, field) => {
                return names.get(structure).map(|it| it.field(field)).unwrap_or_default();
            }
            LoadedMember::Member(key, node) => (key, node),
        };
        let (structure, declared) = match key {
            Key::Source(node) => {
                let declared = debug_info.declared(node);
                (declared.map(|it| it.name.clone()).unwrap_or_default(), declared)
            }
            Key::Type(r#type) => (analysis.found.view.facts().symbol(r#type), None),
            Key::Tag(_) | Key::Unnamed(_) => (String::new(), None),
        };
        let members = declared.map_or(&[][..], |it| &it.members);
        let member = members.iter().find(|it| Some(it.node) == node);
        match member.map(|it| it.name.as_str()).filter(|it| !it.is_empty()) {
            Some(name) => format!("{structure}.{name}"),
            None => format!("{structure}[{}..{}]", span.start, span.end),
        }
    };
    analysis.combined_loads.iter().map(|load| load.members.iter().map(name).collect()).collect()
}
