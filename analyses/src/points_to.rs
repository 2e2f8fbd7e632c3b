//! Answers about pointers and calls: names, source lines, text, rows and graphs.
//!
//! The package [`points_to`] derives what is told here.
//!
//! ```text
//! Analysis ──▶ pointers, aliases, calls, derivations ──names, source lines──▶ text, rows, graphs
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`pointers`], [`escaped`] | What pointers point to, and which objects external code knows. |
//! | [`escape_roots`] | What makes pointers external, and which objects were given up. |
//! | [`alias_answer`] | Whether two pointers can point to the same memory. |
//! | [`calls`], [`graphs`] | Who calls whom, and which calls are unresolved. |
//! | [`unknown`] | Functions that have neither a body nor a model. |
//! | [`explanation`], [`wording`] | Derivations, step by step. |
//! | [`statistics`] | How precise an analysis is, in numbers. |
//! | [`names`], `fields`, `variables`, [`functions`], `demangle`, `generics` | The names of things: readable ids, and names in the source. |
//! | [`lookup`], [`not_found`] | From names to things, with suggestions for misspelt names. |
//! | `derived` | The derived relations with the readable ids of their objects. |
//! | `rows` | Answers as rows: of these relations, and of those that say what an answer mentions. |
//!
//! # To add a question
//!
//! 1. Answer it in the package `points-to`, in ids.
//! 2. Make lines for people and rows for scripts of the answer, with [`names::Names`].
//! 3. Ask it in `src/commands/`.

pub mod alias_answer;
pub mod calls;
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
pub mod statistics;
pub mod unknown;
mod variables;
pub mod wording;

pub use derived::derive;
