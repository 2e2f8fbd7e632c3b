//! Datalog at run time, in the core of Soufflé's language.
//!
//! ```text
//! text ──parse──▶ syntax ──expand──▶ program without components ──check──▶ plan ──run──▶ rows
//!                                                                    ▲              ▲
//!                                                        signatures ─┴── source ────┘ rows of inputs
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`syntax`] | Programs as they are written. |
//! | [`diagnostic`] | What is wrong with a program, and where. |
//! | [`texts`] | The texts that a program consists of. |
//! | [`mod@parse`] | Texts to programs, by way of a lexer and the expansion of components. |
//! | [`mod@render`] | Diagnostics as rustc prints them. |
//! | [`source`] | Where relations come from that a program only mentions. |
//! | [`mod@explain`] | Why a row is in an answer. |
//! | [`facts`] | The relations of a module as such a source. |
//! | [`finding`] | Programs that are checks, whose rows are reported. |
//! | [`infer`] | Declarations of what an expression only uses. |
//! | [`library`] | Texts that programs can include. |
//! | [`mod@print`] | Rows as text, CSV, JSON and for Soufflé. |
//! | `check` | Names, types, groundedness and stratification. |
//! | [`plan`] | What is run: strata of rules with their join orders and indices. |
//! | [`mod@run`] | Semi-naive evaluation. |
//! | [`dataflow`] | The same on several threads and machines, and for inputs that change. |
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
