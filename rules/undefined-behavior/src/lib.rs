//! Undefined behavior as Datalog: which values may be undef or poison, and where that is immediate
//! undefined behavior.
//!
//! Callers use [`Analysis`], which analyses a module and can [check](Analysis::check) it against the rules, and
//! [`derive()`] for the derived relations.
//!
//! | module | what it is |
//! |---|---|
//! | `semantics` | The meaning of undef, poison and `select`: that of LangRef, and the alternatives in the thesis. |
//! | `module`, `index` | What is looked up in the facts. |
//! | [`rows`] | The relations that the programs start from. |
//! | `generate` | How they are made of facts, as Datalog: what instructions need (`needs`), pass on and create (`operations`), what calls return, which parts move, and what constants are made of; what memory holds in Rust. |
//! | `programs` | The Datalog programs: the sinks of undef and poison, the lattice, immediate undefined behavior, what zero spreads to, the flows that escape a function; and of the module, its callers, intrinsics and attributes. |
//! | `parts`, `ranges`, `conditions`, [`control`], [`slots`] | What is asked of vectors and aggregates, of numbers, of what is known of them behind a condition, of control flow, of variables on the stack. |
//! | [`mod@memory`] | What loads may read, derived from what pointers point to. |
//! | [`chain`], `well_defined` | Why a value is undef or poison, or well defined. |
//! | [`checks`] | The rules whose violations are reported. |
//! | `function`, `inputs`, `whole` | One function; and the whole module, with what passes between its functions. |
//! | `derived` | The derived relations of the schema. |
//!
//! Everything is said of the executions that have no undefined behavior before: a value is *well
//! defined* if none of these makes it undef or poison.

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
mod programs;
mod ranges;
pub mod rows;
mod semantics;
pub mod slots;
mod well_defined;
mod whole;

pub use derived::{Derived, derive};
pub use function::Function;
pub use memory::{Memory, memory};
pub use module::Module;
pub use parts::Part;
pub use semantics::{Deferred, Options, SelectSemantics, Semantics};
pub use well_defined::WhyWellDefined;
pub use whole::Analysis;
