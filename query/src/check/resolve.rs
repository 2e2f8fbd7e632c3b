//! Converts clauses to rules: resolves names of relations, checks arity, and finds the scopes of
//! variables.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::ir::{
    Aggregate, Atom, ClassId, Constant, Expression, Goal, Node, Operation, Rule, Variable,
    VariableId,
};
use crate::check::relations::{RelationId, Relations, columns};
use crate::check::types::Types;
use crate::diagnostic::Diagnostic;
use crate::syntax::{self, Comparison, Literal, Span, Term, TermKind};

/// The context in which a clause is resolved.
pub(crate) struct Resolver<'a, 's> {
    pub(crate) types: &'a Types,
    pub(crate) relations: &'a mut Relations<'s>,
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_, '_> {
    /// The rule for one head and one body of a clause; `None` if there is an error.
    pub(crate) fn rule(
        &mut self,
        head: &syntax::Atom,
        body: &[Literal],
        span: Span,
    ) -> Option<Rule> {
        let before = self.diagnostics.len();
        let mut names = FxHashSet::default();
        head.arguments.iter().for_each(|it| names_of_term(it, &mut names));
        body.iter().for_each(|it| names_of_literal(it, &mut names));
        let mut reader = Reader {
            context: self,
            variables: Vec::new(),
            classes: 0,
            scopes: vec![Scope { names, own: FxHashSet::default(), known: FxHashMap::default() }],
        };
        let mut goals = Vec::new();
        let head_relation = reader.head(&head.relation);
        let mut arguments = Vec::new();
        for term in &head.arguments {
            if matches!(term.kind, TermKind::Wildcard) {
                let message = "`_` in the head of a rule has no value";
                reader.context.diagnostics.push(Diagnostic::new(message, term.span));
                continue;
            }
            arguments.extend(reader.expression(term, &mut goals));
        }
        reader.literals(body, &mut goals);
        let (variables, classes) = (reader.variables, reader.classes);
        let relation = head_relation?;
        self.arity(relation, head);
        let kinds = vec![crate::value::Primitive::Number; classes];
        let rule = Rule { head: relation, arguments, goals, variables, kinds, span };
        (self.diagnostics.len() == before).then_some(rule)
    }

    fn arity(&mut self, relation: RelationId, atom: &syntax::Atom) -> bool {
        let relation = &self.relations.all[relation];
        let (expected, found) = (relation.columns.len(), atom.arguments.len());
        if expected == found {
            return true;
        }
        let names: Vec<&str> = relation.columns.iter().map(|(name, _)| name.as_str()).collect();
        let message = format!("relation `{}` has {}", relation.name, columns(expected));
        let label = format!("{found} argument{}", if found == 1 { "" } else { "s" });
        let help = format!("its columns are `{}({})`", relation.name, names.join(", "));
        self.diagnostics
            .push(Diagnostic::new(message, atom.span).with_label(label).with_help(help));
        false
    }
}

/// The variables of a clause or of the body of an aggregate.
struct Scope<'p> {
    /// The variables that occur in it outside of inner aggregates.
    names: FxHashSet<&'p str>,
    /// The variables of the aggregated term, which are always local.
    own: FxHashSet<&'p str>,
    known: FxHashMap<&'p str, VariableId>,
}

struct Reader<'p, 'c, 'a, 's> {
    context: &'c mut Resolver<'a, 's>,
    variables: Vec<Variable>,
    classes: usize,
    scopes: Vec<Scope<'p>>,
}

impl<'p> Reader<'p, '_, '_, '_> {
    fn head(&mut self, name: &syntax::Name) -> Option<RelationId> {
        let context = &mut *self.context;
        let id = context.relations.find(name, context.types, context.diagnostics)?;
        if !context.relations.all[id].is_own {
            let message = format!("relation `{}` is given and cannot be derived", name.text);
            let help = "declare a relation with another name, and derive that".to_owned();
            context.diagnostics.push(Diagnostic::new(message, name.span).with_help(help));
            return None;
        }
        Some(id)
    }

    fn class(&mut self) -> ClassId {
        self.classes += 1;
        self.classes - 1
    }

    fn fresh(&mut self, name: String) -> VariableId {
        let class = self.class();
        self.variables.push(Variable { name, class });
        self.variables.len() - 1
    }

    fn variable(&mut self, name: &'p str) -> VariableId {
        let own = self.scopes.iter().rposition(|it| it.own.contains(name));
        let scope = own
            .or_else(|| self.scopes.iter().position(|it| it.names.contains(name)))
            .unwrap_or_default();
        if let Some(known) = self.scopes[scope].known.get(name) {
            return *known;
        }
        let new = self.fresh(name.to_owned());
        self.scopes[scope].known.insert(name, new);
        new
    }

    fn use_of(&self, variable: VariableId, span: Span) -> Expression {
        Expression { node: Node::Variable(variable), class: self.variables[variable].class, span }
    }

    fn literals(&mut self, literals: &'p [Literal], goals: &mut Vec<Goal>) {
        for literal in literals {
            match literal {
                Literal::Atom(atom) => self.atom(atom, false, goals),
                Literal::Negated(atom) => self.atom(atom, true, goals),
                Literal::Comparison(comparison, left, right) => {
                    let left = self.expression(left, goals);
                    let right = self.expression(right, goals);
                    if let (Some(left), Some(right)) = (left, right) {
                        goals.push(Goal::Compare { comparison: *comparison, left, right });
                    }
                }
                Literal::Test { test, holds, what, text } => {
                    let what = self.expression(what, goals);
                    let text = self.expression(text, goals);
                    if let (Some(what), Some(text)) = (what, text) {
                        goals.push(Goal::Test { test: *test, holds: *holds, what, text });
                    }
                }
                Literal::Constant(holds) => goals.push(Goal::Constant(*holds)),
            }
        }
    }

    fn atom(&mut self, atom: &'p syntax::Atom, negated: bool, goals: &mut Vec<Goal>) {
        let mut arguments = Vec::new();
        let mut after = Vec::new();
        for term in &atom.arguments {
            if is_wildcard(term) {
                arguments.push(None);
                continue;
            }
            let Some(argument) = self.expression(term, if negated { goals } else { &mut after })
            else {
                continue;
            };
            if negated || !matches!(argument.node, Node::Apply(..)) {
                arguments.push(Some(argument));
                continue;
            }
            let column = self.fresh("_".to_owned());
            let column = self.use_of(column, term.span);
            arguments.push(Some(column.clone()));
            after.push(Goal::Compare {
                comparison: Comparison::Equal,
                left: column,
                right: argument,
            });
        }
        let context = &mut *self.context;
        let Some(relation) =
            context.relations.find(&atom.relation, context.types, context.diagnostics)
        else {
            return;
        };
        if context.arity(relation, atom) {
            let new = Atom { relation, arguments, negated, span: atom.span };
            if !goals.iter().any(|it| matches!(it, Goal::Atom(it) if is_same(it, &new))) {
                goals.push(Goal::Atom(new));
            }
        }
        goals.append(&mut after);
    }

    /// Resolves a term; generators and aggregates in it become goals.
    fn expression(&mut self, term: &'p Term, goals: &mut Vec<Goal>) -> Option<Expression> {
        let span = term.span;
        let (operation, operands) = match &term.kind {
            TermKind::Variable(name) => {
                let variable = self.variable(name);
                return Some(self.use_of(variable, span));
            }
            TermKind::Wildcard => {
                let message = "`_` can only be an argument of a relation";
                self.context.diagnostics.push(Diagnostic::new(message, span));
                return None;
            }
            TermKind::Symbol(text) => {
                return Some(self.constant(Constant::Text(text.clone()), span));
            }
            TermKind::Number(number) => {
                return Some(self.constant(Constant::Number(*number), span));
            }
            TermKind::Unsigned(number) => {
                return Some(self.constant(Constant::Unsigned(*number), span));
            }
            TermKind::Float(number) => {
                return Some(self.constant(Constant::Float(number.to_bits()), span));
            }
            TermKind::Aggregate(aggregate) => return self.aggregate(aggregate, span, goals),
            TermKind::Unary(operator, operand) => {
                (Operation::Unary(*operator), std::slice::from_ref(&**operand))
            }
            TermKind::Binary(operator, left, right) => {
                let operands = vec![self.expression(left, goals)?, self.expression(right, goals)?];
                return Some(self.apply(Operation::Binary(*operator), operands, span));
            }
            TermKind::Call(functor, operands) => (Operation::Call(*functor), operands.as_slice()),
            TermKind::As(operand, name) => {
                let to = self.context.types.find(name, self.context.diagnostics)?;
                (Operation::As(to), std::slice::from_ref(&**operand))
            }
        };
        let mut resolved = Vec::new();
        for operand in operands {
            resolved.push(self.expression(operand, goals)?);
        }
        if operation == Operation::Call(syntax::Functor::Range) {
            let into = self.fresh("range".to_owned());
            goals.push(Goal::Range { into, parts: resolved, span });
            return Some(self.use_of(into, span));
        }
        Some(self.apply(operation, resolved, span))
    }

    fn apply(&mut self, operation: Operation, operands: Vec<Expression>, span: Span) -> Expression {
        Expression { node: Node::Apply(operation, operands), class: self.class(), span }
    }

    fn constant(&mut self, constant: Constant, span: Span) -> Expression {
        Expression { node: Node::Constant(constant), class: self.class(), span }
    }

    fn aggregate(
        &mut self,
        aggregate: &'p syntax::Aggregate,
        span: Span,
        goals: &mut Vec<Goal>,
    ) -> Option<Expression> {
        let [body] = aggregate.bodies.as_slice() else {
            let message = "a disjunction in an aggregate is not supported";
            let help = "derive a relation from the alternatives, and aggregate over that";
            self.context.diagnostics.push(Diagnostic::new(message, span).with_help(help));
            return None;
        };
        let mut names = FxHashSet::default();
        body.iter().for_each(|it| names_of_literal(it, &mut names));
        let mut own = FxHashSet::default();
        aggregate.of.iter().for_each(|it| names_of_term(it, &mut own));
        self.scopes.push(Scope { names, own, known: FxHashMap::default() });
        let mut inner = Vec::new();
        self.literals(body, &mut inner);
        let of = aggregate.of.as_ref().map(|it| self.expression(it, &mut inner));
        self.scopes.pop();
        let of = match of {
            Some(of) => Some(of?),
            None => None,
        };
        let into = self.fresh("aggregate".to_owned());
        goals.push(Goal::Aggregate(Aggregate {
            kind: aggregate.kind,
            into,
            of,
            goals: inner,
            span,
        }));
        Some(self.use_of(into, span))
    }
}

fn is_wildcard(term: &Term) -> bool {
    matches!(term.kind, TermKind::Wildcard)
}

/// Whether two atoms are written identically, so that the second one is redundant.
fn is_same(one: &Atom, other: &Atom) -> bool {
    let is_same_argument =
        |(one, other): (&Option<Expression>, &Option<Expression>)| match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => match (&one.node, &other.node) {
                (Node::Variable(one), Node::Variable(other)) => one == other,
                (Node::Constant(one), Node::Constant(other)) => one == other,
                _ => false,
            },
            _ => false,
        };
    one.relation == other.relation
        && one.negated == other.negated
        && one.arguments.iter().zip(&other.arguments).all(is_same_argument)
}

fn names_of_literal<'p>(literal: &'p Literal, names: &mut FxHashSet<&'p str>) {
    match literal {
        Literal::Atom(atom) | Literal::Negated(atom) => {
            atom.arguments.iter().for_each(|it| names_of_term(it, names));
        }
        Literal::Comparison(_, one, other) | Literal::Test { what: one, text: other, .. } => {
            names_of_term(one, names);
            names_of_term(other, names);
        }
        Literal::Constant(_) => {}
    }
}

/// The variables of a term that are not within an aggregate.
fn names_of_term<'p>(term: &'p Term, names: &mut FxHashSet<&'p str>) {
    match &term.kind {
        TermKind::Variable(name) => {
            names.insert(name);
        }
        TermKind::Unary(_, operand) | TermKind::As(operand, _) => names_of_term(operand, names),
        TermKind::Binary(_, left, right) => {
            names_of_term(left, names);
            names_of_term(right, names);
        }
        TermKind::Call(_, operands) => operands.iter().for_each(|it| names_of_term(it, names)),
        TermKind::Wildcard
        | TermKind::Symbol(_)
        | TermKind::Number(_)
        | TermKind::Unsigned(_)
        | TermKind::Float(_)
        | TermKind::Aggregate(_) => {}
    }
}
