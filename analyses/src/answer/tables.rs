//! Relations written as JSON, as CSV or for Soufflé, row by row: there may be more rows than fit in
//! memory.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::cell::Cell;

/// Relations, and some numbers and words about all of it.
pub struct Tables<'r> {
    /// What is said of all of it, by name.
    pub facts: &'r [(&'static str, Cell)],
    /// The relations.
    pub tables: Vec<Table<'r>>,
}

/// A relation, whose rows are made when they are written.
pub struct Table<'r> {
    name: &'static str,
    columns: &'static [&'static str],
    rows: Box<dyn Fn() -> Rows<'r> + 'r>,
}

/// Rows, each with a cell for each column.
type Rows<'r> = Box<dyn Iterator<Item = Cow<'r, [Cell]>> + 'r>;

impl<'r> Table<'r> {
    /// The relation of this name, with these columns and rows.
    pub fn new<I>(
        name: &'static str,
        columns: &'static [&'static str],
        rows: impl Fn() -> I + 'r,
    ) -> Self
    where
        I: Iterator<Item = Cow<'r, [Cell]>> + 'r,
    {
        Self { name, columns, rows: Box::new(move || Box::new(rows())) }
    }
}

impl Tables<'_> {
    /// One JSON object. Its keys are the names of relations, the keys of their rows the names of
    /// columns. What is missing has no key.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_json(&self, mut output: impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut output, self)?;
        output.write_all(b"\n")
    }

    /// Comma-separated values with a header, as in RFC 4180. Of several relations, the column
    /// `relation` says which one a row is of; then all have all columns, and those that a relation
    /// does not have are empty.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_csv(&self, output: impl Write) -> io::Result<()> {
        let mut writer = csv::WriterBuilder::new().from_writer(output);
        let columns = self.columns();
        let relation = self.has_marks().then_some("relation");
        writer.write_record(relation.iter().chain(&columns))?;
        for row in self.rows(&columns) {
            writer.write_record(row)?;
        }
        writer.flush()
    }

    /// The same rows as Soufflé reads them: without the header, separated by tabs, escaped as in
    /// folders of facts.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_souffle(&self, mut output: impl Write) -> io::Result<()> {
        for row in self.rows(&self.columns()) {
            let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
            writeln!(output, "{}", cells.join("\t"))?;
        }
        Ok(())
    }

    /// Whether rows say which relation they are of.
    fn has_marks(&self) -> bool {
        self.tables.len() > 1
    }

    /// The columns of all relations, each once.
    fn columns(&self) -> Vec<&'static str> {
        let mut columns = Vec::new();
        for column in self.tables.iter().flat_map(|table| table.columns) {
            if !columns.contains(column) {
                columns.push(*column);
            }
        }
        columns
    }

    fn rows<'s>(&'s self, columns: &'s [&'s str]) -> impl Iterator<Item = Vec<String>> + 's {
        self.tables.iter().flat_map(move |table| {
            let position = |column| table.columns.iter().position(|it| it == column);
            let positions: Vec<_> = columns.iter().map(position).collect();
            (table.rows)().map(move |row| {
                let mark = self.has_marks().then(|| table.name.to_owned());
                let cell = |position: &Option<usize>| {
                    position.and_then(|it| row.get(it)).map(Cell::text).unwrap_or_default()
                };
                mark.into_iter().chain(positions.iter().map(cell)).collect()
            })
        })
    }
}

/// As texts are escaped in folders of facts.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => escaped += "\\\\",
            '\t' => escaped += "\\t",
            '\n' => escaped += "\\n",
            '\r' => escaped += "\\r",
            '\0' => escaped += "\\x00",
            other => escaped.push(other),
        }
    }
    escaped
}

impl Serialize for Tables<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, cell) in self.facts {
            map.serialize_entry(name, cell)?;
        }
        for table in &self.tables {
            map.serialize_entry(table.name, table)?;
        }
        map.end()
    }
}

impl Serialize for Table<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.rows)().map(|row| Row(self.columns, row)))
    }
}

/// A row with the names of its columns.
struct Row<'r>(&'static [&'static str], Cow<'r, [Cell]>);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (column, cell) in self.0.iter().zip(self.1.iter()) {
            if *cell != Cell::Missing {
                map.serialize_entry(column, cell)?;
            }
        }
        map.end()
    }
}
