//! Datalog at run time, in the core of Soufflé's language.
//!
//! ```text
//! text ──parse──▶ syntax ──expand──▶ program without components ──check──▶ plan ──run──▶ rows
//!                                                                    ▲              ▲
//!                                                        signatures ─┴── source ────┘ rows of inputs
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`syntax`] | The syntax trees of programs. |
//! | [`diagnostic`] | Errors in a program, with their locations. |
//! | [`texts`] | The texts of a program. |
//! | [`mod@parse`] | Parses texts to programs, with a lexer and the expansion of components. |
//! | [`mod@render`] | Prints diagnostics in the style of rustc. |
//! | [`source`] | The source of relations that a program does not declare. |
//! | [`mod@explain`] | Explains why a row is in an answer. |
//! | [`facts`] | The relations of a module as such a source. |
//! | [`finding`] | Programs that are checks, whose rows are reported. |
//! | [`infer`] | Declarations of relations that an expression uses without declaring them. |
//! | [`library`] | Texts that programs can include. |
//! | [`mod@print`] | Rows as text, CSV, JSON and for Soufflé. |
//! | `check` | Names, types, groundedness and stratification. |
//! | [`plan`] | The executable form: strata of rules with their join orders and indices. |
//! | [`mod@run`] | Semi-naive evaluation. |
//! | [`dataflow`] | Evaluation on several threads and machines, and for inputs that change. |
//! | [`value`] | Values and tables of them. |

mod check;
pub mod dataflow;
pub mod diagnostic;
mod expand;
pub mod explain;
pub mod facts;
pub mod finding;
pub mod infer;
mod lexer;
pub mod library;
pub mod parse;
pub mod plan;
pub mod print;
pub mod render;
pub mod run;
pub mod source;
pub mod syntax;
pub mod texts;
pub mod value;

pub use parse::{parse, parse_all};
pub use render::render;
pub use run::run;
