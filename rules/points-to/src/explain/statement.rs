//! Statements about a solution, and the facts that they mean.

use facts_schema::{FunctionId, InstructionId};

use crate::pointers::Subject;
use crate::{Analysis, Fact, Instance, Location, Site};

/// A statement that is to be explained. It can mean several facts, one for each context and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// One of these subjects points to one of these objects.
    PointsTo(Vec<Subject>, Vec<Instance>),
    /// One of these instructions calls one of these functions.
    Calls(Vec<InstructionId>, Vec<FunctionId>),
    /// One of these functions is reachable.
    Reachable(Vec<FunctionId>),
    /// One of these objects has escaped.
    Escaped(Vec<Instance>),
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
            Self::Escaped(objects) => {
                let rows = solution.escaped.iter().filter(|it| objects.contains(it));
                rows.map(|instance| Fact::Escaped(*instance)).collect()
            }
            Self::Calls(instructions, functions) => {
                let is_there = |site: Site| {
                    let instruction = constraints.instruction_at(site);
                    instruction.is_some_and(|it| instructions.contains(&it))
                };
                let rows = solution.calls.iter().filter(|call| functions.contains(&call.function));
                rows.filter(|call| is_there(call.site)).map(|call| Fact::Calls(*call)).collect()
            }
            Self::PointsTo(subjects, objects) => {
                subjects.iter().flat_map(|it| pointers(analysis, *it, objects)).collect()
            }
        }
    }
}

fn pointers(analysis: &Analysis, subject: Subject, objects: &[Instance]) -> Vec<Fact> {
    let Analysis { solution, constraints, .. } = analysis;
    let is_one = |location: &Location| objects.contains(&location.instance);
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
