//! Ids and texts as cells of a table, equal in folders of facts and in answers.
//!
//! Most cells are written unchanged. When all rows of a module are written, whether a symbol or
//! text needs escapes or quotes is computed once, because it occurs in many cells.

use std::io::{self, Write};

use rayon::prelude::*;

use crate::escape::{escape_symbol, escape_text};
use crate::folder::TableSink;
use crate::{Entity, Facts, Ids, RowSink, SymbolTable, TableFormat, Text};

/// The source of readable ids and texts for cells.
#[derive(Clone, Copy)]
pub(crate) struct Names<'facts> {
    /// The readable ids of the entities of a module.
    pub module: &'facts Facts,
    /// The texts of the rows, and the readable ids of derived entities.
    pub rows: &'facts Facts,
}

impl<'facts> Names<'facts> {
    fn table(self, entity: Entity) -> &'facts SymbolTable {
        let is_derived = Entity::DERIVED.contains(&entity);
        let facts = if is_derived { self.rows } else { self.module };
        facts.symbols.table(entity)
    }

    /// The readable id, escaped as in all formats.
    pub fn symbol(self, entity: Entity, number: u32) -> String {
        let (prefix, suffix) = self.table(entity).parts(number);
        let mut cell = Vec::new();
        escape_symbol(&[prefix, suffix].concat(), &mut cell);
        String::from_utf8_lossy(&cell).into_owned()
    }

    /// The text, escaped as in all formats.
    pub fn text(self, text: Text) -> String {
        let mut cell = Vec::new();
        escape_text(self.rows.text(text), &mut cell);
        String::from_utf8_lossy(&cell).into_owned()
    }
}

/// Writes cells of tables.
pub(crate) struct Cells<'facts> {
    names: Names<'facts>,
    format: TableFormat,
    ids: Ids,
    plain: Option<Plain>,
}

/// Which symbols and texts are written unchanged.
struct Plain {
    /// For each entity and number, whether the symbol is written unchanged.
    symbols: Vec<Vec<bool>>,
    /// For each number, whether the text is written unchanged.
    texts: Vec<bool>,
}

impl Plain {
    fn of(facts: &Facts) -> Self {
        let symbols = |entity: Entity| {
            let table = facts.symbols.table(entity);
            (0..table.len()).map(|number| is_plain_symbol(table.parts(number))).collect()
        };
        let texts = || (0..facts.texts.len() as u32).map(|it| is_plain(facts.text(Text(it))));
        let entities: Vec<_> = Entity::every().collect();
        let (symbols, texts) =
            rayon::join(|| entities.into_par_iter().map(symbols).collect(), || texts().collect());
        Self { symbols, texts }
    }
}

impl<'facts> Cells<'facts> {
    /// For all rows of `facts`.
    pub fn of_facts(facts: &'facts Facts, format: TableFormat, ids: Ids) -> Self {
        let names = Names { module: facts, rows: facts };
        Self { names, format, ids, plain: Some(Plain::of(facts)) }
    }

    /// For the rows of an answer, with readable ids.
    pub fn of_answer(names: Names<'facts>, format: TableFormat) -> Self {
        Self { names, format, ids: Ids::Symbol, plain: None }
    }

    /// The lines before the first row.
    fn header(&self, columns: &[&str]) -> Vec<u8> {
        match self.format {
            TableFormat::Csv => format!("{}\n", columns.join(",")).into_bytes(),
            TableFormat::Souffle => Vec::new(),
        }
    }

    /// The byte between two cells.
    fn separator(&self) -> u8 {
        match self.format {
            TableFormat::Csv => b',',
            TableFormat::Souffle => b'\t',
        }
    }

    fn push_id(&self, entity: Entity, number: u32, line: &mut Vec<u8>) {
        match self.ids {
            Ids::Symbol => self.push_symbol(entity, number, line),
            Ids::Numeric => push_number(number.into(), line),
        }
    }

    fn push_symbol(&self, entity: Entity, number: u32, line: &mut Vec<u8>) {
        let (prefix, suffix) = self.names.table(entity).parts(number);
        let is_plain = match &self.plain {
            Some(plain) => plain.symbols[entity as usize][number as usize],
            None => is_plain_symbol((prefix, suffix)),
        };
        if is_plain {
            line.extend_from_slice(prefix);
            line.extend_from_slice(suffix);
        } else {
            let mut cell = Vec::new();
            escape_symbol(&[prefix, suffix].concat(), &mut cell);
            self.push_cell(&cell, line);
        }
    }

    fn push_text(&self, text: Text, line: &mut Vec<u8>) {
        let bytes = self.names.rows.text(text);
        let is_plain = match &self.plain {
            Some(plain) => plain.texts[text.0 as usize],
            None => is_plain(bytes),
        };
        if is_plain {
            line.extend_from_slice(bytes);
        } else {
            let mut cell = Vec::new();
            escape_text(bytes, &mut cell);
            self.push_cell(&cell, line);
        }
    }

    /// Appends a cell that is escaped but may need quotes.
    fn push_cell(&self, cell: &[u8], line: &mut Vec<u8>) {
        // Quotes distinguish a row with one empty cell from an empty file.
        let quoted = cell.is_empty() || cell.iter().any(|byte| matches!(byte, b',' | b'"'));
        if self.format == TableFormat::Souffle || !quoted {
            line.extend_from_slice(cell);
            return;
        }
        line.push(b'"');
        for piece in cell.split_inclusive(|&byte| byte == b'"') {
            line.extend_from_slice(piece);
            if piece.ends_with(b"\"") {
                line.push(b'"');
            }
        }
        line.push(b'"');
    }
}

/// The number of bytes that a table buffers before it writes them.
const BUFFER: usize = 256 * 1024;

/// Receives the rows of one table, and writes them.
pub(crate) struct TableWriter<'cells, W> {
    cells: &'cells Cells<'cells>,
    output: W,
    /// Lines that are not yet written. A separator follows each cell.
    lines: Vec<u8>,
}

impl<'cells, W: Write> TableWriter<'cells, W> {
    /// Creates a table with these columns.
    pub fn new(cells: &'cells Cells, columns: &[&str], output: W) -> Self {
        Self { cells, output, lines: cells.header(columns) }
    }

    /// Writes the lines that are not yet written.
    pub fn finish(&mut self) -> io::Result<()> {
        self.output.write_all(&self.lines)?;
        self.lines.clear();
        Ok(())
    }
}

impl<W: Write> RowSink for TableWriter<'_, W> {
    type Error = io::Error;

    fn id(&mut self, entity: Entity, number: u32) -> io::Result<()> {
        self.cells.push_id(entity, number, &mut self.lines);
        self.lines.push(self.cells.separator());
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> io::Result<()> {
        self.lines.extend_from_slice(word.as_bytes());
        self.lines.push(self.cells.separator());
        Ok(())
    }

    fn text(&mut self, text: Text) -> io::Result<()> {
        self.cells.push_text(text, &mut self.lines);
        self.lines.push(self.cells.separator());
        Ok(())
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        push_number(number, &mut self.lines);
        self.lines.push(self.cells.separator());
        Ok(())
    }

    fn end_row(&mut self) -> io::Result<()> {
        if let Some(last) = self.lines.last_mut() {
            *last = b'\n';
        }
        if self.lines.len() < BUFFER { Ok(()) } else { self.finish() }
    }
}

impl<W: Write> TableSink for TableWriter<'_, W> {
    fn symbol(&mut self, entity: Entity, number: u32) -> io::Result<()> {
        self.cells.push_symbol(entity, number, &mut self.lines);
        self.lines.push(self.cells.separator());
        Ok(())
    }
}

fn push_number(number: u64, line: &mut Vec<u8>) {
    line.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

fn is_plain_symbol((prefix, suffix): (&[u8], &[u8])) -> bool {
    let is_empty = prefix.is_empty() && suffix.is_empty();
    !is_empty && is_plain(prefix) && is_plain(suffix)
}

/// Whether the bytes are written unchanged in all formats.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| PLAIN[usize::from(byte)])
}

/// The bytes that need neither escapes nor quotes. Bytes beyond ASCII are checked separately.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 1;
    while byte < 128 {
        plain[byte as usize] = !matches!(byte, b'\\' | b'\t' | b'\n' | b'\r' | b',' | b'"');
        byte += 1;
    }
    plain
};
