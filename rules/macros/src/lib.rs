//! The macro in which irlog's Datalog programs are written.
//!
//! A program names the relations of the schema; how their rows get to its clauses is generated here. The
//! output is a [crepe](https://docs.rs/crepe) program: crepe stores and joins what the program derives,
//! and the rows of the schema's relations are read where they are, by their first column.

mod clauses;
mod parse;
mod schema;
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
/// **The scope** comes first: `module`, `representatives` (one instruction of each shape) or `functions`
/// (each function by itself, in parallel; `functions with call_instruction;` only those that have rows of
/// these relations).
///
/// **Relations of the schema** and of the view are named as in their lists, with the columns that a clause
/// needs: `relation { column: expression, … }`, where `column` alone stands for `column: column`. If the first
/// column is known, its rows are found by it; if no column is known, all rows in scope are read; if only
/// others are, the program gets an index of its own. `module.relation { … }` reads all rows of the module,
/// whatever the scope. A text column can be compared with a literal.
///
/// **Relations of the program** are declared as in crepe, `struct Name(columns);`, before or after
/// the clauses that use them. `@output struct` is handed out. `@input struct Name(columns) = function;` is what a
/// Rust function makes of the scope: text and numbers, no joins; without a function, its rows are a
/// parameter of `run`. `const NAME(columns) = [rows];` is a
/// table, named in clauses as `NAME(…)`.
///
/// **Clauses** are as in crepe: atoms, `!` before an atom, conditions in parentheses, `let` and `for`. Where
/// an expression needs the module, it is `module`, a `facts_schema::view::Scope`.
///
/// The program becomes a module `program` with a function `run`. A program that derives
/// `violation(rule, subject, detail)` also becomes the constant `PROGRAM`.
#[proc_macro]
pub fn datalog(input: TokenStream) -> TokenStream {
    let input = parse::without_keywords(input.into());
    let program = syn::parse2::<parse::Program>(input);
    let result = program.and_then(|program| translate::translate(&program));
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}
