//! Answers as relations, to be printed as JSON, CSV or for Soufflé.

use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// An answer: some relations, and some numbers and words about all of it.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// What is said of all of it, by name.
    pub facts: Vec<(&'static str, Cell)>,
    /// The relations.
    pub relations: Vec<Relation>,
}

/// Rows of a relation.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its name. A derived relation of this name has the same columns, and perhaps fewer.
    pub name: &'static str,
    /// The names of the columns.
    pub columns: &'static [&'static str],
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// There is nothing to say.
    Missing,
    /// A number.
    Number(u64),
    /// Whether it is so.
    Truth(bool),
    /// A text: many rows share one.
    Text(Arc<str>),
    /// Several texts.
    Texts(Vec<String>),
}

impl Relation {
    /// No rows yet.
    pub fn new(name: &'static str, columns: &'static [&'static str]) -> Self {
        Self { name, columns, rows: Vec::new() }
    }
}

impl Answer {
    /// One JSON object. Its keys are the names of relations, the keys of their rows the names of
    /// columns. What is missing has no key.
    pub fn json(&self) -> String {
        // Only maps whose keys are no strings cannot be written, and there are none.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Comma-separated values with a header, as in RFC 4180. Of several relations, the column
    /// `relation` says which one a row is of; then all have all columns, and those that a relation
    /// does not have are empty.
    pub fn csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        let columns = self.columns();
        let relation = (self.relations.len() > 1).then_some("relation");
        // Writing to memory does not fail.
        let _ = writer.write_record(relation.iter().chain(&columns));
        for row in self.rows(&columns) {
            let _ = writer.write_record(row);
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    /// The same rows as Soufflé reads them: without the header, separated by tabs, escaped as in
    /// folders of facts.
    pub fn souffle(&self) -> String {
        let mut text = String::new();
        for row in self.rows(&self.columns()) {
            let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
            text += &cells.join("\t");
            text.push('\n');
        }
        text
    }

    /// The columns of all relations, each once.
    fn columns(&self) -> Vec<&'static str> {
        let mut columns = Vec::new();
        for column in self.relations.iter().flat_map(|relation| relation.columns) {
            if !columns.contains(column) {
                columns.push(*column);
            }
        }
        columns
    }

    fn rows<'s>(&'s self, columns: &'s [&'s str]) -> impl Iterator<Item = Vec<String>> + 's {
        let is_marked = self.relations.len() > 1;
        self.relations.iter().flat_map(move |relation| {
            let position = |column| relation.columns.iter().position(|it| it == column);
            let positions: Vec<_> = columns.iter().map(position).collect();
            relation.rows.iter().map(move |row| {
                let mark = is_marked.then(|| relation.name.to_owned());
                let cell = |position: &Option<usize>| {
                    position.and_then(|it| row.get(it)).map(Cell::text).unwrap_or_default()
                };
                mark.into_iter().chain(positions.iter().map(cell)).collect()
            })
        })
    }
}

impl Cell {
    /// The cell as text; nothing if it is missing.
    pub fn text(&self) -> String {
        match self {
            Self::Missing => String::new(),
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
            Self::Text(text) => text.to_string(),
            Self::Texts(texts) => texts.join(", "),
        }
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

impl From<u32> for Cell {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<bool> for Cell {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Vec<String>> for Cell {
    fn from(texts: Vec<String>) -> Self {
        if texts.is_empty() { Self::Missing } else { Self::Texts(texts) }
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Missing, Into::into)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Missing => serializer.serialize_none(),
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Truth(truth) => serializer.serialize_bool(*truth),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Texts(texts) => texts.serialize(serializer),
        }
    }
}

/// The rows of a relation.
struct Rows<'r>(&'r Relation);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.rows.iter().map(|row| Row(self.0, row)))
    }
}

/// A row with the names of its columns.
struct Row<'r>(&'r Relation, &'r [Cell]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (column, cell) in self.0.columns.iter().zip(self.1) {
            if *cell != Cell::Missing {
                map.serialize_entry(column, cell)?;
            }
        }
        map.end()
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, cell) in &self.facts {
            map.serialize_entry(name, cell)?;
        }
        for relation in &self.relations {
            map.serialize_entry(relation.name, &Rows(relation))?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer() -> Answer {
        let mut one = Relation::new("one", &["a", "b"]);
        one.rows.push(vec!["x\t,\"".into(), Cell::Missing]);
        let mut other = Relation::new("other", &["b", "c"]);
        other.rows.push(vec![7_u32.into(), vec!["p".to_owned(), "q".to_owned()].into()]);
        Answer { facts: vec![("alias", "no".into())], relations: vec![one, other] }
    }

    #[test]
    fn what_is_missing_has_no_key() {
        let json: serde_json::Value = serde_json::from_str(&answer().json()).unwrap();
        let expected = serde_json::json!({
            "alias": "no",
            "one": [{ "a": "x\t,\"" }],
            "other": [{ "b": 7, "c": ["p", "q"] }],
        });
        assert_eq!(json, expected);
    }

    #[test]
    fn several_relations_share_their_columns() {
        let csv = "relation,a,b,c\none,\"x\t,\"\"\",,\nother,,7,\"p, q\"\n";
        assert_eq!(answer().csv(), csv);
        assert_eq!(answer().souffle(), "one\tx\\t,\"\t\t\nother\t\t7\tp, q\n");
    }

    #[test]
    fn one_relation_has_only_its_own_columns() {
        let mut answer = answer();
        answer.relations.truncate(1);
        assert_eq!(answer.csv(), "a,b\n\"x\t,\"\"\",\n");
    }
}
