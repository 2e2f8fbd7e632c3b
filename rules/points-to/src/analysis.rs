//! One run of the analysis: the choice of solver, and the result.

use std::collections::BTreeSet;

use facts_schema::Facts;

use crate::definition;
use crate::generate::{
    Roots, Settings, Suggestion, TableSteps, Unknown, generate, may_update, split, update,
};
use crate::verify::{Complaint, verify};
use crate::wave::{self, Templates};
use crate::{Constraints, Instance, Models, Opaque, Solution};

/// The solver to use; the results are identical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// The rules of the [`definition`], as a Datalog program.
    Datalog,
    /// [`wave`], the solver for big programs.
    Wave,
}

/// The options of an analysis.
#[derive(Clone, Debug)]
pub struct Options {
    /// The models of functions without a body.
    pub models: Models,
    /// The assumptions about functions without a body and without a model.
    pub unknown: Unknown,
    /// The entry points of the program.
    pub roots: Roots,
    /// The length of the call strings that distinguish contexts (k).
    pub depth: usize,
    /// The solver; without one, the size of the module decides.
    pub solver: Option<Solver>,
    /// The treatment of escaped memory; by default its content is followed, unless sets grow too large.
    pub escaped: Option<EscapedMemory>,
}

/// The treatment of escaped memory, in which external code may have stored anything. Both treatments are sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscapedMemory {
    /// A load yields the values that the module stored there, and those that external code may have written.
    Followed,
    /// A load yields any value that external code may have written, which includes the values that the module stored.
    Opaque,
}

/// A module, its constraints and their solution.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// The module.
    pub facts: &'a Facts,
    /// The constraints of its instructions.
    pub constraints: Constraints,
    /// The length of the call strings that distinguish contexts (k).
    pub depth: usize,
    /// The solution of the constraints.
    pub solution: Solution,
}

/// A module with its constraints, before they are solved. Names can already be looked up.
#[derive(Debug)]
pub struct Problem<'a> {
    /// The module.
    pub facts: &'a Facts,
    /// The constraints of its instructions.
    pub constraints: Constraints,
    depth: usize,
    solver: Solver,
    escaped: Option<EscapedMemory>,
}

/// Modules with fewer variables are solved by the Datalog rules, which are too slow for larger modules.
const FEW_VARIABLES: usize = 300;

/// If sets hold more locations than this, the content of escaped memory is not followed.
const FEW_LOCATIONS: wave::Limit = wave::Limit { few: 500_000, per_node: 4 };

/// If sets hold more locations than this, texts of strings are not distinguished by call: it costs little precision.
const FEW_WITH_TEXTS: wave::Limit = wave::Limit { few: 2_500_000, per_node: 8 };

/// The number of times that the constraints are refined by a solution.
const ROUNDS: usize = 2;

impl Analysis<'_> {
    /// Checks the solution against the rules, independently of the solver.
    ///
    /// # Errors
    ///
    /// The facts that are missing or have no derivation.
    pub fn verify(&self) -> Result<(), Vec<Complaint>> {
        verify(&self.constraints, self.depth, &self.solution)
    }
}

/// Analyses a module.
pub fn analyze<'a>(facts: &'a Facts, options: &Options) -> Analysis<'a> {
    Problem::new(facts, options).solve()
}

impl<'a> Problem<'a> {
    /// Generates the constraints of a module.
    pub fn new(facts: &'a Facts, options: &Options) -> Self {
        let Options { models, unknown, roots, depth, solver, escaped } = options;
        let constraints = generate(facts, &Settings { models, unknown: *unknown, roots });
        let solver = solver.unwrap_or_else(|| Solver::for_size(&constraints));
        Self { facts, constraints, depth: *depth, solver, escaped: *escaped }
    }

    /// Solves the constraints.
    pub fn solve(mut self) -> Analysis<'a> {
        let Self { facts, depth, solver, escaped, .. } = self;
        let mut steps = TableSteps::of(facts, &self.constraints);
        let is_refined = may_update(facts, &self.constraints);
        if !is_refined && !steps.need_solutions() {
            return self.solve_unchanged();
        }
        let suggestion = self.suggestion(&mut steps);
        let mut known = Opaque::default();
        let followed = steps.solve(facts, &mut self.constraints, |constraints| {
            // Sets grew too large although fewer arguments were passed.
            if escaped.is_none() && suggestion.is_incomplete() {
                return None;
            }
            let templates = Templates::of(constraints);
            solver.follow(&templates, depth, escaped).map_err(|it| known = it).ok()
        });
        match followed {
            Some(solution) => self.solve_following(solution, steps, &suggestion),
            None if is_refined => self.solve_opaque(steps, &suggestion),
            None => {
                let solution = solver.search(&Templates::of(&self.constraints), depth, known);
                Analysis { facts, constraints: self.constraints, depth, solution }
            }
        }
    }

    /// Solves the constraints as they are: solutions make those of libraries no more precise.
    fn solve_unchanged(self) -> Analysis<'a> {
        let Self { facts, constraints, depth, solver, escaped } = self;
        let templates = Templates::of(&constraints);
        let followed = solver.follow(&templates, depth, escaped);
        let solution = followed.unwrap_or_else(|known| solver.search(&templates, depth, known));
        drop(templates);
        Analysis { facts, constraints, depth, solution }
    }

    /// The objects to distinguish by call from the start.
    fn suggestion(&mut self, steps: &mut TableSteps) -> Suggestion {
        let Self { facts, ref mut constraints, depth, .. } = *self;
        if !may_update(facts, constraints) {
            return Suggestion::default();
        }
        steps.suggest(facts, constraints, &Solution::default());
        let suggestion = Suggestion::find(constraints, |constraints| {
            let mut search = match constraints.distinguishes_texts() {
                true => wave::Search::with_limit(depth, Some(FEW_WITH_TEXTS)),
                false => wave::Search::new(depth),
            };
            let mut templates = Templates::of(constraints);
            let mut round = search.round(&templates);
            if !round.is_complete() && constraints.distinguishes_texts() {
                drop(round);
                constraints.merge_texts();
                templates = Templates::of(constraints);
                round = wave::Search::new(depth).round(&templates);
            }
            let is_complete = round.is_complete();
            let solution = round.solution();
            steps.suggest(facts, constraints, &solution);
            (solution, !is_complete)
        });
        steps.restore(constraints);
        suggestion
    }

    /// Solves with the content of escaped memory followed. The first solution shows which loads read the value
    /// stored last.
    fn solve_following(
        self,
        mut solution: Solution,
        mut steps: TableSteps,
        suggestion: &Suggestion,
    ) -> Analysis<'a> {
        let Self { facts, mut constraints, depth, solver, .. } = self;
        let may_update = may_update(facts, &constraints);
        let mut changed = BTreeSet::new();
        for _ in 0..ROUNDS {
            let mut is_updated = update(facts, &mut constraints, &solution, &mut changed);
            if is_updated {
                steps.update_bases(facts, &mut constraints, &solution);
            }
            is_updated |= may_update && steps.update_casts(facts, &mut constraints, &solution);
            if is_updated {
                suggestion.follow(&mut constraints);
            }
            let is_split = may_update && split(&mut constraints, &solution);
            if !is_updated && !is_split {
                break;
            }
            solution = solver.solve(&constraints, depth, Opaque::NONE);
        }
        Analysis { facts, constraints, depth, solution }
    }

    /// Finds the escaped memory first. The results of the search make the constraints more precise, so that
    /// less escapes.
    ///
    /// The memory that is already known to escape is not used: in programs, this would not save time.
    fn solve_opaque(self, mut steps: TableSteps, suggestion: &Suggestion) -> Analysis<'a> {
        let Self { facts, mut constraints, depth, solver, .. } = self;
        // The search would only find again that sets grow too large.
        let mut is_split = suggestion.is_incomplete() && suggestion.split(&mut constraints);
        let mut opaque = Opaque::default();
        let mut changed = BTreeSet::new();
        for _ in 0..ROUNDS {
            let found = find_escaping(&mut constraints, depth, is_split);
            is_split = false;
            let is_updated = update(facts, &mut constraints, &found, &mut changed)
                | steps.update_bases(facts, &mut constraints, &found)
                | steps.update_casts(facts, &mut constraints, &found);
            if is_updated {
                suggestion.follow(&mut constraints);
            }
            let has_groups = split(&mut constraints, &found);
            opaque = found.opaque;
            // In a large program, the memory that was given up determines the result, so another round does not help.
            if !is_updated && !has_groups || !opaque.given_up().is_empty() {
                break;
            }
        }
        let mut solution = solver.solve(&constraints, depth, &opaque);
        for _ in 0..ROUNDS {
            let escapes = |it: &Instance| solution.is_escaped(*it);
            let escaped: Opaque = opaque.in_order().into_iter().filter(escapes).collect();
            if escaped == opaque || !opaque.given_up().is_empty() {
                break;
            }
            // The other instances only seemed to escape during the search.
            opaque = escaped;
            solution = solver.solve(&constraints, depth, &opaque);
        }
        Analysis { facts, constraints, depth, solution }
    }
}

/// Searches for the memory that escapes. If sets grow too large, objects are first split by call, unless they were
/// before, and then the content of memory is given up.
fn find_escaping(constraints: &mut Constraints, depth: usize, mut is_split: bool) -> Solution {
    let mut search = wave::Search::new(depth);
    loop {
        let templates = Templates::of(constraints);
        let round = search.round(&templates);
        if round.is_complete() {
            return round.solution();
        }
        if constraints.distinguishes_texts() {
            constraints.merge_texts();
            continue;
        }
        if !is_split {
            let solution = round.solution();
            is_split = split(constraints, &solution);
            if is_split {
                continue;
            }
        }
        search.give_up();
    }
}

impl Solver {
    /// The solver for constraints of this size.
    fn for_size(constraints: &Constraints) -> Self {
        let is_small = constraints.variables.len() < FEW_VARIABLES;
        if is_small { Self::Datalog } else { Self::Wave }
    }

    /// Solves the constraints with call strings of length `depth`. The content of `opaque` memory is not followed.
    pub fn solve(self, constraints: &Constraints, depth: usize, opaque: &Opaque) -> Solution {
        self.solve_templates(&Templates::of(constraints), depth, opaque)
    }

    /// The same for constraints that are already prepared.
    fn solve_templates(self, templates: &Templates, depth: usize, opaque: &Opaque) -> Solution {
        match self {
            Self::Datalog => definition::solve(templates.constraints(), depth, opaque),
            Self::Wave => wave::solve(templates, depth, opaque),
        }
    }

    /// Solves with the content of escaped memory followed, unless it should not be, or sets grow too large: then the
    /// memory that is already known to escape.
    fn follow(
        self,
        templates: &Templates,
        depth: usize,
        escaped: Option<EscapedMemory>,
    ) -> Result<Solution, Opaque> {
        let solve = || self.solve_templates(templates, depth, Opaque::NONE);
        let within = || wave::solve_within(FEW_LOCATIONS, templates, depth);
        match escaped {
            Some(EscapedMemory::Followed) => Ok(solve()),
            Some(EscapedMemory::Opaque) => Err(Opaque::default()),
            None if self == Self::Wave => within(),
            None => within().map(|_| solve()),
        }
    }

    /// Searches for the memory that escapes; `known` memory does. Solves without following its content.
    fn search(self, templates: &Templates, depth: usize, known: Opaque) -> Solution {
        let opaque = wave::Search::new(depth).knowing(known).finish(templates);
        self.solve_templates(templates, depth, &opaque)
    }
}
