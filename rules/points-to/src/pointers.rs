//! Pointers and their targets.

use facts_schema::{EntityId, ValueId, ValueKind};
use rustc_hash::FxHashSet;

use crate::{Analysis, Instance, Location, Object, SetId};

/// A pointer and its points-to set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer {
    /// The holder of the pointer.
    pub holder: Holder,
    /// The location that it may point to.
    pub target: Location,
}

impl Pointer {
    /// The locations that it may point to, and the location where it is stored.
    pub fn locations(&self) -> impl Iterator<Item = Location> + use<> {
        let stored = match self.holder {
            Holder::Memory(location) => Some(location),
            Holder::Value(..) => None,
        };
        [self.target].into_iter().chain(stored)
    }
}

/// A holder of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// The part of a value that starts at this byte.
    Value(ValueId, u32),
    /// Memory.
    Memory(Location),
}

/// The subject of a query about pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The targets of this value.
    Value(ValueId),
    /// The targets of the pointers in this object, a variable that lives in memory.
    Memory(Object),
}

impl Analysis<'_> {
    /// The locations that the value may point to, in all contexts of its function together, in order.
    pub fn pointers_of_value(&self, value: ValueId) -> Vec<Pointer> {
        let mut pointers = Vec::new();
        for (part, variable) in self.constraints.parts_of(value) {
            let nodes = self.solution.contexts_of(variable).iter();
            let mut sets: Vec<SetId> = nodes.map(|(_, set)| *set).collect();
            sets.sort_unstable();
            sets.dedup();
            let holder = Holder::Value(value, part);
            for target in sets.into_iter().flat_map(|set| self.solution.set(set)) {
                pointers.push(Pointer { holder, target });
            }
        }
        pointers.sort_unstable();
        pointers.dedup();
        pointers
    }

    /// The locations that the pointer in the first bytes of a value may point to, in all contexts of its function
    /// together, in order.
    pub fn targets_of(&self, value: ValueId) -> Vec<Location> {
        let parts = self.constraints.parts_of(value).filter(|(part, _)| *part == 0);
        let nodes = parts.flat_map(|(_, variable)| self.solution.contexts_of(variable));
        let mut targets: Vec<Location> =
            nodes.flat_map(|(_, set)| self.solution.set(*set)).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The locations that the pointers in an object may point to, in all its contexts.
    pub fn pointers_in_object(&self, object: Object) -> Vec<Pointer> {
        let stored = &self.solution.stored;
        let start = stored.partition_point(|(it, _)| it.instance.object < object);
        let rows = stored[start..].iter().take_while(|(it, _)| it.instance.object == object);
        rows.flat_map(|(location, set)| {
            let holder = Holder::Memory(*location);
            self.solution.set(*set).map(move |target| Pointer { holder, target })
        })
        .collect()
    }

    /// The pointers of the subject.
    pub fn pointers_of(&self, subject: Subject) -> Vec<Pointer> {
        match subject {
            Subject::Value(value) => self.pointers_of_value(value),
            Subject::Memory(object) => self.pointers_in_object(object),
        }
    }

    /// All pointers: those in values, then those in memory.
    pub fn pointers(&self) -> impl Iterator<Item = Pointer> + '_ {
        self.pointers_in_values().chain(self.pointers_in_memory())
    }

    /// All pointers in values.
    pub fn pointers_in_values(&self) -> impl Iterator<Item = Pointer> + '_ {
        let mut values: Vec<_> = self.constraints.values.iter().map(|(value, ..)| *value).collect();
        values.dedup();
        values.into_iter().flat_map(|value| self.pointers_of_value(value))
    }

    /// All pointers in memory.
    pub fn pointers_in_memory(&self) -> impl Iterator<Item = Pointer> + '_ {
        self.solution.stored.iter().flat_map(|(location, set)| {
            let holder = Holder::Memory(*location);
            self.solution.set(*set).map(move |target| Pointer { holder, target })
        })
    }

    /// All pointers that may point to one of the objects. If one of them has escaped, this includes all pointers
    /// of external code.
    pub fn pointers_to(&self, objects: &[Instance]) -> Vec<Pointer> {
        let objects: FxHashSet<_> = objects.iter().copied().collect();
        let is_known = objects.iter().any(|it| self.solution.is_escaped(*it));
        let (mut found, external): (Vec<Pointer>, Vec<Pointer>) = self
            .pointers()
            .filter(|pointer| {
                let instance = pointer.target.instance;
                objects.contains(&instance) || is_known && instance == Instance::EXTERNAL
            })
            .partition(|pointer| objects.contains(&pointer.target.instance));
        let explicit: FxHashSet<_> = found.iter().map(|pointer| pointer.holder).collect();
        found.extend(external.into_iter().filter(|it| !explicit.contains(&it.holder)));
        found
    }

    /// Whether a value is computed by, or passed to, a function at run time.
    pub fn is_local(&self, value: ValueId) -> bool {
        let kind = self.facts.value.get(value.index()).map(|row| row.kind);
        matches!(kind, Some(ValueKind::Argument | ValueKind::Instruction))
    }
}
