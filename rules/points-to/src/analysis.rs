//! One run of the analysis: which solver closes the constraints of a module, and what it gives back.

use std::collections::BTreeSet;

use facts_schema::Facts;

use crate::definition;
use crate::generate::{
    Roots, Settings, Suggestion, Unknown, VirtualBases, generate, may_update, split, update,
};
use crate::verify::{Complaint, verify};
use crate::wave;
use crate::{Constraints, Instance, Models, Opaque, Solution};

/// The solver to use; the results are identical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// The rules of the [`definition`], as a Datalog program.
    Datalog,
    /// [`wave`], the solver for big programs.
    Wave,
}

/// How to analyse a module.
#[derive(Clone, Debug)]
pub struct Options {
    /// What functions without a body do.
    pub models: Models,
    /// What those do that have no model.
    pub unknown: Unknown,
    /// Where the program starts.
    pub roots: Roots,
    /// The length of the call strings that distinguish contexts (k).
    pub depth: usize,
    /// The solver; without one, the size of the module decides.
    pub solver: Option<Solver>,
    /// How to treat escaped memory; without a choice it is followed, unless sets grow too large.
    pub escaped: Option<EscapedMemory>,
}

/// How to treat escaped memory, to which external code may have written anything. Both ways are sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscapedMemory {
    /// A load gives what the module stored there, and what external code may have written.
    Followed,
    /// A load gives what external code may have written, which includes what the module stored.
    Opaque,
}

/// A module with its constraints and their solution.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// The module.
    pub facts: &'a Facts,
    /// What its instructions mean for pointers.
    pub constraints: Constraints,
    /// The length of the call strings that distinguish contexts (k).
    pub depth: usize,
    /// What follows from the constraints.
    pub solution: Solution,
}

/// A module with its constraints, before they are solved. Names can be looked up in it already.
#[derive(Debug)]
pub struct Problem<'a> {
    /// The module.
    pub facts: &'a Facts,
    /// What its instructions mean for pointers.
    pub constraints: Constraints,
    depth: usize,
    solver: Solver,
    escaped: Option<EscapedMemory>,
}

/// Modules with fewer variables are solved by the rules themselves, which are too slow for larger ones.
const FEW_VARIABLES: usize = 300;

/// When sets get more locations than this, what escaped memory holds is not followed.
const FEW_LOCATIONS: wave::Limit = wave::Limit { few: 500_000, per_node: 4 };

/// So often are constraints updated by what a solution says.
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
        let none = Opaque::default();
        let solve = |constraints: &Constraints| solver.solve(constraints, depth, &none);
        let within = |constraints: &Constraints| {
            wave::solve_within(FEW_LOCATIONS, constraints, depth, &none)
        };
        let suggestion = self.suggestion();
        let mut bases = VirtualBases::of(facts, &self.constraints);
        let followed = bases.solve(facts, &mut self.constraints, |constraints| match escaped {
            Some(EscapedMemory::Followed) => Some(solve(constraints)),
            Some(EscapedMemory::Opaque) => None,
            None if solver == Solver::Wave => within(constraints),
            None => within(constraints).map(|_| solve(constraints)),
        });
        match followed {
            Some(solution) => self.solve_following(solution, bases, &suggestion),
            None => self.solve_opaque(bases, &suggestion),
        }
    }

    /// Which objects to tell apart in calls from the start.
    fn suggestion(&mut self) -> Suggestion {
        let Self { facts, ref mut constraints, depth, .. } = *self;
        if !may_update(facts, constraints) {
            return Suggestion::none();
        }
        let mut bases = VirtualBases::of(facts, constraints);
        bases.suggest(facts, constraints, &Solution::default());
        let suggestion = Suggestion::find(constraints, |constraints| {
            let round = wave::Search::new(depth).round(constraints);
            let (wave::Round::Complete(solution) | wave::Round::Unfinished(solution)) = round;
            bases.suggest(facts, constraints, &solution);
            solution
        });
        bases.restore(constraints);
        suggestion
    }

    /// Follows what escaped memory holds. The first solution says which loads read what was stored last.
    fn solve_following(
        self,
        mut solution: Solution,
        mut bases: VirtualBases,
        suggestion: &Suggestion,
    ) -> Analysis<'a> {
        let Self { facts, mut constraints, depth, solver, .. } = self;
        let opaque = Opaque::default();
        let may_update = may_update(facts, &constraints);
        let mut changed = BTreeSet::new();
        for _ in 0..ROUNDS {
            let is_updated = update(facts, &mut constraints, &solution, &mut changed);
            if is_updated {
                bases.update(facts, &mut constraints, &solution);
                suggestion.follow(&mut constraints);
            }
            let is_split = may_update && split(&mut constraints, &solution);
            if !is_updated && !is_split {
                break;
            }
            solution = solver.solve(&constraints, depth, &opaque);
        }
        Analysis { facts, constraints, depth, solution }
    }

    /// Finds what escapes first. What is found on the way makes the constraints more precise, so that less escapes.
    fn solve_opaque(self, mut bases: VirtualBases, suggestion: &Suggestion) -> Analysis<'a> {
        let Self { facts, mut constraints, depth, solver, .. } = self;
        if !may_update(facts, &constraints) {
            let opaque = wave::Search::new(depth).finish(&constraints);
            let solution = solver.solve(&constraints, depth, &opaque);
            return Analysis { facts, constraints, depth, solution };
        }
        let mut opaque = Opaque::default();
        let mut changed = BTreeSet::new();
        for _ in 0..ROUNDS {
            let found = find_escaping(&mut constraints, depth);
            let is_updated = update(facts, &mut constraints, &found, &mut changed)
                | bases.update(facts, &mut constraints, &found);
            if is_updated {
                suggestion.follow(&mut constraints);
            }
            let is_split = split(&mut constraints, &found);
            opaque = found.opaque;
            // In a large program, it is what was given up that counts.
            if !is_updated && !is_split || !opaque.given_up().is_empty() {
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
            // The rest only seemed to escape during the search.
            opaque = escaped;
            solution = solver.solve(&constraints, depth, &opaque);
        }
        Analysis { facts, constraints, depth, solution }
    }
}

/// Searches for the memory that escapes. When sets grow too large, objects are told apart, and then memory is given up.
fn find_escaping(constraints: &mut Constraints, depth: usize) -> Solution {
    let mut search = wave::Search::new(depth);
    let mut is_split = false;
    loop {
        match search.round(constraints) {
            wave::Round::Complete(solution) => return solution,
            wave::Round::Unfinished(solution) if !is_split && split(constraints, &solution) => {
                is_split = true;
            }
            wave::Round::Unfinished(_) => search.give_up(),
        }
    }
}

impl Solver {
    /// The solver for constraints of this size.
    fn for_size(constraints: &Constraints) -> Self {
        let is_small = constraints.variables.len() < FEW_VARIABLES;
        if is_small { Self::Datalog } else { Self::Wave }
    }

    /// Solves the constraints with call strings of length `depth`. What `opaque` memory holds is not
    /// followed.
    pub fn solve(self, constraints: &Constraints, depth: usize, opaque: &Opaque) -> Solution {
        match self {
            Self::Datalog => definition::solve(constraints, depth, opaque),
            Self::Wave => wave::solve(constraints, depth, opaque),
        }
    }
}
