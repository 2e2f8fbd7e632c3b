//! Splits the atom over the last round's rows into two steps: first the keys that the next goal
//! needs, and then the rows with a key when the rest of the rule needs them.
//!
//! In `p(x, z) :- q(x, y), r(y, z)` with new rows of `r`, `q` is looked up once for each new `y`
//! instead of once for each new row. Where possible, loops follow the order of the head's columns,
//! so that rows with the same first columns are derived together.

use crate::check::ground::variable;
use crate::check::ir::{Atom, Goal, VariableId};
use crate::plan::order::{Next, Order};
use crate::plan::{Columns, Register, Step, Version};

/// A column of the atom and its variable.
type Column = (usize, VariableId);

/// The deferred lookup of an atom over the last round's rows.
pub(super) struct Split {
    relation: usize,
    index: usize,
    key: Box<[Register]>,
    bind: Columns,
    /// The variables that the deferred lookup binds.
    pub(super) rest: Vec<VariableId>,
}

impl Split {
    /// The loop over the rows with a key.
    pub(super) fn probe(self) -> Step {
        let Self { relation, index, key, bind, .. } = self;
        Step::Probe { relation, index, version: Version::Delta, key, bind, check: [].into() }
    }
}

impl Order<'_> {
    /// The loop over the keys of an atom, if it is worthwhile because the next goal needs only some
    /// of its variables. All of its variables then have registers.
    pub(super) fn split(
        &mut self,
        atom: &Atom,
        goals: &[Goal],
        waiting: &[usize],
        steps: &mut Vec<Step>,
    ) -> Option<Split> {
        let mut columns: Vec<Column> = Vec::new();
        for (column, argument) in atom.arguments.iter().enumerate() {
            let Some(argument) = argument else { continue };
            let variable = variable(argument)?;
            if self.bound[variable].is_some() || columns.iter().any(|it| it.1 == variable) {
                return None;
            }
            columns.extend(self.is_used[variable].then_some((column, variable)));
        }
        if waiting.is_empty() {
            return None;
        }
        for (_, variable) in &columns {
            self.bound[*variable] = Some(self.register());
        }
        let (Next::Simple(next) | Next::Atom(next)) = self.next(goals, waiting, &mut None);
        let (key, rest): (Vec<Column>, Vec<Column>) =
            columns.iter().partition(|it| mentions(&goals[next], it.1));
        let variables: Vec<VariableId> = rest.iter().map(|it| it.1).collect();
        // An index on more columns only contains hashes of keys.
        let is_worthwhile = (1..=2).contains(&key.len()) && !rest.is_empty();
        if !is_worthwhile || self.needs(&variables, &goals[next]) {
            columns.iter().for_each(|it| self.bound[it.1] = None);
            return None;
        }
        let bind = |columns: &[Column]| -> Columns {
            let bound = columns.iter().map(|(column, it)| Some((*column, self.bound[*it]?)));
            bound.flatten().collect()
        };
        let (key, rest) = (bind(&key), bind(&rest));
        let relation = atom.relation;
        let by: Vec<usize> = key.iter().map(|it| it.0).collect();
        let index = self.shared.index(relation, &by);
        let registers = key.iter().map(|it| it.1).collect();
        steps.push(Step::Keys { relation, index, bind: key });
        Some(Split { relation, index, key: registers, bind: rest, rest: variables })
    }

    /// Whether the variables must be bound before a goal: the goal mentions one of them, or one of
    /// its own variables follows one of them in the head.
    pub(super) fn needs(&self, rest: &[VariableId], goal: &Goal) -> bool {
        let head = &self.rule.arguments;
        let first = head.iter().position(|it| !it.all(|it| !rest.contains(&it)));
        let mut needs = false;
        goal.variables(&mut |it, _| {
            let is_after = |first: usize| {
                self.bound[it].is_none() && !head[first..].iter().all(|at| at.all(|at| at != it))
            };
            needs |= rest.contains(&it) || first.is_some_and(is_after);
        });
        needs
    }
}

/// Whether a goal mentions a variable.
fn mentions(goal: &Goal, variable: VariableId) -> bool {
    let mut found = false;
    goal.variables(&mut |it, _| found |= it == variable);
    found
}
