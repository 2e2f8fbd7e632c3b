//! Points-to analysis in Datalog: what pointers can point to, and which functions calls can run.
//!
//! ```text
//! facts ──generate──▶ constraints ──definition──▶ solution ──▶ derived relations
//!           ▲              │                         ║ equal         ▲
//!      model files         └─────────wave────────────┘──▶ verify, explain
//! ```
//!
//! A few kinds of [constraints](Body) describe everything that moves pointers: instructions, constants,
//! initializers, and functions of the model file. The rules of the [`definition`] close the constraints; the
//! result is a [`Solution`]. A second solver, [`wave`], closes the same constraints for large programs, and must
//! find the same solution.
//!
//! Callers start with [`analyze`], or with [`Problem`] to look up names before solving, and then query the resulting
//! [`Analysis`].
//!
//! | module | what it is |
//! |---|---|
//! | `analysis` | One run: options, choice of solver, and result. |
//! | `constraints` | The language of constraints: [variables](VariableInfo), [objects](ObjectInfo), [sites](CallSiteInfo), and the [bodies](Body) that relate them. |
//! | [`generate()`] | Generates constraints from facts, by Datalog programs, mostly one run per function. |
//! | `layout`, `parts` | Properties of types: the structure of objects, and the parts of values that can hold a pointer. |
//! | [`model`] | The behaviour of functions without a body, and the model files that describe it. |
//! | [`allocators`] | The initial content of memory from allocation functions. |
//! | [`definition`] | The meaning of the constraints: one Datalog program, and its rules by name. |
//! | [`wave`] | The solver for large programs. |
//! | [`offsets`] | Offsets in an object, and the steps that move pointers. Both solvers share it. |
//! | `argument_class` | Classes of arguments, which restrict the functions that a call can run. |
//! | `context` | Calling contexts, as call strings. Both solvers share it. |
//! | `solution` | The result: [sets](SetId) of [locations](Location), in the form that both solvers produce. |
//! | [`mod@verify`] | Checks a solution against the constraints, independently of the solvers. |
//! | [`mod@explain`] | Derivations, step by step. |
//! | [`escape_roots`] | The causes that make pointers external. |
//! | [`pointers`], [`alias`], [`call_graph`], [`wrapped_calls`], [`assumptions`] | Queries on a solution, answered in ids. |
//! | `inlined` | The functions of the program that were inlined into library functions. |
//! | `libraries` | The functions that belong to libraries. |
//! | `source_types`, `typed_pointers` | The types of the source, and the pointers to them, from debug information. |
//! | `derived` | The derived relations of the schema. |
//!
//! # Correctness
//!
//! The rules are the definition. Tests on random constraints check that [`wave`] agrees with them, and
//! [`Analysis::verify`] checks any solution against the rules. Programs that assert what their pointers point to
//! (`scripts/pointer-assertions`), or log it while they run (`scripts/dynamic-points-to`), test whether the
//! constraints describe the behaviour of programs.
//!
//! # To add an instruction
//!
//! 1. Describe how it moves pointers in one clause of a program in `generate/`: `values` if it moves them from value
//!    to value, `memory` if through memory, `calls` if into calls and out of them. The clause reads the relations
//!    of the schema, and derives one of those in `generate/moves.rs`:
//!
//!    ```text
//!    Copied(result, operand) <-
//!        unary_instruction { instruction, opcode: Opcode::Freeze, operand },
//!        (source.holds(operand)),
//!        instruction_result { instruction, result };
//!    ```
//!
//!    Properties that are not relational, such as the parts of a value that can hold a pointer, come from `source`
//!    (`generate/source.rs`).
//! 2. If a type can now hold pointers that could not before, extend `parts`.
//! 3. Write a program in `tests/points_to/soundness/` at the root that moves a pointer in this way, and asserts
//!    what it can alias.
//!
//! New kinds of constraints are seldom needed: each is a row type, an input of the definition, a template in
//! [`wave`], and a case in [`mod@verify`] and [`mod@explain`].
//!
//! # To add an intrinsic or a library function
//!
//! Describe it in a file in `models/`; see `docs/models.md`. Both are functions without a body, and
//! `generate/external_functions` generates constraints from their models. Only features that models cannot
//! describe are in the code: variable arguments, and calls without a callee.
//!
//! # To add an effect to models
//!
//! 1. Add it to [`model::Effect`], with a doc comment.
//! 2. Turn it into constraints in `generate/external_functions`.
//! 3. Read it in [`model::files`], and describe it in `docs/models.md`.
//!
//! # To change a rule
//!
//! 1. Change `definition/program.rs`. Above each rule that derives a fact by itself are its name and its sentence,
//!    `// Name: sentence.`; they are declared in `definition/rule.rs`.
//! 2. Test it in isolation in `definition/tests/`, on handwritten constraints.
//! 3. Renew `docs/points-to-rules.md` with `BLESS=1 cargo test -p points-to`.
//! 4. Change [`wave`], [`mod@verify`] and [`mod@explain`]. Tests check that the solvers agree on random
//!    constraints, and that the verifier can derive every solution again.

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
mod inlined;
mod layout;
mod libraries;
pub mod model;
pub mod offsets;
mod parts;
mod passed;
pub mod pointers;
mod remembered;
mod solution;
mod source_types;
mod typed_pointers;
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
