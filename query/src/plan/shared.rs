//! The relations, indices and texts of a plan under construction.

use rustc_hash::FxHashMap;

use crate::plan::Relation;

/// The state that all rules of a plan share.
pub(crate) struct Shared {
    pub(crate) relations: Vec<Relation>,
    pub(crate) texts: Vec<String>,
    pub(crate) text_numbers: FxHashMap<String, usize>,
    /// Whether rows must be derived from rows of earlier rounds, so that they can be explained.
    pub(crate) is_traced: bool,
}

impl Shared {
    /// The position of a text.
    pub(crate) fn text(&mut self, text: &str) -> usize {
        if let Some(known) = self.text_numbers.get(text) {
            return *known;
        }
        self.texts.push(text.to_owned());
        self.text_numbers.insert(text.to_owned(), self.texts.len() - 1);
        self.texts.len() - 1
    }

    /// The index of a relation on some columns.
    pub(crate) fn index(&mut self, relation: usize, columns: &[usize]) -> usize {
        let indices = &mut self.relations[relation].indices;
        indices.iter().position(|it| it == columns).unwrap_or_else(|| {
            indices.push(columns.to_vec());
            indices.len() - 1
        })
    }
}
