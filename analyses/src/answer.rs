//! Answers as relations: rows of cells, written as JSON, as CSV or for Soufflé.

mod cell;
mod tables;

use std::borrow::Cow;
use std::io;

pub use cell::Cell;
pub use tables::{Table, Tables};

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

impl Relation {
    /// No rows yet.
    pub fn new(name: &'static str, columns: &'static [&'static str]) -> Self {
        Self { name, columns, rows: Vec::new() }
    }

    fn table(&self) -> Table<'_> {
        let rows = move || self.rows.iter().map(|row| Cow::Borrowed(&row[..]));
        Table::new(self.name, self.columns, rows)
    }
}

impl Answer {
    /// The relations, to be written.
    pub fn tables(&self) -> Tables<'_> {
        let tables = self.relations.iter().map(Relation::table).collect();
        Tables { facts: &self.facts, tables }
    }

    /// See [`Tables::write_json`].
    pub fn json(&self) -> String {
        written(|text| self.tables().write_json(text))
    }

    /// See [`Tables::write_csv`].
    pub fn csv(&self) -> String {
        written(|text| self.tables().write_csv(text))
    }

    /// See [`Tables::write_souffle`].
    pub fn souffle(&self) -> String {
        written(|text| self.tables().write_souffle(text))
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = write(&mut text);
    String::from_utf8(text).unwrap_or_default()
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
