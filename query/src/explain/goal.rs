//! Converts the goal of an explanation to words.

use crate::diagnostic::Diagnostic;
use crate::plan::Plan;
use crate::syntax::{Atom, Term, TermKind, Unary};
use crate::value::{Primitive, Symbols, Word};

/// The relation of a goal and, for each column, the word that a row must have; `None` matches any
/// word.
pub(super) fn pattern(
    plan: &Plan,
    goal: &Atom,
    symbols: &mut Symbols,
) -> Result<(usize, Vec<Option<Word>>), Diagnostic> {
    let name = &goal.relation;
    let output = plan.outputs().iter().find(|it| it.name == name.text).ok_or_else(|| {
        Diagnostic::new(format!("the program does not derive `{}`", name.text), name.span)
    })?;
    if output.columns.len() != goal.arguments.len() {
        let names: Vec<&str> = output.columns.iter().map(|(name, _)| name.as_str()).collect();
        let message = format!("relation `{}` has {} columns", name.text, names.len());
        let help = format!("its columns are `{}({})`", name.text, names.join(", "));
        return Err(Diagnostic::new(message, goal.span).with_help(help));
    }
    let columns = goal.arguments.iter().zip(&output.columns);
    let words = columns.map(|(term, (column, kind))| word(term, column, *kind, symbols));
    Ok((output.relation, words.collect::<Result<_, _>>()?))
}

fn word(
    term: &Term,
    column: &str,
    kind: Primitive,
    symbols: &mut Symbols,
) -> Result<Option<Word>, Diagnostic> {
    let (is_negative, value) = match &term.kind {
        TermKind::Unary(Unary::Negate, inner) => (true, &inner.kind),
        it => (false, it),
    };
    let sign = if is_negative { -1.0 } else { 1.0 };
    let word = match (value, kind) {
        (TermKind::Wildcard | TermKind::Variable(_), _) if !is_negative => return Ok(None),
        (TermKind::Symbol(text), Primitive::Symbol) if !is_negative => {
            symbols.intern(text.as_bytes())
        }
        (TermKind::Number(number), Primitive::Number | Primitive::Unsigned) => match is_negative {
            true => number.wrapping_neg() as Word,
            false => *number as Word,
        },
        (TermKind::Unsigned(number), Primitive::Number | Primitive::Unsigned) if !is_negative => {
            *number
        }
        (TermKind::Float(number), Primitive::Float) => (number * sign).to_bits(),
        (TermKind::Number(number), Primitive::Float) => (*number as f32 * sign).to_bits(),
        _ => {
            let expected = crate::check::types::kind_name(kind);
            let message = format!("this is not a value of column `{column}`");
            let help = format!("write a value of type {expected}, or `_` for any");
            return Err(Diagnostic::new(message, term.span).with_help(help));
        }
    };
    Ok(Some(word))
}
