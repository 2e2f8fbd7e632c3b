//! Closes constraints by propagating sets along the edges of a graph.
//!
//! The result equals the result of the rules in [`crate::definition`], tuple for tuple. It is fast because of:
//!
//! - `substitution`: variables that always have equal points-to sets are merged before solving.
//! - `graph`: nodes on a cycle of assignments are merged, and sets flow in topological order (Pereira and Berlin,
//!   "Wave Propagation and Deep Propagation for Pointer Analysis", 2009). Only new members flow.
//! - `memory` and `locations`: locations are numbers, and large sets of them are compressed bitmaps.
//!
//! Each function is a template, which is copied for each context in which it becomes reachable.

mod accesses;
mod calls;
mod finish;
mod graph;
mod ids;
mod locations;
mod memory;
mod pending;
mod search;
mod solve;
mod substitution;
mod table;
mod templates;
mod uses;

pub use search::{Limit, Search};
pub use solve::{solve, solve_within};
pub use templates::Templates;
