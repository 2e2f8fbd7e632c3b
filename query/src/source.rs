//! The source of relations that a program does not declare.

use crate::value::{Primitive, Symbols, Table};

/// A predefined type, such as `Function`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownType {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: Primitive,
}

/// The columns of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// For each column, its name and the name of its type, a primitive type or a [`KnownType`].
    pub columns: Vec<(String, String)>,
}

/// The source that a program queries. Relations that it does not mention are not loaded.
pub trait Source {
    /// The types that exist without a declaration. Each is a subtype of its primitive type.
    fn types(&self) -> Vec<KnownType>;

    /// The names of all relations, for suggestions after a mistyped name.
    fn names(&self) -> Vec<String>;

    /// The columns of a relation, if it exists.
    fn signature(&self, relation: &str) -> Option<Signature>;

    /// Loads the rows of an existing relation, limited to the columns at these positions, which are
    /// in ascending order.
    ///
    /// # Errors
    ///
    /// When the rows cannot be loaded: the problem, on one line.
    fn load(
        &mut self,
        relation: &str,
        columns: &[usize],
        symbols: &mut Symbols,
    ) -> Result<Table, String>;
}
