//! Datalog over the relations of a module: facts are the input, derived relations the output.
//!
//! The rules are Datalog programs, one topic per file, written with [`rules_macros::datalog!`]:
//!
//! | module | contents |
//! |---|---|
//! | [`checks`] | The constraints of LLVM IR: rules, and the programs that derive their violations. |
//! | [`typing`], [`control_flow`] | Basic relations that other analyses use. |
//! | [`known_addresses`], [`zero_divisors`](mod@zero_divisors) | Addresses with a known object, and divisions by zero. |
//! | [`relation`] | The storage and lookup of derived rows. |
//! | [`rule`], `violation` | The declaration of rules, and the violations that are reported. |
//! | `representatives` | Findings about one instruction of each shape, extended to all instructions of that shape. |
//! | [`dominance`], [`cycles`] | Properties of control-flow graphs that algorithms compute better than rules. |
//! | [`bridge`] | Sorts derived rows. |
//! | [`verifier`] | The checks of LLVM's verifier, to report how many of them the rules cover. |
//!
//! The view of a module that all programs share (rows indexed by their first column, and relations
//! such as `type_traits` or `value_use` that follow from them) is [`facts_schema::view`].
//!
//! Points-to sets are derived in the package `points-to`, undefined behaviour, poison and undef in
//! `undefined-behavior`, and bit fields in `bit-fields`, each in a folder of this package.
//!
//! # To add a rule
//!
//! 1. Declare it with `rules!` in the file of its topic, `checks/THEME.rs` or
//!    `checks/GROUP/THEME.rs`: code, name, description and rationale, message, reference, and the
//!    checks of LLVM's verifier that it covers (`verifier_checks.tsv` lists them).
//! 2. Derive its violations in the topic's program: `violation(RULE, subject, detail) <- …;`.
//! 3. Write `examples/GROUP/NAME.ll` in this package: a module that violates the rule and, after
//!    the line `; Near miss`, a similar one that does not. Modules that LLVM's parser rejects are
//!    created in memory according to comments (`tests/rules/change.rs` at the root).
//!
//! A new topic is an additional file, listed in `PROGRAMS` in `checks/mod.rs`.
//!
//! `cargo test --test rules -- GROUP::NAME` then compares the rule with its example and with LLVM:
//! a rule at level deny is violated exactly if LLVM's verifier rejects the module.
//!
//! # How a program runs
//!
//! The macro's documentation describes the language. A clause over relations of the schema is a
//! nested loop over their rows. An atom whose first column is bound is looked up by it, in a few
//! nanoseconds; an atom without bound columns reads all rows in scope. A clause should therefore
//! start with the most selective atom, and continue by first columns. An atom with only other
//! columns bound needs an index over the whole relation; `facts_schema::view` has relations for the
//! common cases, such as `value_use`.
//!
//! The rows that a program derives are stored in [`relation`]s without duplicates, and found by the
//! hash of the columns that some clause binds. Keep these relations small. A recursive clause is
//! evaluated once for each of its recursive atoms, over the new rows, and joins from left to right:
//! put the recursive atom first.
//!
//! The scope is the first word of a program:
//!
//! - `representatives`: the rules depend only on an instruction's shape (opcode, types, flags,
//!   attributes, callee; see `facts_schema::view`). A million instructions have a few thousand
//!   shapes.
//! - `functions`: the rules do not depend on other functions. The program runs for each function,
//!   in parallel.
//! - `module`: everything else. To check each node or type once, derive a relation of the relevant
//!   ones, check them, and join with the result.

// The code that `datalog!` generates refers to this package by its name.
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
