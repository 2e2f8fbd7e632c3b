//! The rows of a table, column by column.

use facts_schema::folder::{CellKind, Table, TableSink};
use facts_schema::{Entity, Facts, RowSink, Text, escape_symbol_parts, escape_text};
use rustc_hash::FxHashMap;

use super::pages::Dictionary;

/// Receives the rows of a table, and stores its columns.
pub(super) struct Columns<'facts> {
    facts: &'facts Facts,
    /// The columns.
    pub(super) columns: Vec<Column>,
    /// The column of the next cell.
    next: usize,
}

/// The cells of a column.
pub(super) enum Column {
    /// Strings, identified by their numbers.
    Strings(Strings, Vec<u32>),
    /// 32-bit numbers.
    Small(Vec<i32>),
    /// 64-bit numbers.
    Big(Vec<i64>),
}

/// The strings that numbers identify.
#[derive(Clone, Copy)]
pub(super) enum Strings {
    /// Readable ids.
    Symbols(Entity),
    /// Words.
    Words(&'static [&'static str]),
    /// Texts.
    Texts,
}

impl<'facts> Columns<'facts> {
    /// The columns of `table`.
    pub(super) fn of(table: &Table, facts: &'facts Facts) -> Self {
        let rows = table.rows as usize;
        let column = |kind| match kind {
            CellKind::Symbol(entity) => strings(Strings::Symbols(entity), rows),
            CellKind::Word(words) => strings(Strings::Words(words), rows),
            CellKind::Text => strings(Strings::Texts, rows),
            CellKind::Number(32) => Column::Small(Vec::with_capacity(rows)),
            CellKind::Number(_) => Column::Big(Vec::with_capacity(rows)),
        };
        let columns = table.columns.iter().map(|it| column(it.kind)).collect();
        let mut columns = Self { facts, columns, next: 0 };
        let Ok(()) = table.write_rows(facts, &mut columns);
        columns
    }

    fn push(&mut self, number: u64) {
        match &mut self.columns[self.next] {
            Column::Strings(_, cells) => cells.push(number as u32),
            // Parquet stores the bits of unsigned numbers in signed ones.
            Column::Small(cells) => cells.push(number as u32 as i32),
            Column::Big(cells) => cells.push(number as i64),
        }
        self.next += 1;
    }
}

fn strings(strings: Strings, rows: usize) -> Column {
    Column::Strings(strings, Vec::with_capacity(rows))
}

impl RowSink for Columns<'_> {
    type Error = std::convert::Infallible;

    fn id(&mut self, _: Entity, number: u32) -> Result<(), Self::Error> {
        self.push(number.into());
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<(), Self::Error> {
        if let Column::Strings(Strings::Words(words), _) = self.columns[self.next] {
            // Comparing addresses is faster, and almost always finds the word.
            let found = words.iter().position(|it| std::ptr::eq(*it, word));
            let found = found.or_else(|| words.iter().position(|it| *it == word));
            self.push(found.unwrap_or_default() as u64);
        }
        Ok(())
    }

    fn text(&mut self, text: Text) -> Result<(), Self::Error> {
        self.push(text.0.into());
        Ok(())
    }

    fn number(&mut self, number: u64) -> Result<(), Self::Error> {
        self.push(number);
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Self::Error> {
        self.next = 0;
        Ok(())
    }
}

impl TableSink for Columns<'_> {
    fn symbol(&mut self, entity: Entity, number: u32) -> Result<(), Self::Error> {
        self.id(entity, number)
    }
}

/// Cells of a column of strings, as positions in the list of their distinct strings.
pub(super) struct Distinct {
    /// For each cell, its position.
    pub(super) positions: Vec<u32>,
    /// The numbers of the distinct strings.
    pub(super) used: Vec<u32>,
}

impl Columns<'_> {
    /// The distinct strings in `cells`, in the order of their first occurrence.
    pub(super) fn distinct(&self, strings: Strings, cells: &[u32]) -> Distinct {
        let domain = match strings {
            Strings::Symbols(entity) => self.facts.symbols.table(entity).len() as usize,
            Strings::Words(words) => words.len(),
            Strings::Texts => self.facts.texts.len(),
        };
        distinct(cells, domain)
    }

    /// The strings with these numbers as a dictionary.
    pub(super) fn dictionary(&self, strings: Strings, numbers: &[u32]) -> Dictionary {
        let mut dictionary = Dictionary::default();
        for &number in numbers {
            dictionary.push(|bytes| self.append(strings, number, bytes));
        }
        dictionary
    }

    /// Appends the string with this number.
    pub(super) fn append(&self, strings: Strings, number: u32, bytes: &mut Vec<u8>) {
        match strings {
            Strings::Symbols(entity) => {
                escape_symbol_parts(self.facts.symbols.table(entity).parts(number), bytes);
            }
            Strings::Words(words) => bytes.extend_from_slice(words[number as usize].as_bytes()),
            Strings::Texts => escape_text(self.facts.text(Text(number)), bytes),
        }
    }
}

/// The distinct numbers in `cells`, which are all below `domain`.
fn distinct(cells: &[u32], domain: usize) -> Distinct {
    const NONE: u32 = u32::MAX;
    let mut used = Vec::new();
    let mut position = |known: &mut u32, number| {
        if *known == NONE {
            *known = used.len() as u32;
            used.push(number);
        }
        *known
    };
    // A table of all numbers is fast unless most of it is unused.
    let positions = if domain <= 8 * cells.len() {
        let mut known = vec![NONE; domain];
        cells.iter().map(|&it| position(&mut known[it as usize], it)).collect()
    } else {
        let mut known: FxHashMap<u32, u32> = FxHashMap::default();
        cells.iter().map(|&it| position(known.entry(it).or_insert(NONE), it)).collect()
    };
    Distinct { positions, used }
}
