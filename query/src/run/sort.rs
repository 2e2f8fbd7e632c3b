//! Sorts rows: numbers by value, symbols by text.

use crate::value::{Primitive, Symbols, Table, Word};

/// Converts `len` rows, whose words are contiguous, to a table, which is sorted on request.
pub(crate) fn table(
    len: usize,
    all: &[Word],
    columns: &[(String, Primitive)],
    is_sorted: bool,
    symbols: &Symbols,
) -> Table {
    let arity = columns.len();
    let mut table = Table::new(arity);
    if !is_sorted || len < 2 {
        match arity {
            0 => (0..len).for_each(|_| table.push(&[])),
            _ => all.chunks_exact(arity).for_each(|it| table.push(it)),
        }
        return table;
    }
    let ranks = Ranks::new(all, columns, symbols);
    let mut words: Vec<Word> = Vec::with_capacity(all.len());
    for row in all.chunks_exact(arity) {
        words.extend(row.iter().zip(columns).map(|(word, (_, kind))| ranks.key(*word, *kind)));
    }
    match arity {
        1 => words.sort_unstable(),
        2 => {
            let mut pairs: Vec<u64> =
                words.chunks_exact(2).map(|it| u64::from(it[0]) << 32 | u64::from(it[1])).collect();
            pairs.sort_unstable();
            words.clear();
            words.extend(pairs.into_iter().flat_map(|it| [(it >> 32) as Word, it as Word]));
        }
        _ => {
            let mut rows: Vec<&[Word]> = words.chunks_exact(arity).collect();
            rows.sort_unstable();
            words = rows.concat();
        }
    }
    for row in words.chunks_exact_mut(arity) {
        row.iter_mut().zip(columns).for_each(|(word, (_, kind))| *word = ranks.word(*word, *kind));
        table.push(row);
    }
    table
}

/// The order of the symbols in some rows.
struct Ranks {
    /// The rank of each symbol that occurs.
    ranks: Vec<Word>,
    /// The symbol of each rank.
    symbols: Vec<Word>,
}

impl Ranks {
    fn new(all: &[Word], columns: &[(String, Primitive)], symbols: &Symbols) -> Self {
        let mut ranks = Vec::new();
        let mut found = Vec::new();
        for (column, _) in
            columns.iter().enumerate().filter(|(_, (_, kind))| *kind == Primitive::Symbol)
        {
            for symbol in all.iter().skip(column).step_by(columns.len()) {
                let at = *symbol as usize;
                if at >= ranks.len() {
                    ranks.resize(at + 1, Word::MAX);
                }
                if ranks[at] == Word::MAX {
                    ranks[at] = 0;
                    found.push(*symbol);
                }
            }
        }
        found.sort_unstable_by_key(|it| symbols.text(*it));
        found.iter().enumerate().for_each(|(rank, it)| ranks[*it as usize] = rank as Word);
        Self { ranks, symbols: found }
    }

    /// A word whose order as an unsigned integer is the order of the value.
    fn key(&self, word: Word, kind: Primitive) -> Word {
        match kind {
            Primitive::Symbol => self.ranks[word as usize],
            Primitive::Number => word ^ (1 << 31),
            Primitive::Unsigned => word,
            Primitive::Float if word >> 31 == 1 => !word,
            Primitive::Float => word | (1 << 31),
        }
    }

    /// The inverse of [`Self::key`].
    fn word(&self, key: Word, kind: Primitive) -> Word {
        match kind {
            Primitive::Symbol => self.symbols[key as usize],
            Primitive::Number => key ^ (1 << 31),
            Primitive::Unsigned => key,
            Primitive::Float if key >> 31 == 1 => key ^ (1 << 31),
            Primitive::Float => !key,
        }
    }
}
