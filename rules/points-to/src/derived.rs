//! The derived relations of the schema.

use facts_schema::{self as schema, EntityId, Facts, MemoryLocationId, ObjectId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call_graph::{Edge, Unresolved, sorted};
use crate::place::Place;
use crate::pointers::{Holder, Pointer};
use crate::{Analysis, Instance, Location, Origin};

/// What the ids of the derived relations about pointers stand for.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// By [`ObjectId`]: the object.
    pub objects: Vec<Instance>,
    /// By [`MemoryLocationId`]: where in its object it is.
    pub places: Vec<Place>,
}

impl Analysis<'_> {
    /// Adds the relations of the group `points-to` to `facts`.
    pub fn derive_points_to(&self, facts: &mut Facts) -> Derived {
        let objects = self.derived_objects();
        self.derive_objects(&objects, facts);
        let numbers = objects.iter().copied().zip((0..).map(ObjectId::new)).collect();
        let (locations, places) = self.derive_locations(&numbers, facts);
        self.derive_pointers(&locations, facts);
        let escaped = self.solution.escaped.iter().filter_map(|it| numbers.get(it).copied());
        facts.escaped_object = escaped.map(|object| schema::EscapedObject { object }).collect();
        Derived { objects, places }
    }

    /// All objects that something points to, that hold something, or that have escaped.
    fn derived_objects(&self) -> Vec<Instance> {
        let solution = &self.solution;
        let mut all: FxHashSet<Instance> =
            solution.locations.iter().map(|it| it.instance).collect();
        all.extend(solution.stored.iter().map(|(location, _)| location.instance));
        all.extend(&solution.escaped);
        sorted(all)
    }

    fn derive_objects(&self, objects: &[Instance], facts: &mut Facts) {
        let constraints = &self.constraints;
        for (object, &instance) in (0..).map(ObjectId::new).zip(objects) {
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

    /// All locations that pointers point to or are stored at. Equal offsets of one object are one
    /// location, however they were derived.
    fn derive_locations(
        &self,
        objects: &FxHashMap<Instance, ObjectId>,
        facts: &mut Facts,
    ) -> (FxHashMap<Location, MemoryLocationId>, Vec<Place>) {
        let stored = self.solution.stored.iter().map(|(location, _)| *location);
        let all: FxHashSet<Location> =
            self.solution.locations.iter().copied().chain(stored).collect();
        let row = |location: Location| {
            let object = objects.get(&location.instance).copied()?;
            Some((object, location.place.columns(), location))
        };
        let rows = sorted(all.into_iter().filter_map(row));
        let (mut numbers, mut places) = (FxHashMap::default(), Vec::new());
        for same in rows.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            let (object, (offset, stride, end_offset), location) = same[0];
            let memory_location = MemoryLocationId::new(places.len() as u32);
            numbers.extend(same.iter().map(|(.., location)| (*location, memory_location)));
            places.push(location.place);
            facts.memory_location.push(schema::MemoryLocation { memory_location, object, offset });
            let strides =
                stride.map(|stride| schema::MemoryLocationStride { memory_location, stride });
            facts.memory_location_stride.extend(strides);
            let ends = end_offset
                .map(|end_offset| schema::MemoryLocationEnd { memory_location, end_offset });
            facts.memory_location_end.extend(ends);
        }
        (numbers, places)
    }

    fn derive_pointers(
        &self,
        locations: &FxHashMap<Location, MemoryLocationId>,
        facts: &mut Facts,
    ) {
        for Pointer { holder, target } in self.pointers() {
            let Some(&pointee) = locations.get(&target) else { continue };
            match holder {
                Holder::Value(value, value_offset) => {
                    facts.points_to.push(schema::PointsTo { value, value_offset, pointee });
                }
                Holder::Memory(location) => {
                    let Some(&memory_location) = locations.get(&location) else { continue };
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

    /// Adds the relations of the group `call-graph` to `facts`.
    pub fn derive_call_graph(&self, facts: &mut Facts) {
        let graph = self.call_graph();
        let reachable = graph.reachable.iter();
        facts.reachable_function =
            reachable.map(|&function| schema::ReachableFunction { function }).collect();
        for edge in &graph.edges {
            let &Edge { caller, instruction, function, kind } = edge;
            facts.call_edge.push(schema::CallEdge { instruction, caller, function, kind });
        }
        for edge in &graph.callbacks {
            let (caller, function) = (edge.caller, edge.function);
            facts.callback_edge.push(schema::CallbackEdge { caller, function });
        }
        for call in &graph.unresolved {
            let &Unresolved { caller, instruction, reason } = call;
            facts.unresolved_call.push(schema::UnresolvedCall { instruction, caller, reason });
        }
        let unknown = self.unknown_functions(&graph).into_iter();
        facts.unknown_function =
            unknown.map(|(function, _)| schema::UnknownFunction { function }).collect();
    }
}
