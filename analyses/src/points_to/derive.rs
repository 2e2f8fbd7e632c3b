//! The derived relations of the schema.

use facts_schema::{self as schema, Entity, EntityId, Facts, MemoryLocationId, ObjectId};
use points_to::{Instance, Location, Origin};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Analysis;
use super::call_graph::{Edge, Unresolved, sorted};
use super::names::{Names, columns, location_id};
use super::pointers::{Holder, Pointer};

impl Analysis<'_> {
    /// The derived relations, and the readable ids of objects; nothing else is in these facts.
    pub fn derived(&self, names: &Names) -> Facts {
        let mut facts = Facts::default();
        let objects = self.numbered_objects();
        self.derive_objects(names, &objects, &mut facts);
        let locations = self.derive_locations(&objects, &mut facts);
        self.derive_pointers(&locations, &mut facts);
        let escaped = self.solution.escaped.iter().filter_map(|it| objects.get(it).copied());
        facts.escaped_object = escaped.map(|object| schema::EscapedObject { object }).collect();
        self.derive_calls(&mut facts);
        facts
    }

    /// All objects that something points to, that hold something, or that have escaped.
    fn numbered_objects(&self) -> FxHashMap<Instance, ObjectId> {
        let solution = &self.solution;
        let mut all: FxHashSet<Instance> =
            solution.locations.iter().map(|it| it.instance).collect();
        all.extend(solution.stored.iter().map(|(location, _)| location.instance));
        all.extend(&solution.escaped);
        sorted(all).into_iter().zip((0..).map(ObjectId::new)).collect()
    }

    fn derive_objects(
        &self,
        names: &Names,
        objects: &FxHashMap<Instance, ObjectId>,
        facts: &mut Facts,
    ) {
        let mut used: FxHashMap<String, usize> = FxHashMap::default();
        let mut instances: Vec<_> = objects.iter().map(|(it, object)| (*object, *it)).collect();
        instances.sort_unstable();
        for (object, instance) in instances {
            let mut symbol = names.object_id(instance);
            let count = used.entry(symbol.clone()).or_default();
            *count += 1;
            if *count > 1 {
                symbol += &format!(" ({count})");
            }
            facts.symbols.table_mut(Entity::Object).push(symbol.as_bytes());
            facts.object.push(schema::Object { object, kind: names.kind(instance.object) });
            if let Some(instruction) = names.instruction_of_object(instance) {
                facts.object_instruction.push(schema::ObjectInstruction { object, instruction });
            }
            let is_stack = matches!(names.origin(instance.object), Origin::Stack(_));
            if let Some(value) = names.address_of(instance.object).filter(|_| !is_stack) {
                facts.object_value.push(schema::ObjectValue { object, value });
            }
            let is_heap = matches!(names.origin(instance.object), Origin::Heap(_));
            let sites = instance.context.sites().skip(usize::from(is_heap));
            for (position, site) in (0..).zip(sites) {
                let site = self.constraints.sites.get(site.0 as usize);
                if let Some(instruction) = site.and_then(|site| site.instruction) {
                    let row = schema::ObjectContext { object, position, instruction };
                    facts.object_context.push(row);
                }
            }
        }
    }

    /// All locations that pointers point to or are stored at. Equal offsets of one object are one
    /// location, however they were derived.
    fn derive_locations(
        &self,
        objects: &FxHashMap<Instance, ObjectId>,
        facts: &mut Facts,
    ) -> FxHashMap<Location, MemoryLocationId> {
        let stored = self.solution.stored.iter().map(|(location, _)| *location);
        let all: FxHashSet<Location> =
            self.solution.locations.iter().copied().chain(stored).collect();
        let row = |location: Location| {
            let object = objects.get(&location.instance).copied()?;
            Some((object, columns(location.place), location))
        };
        let rows = sorted(all.into_iter().filter_map(row));
        let mut numbers = FxHashMap::default();
        for same in rows.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            let (object, (offset, stride, end_offset), location) = same[0];
            let memory_location = MemoryLocationId::new(facts.memory_location.len() as u32);
            numbers.extend(same.iter().map(|(.., location)| (*location, memory_location)));
            let symbol = location_id(&facts.symbol(object), location.place);
            facts.symbols.table_mut(Entity::MemoryLocation).push(symbol.as_bytes());
            facts.memory_location.push(schema::MemoryLocation { memory_location, object, offset });
            let strides =
                stride.map(|stride| schema::MemoryLocationStride { memory_location, stride });
            facts.memory_location_stride.extend(strides);
            let ends = end_offset
                .map(|end_offset| schema::MemoryLocationEnd { memory_location, end_offset });
            facts.memory_location_end.extend(ends);
        }
        numbers
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

    fn derive_calls(&self, facts: &mut Facts) {
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
