//! Infers declarations for relations that an expression uses without declaring them.
//!
//! `reachable(f) :- call_edge(_, _, f, _).` is a complete program: its head is declared with the
//! names of its variables and the types that they have in the body, and its rows are the answer.

mod aggregates;

use rustc_hash::FxHashMap;

use self::aggregates::{binding_bodies, contains_aggregate, is_variable};
use crate::source::Source;
use crate::syntax::{
    AggregateKind, Atom, Clause, Comparison, Directive, DirectiveKind, Functor, Literal, Name,
    Program, RelationDeclaration, Span, Term, TermKind, TextId, TypeDefinition,
};
use crate::value::Primitive;

/// Declares the relations that clauses of `expressions` derive without a declaration. If an
/// expression has neither `.output` nor `.printsize`, all relations that it derives are output,
/// except those whose rows or number of rows the program prints anyway.
pub fn infer(program: &mut Program, expressions: &[TextId], source: &dyn Source) {
    let is_expression = |span: Span| expressions.contains(&span.text);
    let clauses: Vec<&Clause> =
        program.clauses.iter().filter(|clause| is_expression(clause.span)).collect();
    let heads: Vec<&Atom> = clauses.iter().flat_map(|clause| &clause.heads).collect();

    let is_answer =
        |it: &&Directive| matches!(it.kind, DirectiveKind::Output | DirectiveKind::PrintSize);
    let answers: Vec<&Name> =
        program.directives.iter().filter(is_answer).map(|it| &it.relation).collect();
    let mut outputs: Vec<Name> = Vec::new();
    for &expression in expressions {
        if answers.iter().all(|it| it.span.text != expression) {
            outputs.extend(
                heads
                    .iter()
                    .filter(|head| head.span.text == expression)
                    .map(|head| head.relation.clone()),
            );
        }
    }
    let is_known = |name: &str| {
        program.relations.iter().any(|it| it.name.text == name) || source.signature(name).is_some()
    };
    let mut undeclared: Vec<&Atom> = Vec::new();
    for head in &heads {
        let name = &head.relation.text;
        if !is_known(name) && undeclared.iter().all(|it| it.relation.text != *name) {
            undeclared.push(head);
        }
    }
    let mut seen: Vec<String> = answers.iter().map(|it| it.text.clone()).collect();
    let types = Types::new(program, source, &undeclared).settle(&clauses);
    let declarations: Vec<_> = undeclared.iter().map(|head| types.declaration(head)).collect();

    program.relations.extend(declarations);
    for relation in outputs {
        if !seen.contains(&relation.text) {
            seen.push(relation.text.clone());
            let directive =
                Directive { kind: DirectiveKind::Output, relation, parameters: Vec::new() };
            program.directives.push(directive);
        }
    }
}

/// The types of columns that are known so far.
struct Types<'a> {
    source: &'a dyn Source,
    /// For each type, the kind of its values.
    kinds: FxHashMap<String, Primitive>,
    declared: FxHashMap<&'a str, Vec<String>>,
    /// The column types of relations to be declared.
    inferred: FxHashMap<&'a str, Vec<Option<String>>>,
    /// Whether integer constants have the type `number`. Initially they have no type, because they
    /// fit any numeric column.
    constants_are_numbers: bool,
}

impl<'a> Types<'a> {
    fn new(program: &'a Program, source: &'a dyn Source, undeclared: &[&'a Atom]) -> Self {
        let types = |it: &RelationDeclaration| {
            it.columns.iter().map(|(_, kind)| kind.text.clone()).collect::<Vec<_>>()
        };
        let declared = program.relations.iter().map(|it| (it.name.text.as_str(), types(it)));
        let none = |it: &&'a Atom| (it.relation.text.as_str(), vec![None; it.arguments.len()]);
        Self {
            source,
            kinds: kinds(program, source),
            declared: declared.collect(),
            inferred: undeclared.iter().map(none).collect(),
            constants_are_numbers: false,
        }
    }

    /// Infers types from bodies until a fixpoint is reached. A column with several types has their
    /// common type, so a type can only become more general. Columns for which only constants remain
    /// are numbers.
    fn settle(mut self, clauses: &[&'a Clause]) -> Self {
        while self.learn_all(clauses) {}
        self.constants_are_numbers = true;
        while self.learn_all(clauses) {}
        self
    }

    /// Updates types from all clauses, and returns whether any type changed.
    fn learn_all(&mut self, clauses: &[&'a Clause]) -> bool {
        let mut is_new = false;
        for clause in clauses {
            for body in &clause.bodies {
                for head in &clause.heads {
                    is_new |= self.learn(head, body);
                }
            }
        }
        is_new
    }

    /// Updates the column types of the head from a clause, and returns whether any type changed.
    fn learn(&mut self, head: &'a Atom, body: &[Literal]) -> bool {
        let name = head.relation.text.as_str();
        let Some(known) = self.inferred.get(name) else { return false };
        // An aggregate in the head may bind variables, as one in the body.
        let head_terms = head.arguments.iter().filter(|it| contains_aggregate(it));
        let head_terms =
            head_terms.map(|it| Literal::Comparison(Comparison::Equal, it.clone(), it.clone()));
        let body: Vec<Literal> = body.iter().cloned().chain(head_terms).collect();
        let learned = known.iter().zip(&head.arguments).map(|(known, argument)| {
            let new = self.type_of(argument, &body);
            match (known, new) {
                (None, new) => new,
                (known, None) => known.clone(),
                (Some(known), Some(new)) => Some(self.common(known, &new)),
            }
        });
        let learned: Vec<_> = learned.collect();
        let is_new = learned[..] != known[..learned.len()];
        if is_new {
            self.inferred.get_mut(name).expect("it was found")[..learned.len()]
                .clone_from_slice(&learned);
        }
        is_new
    }

    /// The common type of both types.
    fn common(&self, one: &str, other: &str) -> String {
        match self.kinds.get(one) {
            Some(kind) if one != other => primitive(*kind).into(),
            _ => one.into(),
        }
    }

    fn columns(&self, relation: &str) -> Vec<Option<String>> {
        if let Some(inferred) = self.inferred.get(relation) {
            return inferred.clone();
        }
        let columns = match self.declared.get(relation) {
            Some(declared) => declared.clone(),
            None => {
                let signature = self.source.signature(relation);
                let columns = signature.map_or_else(Vec::new, |it| it.columns);
                columns.into_iter().map(|(_, kind)| kind).collect()
            }
        };
        columns.into_iter().map(Some).collect()
    }

    /// The type of a term in a body.
    fn type_of(&self, term: &Term, body: &[Literal]) -> Option<String> {
        self.type_within(term, body, 0)
    }

    fn type_within(&self, term: &Term, body: &[Literal], depth: usize) -> Option<String> {
        // Variables that are only equal to each other have no type.
        const DEPTH: usize = 16;
        if depth > DEPTH {
            return None;
        }
        let of = |term: &Term| self.type_within(term, body, depth + 1);
        Some(match &term.kind {
            TermKind::Variable(name) => return self.type_of_variable(name, body, depth),
            TermKind::Wildcard => return None,
            TermKind::Symbol(_) => "symbol".into(),
            TermKind::Number(_) if !self.constants_are_numbers => return None,
            TermKind::Number(_) => "number".into(),
            TermKind::Unsigned(_) => "unsigned".into(),
            TermKind::Float(_) => "float".into(),
            TermKind::Unary(_, operand) => of(operand)?,
            TermKind::Binary(_, left, right) => arithmetic(of(left), of(right))?,
            TermKind::Call(functor, arguments) => match functor {
                Functor::Cat | Functor::SubStr | Functor::ToString => "symbol".into(),
                Functor::StrLen | Functor::Ord | Functor::ToNumber => "number".into(),
                Functor::ToUnsigned => "unsigned".into(),
                Functor::ToFloat => "float".into(),
                Functor::Min | Functor::Max | Functor::Range => {
                    arguments.iter().map(of).reduce(arithmetic)??
                }
            },
            TermKind::As(_, name) => name.text.clone(),
            TermKind::Aggregate(aggregate) => match (aggregate.kind, &aggregate.of) {
                (AggregateKind::Count, _) | (_, None) => "number".into(),
                (AggregateKind::Mean, _) => "float".into(),
                (_, Some(term)) => {
                    let mut bodies = aggregate.bodies.iter();
                    bodies.find_map(|inner| {
                        // Variables of the term are local to the aggregate.
                        self.type_within(term, inner, depth + 1).or_else(|| {
                            let both: Vec<_> = inner.iter().chain(body).cloned().collect();
                            self.type_within(term, &both, depth + 1)
                        })
                    })?
                }
            },
        })
    }

    /// The most specific type of the columns in which a variable occurs, or of the term that it
    /// equals.
    fn type_of_variable(&self, name: &str, body: &[Literal], depth: usize) -> Option<String> {
        let mut found = None;
        self.type_in_atoms(name, body, &mut found);
        found.or_else(|| self.type_in_equations(name, body, body, depth))
    }

    /// Updates `found` from the columns in which a variable occurs.
    fn type_in_atoms(&self, name: &str, body: &[Literal], found: &mut Option<String>) {
        for literal in body {
            if let Literal::Atom(atom) = literal {
                let columns = self.columns(&atom.relation.text);
                for (argument, kind) in atom.arguments.iter().zip(columns) {
                    if let Some(kind) = kind.filter(|_| is_variable(argument, name))
                        && found.as_deref().is_none_or(is_primitive)
                    {
                        *found = Some(kind);
                    }
                }
            }
            for inner in binding_bodies(literal, name) {
                self.type_in_atoms(name, inner, found);
            }
        }
    }

    /// The type of a term that a variable equals in `body`, which is in `scope`.
    fn type_in_equations(
        &self,
        name: &str,
        body: &[Literal],
        scope: &[Literal],
        depth: usize,
    ) -> Option<String> {
        let equation = body.iter().find_map(|literal| match literal {
            Literal::Comparison(Comparison::Equal, left, right) if is_variable(left, name) => {
                self.type_within(right, scope, depth + 1)
            }
            Literal::Comparison(Comparison::Equal, left, right) if is_variable(right, name) => {
                self.type_within(left, scope, depth + 1)
            }
            _ => None,
        });
        equation.or_else(|| {
            body.iter().flat_map(|it| binding_bodies(it, name)).find_map(|inner| {
                let scope: Vec<_> = inner.iter().chain(scope).cloned().collect();
                self.type_in_equations(name, inner, &scope, depth)
            })
        })
    }

    /// The declaration of an inferred relation. A column without a type results from an error in
    /// the body, which the check reports; the check must not report the column in addition.
    fn declaration(&self, head: &Atom) -> RelationDeclaration {
        let types = &self.inferred[head.relation.text.as_str()];
        let mut columns: Vec<(Name, Name)> = Vec::new();
        for (position, (argument, kind)) in head.arguments.iter().zip(types).enumerate() {
            let variable = match &argument.kind {
                TermKind::Variable(name) => Some(name.clone()),
                _ => None,
            };
            let is_free = |it: &String| columns.iter().all(|(name, _)| name.text != *it);
            let name =
                variable.filter(is_free).unwrap_or_else(|| format!("column{}", position + 1));
            let named = |text: String| Name { text, span: argument.span };
            let kind = kind.clone().unwrap_or_else(|| primitive(Primitive::Symbol).into());
            columns.push((named(name), named(kind)));
        }
        RelationDeclaration { name: head.relation.clone(), columns, is_equivalence: false }
    }
}

/// The kinds of the values of all types.
fn kinds(program: &Program, source: &dyn Source) -> FxHashMap<String, Primitive> {
    let mut kinds: FxHashMap<String, Primitive> =
        source.types().into_iter().map(|it| (it.name, it.kind)).collect();
    for (name, kind) in PRIMITIVE {
        kinds.insert((*name).into(), *kind);
    }
    // Types may be declared in any order.
    loop {
        let before = kinds.len();
        for declared in &program.types {
            let base = match &declared.definition {
                TypeDefinition::Subtype(base) => Some(base),
                TypeDefinition::Union(of) => of.first(),
            };
            if let Some(kind) = base.and_then(|base| kinds.get(&base.text)).copied() {
                kinds.insert(declared.name.text.clone(), kind);
            }
        }
        if kinds.len() == before {
            return kinds;
        }
    }
}

const PRIMITIVE: &[(&str, Primitive)] = &[
    ("symbol", Primitive::Symbol),
    ("number", Primitive::Number),
    ("unsigned", Primitive::Unsigned),
    ("float", Primitive::Float),
];

fn is_primitive(name: &str) -> bool {
    PRIMITIVE.iter().any(|(it, _)| *it == name)
}

fn primitive(kind: Primitive) -> &'static str {
    PRIMITIVE.iter().find(|(_, it)| *it == kind).expect("each kind has a name").0
}

/// The result type of an arithmetic operation: the type of an operand. A constant such as `1` takes
/// the type of the other operand.
fn arithmetic(left: Option<String>, right: Option<String>) -> Option<String> {
    match (left, right) {
        (Some(left), Some(right)) if left == "number" => Some(right),
        (left, right) => left.or(right),
    }
}

#[cfg(test)]
mod tests;
