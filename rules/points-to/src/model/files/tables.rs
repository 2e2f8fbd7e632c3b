//! The tables of a model file.

use serde::Deserialize;
use toml::Spanned;

use super::values::{Allocation, Operands, allocation};
use crate::model::{Base, Callback, Effect, Entry, Model, Operand};

/// A model file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Functions, grouped by behaviour.
    #[serde(default)]
    pub function: Vec<Spanned<Function>>,
}

/// A table `[[function]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Function {
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    patterns: Vec<String>,
    arity: Option<u32>,
    #[serde(default, rename = "override")]
    overrides_body: bool,
    #[serde(default)]
    without: Vec<String>,
    #[serde(rename = "static")]
    shared_memory: Option<String>,
    #[serde(default)]
    nothing: bool,
    #[serde(default, deserialize_with = "allocation")]
    allocates: Option<Allocation>,
    #[serde(default)]
    returns: Operands,
    #[serde(default)]
    stores: Vec<Store>,
    #[serde(default)]
    copies: Vec<Copy>,
    #[serde(default)]
    calls: Vec<Call>,
    #[serde(default)]
    captures: Operands,
    #[serde(default)]
    throws: Operands,
    #[serde(default)]
    thrown_as: Vec<String>,
    #[serde(default)]
    frees: Operands,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Store {
    value: Operands,
    to: Operands,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Copy {
    from: Operands,
    to: Operands,
    length: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    callee: Operands,
    #[serde(default)]
    with: Vec<Operands>,
    #[serde(default)]
    returned: bool,
    #[serde(default)]
    result_to: Operands,
}

impl Function {
    /// The entry that the table describes, or an error message.
    pub fn entry(self) -> Result<Entry, String> {
        if self.names.is_empty() && self.patterns.is_empty() {
            return Err("the table names no functions; add `names` or `patterns`".to_owned());
        }
        if self.throws.0.is_empty() && !self.thrown_as.is_empty() {
            return Err("the model has `thrown_as`, but throws nothing; add `throws`".to_owned());
        }
        let allocates = self.allocates.is_some();
        let model = Model {
            overrides_body: self.overrides_body,
            without: self.without,
            fresh: self.allocates.as_ref().map(|it| it.size).unwrap_or_default(),
            alignment: self.allocates.as_ref().and_then(|it| it.alignment),
            allocates_text: self.allocates.as_ref().is_some_and(|it| it.text),
            shared_memory: self.shared_memory,
            effects: addresses_of_fresh(self.allocates)
                .into_iter()
                .chain(self.returns.0.into_iter().map(Effect::Return))
                .chain(self.stores.into_iter().flat_map(Store::effects))
                .chain(self.copies.into_iter().flat_map(Copy::effects))
                .chain(self.calls.into_iter().flat_map(Call::effects))
                .chain(self.captures.0.into_iter().map(Effect::Capture))
                .chain(throws(self.throws, &self.thrown_as))
                .chain(self.frees.0.into_iter().map(Effect::Free))
                .collect(),
        };
        check(&model, self.nothing, allocates, self.arity)?;
        Ok(Entry { names: self.names, patterns: self.patterns, model })
    }
}

fn check(model: &Model, nothing: bool, allocates: bool, arity: Option<u32>) -> Result<(), String> {
    if nothing && !model.effects.is_empty() {
        return Err(
            "`nothing = true` contradicts the effects of the model; remove one of them".to_owned()
        );
    }
    if !nothing && model.effects.is_empty() {
        let message = "the model has no effects; if the functions do nothing with pointers, add \
                       `nothing = true`";
        return Err(message.to_owned());
    }
    if !allocates && model.operands().any(|it| it.base == Base::Fresh) {
        return Err(
            "the model uses `fresh`, but allocates nothing; add `allocates = true`".to_owned()
        );
    }
    if let Some(alignment) = model.alignment.filter(|it| !it.is_power_of_two()) {
        return Err(format!("`alignment` is {alignment}; write a power of two"));
    }
    if model.shared_memory.is_some() && !model.uses_static_memory() {
        return Err(
            "the model has `static`, but no effect uses static memory; remove `static`".to_owned()
        );
    }
    let excess = arity.and_then(|arity| model.arguments().find(|it| *it >= arity));
    if let (Some(excess), Some(arity)) = (excess, arity) {
        return Err(format!(
            "the model uses argument {excess}, but `arity` is {arity} and arguments count from 0; \
             correct one of them"
        ));
    }
    Ok(())
}

/// The effect on the address of the allocated memory: it is stored where `into` says, or otherwise returned.
fn addresses_of_fresh(allocation: Option<Allocation>) -> Vec<Effect> {
    let Some(allocation) = allocation else { return Vec::new() };
    let fresh = Operand { base: Base::Fresh, moves: Vec::new() };
    match allocation.into {
        None => vec![Effect::Return(fresh)],
        Some(Operands(into)) => {
            let stores = into.into_iter().map(|to| Effect::Store { value: fresh.clone(), to });
            stores.collect()
        }
    }
}

/// The effects of throwing each of the values with each of the types.
fn throws(values: Operands, types: &[String]) -> impl Iterator<Item = Effect> {
    values.0.into_iter().map(|value| Effect::Throw { value, types: types.to_vec() })
}

impl Store {
    fn effects(self) -> impl Iterator<Item = Effect> {
        pairs(self.value, self.to).map(|(value, to)| Effect::Store { value, to })
    }
}

impl Copy {
    fn effects(self) -> impl Iterator<Item = Effect> {
        let length = self.length;
        pairs(self.from, self.to).map(move |(from, to)| Effect::Copy { from, to, length })
    }
}

impl Call {
    fn effects(self) -> impl Iterator<Item = Effect> {
        let with: Vec<Vec<Operand>> = self.with.into_iter().map(|it| it.0).collect();
        self.callee.0.into_iter().map(move |callee| {
            Effect::Call(Callback {
                callee,
                with: with.clone(),
                is_returned: self.returned,
                result_to: self.result_to.0.clone(),
            })
        })
    }
}

/// All pairs of an operand of the first list and one of the second.
fn pairs(first: Operands, second: Operands) -> impl Iterator<Item = (Operand, Operand)> {
    first.0.into_iter().flat_map(move |one| {
        let others: Vec<Operand> = second.0.clone();
        others.into_iter().map(move |other| (one.clone(), other))
    })
}
