//! Likely groups of a program's objects, found before there is a solution.
//!
//! In a first solution, each function loaded through a pointer would receive all objects, and would store in them
//! pointers that only its own objects should hold. The objects could then not be distinguished. So the groups come from
//! solutions of constraints in which calls do not pass arguments that belong to objects in no group yet.

use facts_schema::FunctionId;
use rustc_hash::FxHashSet;

use super::{Moves, calls_through_pointers, split, split_as};
use crate::constraints::{Argument, Constraints};
use crate::solution::Solution;

/// The maximum number of solutions.
const MAX_SUGGESTIONS: usize = 4;

/// The solution that suggests the groups; by default there are none.
#[derive(Default)]
pub struct Suggestion {
    /// The last solution that groups were found in, if there is one.
    solution: Option<Solution>,
    is_incomplete: bool,
}

impl Suggestion {
    /// Splits calls for the groups of objects that are found by a solver. It returns its solution, and whether the
    /// solution is incomplete because sets became too large.
    pub fn find(
        constraints: &mut Constraints,
        mut solve: impl FnMut(&mut Constraints) -> (Solution, bool),
    ) -> Self {
        let mut suggestion = Self::default();
        for _ in 0..MAX_SUGGESTIONS {
            let taken = take_arguments(constraints);
            if taken.is_empty() {
                break;
            }
            let (solution, is_incomplete) = solve(constraints);
            for (function, arguments) in taken {
                let body = &mut constraints.functions[function.0 as usize].body;
                body.arguments.extend(arguments);
                body.arguments.sort_unstable();
            }
            let has_more = split_as(constraints, &solution, true);
            let was_incomplete = suggestion.is_incomplete;
            suggestion = Self { solution: Some(solution), is_incomplete };
            // If the first groups did not make sets small enough, a few more would not, either.
            if !has_more || was_incomplete && is_incomplete {
                break;
            }
        }
        suggestion
    }

    /// Whether sets became too large for a complete solution.
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Splits calls by group of objects, as the last solution suggests; false if there are none to split.
    pub fn split(&self, constraints: &mut Constraints) -> bool {
        self.solution.as_ref().is_some_and(|solution| split(constraints, solution))
    }

    /// Splits calls in functions whose constraints are new.
    pub fn follow(&self, constraints: &mut Constraints) {
        if let Some(solution) = &self.solution {
            split_as(constraints, solution, true);
        }
    }
}

/// Removes arguments from calls through pointers if they come from the same pointer and belong to objects in no
/// group.
fn take_arguments(constraints: &mut Constraints) -> Vec<(FunctionId, Vec<Argument>)> {
    let mut taken = Vec::new();
    for number in (0..).take(constraints.functions.len()) {
        let function = FunctionId(number);
        if calls_through_pointers(constraints, function).next().is_none() {
            continue;
        }
        let moves = Moves::of(constraints, function);
        let origins = calls_through_pointers(constraints, function);
        let origins = origins.filter_map(|call| moves.origins(call));
        let arguments: FxHashSet<Argument> = origins
            .filter(|it| moves.is_open(it))
            .flat_map(|it| it.arguments.into_iter().map(|(row, _)| *row))
            .collect();
        if !arguments.is_empty() {
            let rows = &mut constraints.functions[number as usize].body.arguments;
            taken.push((function, rows.extract_if(.., |row| arguments.contains(row)).collect()));
        }
    }
    taken
}
