//! Checks a solution against the constraints, independently of the solver that produced it.
//!
//! A solution is right if it is the least set of facts that the rules of the [definition](crate::definition)
//! derive. So there are two possible errors: it lacks a fact that the rules derive from its other facts (it is not
//! *closed*), or it has a fact without a reason (it is not *justified*). It is not enough that each fact follows
//! by some rule from other facts of the solution: two variables that are assigned to each other could justify each
//! other's facts. Reasons must be well-founded: there must be an order of the facts in which each follows from
//! earlier ones.
//!
//! So the solution is *replayed*. Starting with nothing, the facts are derived again one by one, each from facts
//! derived before.
//!
//! - A derived fact that is not in the solution is missing there. It is reported, and nothing is derived from it.
//! - A fact of the solution that has not been derived at the end is unjustified.
//!
//! If there are neither, the derived facts are those of the solution. They are closed because the replay ended,
//! and each has been derived; so they are the facts that the rules define.
//!
//! The replay shares only the arithmetic of offsets and contexts with the solvers. It is simple: it neither merges
//! variables nor rewrites constraints. It is feasible for large modules because the answer is known: the derived
//! members of a set are one bit each, a copy from a set to an equal one is an `or` of words, and nothing is copied
//! to a set that is completely derived, once the whole source is known to be a subset of it.

use facts_schema::FunctionId;

use crate::{CallEdge, Constraints, Context, Fact, Instance, Location, SetId, Solution};

mod calls;
mod copies;
mod graph;
mod release;
mod replay;
pub(crate) mod trace;

/// The maximum number of complaints.
const MAX_COMPLAINTS: usize = 100;

/// An error in a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Complaint {
    /// A list is not in order, has a duplicate, or refers to something that does not exist.
    Malformed(&'static str),
    /// The fact follows from other facts of the solution, but is not in it.
    Missing(Fact),
    /// The fact is in the solution, but does not follow.
    Unjustified(Fact),
}

/// Checks that the solution is the least solution of the constraints with call strings of length `depth`.
///
/// # Errors
///
/// The errors in the solution, or some of them if there are many.
pub fn verify(
    constraints: &Constraints,
    depth: usize,
    solution: &Solution,
) -> Result<(), Vec<Complaint>> {
    check_form(constraints, solution).map_err(|list| vec![Complaint::Malformed(list)])?;
    let mut complaints = replay::replay(constraints, depth, solution);
    if complaints.is_empty() {
        return Ok(());
    }
    complaints.sort_unstable();
    complaints.dedup();
    complaints.truncate(MAX_COMPLAINTS);
    Err(complaints)
}

/// Returns the name of a malformed list as an error.
fn check_form(constraints: &Constraints, solution: &Solution) -> Result<(), &'static str> {
    let Solution { opaque: _, locations, sets, points_to, stored, escaped, reachable, calls } =
        solution;
    let has_context =
        |it: &Context| it.sites().all(|site| (site.0 as usize) < constraints.sites.len());
    let has_instance = |it: &Instance| {
        (it.object.0 as usize) < constraints.objects.len() && has_context(&it.context)
    };
    let has_function = |it: &FunctionId| (it.0 as usize) < constraints.functions.len();
    let has_set = |set: &SetId| (set.0 as usize) < sets.len();
    let has_location = |it: &Location| has_instance(&it.instance);

    let members = |set: &[u32]| {
        let last = set.last().is_none_or(|last| (*last as usize) < locations.len());
        !set.is_empty() && set.is_sorted_by(|one, other| one < other) && last
    };
    let checks: [(&'static str, bool); 7] = [
        ("locations", is_ascending(locations) && locations.iter().all(has_location)),
        ("sets", sets.iter().all(|set| members(set))),
        (
            "points_to",
            points_to.is_sorted_by(|(one, _), (other, _)| one < other)
                && points_to.iter().all(|(node, set)| {
                    (node.variable.0 as usize) < constraints.variables.len() && has_set(set)
                }),
        ),
        (
            "stored",
            stored.is_sorted_by(|(one, _), (other, _)| one < other)
                && stored.iter().all(|(it, set)| has_location(it) && has_set(set)),
        ),
        ("escaped", is_ascending(escaped) && escaped.iter().all(has_instance)),
        (
            "reachable",
            is_ascending(reachable)
                && reachable.iter().all(|(it, context)| has_function(it) && has_context(context)),
        ),
        (
            "calls",
            is_ascending(calls) && calls.iter().all(|it: &CallEdge| has_function(&it.function)),
        ),
    ];
    checks.into_iter().find(|(_, is_good)| !is_good).map_or(Ok(()), |(list, _)| Err(list))
}

fn is_ascending<T: Ord>(list: &[T]) -> bool {
    list.is_sorted_by(|one, other| one < other)
}

#[cfg(test)]
mod tests;
