//! Answers to users' questions about a module, computed from derived relations.
//!
//! The packages in `rules/` derive relations. The modules here present the results: ids become
//! names, instructions become source lines, and rows become text, JSON, CSV or graphs. Each module
//! answers one question with its own answer type. That type's `Display` prints it, or
//! [`Answer`](facts_schema::Answer) if the answer consists of rows of relations.

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
