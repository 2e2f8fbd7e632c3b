//! Calls of functions loaded through a pointer, with arguments that come from the same pointer: virtual calls, and
//! calls like `task->run(task->data)`.
//!
//! If the pointer may point to several objects, the function loaded from one of them gets the arguments that
//! belong to it, never those that belong to another. So such a call is split into one call for each group of
//! objects for which a solution finds the same functions, and one more for pointers to other objects. This is
//! sound for any groups. A [`Suggestion`] provides the initial groups.

mod suggestion;

pub use suggestion::Suggestion;

use std::collections::BTreeMap;

use facts_schema::FunctionId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::Builder;
use crate::constraints::{
    Argument, Assign, Body, Call, CallResult, CallSite, CallSiteInfo, Constraints, Load, Shift,
    Variable, VariableArguments,
};
use crate::offsets::{Distance, Step};
use crate::solution::{Instance, Location, SetId, Solution};

/// The maximum number of groups for which a call is split.
const MAX_GROUPS: usize = 64;

/// The maximum number of locations that a path may lead to.
const MAX_REACHED: usize = 64;

/// The maximum number of locations that the pointer may point to.
const MAX_LOCATIONS: usize = 10_000;

/// The maximum length of the path from a call back to the pointer.
const LONGEST_PATH: usize = 16;

/// The move that sets a variable that is set once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Assign,
    Shift(Step),
    Load(u32),
}

/// Splits calls by group of objects, as a solution suggests; false if there are none to split.
pub fn split(constraints: &mut Constraints, solution: &Solution) -> bool {
    split_as(constraints, solution, false)
}

/// The same, possibly with an incomplete solution.
fn split_as(constraints: &mut Constraints, solution: &Solution, is_suggestion: bool) -> bool {
    let mut plans = Vec::new();
    for function in (0..).map(FunctionId).take(constraints.functions.len()) {
        if calls_through_pointers(constraints, function).next().is_none() {
            continue;
        }
        let moves = Moves::of(constraints, function);
        let calls = calls_through_pointers(constraints, function);
        plans.extend(calls.filter_map(|call| moves.plan(solution, call, is_suggestion)));
    }
    if plans.is_empty() {
        return false;
    }
    let mut builder = Builder::resume(std::mem::take(constraints));
    for plan in plans {
        plan.apply(&mut builder);
    }
    *constraints = builder.finish();
    true
}

/// The calls in a function whose callee is not called by name.
fn calls_through_pointers(
    constraints: &Constraints,
    function: FunctionId,
) -> impl Iterator<Item = Call> + '_ {
    let calls = constraints.functions[function.0 as usize].body.calls.iter();
    calls.filter(|row| constraints.sites[row.site.0 as usize].callee.is_none()).copied()
}

/// The moves that set the variables of a function.
struct Moves<'a> {
    constraints: &'a Constraints,
    function: FunctionId,
    /// By variable that is set by exactly one move: the source and the move.
    once: FxHashMap<Variable, (Variable, Move)>,
    arguments: FxHashMap<CallSite, Vec<&'a Argument>>,
}

/// The callee and the arguments of a call that come from the same pointer.
struct Origins<'a> {
    /// The pointer.
    base: Variable,
    /// The variables from the pointer to the callee, starting with the callee.
    callee: Vec<Variable>,
    /// The variables from the pointer to each argument that comes from it, in the same order.
    arguments: Vec<(&'a Argument, Vec<Variable>)>,
}

/// A call to be split.
struct Plan {
    function: FunctionId,
    call: Call,
    /// The pointer whose objects are distinguished.
    base: Variable,
    groups: Vec<Vec<Instance>>,
    /// The variables that depend on the base, in order of dependency: each with its source and its move.
    dependent: Vec<(Variable, Variable, Move)>,
}

impl<'a> Moves<'a> {
    fn of(constraints: &'a Constraints, function: FunctionId) -> Self {
        let info = &constraints.functions[function.0 as usize];
        let body = &info.body;
        let mut moves: FxHashMap<Variable, Option<(Variable, Move)>> = FxHashMap::default();
        let assigned = body.assigns.iter().map(|row| (row.to, (row.from, Move::Assign)));
        let shifted = body.shifts.iter().map(|row| (row.to, (row.from, Move::Shift(row.step))));
        let loaded = body.loads.iter().map(|row| (row.to, (row.address, Move::Load(row.offset))));
        for (to, r#move) in assigned.chain(shifted).chain(loaded) {
            moves.entry(to).and_modify(|it| *it = None).or_insert(Some(r#move));
        }
        let results = body.results.iter().map(|row| row.variable);
        let addresses = body.addresses.iter().map(|row| row.variable);
        let parameters = info.parameters.iter().map(|(_, _, variable)| *variable);
        for variable in results.chain(addresses).chain(parameters).chain(info.variadic) {
            moves.insert(variable, None);
        }
        let is_own = |it: &Variable| constraints.variables[it.0 as usize].owner == Some(function);
        let once = moves.into_iter().filter(|(to, _)| is_own(to));
        let mut arguments: FxHashMap<CallSite, Vec<&Argument>> = FxHashMap::default();
        for row in &body.arguments {
            arguments.entry(row.site).or_default().push(row);
        }
        Self {
            constraints,
            function,
            once: once.filter_map(|(to, r#move)| Some((to, r#move?))).collect(),
            arguments,
        }
    }

    /// The path from a variable back through its sources: the variable, its source, the source of its source, and so
    /// on.
    fn path(&self, variable: Variable) -> Vec<Variable> {
        let next = |it: &Variable| self.once.get(it).map(|(from, _)| *from);
        std::iter::successors(Some(variable), next).take(LONGEST_PATH).collect()
    }

    /// The common origin of the callee and the arguments of a call, if there is one.
    fn origins(&self, call: Call) -> Option<Origins<'a>> {
        let mut callee = self.path(call.callee);
        let first_load = callee.iter().position(|it| self.is_loaded(*it))?;
        let rows = self.arguments.get(&call.site)?.iter();
        let mut arguments: Vec<_> = rows.map(|row| (*row, self.path(row.variable))).collect();
        let is_passed = |it: &Variable| arguments.iter().any(|(_, path)| path.contains(it));
        let distance = first_load + 1 + callee[first_load + 1..].iter().position(is_passed)?;
        let base = callee[distance];
        callee.truncate(distance);
        arguments.retain_mut(|(_, path)| {
            let length = path.iter().position(|it| *it == base);
            path.truncate(length.unwrap_or(0));
            length.is_some()
        });
        Some(Origins { base, callee, arguments })
    }

    /// Whether the pointer is already restricted to the objects of a group.
    fn is_of_group(&self, base: Variable) -> bool {
        matches!(self.once.get(&base), Some((_, Move::Shift(Step::Among(_)))))
    }

    /// Whether steps over unknown distances lead from the pointer to the arguments. For example, steps to virtual
    /// bases, whose distances are found in virtual tables.
    fn has_unknown_step(&self, origins: &Origins) -> bool {
        let is_unknown = |it: &Variable| match self.once.get(it) {
            Some((_, Move::Shift(step))) => step.distance().is_none(),
            _ => false,
        };
        origins.arguments.iter().any(|(_, path)| path.iter().any(is_unknown))
    }

    /// Whether steps for only some objects lead from the pointer to the callee. Those to virtual bases are only
    /// suggested at first, so they must not be copied.
    fn has_suggested_step(&self, origins: &Origins) -> bool {
        let is_for_some = |it: &Variable| {
            matches!(self.once.get(it), Some((_, Move::Shift(Step::Among(_) | Step::Outside(_)))))
        };
        origins.callee.iter().any(is_for_some)
    }

    /// Whether a suggestion may distinguish the objects of the pointer: they are not distinguished yet, and the
    /// arguments are known to belong to them.
    fn is_open(&self, origins: &Origins) -> bool {
        !self.is_of_group(origins.base)
            && !self.has_unknown_step(origins)
            && !self.has_suggested_step(origins)
    }

    /// A plan to split a call through a pointer, if it is worthwhile.
    fn plan(&self, solution: &Solution, call: Call, is_suggestion: bool) -> Option<Plan> {
        let origins = self.origins(call)?;
        if is_suggestion && !self.is_open(&origins) {
            return None;
        }
        let Origins { base, callee, arguments } = origins;
        let moves: Vec<Move> = callee.iter().rev().map(|it| self.once[it].1).collect();
        let (groups, has_others) = self.groups(solution, call.site, base, &moves)?;
        let is_worth_it = is_suggestion || groups.len() + usize::from(has_others) > 1;
        if groups.is_empty() || !is_worth_it {
            return None;
        }
        let mut dependent: Vec<(Variable, Variable, Move)> = Vec::new();
        for path in arguments.iter().map(|(_, path)| path).chain([&callee]) {
            for to in path.iter().rev() {
                let (from, r#move) = self.once[to];
                if !dependent.iter().any(|(it, ..)| it == to) {
                    dependent.push((*to, from, r#move));
                }
            }
        }
        Some(Plan { function: self.function, call, base, groups, dependent })
    }

    fn is_loaded(&self, variable: Variable) -> bool {
        matches!(self.once.get(&variable), Some((_, Move::Load(_))))
    }

    /// The instances that `base` may point to, grouped by the functions loaded from them, and whether there are
    /// others; none if there are too many.
    fn groups(
        &self,
        solution: &Solution,
        site: CallSite,
        base: Variable,
        moves: &[Move],
    ) -> Option<(Vec<Vec<Instance>>, bool)> {
        let sets: FxHashSet<_> = solution.contexts_of(base).iter().map(|(_, set)| *set).collect();
        if sets.iter().map(|set| solution.sets[set.0 as usize].len()).sum::<usize>() > MAX_LOCATIONS
        {
            return None;
        }
        let locations: FxHashSet<Location> =
            sets.into_iter().flat_map(|set| solution.set(set)).collect();
        let mut behind: BTreeMap<Instance, Option<Vec<FunctionId>>> = BTreeMap::new();
        for location in locations {
            let functions = self.behind(solution, site, location, moves);
            let known = behind.entry(location.instance).or_insert_with(|| Some(Vec::new()));
            match (known, functions) {
                (Some(known), Some(functions)) => known.extend(functions),
                (known, _) => *known = None,
            }
        }
        let mut groups: BTreeMap<Vec<FunctionId>, Vec<Instance>> = BTreeMap::new();
        let mut has_others = false;
        for (instance, functions) in behind {
            let Some(mut functions) = functions else {
                has_others = true;
                continue;
            };
            functions.sort_unstable();
            functions.dedup();
            if !functions.is_empty() {
                groups.entry(functions).or_default().push(instance);
            }
        }
        (groups.len() <= MAX_GROUPS).then(|| (groups.into_values().collect(), has_others))
    }

    /// The functions that may be called if `moves` are applied to a location; none if there may be others.
    fn behind(
        &self,
        solution: &Solution,
        site: CallSite,
        location: Location,
        moves: &[Move],
    ) -> Option<Vec<FunctionId>> {
        let mut reached = FxHashSet::from_iter([location]);
        for r#move in moves {
            reached = match *r#move {
                Move::Assign => reached,
                Move::Shift(step) => {
                    reached.into_iter().flat_map(|it| self.constraints.step(it, step)).collect()
                }
                Move::Load(offset) => {
                    few(solution, reached.iter().flat_map(|it| self.loaded(solution, *it, offset)))?
                }
            };
        }
        let mut functions = Vec::new();
        for location in reached {
            let function = self.constraints.function_of(location.instance.object)?;
            if self.constraints.accepts(site, function) {
                functions.push(function);
            }
        }
        Some(functions)
    }

    /// The sets of pointers that a load at `offset` from a location may read.
    fn loaded<'s>(
        &self,
        solution: &'s Solution,
        location: Location,
        offset: u32,
    ) -> impl Iterator<Item = SetId> + use<'s> {
        let touched = solution.opaque.touched(location);
        let there = self.constraints.behind(touched, Distance::of(offset));
        there.into_iter().flat_map(|there| {
            let contents = solution.contents(there.instance).iter();
            let contents = contents.filter(move |(it, _)| it.offsets.overlaps(there.offsets));
            contents.map(|(_, set)| *set)
        })
    }
}

/// The locations in these sets; none if there are too many. Large sets are not visited: some programs have thousands.
fn few(solution: &Solution, sets: impl Iterator<Item = SetId>) -> Option<FxHashSet<Location>> {
    let mut locations = FxHashSet::default();
    for set in sets {
        if solution.sets[set.0 as usize].len() > MAX_REACHED {
            return None;
        }
        locations.extend(solution.set(set));
        if locations.len() > MAX_REACHED {
            return None;
        }
    }
    Some(locations)
}

impl Plan {
    /// Splits the call: one for each group, and one for the objects in no group.
    fn apply(self, builder: &mut Builder) {
        let mut all: Vec<Instance> = self.groups.concat();
        all.sort_unstable();
        let groups = self.groups.iter().cloned();
        let mut steps: Vec<Step> = groups.map(|it| Step::Among(builder.group(it))).collect();
        steps.push(Step::Outside(builder.group(all)));
        let whole = self.take_call(builder);
        for (number, step) in steps.into_iter().enumerate() {
            let site = match number {
                0 => self.call.site,
                _ => {
                    let info = builder.constraints().sites[self.call.site.0 as usize].clone();
                    let part_of = Some(info.part_of.unwrap_or(self.call.site));
                    builder.site(CallSiteInfo { part_of, ..info })
                }
            };
            self.make_part(builder, &whole, site, step);
        }
    }

    /// Removes the call from its function.
    fn take_call(&self, builder: &mut Builder) -> Body {
        let site = self.call.site;
        let mut whole = Body::default();
        let Some(info) = builder.function(self.function) else { return whole };
        let body = &mut info.body;
        body.calls.retain(|row| row.site != site);
        whole.arguments = body.arguments.extract_if(.., |row| row.site == site).collect();
        whole.variable_arguments =
            body.variable_arguments.extract_if(.., |row| row.site == site).collect();
        whole.results = body.results.extract_if(.., |row| row.site == site).collect();
        whole
    }

    /// Adds a call at `site` for the targets of the base that the step keeps.
    fn make_part(&self, builder: &mut Builder, whole: &Body, site: CallSite, step: Step) {
        let mut parts: FxHashMap<Variable, Variable> = FxHashMap::default();
        for of in [self.base].into_iter().chain(self.dependent.iter().map(|(to, ..)| *to)) {
            parts.entry(of).or_insert_with(|| builder.temporary(Some(self.function)));
        }
        let part = |variable: Variable| parts.get(&variable).copied().unwrap_or(variable);
        let Some(info) = builder.function(self.function) else { return };
        let body = &mut info.body;
        body.shifts.push(Shift { to: part(self.base), from: self.base, step });
        for &(to, from, r#move) in &self.dependent {
            let (to, from) = (part(to), part(from));
            match r#move {
                Move::Assign => body.assigns.push(Assign { to, from }),
                Move::Shift(step) => body.shifts.push(Shift { to, from, step }),
                Move::Load(offset) => body.loads.push(Load { to, address: from, offset }),
            }
        }
        body.calls.push(Call { site, callee: part(self.call.callee) });
        let arguments = whole.arguments.iter();
        body.arguments.extend(arguments.map(|row| Argument {
            site,
            variable: part(row.variable),
            ..*row
        }));
        let variable_arguments = whole.variable_arguments.iter();
        body.variable_arguments
            .extend(variable_arguments.map(|row| VariableArguments { site, ..*row }));
        body.results.extend(whole.results.iter().map(|row| CallResult { site, ..*row }));
    }
}
