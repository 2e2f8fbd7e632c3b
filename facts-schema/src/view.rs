//! One view of a module, which all rules share: the rows of every relation by their first column, and
//! what many rules ask that is not a row, each worked out once, when it is first asked for.

mod concepts;
mod index;
mod scope;
mod shapes;

pub use concepts::*;
pub use index::{Index, Key, Keyed, Rows};
pub use scope::Scope;
pub use shapes::Representatives;

use crate::{Facts, Text};

/// A module, as rules look at it.
pub struct View<'f> {
    facts: &'f Facts,
    index: Index<'f>,
    concepts: Concepts,
}

impl<'f> View<'f> {
    /// A view of `facts`. What is never asked for costs nothing.
    pub fn new(facts: &'f Facts) -> Self {
        Self { facts, index: Index::new(facts), concepts: Concepts::default() }
    }

    /// The facts.
    pub fn facts(&self) -> &'f Facts {
        self.facts
    }

    /// A text, to be compared with names that rules know. Text that is not UTF-8 is no such name,
    /// and is given as empty.
    pub fn text(&self, text: Text) -> &'f str {
        std::str::from_utf8(self.facts.texts.get(text)).unwrap_or_default()
    }
}

impl<'f> std::ops::Deref for View<'f> {
    type Target = Index<'f>;

    fn deref(&self) -> &Index<'f> {
        &self.index
    }
}
