//! The table `instruction_source`, with the rows of the view of the same name.

use facts_schema::view::Index;
use facts_schema::{
    Entity, EntityId, Facts, Ids, Instruction, RowSink, SourceFile, SourceLocation, Text,
};
use rusqlite::Connection;

use super::insert::Inserter;

/// Inserts a row for each instruction that has a source location. Unknown parts of a location are
/// NULL.
pub(super) fn insert_source(
    database: &Connection,
    facts: &Facts,
    ids: Ids,
) -> rusqlite::Result<()> {
    let located = located(facts);
    let is_id = [true, true, false, false, false, false, false];
    let is_symbol = is_id.map(|it| it && ids == Ids::Symbol).to_vec();
    let mut rows =
        Inserter::new(database, facts, "instruction_source", is_symbol, located.len() as u64)?;
    for (instruction, subprogram, file, location) in located {
        rows.id(Entity::Instruction, instruction.instruction.number())?;
        rows.id(Entity::Function, instruction.function.number())?;
        text_or_null(&mut rows, subprogram)?;
        text_or_null(&mut rows, file.map(|file| file.directory))?;
        text_or_null(&mut rows, file.map(|file| file.name))?;
        rows.number(location.line.into())?;
        rows.number(location.column.into())?;
        rows.end_row()?;
    }
    Ok(())
}

fn text_or_null(rows: &mut Inserter, text: Option<Text>) -> rusqlite::Result<()> {
    match text {
        Some(text) => rows.text(text),
        None => rows.null(),
    }
}

/// An instruction with the name of the source function that it comes from, its file and its
/// location.
type Located = (Instruction, Option<Text>, Option<SourceFile>, SourceLocation);

fn located(facts: &Facts) -> Vec<Located> {
    let index = Index::new(facts);
    let mut located = Vec::with_capacity(facts.instruction_location.len());
    for placed in &facts.instruction_location {
        for &instruction in index.instruction.all(placed.instruction) {
            for &location in index.source_location.all(placed.location) {
                for file in files(&index, location) {
                    for subprogram in subprograms(&index, location) {
                        located.push((instruction, subprogram, file, location));
                    }
                }
            }
        }
    }
    located
}
/// The files of a location. As in a LEFT JOIN, a location without a file yields one row without a
/// file.
fn files<'i>(
    index: &'i Index,
    location: SourceLocation,
) -> impl Iterator<Item = Option<SourceFile>> + 'i {
    let scopes = left_join(index.scope_file.all(location.scope));
    scopes.flat_map(|scope| left_join(scope.map_or(&[], |it| index.source_file.all(it.file))))
}

/// The names of the source functions of a location, also as in a LEFT JOIN.
fn subprograms<'i>(
    index: &'i Index,
    location: SourceLocation,
) -> impl Iterator<Item = Option<Text>> + 'i {
    let scopes = left_join(index.scope_subprogram.all(location.scope));
    let subprograms =
        scopes.flat_map(|it| left_join(it.map_or(&[], |it| index.subprogram.all(it.subprogram))));
    subprograms.map(|it| it.map(|it| it.name))
}

/// The rows, or `None` once if there are no rows.
fn left_join<R: Copy>(rows: &[R]) -> impl Iterator<Item = Option<R>> {
    let nothing = rows.is_empty().then_some(None);
    rows.iter().copied().map(Some).chain(nothing)
}
