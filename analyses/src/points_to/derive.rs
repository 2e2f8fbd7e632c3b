//! The derived relations of the schema.

use facts_schema::{self as schema, Entity, EntityId, Facts, ObjectId};
use points_to::{Instance, Origin};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Analysis;
use super::call_graph::{CallGraph, sorted};
use super::names::{Names, columns};
use super::pointers::{Holder, Pointer};

impl Analysis<'_> {
    /// The derived relations, and the readable ids of objects; nothing else is in these facts.
    pub fn derived(&self, names: &Names) -> Facts {
        let mut facts = Facts::default();
        let objects = self.numbered_objects();
        self.derive_objects(names, &objects, &mut facts);
        self.derive_pointers(&objects, self.pointers(), &mut facts);
        self.derive_escaped(&objects, &mut facts);
        self.derive_calls(&mut facts);
        facts
    }

    /// All objects that something points to, that hold something, or that have escaped.
    pub(super) fn numbered_objects(&self) -> FxHashMap<Instance, ObjectId> {
        let solution = &self.solution;
        let mut all: FxHashSet<Instance> =
            solution.locations.iter().map(|it| it.instance).collect();
        all.extend(solution.stored.iter().map(|(location, _)| location.instance));
        all.extend(&solution.escaped);
        sorted(all).into_iter().zip((0..).map(ObjectId::new)).collect()
    }

    /// Adds the rows of objects, and their readable ids.
    pub(super) fn derive_objects(
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

    /// Adds the rows of these pointers.
    pub(super) fn derive_pointers(
        &self,
        objects: &FxHashMap<Instance, ObjectId>,
        pointers: impl Iterator<Item = Pointer>,
        facts: &mut Facts,
    ) {
        let number = |instance: Instance| objects.get(&instance).copied();
        for Pointer { holder, target } in pointers {
            let Some(to) = number(target.instance) else { continue };
            let (offset, stride, end) = columns(target.place);
            match holder {
                Holder::Value(value, part) => {
                    let object = to;
                    let row = schema::PointsTo { value, part, object, offset, stride, end };
                    facts.points_to.push(row);
                }
                Holder::Memory(location) => {
                    let Some(object) = number(location.instance) else { continue };
                    let (start, step, limit) = columns(location.place);
                    facts.memory_points_to.push(schema::MemoryPointsTo {
                        object,
                        offset: start,
                        stride: step,
                        end: limit,
                        target: to,
                        target_offset: offset,
                        target_stride: stride,
                        target_end: end,
                    });
                }
            }
        }
    }

    fn derive_escaped(&self, objects: &FxHashMap<Instance, ObjectId>, facts: &mut Facts) {
        let escaped = self.solution.escaped.iter().filter_map(|it| objects.get(it).copied());
        facts.escaped_object = escaped.map(|object| schema::EscapedObject { object }).collect();
    }

    fn derive_calls(&self, facts: &mut Facts) {
        let graph = self.call_graph();
        graph.derive(facts);
        let unknown = self.unknown_functions(&graph).into_iter();
        facts.unknown_function =
            unknown.map(|(function, _)| schema::UnknownFunction { function }).collect();
    }
}

impl CallGraph {
    /// Adds the rows of reachable functions, calls, callbacks and unresolved calls.
    pub(super) fn derive(&self, facts: &mut Facts) {
        let reachable = self.reachable.iter();
        facts.reachable_function =
            reachable.map(|&function| schema::ReachableFunction { function }).collect();
        for edge in &self.edges {
            let (instruction, function, kind) = (edge.instruction, edge.function, edge.kind);
            facts.call_edge.push(schema::CallEdge { instruction, function, kind });
        }
        for edge in &self.callbacks {
            let (caller, function) = (edge.caller, edge.function);
            facts.callback_edge.push(schema::CallbackEdge { caller, function });
        }
        for call in &self.unresolved {
            let (instruction, reason) = (call.instruction, call.reason);
            facts.unresolved_call.push(schema::UnresolvedCall { instruction, reason });
        }
    }
}
