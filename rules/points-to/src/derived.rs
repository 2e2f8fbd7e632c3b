//! The derived relations of the schema.

use facts_schema::{self as schema, EntityId, Facts, MemoryLocationId, ObjectId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call_graph::{CallGraph, Edge, Unresolved, sorted};
use crate::pointers::{Holder, Pointer};
use crate::wrapped_calls::{UnresolvedWrappedCall, WrappedCall, WrappedCalls};
use crate::{Analysis, Instance, Location, Origin};

/// The objects and locations that the ids of the derived relations about pointers stand for.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// By [`ObjectId`]: the object.
    pub objects: Vec<Instance>,
    /// By [`MemoryLocationId`]: the location.
    pub locations: Vec<Location>,
    numbers: FxHashMap<Instance, ObjectId>,
    known: FxHashMap<Location, MemoryLocationId>,
    by_columns: FxHashMap<(ObjectId, Columns), MemoryLocationId>,
}

/// The result of [`Offsets::columns`](crate::offsets::Offsets::columns).
type Columns = (u32, Option<u32>, Option<u32>);

impl Derived {
    /// The id of an object.
    pub fn object(&self, instance: Instance) -> Option<ObjectId> {
        self.numbers.get(&instance).copied()
    }

    /// The id of a location. Its rows are added on the first request. Equal offsets of one object are one
    /// location, independently of their derivation.
    pub fn memory_location(
        &mut self,
        location: Location,
        facts: &mut Facts,
    ) -> Option<MemoryLocationId> {
        if let Some(&known) = self.known.get(&location) {
            return Some(known);
        }
        let object = self.object(location.instance)?;
        let columns = location.offsets.columns();
        let next = MemoryLocationId::new(self.locations.len() as u32);
        let memory_location = *self.by_columns.entry((object, columns)).or_insert(next);
        self.known.insert(location, memory_location);
        if memory_location == next {
            self.locations.push(location);
            let (offset, stride, end_offset) = columns;
            facts.memory_location.push(schema::MemoryLocation { memory_location, object, offset });
            let row = |stride| schema::MemoryLocationStride { memory_location, stride };
            facts.memory_location_stride.extend(stride.map(row));
            let row = |end_offset| schema::MemoryLocationEnd { memory_location, end_offset };
            facts.memory_location_end.extend(end_offset.map(row));
        }
        Some(memory_location)
    }

    /// Adds the rows of these locations, in their order in the objects.
    pub fn add_locations(&mut self, locations: impl Iterator<Item = Location>, facts: &mut Facts) {
        let all: FxHashSet<Location> = locations.collect();
        let row = |location: Location| {
            Some((self.object(location.instance)?, location.offsets.columns(), location))
        };
        let rows = sorted(all.into_iter().filter_map(row));
        for (.., location) in rows {
            self.memory_location(location, facts);
        }
    }

    /// Adds the rows of these pointers.
    pub fn add_pointers(&mut self, pointers: impl Iterator<Item = Pointer>, facts: &mut Facts) {
        for Pointer { holder, target } in pointers {
            let Some(pointee) = self.memory_location(target, facts) else { continue };
            match holder {
                Holder::Value(value, value_offset) => {
                    facts.points_to.push(schema::PointsTo { value, value_offset, pointee });
                }
                Holder::Memory(location) => {
                    let Some(memory_location) = self.memory_location(location, facts) else {
                        continue;
                    };
                    let row = schema::MemoryPointsTo { memory_location, pointee };
                    facts.memory_points_to.push(row);
                }
            }
        }
        facts.points_to.sort_unstable();
        facts.points_to.dedup();
        facts.memory_points_to.sort_unstable();
        facts.memory_points_to.dedup();
    }
}

impl Analysis<'_> {
    /// Adds the relations of the group `points-to` to `facts`.
    pub fn derive_points_to(&self, facts: &mut Facts) -> Derived {
        let mut derived = self.derive_objects(facts);
        let stored = self.solution.stored.iter().map(|(location, _)| *location);
        derived.add_locations(self.solution.locations.iter().copied().chain(stored), facts);
        derived.add_pointers(self.pointers(), facts);
        let escaped = self.solution.escaped.iter().filter_map(|it| derived.object(*it));
        facts.escaped_object = escaped.map(|object| schema::EscapedObject { object }).collect();
        derived
    }

    /// All objects that a pointer points to, that hold a pointer, or that have escaped.
    fn derived_objects(&self) -> Vec<Instance> {
        let solution = &self.solution;
        let mut all: FxHashSet<Instance> =
            solution.locations.iter().map(|it| it.instance).collect();
        all.extend(solution.stored.iter().map(|(location, _)| location.instance));
        all.extend(&solution.escaped);
        sorted(all)
    }

    /// Adds the rows of all objects. The rows of memory locations are added on request.
    pub fn derive_objects(&self, facts: &mut Facts) -> Derived {
        let objects = self.derived_objects();
        let constraints = &self.constraints;
        for (object, &instance) in (0..).map(ObjectId::new).zip(&objects) {
            let origin = constraints.origin(instance.object);
            facts.object.push(schema::Object { object, kind: origin.kind() });
            if let Some(instruction) = constraints.instruction_of(instance) {
                facts.object_instruction.push(schema::ObjectInstruction { object, instruction });
            }
            if let Some(value) = self.symbol_of(origin) {
                facts.object_value.push(schema::ObjectValue { object, value });
            }
            for (position, site) in (0..).zip(constraints.sites_of(instance)) {
                if let Some(instruction) = constraints.instruction_at(site) {
                    let row = schema::ObjectContext { object, position, instruction };
                    facts.object_context.push(row);
                }
            }
        }
        let numbers = objects.iter().copied().zip((0..).map(ObjectId::new)).collect();
        Derived { objects, numbers, ..Derived::default() }
    }

    /// The constant that is the address of an object.
    fn symbol_of(&self, origin: Origin) -> Option<ValueId> {
        match origin {
            Origin::Global(value) | Origin::Block(value) => Some(value),
            Origin::Function(function) => {
                self.facts.function.get(function.index()).map(|row| row.value)
            }
            _ => None,
        }
    }

    /// Adds the relations of the group `call-graph` to `facts`.
    pub fn derive_call_graph(&self, facts: &mut Facts) {
        let graph = self.call_graph();
        graph.derive(facts);
        let unknown = self.unknown_functions(&graph).into_iter();
        facts.unknown_function =
            unknown.map(|(function, _)| schema::UnknownFunction { function }).collect();
    }
}

impl WrappedCalls {
    /// Adds the rows of the functions that run inside library functions.
    pub fn derive(&self, facts: &mut Facts) {
        for &WrappedCall { instruction, wrapper, function } in &self.calls {
            facts.wrapped_call.push(schema::WrappedCall { instruction, wrapper, function });
        }
        for &UnresolvedWrappedCall { instruction, wrapper } in &self.unresolved {
            let row = schema::UnresolvedWrappedCall { instruction, wrapper };
            facts.unresolved_wrapped_call.push(row);
        }
    }
}

impl CallGraph {
    /// Adds the rows of reachable functions, calls, callbacks and unresolved calls.
    pub fn derive(&self, facts: &mut Facts) {
        let reachable = self.reachable.iter();
        facts.reachable_function =
            reachable.map(|&function| schema::ReachableFunction { function }).collect();
        for edge in &self.edges {
            let &Edge { caller, instruction, function, kind } = edge;
            facts.call_edge.push(schema::CallEdge { instruction, caller, function, kind });
        }
        for edge in &self.callbacks {
            let (caller, function) = (edge.caller, edge.function);
            facts.callback_edge.push(schema::CallbackEdge { caller, function });
        }
        for call in &self.unresolved {
            let &Unresolved { caller, instruction, reason } = call;
            facts.unresolved_call.push(schema::UnresolvedCall { instruction, caller, reason });
        }
    }
}
