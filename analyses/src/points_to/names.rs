//! Names of values, objects and functions: readable ids and source names.

use std::fmt::Write;

use facts_schema::debug_info::{DebugFields, Field};
use facts_schema::view::Index;
use facts_schema::{
    EntityId, Facts, FunctionId, InstructionId, MetadataId, ObjectKind, ValueId, ValueKind,
};
use points_to::offsets::Offsets;
use points_to::{Analysis, CallSite, Constraints, Instance, Location, Object, Origin};
use rustc_hash::FxHashMap;

use super::demangle::{demangled, without_parameters};
use super::fields::{Fields, Target};
use super::functions::Functions;
use super::variables::Variables;
use crate::source::{self, FileLocations};

/// Finds the names of entities.
pub struct Names<'a> {
    pub(super) facts: &'a Facts,
    pub(super) constraints: &'a Constraints,
    pub(super) index: Index<'a>,
    pub(super) variables: Variables,
    pub(super) functions: Functions<'a>,
    result_instructions: FxHashMap<ValueId, InstructionId>,
    functions_by_value: FxHashMap<ValueId, FunctionId>,
    debug_fields: DebugFields,
}

impl<'a> Names<'a> {
    /// The names of the entities in the module.
    pub fn new(analysis: &'a Analysis<'a>) -> Self {
        Self::of(analysis.facts, &analysis.constraints)
    }

    /// The names of the entities in the module, before the points-to sets are computed.
    pub fn of(facts: &'a Facts, constraints: &'a Constraints) -> Self {
        let index = Index::new(facts);
        let debug_fields = DebugFields::new(facts);
        let variables = Variables::new(facts, debug_fields.nodes(facts, &index));
        let results = facts.instruction_result.iter().map(|row| (row.result, row.instruction));
        let functions = facts.function.iter().map(|row| (row.value, row.function));
        Self {
            facts,
            constraints,
            variables,
            functions: Functions::new(facts),
            result_instructions: results.collect(),
            functions_by_value: functions.collect(),
            debug_fields,
            index,
        }
    }

    /// The readable id of a value.
    pub fn value_id(&self, value: ValueId) -> String {
        self.facts.symbol(value)
    }

    /// The instruction whose result the value is.
    pub fn instruction_of(&self, value: ValueId) -> Option<InstructionId> {
        self.result_instructions.get(&value).copied()
    }

    /// The function that the value denotes.
    pub fn function_of_value(&self, value: ValueId) -> Option<FunctionId> {
        self.functions_by_value.get(&value).copied()
    }

    /// The function that contains an argument or the result of an instruction.
    pub fn owner_of(&self, value: ValueId) -> Option<FunctionId> {
        let argument = || self.index.argument.first(value).map(|row| row.function);
        let instruction = self.instruction_of(value);
        instruction.and_then(|it| self.function_of(it)).or_else(argument)
    }

    /// The function that contains an instruction.
    pub fn function_of(&self, instruction: InstructionId) -> Option<FunctionId> {
        self.facts.instruction.get(instruction.index()).map(|row| row.function)
    }

    /// The source variables whose content the value is at some point.
    pub fn variables_of(&self, value: ValueId) -> Vec<String> {
        self.variables.with(value).iter().filter_map(|it| self.variable(*it)).collect()
    }

    /// The source variables in the memory to which the value points: an alloca, or a global
    /// variable.
    pub fn variables_at(&self, address: ValueId) -> Vec<String> {
        self.variables.at(address).iter().filter_map(|it| self.variable(*it)).collect()
    }

    /// The name of a source variable.
    pub fn variable(&self, variable: MetadataId) -> Option<String> {
        let row = self.index.source_variable.first(variable)?;
        Some(self.facts.display(row.name).into_owned()).filter(|name| !name.is_empty())
    }

    /// The source name of a function without parameters: `main`, `foo::bar`.
    pub fn function(&self, function: FunctionId) -> String {
        let full = self.full_function(function);
        without_parameters(&full).to_owned()
    }

    /// The source name of a function, including its parameter types if the symbol contains them.
    pub fn full_function(&self, function: FunctionId) -> String {
        self.functions.full_name(function)
    }

    /// The source name of the function that a subprogram describes, including its parameter types
    /// if the symbol contains them.
    pub fn subprogram(&self, subprogram: MetadataId) -> String {
        self.functions.name_of_subprogram(subprogram)
    }

    /// The readable id of a function.
    pub fn function_id(&self, function: FunctionId) -> String {
        self.functions.id(function)
    }

    /// The source name of a global, if it differs from its symbol: the demangled symbol, or the
    /// variables in the memory of the global.
    pub fn global(&self, global: ValueId) -> Option<String> {
        let symbol = self.facts.display(self.index.value_name.first(global)?.name);
        let symbol = symbol.strip_prefix('\u{1}').unwrap_or(&symbol);
        let variables = || Some(self.variables_at(global).join(", "));
        let name = demangled(symbol).or_else(variables)?;
        (name != symbol && !name.is_empty()).then_some(name)
    }

    /// The kind of an object.
    pub fn kind(&self, object: Object) -> ObjectKind {
        self.origin(object).kind()
    }

    /// The origin of an object.
    pub fn origin(&self, object: Object) -> Origin {
        self.constraints.origin(object)
    }

    /// The readable id of an object: the id of its alloca, global or function. For memory that a
    /// call allocates, it is the id of the call followed by its callee. The calls of the heap
    /// context follow after ` in `.
    pub fn object_id(&self, instance: Instance) -> String {
        let mut sites = instance.context.sites();
        let function = |function| self.function_id(function);
        let mut id = match self.origin(instance.object) {
            Origin::External => "external".to_owned(),
            Origin::Library => "library".to_owned(),
            Origin::Stack(instruction) => match self.result_of(instruction) {
                Some(result) => self.facts.symbol(result),
                None => self.instruction_id(instruction),
            },
            Origin::Global(value) | Origin::Block(value) => self.facts.symbol(value),
            Origin::Function(it) => function(it),
            Origin::Heap(it) => match sites.next() {
                Some(site) => format!("{} {}", self.site_id(site), function(it)),
                None => format!("heap {}", function(it)),
            },
            Origin::Static(it) => format!("static {}", function(it)),
            Origin::ByValue(it, position) => format!("byval {} {position}", function(it)),
            Origin::VariableArguments(it) => format!("varargs {}", function(it)),
            Origin::ArgumentVector => "argv".to_owned(),
            Origin::ArgumentStrings => "argv strings".to_owned(),
            Origin::Environment => "environ".to_owned(),
            Origin::EnvironmentStrings => "environ strings".to_owned(),
        };
        for (number, site) in sites.enumerate() {
            id += if number == 0 { " in " } else { ", " };
            id += &self.site_id(site);
        }
        id
    }

    /// The readable id of the instruction at a site. For a call that a function without a body
    /// makes, it is the id of the function and the number of the call.
    pub fn site_id(&self, site: CallSite) -> String {
        let Some(info) = self.constraints.sites.get(site.0 as usize) else {
            return "unknown".to_owned();
        };
        match info.instruction {
            Some(instruction) => self.instruction_id(instruction),
            None => {
                let before = &self.constraints.sites[..site.0 as usize];
                let number = before.iter().filter(|it| it.function == info.function).count();
                format!("{}:call {number}", self.function_id(info.function))
            }
        }
    }

    fn instruction_id(&self, instruction: InstructionId) -> String {
        match self.facts.instruction.get(instruction.index()) {
            Some(_) => self.facts.symbol(instruction),
            None => format!("instruction {}", instruction.number()),
        }
    }

    /// The result of an instruction.
    pub fn result_of(&self, instruction: InstructionId) -> Option<ValueId> {
        self.index.instruction_result.first(instruction).map(|row| row.result)
    }

    /// The value that points to the start of an object: an alloca, a global, a function.
    pub fn address_of(&self, object: Object) -> Option<ValueId> {
        match self.origin(object) {
            Origin::Stack(instruction) => self.result_of(instruction),
            Origin::Global(value) | Origin::Block(value) => Some(value),
            Origin::Function(function) => {
                self.facts.function.get(function.index()).map(|row| row.value)
            }
            _ => None,
        }
    }

    /// The instruction that creates an object: its alloca, or the call that allocates it.
    pub fn instruction_of_object(&self, instance: Instance) -> Option<InstructionId> {
        self.constraints.instruction_of(instance)
    }

    /// The source name of the target of a pointer to this location: `list.next`,
    /// `malloc at list.c:12:3`. A target without a source name has its readable id.
    pub fn location(&self, location: Location) -> String {
        self.location_to(location, Target::Whole)
    }

    /// The source name of the content of this location.
    pub fn content(&self, location: Location) -> String {
        self.location_to(location, Target::Member)
    }

    fn location_to(&self, location: Location, to: Target) -> String {
        let Location { instance, offsets } = location;
        if let Some(variable) = self.variable_of_object(instance.object)
            && let Some(mut name) = self.variable(variable)
        {
            let nodes = self.debug_fields.nodes(self.facts, &self.index);
            name += &match nodes.reference(variable, Field::Type) {
                Some(r#type) => Fields::new(nodes).path(r#type, offsets, to),
                None => offset(offsets),
            };
            return name + &self.context_of_object(instance);
        }
        let name = match self.origin(instance.object) {
            Origin::External => return "external".to_owned(),
            Origin::Library => return "library".to_owned(),
            Origin::Function(function) => self.full_function(function),
            Origin::Heap(function) => {
                let function = self.function(function);
                match self.object_place(instance) {
                    Some(place) => format!("{function} at {place}"),
                    None => return self.object_id(instance) + &offset(offsets),
                }
            }
            Origin::Static(function) => format!("static memory of {}", self.function(function)),
            Origin::ByValue(function, position) => {
                format!("copy of argument {position} of {}", self.function(function))
            }
            Origin::VariableArguments(function) => {
                format!("variable arguments of {}", self.function(function))
            }
            _ => return self.object_id(instance) + &offset(offsets),
        };
        name + &offset(offsets) + &self.context_of_object(instance)
    }

    /// The variable whose memory an object is.
    pub fn variable_of_object(&self, object: Object) -> Option<MetadataId> {
        let address = match self.origin(object) {
            Origin::Stack(instruction) => self.result_of(instruction)?,
            Origin::Global(value) => value,
            _ => return None,
        };
        self.variables.at(address).first().copied()
    }

    /// The suffix ` in f, called at x.c:4:5`, for objects with a heap context.
    fn context_of_object(&self, instance: Instance) -> String {
        let mut text = String::new();
        for site in self.constraints.sites_of(instance) {
            text += if text.is_empty() { ", called at " } else { " from " };
            match self.site_place(site) {
                Some(place) => write!(text, "{place}").unwrap_or_default(),
                None => text += &self.site_id(site),
            }
        }
        text
    }

    /// The source location of an object: the declaration of its variable, or its allocation site.
    pub fn object_place(&self, instance: Instance) -> Option<source::FileLocation> {
        let places = self.places();
        if let Some(variable) = self.variable_of_object(instance.object) {
            return places.node(variable);
        }
        match self.origin(instance.object) {
            Origin::Global(value) => places.global(value),
            Origin::Function(function) => places.function(function),
            _ => self.place(self.instruction_of_object(instance)?),
        }
    }

    /// The source location of a site.
    pub fn site_place(&self, site: CallSite) -> Option<source::FileLocation> {
        self.place(self.constraints.instruction_at(site)?)
    }

    /// The source location of an instruction.
    pub fn place(&self, instruction: InstructionId) -> Option<source::FileLocation> {
        self.inlined_place(instruction).map(|(place, _)| place)
    }

    /// The source location of an instruction, and the calls at which it was inlined, from the
    /// innermost outwards.
    pub fn inlined_place(&self, instruction: InstructionId) -> Option<source::Inlined> {
        self.places().instruction(instruction)
    }

    /// The source location of a value.
    pub fn value_place(&self, value: ValueId) -> Option<source::FileLocation> {
        match self.facts.value.get(value.index())?.kind {
            ValueKind::Instruction => self.place(self.instruction_of(value)?),
            ValueKind::Argument => self.places().function(self.owner_of(value)?),
            _ => self.places().global(value),
        }
    }

    pub(super) fn places(&self) -> FileLocations<'_, 'a> {
        FileLocations::new(self.facts, &self.index, &self.debug_fields)
    }
}

/// The offset within an object: empty, `+8`, or `+0..80/8` for every 8 bytes.
pub fn offset(offsets: Offsets) -> String {
    match offsets {
        Offsets::At(0) => String::new(),
        Offsets::At(offset) => format!("+{offset}"),
        Offsets::Every { start: 0, stride: 1, .. } => " (anywhere)".to_owned(),
        Offsets::Every { start, end, stride, first } => {
            let start = u64::from(start) + u64::from(first);
            match end {
                u32::MAX => format!("+{start}../{stride}"),
                end => format!("+{start}..{end}/{stride}"),
            }
        }
    }
}

/// The readable id of a memory location in the object with this id.
pub fn location_id(object: &str, offsets: Offsets) -> String {
    match offsets.columns() {
        (0, None, _) => object.to_owned(),
        (offset, None, _) => format!("{object}+{offset}"),
        (offset, Some(stride), None) => format!("{object}+{offset}../{stride}"),
        (offset, Some(stride), Some(end)) => format!("{object}+{offset}..{end}/{stride}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn location_ids_distinguish_locations() {
        let every = |start, end, stride, first| Offsets::Every { start, end, stride, first };
        let ids = [
            (Offsets::At(0), "@g"),
            (Offsets::At(8), "@g+8"),
            (every(0, 16, 1, 0), "@g+0..16/1"),
            (every(16, 48, 8, 4), "@g+20..48/8"),
            (every(0, u32::MAX, 8, 0), "@g+0../8"),
        ];
        for (offsets, id) in ids {
            assert_eq!(location_id("@g", offsets), id);
        }
    }
}
