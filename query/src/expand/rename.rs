//! Qualifies the names that an instance declares with the name of the instance.

use rustc_hash::FxHashSet;

use crate::syntax::{Atom, Literal, Name, Program, Term, TermKind, TypeDefinition};

/// Qualifies the names that a program declares, in declarations and uses.
pub(super) fn qualify(program: &mut Program, instance: &str) {
    let types = program.types.iter().map(|it| it.name.text.clone()).collect();
    let relations = program.relations.iter().map(|it| it.name.text.clone()).collect();
    let qualifier = Qualifier { instance, types, relations };
    for declaration in &mut program.types {
        qualifier.kind(&mut declaration.name);
        match &mut declaration.definition {
            TypeDefinition::Subtype(base) => qualifier.kind(base),
            TypeDefinition::Union(types) => types.iter_mut().for_each(|it| qualifier.kind(it)),
        }
    }
    for declaration in &mut program.relations {
        qualifier.relation(&mut declaration.name);
        declaration.columns.iter_mut().for_each(|(_, kind)| qualifier.kind(kind));
    }
    program.directives.iter_mut().for_each(|it| qualifier.relation(&mut it.relation));
    for clause in &mut program.clauses {
        clause.heads.iter_mut().for_each(|it| qualifier.atom(it));
        clause.bodies.iter_mut().flatten().for_each(|it| qualifier.literal(it));
    }
}

struct Qualifier<'a> {
    instance: &'a str,
    types: FxHashSet<String>,
    relations: FxHashSet<String>,
}

impl Qualifier<'_> {
    fn kind(&self, name: &mut Name) {
        if self.types.contains(&name.text) {
            name.text = format!("{}.{}", self.instance, name.text);
        }
    }

    fn relation(&self, name: &mut Name) {
        if self.relations.contains(&name.text) {
            name.text = format!("{}.{}", self.instance, name.text);
        }
    }

    fn atom(&self, atom: &mut Atom) {
        self.relation(&mut atom.relation);
        atom.arguments.iter_mut().for_each(|it| self.term(it));
    }

    fn literal(&self, literal: &mut Literal) {
        match literal {
            Literal::Atom(atom) | Literal::Negated(atom) => self.atom(atom),
            Literal::Comparison(_, left, right) => {
                self.term(left);
                self.term(right);
            }
            Literal::Test { what, text, .. } => {
                self.term(what);
                self.term(text);
            }
            Literal::Constant(_) => {}
        }
    }

    fn term(&self, term: &mut Term) {
        match &mut term.kind {
            TermKind::Unary(_, inner) => self.term(inner),
            TermKind::Binary(_, left, right) => {
                self.term(left);
                self.term(right);
            }
            TermKind::Call(_, arguments) => arguments.iter_mut().for_each(|it| self.term(it)),
            TermKind::As(inner, to) => {
                self.term(inner);
                self.kind(to);
            }
            TermKind::Aggregate(aggregate) => {
                aggregate.of.iter_mut().for_each(|it| self.term(it));
                aggregate.bodies.iter_mut().flatten().for_each(|it| self.literal(it));
            }
            TermKind::Variable(_)
            | TermKind::Wildcard
            | TermKind::Symbol(_)
            | TermKind::Number(_)
            | TermKind::Unsigned(_)
            | TermKind::Float(_) => {}
        }
    }
}
