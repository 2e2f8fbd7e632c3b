//! Functions without a body: their variables, and constraints that replace their instructions.
//!
//! The behaviour of such a function is given by its model (`model`), or otherwise by its attributes (`attributes`,
//! `unknown`).

use facts_schema::{Facts, Function, FunctionId, GlobalFlag, Linkage, TypeFlag, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Settings;
use super::Unknown;
use super::builder::Builder;
use super::source::Source;
use crate::constraints::{
    Address, FunctionInfo, FunctionKind, Object, Origin, Variable, VariableOf,
};
use crate::libraries;
use crate::model::{Model, Models, match_whole};
use crate::offsets::Offsets;
use emitter::Emitter;

mod attributes;
mod callback;
mod emitter;
mod model;
mod unknown;

#[cfg(test)]
mod tests;

/// The properties of the module that are needed for each function without a body.
pub struct ExternalFunctions<'a> {
    source: &'a Source<'a>,
    facts: &'a Facts,
    settings: Settings<'a>,
    globals: FxHashMap<&'a [u8], ValueId>,
    /// The objects that functions share, by their names in the model file.
    shared: FxHashMap<&'a str, Object>,
    /// Points to all globals that other files of the program can name, if the module has `main`.
    exports: Option<Variable>,
    /// The patterns that match something in the module, among the patterns of functions whose absence some models
    /// require.
    present: FxHashSet<&'a str>,
    /// The functions and global variables that have debug information.
    described: FxHashSet<ValueId>,
}

impl<'a> ExternalFunctions<'a> {
    /// Prepares for the functions of the module. The builder must already have the objects of its globals.
    pub fn new(builder: &mut Builder, source: &'a Source<'a>, settings: Settings<'a>) -> Self {
        let facts = source.facts();
        let named = facts.global.iter().filter_map(|row| {
            Some((facts.text(source.view.value_name.first(row.global)?.name), row.global))
        });
        let globals: FxHashMap<&[u8], ValueId> = named.collect();
        let has_main = globals.contains_key(&b"main"[..]);
        let exports = has_main.then(|| exports(builder, facts));
        let described = facts.global_metadata.iter();
        let described = described.filter(|row| facts.text(row.attachment_kind) == b"dbg");
        Self {
            source,
            facts,
            settings,
            globals,
            shared: FxHashMap::default(),
            exports,
            present: present(facts, settings.models),
            described: described.map(|row| row.global).collect(),
        }
    }

    /// Whether the function has no body, or a model that replaces its body.
    pub fn is_one(&self, function: FunctionId) -> bool {
        let Some(row) = self.row(function) else { return true };
        self.source.view.has_flag(row.value, GlobalFlag::Declaration)
            || self
                .model_name(function, row.value)
                .and_then(|it| self.settings.models.lookup_overriding(it))
                .is_some_and(|model| self.is_valid(model, row.value))
            || self.is_of_rust(function, row.value)
    }

    /// Whether the function belongs to one of Rust's own crates and has a body, although models describe it for
    /// programs that do not contain it.
    fn is_of_rust(&self, function: FunctionId, value: ValueId) -> bool {
        let Some(name) = self.model_name(function, value) else { return false };
        self.source.view.has_body(function)
            && libraries::is_of_rust_alone(name)
            && self.model_of(function, value).is_some_and(|it| !it.overrides_body)
    }

    /// Adds the variables and the constraints of the function.
    pub fn fill(&mut self, builder: &mut Builder, function: FunctionId) {
        let Some(row) = self.row(function) else { return };
        let mut info = self.signature(builder, function, row);
        let mut emitter = Emitter::new(builder, function, &info);
        for row in self.source.view.function_argument().all(function) {
            if let Some(object) = self.source.receivers.object(row.value) {
                emitter.restrict(row.position, object);
            }
        }
        info.kind = match self.model_of(function, row.value) {
            Some(model) => {
                self.follow(&mut emitter, model);
                if self.source.view.has_body(function) && !model.overrides_body {
                    self.run_body_independently(&mut emitter);
                }
                FunctionKind::Modelled
            }
            None if self.source.view.intrinsic.first(function).is_some() => {
                self.intrinsic(&mut emitter);
                FunctionKind::Modelled
            }
            None => {
                if self.settings.unknown == Unknown::Havoc {
                    self.havoc(&mut emitter);
                }
                FunctionKind::Unknown
            }
        };
        info.body = emitter.finish();
        if let Some(entry) = builder.function(function) {
            *entry = info;
        }
    }

    /// Publishes the data that other files can access without receiving it: the environment and the command line. Must
    /// be called after all functions are filled.
    pub fn publish(&self, builder: &mut Builder) {
        let variable = self.exports.unwrap_or(Variable::CAPTURED);
        for origin in [Origin::Environment, Origin::ArgumentVector] {
            if let Some(object) = builder.known_object(origin) {
                let address = Address { variable, object, offsets: Offsets::At(0) };
                builder.constraints().module.addresses.push(address);
            }
        }
    }

    fn row(&self, function: FunctionId) -> Option<Function> {
        self.source.view.function.first(function)
    }

    /// The model of a function.
    fn model_of(&self, function: FunctionId, value: ValueId) -> Option<&'a Model> {
        let model = self.settings.models.lookup(self.model_name(function, value)?);
        model.filter(|model| self.is_valid(model, value))
    }

    /// Whether the functions whose absence a model requires are not in the module, according to debug information.
    fn is_valid(&self, model: &Model, function: ValueId) -> bool {
        let is_absent = |it: &String| !self.present.contains(it.as_str());
        model.without.is_empty()
            || self.described.contains(&function) && model.without.iter().all(is_absent)
    }

    /// The name by which models list a function: the name of its intrinsic, or its own.
    fn model_name(&self, function: FunctionId, value: ValueId) -> Option<&'a str> {
        let intrinsic = self.source.view.intrinsic.first(function).map(|it| it.intrinsic);
        let name = match intrinsic {
            Some(name) => name,
            None => self.source.view.value_name.first(value)?.name,
        };
        std::str::from_utf8(self.facts.text(name)).ok()
    }

    /// The function as seen by its callers, without its body.
    fn signature(
        &self,
        builder: &mut Builder,
        function: FunctionId,
        row: Function,
    ) -> FunctionInfo {
        let owner = Some(function);
        let mut parameters = Vec::new();
        for parameter in self.source.view.function_type_parameter.all(row.function_type) {
            let parts = &self.source.parts_of_type(parameter.parameter_type).offsets;
            if parts.is_empty() {
                continue;
            }
            let position = parameter.position;
            let variable = builder.variable(owner, VariableOf::Parameter { function, position });
            parameters.extend(parts.iter().map(|&part| (position, part, variable)));
        }
        let is_variadic = self.source.view.has_type_flag(row.function_type, TypeFlag::VarArg);
        let variadic =
            is_variadic.then(|| builder.variable(owner, VariableOf::Variadic { function }));

        let r#type = self.source.view.function_type.first(row.function_type);
        let mut returns = Vec::new();
        let parts = r#type.map(|it| &self.source.parts_of_type(it.return_type).offsets);
        if let Some(parts) = parts.filter(|it| !it.is_empty()) {
            let variable = builder.variable(owner, VariableOf::Return { function, part: 0 });
            returns.extend(parts.iter().map(|&part| (part, variable)));
        }
        FunctionInfo {
            is_cloned: false,
            is_cloned_behind_pointers: false,
            parameter_count: r#type.map_or(0, |it| it.parameter_count),
            parameters,
            variadic,
            returns,
            ..FunctionInfo::new(FunctionKind::Unknown)
        }
    }
}

/// A variable that points to all global variables that other files of the program can name. Globals that are
/// emitted where they are used have a copy in each file.
fn exports(builder: &mut Builder, facts: &Facts) -> Variable {
    let exports = builder.temporary(None);
    for global in &facts.global {
        let is_own = global.linkage.is_local()
            || matches!(global.linkage, Linkage::LinkOnce | Linkage::LinkOnceOdr);
        let object = builder.known_object(Origin::Global(global.global));
        if let Some(object) = object.filter(|_| !is_own) {
            let address = Address { variable: exports, object, offsets: Offsets::At(0) };
            builder.constraints().module.addresses.push(address);
        }
    }
    exports
}

/// The patterns that match the name of a function in the module, or a name in its debug information, among the patterns
/// of functions whose absence some models require.
fn present<'a>(facts: &Facts, models: &'a Models) -> FxHashSet<&'a str> {
    let mut patterns: Vec<&str> = models.excluding().collect();
    patterns.sort_unstable();
    patterns.dedup();
    let Ok(set) = match_whole(&patterns) else { return patterns.into_iter().collect() };
    let matches = facts.texts.iter().flat_map(|text| set.matches(text));
    matches.map(|number| patterns[number]).collect()
}
