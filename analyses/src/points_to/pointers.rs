//! Which pointers point where: rows for scripts, and lines for people.

use facts_schema::{ObjectKind, ValueId, Word};
use points_to::pointers::{Holder, Pointer, Subject};
use points_to::{Analysis, Instance, Location, Object, Origin};
use rustc_hash::FxHashMap;

use super::lookup::behind;
use super::names::{Names, location_id};
use crate::answer::{Answer, Cell, Relation, Table, Tables};

const VALUES: &[&str] = &[
    "value",
    "value_offset",
    "variable",
    "function",
    "pointee",
    "object",
    "kind",
    "offset",
    "stride",
    "end_offset",
    "name",
    "file",
    "directory",
    "line",
    "column",
];

const MEMORY: &[&str] = &[
    "memory_location",
    "object",
    "offset",
    "stride",
    "end_offset",
    "name",
    "pointee",
    "target",
    "target_kind",
    "target_offset",
    "target_stride",
    "target_end_offset",
    "target_name",
    "file",
    "directory",
    "line",
    "column",
];

/// The pointers as rows of `points_to` and `memory_points_to`. The place in the source is that of the
/// object pointed to.
pub fn relations(names: &Names, pointers: impl IntoIterator<Item = Pointer>) -> Answer {
    let mut objects = Objects::new(names);
    let mut values = Relation::new("points_to", VALUES);
    let mut memory = Relation::new("memory_points_to", MEMORY);
    for pointer in pointers {
        let relation = match pointer.holder {
            Holder::Value(..) => &mut values,
            Holder::Memory(_) => &mut memory,
        };
        relation.rows.push(objects.row(pointer));
    }
    Answer { facts: Vec::new(), relations: vec![values, memory] }
}

/// All pointers as rows of the same relations, which are made when they are written.
pub fn tables<'r>(analysis: &'r Analysis, names: &'r Names) -> Tables<'r> {
    let values = Table::new("points_to", VALUES, move || {
        let mut objects = Objects::new(names);
        analysis.pointers_in_values().map(move |it| objects.row(it).into())
    });
    let memory = Table::new("memory_points_to", MEMORY, move || {
        let mut objects = Objects::new(names);
        analysis.pointers_in_memory().map(move |it| objects.row(it).into())
    });
    Tables { facts: &[], tables: vec![values, memory] }
}

/// What rows say of objects.
pub(super) struct Objects<'n, 'a> {
    names: &'n Names<'a>,
    known: FxHashMap<Instance, ObjectCells>,
    /// The last value, with what rows say of it: those of a value follow each other.
    value: Option<(ValueId, [Cell; 3])>,
    locations: FxHashMap<Location, Cell>,
    contents: FxHashMap<Location, Cell>,
}

/// What rows say of an object.
#[derive(Clone)]
pub(super) struct ObjectCells {
    pub id: Cell,
    pub kind: Cell,
    /// File, directory, line and column.
    pub place: [Cell; 4],
}

impl<'n, 'a> Objects<'n, 'a> {
    pub fn new(names: &'n Names<'a>) -> Self {
        Self {
            names,
            known: FxHashMap::default(),
            value: None,
            locations: FxHashMap::default(),
            contents: FxHashMap::default(),
        }
    }

    /// The row of a pointer, in the relation of what holds it.
    fn row(&mut self, Pointer { holder, target }: Pointer) -> Vec<Cell> {
        let mut row = match holder {
            Holder::Value(value, part) => {
                let [id, variables, function] = self.value(value);
                vec![id, part.into(), variables, function]
            }
            Holder::Memory(location) => {
                let (offset, stride, end) = location.place.columns();
                let object = self.cells(location.instance).id;
                let name = self.content(location);
                let id = memory_location(&object, location);
                vec![id, object, offset.into(), stride.into(), end.into(), name]
            }
        };
        row.push(memory_location(&self.cells(target.instance).id, target));
        row.extend(self.target(target));
        row
    }

    /// What rows say of where a pointer points: object, kind, offset, stride, end of the offsets,
    /// name, and place in the source.
    pub fn target(&mut self, target: Location) -> impl Iterator<Item = Cell> + use<> {
        let ObjectCells { id, kind, place } = self.cells(target.instance);
        let (offset, stride, end) = target.place.columns();
        let name = self.location(target);
        [id, kind, offset.into(), stride.into(), end.into(), name].into_iter().chain(place)
    }

    /// Id, variables and function of a value.
    fn value(&mut self, value: ValueId) -> [Cell; 3] {
        if let Some((last, cells)) = &self.value
            && *last == value
        {
            return cells.clone();
        }
        let names = self.names;
        let function = names.owner_of(value).map(|it| names.function_id(it));
        let cells =
            [names.value_id(value).into(), names.variables_of(value).into(), function.into()];
        self.value = Some((value, cells.clone()));
        cells
    }

    /// What a pointer to the location points to, as in the source.
    fn location(&mut self, location: Location) -> Cell {
        let name = || self.names.location(location).into();
        self.locations.entry(location).or_insert_with(name).clone()
    }

    /// What lies at the location, as in the source.
    fn content(&mut self, location: Location) -> Cell {
        let name = || self.names.content(location).into();
        self.contents.entry(location).or_insert_with(name).clone()
    }

    pub fn cells(&mut self, instance: Instance) -> ObjectCells {
        let names = self.names;
        let cells = || ObjectCells {
            id: names.object_id(instance).into(),
            kind: names.kind(instance.object).as_str().into(),
            place: place_cells(names.object_place(instance)),
        };
        self.known.entry(instance).or_insert_with(cells).clone()
    }
}

/// The id of a location in the object with this id.
fn memory_location(object: &Cell, location: Location) -> Cell {
    location_id(&object.text(), location.place).into()
}

/// File, directory, line and column of a place.
pub(super) fn place_cells(place: Option<crate::source::Place>) -> [Cell; 4] {
    let Some(place) = place else { return [const { Cell::Missing }; 4] };
    let known = |number: u32| Some(number).filter(|number| *number > 0);
    let directory = Some(place.directory).filter(|it| !it.is_empty());
    [place.file.into(), directory.into(), known(place.line).into(), known(place.column).into()]
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
