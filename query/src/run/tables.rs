//! Loaded rows as a source.

use crate::plan::Input;
use crate::source::{KnownType, Signature, Source};
use crate::value::{Symbols, Table};

/// Relations whose rows have been loaded, which correspond to
/// [`Plan::inputs`](crate::plan::Plan::inputs).
pub struct Tables<'a> {
    inputs: &'a [Input],
    tables: Vec<Option<Table>>,
}

impl<'a> Tables<'a> {
    /// Creates a source from the rows of these inputs.
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

    fn load(&mut self, relation: &str, _: &[usize], _: &mut Symbols) -> Result<Table, String> {
        let position = self.inputs.iter().position(|it| it.name == relation);
        let table = position.and_then(|it| self.tables.get_mut(it)?.take());
        table.ok_or_else(|| format!("`{relation}` is not loaded"))
    }
}
