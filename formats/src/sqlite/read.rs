//! Reads a database of facts.

use std::path::{Path, PathBuf};

use facts_schema::Facts;
use facts_schema::folder::{
    Manifest, ReadError, ReadProblem, Rows, Store, excerpt, limited, read_store,
};
use rusqlite::fallible_streaming_iterator::FallibleStreamingIterator;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Statement};

use super::MANIFEST_TABLE;

/// Reads the facts in the database `file`, and their manifest.
///
/// # Errors
///
/// When `file` is not a database of facts, or when a table is missing or does not match the
/// manifest or the schema.
pub fn read(file: &Path) -> Result<(Facts, Manifest), ReadError> {
    let fail = |problem| ReadError { file: file.into(), row: None, problem };
    let connection = open(file).map_err(damaged).map_err(fail)?;
    let database = Database { file, connection };
    let manifest = database.manifest().map_err(fail)?;
    let facts = read_store(&database, &manifest)?;
    Ok((facts, manifest))
}

/// Whether the database `file` contains facts.
pub(super) fn has_manifest(file: &Path) -> bool {
    open(file).is_ok_and(|connection| Database { file, connection }.manifest().is_ok())
}

fn open(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
    Ok(connection)
}

fn damaged(error: rusqlite::Error) -> ReadProblem {
    ReadProblem::Damaged(error.to_string())
}

/// A database of facts.
struct Database<'a> {
    file: &'a Path,
    connection: Connection,
}

impl Database<'_> {
    fn manifest(&self) -> Result<Manifest, ReadProblem> {
        let names = "SELECT 1 FROM sqlite_schema WHERE name = ?";
        let exists = self.connection.prepare(names).and_then(|mut it| it.exists([MANIFEST_TABLE]));
        if !exists.map_err(damaged)? {
            return Err(ReadProblem::NoManifestTable);
        }
        let query = format!("SELECT manifest FROM {MANIFEST_TABLE}");
        let text: String =
            self.connection.query_row(&query, [], |row| row.get(0)).map_err(damaged)?;
        Manifest::from_json(text.as_bytes())
    }

    fn prepare(&self, name: &str) -> rusqlite::Result<Statement<'_>> {
        self.connection.prepare(&format!("SELECT * FROM \"{name}\" ORDER BY rowid"))
    }
}

impl Store for Database<'_> {
    fn read_table(
        &self,
        name: &str,
        columns: &[&str],
        read: &mut dyn FnMut(&mut dyn Rows) -> Result<(), ReadProblem>,
    ) -> Result<(), ReadProblem> {
        let mut statement = self.prepare(name).map_err(damaged)?;
        let found = statement.column_names();
        if found != columns {
            let found = excerpt(found.join(",").as_bytes());
            return Err(ReadProblem::Header { columns: columns.join(","), found });
        }
        read(&mut DatabaseRows { columns, rows: statement.raw_query() })
    }

    fn place(&self, name: &str) -> PathBuf {
        format!("{}: table {name}", self.file.display()).into()
    }

    fn place_of_manifest(&self) -> PathBuf {
        format!("{}: table {MANIFEST_TABLE}", self.file.display()).into()
    }
}

/// The rows of one table.
struct DatabaseRows<'a> {
    columns: &'a [&'a str],
    rows: rusqlite::Rows<'a>,
}

impl Rows for DatabaseRows<'_> {
    fn advance(&mut self) -> Result<bool, ReadProblem> {
        Ok(self.rows.next().map_err(damaged)?.is_some())
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn text(&self, column: usize) -> Result<&[u8], ReadProblem> {
        match self.value(column)? {
            ValueRef::Text(text) => Ok(text),
            other => Err(self.other_kind(column, "a text", other)),
        }
    }

    fn number(&self, column: usize, limit: u64) -> Result<u64, ReadProblem> {
        let number = match self.value(column)? {
            ValueRef::Integer(number) => u64::try_from(number).ok(),
            ValueRef::Text(text) => big_number(text),
            _ => None,
        };
        match number {
            Some(number) => limited(number, limit),
            None => Err(self.other_kind(column, "a number from 0", self.value(column)?)),
        }
    }
}

impl DatabaseRows<'_> {
    fn value(&self, column: usize) -> Result<ValueRef<'_>, ReadProblem> {
        match self.rows.get() {
            Some(row) => row.get_ref(column).map_err(damaged),
            None => Ok(ValueRef::Null),
        }
    }

    fn other_kind(&self, column: usize, expected: &'static str, found: ValueRef) -> ReadProblem {
        let found = match found {
            ValueRef::Null => "NULL".into(),
            ValueRef::Integer(number) => format!("the INTEGER {number}"),
            ValueRef::Real(number) => format!("the REAL {number}"),
            ValueRef::Text(text) => format!("the TEXT {}", excerpt(text)),
            ValueRef::Blob(_) => "a BLOB".into(),
        };
        ReadProblem::OtherKind { column: self.columns[column].into(), expected, found }
    }
}

/// A number from 2^63 upwards, which is stored as text.
fn big_number(text: &[u8]) -> Option<u64> {
    let digits = text.strip_prefix(b"0x").filter(|digits| digits.len() == 16)?;
    let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
    u64::from_str_radix(digits, 16).ok()
}
