//! What a person asks about a module, answered from its facts and what the rules derive from them.
//!
//! Each module here is one question. It takes [`Facts`](facts_schema::Facts), runs the rules it
//! needs, and answers in a type of its own, in which ids have become names. Printing is a matter of
//! that type's `Display`, or of [`Answer`](facts_schema::Answer), where the answer is rows of relations.

mod allocators;
mod answer;
pub mod bit_fields;
pub mod check;
pub mod points_to;
pub mod rule_book;
pub mod source;
pub mod summary;
pub mod undefined_behavior;

pub use check::check;
pub use summary::Summary;
