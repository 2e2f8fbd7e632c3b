//! The virtual tables that objects point to, according to a solution, and the distances that they give.

use std::collections::BTreeSet;

use facts_schema::ValueId;
use facts_schema::view::View;
use rustc_hash::FxHashMap;

use super::super::casts::{Classes, DynamicCast};
use super::super::virtual_tables::{integer_in, is_table_of_cpp, start_of_table};
use super::distances::{Distances, add, none};
use crate::constraints::{Constraints, Origin};
use crate::offsets::{Distance, Offsets};
use crate::solution::{Location, SetId, Solution};

/// What a table determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// The number at this offset from pointers to the table: negative.
    Number(i64),
    /// The distance of the cast, which depends on the class.
    Cast(DynamicCast),
}

/// The tables of a solution.
pub struct Tables<'a> {
    view: &'a View<'a>,
    pub constraints: &'a Constraints,
    pub solution: &'a Solution,
    classes: Option<&'a Classes>,
    /// The distances in the tables that the locations of a set are in.
    of_sets: FxHashMap<(SetId, Entry), Distances>,
    /// The distances in the tables that the pointers at a location point to.
    of_objects: FxHashMap<(Location, Entry), Distances>,
}

impl<'a> Tables<'a> {
    pub fn new(
        view: &'a View<'a>,
        constraints: &'a Constraints,
        solution: &'a Solution,
        classes: Option<&'a Classes>,
    ) -> Self {
        let (of_sets, of_objects) = Default::default();
        Self { view, constraints, solution, classes, of_sets, of_objects }
    }

    /// The distances in the tables that the locations of a set are in.
    pub fn of_set(&mut self, set: SetId, entry: Entry) -> Distances {
        if let Some(known) = self.of_sets.get(&(set, entry)) {
            return known.clone();
        }
        let mut all = none();
        for location in self.solution.set(set) {
            add(&mut all, &self.distances(location, entry));
        }
        self.of_sets.insert((set, entry), all.clone());
        all
    }

    /// The distances in the tables that the pointers at the location may point to.
    pub fn of_object(&mut self, location: Location, entry: Entry) -> Distances {
        if let Some(known) = self.of_objects.get(&(location, entry)) {
            return known.clone();
        }
        let touched = self.solution.opaque.touched(location);
        let mut all = none();
        if let Some(there) = self.constraints.behind(touched, Distance::of(0)) {
            let contents = self.solution.contents(there.instance).iter();
            for (_, set) in contents.filter(|(it, _)| it.offsets.overlaps(there.offsets)) {
                add(&mut all, &self.of_set(*set, entry));
            }
        }
        self.of_objects.insert((location, entry), all.clone());
        all
    }

    /// Whether no pointer is known to be stored at a location that could hold one.
    pub fn is_blank(&self, location: Location) -> bool {
        let touched = self.solution.opaque.touched(location);
        self.constraints.behind(touched, Distance::of(0)).is_some_and(|there| {
            let contents = self.solution.contents(there.instance);
            !contents.iter().any(|(it, _)| it.offsets.overlaps(there.offsets))
        })
    }

    /// The distances in the table at a location.
    fn distances(&self, location: Location, entry: Entry) -> Distances {
        let Location { instance, offsets } = location;
        let Offsets::At(start) = offsets else { return None };
        match self.constraints.origin(instance.object) {
            Origin::External | Origin::Library => None,
            Origin::Function(_) => none(),
            _ if self.constraints.has_one_offset(instance) => None,
            Origin::Global(variable) => match entry {
                Entry::Number(offset) => self.number(variable, start, offset),
                Entry::Cast(cast) => self.classes?.distances(cast, variable, start.into()),
            },
            _ => match entry {
                // There is nothing before an object.
                Entry::Number(offset) if i64::from(start) + offset < 0 => none(),
                _ => None,
            },
        }
    }

    /// The number at `offset` from a pointer to `start` in a variable.
    fn number(&self, variable: ValueId, start: u32, offset: i64) -> Distances {
        let Ok(at) = u64::try_from(i64::from(start) + offset) else { return none() };
        // Code does not step from one table to another.
        if is_table_of_cpp(self.view, variable)
            && start_of_table(self.view, variable, start.into()).is_some_and(|it| at < it)
        {
            return none();
        }
        Some(BTreeSet::from([integer_in(self.view, variable, at)?]))
    }
}
