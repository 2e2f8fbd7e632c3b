//! Assigns numbers to the ids and texts in cells.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::Ids;
use super::errors::ReadProblem;
use crate::escape::{BadEscape, unescape_symbol, unescape_text};
use crate::{Entity, Facts, Text, Texts};

/// The texts and symbols read so far.
pub(super) struct Names {
    ids: Ids,
    texts: Texts,
    /// For each entity, the readable ids by their numbers.
    symbols: [IndexSet<Box<[u8]>, FxBuildHasher>; Entity::COUNT],
    /// The remaining capacity for texts and symbols, in bytes.
    room: usize,
}

impl Names {
    pub(super) fn new(ids: Ids) -> Self {
        let (texts, symbols) = Default::default();
        Self { ids, texts, symbols, room: u32::MAX as usize }
    }

    /// Moves the texts and symbols into `facts`.
    pub(super) fn finish(self, facts: &mut Facts) {
        facts.texts = self.texts;
        for (entity, symbols) in Entity::every().zip(self.symbols) {
            let table = facts.symbols.table_mut(entity);
            for symbol in symbols {
                table.push(&symbol);
            }
        }
    }

    /// Assigns the symbol in `cell` to the next id of `entity`.
    pub(super) fn define(&mut self, entity: Entity, cell: &[u8]) -> Result<(), ReadProblem> {
        let defined = self.symbols[entity as usize].len();
        if self.number_of_symbol(entity, cell)? as usize == defined {
            return Ok(());
        }
        Err(ReadProblem::DuplicateSymbol { entity: entity.name(), symbol: excerpt(cell) })
    }

    /// The representation of ids.
    pub(super) fn ids(&self) -> Ids {
        self.ids
    }

    /// Checks that the id of `entity` with this number has a symbol, and returns the number.
    pub(super) fn known(&self, entity: Entity, number: u64) -> Result<u32, ReadProblem> {
        if number < self.symbols[entity as usize].len() as u64 {
            return Ok(number as u32);
        }
        Err(ReadProblem::NoSymbol { entity: entity.name(), number })
    }

    /// The text in `cell`.
    pub(super) fn text(&mut self, cell: &[u8]) -> Result<Text, ReadProblem> {
        let text = unescape_text(cell)?;
        let known = self.texts.len();
        if text.len() > self.room {
            return Err(ReadProblem::TooMuchText);
        }
        let number = self.texts.intern(&text);
        if self.texts.len() > known {
            self.room -= text.len();
        }
        Ok(number)
    }

    /// The number of the symbol in `cell`; a new symbol receives the next number.
    pub(super) fn number_of_symbol(
        &mut self,
        entity: Entity,
        cell: &[u8],
    ) -> Result<u32, ReadProblem> {
        let symbol = unescape_symbol(cell)?;
        let symbols = &mut self.symbols[entity as usize];
        let number = match symbols.get_index_of(&*symbol) {
            Some(known) => known,
            None => {
                self.room = self.room.checked_sub(symbol.len()).ok_or(ReadProblem::TooMuchText)?;
                symbols.insert_full(symbol.into()).0
            }
        };
        Ok(number as u32)
    }
}

/// Parses the number in `cell`, which must be at most `limit`.
pub(super) fn parse_number(cell: &[u8], limit: u64) -> Result<u64, ReadProblem> {
    // `parse` alone would accept a sign.
    let digits = !cell.is_empty() && cell.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(cell).ok().filter(|_| digits);
    let text = text.ok_or_else(|| ReadProblem::NotANumber(excerpt(cell)))?;
    match text.parse() {
        Ok(number) if number <= limit => Ok(number),
        _ => Err(ReadProblem::NumberTooBig { number: excerpt(cell), limit }),
    }
}

/// The cell for a message: quoted, on one line, and truncated.
pub fn excerpt(cell: &[u8]) -> String {
    const LENGTH: usize = 60;
    let text = String::from_utf8_lossy(cell);
    let mut excerpt = String::from("`");
    for character in text.chars().take(LENGTH) {
        match character.is_control() {
            true => excerpt.extend(character.escape_default()),
            false => excerpt.push(character),
        }
    }
    excerpt += if text.chars().nth(LENGTH).is_some() { "…`" } else { "`" };
    excerpt
}

impl From<BadEscape> for ReadProblem {
    fn from(BadEscape(escape): BadEscape) -> Self {
        Self::BadEscape(excerpt(escape.as_bytes()))
    }
}
