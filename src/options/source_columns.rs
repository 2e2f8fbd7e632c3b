//! Columns with the source locations of ids.

use std::collections::HashMap;

use analyses::source::SourceLines;
use facts_schema::Facts;
use query::facts::FactsSource;
use query::plan::Output;
use query::value::{Primitive, Symbols, Table};

/// The suffix of the names of these columns.
const SUFFIX: &str = "_source";

/// Types whose ids have source locations.
const TYPES: [&str; 5] = ["Instruction", "Block", "Function", "Value", "Metadata"];

/// Adds to an output, after each column of ids, one with `file:line:column`, or empty if the location is unknown.
pub fn with_places(
    output: &mut Output,
    rows: &mut Table,
    module: &Facts,
    source: &FactsSource,
    symbols: &mut Symbols,
) {
    let has_place: Vec<bool> = output.types.iter().map(|it| TYPES.contains(&it.as_str())).collect();
    let lines = SourceLines::new(module);
    let ids = rows.rows().flat_map(|row| row.iter().zip(&has_place).filter(|it| *it.1));
    let entities = source.entities(ids.map(|(word, _)| *word), symbols);
    let places: HashMap<_, _> = entities
        .into_iter()
        .filter_map(|(id, (entity, number))| {
            let place = lines.of(entity, number)?;
            Some((id, symbols.intern(place.to_string().as_bytes())))
        })
        .collect();
    let unknown = symbols.intern(b"");

    let mut wider = Table::new(rows.arity() + has_place.iter().filter(|it| **it).count());
    for row in rows.rows() {
        let cells = row.iter().zip(&has_place).flat_map(|(word, has_place)| {
            let place = has_place.then(|| *places.get(word).unwrap_or(&unknown));
            std::iter::once(*word).chain(place)
        });
        wider.push(&cells.collect::<Vec<_>>());
    }
    *rows = wider;
    let columns = output.columns.iter().zip(&has_place).flat_map(|(column, has_place)| {
        let place = has_place.then(|| (format!("{}{SUFFIX}", column.0), Primitive::Symbol));
        std::iter::once(column.clone()).chain(place)
    });
    output.columns = columns.collect();
}
