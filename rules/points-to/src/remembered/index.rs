//! Where constraints say what a variable holds, and what is written where.

use facts_schema::{EntityId, FunctionId, InstructionId, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::place::{Place, Step};
use crate::{Analysis, Body, Instance, Length, Location, Object, Site, Store, Transfer, Variable};

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
    /// By instance that is followed.
    stores: FxHashMap<Instance, Vec<Store>>,
    transfers: FxHashMap<Instance, Vec<Transfer>>,
    /// Those into memory that external code knows.
    transfers_out: Vec<Transfer>,
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
            stores: FxHashMap::default(),
            transfers: FxHashMap::default(),
            transfers_out: Vec::new(),
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

    fn add_writes(&mut self, body: &Body, escaped: &FxHashSet<Instance>) {
        for row in &body.stores {
            if self.writes(row.address, escaped, |index, instance| {
                index.stores.entry(instance).or_default().push(*row);
            }) {
                for offset in self.offsets_of(row.address, row.offset) {
                    self.stored.entry(offset).or_default().push(row.from);
                }
            }
        }
        for row in &body.transfers {
            if self.writes(row.to, escaped, |index, instance| {
                index.transfers.entry(instance).or_default().push(*row);
            }) {
                self.transfers_out.push(*row);
            }
        }
    }

    /// Calls `add` with each instance that `address` points into and that is followed; true if it points into
    /// memory that external code knows.
    fn writes(
        &mut self,
        address: Variable,
        escaped: &FxHashSet<Instance>,
        mut add: impl FnMut(&mut Self, Instance),
    ) -> bool {
        let mut is_known = false;
        let mut last = None;
        for location in self.points_to(address) {
            if last.replace(location.instance) == Some(location.instance) {
                continue;
            }
            let is_opaque = self.analysis.solution.opaque.contains(location.instance);
            is_known |= is_opaque || escaped.contains(&location.instance);
            if !is_opaque {
                add(self, location.instance);
            }
        }
        is_known
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
    fn offsets_of(&self, address: Variable, offset: u32) -> Vec<u32> {
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

    pub fn stores_into(&self, instance: Instance) -> Vec<Store> {
        self.stores.get(&instance).cloned().unwrap_or_default()
    }

    pub fn transfers_into(&self, instance: Instance) -> Vec<Transfer> {
        self.transfers.get(&instance).cloned().unwrap_or_default()
    }

    pub fn transfers_out(&self) -> Vec<Transfer> {
        self.transfers_out.clone()
    }
}

impl Transfer {
    /// How many bytes are copied, if that is known without a context.
    pub fn bytes(&self) -> Option<u32> {
        match self.length {
            Length::Bytes(bytes) => u32::try_from(bytes).ok(),
            Length::Unknown | Length::Argument(_) => None,
        }
    }
}
