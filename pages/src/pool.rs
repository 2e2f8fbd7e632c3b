//! The texts of a chunk, without duplicates.

use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

/// Texts by number. Number 0 is the empty text.
#[derive(Clone, Debug)]
pub struct Pool {
    texts: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Default for Pool {
    fn default() -> Self {
        let mut pool = Self { texts: Vec::new(), numbers: FxHashMap::default() };
        pool.number(String::new());
        pool
    }
}

impl Pool {
    /// The number of a text.
    pub fn number(&mut self, text: impl Into<String>) -> u32 {
        let text = text.into();
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.clone());
        self.numbers.insert(text, number);
        number
    }
}

impl Serialize for Pool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.texts.serialize(serializer)
    }
}
