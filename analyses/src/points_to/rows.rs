//! Answers about pointers and objects as rows, with what is known of the objects.

use facts_schema::{
    Answer, EntityId, MemoryName, ObjectId, ObjectPlace, PointeeName, RelationId, ValueId,
    ValueVariable,
};
use points_to::pointers::{Holder, Pointer};
use points_to::{Analysis, Instance, Location};
use rustc_hash::{FxHashMap, FxHashSet};

use super::derived::name_objects;
use super::names::Names;
use crate::answer::{ORIGINS, PLACES, describe, files};
use crate::source::Place;

/// The relations about the objects and variables that an answer mentions.
const OBJECTS: &[RelationId] = &[
    RelationId::Object,
    RelationId::ObjectPlace,
    RelationId::PointeeName,
    RelationId::MemoryName,
    RelationId::ValueVariable,
];

/// The relations of an answer about pointers: its own, and those that say what it mentions.
pub(super) fn relations_with(own: &[RelationId]) -> Vec<RelationId> {
    [own, OBJECTS, ORIGINS, PLACES].concat()
}

/// The rows of an answer, in the making.
pub(super) struct Rows<'n, 'a> {
    analysis: &'n Analysis<'a>,
    names: &'n Names<'n>,
    /// The answer so far.
    pub answer: Answer<'n>,
    objects: Vec<Instance>,
    numbers: FxHashMap<Instance, ObjectId>,
    pointees: FxHashSet<Location>,
    memory: FxHashSet<Location>,
}

impl<'n, 'a> Rows<'n, 'a> {
    /// An answer that has these relations and those about what it mentions. Objects have the same
    /// readable ids as in folders of facts.
    pub fn new(analysis: &'n Analysis<'a>, names: &'n Names<'n>, own: &[RelationId]) -> Self {
        let mut answer = Answer::new(analysis.facts, &relations_with(own));
        let objects = analysis.derived_objects();
        analysis.derive_objects(&objects, &mut answer.rows);
        name_objects(names, &objects, &mut answer.rows);
        let numbers = objects.iter().copied().zip((0..).map(ObjectId::new)).collect();
        let (pointees, memory) = Default::default();
        Self { analysis, names, answer, objects, numbers, pointees, memory }
    }

    /// Adds pointers, as rows of `points_to` and `memory_points_to`.
    pub fn add_pointers(&mut self, pointers: impl Iterator<Item = Pointer>) {
        let (pointees, memory) = (&mut self.pointees, &mut self.memory);
        let noted = pointers.inspect(|Pointer { holder, target }| {
            pointees.insert(*target);
            if let Holder::Memory(location) = holder {
                memory.insert(*location);
            }
        });
        self.analysis.derive_pointers(&self.numbers, noted, &mut self.answer.rows);
    }

    /// The id of an object.
    pub fn object(&self, instance: Instance) -> Option<ObjectId> {
        self.numbers.get(&instance).copied()
    }

    /// The id of the object at a location, whose name becomes part of the answer.
    pub fn pointee(&mut self, location: Location) -> Option<ObjectId> {
        self.pointees.insert(location);
        self.object(location.instance)
    }

    /// The answer, with what is known of all that it mentions.
    pub fn finish(mut self) -> Answer<'n> {
        self.name_locations();
        self.describe_objects();
        self.name_variables();
        describe(&mut self.answer, &self.names.index, &self.names.places());
        self.answer
    }

    fn name_locations(&mut self) {
        for location in in_order(&self.pointees) {
            let Some(object) = self.object(location.instance) else { continue };
            let (offset, stride, end) = location.place.columns();
            let name = self.answer.text(&self.names.location(location));
            let row = PointeeName { object, offset, stride, end, name };
            self.answer.rows.pointee_name.push(row);
        }
        for location in in_order(&self.memory) {
            let Some(object) = self.object(location.instance) else { continue };
            let (offset, stride, end) = location.place.columns();
            let name = self.answer.text(&self.names.content(location));
            let row = MemoryName { object, offset, stride, end, name };
            self.answer.rows.memory_name.push(row);
        }
    }

    /// Leaves only the rows of objects that other rows mention, and says where these come from.
    fn describe_objects(&mut self) {
        let all = std::mem::take(&mut self.answer.rows.object);
        for object in self.answer.mentioned::<ObjectId>() {
            self.answer.rows.object.extend(all.get(object.index()));
            let Some(&instance) = self.objects.get(object.index()) else { continue };
            let Some(place) = self.names.object_place(instance) else { continue };
            let (file, directory) = files(&mut self.answer, &place);
            let Place { line, column, .. } = place;
            let row = ObjectPlace { object, file, directory, line, column };
            self.answer.rows.object_place.push(row);
        }
    }

    fn name_variables(&mut self) {
        for value in self.answer.mentioned::<ValueId>() {
            for name in self.names.variables_of(value) {
                let variable = self.answer.text(&name);
                self.answer.rows.value_variable.push(ValueVariable { value, variable });
            }
        }
    }
}

fn in_order(locations: &FxHashSet<Location>) -> Vec<Location> {
    let mut locations: Vec<Location> = locations.iter().copied().collect();
    locations.sort_unstable();
    locations
}
