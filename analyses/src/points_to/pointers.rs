//! Points-to sets: rows for scripts, and text for people.

use facts_schema::{Answer, AskedMemory, AskedValue, RelationId};
use points_to::pointers::{Holder, Pointer, Subject};
use points_to::{Analysis, Instance, Object};

use super::columns::{aligned, target_columns};
use super::escape_roots;
use super::lookup::behind;
use super::names::Names;
use super::rows::{Rows, relations_with};

/// The relations of an answer about pointers.
pub fn relations() -> Vec<RelationId> {
    relations_with(OWN)
}

const OWN: &[RelationId] = &[
    RelationId::AskedValue,
    RelationId::AskedMemory,
    RelationId::PointsTo,
    RelationId::MemoryPointsTo,
];

/// The relations of an answer about all pointers.
pub fn whole_relations() -> Vec<RelationId> {
    relations_with(&[OWN, escape_roots::OWN].concat())
}

/// All pointers, and the causes of external pointers, as rows.
pub fn whole_answer<'n>(analysis: &'n Analysis, names: &'n Names<'n>) -> Answer<'n> {
    let mut rows = Rows::new(analysis, names, &[OWN, escape_roots::OWN].concat());
    escape_roots::add(&mut rows, analysis, names);
    rows.add_pointers(analysis.pointers());
    rows.finish()
}

/// The pointers as rows of `points_to` and `memory_points_to`. If the question was about specific
/// subjects, the answer includes them even if they point nowhere.
pub fn answer<'n>(
    analysis: &'n Analysis,
    names: &'n Names<'n>,
    subjects: &[Subject],
    pointers: impl Iterator<Item = Pointer>,
) -> Answer<'n> {
    let mut rows = Rows::new(analysis, names, OWN);
    for subject in subjects {
        match *subject {
            Subject::Value(value) => rows.answer.rows.asked_value.push(AskedValue { value }),
            Subject::Memory(object) => {
                let address = names.address_of(object);
                let asked = address.map(|address| AskedMemory { address });
                rows.answer.rows.asked_memory.extend(asked);
            }
        }
    }
    rows.add_pointers(pointers);
    rows.finish()
}

/// The targets of each subject, as text.
pub fn text(analysis: &Analysis, names: &Names, subjects: &[Subject]) -> String {
    let mut text = String::new();
    for subject in subjects {
        let pointers = analysis.pointers_of(*subject);
        match (*subject, pointers.is_empty()) {
            (Subject::Value(value), true) => {
                let id = names.value_id(value);
                text += &format!("{id}{} points nowhere\n", behind(names, value));
            }
            // The memory of a variable without pointers is only of interest as an address.
            (Subject::Memory(object), true) if subjects.len() == 1 => {
                text += &format!("{} holds no pointers\n", object_name(names, object));
            }
            _ => text += &list(names, &pointers),
        }
    }
    text
}

fn object_name(names: &Names, object: Object) -> String {
    let variable = names.variable_of_object(object).and_then(|it| names.variable(it));
    let id = || names.address_of(object).map(|it| names.value_id(it)).unwrap_or_default();
    variable.unwrap_or_else(id)
}

/// The pointers as text, grouped by holder.
pub fn list(names: &Names, pointers: &[Pointer]) -> String {
    let mut text = String::new();
    for same in pointers.chunk_by(|one, other| one.holder == other.holder) {
        text += &format!("{} may point to:\n", holder(names, same[0].holder));
        let lines = same.iter().map(|pointer| target_columns(names, pointer.target));
        text += &aligned(lines);
    }
    text
}

/// The pointers as text, grouped by target. Pointers to escaped memory are only
/// counted.
pub fn reverse_list(names: &Names, pointers: &[Pointer]) -> String {
    let (external, mut pointers): (Vec<Pointer>, Vec<Pointer>) =
        pointers.iter().partition(|pointer| pointer.target.instance == Instance::EXTERNAL);
    pointers.sort_unstable_by_key(|pointer| (pointer.target, pointer.holder));
    let mut text = String::new();
    for same in pointers.chunk_by(|one, other| one.target == other.target) {
        let [name, _, id] = target_columns(names, same[0].target);
        let id = if id.is_empty() { id } else { format!(" ({id})") };
        text += &format!("pointers that may point to {name}{id}:\n");
        for pointer in same {
            text += &format!("  {}\n", holder(names, pointer.holder));
        }
    }
    if !external.is_empty() {
        let count = external.len();
        let others = if pointers.is_empty() { "" } else { " others" };
        text += &format!(
            "{count}{others} may be external, and point there because it has escaped \
             (--format json lists them)\n"
        );
    }
    text
}

/// The holder of a pointer, as text.
pub fn holder(names: &Names, holder: Holder) -> String {
    match holder {
        Holder::Value(value, part) => {
            let part = if part == 0 { String::new() } else { format!(", byte {part}") };
            format!("{}{part}{}", names.value_id(value), behind(names, value))
        }
        Holder::Memory(location) => {
            let name = names.content(location);
            let id = names.object_id(location.instance);
            if name.starts_with(&id) { name } else { format!("{name} ({id})") }
        }
    }
}
