//! Statements about a solution, and the facts that they mean.

use facts_schema::{FunctionId, InstructionId};

use crate::pointers::Subject;
use crate::{Analysis, CallSite, Fact, Instance, Location};

/// A statement to be explained. It can mean several facts, one for each context and location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// One of these subjects points to one of these locations, which are in order.
    PointsTo(Vec<Subject>, Vec<Location>),
    /// The contents of one of the first locations point to one of the other locations; both are in order.
    Stored(Vec<Location>, Vec<Location>),
    /// One of these instructions calls one of these functions.
    Calls(Vec<InstructionId>, Vec<FunctionId>),
    /// One of these functions, which have no body, calls one of the others.
    Callbacks(Vec<FunctionId>, Vec<FunctionId>),
    /// One of these functions is reachable.
    Reachable(Vec<FunctionId>),
    /// One of these objects has escaped.
    Escaped(Vec<Instance>),
    /// The contents of one of these objects are not tracked.
    Opaque(Vec<Instance>),
}

impl Statement {
    /// The facts of the solution that the statement means.
    pub fn facts(&self, analysis: &Analysis) -> Vec<Fact> {
        let Analysis { solution, constraints, .. } = analysis;
        match self {
            Self::Reachable(functions) => {
                let rows = solution.reachable.iter().filter(|(it, _)| functions.contains(it));
                rows.map(|(function, context)| Fact::Reachable(*function, *context)).collect()
            }
            Self::Opaque(_) => Vec::new(),
            Self::Escaped(objects) => {
                let rows = solution.escaped.iter().filter(|it| objects.contains(it));
                rows.map(|instance| Fact::Escaped(*instance)).collect()
            }
            Self::Calls(instructions, functions) => {
                let is_there = |site: CallSite| {
                    let instruction = constraints.instruction_at(site);
                    instruction.is_some_and(|it| instructions.contains(&it))
                };
                let rows = solution.calls.iter().filter(|call| functions.contains(&call.function));
                rows.filter(|call| is_there(call.site)).map(|call| Fact::Calls(*call)).collect()
            }
            Self::Callbacks(callers, functions) => {
                let is_there = |site: CallSite| {
                    let info = constraints.sites.get(site.0 as usize);
                    info.is_some_and(|it| {
                        it.instruction.is_none() && callers.contains(&it.function)
                    })
                };
                let rows = solution.calls.iter().filter(|call| functions.contains(&call.function));
                rows.filter(|call| is_there(call.site)).map(|call| Fact::Calls(*call)).collect()
            }
            Self::PointsTo(subjects, targets) => {
                subjects.iter().flat_map(|it| pointers(analysis, *it, targets)).collect()
            }
            Self::Stored(cells, targets) => {
                let is_one = |target: &Location| targets.binary_search(target).is_ok();
                let stored = |cell: &Location| {
                    let cell = *cell;
                    let targets = solution.stored(cell).filter(is_one);
                    targets.map(move |target| Fact::Stored(cell, target)).collect::<Vec<_>>()
                };
                cells.iter().flat_map(stored).collect()
            }
        }
    }
}

fn pointers(analysis: &Analysis, subject: Subject, targets: &[Location]) -> Vec<Fact> {
    let Analysis { solution, constraints, .. } = analysis;
    let is_one = |location: &Location| targets.binary_search(location).is_ok();
    let mut facts = Vec::new();
    match subject {
        Subject::Value(value) => {
            for (_, variable) in constraints.parts_of(value) {
                for (node, set) in solution.contexts_of(variable) {
                    let targets = solution.set(*set).filter(is_one);
                    facts.extend(targets.map(|target| Fact::PointsTo(*node, target)));
                }
            }
        }
        Subject::Memory(object) => {
            for (location, set) in &solution.stored {
                if location.instance.object == object {
                    let targets = solution.set(*set).filter(is_one);
                    facts.extend(targets.map(|target| Fact::Stored(*location, target)));
                }
            }
        }
    }
    facts
}
