//! What pointers point to, what aliases, and who calls whom.
//!
//! [`analyze`] turns facts into constraints, and has a solver close them. What it gives back, an
//! [`Analysis`], is asked by the methods that the modules below add to it. Rules and constraints are
//! those of the package [`points_to`].
//!
//! ```text
//! facts, model files ──▶ constraints ──▶ solution ──▶ pointers, aliases, calls ──▶ text, rows
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`models`] | Model files: what functions without a body do. |
//! | [`wave`] | The solver for big programs. |
//! | [`verify`](verify()) | Derives a solution anew, to find what is missing in it and what has no reason. |
//! | [`pointers`], [`escaped`] | What pointers point to, and which objects external code knows. |
//! | [`alias`] | Whether two pointers can point to the same memory. |
//! | [`call_graph`] | Who calls whom, and which calls are not resolved. |
//! | [`unknown`] | Functions that have neither a body nor a model. |
//! | [`explain`](mod@explain) | Derivations, step by step. |
//! | [`statistics`] | How precise an analysis is, in numbers. |
//! | [`names`], `fields`, `variables`, [`functions`], `demangle` | What things are called, by id and as in the source. |
//! | [`lookup`] | What a person means by a name. |
//! | [`answer`], [`alias_answer`], [`calls`], [`graphs`], [`explanation`], [`wording`] | Answers in rows, in lines and as graphs. |
//! | `derive` | The derived relations of the schema, for folders of facts. |
//!
//! # To add a question
//!
//! 1. Answer it by a method of [`Analysis`], in numbers and not in names, in a module of its own.
//! 2. Make lines for people and rows for scripts of the answer with [`names::Names`].
//! 3. Ask it in `src/commands/`.
//!
//! # Who may be wrong
//!
//! The rules are the definition. [`wave`] answers by other means, so tests hold both equal on random
//! constraints, and [`Analysis::verify`] holds any answer against the rules. Whether the constraints
//! say what the program does is asked by programs that say what their pointers point to
//! (`scripts/pointer-assertions`) or log it while they run (`scripts/dynamic-points-to`).

pub mod alias;
pub mod alias_answer;
pub mod answer;
pub mod call_graph;
pub mod calls;
mod demangle;
mod derive;
pub mod escaped;
pub mod explain;
pub mod explanation;
mod fields;
pub mod functions;
pub mod graphs;
pub mod lookup;
pub mod models;
pub mod names;
pub mod pointers;
pub mod statistics;
pub mod unknown;
mod variables;
pub mod verify;
pub mod wave;
pub mod wording;

use facts_schema::Facts;
pub use verify::Complaint;
use verify::verify;

use points_to::{Constraints, Models, Roots, Settings, Solution, Unknown, definition, generate};

/// Which program closes the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// The rules themselves.
    Datalog,
    /// A solver for big programs, whose answer is the same.
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
    /// How many call sites tell contexts apart.
    pub depth: usize,
    /// Who closes the constraints; by the size of the module, if none is named.
    pub solver: Option<Solver>,
}

/// What is known of a module's pointers.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// The module.
    pub facts: &'a Facts,
    /// What its instructions mean for pointers.
    pub constraints: Constraints,
    /// How many call sites tell contexts apart.
    pub depth: usize,
    /// What follows from it.
    pub solution: Solution,
}

/// Programs of so few variables are left to the rules themselves, which take too long for bigger ones.
const FEW_VARIABLES: usize = 300;

impl Analysis<'_> {
    /// Checks the solution against the rules, whoever made it.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn verify(&self) -> Result<(), Vec<Complaint>> {
        verify(&self.constraints, self.depth, &self.solution)
    }
}

/// Analyses a module.
pub fn analyze<'a>(facts: &'a Facts, options: &Options) -> Analysis<'a> {
    let Options { models, unknown, roots, depth, solver } = options;
    let constraints = generate(facts, &Settings { models, unknown: *unknown, roots });
    let solver = solver.unwrap_or_else(|| Solver::for_size(&constraints));
    let solution = solver.solve(&constraints, *depth);
    Analysis { facts, constraints, depth: *depth, solution }
}

impl Solver {
    /// The solver for this many constraints.
    fn for_size(constraints: &Constraints) -> Self {
        let is_small = constraints.variables.len() < FEW_VARIABLES;
        if is_small { Self::Datalog } else { Self::Wave }
    }

    /// What follows from the constraints, if `depth` call sites tell contexts apart.
    pub fn solve(self, constraints: &Constraints, depth: usize) -> Solution {
        match self {
            Self::Datalog => definition::solve(constraints, depth),
            Self::Wave => wave::solve(constraints, depth),
        }
    }
}

#[cfg(test)]
mod query_tests;
#[cfg(test)]
mod tests;
