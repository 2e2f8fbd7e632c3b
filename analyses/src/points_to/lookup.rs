//! Resolves names given by users to values, objects and functions, by readable id or source name.

use std::fmt;

use facts_schema::{
    Entity, EntityId, Facts, FunctionId, InstructionId, MetadataId, ObjectKind, Opcode, ValueId,
    ValueKind,
};
use points_to::pointers::Subject;
use points_to::{Constraints, Context, Instance, Location, Object, Solution};
use rustc_hash::FxHashSet;

use super::names::{self, Names, location_id};
use super::not_found::{NotFound, not_found};
use crate::source::FileLocation;

/// What a line without instructions has.
pub const NO_CODE: &str = "no code";

/// A source line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// A suffix of the file name that starts at a path component.
    pub file: String,
    /// The line.
    pub line: u32,
}

impl std::str::FromStr for Line {
    type Err = NotFound;

    fn from_str(text: &str) -> Result<Self, NotFound> {
        let no_line = || NotFound::NotALine(text.to_owned());
        let (file, line) = text.rsplit_once(':').ok_or_else(no_line)?;
        let line = line.parse().map_err(|_| no_line())?;
        let file = file.trim_start_matches("./").to_owned();
        if file.is_empty() { Err(no_line()) } else { Ok(Self { file, line }) }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl Line {
    /// Whether the location is on the line.
    pub fn contains(&self, place: &FileLocation) -> bool {
        if place.line != self.line {
            return false;
        }
        let whole = format!("{}/{}", place.directory.trim_end_matches('/'), place.file);
        let is_end = |name: &str| {
            name.strip_suffix(&*self.file)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        is_end(&place.file) || is_end(&whole)
    }
}

/// Finds entities by name. Everything except objects can be found before the points-to sets are
/// computed.
pub struct Lookup<'n, 'a> {
    names: &'n Names<'a>,
    facts: &'a Facts,
    constraints: &'a Constraints,
}

impl<'n, 'a> Lookup<'n, 'a> {
    /// Creates a lookup of the entities in the module.
    pub fn new(names: &'n Names<'a>) -> Self {
        Self { names, facts: names.facts, constraints: names.constraints }
    }

    /// The functions called `name`, as defined by
    /// [`Functions::find`](super::functions::Functions::find).
    ///
    /// # Errors
    ///
    /// When there is no such function.
    pub fn functions(&self, name: &str) -> Result<Vec<FunctionId>, NotFound> {
        self.names.functions.find(name)
    }

    /// The subjects that `name` denotes: a readable id (`@main:%x`, `@g`), a source variable (`x`,
    /// `main:x`), or a value of `function` (`%x`).
    ///
    /// # Errors
    ///
    /// When there is nothing with this name.
    pub fn subjects(
        &self,
        name: &str,
        function: Option<FunctionId>,
    ) -> Result<Vec<Subject>, NotFound> {
        let mut ids = vec![name.to_owned()];
        if let Some(function) = function {
            ids.push(format!("{}:{name}", self.names.function_id(function)));
        }
        if !name.starts_with(['@', '%']) {
            ids.push(format!("@{name}"));
        }
        if let Some(value) = ids.iter().find_map(|id| self.find(Entity::Value, id)) {
            return Ok(self.of_value(ValueId::new(value)));
        }
        let variables = self.variables(name, function);
        if variables.is_empty() { Err(self.no_value(name, function)) } else { Ok(variables) }
    }

    /// The values that `name` denotes in a question about values. A variable in memory denotes the
    /// values loaded from it, or its address if it is never loaded as a whole.
    ///
    /// # Errors
    ///
    /// When there is nothing with this name.
    pub fn values(
        &self,
        name: &str,
        function: Option<FunctionId>,
    ) -> Result<Vec<ValueId>, NotFound> {
        let mut values = Vec::new();
        for subject in self.subjects(name, function)? {
            match subject {
                Subject::Value(value) => values.push(value),
                Subject::Memory(object) => {
                    if name.starts_with(['@', '%']) {
                        continue;
                    }
                    let address = self.names.address_of(object);
                    let loads = self.facts.load_instruction.iter();
                    let loads = loads.filter(|row| Some(row.address) == address);
                    let before = values.len();
                    values.extend(loads.filter_map(|row| self.names.result_of(row.instruction)));
                    if values.len() == before {
                        values.extend(address);
                    }
                }
            }
        }
        values.sort_unstable();
        values.dedup();
        if values.is_empty() { Err(self.no_value(name, function)) } else { Ok(values) }
    }

    /// The value itself, and the content of the memory that starts at its target.
    fn of_value(&self, value: ValueId) -> Vec<Subject> {
        let object = self.object_at(value).map(Subject::Memory);
        [Subject::Value(value)].into_iter().chain(object).collect()
    }

    /// The alloca or global whose address the value is.
    fn object_at(&self, value: ValueId) -> Option<Object> {
        let kind = self.facts.value.get(value.index())?.kind;
        let is_alloca = |instruction: InstructionId| {
            let row = self.facts.instruction.get(instruction.index());
            row.is_some_and(|row| row.opcode == Opcode::Alloca)
        };
        let is_memory = match kind {
            ValueKind::GlobalVariable => true,
            ValueKind::Instruction => self.names.instruction_of(value).is_some_and(is_alloca),
            _ => false,
        };
        let objects = (0..self.constraints.objects.len() as u32).map(Object);
        is_memory
            .then(|| objects.into_iter().find(|it| self.names.address_of(*it) == Some(value)))?
    }

    /// `x`, `main:x` or `foo::bar:x`.
    fn variables(&self, name: &str, function: Option<FunctionId>) -> Vec<Subject> {
        let mut found = self.variables_called(name, function.map(|it| vec![it]).as_deref());
        if let Some((owner, name)) = name.rsplit_once(':') {
            let owner = owner.trim_end_matches(':');
            // Rust's `main` is called by another function, whose linkage name is `main`.
            for owners in [self.functions(owner), self.names.functions.find_in_source(owner)] {
                if let (true, Ok(owners)) = (found.is_empty(), owners) {
                    found = self.variables_called(name, Some(&owners));
                }
            }
        }
        found
    }

    /// The variables with this name, local to these functions or global; local variables hide
    /// global ones.
    fn variables_called(&self, name: &str, functions: Option<&[FunctionId]>) -> Vec<Subject> {
        let is_called =
            |variable: &MetadataId| self.names.variable(*variable).as_deref() == Some(name);
        let in_memory = self.names.variables.memory().filter(|(_, it)| is_called(it));
        let in_memory = in_memory.filter_map(|(address, _)| {
            Some((self.names.owner_of(address), Subject::Memory(self.object_at(address)?)))
        });
        let values = self.names.variables.values().filter(|(_, it)| is_called(it));
        let values = values.map(|(value, _)| (self.names.owner_of(value), Subject::Value(value)));
        let all: Vec<_> = in_memory.chain(values).collect();
        let Some(functions) = functions else {
            return all.into_iter().map(|(_, subject)| subject).collect();
        };
        let of_functions: Vec<_> = all
            .iter()
            .filter(|(owner, _)| owner.is_some_and(|it| functions.contains(&it)))
            .map(|(_, subject)| *subject)
            .collect();
        if of_functions.is_empty() {
            return all.iter().filter(|it| it.0.is_none()).map(|(_, subject)| *subject).collect();
        }
        of_functions
    }

    /// The objects called `name`, identified by readable id, by source variable, or by the line at
    /// which they are allocated (`main.c:12`). Only objects to which something points are found.
    ///
    /// # Errors
    ///
    /// When there is nothing with this name.
    pub fn objects(&self, name: &str, solution: &Solution) -> Result<Vec<Instance>, NotFound> {
        let all: FxHashSet<Instance> = solution.locations.iter().map(|it| it.instance).collect();
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_unstable();
        let found = self.objects_among(&all, name);
        if found.is_empty() { Err(self.no_object(name, &all)) } else { Ok(found) }
    }

    /// The locations called `name`: one by its readable id (`@list+8`), or all in the
    /// [objects](Self::objects) with this name. Only locations that are pointed to or contain
    /// pointers are found, in order.
    ///
    /// # Errors
    ///
    /// When there are none.
    pub fn locations(&self, name: &str, solution: &Solution) -> Result<Vec<Location>, NotFound> {
        let objects = self.objects(without_place(name), solution);
        let objects = match self.objects(name, solution) {
            Err(not_found) => objects.map_err(|_| not_found),
            found => found,
        }?;
        let stored = solution.stored.iter().map(|(location, _)| location);
        let all = solution.locations.iter().chain(stored);
        let all = all.filter(|it| objects.binary_search(&it.instance).is_ok()).copied();
        let mut all: Vec<Location> = all.collect();
        all.sort_unstable();
        all.dedup();
        let id = |it: &Location| location_id(&self.names.object_id(it.instance), it.offsets);
        let exact: Vec<Location> = all.iter().copied().filter(|it| id(it) == name).collect();
        // The start of an object has the same id as the whole object.
        let is_whole = exact.iter().all(|it| it.offsets == points_to::offsets::Offsets::At(0));
        match (is_whole, without_place(name) == name) {
            (true, true) => Ok(all),
            _ if exact.is_empty() => Err(not_found("location", name, all.iter().map(id))),
            _ => Ok(exact),
        }
    }

    /// Checks, before the points-to sets are computed, that an object can be called `name`.
    ///
    /// # Errors
    ///
    /// When none can.
    pub fn expect_object(&self, name: &str) -> Result<(), NotFound> {
        // The id of an object with a heap context ends with the calls of the context.
        let whole = without_place(name);
        let whole = whole.split_once(" in ").map_or(whole, |(object, _)| object);
        if whole != name && self.expect_object(whole).is_ok() {
            return Ok(());
        }
        let instance = |object| Instance { object: Object(object), context: Context::EMPTY };
        let all: Vec<_> = (0..self.constraints.objects.len() as u32).map(instance).collect();
        // The id of an allocated object starts with the id of the call.
        let call = name.split(' ').next().unwrap_or_default();
        let maker = call.strip_suffix(":call").unwrap_or(call);
        let is_call = self.find(Entity::Instruction, call).is_some()
            || self.find(Entity::Function, maker).is_some();
        let is_line = || name.parse().is_ok_and(|line| self.instructions_at(&line).is_ok());
        if is_call || is_line() || !self.objects_among(&all, name).is_empty() {
            return Ok(());
        }
        Err(self.no_object(name, &all))
    }

    /// The objects in `all` that are called `name`.
    fn objects_among(&self, all: &[Instance], name: &str) -> Vec<Instance> {
        // Without a context, an id denotes the objects with all contexts.
        let matches = |it: &Instance| {
            let id = self.names.object_id(*it);
            let short = id.split(" in ").next().unwrap_or_default();
            let heap = short.split(' ').next().unwrap_or_default();
            id == name || short == name || heap == name
        };
        let mut found: Vec<_> = all.iter().copied().filter(matches).collect();
        if found.is_empty() {
            let mut objects: FxHashSet<Object> = FxHashSet::default();
            for subject in self.variables(name, None) {
                if let Subject::Memory(object) = subject {
                    objects.insert(object);
                }
            }
            if let Ok(functions) = self.functions(name) {
                let is_one = |object: &Object| match self.names.origin(*object) {
                    points_to::Origin::Function(function) => functions.contains(&function),
                    _ => false,
                };
                objects.extend(all.iter().map(|it| it.object).filter(is_one));
            }
            found.extend(all.iter().copied().filter(|it| objects.contains(&it.object)));
        }
        if found.is_empty()
            && let Ok(line) = name.parse::<Line>()
        {
            let is_there = |it: &Instance| {
                self.names.object_place(*it).is_some_and(|place| line.contains(&place))
            };
            found.extend(all.iter().copied().filter(is_there));
            // On a line that declares a variable and allocates memory, the name denotes the heap
            // memory.
            let is_heap = |it: &Instance| self.names.kind(it.object) == ObjectKind::Heap;
            if found.iter().any(is_heap) {
                found.retain(is_heap);
            }
        }
        found
    }

    fn no_object(&self, name: &str, all: &[Instance]) -> NotFound {
        let known = all.iter().map(|it| self.names.object_id(*it)).chain(self.variable_names());
        not_found("object that something points to", name, known)
    }

    /// The pointers that are computed in a function or passed to it.
    pub fn values_in(&self, function: FunctionId) -> Vec<ValueId> {
        let values = self.constraints.values.iter().map(|(value, ..)| *value);
        let mut values: Vec<_> =
            values.filter(|value| self.names.owner_of(*value) == Some(function)).collect();
        values.dedup();
        values
    }

    /// The pointers that are computed on a line.
    ///
    /// # Errors
    ///
    /// When there are none.
    pub fn values_at(&self, line: &Line) -> Result<Vec<ValueId>, NotFound> {
        let instructions = self.instructions_at(line)?;
        let results = instructions.into_iter().filter_map(|it| self.names.result_of(it));
        let is_pointer = |it: &ValueId| self.constraints.parts_of(*it).next().is_some();
        let values: Vec<_> = results.filter(is_pointer).collect();
        match values.is_empty() {
            true => Err(self.nothing_at(line, "no pointer is computed")),
            false => Ok(values),
        }
    }

    /// The instructions whose location is on a line.
    ///
    /// # Errors
    ///
    /// When there are none.
    pub fn instructions_at(&self, line: &Line) -> Result<Vec<InstructionId>, NotFound> {
        let found: Vec<_> = self.instructions_from(&self.locations_at(line)).collect();
        if found.is_empty() { Err(self.nothing_at(line, NO_CODE)) } else { Ok(found) }
    }

    /// The instructions whose location is on a line, or that were inlined at a call on it; there may be none.
    pub fn instructions_inlined_at(&self, line: &Line) -> FxHashSet<InstructionId> {
        let mut locations = self.locations_at(line);
        let mut count = 0;
        while count != locations.len() {
            count = locations.len();
            let inlined = self.facts.inlined_at.iter();
            let inlined: Vec<_> =
                inlined.filter(|row| locations.contains(&row.call_location)).collect();
            locations.extend(inlined.into_iter().map(|row| row.location));
        }
        self.instructions_from(&locations).collect()
    }

    /// The debug locations on a line. Many instructions share one.
    fn locations_at(&self, line: &Line) -> FxHashSet<MetadataId> {
        let rows = self.facts.source_location.iter().filter(|row| row.line == line.line);
        rows.map(|row| row.location)
            .filter(|it| self.names.places().node(*it).is_some_and(|place| line.contains(&place)))
            .collect()
    }

    fn instructions_from(
        &self,
        locations: &FxHashSet<MetadataId>,
    ) -> impl Iterator<Item = InstructionId> {
        let rows = self.facts.instruction_location.iter();
        rows.filter(|row| locations.contains(&row.location)).map(|row| row.instruction)
    }

    /// The instructions that `name` denotes: one (`@main:#3`), or those on a source line
    /// (`main.c:12`).
    ///
    /// # Errors
    ///
    /// When there are none.
    pub fn instructions(&self, name: &str) -> Result<Vec<InstructionId>, NotFound> {
        match self.find(Entity::Instruction, name) {
            Some(number) => Ok(vec![InstructionId::new(number)]),
            None => match name.parse() {
                Ok(line) => self.instructions_at(&line),
                Err(_) => Err(not_found("instruction", name, std::iter::empty())),
            },
        }
    }

    /// The error for a line that has no `what`.
    pub fn nothing_at(&self, line: &Line, what: &'static str) -> NotFound {
        let has_places = !self.facts.instruction_location.is_empty();
        NotFound::Line { what, line: line.to_string(), has_places }
    }

    fn no_value(&self, name: &str, function: Option<FunctionId>) -> NotFound {
        let facts = self.facts;
        let parts = &self.constraints.values;
        let values = parts.iter().map(|(value, ..)| *value);
        let values = values.filter(|it| {
            facts.value.get(it.index()).is_some_and(|row| {
                let is_local = matches!(row.kind, ValueKind::Argument | ValueKind::Instruction);
                is_local || row.kind == ValueKind::GlobalVariable
            })
        });
        let prefix = function.map(|it| format!("{}:", self.names.function_id(it)));
        let short = |id: String| match &prefix {
            Some(prefix) if name.starts_with('%') => {
                id.strip_prefix(prefix.as_str()).map(str::to_owned).unwrap_or(id)
            }
            _ => id,
        };
        let values = values.map(|it| short(facts.symbol(it)));
        not_found("value or variable", name, values.chain(self.variable_names()))
    }

    fn variable_names(&self) -> impl Iterator<Item = String> + '_ {
        let rows = self.facts.source_variable.iter();
        rows.filter_map(|row| self.names.variable(row.variable))
    }

    /// The number of the entity with this readable id.
    fn find(&self, entity: Entity, symbol: &str) -> Option<u32> {
        let table = self.facts.symbols.table(entity);
        (0..table.len()).find(|&number| {
            let (prefix, suffix) = table.parts(number);
            let rest = symbol.as_bytes().strip_prefix(prefix);
            rest.is_some_and(|rest| rest == suffix)
        })
    }
}

/// The readable id of a location without its offset: `@list` of `@list+8`.
fn without_place(name: &str) -> &str {
    let is_place = |place: &str| place.chars().all(|it| it.is_ascii_digit() || "./".contains(it));
    match name.rsplit_once('+') {
        Some((object, place)) if !place.is_empty() && is_place(place) => object,
        _ => name,
    }
}

/// The suffix that describes the origin of a value or an object in a text.
pub(super) fn behind(names: &names::Names, value: ValueId) -> String {
    let variables = names.variables_of(value).join(", ");
    let place = names.value_place(value).map(|place| place.to_string()).unwrap_or_default();
    match (variables.as_str(), place.as_str()) {
        ("", "") => String::new(),
        ("", place) => format!(" ({place})"),
        (variables, "") => format!(" ({variables})"),
        (variables, place) => format!(" ({variables}, {place})"),
    }
}

#[cfg(test)]
mod tests;
