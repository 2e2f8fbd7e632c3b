//! The functions of a module.

use facts_schema::{Facts, FunctionId, GlobalFlag};

use super::Error;
use super::compile::Compiler;
use super::instructions::Function;
use super::types::Types;

/// The functions of a module, compiled.
pub struct Program {
    /// By function; an error if the interpreter does not support it.
    functions: Vec<Result<Function, Error>>,
    names: Vec<String>,
}

impl Program {
    /// Compiles the functions from the facts.
    pub fn new(facts: &Facts) -> Self {
        let types = Types::new(facts);
        let is_little_endian = facts
            .module
            .first()
            .is_none_or(|row| !facts.display(row.data_layout).split('-').any(|it| it == "E"));
        let function = |row: &facts_schema::Function| {
            let flags = types.index.global_flag.all(row.value);
            if !is_little_endian {
                return Err(Error::unsupported("big-endian memory"));
            }
            if flags.iter().any(|row| row.flag == GlobalFlag::Declaration) {
                return Err(Error::unsupported("a function without a body"));
            }
            Compiler::new(&types, row).function()
        };
        let name = |row: &facts_schema::Function| {
            let name = types.index.value_name.first(row.value);
            name.map_or_else(|| facts.symbol(row.value), |row| facts.display(row.name).into_owned())
        };
        Self {
            functions: facts.function.iter().map(function).collect(),
            names: facts.function.iter().map(name).collect(),
        }
    }

    /// The function with this name, without the `@`.
    pub fn find(&self, name: &str) -> Option<FunctionId> {
        let position = self.names.iter().position(|it| it == name)?;
        u32::try_from(position).ok().map(FunctionId)
    }

    /// The names of all functions, without the `@`.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The function.
    ///
    /// # Errors
    ///
    /// When the interpreter does not support it.
    pub(super) fn function(&self, function: FunctionId) -> Result<&Function, Error> {
        match self.functions.get(function.0 as usize) {
            Some(Ok(function)) => Ok(function),
            Some(Err(error)) => Err(error.clone()),
            None => Err(Error::unsupported("no such function")),
        }
    }
}
