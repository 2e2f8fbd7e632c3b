//! The paths of remembered callees to their calls.

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::fields::Field;
use super::{Holder, HolderId, Search, search};
use crate::{Analysis, CallSite, Location, Store, Variable};

/// A stop on the path of a function, from a variable or location that holds it to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// In a variable.
    Variable(Variable),
    /// In memory that is followed.
    Cell(Location),
    /// At this offset from a pointer to escaped memory, where this store puts it; none if it is copied there.
    Offset(u32, Option<(Option<FunctionId>, Store)>),
}

/// The shortest paths of the function to the call at the instruction, one from each variable or
/// location that holds it, to the called variable. There are none if the call does not remember the function.
pub fn remembered_paths(
    analysis: &Analysis,
    calls: &[(InstructionId, CallSite, Variable)],
    instruction: InstructionId,
    function: FunctionId,
) -> Vec<Vec<Stop>> {
    let view = View::new(analysis.facts);
    let (search, called) = search(analysis, &view, calls);
    let found = called.iter().find(|(it, ..)| *it == instruction);
    let Some((_, site, last)) = found.copied() else { return Vec::new() };
    let functions = search.found.functions(last).iter().map(FunctionId);
    if !search.index.most_likely(site, functions).contains(&function) {
        return Vec::new();
    }
    let mut paths = Vec::new();
    let mut sources: FxHashMap<HolderId, Vec<HolderId>> = FxHashMap::default();
    for (from, to) in search.found.edges() {
        sources.entry(to).or_default().push(from);
    }
    sources.values_mut().for_each(|it| it.sort_unstable());
    let mut seen: FxHashSet<HolderId> = FxHashSet::from_iter([last]);
    let mut ways = vec![(last, None)];
    let mut next = 0;
    while let Some(&(holder, _)) = ways.get(next) {
        if search.begins_with(holder, function) {
            paths.push(search.stops(&ways, next));
        }
        for source in sources.get(&holder).into_iter().flatten() {
            if search.found.functions(*source).contains(function.0) && seen.insert(*source) {
                ways.push((*source, Some(next)));
            }
        }
        next += 1;
    }
    paths
}

impl Search<'_> {
    /// Whether the solution has the function in the holder.
    fn begins_with(&self, holder: HolderId, function: FunctionId) -> bool {
        let analysis = self.analysis;
        let is_it =
            |it: &Location| analysis.constraints.function_of(it.instance.object) == Some(function);
        match self.holders[holder] {
            Holder::Variable(variable) => self.index.points_to(variable).any(|it| is_it(&it)),
            Holder::Cell(location, _) => analysis.solution.stored(location).any(|it| is_it(&it)),
            _ => false,
        }
    }

    /// A store of the variable, at this offset if there is one.
    fn store_of(&self, from: Variable, offset: u32) -> Option<(Option<FunctionId>, Store)> {
        let constraints = &self.analysis.constraints;
        let functions = (0..).zip(&constraints.functions);
        let bodies = functions.map(|(number, info)| (Some(FunctionId(number)), &info.body));
        let stores = bodies
            .chain([(None, &constraints.module)])
            .flat_map(|(owner, body)| body.stores.iter().map(move |row| (owner, *row)));
        let stores: Vec<_> = stores.filter(|(_, row)| row.from == from).collect();
        let is_there = |(_, row): &&(Option<FunctionId>, Store)| {
            self.index.offsets_of(row.address, row.offset).contains(&offset)
        };
        stores.iter().find(is_there).or(stores.first()).copied()
    }

    /// The holders on a path that are meaningful to a reader, from the first one on.
    fn stops(&self, ways: &[(HolderId, Option<usize>)], first: usize) -> Vec<Stop> {
        let mut stops = Vec::new();
        let mut way = Some(first);
        while let Some((holder, next)) = way.map(|it| ways[it]) {
            match self.holders[holder] {
                Holder::Variable(variable) => stops.push(Stop::Variable(variable)),
                Holder::Cell(location, _) => stops.push(Stop::Cell(location)),
                Holder::Field(Field { offset, .. }) | Holder::Slot(_, offset) => {
                    let store = match stops.last() {
                        Some(Stop::Variable(from)) => self.store_of(*from, offset),
                        _ => None,
                    };
                    stops.push(Stop::Offset(offset, store));
                }
                Holder::Behind(..)
                | Holder::Source(..)
                | Holder::Written(..)
                | Holder::Copied(..) => {}
            }
            way = next;
        }
        stops
    }
}
