//! Undefined behaviour in Datalog: which values may be undef or poison, and where that is immediate undefined
//! behaviour.
//!
//! Callers use [`Analysis`], which analyses a module and can [check](Analysis::check) it against the rules, and
//! [`derive()`] for the derived relations.
//!
//! | module | what it is |
//! |---|---|
//! | `semantics` | The meaning of undef, poison and `select`: LangRef's, and the alternatives in the thesis. |
//! | `module`, `index` | Properties of the module, looked up in the facts. |
//! | [`rows`] | The input relations of the programs. |
//! | `generate` | Generates the rows from facts, in Datalog: the needs of instructions (`needs`), the values that they pass on and create (`operations`), the results of calls, the movement of parts, the parts of constants, and, in Rust rather than Datalog, the content of memory. |
//! | `programs` | The Datalog programs: the sinks of undef and poison, the lattice, immediate undefined behaviour, the spread of zero, the flows that escape a function; and for the module, its callers, intrinsics and attributes. |
//! | `parts`, `ranges`, `conditions`, [`control`], [`slots`] | Queries on vectors and aggregates, on integers, on conditions that hold, on control flow, and on stack variables. |
//! | [`mod@memory`] | What loads may read, derived from points-to. |
//! | [`chain`], `well_defined` | Explanations why a value is undef or poison, or well defined. |
//! | [`paths`] | Branches and calls that always lead to undefined behaviour. |
//! | [`checks`] | The rules whose violations are reported. |
//! | `function`, `inputs`, `whole` | The analysis of one function; and of the whole module, with the flow between its functions. |
//! | `derived` | The derived relations of the schema. |
//!
//! All statements are about executions without earlier undefined behaviour: a value is *well defined* if it is
//! neither undef nor poison in any of them.

pub mod chain;
pub mod checks;
mod conditions;
pub mod control;
mod derived;
mod function;
mod generate;
mod inputs;
pub mod memory;
mod module;
mod parts;
pub mod paths;
mod programs;
mod ranges;
pub mod rows;
mod semantics;
pub mod slots;
mod well_defined;
mod whole;

pub use derived::{Derived, check_and_derive, derive};
pub use function::Function;
pub use memory::{Memory, memory};
pub use module::Module;
pub use parts::Part;
pub use semantics::{Deferred, Options, SelectSemantics, Semantics};
pub use well_defined::WhyWellDefined;
pub use whole::Analysis;
