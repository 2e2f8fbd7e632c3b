//! What a person asks about a module: from derived relations to answers.
//!
//! The packages in `rules/` derive. The modules here put what was derived into words: ids become names,
//! instructions become lines of the source, and rows become text, JSON, CSV or graphs. Each module is
//! one question, and answers in a type of its own. Printing is the task of that type's `Display`, or of
//! [`Answer`](facts_schema::Answer), where the answer is rows of relations.

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
