//! Answers about pointers and objects as rows, with information about the objects.

use facts_schema::{
    Answer, EntityId, MemoryLocationId, MemoryName, ObjectId, ObjectPlace, PointeeName, RelationId,
    ValueId, ValueVariable,
};
use points_to::pointers::Pointer;
use points_to::{Analysis, Derived, Instance, Location};

use super::derived::name_derived;
use super::names::Names;
use crate::answer::{ORIGINS, PLACES, describe, files};
use crate::source::FileLocation;

/// The relations about the objects and variables that an answer mentions.
const OBJECTS: &[RelationId] = &[
    RelationId::MemoryLocation,
    RelationId::MemoryLocationStride,
    RelationId::MemoryLocationEnd,
    RelationId::Object,
    RelationId::ObjectPlace,
    RelationId::PointeeName,
    RelationId::MemoryName,
    RelationId::ValueVariable,
];

/// The relations of an answer about pointers: its own, and those that describe the entities
/// mentioned.
pub(super) fn relations_with(own: &[RelationId]) -> Vec<RelationId> {
    [own, OBJECTS, ORIGINS, PLACES].concat()
}

/// The rows of an answer under construction.
pub(super) struct Rows<'n> {
    names: &'n Names<'n>,
    /// The answer so far.
    pub answer: Answer<'n>,
    derived: Derived,
    /// Targets of pointers that are not mentioned in rows about pointers.
    pointees: Vec<MemoryLocationId>,
}

impl<'n> Rows<'n> {
    /// Creates an answer with these relations and those about the entities mentioned. Objects and
    /// memory locations have the same readable ids as in folders of facts.
    pub fn new(analysis: &'n Analysis, names: &'n Names<'n>, own: &[RelationId]) -> Self {
        Self::with_relations(analysis, names, &relations_with(own))
    }

    /// Creates an answer with exactly these relations.
    pub fn with_relations(
        analysis: &'n Analysis,
        names: &'n Names<'n>,
        relations: &[RelationId],
    ) -> Self {
        let mut answer = Answer::new(analysis.facts, relations);
        let derived = analysis.derive_objects(&mut answer.rows);
        Self { names, answer, derived, pointees: Vec::new() }
    }

    /// Adds pointers, as rows of `points_to` and `memory_points_to`.
    pub fn add_pointers(&mut self, pointers: impl Iterator<Item = Pointer>) {
        let pointers: Vec<Pointer> = pointers.collect();
        self.derived
            .add_locations(pointers.iter().flat_map(Pointer::locations), &mut self.answer.rows);
        self.derived.add_pointers(pointers.into_iter(), &mut self.answer.rows);
    }

    /// The id of an object.
    pub fn object(&self, instance: Instance) -> Option<ObjectId> {
        self.derived.object(instance)
    }

    /// The id of a location. The answer will contain the location's name as a pointer target.
    pub fn pointee(&mut self, location: Location) -> Option<MemoryLocationId> {
        let id = self.derived.memory_location(location, &mut self.answer.rows);
        self.pointees.extend(id);
        id
    }

    /// The answer, with information about everything that it mentions.
    pub fn finish(mut self) -> Answer<'n> {
        name_derived(self.names, &self.derived, &mut self.answer.rows);
        self.name_locations();
        self.describe_objects();
        self.name_variables();
        describe(&mut self.answer, &self.names.index, &self.names.places());
        self.answer
    }

    fn name_locations(&mut self) {
        let rows = &self.answer.rows;
        let of_values = rows.points_to.iter().map(|row| row.pointee);
        let of_memory = rows.memory_points_to.iter().map(|row| row.pointee);
        let others = self.pointees.iter().copied();
        let pointees = in_order(of_values.chain(of_memory).chain(others));
        let memory = in_order(rows.memory_points_to.iter().map(|row| row.memory_location));
        for memory_location in pointees {
            let location = self.derived.locations[memory_location.index()];
            let name = self.answer.text(&self.names.location(location));
            self.answer.rows.pointee_name.push(PointeeName { memory_location, name });
        }
        for memory_location in memory {
            let location = self.derived.locations[memory_location.index()];
            let name = self.answer.text(&self.names.content(location));
            self.answer.rows.memory_name.push(MemoryName { memory_location, name });
        }
    }

    /// Keeps only the rows of objects that other rows mention, and adds the objects' origins.
    fn describe_objects(&mut self) {
        let all = std::mem::take(&mut self.answer.rows.object);
        for object in self.answer.mentioned::<ObjectId>() {
            self.answer.rows.object.extend(all.get(object.index()));
            let Some(&instance) = self.derived.objects.get(object.index()) else { continue };
            let Some(place) = self.names.object_place(instance) else { continue };
            let (file_name, directory) = files(&mut self.answer, &place);
            let FileLocation { line, column, .. } = place;
            let row = ObjectPlace { object, file_name, directory, line, column };
            self.answer.rows.object_place.push(row);
        }
    }

    fn name_variables(&mut self) {
        for value in self.answer.mentioned::<ValueId>() {
            for name in self.names.variables_of(value) {
                let name = self.answer.text(&name);
                self.answer.rows.value_variable.push(ValueVariable { value, name });
            }
        }
    }
}

fn in_order(locations: impl Iterator<Item = MemoryLocationId>) -> Vec<MemoryLocationId> {
    let mut locations: Vec<MemoryLocationId> = locations.collect();
    locations.sort_unstable();
    locations.dedup();
    locations
}
