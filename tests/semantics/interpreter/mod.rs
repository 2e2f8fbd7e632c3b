//! What small functions do: all executions, on all inputs, by LangRef or by the value-wise semantics.
//!
//! [`Program::new`] takes the functions of a module from its facts. [`enumerate`] tries each input
//! of a function (integers of at most 8 bits, vectors and aggregates of them; concrete, undef or
//! poison, lane by lane) and says for each what the function may return and whether it may execute
//! undefined behaviour; [`Observations`] say what happened to each value and instruction on the way.
//! [`refines`] says whether one function may stand for another, as an optimiser requires.
//!
//! Undef is a set: a register holds the values that a use of it may see, and each use sees any of
//! them. So the only choices that a whole execution shares are those of `freeze`; all are tried.
//! What is too much to try is an [`Error`], never a guess.

mod actions;
mod arithmetic;
mod bits;
mod choices;
mod compile;
mod enumerate;
mod execute;
mod instructions;
mod intrinsics;
mod memory;
mod operations;
mod program;
mod promises;
mod refine;
mod semantics;
mod types;
mod values;

#[allow(unused_imports, reason = "not all who use the interpreter name all of this")]
pub use enumerate::{Behaviours, Budget, Input, Observations, Observed, Reached, enumerate};
pub use program::Program;
pub use refine::{Subject, refines};
pub use semantics::{Branch, Select, Semantics};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The function does something that the interpreter does not know.
    #[error("not supported: {0}")]
    Unsupported(String),
    /// There is more to try than the budget allows.
    #[error("too much to try: {0}")]
    Budget(&'static str),
}

impl Error {
    fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

/// Why an execution goes no further.
#[derive(Debug)]
enum Stop {
    /// Undefined behaviour.
    Undefined,
    /// An external function did not return.
    Stays,
    /// The interpreter gives up.
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}
