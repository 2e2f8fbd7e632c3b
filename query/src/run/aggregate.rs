//! Aggregates.

use crate::run::function::compare;
use crate::syntax::{AggregateKind, Comparison};
use crate::value::{Primitive, Symbols, Word};

/// The state of an aggregate while rows are added.
pub(crate) struct Collected {
    aggregate: AggregateKind,
    kind: Primitive,
    count: Word,
    word: Word,
}

impl Collected {
    /// An aggregate without rows.
    pub(crate) fn new(aggregate: AggregateKind, kind: Primitive) -> Self {
        Self { aggregate, kind, count: 0, word: 0 }
    }

    /// Adds a value several times.
    pub(crate) fn add_times(&mut self, word: Word, times: usize, symbols: &Symbols) {
        match (self.aggregate, self.kind) {
            (AggregateKind::Sum | AggregateKind::Mean, Primitive::Float) => {
                (0..times).for_each(|_| self.add(word, symbols));
            }
            (AggregateKind::Sum | AggregateKind::Mean, _) => {
                self.add(word.wrapping_mul(times as Word), symbols);
            }
            _ if times > 0 => {
                self.add(word, symbols);
                self.count = self.count.wrapping_add(times as Word - 1);
            }
            _ => {}
        }
    }

    /// Adds a value.
    pub(crate) fn add(&mut self, word: Word, symbols: &Symbols) {
        let is_first = self.count == 0;
        self.count = self.count.wrapping_add(1);
        let is_better = match self.aggregate {
            AggregateKind::Count => return,
            AggregateKind::Min => compare(Comparison::Less, self.kind, word, self.word, symbols),
            AggregateKind::Max => compare(Comparison::Greater, self.kind, word, self.word, symbols),
            AggregateKind::Sum | AggregateKind::Mean => {
                self.word = match self.kind {
                    Primitive::Float => {
                        (f32::from_bits(self.word) + f32::from_bits(word)).to_bits()
                    }
                    _ => self.word.wrapping_add(word),
                };
                return;
            }
        };
        if is_first || is_better {
            self.word = word;
        }
    }

    /// The value; `min`, `max` and `mean` without rows have none.
    pub(crate) fn value(&self) -> Option<Word> {
        match self.aggregate {
            AggregateKind::Count => Some(self.count),
            AggregateKind::Sum => Some(self.word),
            _ if self.count == 0 => None,
            AggregateKind::Mean => Some((f32::from_bits(self.word) / self.count as f32).to_bits()),
            AggregateKind::Min | AggregateKind::Max => Some(self.word),
        }
    }
}
