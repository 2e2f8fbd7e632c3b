//! An interpreter for small functions, which enumerates all executions on all inputs, in LangRef's semantics or in the
//! value-wise one.
//!
//! [`Program::new`] compiles the functions of a module from its facts. [`enumerate`] tries each input of a function
//! (integers of at most 8 bits, vectors and aggregates of them; each lane concrete, undef or poison), and returns the
//! possible results for each input and whether it may cause undefined behaviour; [`Observations`] record all values and
//! executed instructions. [`refines`] checks whether one function refines another, as required of an optimisation.
//!
//! Undef is a set: a register contains the values that a use of it may see, and each use may see any of them. Therefore
//! only the choices of `freeze` apply to a whole execution, and all of them are tried. A function that exceeds the
//! budget results in an [`Error`], never in a guess.

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

#[allow(unused_imports, reason = "some users of the interpreter need only a part of it")]
pub use enumerate::{Behaviours, Budget, Input, Observations, Observed, Reached, enumerate};
pub use program::Program;
pub use refine::{Subject, refines};
pub use semantics::{Branch, Select, Semantics};

/// The reason why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The function contains something that the interpreter does not support.
    #[error("not supported: {0}")]
    Unsupported(String),
    /// The enumeration exceeds the budget.
    #[error("too much to try: {0}")]
    Budget(&'static str),
}

impl Error {
    fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

/// The reason why an execution stops.
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
