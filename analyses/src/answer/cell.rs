//! What stands in a row of an answer.

use std::sync::Arc;

use serde::ser::{Serialize, Serializer};

/// A cell of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// There is nothing to say.
    Missing,
    /// A number.
    Number(u64),
    /// Whether it is so.
    Truth(bool),
    /// A text: many rows share one.
    Text(Arc<str>),
    /// Several texts.
    Texts(Vec<String>),
}

impl Cell {
    /// The cell as text; nothing if it is missing.
    pub fn text(&self) -> String {
        match self {
            Self::Missing => String::new(),
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
            Self::Text(text) => text.to_string(),
            Self::Texts(texts) => texts.join(", "),
        }
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<bool> for Cell {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Vec<String>> for Cell {
    fn from(texts: Vec<String>) -> Self {
        if texts.is_empty() { Self::Missing } else { Self::Texts(texts) }
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Missing, Into::into)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Missing => serializer.serialize_none(),
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Truth(truth) => serializer.serialize_bool(*truth),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Texts(texts) => texts.serialize(serializer),
        }
    }
}
