//! Pointers to virtual bases, and the adjustments that virtual thunks make.
//!
//! The offset of a virtual base in an object depends on the class of the whole object. So code reads the distance
//! from the virtual table of the object, a constant number of bytes before the target of the object's pointer, and
//! adds it to the address of the object (Itanium C++ ABI, 2.5.3 and 2.5.4). Constraints do not have numbers, so
//! such a pointer may be anywhere in the object.
//!
//! A solution shows which tables an object may point to, and the initializers of the tables contain the distances.
//! So such a step is replaced: the objects are distinguished by their distances, and the pointer is moved by
//! these.
//!
//! Constructors store pointers to tables at virtual bases. If these bases could initially be anywhere, the pointers to
//! tables could be as well, and all distances would remain possible. So [`VirtualBases::solve`] begins without the
//! steps, and adds the distances that each solution allows, until there are no new ones. These constraints are as
//! strong as those with all distances. If no pointer to a table is known by then, as in objects that functions without
//! a body construct, the pointer may be anywhere in the object.

use std::collections::{BTreeMap, BTreeSet};

use facts_schema::view::View;
use facts_schema::{Facts, FunctionId, ValueId};
use rustc_hash::FxHashMap;

use super::builder::Builder;
use super::virtual_tables::{integer_in, is_table_of_cpp, loaded_from, start_of_table};
use crate::constraints::{Constraints, Origin, Shift, Variable};
use crate::offsets::{Distance, Offsets, Step};
use crate::solution::{Instance, Location, Node, SetId, Solution};

/// The maximum number of groups of objects for which a step is replaced.
const MAX_GROUPS: usize = 64;

/// The maximum number of locations that a replaced step may start from.
const MAX_LOCATIONS: usize = 10_000;

/// The maximum number of solutions until there are no new distances.
const MAX_ROUNDS: usize = 16;

/// The steps of a module over distances stored in virtual tables.
#[derive(Debug, Default)]
pub struct VirtualBases {
    steps: Vec<TableStep>,
}

/// A step over a distance stored in a virtual table.
#[derive(Debug)]
struct TableStep {
    function: FunctionId,
    /// The result of the step.
    to: Variable,
    /// The pointer to the object.
    from: Variable,
    /// The pointer into the table.
    table: Variable,
    /// Whether that pointer is the content at the target of `from`.
    is_first_word: bool,
    /// The offset of the distance from the pointer into the table: negative.
    offset: i64,
    /// The step without knowledge of the distance.
    whole: Step,
    /// The variables between `from` and `to`.
    parts: Vec<Variable>,
    /// Objects in which no pointer to a table has been found: other code may have stored one there.
    blank: BTreeSet<Instance>,
}

/// Some distances; none if any distance is possible.
type Distances = Option<BTreeSet<i64>>;

/// The targets of a step according to a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Plan {
    /// Anywhere.
    Whole,
    /// For each of these groups of objects, these distances; objects without distances are dropped.
    Groups(BTreeMap<Distances, Vec<Instance>>),
}

/// The tables of a solution.
struct Tables<'a> {
    view: &'a View<'a>,
    constraints: &'a Constraints,
    solution: &'a Solution,
    /// The distances at this offset from the locations of a set.
    of_sets: FxHashMap<(SetId, i64), Distances>,
    /// The distances at this offset from the tables that the pointers at a location point to.
    of_objects: FxHashMap<(Location, i64), Distances>,
}

impl VirtualBases {
    /// The steps in a module that has tables with such distances.
    pub fn of(facts: &Facts, constraints: &Constraints) -> Self {
        let view = View::new(facts);
        let has_tables =
            || facts.global_variable.iter().any(|row| has_distances(&view, row.global));
        if !has_tables() {
            return Self::default();
        }
        let mut shifts: FxHashMap<(Variable, Variable), Vec<Step>> = FxHashMap::default();
        for row in constraints.functions.iter().flat_map(|info| &info.body.shifts) {
            shifts.entry((row.to, row.from)).or_default().push(row.step);
        }
        let rows = facts.getelementptr_instruction.iter();
        let steps = rows.filter_map(|row| {
            let to = view.result_of(row.instruction)?;
            let [index] = view.getelementptr_index.all(row.instruction) else { return None };
            if view.types().size(row.source_type) != Some(1) {
                return None;
            }
            let (table, offset) = table_of(&view, index.index)?;
            let [to, from, pointer] = [to, row.base, table].map(|it| variable_of(constraints, it));
            let (to, from, pointer) = (to?, from?, pointer?);
            let [whole] = shifts.get(&(to, from))?[..] else { return None };
            matches!(
                whole,
                Step::Over { stride: 1, .. } | Step::Back { stride: 1 } | Step::ToPointer { .. }
            )
            .then_some(TableStep {
                function: view.function_of(row.instruction)?,
                to,
                from,
                table: pointer,
                is_first_word: loaded_from(&view, table) == Some(row.base),
                offset,
                whole,
                parts: Vec::new(),
                blank: BTreeSet::new(),
            })
        });
        Self { steps: steps.collect() }
    }

    /// Finds the least distances with which the constraints are closed, and their solution. None if `solve` does
    /// not find one. Then the constraints are unchanged.
    pub fn solve(
        &mut self,
        facts: &Facts,
        constraints: &mut Constraints,
        solve: impl Fn(&Constraints) -> Option<Solution>,
    ) -> Option<Solution> {
        if self.steps.is_empty() {
            return solve(constraints);
        }
        let groups = constraints.groups.len();
        let mut plans = vec![Plan::NOWHERE; self.steps.len()];
        for _ in 0..MAX_ROUNDS {
            constraints.groups.truncate(groups);
            self.replace(constraints, &plans, false);
            let Some(solution) = solve(constraints) else {
                self.restore(constraints);
                return None;
            };
            let mut found = self.plans(facts, constraints, &solution, &plans);
            if found.iter().zip(&plans).all(|(one, other)| one.has_same_steps(other)) {
                if !self.find_blank(facts, constraints, &solution) {
                    constraints.groups.truncate(groups);
                    self.replace(constraints, &found, true);
                    return Some(solution);
                }
                found = self.plans(facts, constraints, &solution, &plans);
            }
            plans = found;
        }
        self.restore(constraints);
        solve(constraints)
    }

    /// Replaces the steps by steps over the distances that a possibly incomplete solution suggests, until
    /// [`restore`](Self::restore).
    pub fn suggest(&mut self, facts: &Facts, constraints: &mut Constraints, solution: &Solution) {
        if !self.steps.is_empty() {
            let nothing = vec![Plan::NOWHERE; self.steps.len()];
            let plans = self.plans(facts, constraints, solution, &nothing);
            self.replace(constraints, &plans, false);
        }
    }

    /// Replaces the steps by steps over the distances that a solution of the constraints allows; false if there
    /// are none.
    pub fn update(
        &mut self,
        facts: &Facts,
        constraints: &mut Constraints,
        solution: &Solution,
    ) -> bool {
        let nothing = vec![Plan::NOWHERE; self.steps.len()];
        self.find_blank(facts, constraints, solution);
        let plans = self.plans(facts, constraints, solution, &nothing);
        if !self.steps.is_empty() {
            self.replace(constraints, &plans, true);
        }
        !self.steps.is_empty()
    }

    /// Finds objects in which a solution has no pointer to a table; false if there are no new ones.
    fn find_blank(
        &mut self,
        facts: &Facts,
        constraints: &Constraints,
        solution: &Solution,
    ) -> bool {
        let view = View::new(facts);
        let tables = Tables::new(&view, constraints, solution);
        let mut is_changed = false;
        for step in &mut self.steps {
            let nodes = solution.contexts_of(step.from).iter();
            let mut are_blank: BTreeMap<Instance, bool> = BTreeMap::new();
            for location in nodes.flat_map(|(_, set)| solution.set(*set)) {
                *are_blank.entry(location.instance).or_insert(true) &= tables.is_blank(location);
            }
            for (instance, _) in are_blank.into_iter().filter(|(_, is_blank)| *is_blank) {
                is_changed |= step.blank.insert(instance);
            }
        }
        is_changed
    }

    /// The targets of the steps according to a solution. Steps that led anywhere `before` still do.
    fn plans(
        &self,
        facts: &Facts,
        constraints: &Constraints,
        solution: &Solution,
        before: &[Plan],
    ) -> Vec<Plan> {
        let view = View::new(facts);
        let mut tables = Tables::new(&view, constraints, solution);
        let steps = self.steps.iter().zip(before);
        steps
            .map(|(step, before)| match before {
                Plan::Whole => Plan::Whole,
                Plan::Groups(_) => step.plan(&mut tables),
            })
            .collect()
    }

    /// Lets all steps lead anywhere.
    pub fn restore(&mut self, constraints: &mut Constraints) {
        if self.steps.is_empty() {
            return;
        }
        let plans = vec![Plan::Whole; self.steps.len()];
        self.replace(constraints, &plans, true);
    }

    /// Replaces the steps as planned. Objects in no group are left out, unless the plans are `whole`: then they
    /// are moved anywhere.
    fn replace(&mut self, constraints: &mut Constraints, plans: &[Plan], is_whole: bool) {
        let mut builder = Builder::resume(std::mem::take(constraints));
        for (step, plan) in self.steps.iter_mut().zip(plans) {
            step.replace(&mut builder, plan, is_whole);
        }
        *constraints = builder.finish();
    }
}

impl Plan {
    const NOWHERE: Self = Self::Groups(BTreeMap::new());

    /// Whether both move the same objects over the same distances.
    fn has_same_steps(&self, other: &Self) -> bool {
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
    fn plan(&self, tables: &mut Tables) -> Plan {
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
                    true => common(&in_context, &tables.of_object(location, self.offset)),
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
        let owner = |it: Variable| tables.constraints.variables[it.0 as usize].owner;
        let is_alike = owner(self.table) == owner(self.from);
        let nodes = tables.solution.contexts_of(self.table).iter();
        let nodes = nodes.filter(|(it, _)| !is_alike || it.context == from.context);
        let mut all = none();
        for (_, set) in nodes {
            add(&mut all, &tables.of_set(*set, self.offset));
        }
        all
    }

    /// Replaces the step as planned.
    fn replace(&mut self, builder: &mut Builder, plan: &Plan, is_whole: bool) {
        let (to, from, whole) = (self.to, self.from, self.whole);
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
            Plan::Whole => shifts.push(Shift { to, from, step: whole }),
            Plan::Groups(groups) => {
                for (distances, instances) in groups {
                    let group = builder.group(instances.clone());
                    match distances {
                        None => add_part(builder, Step::Among(group), &mut [whole].into_iter()),
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
                    add_part(builder, Step::Outside(group), &mut [whole].into_iter());
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

impl<'a> Tables<'a> {
    fn new(view: &'a View<'a>, constraints: &'a Constraints, solution: &'a Solution) -> Self {
        let (of_sets, of_objects) = Default::default();
        Self { view, constraints, solution, of_sets, of_objects }
    }

    /// The distances at `offset` from the locations of a set.
    fn of_set(&mut self, set: SetId, offset: i64) -> Distances {
        if let Some(known) = self.of_sets.get(&(set, offset)) {
            return known.clone();
        }
        let mut all = none();
        for location in self.solution.set(set) {
            add(&mut all, &self.distance(location, offset));
        }
        self.of_sets.insert((set, offset), all.clone());
        all
    }

    /// The distances at `offset` from the tables that the pointers at the location may point to.
    fn of_object(&mut self, location: Location, offset: i64) -> Distances {
        if let Some(known) = self.of_objects.get(&(location, offset)) {
            return known.clone();
        }
        let touched = self.solution.opaque.touched(location);
        let mut all = none();
        if let Some(there) = self.constraints.behind(touched, Distance::of(0)) {
            let contents = self.solution.contents(there.instance).iter();
            for (_, set) in contents.filter(|(it, _)| it.offsets.overlaps(there.offsets)) {
                add(&mut all, &self.of_set(*set, offset));
            }
        }
        self.of_objects.insert((location, offset), all.clone());
        all
    }

    /// Whether no pointer is known to be stored at a location that could hold one.
    fn is_blank(&self, location: Location) -> bool {
        let touched = self.solution.opaque.touched(location);
        self.constraints.behind(touched, Distance::of(0)).is_some_and(|there| {
            let contents = self.solution.contents(there.instance);
            !contents.iter().any(|(it, _)| it.offsets.overlaps(there.offsets))
        })
    }

    /// The distance at `offset` from a location. There is nothing before an object.
    fn distance(&self, location: Location, offset: i64) -> Distances {
        let Location { instance, offsets } = location;
        let Offsets::At(start) = offsets else { return None };
        let origin = self.constraints.origin(instance.object);
        let at = i64::from(start) + offset;
        match origin {
            Origin::External | Origin::Library => None,
            Origin::Function(_) => none(),
            _ if self.constraints.extent(instance.object, instance.context).has_one_offset() => {
                None
            }
            _ if at < 0 => none(),
            Origin::Global(global) => {
                let at = at.unsigned_abs();
                // Code does not step from one table to another.
                if is_table_of_cpp(self.view, global)
                    && start_of_table(self.view, global, start.into()).is_some_and(|it| at < it)
                {
                    return none();
                }
                let number = integer_in(self.view, global, at)?;
                Some(BTreeSet::from([number]))
            }
            _ => None,
        }
    }
}

/// No distances.
fn none() -> Distances {
    Some(BTreeSet::new())
}

/// Adds other distances.
fn add(all: &mut Distances, others: &Distances) {
    match (all.as_mut(), others) {
        (Some(all), Some(others)) => all.extend(others),
        _ => *all = None,
    }
}

/// The distances in both.
fn common(one: &Distances, other: &Distances) -> Distances {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.intersection(other).copied().collect()),
        (one, other) => one.as_ref().or(other.as_ref()).cloned(),
    }
}

/// Whether a variable is a virtual table with distances to virtual bases: it has more entries before the type info
/// than the distance to the whole object.
fn has_distances(view: &View, variable: ValueId) -> bool {
    let size = u64::from(view.types().pointer_size());
    is_table_of_cpp(view, variable)
        && [0, size].into_iter().all(|it| integer_in(view, variable, it).is_some())
}

/// The pointer from which a number is loaded, and the offset of the number from it: negative.
fn table_of(view: &View, number: ValueId) -> Option<(ValueId, i64)> {
    let load = view.load_instruction.first(view.definition_of(number)?)?;
    let types = view.types();
    if types.width(load.r#type) != types.pointer_size() * 8 {
        return None;
    }
    let step = view.step(load.address)?;
    Some((step.base, step.whole.filter(|it| *it < 0)?))
}

/// The variable of a value that is a pointer.
fn variable_of(constraints: &Constraints, value: ValueId) -> Option<Variable> {
    let mut parts = constraints.parts_of(value);
    let (part, variable) = parts.next()?;
    (part == 0 && parts.next().is_none()).then_some(variable)
}
