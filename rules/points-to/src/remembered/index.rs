//! An index of the constraints: the definitions of variables, and the stores to memory.

use facts_schema::view::View;
use facts_schema::{EntityId, FunctionId, InstructionId, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::copies::Copies;
use super::fields::Stored;
use crate::offsets::{Distance, Offsets, Step};
use crate::typed_pointers::TypedPointers;
use crate::{Analysis, Body, CallSite, Instance, Location, Object, SetId, Variable};

/// The definition of a variable.
#[derive(Clone, Copy, Debug)]
pub enum Definition {
    /// From another variable.
    Assign(Variable),
    /// Loaded at `offset` from the target of `address`.
    Load {
        /// The address.
        address: Variable,
        /// The offset in bytes.
        offset: u32,
    },
    /// Another variable, moved by a step, which never makes a pointer to a function.
    Moved,
    /// The address of an object.
    Address,
    /// The result of a call, at byte `part` of it.
    Result {
        /// The call.
        site: CallSite,
        /// The first byte.
        part: u32,
    },
    /// The argument passed to `function` at `position`, at byte `part` of it.
    Parameter {
        /// The function.
        function: FunctionId,
        /// The position of the parameter.
        position: u32,
        /// The first byte.
        part: u32,
    },
}

/// The constraints of all functions that may run, indexed by their subjects.
pub struct Index<'a> {
    pub(super) analysis: &'a Analysis<'a>,
    /// In the order of the variables.
    definitions: Vec<(Variable, Definition)>,
    /// By variable that is only the result of one step: its source and the step.
    pub(super) shifts: FxHashMap<Variable, (Variable, Step)>,
    /// By variable that is only one address: its object and offsets.
    pub(super) addresses: FxHashMap<Variable, (Object, Offsets)>,
    /// The types of pointers according to debug information.
    pub pointers: TypedPointers<'a, 'a>,
    /// The pointers stored in escaped memory.
    pub(super) stored: Stored,
    /// By number of a set of locations.
    sets: Vec<Has>,
    pub(super) cells: FxHashMap<Instance, Vec<Location>>,
    /// By locations and offset: the pointers of external code stored at this offset from them.
    stored_after: FxHashMap<(SetId, u32), Vec<Variable>>,
    /// By location: the locations and offsets of stores that reach it.
    written: FxHashMap<Location, Vec<(SetId, u32)>>,
    pub copies: Copies,
    arguments: FxHashMap<(CallSite, u32, u32), Vec<Variable>>,
    /// By call: the type of its callee.
    types: FxHashMap<InstructionId, TypeId>,
    callees: FxHashMap<CallSite, Vec<FunctionId>>,
    callers: FxHashMap<FunctionId, Vec<CallSite>>,
    /// The functions that external code may call.
    pub(super) called_by_external: FxHashSet<FunctionId>,
}

impl<'a> Index<'a> {
    pub fn new(analysis: &'a Analysis<'a>, view: &'a View<'a>) -> Self {
        let mut index = Self {
            analysis,
            definitions: Vec::new(),
            shifts: FxHashMap::default(),
            addresses: FxHashMap::default(),
            pointers: TypedPointers::new(view),
            stored: Stored::default(),
            sets: Vec::new(),
            cells: FxHashMap::default(),
            stored_after: FxHashMap::default(),
            written: FxHashMap::default(),
            copies: Copies::default(),
            arguments: FxHashMap::default(),
            types: analysis
                .facts
                .call_instruction
                .iter()
                .map(|row| (row.instruction, row.function_type))
                .collect(),
            callees: FxHashMap::default(),
            callers: FxHashMap::default(),
            called_by_external: analysis.called_by_external().collect(),
        };
        let constraints = &analysis.constraints;
        let running: FxHashSet<FunctionId> =
            analysis.solution.reachable.iter().map(|(function, _)| *function).collect();
        let mut bodies = vec![&constraints.module];
        for (number, function) in (0..).zip(&constraints.functions) {
            let id = FunctionId(number);
            if running.contains(&id) {
                bodies.push(&function.body);
                index.definitions.extend(function.parameters.iter().map(
                    |&(position, part, variable)| {
                        (variable, Definition::Parameter { function: id, position, part })
                    },
                ));
            }
        }
        for body in &bodies {
            index.add_definitions(body);
        }
        index.definitions.sort_by_key(|(variable, _)| *variable);
        index.add_addresses(&bodies);
        for call in &analysis.solution.calls {
            index.callees.entry(call.site).or_default().push(call.function);
            index.callers.entry(call.function).or_default().push(call.site);
        }
        let escaped: FxHashSet<Instance> = analysis.solution.escaped.iter().copied().collect();
        index.add_sets(&escaped);
        index.add_cells();
        for body in &bodies {
            index.add_writes(body);
            index.add_copies(body);
        }
        index
    }

    fn add_definitions(&mut self, body: &Body) {
        let all = &mut self.definitions;
        all.extend(body.assigns.iter().map(|row| (row.to, Definition::Assign(row.from))));
        all.extend(
            body.loads
                .iter()
                .map(|row| (row.to, Definition::Load { address: row.address, offset: row.offset })),
        );
        all.extend(body.shifts.iter().map(|row| match row.step {
            Step::OfClass(_)
            | Step::OfTrait(_)
            | Step::OffStack
            | Step::Among(_)
            | Step::Outside(_)
            | Step::Given(_) => (row.to, Definition::Assign(row.from)),
            _ => (row.to, Definition::Moved),
        }));
        all.extend(body.addresses.iter().map(|row| (row.variable, Definition::Address)));
        all.extend(
            body.results
                .iter()
                .map(|row| (row.variable, Definition::Result { site: row.site, part: row.part })),
        );
        for row in &body.arguments {
            let key = (row.site, row.position, row.part);
            self.arguments.entry(key).or_default().push(row.variable);
        }
    }

    /// Adds the variables that are one address, or one step from another variable.
    fn add_addresses(&mut self, bodies: &[&Body]) {
        for body in bodies {
            for row in &body.shifts {
                if self.has_one_definition(row.to) {
                    self.shifts.insert(row.to, (row.from, row.step));
                }
            }
            for row in &body.addresses {
                if self.has_one_definition(row.variable) {
                    self.addresses.insert(row.variable, (row.object, row.offsets));
                }
            }
        }
    }

    fn has_one_definition(&self, variable: Variable) -> bool {
        self.definitions(variable).nth(1).is_none()
    }

    fn add_sets(&mut self, escaped: &FxHashSet<Instance>) {
        let Analysis { constraints, solution, .. } = self.analysis;
        let has = |Location { instance, .. }: &Location| {
            let is_opaque = solution.opaque.contains(*instance);
            Has {
                external: instance.object == Object::EXTERNAL,
                function: constraints.function_of(instance.object).is_some(),
                opaque: is_opaque,
                escaped: is_opaque || escaped.contains(instance),
            }
        };
        let locations: Vec<Has> = solution.locations.iter().map(has).collect();
        let of_set = |set: &[u32]| {
            set.iter().fold(Has::default(), |has, it| has.or(locations[*it as usize]))
        };
        self.sets = solution.sets.iter().map(|set| of_set(set)).collect();
    }

    fn add_cells(&mut self) {
        for (location, set) in &self.analysis.solution.stored {
            let has = self.set_has(*set);
            if has.external || has.function {
                self.cells.entry(location.instance).or_default().push(*location);
            }
        }
    }

    /// The kinds of locations in a set.
    pub fn set_has(&self, set: SetId) -> Has {
        self.sets[set.0 as usize]
    }

    /// The kinds of locations that the variable points to in any context.
    pub(super) fn has(&self, variable: Variable) -> Has {
        let sets = self.analysis.solution.contexts_of(variable).iter();
        sets.fold(Has::default(), |has, (_, set)| has.or(self.set_has(*set)))
    }

    fn add_writes(&mut self, body: &Body) {
        let Self { analysis, .. } = *self;
        for row in &body.stores {
            let stored = self.has(row.from);
            // Other stores are not needed.
            if (stored.external || stored.function) && self.has(row.address).escaped {
                self.add_stored(row);
            }
            if !stored.external {
                continue;
            }
            for (_, set) in analysis.solution.contexts_of(row.address) {
                let group = self.stored_after.entry((*set, row.offset)).or_default();
                group.push(row.from);
                if group.len() > 1 {
                    continue;
                }
                let is_opaque = |it: &Location| analysis.solution.opaque.contains(it.instance);
                for target in analysis.solution.set(*set).filter(|it| !is_opaque(it)) {
                    let there = analysis.constraints.behind(target, Distance::of(row.offset));
                    if let Some(there) = there {
                        self.written.entry(there).or_default().push((*set, row.offset));
                    }
                }
            }
        }
    }

    /// The locations that the variable points to in any context, in order in each context.
    pub fn points_to(&self, variable: Variable) -> impl Iterator<Item = Location> + use<'_> {
        let solution = &self.analysis.solution;
        let sets = solution.contexts_of(variable).iter().map(|(_, set)| *set);
        sets.flat_map(|set| solution.set(set))
    }

    pub fn definitions(&self, variable: Variable) -> impl Iterator<Item = Definition> + use<'_> {
        let start = self.definitions.partition_point(|(it, _)| *it < variable);
        let rows = self.definitions[start..].iter().take_while(move |(it, _)| *it == variable);
        rows.map(|(_, definition)| *definition)
    }

    /// Whether the call at the site may call the function, and has its type.
    pub fn is_likely(&self, site: CallSite, function: FunctionId) -> bool {
        let constraints = &self.analysis.constraints;
        if !constraints.accepts(site, function) {
            return false;
        }
        let instruction = constraints.instruction_at(site);
        let Some(called) = instruction.and_then(|it| self.types.get(&it)) else { return false };
        self.analysis.facts.function.get(function.index()).map(|row| row.function_type)
            == Some(*called)
    }

    /// The functions that have the type by which they are called. If there are none, the functions that take the
    /// arguments: C programs cast pointers to functions.
    pub fn most_likely(
        &self,
        site: CallSite,
        functions: impl Iterator<Item = FunctionId> + Clone,
    ) -> Vec<FunctionId> {
        let likely = functions.clone().filter(|it| self.is_likely(site, *it));
        let likely: Vec<FunctionId> = likely.collect();
        if !likely.is_empty() {
            return likely;
        }
        functions.filter(|it| self.analysis.constraints.accepts(site, *it)).collect()
    }

    pub fn arguments(&self, site: CallSite, position: u32, part: u32) -> Vec<Variable> {
        self.arguments.get(&(site, position, part)).cloned().unwrap_or_default()
    }

    pub fn callees(&self, site: CallSite) -> Vec<FunctionId> {
        self.callees.get(&site).cloned().unwrap_or_default()
    }

    pub fn callers(&self, function: FunctionId) -> Vec<CallSite> {
        self.callers.get(&function).cloned().unwrap_or_default()
    }

    /// The pointers of external code that are stored at this offset from these locations.
    pub fn stored_after(&self, set: SetId, offset: u32) -> Vec<Variable> {
        self.stored_after.get(&(set, offset)).cloned().unwrap_or_default()
    }

    /// The locations and offsets at which a pointer of external code is stored in this location.
    pub fn written(&self, cell: Location) -> Vec<(SetId, u32)> {
        self.written.get(&cell).cloned().unwrap_or_default()
    }

    /// The locations in the instance, if it is followed, where functions or pointers of external code are stored.
    pub fn cells(&self, instance: Instance) -> &[Location] {
        self.cells.get(&instance).map_or(&[], Vec::as_slice)
    }
}

/// The kinds of locations in a set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Has {
    /// A pointer of external code.
    pub external: bool,
    /// A function.
    pub function: bool,
    /// Memory that is not followed.
    pub opaque: bool,
    /// Memory that has escaped.
    pub escaped: bool,
}

impl Has {
    /// The kinds of locations in either set.
    fn or(self, other: Self) -> Self {
        Self {
            external: self.external || other.external,
            function: self.function || other.function,
            opaque: self.opaque || other.opaque,
            escaped: self.escaped || other.escaped,
        }
    }
}
