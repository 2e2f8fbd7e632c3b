//! Arguments and results of calls, by site.

use crate::{CallSite, Constraints, Variable};

/// The arguments and results of a call.
#[derive(Clone, Debug, Default)]
pub struct Passed {
    /// Position, part and variable of each argument.
    pub arguments: Vec<(u32, u32, Variable)>,
    /// The variable arguments that it forwards.
    pub variable_arguments: Vec<Variable>,
    /// Part and variable of each result.
    pub results: Vec<(u32, Variable)>,
}

impl Constraints {
    /// The arguments and results of each site.
    pub fn passed(&self) -> Vec<Passed> {
        let mut passed = vec![Passed::default(); self.sites.len()];
        let at = |site: CallSite| site.0 as usize;
        let functions = self.functions.iter().map(|function| &function.body);
        for body in functions.chain([&self.module]) {
            for row in &body.arguments {
                let entry = (row.position, row.part, row.variable);
                passed[at(row.site)].arguments.push(entry);
            }
            for row in &body.variable_arguments {
                passed[at(row.site)].variable_arguments.push(row.variable);
            }
            for row in &body.results {
                passed[at(row.site)].results.push((row.part, row.variable));
            }
        }
        passed
    }
}
