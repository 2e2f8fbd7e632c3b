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
    /// For each of [`Plan::outputs`], its rows: those of `.output` in order (numbers by value, symbols by text), those
    /// of `.printsize`, of which only the number matters, in any order.
    pub tables: Vec<Table>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The rows of a relation cannot be had.
    #[error("cannot read relation `{relation}`: {message}")]
    Load {
        /// The relation.
        relation: String,
        /// What went wrong.
        message: String,
    },
    /// Processes or threads that work together failed.
    #[error("{message}")]
    Cluster {
        /// What went wrong.
        message: String,
    },
    /// The program needs what this executor does not have.
    #[error("{message}")]
    Unsupported {
        /// What it needs.
        message: String,
    },
    /// A term has no value, as `1 / 0`.
    #[error("{message}")]
    Evaluate {
        /// What went wrong.
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

/// The rows of an input.
///
/// # Errors
///
/// When the source does not have them, or has other columns.
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
