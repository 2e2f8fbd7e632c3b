//! Functions and their names.

use std::sync::OnceLock;

use facts_schema::debug_info::{DebugFields, Field};
use facts_schema::view::Index;
use facts_schema::{EntityId, Facts, FunctionId, MetadataId};
use rustc_hash::FxHashMap;

use super::demangle::{
    demangled, hash, lacks_arguments, of_trait, without_arguments, without_default_allocator,
    without_parameters,
};
use super::generics::Described;
use super::not_found::{NotFound, not_found};

/// The functions of a module, indexed by name.
pub struct Functions<'f> {
    facts: &'f Facts,
    index: Index<'f>,
    debug_fields: DebugFields,
    /// By function. All names are computed at once on first use, because ambiguity depends on all
    /// functions.
    names: OnceLock<Vec<Name>>,
}

/// The source name of a function.
struct Name {
    /// The name, including its parameter types if the symbol contains them.
    name: String,
    /// The hash that distinguishes it from other functions with the same name.
    hash: Option<String>,
}

impl<'f> Functions<'f> {
    /// Indexes the functions of this module.
    pub fn new(facts: &'f Facts) -> Self {
        let (index, debug_fields) = (Index::new(facts), DebugFields::new(facts));
        Self { facts, index, debug_fields, names: OnceLock::new() }
    }

    /// The readable id of a function.
    pub fn id(&self, function: FunctionId) -> String {
        match self.facts.function.get(function.index()) {
            Some(_) => self.facts.symbol(function),
            None => format!("function {}", function.number()),
        }
    }

    /// The source name of a function, including its parameter types if the symbol contains them.
    /// Rust functions with the same name are distinguished by the hashes in their symbols.
    pub fn full_name(&self, function: FunctionId) -> String {
        match self.names().get(function.index()) {
            Some(Name { name, hash: Some(hash) }) => format!("{name}::{hash}"),
            Some(Name { name, hash: None }) => name.clone(),
            None => self.id(function),
        }
    }

    /// The source name of a function; `None` if it equals the symbol.
    pub fn source_name(&self, function: FunctionId) -> Option<String> {
        let name = self.full_name(function);
        (self.linkage_name(function).as_ref() != Some(&name)).then_some(name)
    }

    fn names(&self) -> &[Name] {
        self.names.get_or_init(|| {
            let functions = || self.facts.function.iter().map(|row| row.function);
            let names: Vec<String> = functions().map(|it| self.name(it)).collect();
            let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
            for name in &names {
                *counts.entry(name).or_default() += 1;
            }
            let hash = |(function, name): (FunctionId, &String)| {
                let is_shared = counts[name.as_str()] > 1;
                is_shared.then(|| hash(&self.linkage_name(function)?)).flatten()
            };
            let hashes: Vec<_> = functions().zip(&names).map(hash).collect();
            names.into_iter().zip(hashes).map(|(name, hash)| Name { name, hash }).collect()
        })
    }

    /// The source name of the function that a subprogram describes, including its parameter types
    /// if the symbol contains them.
    pub fn name_of_subprogram(&self, subprogram: MetadataId) -> String {
        let nodes = self.debug_fields.nodes(self.facts, &self.index);
        match nodes.text(subprogram, Field::LinkageName) {
            symbol if symbol.is_empty() => self.describe(subprogram).qualified(),
            symbol => self.name_of_symbol(symbol, || Some(self.describe(subprogram))),
        }
    }

    fn name(&self, function: FunctionId) -> String {
        let Some(symbol) = self.linkage_name(function) else { return self.id(function) };
        self.name_of_symbol(symbol, || self.described(function))
    }

    fn name_of_symbol(&self, symbol: String, described: impl Fn() -> Option<Described>) -> String {
        match demangled(&symbol) {
            Some(name) if lacks_arguments(&symbol) => {
                let name = described().map_or(name.clone(), |it| it.complete(&name));
                without_default_allocator(&name)
            }
            Some(name) => without_default_allocator(&name),
            // The demangler does not support some newer C++ manglings.
            None if symbol.starts_with("_Z") => described().map_or(symbol, |it| it.qualified()),
            None => symbol,
        }
    }

    /// The debug information about a function.
    fn described(&self, function: FunctionId) -> Option<Described> {
        let nodes = self.debug_fields.nodes(self.facts, &self.index);
        let subprogram = nodes.attachment(self.facts.function.get(function.index())?.value)?;
        Some(self.describe(subprogram))
    }

    fn describe(&self, subprogram: MetadataId) -> Described {
        let nodes = self.debug_fields.nodes(self.facts, &self.index);
        let name = |node: MetadataId| nodes.text(node, Field::Name);
        let parameters = nodes.nodes_in(subprogram, Field::TemplateParameters);
        Described {
            name: name(subprogram),
            parameters: parameters.into_iter().map(name).collect(),
            scopes: nodes.scopes(subprogram).map(name).collect(),
        }
    }

    /// The name of a function for linkers. A leading byte 1 means that the rest is used unchanged.
    fn linkage_name(&self, function: FunctionId) -> Option<String> {
        let value = self.facts.function.get(function.index())?.value;
        let name = self.facts.display(self.index.value_name.first(value)?.name);
        Some(name.strip_prefix('\u{1}').unwrap_or(&name).to_owned())
    }

    /// The functions with this name: an id (`@main`), the name in the module, or the source name
    /// with or without its parameters, generic arguments and namespaces.
    ///
    /// # Errors
    ///
    /// When there is no such function.
    pub fn find(&self, name: &str) -> Result<Vec<FunctionId>, NotFound> {
        let is_id = |id: &str| id == name || id.strip_prefix('@') == Some(name);
        let mut all = self.facts.function.iter().map(|row| row.function);
        match all.find(|it| is_id(&self.id(*it))) {
            Some(function) => Ok(vec![function]),
            None => self.find_in_source(name),
        }
    }

    /// The functions with this source name.
    ///
    /// # Errors
    ///
    /// When there is no such function.
    pub fn find_in_source(&self, name: &str) -> Result<Vec<FunctionId>, NotFound> {
        let end = format!("::{name}");
        let is_called = |it: &str| it == name || it.ends_with(&end);
        let is_one = |(function, full): &(FunctionId, &Name)| {
            let short = without_parameters(&full.name);
            let of_trait = of_trait(short).into_iter().flatten();
            let mut names = of_trait.chain([short.to_owned()]);
            full.name == name
                || full.hash.is_some() && self.full_name(*function) == name
                || names.any(|it| is_called(&it) || is_called(&without_arguments(&it)))
        };
        let all = self.facts.function.iter().map(|row| row.function).zip(self.names());
        let found: Vec<_> = all.filter(is_one).map(|(function, _)| function).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let known = self.names().iter().map(|it| without_parameters(&it.name).to_owned());
        Err(not_found("function", name, known))
    }
}
