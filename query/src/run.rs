//! Semi-naive evaluation of a plan in one process.

pub(crate) mod aggregate;
mod evaluation;
pub(crate) mod function;
pub(crate) mod hash;
pub(crate) mod machine;
pub(crate) mod range;
pub(crate) mod relation;
pub(crate) mod sort;
mod tables;
pub(crate) mod test;

pub(crate) use evaluation::Evaluation;
pub use tables::Tables;

use crate::plan::{Input, Plan};
use crate::source::Source;
use crate::syntax::{DirectiveKind, Span};
use crate::value::{Symbols, Table};

/// The rows of the outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// For each of [`Plan::outputs`], its rows. The rows of `.output` are sorted (numbers by value,
    /// symbols by text). The rows of `.printsize` are in any order, because only their number is
    /// printed.
    pub tables: Vec<Table>,
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The rows of a relation cannot be loaded.
    #[error("cannot read relation `{relation}`: {message}")]
    Load {
        /// The relation.
        relation: String,
        /// The problem.
        message: String,
    },
    /// Cooperating processes or threads failed.
    #[error("{message}")]
    Cluster {
        /// The problem.
        message: String,
    },
    /// The program needs a feature that this executor does not support.
    #[error("{message}")]
    Unsupported {
        /// The feature.
        message: String,
    },
    /// A term has no value, such as `1 / 0`.
    #[error("{message}")]
    Evaluate {
        /// The problem.
        message: String,
        /// The term.
        span: Span,
    },
}

/// Runs a plan on the relations of a source.
///
/// # Errors
///
/// When a relation cannot be loaded, or a term has no value.
pub fn run(
    plan: &Plan,
    source: &mut dyn Source,
    symbols: &mut Symbols,
) -> Result<Answer, RunError> {
    let Evaluation { relations, .. } = Evaluation::of(plan, source, symbols)?;
    let table = |it: &crate::plan::Output| {
        let is_sorted = it.directive == DirectiveKind::Output;
        let relation = &relations[it.relation];
        sort::table(relation.len, &relation.words, &it.columns, is_sorted, symbols)
    };
    Ok(Answer { tables: plan.outputs().iter().map(table).collect() })
}

/// Loads the rows of an input.
///
/// # Errors
///
/// When the source does not have the rows, or has other columns.
pub fn load(
    input: &Input,
    source: &mut dyn Source,
    symbols: &mut Symbols,
) -> Result<Table, RunError> {
    let load_error = |message| RunError::Load { relation: input.name.clone(), message };
    let table = source.load(&input.name, &input.positions, symbols).map_err(load_error)?;
    if table.arity() == input.columns.len() {
        return Ok(table);
    }
    Err(load_error(format!("it has {} columns, not {}", table.arity(), input.columns.len())))
}
