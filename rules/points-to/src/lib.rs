//! What pointers can point to and what calls can run, as Datalog.
//!
//! ```text
//! facts ──generate──▶ constraints ──definition──▶ solution ──▶ derived relations
//!           ▲              │                         ║ equal         ▲
//!      model files         └─────────wave────────────┘──▶ verify, explain
//! ```
//!
//! Everything that moves pointers, an instruction, a constant, an initializer, a function of the
//! model file, is described by a few kinds of [constraints](Body). The rules of the [`definition`] close
//! them; the result is a [`Solution`]. A second solver, [`wave`], closes the same constraints in large
//! programs, and must come to the same solution.
//!
//! Callers start with [`analyze`], or with [`Problem`] to look up names before solving, and ask the
//! resulting [`Analysis`].
//!
//! | module | what it is |
//! |---|---|
//! | `analysis` | One run: options, the choice of solver, and the result. |
//! | `constraints` | The language of constraints: [variables](VariableInfo), [objects](ObjectInfo), [sites](SiteInfo), and what a [body](Body) says of them. |
//! | [`generate()`] | From facts to constraints: Datalog programs, most of them run for each function. |
//! | `layout`, `parts` | What generation asks of types: the inside of objects, which bytes of a value can hold a pointer. |
//! | [`model`] | What functions without a body do, and the model files that describe them. |
//! | [`allocators`] | What the memory of allocation functions holds at first. |
//! | [`definition`] | What the constraints mean: one Datalog program, and its rules by name. |
//! | [`wave`] | The solver for large programs. |
//! | [`place`] | Where in an object a pointer points, and how steps move it. Both solvers share it. |
//! | `shape` | Which functions a call can run, by the arguments that it passes. |
//! | `context` | Which calls of a function are distinguished. Both solvers share it. |
//! | `solution` | The result: [sets](SetId) of [locations](Location), the same for both solvers. |
//! | [`mod@verify`] | Checks a solution against the constraints, independently of the solvers. |
//! | [`mod@explain`] | Derivations, step by step. |
//! | [`escape_roots`] | What makes pointers external in the first place. |
//! | [`pointers`], [`alias`], [`call_graph`], [`wrapped_calls`], [`assumptions`] | Questions about a solution, answered in ids. |
//! | `libraries` | Which functions are of libraries. |
//! | `derived` | The derived relations of the schema. |
//!
//! # Correctness
//!
//! The rules are the definition. [`wave`] is held equal to them by tests on random constraints, and
//! [`Analysis::verify`] checks any solution against the rules. Whether the constraints describe what
//! the program does is tested by programs that state what their pointers point to
//! (`scripts/pointer-assertions`) or log it while they run (`scripts/dynamic-points-to`).
//!
//! # To add an instruction
//!
//! 1. Say in one clause of the program of its theme in `generate/` how it moves pointers: `values` if
//!    from value to value, `memory` if through memory, `calls` if into calls and out of them. The clause
//!    names the relations of the schema, and derives one of those in `generate/moves.rs`:
//!
//!    ```text
//!    Copied(result, operand) <-
//!        unary_instruction { instruction, opcode: Opcode::Freeze, operand },
//!        (source.holds(operand)),
//!        instruction_result { instruction, result };
//!    ```
//!
//!    What is not relational, such as which parts of a value can hold a pointer, it asks of `source`
//!    (`generate/source.rs`).
//! 2. If a type can hold pointers that could not before, say so in `parts`.
//! 3. Write a program in `tests/points_to/soundness/` at the root that moves a pointer so, and asserts
//!    what it can alias.
//!
//! The constraints seldom need to grow: a kind of constraint is a row type, an input of the
//! definition, a template in [`wave`], and a case in [`mod@verify`] and [`mod@explain`].
//!
//! # To add an intrinsic or a library function
//!
//! Describe it in a file in `models/`; `docs/models.md` says how. Both are functions without a
//! body, and `generate/external_functions` makes constraints of their models. Only what models cannot say is
//! in the code: variable arguments, and what has no callee.
//!
//! # To add an effect to models
//!
//! 1. Add it to [`model::Effect`], with a sentence.
//! 2. Turn it into constraints in `generate/external_functions`.
//! 3. Read it in [`model::files`], and describe it in `docs/models.md`.
//!
//! # To change a rule
//!
//! 1. Change `definition/program.rs`. Above each rule that derives a fact by itself stand its name and
//!    its sentence, `// Name: sentence.`; they are declared in `definition/rule.rs`.
//! 2. Test it by itself in `definition/tests/`, on constraints written by hand.
//! 3. Renew `docs/points-to-rules.md` with `BLESS=1 cargo test -p points-to`.
//! 4. Change [`wave`], [`mod@verify`] and [`mod@explain`]. Tests hold the solvers equal on random
//!    constraints, and the verifier derives every solution anew.

pub mod alias;
pub mod allocators;
mod analysis;
mod argument_class;
pub mod assumptions;
pub mod call_graph;
mod constraints;
mod context;
pub mod definition;
mod derived;
pub mod escape_roots;
pub mod explain;
mod generate;
mod layout;
mod libraries;
pub mod model;
mod parts;
mod passed;
pub mod place;
pub mod pointers;
mod remembered;
mod solution;
pub mod verify;
pub mod wave;
pub mod wrapped_calls;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, EscapedMemory, Options, Problem, Solver, analyze};
pub use constraints::*;
pub use context::Context;
pub use derived::Derived;
pub use explain::explain;
pub use generate::{Roots, Settings, Unknown, generate};
pub use model::Models;
pub use solution::*;
pub use verify::{Complaint, verify};
