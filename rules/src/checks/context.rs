//! The input of the checks.

use facts_schema::FunctionId;
use facts_schema::view::{Scope, View};
use rayon::prelude::*;

use crate::representatives::Representatives;
use crate::rule::Rule;
use crate::violation::Violation;

/// Rules, and the program that derives their violations.
pub(crate) struct Program {
    pub rules: &'static [Rule],
    pub violations: fn(&Context) -> Vec<Violation>,
}

/// The input of the programs.
pub(crate) struct Context<'a> {
    /// The module.
    pub view: &'a View<'a>,
    representatives: &'a Representatives,
    /// The facts of the representatives only.
    representatives_view: &'a View<'a>,
}

impl<'a> Context<'a> {
    /// The context of a module.
    pub fn new(
        view: &'a View<'a>,
        representatives: &'a Representatives,
        representatives_view: &'a View<'a>,
    ) -> Self {
        Self { view, representatives, representatives_view }
    }

    /// Runs a program on the whole module.
    pub fn of_module(&self, run: fn(Scope<'_>) -> Vec<Violation>) -> Vec<Violation> {
        run(Scope::module(self.view))
    }

    /// Runs a program on the representatives, and extends its violations to all instructions of the
    /// same shapes.
    pub fn of_representatives(&self, run: fn(Scope<'_>) -> Vec<Violation>) -> Vec<Violation> {
        let violations = run(Scope::representatives(self.view, self.representatives_view));
        self.representatives.expand(violations)
    }

    /// Runs a program on each of these functions, or on each function that has a body.
    pub fn of_functions(
        &self,
        functions: Option<Vec<FunctionId>>,
        run: fn(Scope<'_>) -> Vec<Violation>,
    ) -> Vec<Violation> {
        let mut functions = functions
            .unwrap_or_else(|| self.view.facts().block.iter().map(|row| row.function).collect());
        functions.sort_unstable();
        functions.dedup();
        let judge = |function| run(Scope::function(self.view, function));
        functions.into_par_iter().flat_map_iter(judge).collect()
    }
}
