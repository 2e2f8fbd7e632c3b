//! Ids and texts as cells of a file.
//!
//! Nearly all cells go out as the bytes that they are. Which ones do is found once for each symbol
//! and text, not once for each cell, since a symbol stands in many cells.

use rayon::prelude::*;

use super::escape::{escape_symbol, escape_text};
use super::{Format, Ids};
use crate::{Entity, Facts, SymbolTable, Text};

/// Writes cells of a module's files.
pub(super) struct Cells<'facts> {
    facts: &'facts Facts,
    format: Format,
    ids: Ids,
    /// For each entity and number, whether the symbol is written as it is.
    plain_symbols: Vec<Vec<bool>>,
    /// For each number, whether the text is written as it is.
    plain_texts: Vec<bool>,
}

impl<'facts> Cells<'facts> {
    pub(super) fn new(facts: &'facts Facts, format: Format, ids: Ids) -> Self {
        let symbols = |entity: Entity| {
            let table = facts.symbols.table(entity);
            (0..table.len()).map(|number| is_plain_symbol(table, number)).collect()
        };
        let texts = || (0..facts.texts.len() as u32).map(|it| is_plain(facts.text(Text(it))));
        let entities: Vec<_> = Entity::every().collect();
        let (plain_symbols, plain_texts) =
            rayon::join(|| entities.into_par_iter().map(symbols).collect(), || texts().collect());
        Self { facts, format, ids, plain_symbols, plain_texts }
    }

    pub(super) fn facts(&self) -> &'facts Facts {
        self.facts
    }

    /// The lines before the first row.
    pub(super) fn header(&self, columns: &[&str]) -> Vec<u8> {
        match self.format {
            Format::Csv => format!("{}\n", columns.join(",")).into_bytes(),
            Format::Souffle => Vec::new(),
        }
    }

    /// The byte between two cells.
    pub(super) fn separator(&self) -> u8 {
        match self.format {
            Format::Csv => b',',
            Format::Souffle => b'\t',
        }
    }

    pub(super) fn push_id(&self, entity: Entity, number: u32, line: &mut Vec<u8>) {
        match self.ids {
            Ids::Symbol => self.push_symbol(entity, number, line),
            Ids::Numeric => push_number(number.into(), line),
        }
    }

    pub(super) fn push_symbol(&self, entity: Entity, number: u32, line: &mut Vec<u8>) {
        let (prefix, suffix) = self.facts.symbols.table(entity).parts(number);
        if self.plain_symbols[entity as usize][number as usize] {
            line.extend_from_slice(prefix);
            line.extend_from_slice(suffix);
        } else {
            let mut cell = Vec::new();
            escape_symbol(&[prefix, suffix].concat(), &mut cell);
            self.push_cell(&cell, line);
        }
    }

    pub(super) fn push_text(&self, text: Text, line: &mut Vec<u8>) {
        let bytes = self.facts.text(text);
        if self.plain_texts[text.0 as usize] {
            line.extend_from_slice(bytes);
        } else {
            let mut cell = Vec::new();
            escape_text(bytes, &mut cell);
            self.push_cell(&cell, line);
        }
    }

    /// Appends a cell that is escaped but may need quotes.
    fn push_cell(&self, cell: &[u8], line: &mut Vec<u8>) {
        // Quotes tell a row of one empty cell from no row.
        let quoted = cell.is_empty() || cell.iter().any(|byte| matches!(byte, b',' | b'"'));
        if self.format == Format::Souffle || !quoted {
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

pub(super) fn push_number(number: u64, line: &mut Vec<u8>) {
    line.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

fn is_plain_symbol(table: &SymbolTable, number: u32) -> bool {
    let (prefix, suffix) = table.parts(number);
    let is_empty = prefix.is_empty() && suffix.is_empty();
    !is_empty && is_plain(prefix) && is_plain(suffix)
}

/// Whether no format has to change these bytes.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| PLAIN[usize::from(byte)])
}

/// The bytes that neither escapes nor quotes are for. Beyond ASCII it takes a closer look.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 1;
    while byte < 128 {
        plain[byte as usize] = !matches!(byte, b'\\' | b'\t' | b'\n' | b'\r' | b',' | b'"');
        byte += 1;
    }
    plain
};
