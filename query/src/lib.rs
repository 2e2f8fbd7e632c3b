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
//! | [`source`] | Where relations come from that a program only mentions. |
//! | [`check`] | Names, types, groundedness and stratification. |
//! | [`plan`] | What is run: strata of rules with their join orders and indices. |
//! | [`run`] | Semi-naive evaluation. |
//! | [`value`] | Values and tables of them. |

pub mod check;
pub mod diagnostic;
pub mod plan;
pub mod run;
pub mod source;
pub mod syntax;
pub mod value;
