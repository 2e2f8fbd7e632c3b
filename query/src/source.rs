//! Where relations come from that a program only mentions.

use crate::value::{Kind, Symbols, Table};

/// A type that is known before a program is read, such as `Function`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownType {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
}

/// The columns of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// By column: its name and the name of its type: a primitive type, or a [`KnownType`].
    pub columns: Vec<(String, String)>,
}

/// What a program is asked of. A relation that is not mentioned is never loaded.
pub trait Source {
    /// The types that exist without being declared. Each is a subtype of its primitive type.
    fn types(&self) -> Vec<KnownType>;

    /// The names of all relations, to suggest one for a mistyped name.
    fn names(&self) -> Vec<String>;

    /// The columns of a relation, if it exists.
    fn signature(&self, relation: &str) -> Option<Signature>;

    /// The rows of a relation that exists, of which only the columns at these positions are needed, which are in
    /// ascending order.
    ///
    /// # Errors
    ///
    /// When they cannot be had: what went wrong, in one line.
    fn load(
        &mut self,
        relation: &str,
        columns: &[usize],
        symbols: &mut Symbols,
    ) -> Result<Table, String>;
}
