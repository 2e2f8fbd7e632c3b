//! Datalog over the relations of a module: facts go in, derived relations come out.
//!
//! Each module here is one theme with one [crepe](https://docs.rs/crepe) program. To add a program:
//!
//! 1. Write `src/THEME.rs` with the program in a private module `program`, and list it here. Declare
//!    only the inputs that the rules use, and of them only the columns. Document each relation by a
//!    sentence over the names of its columns.
//! 2. Say with `input_from!` which row of the schema an input is made from. The macro names the
//!    columns, so a change of the schema that concerns the program does not compile.
//! 3. Choose the scope, and say in the module's documentation which it is. Every row of an input
//!    goes through several hash tables; a million rows cost more than reading the module.
//!    - *Shape*: what the rules say of a thing depends on few of its properties. Run the program on
//!      one representative of each kind of thing, and let it speak for the others ([`typing`]).
//!    - *Function*: the rules never look out of a function. Group the rows with `ByFunction`, and run
//!      the program for each function, in parallel, in tables that stay in cache
//!      ([`control_flow`]).
//!    - *Module*: everything else, on narrow rows.
//! 4. Hand out what is derived in sorted order: crepe gives sets whose order means nothing.
//!
//! Within a rule, write the recursive atom first: crepe joins from left to right. Each set of columns
//! by which a rule looks rows up is an index, and costs memory for each key: compare with a constant
//! in a condition unless many rules look it up.

mod bridge;
pub mod control_flow;
pub mod typing;

pub use control_flow::ControlFlow;
pub use typing::Typing;
