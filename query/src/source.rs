//! Where relations come from that a program only mentions.

use crate::plan::Input;
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

    /// The rows of a relation that exists.
    ///
    /// # Errors
    ///
    /// When they cannot be had: what went wrong, in one line.
    fn load(&mut self, relation: &str, symbols: &mut Symbols) -> Result<Table, String>;
}

/// Relations whose rows have been loaded: those of [`Plan::inputs`](crate::plan::Plan::inputs), in the same order.
pub struct Tables<'a> {
    inputs: &'a [Input],
    tables: Vec<Option<Table>>,
}

impl<'a> Tables<'a> {
    /// These rows of these inputs.
    pub fn new(inputs: &'a [Input], tables: Vec<Table>) -> Self {
        Self { inputs, tables: tables.into_iter().map(Some).collect() }
    }
}

/// Each relation can be loaded once.
impl Source for Tables<'_> {
    fn types(&self) -> Vec<KnownType> {
        Vec::new()
    }

    fn names(&self) -> Vec<String> {
        self.inputs.iter().map(|it| it.name.clone()).collect()
    }

    fn signature(&self, _: &str) -> Option<Signature> {
        None
    }

    fn load(&mut self, relation: &str, _: &mut Symbols) -> Result<Table, String> {
        let position = self.inputs.iter().position(|it| it.name == relation);
        let table = position.and_then(|it| self.tables.get_mut(it)?.take());
        table.ok_or_else(|| format!("`{relation}` is not loaded"))
    }
}
