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
//! | [`value`] | Values and tables of them. |

pub mod diagnostic;
mod expand;
mod lexer;
pub mod parse;
pub mod render;
pub mod source;
pub mod syntax;
pub mod texts;
pub mod value;

pub use parse::{parse, parse_all};
pub use render::render;
