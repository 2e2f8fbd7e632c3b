//! Where constraints say what a variable holds, and what is written where.

use facts_schema::{EntityId, FunctionId, InstructionId, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::place::{Distance, Place, Step};
use crate::{Analysis, Body, Instance, Length, Location, Object, SetId, Site, Transfer, Variable};

/// How a variable gets what it holds.
#[derive(Clone, Copy, Debug)]
pub enum Definition {
    /// From another variable.
    Assign(Variable),
    /// From `offset` bytes behind where `address` points.
    Load {
        /// The address.
        address: Variable,
        /// How far behind it.
        offset: u32,
    },
    /// From another variable, moved, which never makes a pointer to a function.
    Moved,
    /// As the address of an object.
    Address,
    /// As what a call returns, at byte `part` of it.
    Result {
        /// The call.
        site: Site,
        /// The first byte.
        part: u32,
    },
    /// As what is passed to `function` at `position`, at byte `part` of it.
    Parameter {
        /// The function.
        function: FunctionId,
        /// The position of the parameter.
        position: u32,
        /// The first byte.
        part: u32,
    },
}

/// The most steps that are followed from an address to the pointer that it is an offset from.
const STEPS: usize = 16;

/// The constraints of all functions that may run, by what they say something of.
pub struct Index<'a> {
    analysis: &'a Analysis<'a>,
    /// In the order of the variables.
    definitions: Vec<(Variable, Definition)>,
    /// By variable that is the result of a step and nothing else: from where, and how.
    shifts: FxHashMap<Variable, (Variable, Step)>,
    /// By variable that is an address and nothing else: how far behind the start of its object.
    addresses: FxHashMap<Variable, (Object, Place)>,
    /// By offset: what is stored there in memory that external code knows.
    stored: FxHashMap<u32, Vec<Variable>>,
    /// By number of a set: whether it has a pointer of external code.
    is_external: Vec<bool>,
    /// By number of a set: whether it has a location in memory that is not followed.
    is_remembered: Vec<bool>,
    cells: FxHashMap<Instance, Vec<Cell>>,
    /// By locations and offset: the pointers of external code that are stored so far behind them.
    written_behind: FxHashMap<(SetId, u32), Vec<Variable>>,
    /// By such a place: where it lies behind, of what something is stored behind.
    written: FxHashMap<Location, Vec<(SetId, u32)>>,
    copies: Vec<MemoryCopy>,
    /// By instance that is followed: the positions of the copies into it.
    copies_into: FxHashMap<Instance, Vec<usize>>,
    /// The positions of those into memory that external code knows.
    copies_out: Vec<usize>,
    arguments: FxHashMap<(Site, u32, u32), Vec<Variable>>,
    /// By call: the type of what it calls.
    types: FxHashMap<InstructionId, TypeId>,
    callees: FxHashMap<Site, Vec<FunctionId>>,
    callers: FxHashMap<FunctionId, Vec<Site>>,
}

impl<'a> Index<'a> {
    pub fn new(analysis: &'a Analysis<'a>) -> Self {
        let mut index = Self {
            analysis,
            definitions: Vec::new(),
            shifts: FxHashMap::default(),
            addresses: FxHashMap::default(),
            stored: FxHashMap::default(),
            is_external: Vec::new(),
            is_remembered: Vec::new(),
            cells: FxHashMap::default(),
            written_behind: FxHashMap::default(),
            written: FxHashMap::default(),
            copies: Vec::new(),
            copies_into: FxHashMap::default(),
            copies_out: Vec::new(),
            arguments: FxHashMap::default(),
            types: analysis
                .facts
                .call_instruction
                .iter()
                .map(|row| (row.instruction, row.function_type))
                .collect(),
            callees: FxHashMap::default(),
            callers: FxHashMap::default(),
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
        index.add_cells();
        let escaped: FxHashSet<Instance> = analysis.solution.escaped.iter().copied().collect();
        for body in &bodies {
            index.add_writes(body, &escaped);
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
        all.extend(body.shifts.iter().map(|row| (row.to, Definition::Moved)));
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

    /// The variables that are one address, or one step from another variable.
    fn add_addresses(&mut self, bodies: &[&Body]) {
        for body in bodies {
            for row in &body.shifts {
                if self.has_one_definition(row.to) {
                    self.shifts.insert(row.to, (row.from, row.step));
                }
            }
            for row in &body.addresses {
                if self.has_one_definition(row.variable) {
                    self.addresses.insert(row.variable, (row.object, row.place));
                }
            }
        }
    }

    fn has_one_definition(&self, variable: Variable) -> bool {
        self.definitions(variable).nth(1).is_none()
    }

    fn add_cells(&mut self) {
        let solution = &self.analysis.solution;
        let is_external = |location: &u32| {
            solution.locations[*location as usize].instance.object == Object::EXTERNAL
        };
        let is_function = |location: &u32| {
            let object = solution.locations[*location as usize].instance.object;
            self.analysis.constraints.function_of(object).is_some()
        };
        self.is_external = solution.sets.iter().map(|set| set.iter().any(is_external)).collect();
        let is_opaque = |location: &u32| {
            solution.opaque.contains(solution.locations[*location as usize].instance)
        };
        self.is_remembered = solution.sets.iter().map(|set| set.iter().any(is_opaque)).collect();
        let has_functions: Vec<bool> =
            solution.sets.iter().map(|set| set.iter().any(is_function)).collect();
        for (location, set) in &solution.stored {
            let is_external = self.is_external[set.0 as usize];
            if is_external || has_functions[set.0 as usize] {
                let cell = Cell { location: *location, is_external };
                self.cells.entry(location.instance).or_default().push(cell);
            }
        }
    }

    /// Whether one of the locations is in memory that is not followed.
    pub fn is_remembered(&self, set: SetId) -> bool {
        self.is_remembered[set.0 as usize]
    }

    /// Whether the variable may hold a pointer of external code.
    fn is_external(&self, variable: Variable) -> bool {
        let mut sets = self.analysis.solution.contexts_of(variable).iter();
        sets.any(|(_, set)| self.is_external[set.0 as usize])
    }

    fn add_writes(&mut self, body: &Body, escaped: &FxHashSet<Instance>) {
        let Self { analysis, .. } = *self;
        let is_opaque = |it: &Location| analysis.solution.opaque.contains(it.instance);
        let is_known = |it: &Location| is_opaque(it) || escaped.contains(&it.instance);
        for row in &body.stores {
            let targets = self.points_to(row.address);
            if targets.iter().any(is_known) {
                for offset in self.offsets_of(row.address, row.offset) {
                    self.stored.entry(offset).or_default().push(row.from);
                }
            }
            if !self.is_external(row.from) {
                continue;
            }
            for (_, set) in analysis.solution.contexts_of(row.address) {
                let group = self.written_behind.entry((*set, row.offset)).or_default();
                group.push(row.from);
                if group.len() > 1 {
                    continue;
                }
                for target in analysis.solution.set(*set).filter(|it| !is_opaque(it)) {
                    let there = analysis.constraints.behind(target, Distance::of(row.offset));
                    if let Some(there) = there {
                        self.written.entry(there).or_default().push((*set, row.offset));
                    }
                }
            }
        }
        for row in &body.transfers {
            let targets = self.points_to(row.to);
            let sources = self.points_to(row.from);
            let is_from_known = sources.iter().any(is_opaque);
            let has_cells = |it: &Location| !is_opaque(it) && self.cells.contains_key(&it.instance);
            let sources: Vec<Location> = sources.into_iter().filter(has_cells).collect();
            if !is_from_known && sources.is_empty() {
                continue;
            }
            let position = self.copies.len();
            if targets.iter().any(is_known) {
                self.copies_out.push(position);
            }
            let targets: Vec<Location> = targets.into_iter().filter(has_cells).collect();
            let mut last = None;
            for target in &targets {
                if last.replace(target.instance) != Some(target.instance) {
                    self.copies_into.entry(target.instance).or_default().push(position);
                }
            }
            self.copies.push(MemoryCopy {
                start: self.offset_of(row.to, 0),
                source_start: self.offset_of(row.from, 0).filter(|_| is_from_known),
                length: row.bytes(),
                sources,
                targets,
            });
        }
    }

    /// What the variable points to in any context, in order of the locations in each.
    pub fn points_to(&self, variable: Variable) -> Vec<Location> {
        let solution = &self.analysis.solution;
        let sets = solution.contexts_of(variable).iter().map(|(_, set)| *set);
        sets.flat_map(|set| solution.set(set)).collect()
    }

    pub fn definitions(&self, variable: Variable) -> impl Iterator<Item = Definition> + use<'_> {
        let start = self.definitions.partition_point(|(it, _)| *it < variable);
        let rows = self.definitions[start..].iter().take_while(move |(it, _)| *it == variable);
        rows.map(|(_, definition)| *definition)
    }

    /// How far an access `offset` bytes behind `address` is behind the pointer that the address was made
    /// from: constant steps count, and steps from element to element do not.
    pub fn offset_of(&self, address: Variable, offset: u32) -> Option<u32> {
        let mut offset = i64::from(offset);
        let mut address = address;
        for _ in 0..STEPS {
            if let Some((_, Place::At(place))) = self.addresses.get(&address) {
                offset += i64::from(*place);
                break;
            }
            let Some((from, step)) = self.shifts.get(&address) else { break };
            match step {
                Step::By(bytes) | Step::Along(bytes) => offset += bytes,
                Step::Over { .. } => {}
                Step::Anywhere | Step::And(_) | Step::Or(_) | Step::Xor(_) => break,
            }
            address = *from;
        }
        u32::try_from(offset).ok()
    }

    /// The same, and in an array of a known object also behind the start of the element.
    pub fn offsets_of(&self, address: Variable, offset: u32) -> Vec<u32> {
        let mut offsets: Vec<u32> = self.offset_of(address, offset).into_iter().collect();
        if let (Some((object, _)), Some(&at)) = (self.addresses.get(&address), offsets.first()) {
            let constraints = &self.analysis.constraints;
            let layout = constraints.objects[object.0 as usize].layout;
            for array in &constraints.layouts[layout as usize].arrays {
                if (array.start..array.end).contains(&at) {
                    offsets.push((at - array.start) % array.stride.max(1));
                }
            }
        }
        offsets.sort_unstable();
        offsets.dedup();
        offsets
    }

    /// Whether the call at the site may be of the function, and is by its type.
    pub fn is_likely(&self, site: Site, function: FunctionId) -> bool {
        let constraints = &self.analysis.constraints;
        if !constraints.accepts(site, function) {
            return false;
        }
        let instruction = constraints.instruction_at(site);
        let Some(called) = instruction.and_then(|it| self.types.get(&it)) else { return false };
        self.analysis.facts.function.get(function.index()).map(|row| row.function_type)
            == Some(*called)
    }

    /// Those of the functions that have the type by which they are called. If none has, those that take what
    /// is passed: C programs cast pointers to functions.
    pub fn most_likely(
        &self,
        site: Site,
        functions: impl Iterator<Item = FunctionId> + Clone,
    ) -> Vec<FunctionId> {
        let likely = functions.clone().filter(|it| self.is_likely(site, *it));
        let likely: Vec<FunctionId> = likely.collect();
        if !likely.is_empty() {
            return likely;
        }
        functions.filter(|it| self.analysis.constraints.accepts(site, *it)).collect()
    }

    pub fn arguments(&self, site: Site, position: u32, part: u32) -> Vec<Variable> {
        self.arguments.get(&(site, position, part)).cloned().unwrap_or_default()
    }

    pub fn callees(&self, site: Site) -> Vec<FunctionId> {
        self.callees.get(&site).cloned().unwrap_or_default()
    }

    pub fn callers(&self, function: FunctionId) -> Vec<Site> {
        self.callers.get(&function).cloned().unwrap_or_default()
    }

    /// What is stored at this offset in memory that external code knows.
    pub fn stored_at(&self, offset: u32) -> Vec<Variable> {
        self.stored.get(&offset).cloned().unwrap_or_default()
    }

    /// The pointers of external code that are stored so far behind these locations.
    pub fn written_behind(&self, set: SetId, offset: u32) -> Vec<Variable> {
        self.written_behind.get(&(set, offset)).cloned().unwrap_or_default()
    }

    /// The locations, and how far behind them, where the place lies and a pointer of external code is stored.
    pub fn written(&self, cell: Location) -> Vec<(SetId, u32)> {
        self.written.get(&cell).cloned().unwrap_or_default()
    }

    /// The places in the instance, if it is followed, where functions or pointers of external code are stored.
    pub fn cells(&self, instance: Instance) -> &[Cell] {
        self.cells.get(&instance).map_or(&[], Vec::as_slice)
    }

    pub fn copy(&self, position: usize) -> &MemoryCopy {
        &self.copies[position]
    }

    /// The positions of the copies into the instance, which is followed.
    pub fn copies_into(&self, instance: Instance) -> Vec<usize> {
        self.copies_into.get(&instance).cloned().unwrap_or_default()
    }

    /// The positions of the copies into memory that external code knows.
    pub fn copies_out(&self) -> Vec<usize> {
        self.copies_out.clone()
    }
}

/// A place in memory that is followed where functions or pointers of external code are stored.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The place.
    pub location: Location,
    /// Whether a pointer of external code is stored there.
    pub is_external: bool,
}

/// A copy of memory.
#[derive(Clone, Debug)]
pub struct MemoryCopy {
    /// How far the destination is behind the pointer that it was made from.
    pub start: Option<u32>,
    /// The same of the source, if that may be in memory that is not followed.
    pub source_start: Option<u32>,
    /// How many bytes are copied, if that is known.
    pub length: Option<u32>,
    /// The sources in memory that is followed and holds functions or pointers of external code.
    pub sources: Vec<Location>,
    /// The destinations in such memory.
    pub targets: Vec<Location>,
}

impl Transfer {
    /// How many bytes are copied, if that is known without a context.
    fn bytes(&self) -> Option<u32> {
        match self.length {
            Length::Bytes(bytes) => u32::try_from(bytes).ok(),
            Length::Unknown | Length::Argument(_) => None,
        }
    }
}
