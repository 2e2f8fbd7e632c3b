//! Values and tables of them.

use crate::run::hash::{Positions, hash_of_text};

/// A value at run time. As in Soufflé, each value is one word: the number of a symbol, an integer
/// in two's complement, an unsigned integer, or the bits of a floating-point number.
pub type Word = u32;

/// The type of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Primitive {
    /// The number of a text in [`Symbols`].
    Symbol,
    /// A 32-bit integer in two's complement.
    Number,
    /// A 32-bit unsigned integer.
    Unsigned,
    /// The bits of a 32-bit floating-point number.
    Float,
}

/// The texts of symbols, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// All texts, concatenated.
    bytes: Vec<u8>,
    /// For each symbol, the end of its text.
    ends: Vec<usize>,
    numbers: Positions,
}

impl Symbols {
    /// The symbol of a text, which is interned if it is new.
    pub fn intern(&mut self, text: &[u8]) -> Word {
        let Self { bytes, ends, numbers } = self;
        let is_same = |at: usize| text_at(bytes, ends, at) == text;
        if let Some(known) = numbers.insert(hash_of_text(text), is_same) {
            return known as Word;
        }
        bytes.extend_from_slice(text);
        ends.push(bytes.len());
        ends.len() as Word - 1
    }

    /// The symbol of a text that is already interned.
    pub fn symbol(&self, text: &[u8]) -> Option<Word> {
        let is_same = |at: usize| text_at(&self.bytes, &self.ends, at) == text;
        self.numbers.get(hash_of_text(text), is_same).map(|it| it as Word)
    }

    /// The number of texts. Symbols are the numbers below it.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a number, if the number is a symbol.
    pub fn get(&self, symbol: Word) -> Option<&[u8]> {
        ((symbol as usize) < self.len()).then(|| self.text(symbol))
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Word) -> &[u8] {
        text_at(&self.bytes, &self.ends, symbol as usize)
    }
}

fn text_at<'t>(bytes: &'t [u8], ends: &[usize], at: usize) -> &'t [u8] {
    let start = at.checked_sub(1).map_or(0, |before| ends[before]);
    &bytes[start..ends[at]]
}

/// Rows with the same number of words, stored contiguously.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    arity: usize,
    /// The number of rows, which is stored because rows of a relation without columns have no
    /// words.
    len: usize,
    words: Vec<Word>,
}

impl Table {
    /// An empty table for rows of `arity` words.
    pub fn new(arity: usize) -> Self {
        Self { arity, len: 0, words: Vec::new() }
    }

    /// The number of columns.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a row, whose number of words must be the number of columns.
    pub fn push(&mut self, row: &[Word]) {
        debug_assert_eq!(row.len(), self.arity);
        self.words.extend_from_slice(row);
        self.len += 1;
    }

    /// Adds the rows of a table with the same number of columns.
    pub fn append(&mut self, other: &Self) {
        debug_assert_eq!(other.arity, self.arity);
        self.words.extend_from_slice(&other.words);
        self.len += other.len;
    }

    /// The words of all rows.
    pub(crate) fn into_words(self) -> Vec<Word> {
        self.words
    }

    /// The row at a position.
    pub fn row(&self, position: usize) -> &[Word] {
        &self.words[position * self.arity..][..self.arity]
    }

    /// All rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = &[Word]> {
        (0..self.len).map(|it| self.row(it))
    }
}
