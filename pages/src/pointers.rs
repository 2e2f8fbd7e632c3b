//! Points-to sets in the format of data chunks.

use facts_schema::ValueId;
use points_to::{Location, SetId, Variable};
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use crate::pool::Pool;
use crate::program::Program;

/// The maximum number of locations listed per set.
pub const LISTED: usize = 60;

/// The locations that a chunk mentions: the number of the object, and the source name, the readable
/// id of the object, and the offset as numbers of the chunk's texts.
#[derive(Default)]
pub struct Locations {
    rows: Vec<[i64; 4]>,
    numbers: FxHashMap<Location, u32>,
}

impl Locations {
    /// The number of a location in this chunk.
    pub fn number(&mut self, program: &Program, pool: &mut Pool, location: Location) -> u32 {
        if let Some(&number) = self.numbers.get(&location) {
            return number;
        }
        let object = program.object(location.instance).map_or(-1, i64::from);
        let name = pool.number(program.names.location(location));
        let id = pool.number(program.names.object_id(location.instance));
        let offset = pool.number(analyses::points_to::names::offset(location.offsets));
        let number = self.rows.len() as u32;
        self.rows.push([object, name.into(), id.into(), offset.into()]);
        self.numbers.insert(location, number);
        number
    }
}

impl Serialize for Locations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows.serialize(serializer)
    }
}

/// The sets of locations that a chunk mentions: the size of each set, and the locations listed.
#[derive(Default)]
pub struct Sets {
    rows: Vec<Vec<u32>>,
    numbers: FxHashMap<(usize, Vec<Location>), u32>,
}

impl Sets {
    /// The number of a set in this chunk.
    pub fn number(
        &mut self,
        program: &Program,
        pool: &mut Pool,
        locations: &mut Locations,
        targets: &Targets,
    ) -> u32 {
        let key = (targets.count, targets.listed.clone());
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let listed = targets.listed.iter().map(|it| locations.number(program, pool, *it));
        let row = [targets.count as u32].into_iter().chain(listed).collect();
        let number = self.rows.len() as u32;
        self.rows.push(row);
        self.numbers.insert(key, number);
        number
    }
}

impl Serialize for Sets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows.serialize(serializer)
    }
}

/// The possible targets of a pointer.
pub struct Targets {
    /// The number of locations.
    pub count: usize,
    /// The first of them.
    pub listed: Vec<Location>,
}

/// The possible targets of a variable in all its contexts together; `None` if there are none.
pub fn targets(program: &Program, variable: Variable) -> Option<Targets> {
    let solution = &program.content.analysis.solution;
    let mut sets: Vec<SetId> = solution.contexts_of(variable).iter().map(|(_, set)| *set).collect();
    sets.sort_unstable();
    sets.dedup();
    let targets = match sets.as_slice() {
        [] => return None,
        [set] => of_set(program, *set),
        _ => {
            let mut all: Vec<Location> = sets.iter().flat_map(|set| solution.set(*set)).collect();
            all.sort_unstable();
            all.dedup();
            let count = all.len();
            all.truncate(LISTED);
            Targets { count, listed: all }
        }
    };
    Some(targets).filter(|it| it.count > 0)
}

/// The locations of a set.
pub fn of_set(program: &Program, set: SetId) -> Targets {
    let solution = &program.content.analysis.solution;
    let count = solution.sets.get(set.0 as usize).map_or(0, |it| it.len());
    Targets { count, listed: solution.set(set).take(LISTED).collect() }
}

/// The parts of a value that contain a pointer, with the possible targets of each.
pub fn of_value(program: &Program, value: ValueId) -> Vec<(u32, Variable, Targets)> {
    let parts = program.content.analysis.constraints.parts_of(value);
    parts
        .filter_map(|(part, variable)| Some((part, variable, targets(program, variable)?)))
        .collect()
}
