//! The macro in which irlog's Datalog programs are written.
//!
//! A program refers to the relations of the schema and declares its own. A clause becomes nested
//! loops in the order in which it is written. Rows of the schema's relations are read in place, by
//! their first column; rows that the program derives are stored by `rules::relation`. Recursive
//! relations are derived in rounds. Each round starts from the rows that the previous round derived
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
/// **The scope** comes first: `module`, `representatives` (one instruction of each shape),
/// `functions` (each function separately, in parallel; `functions with call_instruction;` only
/// those that have rows of these relations) or `rows` (no module: all rows are passed to the
/// program).
///
/// **Relations of the schema** and of the view have the names of their lists, with the columns that
/// a clause needs: `relation { column: expression, … }`, where `column` alone is short for
/// `column: column`. If the first column is bound, rows are looked up by it. If no column is bound,
/// all rows in scope are read. If only other columns are bound, the program builds its own index.
/// `module.relation { … }` reads all rows of the module, whatever the scope. A text column can be
/// compared with a literal.
///
/// **Relations of the program** are declared as `struct Name(columns);`, before or after the
/// clauses that use them. The rows of an `@output struct` are returned. The rows of
/// `@input struct Name(columns) = function;` are computed from the scope by a Rust function, which
/// handles text and numbers but does not join; without a function, they are a parameter of `run`.
/// `const NAME(columns) = [rows];` is a table, which clauses use as `NAME(…)`.
///
/// **Without `struct`**, the rows of an `@input` or `@output` have a type that is declared
/// elsewhere, a tuple struct with these columns, so that several programs can share it. Such output
/// rows are not returned, but added to the last parameter of `run`.
///
/// **Contexts** are other inputs besides the module: layouts, text and numbers.
/// `@context name: Type;` is a parameter of `run`, before the rows of inputs, and clauses can use
/// it. It must be `Copy`, and may borrow for `'a`.
///
/// **Clauses** are `head <- body;` or `head;`. A body consists of atoms, negated atoms (preceded by
/// `!`), conditions in parentheses, `let pattern = value` and `for pattern in values`. They are
/// evaluated from left to right: start with the most selective one, or in a recursive clause with
/// the recursive atom. Expressions can use the module as `module`, a `facts_schema::view::Scope`.
///
/// The program becomes a module `program` with a function `run`. A program that derives
/// `violation(rule, subject, detail)` also defines the constant `PROGRAM`. A program with the scope
/// `rows` becomes a type `Program`: `Program::new()`, `extend` with rows of the inputs, `run()`.
#[proc_macro]
pub fn datalog(input: TokenStream) -> TokenStream {
    let input = parse::without_keywords(input.into());
    let program = syn::parse2::<parse::Program>(input);
    let result = program.and_then(|program| translate::translate(&program));
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}
