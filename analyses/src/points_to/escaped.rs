//! Escaped objects, as rows and as text.

use facts_schema::{Answer, EscapedObject, RelationId};
use points_to::offsets::Offsets;
use points_to::{Analysis, Instance, Location, Object};

use super::columns::{aligned, target_columns};
use super::escape_roots;
use super::names::Names;
use super::rows::{Rows, relations_with};

const OWN: &[RelationId] = &[
    RelationId::EscapedObject,
    RelationId::EscapeRoot,
    RelationId::EscapeRootFunction,
    RelationId::GivenUpObject,
];

/// The relations of an answer about escaped objects.
pub fn relations() -> Vec<RelationId> {
    relations_with(OWN)
}

/// The objects of the module that have escaped, as rows of
/// `escaped_object`.
pub fn answer<'n>(analysis: &'n Analysis, names: &'n Names<'n>) -> Answer<'n> {
    let mut rows = Rows::new(analysis, names, OWN);
    for location in locations(analysis) {
        let Some(object) = rows.object(location.instance) else { continue };
        rows.pointee(location);
        rows.answer.rows.escaped_object.push(EscapedObject { object });
    }
    escape_roots::add(&mut rows, analysis, names);
    rows.finish()
}

/// The escaped objects as text.
pub fn text(analysis: &Analysis, names: &Names) -> String {
    let lines: Vec<_> = locations(analysis).map(|it| target_columns(names, it)).collect();
    if lines.is_empty() {
        return "No object of the module escapes.\n".to_owned();
    }
    let head = "Escaped objects, which external code may read, change and call:\n".to_owned();
    head + &aligned(lines.into_iter()) + "\n" + &escape_roots::text(analysis, names)
}

/// The locations at the start of the module's objects.
fn locations<'a>(analysis: &'a Analysis) -> impl Iterator<Item = Location> + 'a {
    instances(analysis).map(|instance| Location { instance, offsets: Offsets::At(0) })
}

/// The escaped objects of the module.
pub(super) fn instances<'a>(analysis: &'a Analysis) -> impl Iterator<Item = Instance> + 'a {
    let escaped = analysis.solution.escaped.iter().copied();
    escaped.filter(|it| ![Object::EXTERNAL, Object::LIBRARY].contains(&it.object))
}
