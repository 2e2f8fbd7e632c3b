//! Which pointers point where: rows for scripts, and lines for people.

use facts_schema::{
    Answer, AskedMemory, AskedValue, EntityId, ObjectKind, RelationId, ValueId, ValueKind, Word,
};
use points_to::{Instance, Location, Object, Origin};
use rustc_hash::FxHashSet;

use super::Analysis;
use super::lookup::{Subject, behind};
use super::names::Names;
use super::rows::{Rows, relations_with};

/// A pointer, and where it may point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer {
    /// Where the pointer is.
    pub holder: Holder,
    /// Where it may point.
    pub target: Location,
}

/// What holds a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// A value, from this byte of it on.
    Value(ValueId, u32),
    /// Memory.
    Memory(Location),
}

impl Analysis<'_> {
    /// Where the value may point: in all contexts of its function together.
    pub fn pointers_of_value(&self, value: ValueId) -> Vec<Pointer> {
        let mut pointers = Vec::new();
        for (part, variable) in self.constraints.parts_of(value) {
            let nodes = self.solution.contexts_of(variable);
            let sets: FxHashSet<_> = nodes.iter().map(|(_, set)| *set).collect();
            let holder = Holder::Value(value, part);
            for target in sets.into_iter().flat_map(|set| self.solution.set(set)) {
                pointers.push(Pointer { holder, target });
            }
        }
        pointers.sort_unstable();
        pointers.dedup();
        pointers
    }

    /// Where the pointers in an object may point: in all contexts of it.
    pub fn pointers_in_object(&self, object: Object) -> Vec<Pointer> {
        let stored = &self.solution.stored;
        let start = stored.partition_point(|(it, _)| it.instance.object < object);
        let rows = stored[start..].iter().take_while(|(it, _)| it.instance.object == object);
        rows.flat_map(|(location, set)| {
            let holder = Holder::Memory(*location);
            self.solution.set(*set).map(move |target| Pointer { holder, target })
        })
        .collect()
    }

    /// What all this is about points to.
    pub fn pointers_of(&self, subject: Subject) -> Vec<Pointer> {
        match subject {
            Subject::Value(value) => self.pointers_of_value(value),
            Subject::Memory(object) => self.pointers_in_object(object),
        }
    }

    /// All pointers: those in values, then those in memory.
    pub fn pointers(&self) -> impl Iterator<Item = Pointer> + '_ {
        self.pointers_in_values().chain(self.pointers_in_memory())
    }

    /// All pointers in values.
    pub fn pointers_in_values(&self) -> impl Iterator<Item = Pointer> + '_ {
        let mut values: Vec<_> = self.constraints.values.iter().map(|(value, ..)| *value).collect();
        values.dedup();
        values.into_iter().flat_map(|value| self.pointers_of_value(value))
    }

    /// All pointers in memory.
    pub fn pointers_in_memory(&self) -> impl Iterator<Item = Pointer> + '_ {
        self.solution.stored.iter().flat_map(|(location, set)| {
            let holder = Holder::Memory(*location);
            self.solution.set(*set).map(move |target| Pointer { holder, target })
        })
    }

    /// All pointers that may point to one of the objects. If external code knows one of them, these
    /// are also all others that may point to what external code knows.
    pub fn pointers_to(&self, objects: &[Instance]) -> Vec<Pointer> {
        let objects: FxHashSet<_> = objects.iter().copied().collect();
        let is_known = objects.iter().any(|it| self.solution.is_escaped(*it));
        let (mut found, external): (Vec<Pointer>, Vec<Pointer>) = self
            .pointers()
            .filter(|pointer| {
                let instance = pointer.target.instance;
                objects.contains(&instance) || is_known && instance == Instance::EXTERNAL
            })
            .partition(|pointer| objects.contains(&pointer.target.instance));
        let explicit: FxHashSet<_> = found.iter().map(|pointer| pointer.holder).collect();
        found.extend(external.into_iter().filter(|it| !explicit.contains(&it.holder)));
        found
    }

    /// Whether a value is computed or given to a function when the program runs.
    pub fn is_local(&self, value: ValueId) -> bool {
        let kind = self.facts.value.get(value.index()).map(|row| row.kind);
        matches!(kind, Some(ValueKind::Argument | ValueKind::Instruction))
    }
}

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

/// The pointers as rows of `points_to` and `memory_points_to`. If the question was about some subjects,
/// these are part of the answer, also if they point nowhere.
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

/// What each subject points to, in lines for a person.
pub fn text(analysis: &Analysis, names: &Names, subjects: &[Subject]) -> String {
    let mut text = String::new();
    for subject in subjects {
        let pointers = analysis.pointers_of(*subject);
        match (*subject, pointers.is_empty()) {
            (Subject::Value(value), true) => {
                let id = names.value_id(value);
                text += &format!("{id}{} points nowhere\n", behind(names, value));
            }
            // The memory of a variable that holds no pointers is of no interest beside its address.
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

/// The pointers, each with a heading for what holds it.
pub fn list(names: &Names, pointers: &[Pointer]) -> String {
    let mut text = String::new();
    for same in pointers.chunk_by(|one, other| one.holder == other.holder) {
        text += &format!("{} may point to:\n", holder(names, same[0].holder));
        let lines = same.iter().map(|pointer| target_columns(names, pointer.target));
        text += &aligned(lines);
    }
    text
}

/// The pointers by what they point to, each with a heading for that. Those that point to what external
/// code knows are only counted.
pub fn reverse_list(names: &Names, pointers: &[Pointer]) -> String {
    let (external, mut pointers): (Vec<Pointer>, Vec<Pointer>) =
        pointers.iter().partition(|pointer| pointer.target.instance == Instance::EXTERNAL);
    pointers.sort_unstable_by_key(|pointer| (pointer.target, pointer.holder));
    let mut text = String::new();
    for same in pointers.chunk_by(|one, other| one.target == other.target) {
        let [name, _, id] = target_columns(names, same[0].target);
        let id = if id.is_empty() { id } else { format!(" ({id})") };
        text += &format!("what may point to {name}{id}:\n");
        for pointer in same {
            text += &format!("  {}\n", holder(names, pointer.holder));
        }
    }
    if !external.is_empty() {
        let count = external.len();
        let others = if pointers.is_empty() { "" } else { " others" };
        text += &format!(
            "{count}{others} may be external, and point there for external code knows it \
             (--format json lists them)\n"
        );
    }
    text
}

/// What holds a pointer, for a person.
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

/// Name, kind and id of what a pointer points to.
pub(super) fn target_columns(names: &Names, target: Location) -> [String; 3] {
    let kind = match names.kind(target.instance.object) {
        ObjectKind::External => "what external code owns or knows".to_owned(),
        ObjectKind::Stack => match names.origin(target.instance.object) {
            Origin::Stack(alloca) => match names.function_of(alloca) {
                Some(function) => format!("stack of {}", names.function(function)),
                None => "stack".to_owned(),
            },
            _ => "stack".to_owned(),
        },
        kind => kind.as_str().replace('_', " "),
    };
    let name = names.location(target);
    let id = names.object_id(target.instance);
    let place = super::names::offset(target.place);
    let id = if name == format!("{id}{place}") { String::new() } else { format!("{id}{place}") };
    [name, kind, id]
}

/// Lines of columns, each as wide as its widest cell.
pub(super) fn aligned<const N: usize>(rows: impl Iterator<Item = [String; N]>) -> String {
    /// Wider cells do not move those of other lines.
    const WIDEST: usize = 60;
    let rows: Vec<_> = rows.collect();
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.filter(|width| *width <= WIDEST).max().unwrap_or_default()
    };
    let widths: Vec<_> = (0..N).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths);
        let line: Vec<_> = cells.map(|(cell, width)| format!("{cell:width$}")).collect();
        text += &format!("  {}\n", line.join("  ").trim_end());
    }
    text
}
