//! The derived relations of the schema.

use facts_schema::{self as schema, EntityId, Facts, ObjectId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call_graph::{CallGraph, sorted};
use crate::pointers::{Holder, Pointer};
use crate::{Analysis, Instance, Origin};

impl Analysis<'_> {
    /// Adds the relations of the group `points_to` to `facts`. Gives the objects in the order of their
    /// ids.
    pub fn derive_points_to(&self, facts: &mut Facts) -> Vec<Instance> {
        let objects = self.derived_objects();
        self.derive_objects(&objects, facts);
        let numbers = objects.iter().copied().zip((0..).map(ObjectId::new)).collect();
        self.derive_pointers(&numbers, self.pointers(), facts);
        let escaped = self.solution.escaped.iter().filter_map(|it| numbers.get(it).copied());
        facts.escaped_object = escaped.map(|object| schema::EscapedObject { object }).collect();
        objects
    }

    /// All objects that something points to, that hold something, or that have escaped.
    pub fn derived_objects(&self) -> Vec<Instance> {
        let solution = &self.solution;
        let mut all: FxHashSet<Instance> =
            solution.locations.iter().map(|it| it.instance).collect();
        all.extend(solution.stored.iter().map(|(location, _)| location.instance));
        all.extend(&solution.escaped);
        sorted(all)
    }

    /// Adds the rows of `objects`, which are in the order of their ids.
    pub fn derive_objects(&self, objects: &[Instance], facts: &mut Facts) {
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

    /// Adds the rows of these pointers.
    pub fn derive_pointers(
        &self,
        objects: &FxHashMap<Instance, ObjectId>,
        pointers: impl Iterator<Item = Pointer>,
        facts: &mut Facts,
    ) {
        let number = |instance: Instance| objects.get(&instance).copied();
        for Pointer { holder, target } in pointers {
            let Some(to) = number(target.instance) else { continue };
            let (offset, stride, end) = target.place.columns();
            match holder {
                Holder::Value(value, part) => {
                    let object = to;
                    let row = schema::PointsTo { value, part, object, offset, stride, end };
                    facts.points_to.push(row);
                }
                Holder::Memory(location) => {
                    let Some(object) = number(location.instance) else { continue };
                    let (start, step, limit) = location.place.columns();
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

    /// Adds the relations of the group `call_graph` to `facts`.
    pub fn derive_call_graph(&self, facts: &mut Facts) {
        let graph = self.call_graph();
        graph.derive(facts);
        let unknown = self.unknown_functions(&graph).into_iter();
        facts.unknown_function =
            unknown.map(|(function, _)| schema::UnknownFunction { function }).collect();
    }
}

impl CallGraph {
    /// Adds the rows of reachable functions, calls, callbacks and unresolved calls.
    pub fn derive(&self, facts: &mut Facts) {
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
