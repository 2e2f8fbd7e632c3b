//! Functions and their names.

use facts_schema::view::Rows;
use facts_schema::{EntityId, Facts, FunctionId, ValueName};

use super::demangle::{demangled, of_trait, without_parameters};
use super::not_found::{NotFound, not_found};

/// The functions of a module, by name.
pub struct Functions<'f> {
    facts: &'f Facts,
    value_name: Rows<'f, ValueName>,
}

impl<'f> Functions<'f> {
    /// The functions of this module.
    pub fn new(facts: &'f Facts) -> Self {
        Self { facts, value_name: Rows::of(&facts.value_name) }
    }

    /// The readable id of a function.
    pub fn id(&self, function: FunctionId) -> String {
        match self.facts.function.get(function.index()) {
            Some(_) => self.facts.symbol(function),
            None => format!("function {}", function.number()),
        }
    }

    /// A function as in the source, with the types of its parameters if its name tells them.
    pub fn full_name(&self, function: FunctionId) -> String {
        match self.linkage_name(function) {
            Some(symbol) => demangled(&symbol).unwrap_or(symbol),
            None => self.id(function),
        }
    }

    /// The name by which linkers know a function. What begins with the byte 1 is to be taken as it
    /// stands.
    fn linkage_name(&self, function: FunctionId) -> Option<String> {
        let value = self.facts.function.get(function.index())?.value;
        let name = self.facts.display(self.value_name.first(value)?.name);
        Some(name.strip_prefix('\u{1}').unwrap_or(&name).to_owned())
    }

    /// The functions called `name`: by id (`@main`), by the name in the module, or by that in the
    /// source with or without its parameters and with or without its namespaces.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn find(&self, name: &str) -> Result<Vec<FunctionId>, NotFound> {
        let all = || self.facts.function.iter().map(|row| row.function);
        let is_id = |id: &str| id == name || id.strip_prefix('@') == Some(name);
        if let Some(function) = all().find(|it| is_id(&self.id(*it))) {
            return Ok(vec![function]);
        }
        let full: Vec<_> = all().map(|it| (it, self.full_name(it))).collect();
        let end = format!("::{name}");
        let is_called = |full: &str| {
            let short = without_parameters(full);
            let of_trait = of_trait(full).into_iter().flatten();
            full == name
                || short == name
                || short.ends_with(&end)
                || of_trait.into_iter().any(|it| it == name || it.ends_with(&end))
        };
        let found: Vec<_> =
            full.iter().filter(|(_, full)| is_called(full)).map(|(it, _)| *it).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let known = full.iter().map(|(_, full)| without_parameters(full).to_owned());
        Err(not_found("function", name, known))
    }
}
