//! Objects that are known to external code, in rows and in lines.

use points_to::place::Place;
use points_to::{Analysis, Location, Object};

use super::names::Names;
use super::pointers::{Objects, aligned, target_columns};
use crate::answer::{Answer, Relation};

/// The objects known to external code that are not its own, as rows of `escaped_object`.
pub fn relation(analysis: &Analysis, names: &Names) -> Answer {
    const COLUMNS: &[&str] = &["object", "kind", "name", "file", "directory", "line", "column"];
    let mut objects = Objects::new(names);
    let mut relation = Relation::new("escaped_object", COLUMNS);
    for location in locations(analysis) {
        let object = objects.cells(location.instance);
        let mut row = vec![object.id, object.kind, names.location(location).into()];
        row.extend(object.place);
        relation.rows.push(row);
    }
    Answer { facts: Vec::new(), relations: vec![relation] }
}

/// The same for a person.
pub fn text(analysis: &Analysis, names: &Names) -> String {
    let lines: Vec<_> = locations(analysis).map(|it| target_columns(names, it)).collect();
    if lines.is_empty() {
        return "External code knows no object of the module.\n".to_owned();
    }
    "External code knows, and may read, change and call:\n".to_owned() + &aligned(lines.into_iter())
}

/// The beginnings of the objects.
fn locations<'a>(analysis: &'a Analysis) -> impl Iterator<Item = Location> + 'a {
    let escaped = analysis.solution.escaped.iter();
    let own = escaped.filter(|instance| instance.object != Object::EXTERNAL);
    own.map(|instance| Location { instance: *instance, place: Place::At(0) })
}
