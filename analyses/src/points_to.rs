//! Answers about pointers and calls: names, source lines, text, rows and graphs.
//!
//! The package [`points_to`] derives the results reported here.
//!
//! ```text
//! Analysis ──▶ pointers, aliases, calls, derivations ──names, source lines──▶ text, rows, graphs
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`pointers`], [`escaped`] | Points-to sets, and the objects that escape to external code. |
//! | [`escape_roots`] | The root causes of external pointers, and the objects that were given up. |
//! | [`alias_answer`] | Whether two pointers can point to the same memory. |
//! | [`calls`], [`graphs`] | The call graph, and unresolved calls. |
//! | [`unknown`] | Functions that have neither a body nor a model. |
//! | [`explanation`], [`wording`] | Derivations, step by step. |
//! | [`statistics`] | Metrics of the precision of an analysis. |
//! | [`names`], `fields`, `variables`, [`functions`], `demangle`, `generics` | Readable ids and source names. |
//! | [`lookup`], [`not_found`] | Finds entities by name, with suggestions for misspelt names. |
//! | `derived` | The derived relations with the readable ids of their objects. |
//! | `rows` | Answers as rows of their own relations and of the relations that describe the entities mentioned. |
//!
//! # To add a question
//!
//! 1. Answer it in the package `points-to`, in ids.
//! 2. Convert the answer to text for people and to rows for scripts with [`names::Names`].
//! 3. Add a command in `src/commands/`.

pub mod alias_answer;
pub mod calls;
mod columns;
mod demangle;
mod derived;
pub mod escape_roots;
pub mod escaped;
pub mod explanation;
mod fields;
pub mod functions;
mod generics;
pub mod graphs;
pub mod lookup;
pub mod names;
pub mod not_found;
pub mod pointers;
mod rows;
pub mod short_names;
pub mod statistics;
pub mod unknown;
mod variables;
pub mod wording;

pub use derived::derive;
