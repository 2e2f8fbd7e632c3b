//! The variables that aggregates bind.

use crate::syntax::{AggregateKind, Literal, Term, TermKind};

/// Whether a term is the variable `name`.
pub(super) fn is_variable(term: &Term, name: &str) -> bool {
    matches!(&term.kind, TermKind::Variable(it) if it == name)
}

/// The bodies of the aggregates in a literal that may bind a variable of the rule.
pub(super) fn binding_bodies<'t>(literal: &'t Literal, name: &str) -> Vec<&'t [Literal]> {
    let terms: Vec<&Term> = match literal {
        Literal::Atom(atom) | Literal::Negated(atom) => atom.arguments.iter().collect(),
        Literal::Comparison(_, left, right) => vec![left, right],
        Literal::Test { what, text, .. } => vec![what, text],
        Literal::Constant(_) => Vec::new(),
    };
    let mut bodies = Vec::new();
    terms.into_iter().for_each(|it| add_binding_bodies(it, name, &mut bodies));
    bodies
}

/// Adds the bodies of `min` and `max` in a term. A variable of the aggregated term is local to the
/// aggregate, and other aggregates do not bind variables.
fn add_binding_bodies<'t>(term: &'t Term, name: &str, bodies: &mut Vec<&'t [Literal]>) {
    match &term.kind {
        TermKind::Aggregate(aggregate) => {
            let binds = matches!(aggregate.kind, AggregateKind::Min | AggregateKind::Max);
            if binds && !aggregate.of.as_ref().is_some_and(|it| mentions(it, name)) {
                bodies.extend(aggregate.bodies.iter().map(Vec::as_slice));
            }
        }
        _ => operands(term).into_iter().for_each(|it| add_binding_bodies(it, name, bodies)),
    }
}

fn mentions(term: &Term, name: &str) -> bool {
    is_variable(term, name) || operands(term).into_iter().any(|it| mentions(it, name))
}

/// Whether a term contains an aggregate.
pub(super) fn contains_aggregate(term: &Term) -> bool {
    matches!(term.kind, TermKind::Aggregate(_))
        || operands(term).into_iter().any(contains_aggregate)
}

/// The terms that an operator or function is applied to.
fn operands(term: &Term) -> Vec<&Term> {
    match &term.kind {
        TermKind::Unary(_, operand) | TermKind::As(operand, _) => vec![operand],
        TermKind::Binary(_, left, right) => vec![left, right],
        TermKind::Call(_, arguments) => arguments.iter().collect(),
        _ => Vec::new(),
    }
}
