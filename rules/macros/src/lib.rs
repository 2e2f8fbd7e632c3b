//! The macro in which irlog's Datalog programs are written.
//!
//! A program names the relations of the schema and declares its own. A clause becomes nested loops, in the order
//! in which it is written: the rows of the schema's relations are read where they are, by their first
//! column; the rows that the program derives are stored by `rules::relation`. Relations that depend on
//! themselves are derived in rounds, each of which starts from what the one before derived
//! (semi-naive evaluation).

mod clauses;
mod evaluation;
mod parse;
mod schema;
mod steps;
mod strata;
#[cfg(test)]
mod tests;
mod translate;

use proc_macro::TokenStream;

/// A Datalog program over the relations of a module.
///
/// ```text
/// datalog! { representatives;
///     /// `instruction` computes a value of type `type`.
///     struct ResultType(InstructionId, TypeId);
///
///     ResultType(instruction, type) <-
///         instruction_result { instruction, result },
///         value { value: result, type };
///
///     violation(RESULT_CHANGED, Subject::Operand(instruction, 0), Detail::None) <-
///         unary_instruction { instruction, opcode: Opcode::Freeze, operand },
///         value { value: operand, type },
///         ResultType(instruction, result),
///         (result != type);
/// }
/// ```
///
/// **The scope** comes first: `module`, `representatives` (one instruction of each shape), `functions`
/// (each function by itself, in parallel; `functions with call_instruction;` only those that have rows of
/// these relations) or `rows` (no module: the program is given all its rows).
///
/// **Relations of the schema** and of the view are named as in their lists, with the columns that a clause
/// needs: `relation { column: expression, … }`, where `column` alone stands for `column: column`. If the first
/// column is known, its rows are found by it; if no column is known, all rows in scope are read; if only
/// others are, the program gets an index of its own. `module.relation { … }` reads all rows of the module,
/// whatever the scope. A text column can be compared with a literal.
///
/// **Relations of the program** are declared as `struct Name(columns);`, before or after the clauses that
/// use them. `@output struct` is handed out. `@input struct Name(columns) = function;` is what a
/// Rust function makes of the scope: text and numbers, no joins; without a function, its rows are a
/// parameter of `run`. `const NAME(columns) = [rows];` is a
/// table, named in clauses as `NAME(…)`.
///
/// **Without `struct`**, the rows of an `@input` or `@output` are of a type that is declared elsewhere, a tuple
/// struct with these columns, so that several programs can share it. Such rows are not returned: they go
/// into the last parameter of `run`, which is extended by them.
///
/// **Contexts** are what is asked beside the module: layouts, text and numbers. `@context name: Type;` is a
/// parameter of `run`, before the rows of inputs, and clauses name it. It is `Copy`, and may borrow for `'a`.
///
/// **Clauses** are `head <- body;` or `head;`. A body consists of atoms, negated atoms (`!` before them),
/// conditions in parentheses, `let pattern = value` and `for pattern in values`. They are evaluated from left to
/// right: begin with what selects most; where a relation depends on itself, with its own atom.
/// Where an expression needs the module, it is `module`, a `facts_schema::view::Scope`.
///
/// The program becomes a module `program` with a function `run`. A program that derives
/// `violation(rule, subject, detail)` also becomes the constant `PROGRAM`. A program over rows becomes a type
/// `Program`: `Program::new()`, `extend` with rows of the inputs, `run()`.
#[proc_macro]
pub fn datalog(input: TokenStream) -> TokenStream {
    let input = parse::without_keywords(input.into());
    let program = syn::parse2::<parse::Program>(input);
    let result = program.and_then(|program| translate::translate(&program));
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}
