//! Inserts rows into SQLite.

use facts_schema::folder::{CellKind, Table, TableSink};
use facts_schema::{Entity, Facts, RowSink, Text, escape_symbol_parts, escape_text};
use rusqlite::types::Null;
use rusqlite::{Connection, Error, Statement, ToSql};

/// The number of rows that one statement inserts if there are enough rows, because executing a
/// statement costs as much as several rows.
const BATCH: u64 = 32;

/// Receives the rows of one table.
pub(super) struct Inserter<'a> {
    database: &'a Connection,
    facts: &'a Facts,
    name: &'a str,
    /// For each column, whether it contains ids that are written as symbols.
    is_symbol: Vec<bool>,
    statement: Statement<'a>,
    /// The number of rows that the current statement inserts.
    batch: u64,
    /// The number of rows that are not inserted yet.
    rows_left: u64,
    /// The column of the next cell, from 0.
    column: usize,
    /// The number of cells that are bound to the statement.
    bound: usize,
    /// The buffer for the bytes of a text.
    cell: Vec<u8>,
}

impl<'a> Inserter<'a> {
    /// Creates an inserter for the table `name` with these columns and this number of rows.
    pub(super) fn new(
        database: &'a Connection,
        facts: &'a Facts,
        name: &'a str,
        is_symbol: Vec<bool>,
        rows: u64,
    ) -> rusqlite::Result<Self> {
        let batch = if rows < BATCH { 1 } else { BATCH };
        let statement = prepare(database, name, is_symbol.len(), batch)?;
        let (rows_left, column, bound, cell) = (rows, 0, 0, Vec::new());
        Ok(Self {
            database,
            facts,
            name,
            is_symbol,
            statement,
            batch,
            rows_left,
            column,
            bound,
            cell,
        })
    }

    /// Inserts all rows of `table`.
    pub(super) fn insert_all(
        database: &'a Connection,
        facts: &'a Facts,
        table: &'a Table,
    ) -> rusqlite::Result<()> {
        if table.rows == 0 {
            return Ok(());
        }
        let is_symbol = table.columns.iter().map(|it| matches!(it.kind, CellKind::Symbol(_)));
        let mut rows = Self::new(database, facts, &table.name, is_symbol.collect(), table.rows)?;
        table.write_rows(facts, &mut rows)
    }

    /// The next column is NULL.
    pub(super) fn null(&mut self) -> rusqlite::Result<()> {
        self.bind(Null)
    }

    fn bind(&mut self, cell: impl ToSql) -> rusqlite::Result<()> {
        self.column += 1;
        self.bound += 1;
        self.statement.raw_bind_parameter(self.bound, cell)
    }

    /// Binds the bytes in `cell` to the next column.
    fn bind_cell(&mut self) -> rusqlite::Result<()> {
        self.column += 1;
        self.bound += 1;
        // Escaped text is always valid UTF-8.
        let text =
            std::str::from_utf8(&self.cell).map_err(|error| Error::Utf8Error(self.bound, error))?;
        self.statement.raw_bind_parameter(self.bound, text)
    }
}

fn prepare<'a>(
    database: &'a Connection,
    table: &str,
    columns: usize,
    rows: u64,
) -> rusqlite::Result<Statement<'a>> {
    let row = format!("({})", vec!["?"; columns].join(", "));
    let rows = vec![row; rows as usize].join(", ");
    database.prepare(&format!("INSERT INTO \"{table}\" VALUES {rows}"))
}

impl RowSink for Inserter<'_> {
    type Error = rusqlite::Error;

    fn id(&mut self, entity: Entity, number: u32) -> rusqlite::Result<()> {
        match self.is_symbol[self.column] {
            true => self.symbol(entity, number),
            false => self.number(number.into()),
        }
    }

    fn word(&mut self, word: &'static str) -> rusqlite::Result<()> {
        self.bind(word)
    }

    fn text(&mut self, text: Text) -> rusqlite::Result<()> {
        self.cell.clear();
        escape_text(self.facts.text(text), &mut self.cell);
        self.bind_cell()
    }

    fn number(&mut self, number: u64) -> rusqlite::Result<()> {
        match i64::try_from(number) {
            Ok(number) => self.bind(number),
            // `0xFFFFFFFFFFFFFFFF`
            Err(_) => self.bind(format!("0x{number:016X}")),
        }
    }

    fn end_row(&mut self) -> rusqlite::Result<()> {
        self.column = 0;
        if self.bound < self.is_symbol.len() * self.batch as usize {
            return Ok(());
        }
        self.bound = 0;
        self.statement.raw_execute()?;
        self.rows_left -= self.batch;
        if self.batch > 1 && self.rows_left < self.batch {
            self.batch = 1;
            self.statement = prepare(self.database, self.name, self.is_symbol.len(), 1)?;
        }
        Ok(())
    }
}

impl TableSink for Inserter<'_> {
    fn symbol(&mut self, entity: Entity, number: u32) -> rusqlite::Result<()> {
        let parts = self.facts.symbols.table(entity).parts(number);
        self.cell.clear();
        escape_symbol_parts(parts, &mut self.cell);
        self.bind_cell()
    }
}
