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
//! | [`value`] | Values and tables of them. |

pub mod diagnostic;
pub mod source;
pub mod syntax;
pub mod value;
