//! A step over distances that depend on virtual tables.

use std::collections::{BTreeMap, BTreeSet};

use facts_schema::FunctionId;

use super::super::builder::Builder;
use super::distances::{Distances, add, common, none};
use super::tables::{Entry, Tables};
use crate::constraints::{Shift, Variable};
use crate::offsets::Step;
use crate::solution::{Instance, Node};

/// The maximum number of groups of objects for which a step is replaced.
const MAX_GROUPS: usize = 64;

/// The maximum number of locations that a replaced step may start from.
const MAX_LOCATIONS: usize = 10_000;

/// A step over a distance that depends on a virtual table.
#[derive(Debug)]
pub struct TableStep {
    pub function: FunctionId,
    /// The result of the step.
    pub to: Variable,
    /// The pointer to the object.
    pub from: Variable,
    /// The pointer into the table, if the function itself reads the table.
    pub table: Option<Variable>,
    /// Whether the pointer into the table is the content at the target of `from`.
    pub is_first_word: bool,
    /// What determines the distance.
    pub entry: Entry,
    /// The steps without knowledge of the table.
    pub whole: Vec<Step>,
    /// The variables between `from` and `to`.
    pub parts: Vec<Variable>,
    /// Objects in which no pointer to a table has been found: other code may have stored one there.
    pub blank: BTreeSet<Instance>,
}

/// The targets of a step according to a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Those of the step without knowledge of the table.
    Whole,
    /// For each of these groups of objects, these distances; objects without distances are dropped.
    Groups(BTreeMap<Distances, Vec<Instance>>),
}

impl Plan {
    pub const NOWHERE: Self = Self::Groups(BTreeMap::new());

    /// Whether both move the same objects over the same distances.
    pub fn has_same_steps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole, Self::Whole) => true,
            (Self::Groups(one), Self::Groups(other)) => {
                let leads = |(distances, _): &(&Distances, _)| {
                    distances.as_ref().is_none_or(|it| !it.is_empty())
                };
                one.iter().filter(leads).eq(other.iter().filter(leads))
            }
            _ => false,
        }
    }
}

impl TableStep {
    /// The targets of the step.
    pub fn plan(&self, tables: &mut Tables) -> Plan {
        let solution = tables.solution;
        let nodes = solution.contexts_of(self.from);
        let count: usize = nodes.iter().map(|(_, set)| solution.sets[set.0 as usize].len()).sum();
        if count > MAX_LOCATIONS {
            return Plan::Whole;
        }
        let mut found: BTreeMap<Instance, Distances> = BTreeMap::new();
        for (node, set) in nodes {
            let in_context = self.distances_in(tables, *node);
            for location in solution.set(*set) {
                let distances = match self.is_first_word {
                    _ if self.blank.contains(&location.instance) => None,
                    true => common(&in_context, &tables.of_object(location, self.entry)),
                    false => in_context.clone(),
                };
                let known = found.entry(location.instance).or_insert_with(none);
                add(known, &distances);
            }
        }
        let mut groups: BTreeMap<Distances, Vec<Instance>> = BTreeMap::new();
        for (instance, distances) in found {
            groups.entry(distances).or_default().push(instance);
        }
        if groups.len() > MAX_GROUPS { Plan::Whole } else { Plan::Groups(groups) }
    }

    /// The distances in the tables that the function reads when `from` is this node.
    fn distances_in(&self, tables: &mut Tables, from: Node) -> Distances {
        let table = self.table?;
        let owner = |it: Variable| tables.constraints.variables[it.0 as usize].owner;
        let is_alike = owner(table) == owner(self.from);
        let nodes = tables.solution.contexts_of(table).iter();
        let nodes = nodes.filter(|(it, _)| !is_alike || it.context == from.context);
        let mut all = none();
        for (_, set) in nodes {
            add(&mut all, &tables.of_set(*set, self.entry));
        }
        all
    }

    /// Replaces the step as planned.
    pub fn replace(&mut self, builder: &mut Builder, plan: &Plan, is_whole: bool) {
        let (to, from, whole) = (self.to, self.from, self.whole.clone());
        let mut shifts = Vec::new();
        let mut part_count = 0;
        let mut add_part =
            |builder: &mut Builder, step: Step, steps: &mut dyn Iterator<Item = Step>| {
                if self.parts.len() == part_count {
                    self.parts.push(builder.temporary(Some(self.function)));
                }
                let part = self.parts[part_count];
                part_count += 1;
                shifts.push(Shift { to: part, from, step });
                shifts.extend(steps.map(|step| Shift { to, from: part, step }));
            };
        match plan {
            Plan::Whole => shifts.extend(whole.iter().map(|&step| Shift { to, from, step })),
            Plan::Groups(groups) => {
                for (distances, instances) in groups {
                    let group = builder.group(instances.clone());
                    match distances {
                        None => add_part(builder, Step::Among(group), &mut whole.iter().copied()),
                        Some(it) if it.is_empty() => {}
                        Some(it) => {
                            let mut steps = it.iter().map(|distance| Step::By(*distance));
                            add_part(builder, Step::Among(group), &mut steps);
                        }
                    }
                }
                if is_whole {
                    let mut all: Vec<Instance> = groups.values().flatten().copied().collect();
                    all.sort_unstable();
                    let group = builder.group(all);
                    add_part(builder, Step::Outside(group), &mut whole.iter().copied());
                }
            }
        }
        let Some(info) = builder.function(self.function) else { return };
        let is_part = |it: Variable| self.parts.contains(&it);
        let body = &mut info.body;
        body.shifts.retain(|row| {
            !is_part(row.to) && (row.to != to || row.from != from && !is_part(row.from))
        });
        body.shifts.extend(shifts);
    }
}
