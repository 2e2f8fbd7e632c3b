//! What pointers point to, what aliases, and who calls whom.
//!
//! [`analyze`] turns facts into constraints, a [`Problem`], and has a solver close them. What it gives
//! back, an [`Analysis`], is asked by the methods that the modules below add to it. Rules and constraints are
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
//! | [`lookup`], [`not_found`] | What a person means by a name, and what they may have meant. |
//! | [`alias_answer`], [`calls`], [`graphs`], [`explanation`], [`wording`] | Answers in rows, in lines and as graphs. |
//! | `derive` | The derived relations of the schema, for folders of facts and answers. |
//! | `rows` | Answers as rows: of these relations, and of those that say what an answer mentions. |
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
pub mod not_found;
pub mod pointers;
mod rows;
pub mod statistics;
pub mod unknown;
mod variables;
pub mod verify;
pub mod wave;
pub mod wording;

use facts_schema::Facts;
pub use verify::Complaint;
use verify::verify;

use points_to::{
    Constraints, Models, Opaque, Roots, Settings, Solution, Unknown, definition, generate,
};

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
    /// What becomes of memory that external code knows; by the size of the module, if nothing is said.
    pub escaped: Option<EscapedMemory>,
}

/// What becomes of memory that external code knows, and may have written anything to. No pointer is
/// lost in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscapedMemory {
    /// What the module itself stores there is found where it is loaded, besides what external code may
    /// have written.
    Followed,
    /// What is loaded from there is what external code may have written, and that includes what the
    /// module stored.
    Opaque,
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

/// What is to be found out about a module's pointers. Names can be looked up in it already.
#[derive(Debug)]
pub struct Problem<'a> {
    /// The module.
    pub facts: &'a Facts,
    /// What its instructions mean for pointers.
    pub constraints: Constraints,
    depth: usize,
    solver: Solver,
    escaped: EscapedMemory,
}

/// Programs of so few variables are left to the rules themselves, which take too long for bigger ones.
const FEW_VARIABLES: usize = 300;

/// In programs of more variables, what escaped memory holds takes too long to follow.
const MANY_VARIABLES: usize = 10_000;

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
    Problem::new(facts, options).solve()
}

impl<'a> Problem<'a> {
    /// What the instructions of a module mean for pointers.
    pub fn new(facts: &'a Facts, options: &Options) -> Self {
        let Options { models, unknown, roots, depth, solver, escaped } = options;
        let constraints = generate(facts, &Settings { models, unknown: *unknown, roots });
        let solver = solver.unwrap_or_else(|| Solver::for_size(&constraints));
        let escaped = escaped.unwrap_or_else(|| EscapedMemory::for_size(&constraints));
        Self { facts, constraints, depth: *depth, solver, escaped }
    }

    /// What follows from it.
    pub fn solve(self) -> Analysis<'a> {
        let Self { facts, constraints, depth, solver, escaped } = self;
        let opaque = match escaped {
            EscapedMemory::Followed => Opaque::default(),
            EscapedMemory::Opaque => wave::escaping(&constraints, depth),
        };
        let solution = solver.solve(&constraints, depth, &opaque);
        Analysis { facts, constraints, depth, solution }
    }
}

impl EscapedMemory {
    /// What this many constraints leave time for.
    fn for_size(constraints: &Constraints) -> Self {
        let is_big = constraints.variables.len() > MANY_VARIABLES;
        if is_big { Self::Opaque } else { Self::Followed }
    }
}

impl Solver {
    /// The solver for this many constraints.
    fn for_size(constraints: &Constraints) -> Self {
        let is_small = constraints.variables.len() < FEW_VARIABLES;
        if is_small { Self::Datalog } else { Self::Wave }
    }

    /// What follows from the constraints, if `depth` call sites tell contexts apart and nobody follows
    /// what `opaque` memory holds.
    pub fn solve(self, constraints: &Constraints, depth: usize, opaque: &Opaque) -> Solution {
        match self {
            Self::Datalog => definition::solve(constraints, depth, opaque),
            Self::Wave => wave::solve(constraints, depth, opaque),
        }
    }
}

#[cfg(test)]
mod query_tests;
#[cfg(test)]
mod tests;
