//! Pointers to virtual bases, the adjustments that virtual thunks make, and `dynamic_cast`.
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
//! tables could be as well, and all distances would remain possible. So [`TableSteps::solve`] begins without the
//! steps, and adds the distances that each solution allows, until there are no new ones. These constraints are as
//! strong as those with all distances. If no pointer to a table is known by then, as in objects that functions without
//! a body construct, the pointer may be anywhere in the object.
//!
//! A `dynamic_cast` moves a pointer over a distance that depends on the class of the object. A solution shows which
//! classes an object may have, and the cast is replaced in the same way: if no such class has the base that the cast
//! leads to, the result is null. These steps are complete in the first solution, which has all distances.
//!
//! | module | what it is |
//! |---|---|
//! | `step` | A step, its targets, and its replacement. |
//! | `tables` | The tables of objects, and the distances that they give. |
//! | `distances` | Sets of distances. |

mod distances;
mod step;
mod tables;

use std::collections::{BTreeMap, BTreeSet};

use facts_schema::view::View;
use facts_schema::{Facts, GetElementPtrInstruction, ValueId};
use rustc_hash::FxHashMap;

use super::builder::Builder;
use super::casts::{Classes, DynamicCast, dynamic_casts};
use super::virtual_tables::{integer_in, is_table_of_cpp, loaded_from};
use crate::constraints::{Constraints, Variable};
use crate::offsets::Step;
use crate::solution::{Instance, Solution};
use step::{Plan, TableStep};
use tables::{Entry, Tables};

/// The maximum number of solutions until there are no new distances.
const MAX_ROUNDS: usize = 16;

/// The steps of a module over distances that depend on virtual tables.
#[derive(Debug, Default)]
pub struct TableSteps {
    /// The steps over distances stored in virtual tables.
    to_bases: Steps,
    /// The steps of `dynamic_cast`s.
    casts: Steps,
}

#[derive(Debug, Default)]
struct Steps {
    steps: Vec<TableStep>,
    /// The classes, if there are casts.
    classes: Option<Classes>,
}

/// The steps of all functions.
struct Shifts {
    /// By target and start.
    steps: FxHashMap<(Variable, Variable), Vec<Step>>,
    /// By variable that only has objects of a class: the variable with all objects.
    all_objects: FxHashMap<Variable, Variable>,
}

impl Shifts {
    fn of(constraints: &Constraints) -> Self {
        let mut shifts = Self { steps: FxHashMap::default(), all_objects: FxHashMap::default() };
        for row in constraints.functions.iter().flat_map(|info| &info.body.shifts) {
            shifts.steps.entry((row.to, row.from)).or_default().push(row.step);
            if let Step::OfClass(_) = row.step {
                shifts.all_objects.insert(row.to, row.from);
            }
        }
        shifts
    }

    /// The steps to `to`, and the variable in which they end: before `to` is restricted to the objects of a class.
    fn between(&self, from: Variable, to: Variable) -> Option<(Variable, &[Step])> {
        let to = *self.all_objects.get(&to).unwrap_or(&to);
        Some((to, self.steps.get(&(to, from))?))
    }
}

impl TableSteps {
    /// The steps in a module.
    pub fn of(facts: &Facts, constraints: &Constraints) -> Self {
        let view = View::new(facts);
        let has_distances =
            facts.global_variable.iter().any(|row| has_distances(&view, row.global));
        let casts: Vec<DynamicCast> = dynamic_casts(&view).collect();
        if !has_distances && casts.is_empty() {
            return Self::default();
        }
        let shifts = Shifts::of(constraints);
        let mut steps = Self::default();
        if has_distances {
            let rows = facts.getelementptr_instruction.iter();
            let found = rows.filter_map(|row| step_to_base(&view, constraints, &shifts, row));
            steps.to_bases.steps = found.collect();
        }
        steps.casts.classes = (!casts.is_empty()).then(|| Classes::of(&view)).flatten();
        if steps.casts.classes.is_some() {
            let found = casts.into_iter();
            let found = found.filter_map(|it| step_of_cast(&view, constraints, &shifts, it));
            steps.casts.steps = found.collect();
        }
        steps
    }

    /// Whether solutions of the constraints are needed to find distances.
    pub fn need_solutions(&self) -> bool {
        !self.to_bases.is_empty()
    }

    /// Finds the least distances to bases with which the constraints are closed, and their solution. None if `solve`
    /// does not find one. Then the constraints are unchanged.
    pub fn solve(
        &mut self,
        facts: &Facts,
        constraints: &mut Constraints,
        mut solve: impl FnMut(&Constraints) -> Option<Solution>,
    ) -> Option<Solution> {
        let steps = &mut self.to_bases;
        if steps.is_empty() {
            return solve(constraints);
        }
        let groups = constraints.groups.len();
        let mut plans = steps.nowhere();
        for _ in 0..MAX_ROUNDS {
            constraints.groups.truncate(groups);
            steps.replace(constraints, &plans, false);
            let Some(solution) = solve(constraints) else {
                steps.restore(constraints);
                return None;
            };
            let mut found = steps.plans(facts, constraints, &solution, &plans);
            if found.iter().zip(&plans).all(|(one, other)| one.has_same_steps(other)) {
                if !steps.find_blank(facts, constraints, &solution) {
                    constraints.groups.truncate(groups);
                    steps.replace(constraints, &found, true);
                    return Some(solution);
                }
                found = steps.plans(facts, constraints, &solution, &plans);
            }
            plans = found;
        }
        steps.restore(constraints);
        solve(constraints)
    }

    /// Replaces the steps to bases by steps over the distances that a possibly incomplete solution suggests, until
    /// [`restore`](Self::restore).
    pub fn suggest(&mut self, facts: &Facts, constraints: &mut Constraints, solution: &Solution) {
        let steps = &mut self.to_bases;
        if !steps.is_empty() {
            let plans = steps.plans(facts, constraints, solution, &steps.nowhere());
            steps.replace(constraints, &plans, false);
        }
    }

    /// Lets all steps to bases lead anywhere.
    pub fn restore(&mut self, constraints: &mut Constraints) {
        self.to_bases.restore(constraints);
    }

    /// Replaces the steps to bases by steps over the distances that a solution of the constraints allows; false if
    /// there are none.
    pub fn update_bases(
        &mut self,
        facts: &Facts,
        constraints: &mut Constraints,
        solution: &Solution,
    ) -> bool {
        self.to_bases.update(facts, constraints, solution)
    }

    /// The same for the steps of `dynamic_cast`s.
    pub fn update_casts(
        &mut self,
        facts: &Facts,
        constraints: &mut Constraints,
        solution: &Solution,
    ) -> bool {
        self.casts.update(facts, constraints, solution)
    }
}

impl Steps {
    fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Plans in which no step leads anywhere.
    fn nowhere(&self) -> Vec<Plan> {
        vec![Plan::NOWHERE; self.steps.len()]
    }

    /// Replaces the steps by steps over the distances that a solution of the constraints allows; false if there
    /// are none.
    fn update(
        &mut self,
        facts: &Facts,
        constraints: &mut Constraints,
        solution: &Solution,
    ) -> bool {
        if self.is_empty() {
            return false;
        }
        self.find_blank(facts, constraints, solution);
        let plans = self.plans(facts, constraints, solution, &self.nowhere());
        self.replace(constraints, &plans, true);
        true
    }

    /// Finds objects in which a solution has no pointer to a table; false if there are no new ones.
    fn find_blank(
        &mut self,
        facts: &Facts,
        constraints: &Constraints,
        solution: &Solution,
    ) -> bool {
        let view = View::new(facts);
        let tables = Tables::new(&view, constraints, solution, self.classes.as_ref());
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
        let mut tables = Tables::new(&view, constraints, solution, self.classes.as_ref());
        let steps = self.steps.iter().zip(before);
        steps
            .map(|(step, before)| match before {
                Plan::Whole => Plan::Whole,
                Plan::Groups(_) => step.plan(&mut tables),
            })
            .collect()
    }

    /// Lets all steps lead anywhere.
    fn restore(&mut self, constraints: &mut Constraints) {
        if self.is_empty() {
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

/// The step of a `getelementptr` over a distance that is loaded from a table.
fn step_to_base(
    view: &View,
    constraints: &Constraints,
    shifts: &Shifts,
    row: &GetElementPtrInstruction,
) -> Option<TableStep> {
    let to = view.result_of(row.instruction)?;
    let [index] = view.getelementptr_index.all(row.instruction) else { return None };
    if view.types().size(row.source_type) != Some(1) {
        return None;
    }
    let (table, offset) = table_of(view, index.index)?;
    let [to, from, pointer] = [to, row.base, table].map(|it| variable_of(constraints, it));
    let (from, pointer) = (from?, pointer?);
    let (to, steps) = shifts.between(from, to?)?;
    let [whole] = *steps else { return None };
    let is_unknown = matches!(
        whole,
        Step::Over { stride: 1, .. } | Step::Back { stride: 1 } | Step::ToPointer { .. }
    );
    is_unknown.then_some(TableStep {
        function: view.function_of(row.instruction)?,
        to,
        from,
        table: Some(pointer),
        is_first_word: loaded_from(view, table) == Some(row.base),
        entry: Entry::Number(offset),
        whole: vec![whole],
        parts: Vec::new(),
        blank: BTreeSet::new(),
    })
}

/// The step of a `dynamic_cast`.
fn step_of_cast(
    view: &View,
    constraints: &Constraints,
    shifts: &Shifts,
    cast: DynamicCast,
) -> Option<TableStep> {
    let argument = view.argument_of_call(cast.call, 0)?;
    let result = view.result_of(cast.call)?;
    let [to, from] = [result, argument].map(|it| variable_of(constraints, it));
    let from = from?;
    let (to, steps) = shifts.between(from, to?)?;
    Some(TableStep {
        function: view.function_of(cast.call)?,
        to,
        from,
        table: None,
        is_first_word: true,
        entry: Entry::Cast(cast),
        whole: steps.to_vec(),
        parts: Vec::new(),
        blank: BTreeSet::new(),
    })
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
