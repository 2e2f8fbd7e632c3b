//! Columns that say where in the source the ids beside them are.

use analyses::source::SourceLines;
use facts_schema::Facts;
use query::facts::FactsSource;
use query::plan::Output;
use query::value::{Kind, Symbols, Table};

/// What is added to the name of a column of ids for the column of their places.
const SUFFIX: &str = "_source";

/// Types whose ids have places.
const TYPES: [&str; 5] = ["Instruction", "Block", "Function", "Value", "Metadata"];

/// Adds to an output, after each column of ids, one with `file:line:column`. It is empty where nothing is known.
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
    let places: Vec<_> = source
        .entities(ids.map(|(word, _)| *word), symbols)
        .into_iter()
        .filter_map(|(id, (entity, number))| Some((id, lines.of(entity, number)?.to_string())))
        .collect();
    let places: std::collections::HashMap<_, _> =
        places.into_iter().map(|(id, place)| (id, symbols.intern(place.as_bytes()))).collect();
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
        let place = has_place.then(|| (format!("{}{SUFFIX}", column.0), Kind::Symbol));
        std::iter::once(column.clone()).chain(place)
    });
    output.columns = columns.collect();
}
