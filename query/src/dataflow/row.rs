//! Rows in a dataflow.
//!
//! Rows of all relations have the same type, so that the generic code of the operators is compiled
//! once. A row records which of its words are symbols: processes have different numbers for the
//! same text, so symbols are sent between them as texts.

use std::hash::{Hash, Hasher};

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::dataflow::texts;
use crate::value::Word;

/// The maximum number of words of a row without an allocation.
const SHORT: usize = 5;

/// The words of a row, and which of them are symbols. All rows in an arrangement have the same
/// symbol positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Row {
    /// The words after the first `len` are 0.
    Short { len: u8, symbols: u8, words: [Word; SHORT] },
    /// A bit per word that indicates whether it is a symbol, followed by the words.
    Long(Box<[Word]>),
}

impl Hash for Row {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for words in self.words().chunks(2) {
            state.write_u64(words.iter().fold(0, |bits, it| bits << 32 | u64::from(*it)));
        }
    }
}

/// The number of words of a long row that contain the symbol bits.
fn long_head(len: usize) -> usize {
    len.div_ceil(Word::BITS as usize + 1)
}

impl Row {
    pub(crate) const EMPTY: Self = Self::Short { len: 0, symbols: 0, words: [0; SHORT] };
    /// Replaces a row when a term has no value.
    pub(crate) const FAILURE: Self = Self::Short { len: 0, symbols: u8::MAX, words: [0; SHORT] };

    /// Creates a row of words, with which of them are symbols.
    pub(crate) fn new(
        words: impl ExactSizeIterator<Item = Word>,
        is_symbol: impl Fn(usize) -> bool,
    ) -> Self {
        let len = words.len();
        if len <= SHORT {
            let mut row = [0; SHORT];
            row.iter_mut().zip(words).for_each(|(it, word)| *it = word);
            let symbols = (0..len).fold(0, |bits, it| bits | u8::from(is_symbol(it)) << it);
            return Self::Short { len: len as u8, symbols, words: row };
        }
        let bits = Word::BITS as usize;
        let mut long = vec![0; len.div_ceil(bits)];
        (0..len).for_each(|it| long[it / bits] |= Word::from(is_symbol(it)) << (it % bits));
        long.extend(words);
        Self::Long(long.into())
    }

    /// The words.
    #[inline]
    pub(crate) fn words(&self) -> &[Word] {
        match self {
            Self::Short { len, words, .. } => &words[..usize::from(*len)],
            Self::Long(long) => &long[long_head(long.len())..],
        }
    }

    /// Whether a word is a symbol.
    #[inline]
    pub(crate) fn is_symbol(&self, position: usize) -> bool {
        match self {
            Self::Short { symbols, .. } => symbols >> position & 1 == 1,
            Self::Long(long) => {
                let bits = Word::BITS as usize;
                long[position / bits] >> (position % bits) & 1 == 1
            }
        }
    }

    /// The encoding of the row for another process, with texts instead of symbols.
    fn encode(&self) -> Vec<u8> {
        if *self == Self::FAILURE {
            return vec![1];
        }
        let mut bytes = vec![0];
        texts::with_current(|texts| {
            for (position, word) in self.words().iter().enumerate() {
                let text = self.is_symbol(position).then(|| texts.get(*word)).flatten();
                match text {
                    Some(text) => {
                        bytes.push(1);
                        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
                        bytes.extend_from_slice(text);
                    }
                    // A number that a program uses as a symbol, but that has no text.
                    None => {
                        bytes.push(if self.is_symbol(position) { 2 } else { 0 });
                        bytes.extend_from_slice(&word.to_le_bytes());
                    }
                }
            }
        });
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (is_failure, mut rest) = bytes.split_first()?;
        if *is_failure == 1 {
            return Some(Self::FAILURE);
        }
        let (mut words, mut symbols) = (Vec::new(), Vec::new());
        while let Some((kind, after)) = rest.split_first() {
            let (number, after) = after.split_first_chunk()?;
            let number = u32::from_le_bytes(*number);
            symbols.push(*kind != 0);
            rest = after;
            words.push(match kind {
                1 => {
                    let text = rest.get(..number as usize)?;
                    rest = &rest[text.len()..];
                    texts::intern(text)
                }
                _ => number,
            });
        }
        Some(Self::new(words.into_iter(), |it| symbols[it]))
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.encode())
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Row;

            fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
                formatter.write_str("a row")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Row, E> {
                Row::decode(bytes).ok_or_else(|| E::custom("a row is cut off"))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::dataflow::texts::Texts;
    use crate::value::Symbols;

    proptest! {
        #[test]
        fn rows_keep_their_words(words in prop::collection::vec(any::<(u32, bool)>(), 0..70)) {
            let row = Row::new(words.iter().map(|it| it.0), |it| words[it].1);
            prop_assert_eq!(row.words(), words.iter().map(|it| it.0).collect::<Vec<_>>());
            for (position, (_, is_symbol)) in words.iter().enumerate() {
                prop_assert_eq!(row.is_symbol(position), *is_symbol);
            }
        }
    }

    #[test]
    fn symbols_cross_as_texts() {
        let table = |texts: &[&str]| {
            let mut symbols = Symbols::default();
            for text in texts {
                symbols.intern(text.as_bytes());
            }
            Arc::new(Texts::new(symbols, true))
        };
        let (one, other) = (table(&["a", "b"]), table(&["c", "b", "a"]));
        texts::set_current(Some(Arc::clone(&one)));
        let row = Row::new([0, 1, 1, 7].into_iter(), |it| it != 2);
        let bytes = row.encode();
        texts::set_current(Some(Arc::clone(&other)));
        let expected = Row::new([2, 1, 1, 7].into_iter(), |it| it != 2);
        assert_eq!(Row::decode(&bytes), Some(expected.clone()));
        assert_eq!(Row::decode(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Row::decode(&Row::FAILURE.encode()), Some(Row::FAILURE));
        texts::set_current(None);
        let hashes = [(one, row), (other, expected)].map(|(it, row)| it.hasher().hash(&row));
        assert_eq!(hashes[0], hashes[1]);
    }
}
