//! Datalog over the relations of a module: facts go in, derived relations come out.
//!
//! The rules are [crepe](https://docs.rs/crepe) programs, one theme in each file:
//!
//! | module | what it is |
//! |---|---|
//! | [`checks`] | The constraints of LLVM IR: rules, and the programs that derive their violations. |
//! | [`typing`], [`control_flow`] | Relations that other questions begin with. |
//! | [`rule`], `violation` | What a rule is and how one is declared, and what is said of what breaks it. |
//! | `sample`, `attribute_sets` | One thing of each `shape`, to be judged for all that are like it. |
//! | [`type_traits`], `data_layout` | What rules ask of types. |
//! | `dominance`, `predecessors`, `cycles` | What is asked of the control-flow graph and better told by an algorithm: a program gets it as a relation. |
//! | [`bridge`], `by_key` | The way from facts into programs and out of them. |
//! | [`verifier`] | The checks of LLVM's verifier, to report how many the rules cover. |
//!
//! What pointers point to is derived in a package of its own, `points-to` in the folder `points-to` of this
//! one: it takes the longest to compile, and its programs use what is here, [`bridge`] above all. So are undefined
//! behavior, poison and undef, in `undefined-behavior`, with rules of their own.
//!
//! # To add a rule
//!
//! 1. Declare it with `rules!` in the file of its theme, `checks/THEME.rs` or `checks/GROUP/THEME.rs`:
//!    code, name, what it says and why, message, where it comes from, and which checks of LLVM's
//!    verifier it covers (`verifier_checks.tsv` lists them).
//! 2. Write `examples/GROUP/NAME.ll` in this package: a module that breaks the rule, and after the
//!    line `; Near miss` one that just does not. What LLVM's parser refuses is made in memory by
//!    comments (`tests/rules/change.rs` at the root).
//! 3. Derive its violations in the theme's program: `Broken(RULE, subject, detail) <- …`.
//! 4. List the program of a new theme in `PROGRAMS` in `checks/mod.rs`.
//!
//! `cargo test --test rules -- GROUP::NAME` then holds the rule against its example and against
//! LLVM: a rule at level deny is broken exactly where LLVM's verifier refuses the module.
//!
//! # To add a program
//!
//! 1. Write the program in a private module `program`. Declare only the inputs that the rules use,
//!    and of them only the columns. Document each relation by a sentence over the names of its
//!    columns.
//! 2. Say with `input_from!` which row of the schema an input is made from. The macro names the
//!    columns, so a change of the schema that concerns the program does not compile.
//! 3. Choose the scope, and say in the module's documentation which it is. Every row of an input
//!    goes through several hash tables; a million rows cost more than reading the module.
//!    - *Sample* or *shape*: what the rules say of a thing depends on few of its properties. Run the
//!      program on one representative of each kind of thing, and let it speak for the others
//!      (`sample`, [`typing`]).
//!    - *Function*: the rules never look out of a function. Group the rows with `ByFunction`, and run
//!      the program for each function, in parallel, in tables that stay in cache
//!      ([`control_flow`]).
//!    - *Module*: everything else, on narrow rows.
//! 4. Hand out what is derived in sorted order: crepe gives sets whose order means nothing.
//!
//! If a module has nothing that the rules are about, return before the program runs. Within a rule,
//! write the recursive atom first: crepe joins from left to right. Each set of columns by which a
//! rule looks rows up is an index, and costs memory for each key: compare with a constant in a
//! condition unless many rules look it up.

mod attribute_sets;
pub mod bridge;
mod by_key;
pub mod checks;
pub mod control_flow;
pub mod cycles;
pub mod data_layout;
pub mod dominance;
mod predecessors;
mod representatives;
pub mod rule;
mod sample;
mod shape;
pub mod type_traits;
pub mod typing;
pub mod verifier;
mod violation;

pub use control_flow::ControlFlow;
pub use rule::{Group, Level, Rule};
pub use typing::Typing;
pub use violation::{Detail, Subject, Violation};
