//! What pointers can point to and what calls can run, as Datalog.
//!
//! ```text
//! facts ──generate──▶ constraints ──definition──▶ solution
//!           ▲              │                         ║ equal
//!        models            └──solver for big programs┘
//! ```
//!
//! Everything that moves pointers, an instruction, a constant, an initializer, a function of the
//! model file, says so in the few kinds of [constraints](Body). The rules of the [`definition`] close
//! them; what follows is a [`Solution`]. A second solver, in the package `analyses`, takes the same
//! constraints, and has to come to the same solution.
//!
//! | module | what it is |
//! |---|---|
//! | `constraints` | The language of constraints: [variables](VariableInfo), [objects](ObjectInfo), [sites](SiteInfo), and what a [body](Body) says of them. |
//! | [`mod@generate`] | The way from facts to constraints: crepe programs, most of them run for each function. |
//! | [`types`], [`layout`], [`parts`] | What generation asks of types: sizes, members, the inside of objects, which bytes of a value can hold a pointer. |
//! | [`model`] | What functions without a body do, in terms that a model file can be read into. |
//! | [`definition`] | What the constraints mean: one crepe program, and its rules by name. |
//! | [`place`] | Where in an object a pointer points, and how steps move it. Both solvers share it. |
//! | [`shape`] | Which functions a call may be of, by what it passes. |
//! | [`context`] | Which calls of a function are told apart. Both solvers share it. |
//! | `solution` | What follows: [sets](SetId) of [locations](Location), the same for whoever made it. |
//!
//! # To add an instruction
//!
//! 1. Say in one rule of the program of its theme in `generate/` how it moves pointers: `values` if
//!    from value to value, `memory` if through memory, `calls` if into calls and out of them. The
//!    relations that such rules derive are those of `generate/moves.rs`. A new input is declared
//!    beside the rule, with the columns that it uses, and made from rows by `input_from!`.
//! 2. If a type can hold pointers that could not before, say so in [`parts`].
//! 3. Write a program in `tests/points_to/soundness/` at the root that moves a pointer so, and asserts
//!    what it can alias.
//!
//! The constraints seldom need to grow: a kind of constraint is a row type, an input of the
//! definition, a template of the other solver, and a case of the verifier and of `explain`.
//!
//! # To add an intrinsic or a library function
//!
//! Describe it in a file in `analyses/models/`; `docs/models.md` says how. Both are functions without a
//! body, and [`generate::bodiless`] makes constraints of their models. Only what models cannot say is
//! in the code: variable arguments, and what has no callee.
//!
//! # To add an effect to models
//!
//! 1. Add it to [`model::Effect`], with a sentence.
//! 2. Turn it into constraints in [`generate::bodiless`].
//! 3. Read it in `analyses/src/points_to/models/`, and describe it in `docs/models.md`.
//!
//! # To change a rule
//!
//! 1. Change `definition/program.rs`. Above each rule that derives a fact by itself stand its name and
//!    its sentence, `// Name: sentence.`; they are declared in `definition/rule.rs`.
//! 2. Test it by itself in `definition/tests/`, on constraints written by hand.
//! 3. Renew `docs/points-to-rules.md` with `BLESS=1 cargo test -p points-to`.
//! 4. Change the solver for big programs, the verifier and `explain` in `analyses/src/points_to/`.
//!    Tests there hold the solvers equal on random constraints, and the verifier derives every
//!    solution anew.

mod constraints;
pub mod context;
pub mod definition;
pub mod generate;
pub mod layout;
pub mod model;
pub mod parts;
pub mod place;
pub mod shape;
mod solution;
pub mod types;
pub use constraints::*;
pub use context::Context;
pub use generate::{Roots, Settings, Unknown, generate};
pub use model::Models;
pub use solution::*;
