//! Datalog over the relations of a module: facts go in, derived relations come out.
//!
//! The rules are Datalog programs, one theme in each file, written with [`rules_macros::datalog!`]:
//!
//! | module | contents |
//! |---|---|
//! | [`checks`] | The constraints of LLVM IR: rules, and the programs that derive their violations. |
//! | [`typing`], [`control_flow`] | Relations that other questions begin with. |
//! | [`known_addresses`], [`zero_divisors`](mod@zero_divisors) | What the checks and `undefined-behavior` both find: addresses whose object is known, and divisions by zero. |
//! | [`relation`] | How what a program derives is stored and found. |
//! | [`rule`], `violation` | What a rule is and how it is declared; what is reported when one is broken. |
//! | `representatives` | Findings about one instruction of each shape, extended to all instructions of that shape. |
//! | [`dominance`], [`cycles`] | Questions about the control-flow graph that an algorithm answers better than rules. |
//! | [`bridge`] | How derived rows are brought in order. |
//! | [`verifier`] | The checks of LLVM's verifier, to report how many of them the rules cover. |
//!
//! The view of a module that all programs share (rows by their first column, and relations such as
//! `type_traits` or `value_use` that follow from them) is [`facts_schema::view`].
//!
//! What pointers point to is derived in the package `points-to`, undefined behaviour, poison and undef in
//! `undefined-behavior`, and bit fields in `bit-fields`, each in a folder of this one.
//!
//! # To add a rule
//!
//! 1. Declare it with `rules!` in the file of its theme, `checks/THEME.rs` or `checks/GROUP/THEME.rs`:
//!    code, name, what it says and why, message, where it comes from, and which checks of LLVM's
//!    verifier it covers (`verifier_checks.tsv` lists them).
//! 2. Derive its violations in the theme's program: `violation(RULE, subject, detail) <- …;`.
//! 3. Write `examples/GROUP/NAME.ll` in this package: a module that breaks the rule, and after the
//!    line `; Near miss` one that just does not. What LLVM's parser refuses is made in memory by
//!    comments (`tests/rules/change.rs` at the root).
//!
//! A new theme is one more file, listed in `PROGRAMS` in `checks/mod.rs`.
//!
//! `cargo test --test rules -- GROUP::NAME` then holds the rule against its example and against
//! LLVM: a rule at level deny is broken exactly where LLVM's verifier refuses the module.
//!
//! # How a program runs
//!
//! The macro's documentation describes the language. A clause over relations of the schema is a nested loop
//! over their rows: an atom whose first column is known is looked up by it, in a few nanoseconds; an
//! atom of which nothing is known reads all rows in scope. So a clause begins with what selects most, and
//! goes on by first columns. An atom of which only other columns are known costs an index over the
//! whole relation; `facts_schema::view` has relations for the common cases, such as `value_use`.
//!
//! What a program derives is stored in [`relation`]s: each row once, found by the hash of the columns that
//! some clause knows. Keep those relations small. A clause that needs its own relation is evaluated once for
//! each such atom, over the rows that are new, and joins from left to right: put the recursive atom first.
//!
//! The scope is the first word of a program:
//!
//! - `representatives`: what the rules say of an instruction depends only on its shape (opcode, types,
//!   flags, attributes, callee; see `facts_schema::view`). A million instructions have a few thousand
//!   shapes.
//! - `functions`: the rules never look out of a function. The program runs for each one, in parallel.
//! - `module`: everything else. To judge each node or type once, derive a relation of those that
//!   matter, judge it, and join the verdict back.

// What `datalog!` writes names this package as others do.
extern crate self as rules;

pub mod bridge;
pub mod checks;
pub mod control_flow;
pub mod cycles;
pub mod dominance;
pub mod known_addresses;
pub mod relation;
mod representatives;
pub mod rule;
pub mod typing;
pub mod verifier;
mod violation;
pub mod zero_divisors;

pub use control_flow::ControlFlow;
pub use rule::{Group, Level, Rule};
pub use typing::Typing;
pub use violation::{Detail, Subject, Violation};
