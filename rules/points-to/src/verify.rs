//! Checks a solution against the constraints, whichever solver made it.
//!
//! A solution is right if it is the least set of facts that the rules of the
//! [definition](crate::definition) derive. So two things can be wrong: it lacks a fact that the
//! rules derive from its others (it is not *closed*), or it has one for which there is no reason (it
//! is not *justified*). That each fact follows by some rule from other facts of the solution is not
//! enough: two variables that are assigned to each other could give each other any reason. A reason
//! has to be well-founded: it must be possible to derive the facts in an order in which each follows
//! from those before it.
//!
//! So the solution is *replayed*. Beginning with nothing, the facts are derived anew one by one,
//! each from facts derived before.
//!
//! - What is derived and is not in the solution is missing there. It is complained about, and nothing
//!   is derived from it.
//! - What is in the solution and has not been derived at the end is unjustified.
//!
//! If there is neither, the facts derived are those of the solution. They are closed, for the replay
//! ended, and each has been derived; so they are what the rules say.
//!
//! The replay shares no code with the solvers but the arithmetic of places and contexts. It is plain:
//! it neither merges variables nor rewrites constraints. What makes it feasible for big modules is
//! that the answer is known: what has been derived of a set is a bit for each of its members, a copy
//! from a set to an equal one is an `or` of words, and nothing needs to be copied to where all has
//! been derived already, once it is known that one whole set contains the other.

use facts_schema::FunctionId;

use crate::{CallEdge, Constraints, Context, Fact, Instance, Location, SetId, Solution};

mod calls;
mod copies;
mod graph;
mod release;
mod replay;
pub(crate) mod trace;

/// The maximum number of complaints.
const MAXIMAL_COMPLAINTS: usize = 100;

/// What is wrong with a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Complaint {
    /// A list is not in order, has something twice, or refers to what does not exist.
    Malformed(&'static str),
    /// It follows from other facts of the solution, and is not in it.
    Missing(Fact),
    /// It is in the solution, and does not follow.
    Unjustified(Fact),
}

/// Checks that the solution is what follows from the constraints if `depth` call sites tell contexts
/// apart.
///
/// # Errors
///
/// What is wrong; not all of it, if that is much.
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
    complaints.truncate(MAXIMAL_COMPLAINTS);
    Err(complaints)
}

/// Names a list that is not as it should be.
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
