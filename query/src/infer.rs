//! Infers declarations for relations that an expression uses without declaring them.
//!
//! `reachable(f) :- call_edge(_, _, f, _).` is a complete program: its head is declared with the
//! names of its variables and the types that they have in the body, and its rows are the answer.

use rustc_hash::FxHashMap;

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
        let learned = known.iter().zip(&head.arguments).map(|(known, argument)| {
            let new = self.type_of(argument, body);
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
                        let both: Vec<_> = inner.iter().chain(body).cloned().collect();
                        self.type_within(term, &both, depth + 1)
                    })?
                }
            },
        })
    }

    /// The most specific type of the columns in which a variable occurs, or of the term that it
    /// equals.
    fn type_of_variable(&self, name: &str, body: &[Literal], depth: usize) -> Option<String> {
        let is_it = |term: &Term| matches!(&term.kind, TermKind::Variable(it) if it == name);
        let mut found: Option<String> = None;
        for literal in body {
            let Literal::Atom(atom) = literal else { continue };
            for (argument, kind) in atom.arguments.iter().zip(self.columns(&atom.relation.text)) {
                if let Some(kind) = kind.filter(|_| is_it(argument))
                    && found.as_deref().is_none_or(is_primitive)
                {
                    found = Some(kind);
                }
            }
        }
        found.or_else(|| {
            body.iter().find_map(|literal| match literal {
                Literal::Comparison(Comparison::Equal, left, right) if is_it(left) => {
                    self.type_within(right, body, depth + 1)
                }
                Literal::Comparison(Comparison::Equal, left, right) if is_it(right) => {
                    self.type_within(left, body, depth + 1)
                }
                _ => None,
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
mod tests {
    use super::*;
    use crate::facts::FactsSource;
    use facts_schema::Facts;

    fn variable(name: &str) -> TermKind {
        TermKind::Variable(name.into())
    }

    fn term(kind: TermKind) -> Term {
        Term { kind, span: Span::default() }
    }

    fn atom(relation: &str, arguments: Vec<TermKind>) -> Atom {
        let (span, arguments) = (Span::default(), arguments.into_iter().map(term).collect());
        Atom { relation: Name { text: relation.into(), span }, arguments, span }
    }

    fn clause(head: Atom, body: Vec<Literal>) -> Clause {
        Clause { heads: vec![head], bodies: vec![body], span: Span::default() }
    }

    /// The declarations and outputs that are added to a program with these clauses.
    fn inferred(clauses: Vec<Clause>) -> (Vec<String>, Vec<String>) {
        inferred_in(Program { clauses, ..Program::default() })
    }

    fn inferred_in(mut program: Program) -> (Vec<String>, Vec<String>) {
        let module = Facts::default();
        let source = FactsSource::new(&module, Box::new(|_| unreachable!("nothing is loaded")));
        infer(&mut program, &[TextId::default()], &source);
        let declared = program.relations.iter().map(|it| {
            let columns =
                it.columns.iter().map(|(name, kind)| format!("{}: {}", name.text, kind.text));
            format!("{}({})", it.name.text, columns.collect::<Vec<_>>().join(", "))
        });
        let outputs = program.directives.iter().map(|it| it.relation.text.clone());
        (declared.collect(), outputs.collect())
    }

    #[test]
    fn columns_have_the_names_of_variables_and_the_types_of_the_body() {
        use TermKind::Wildcard;
        let wildcard = || Wildcard;
        let edge = |from, to| {
            Literal::Atom(atom(
                "call_edge",
                vec![wildcard(), variable(from), variable(to), wildcard()],
            ))
        };
        let reach = |from, to| atom("reach", vec![variable(from), variable(to)]);
        let size = vec![TermKind::Call(Functor::StrLen, vec![term(variable("x"))]), variable("x")];
        let (declared, outputs) = inferred(vec![
            clause(reach("x", "z"), vec![Literal::Atom(reach("x", "y")), edge("y", "z")]),
            clause(reach("x", "y"), vec![edge("x", "y")]),
            clause(atom("size", size), vec![Literal::Atom(reach("x", "_"))]),
        ]);
        assert_eq!(
            declared,
            ["reach(x: Function, z: Function)", "size(column1: number, x: Function)"]
        );
        assert_eq!(outputs, ["reach", "size"]);
    }

    #[test]
    fn an_integer_constant_takes_the_type_of_the_other_clauses() {
        let one = |name: &str, kind| clause(atom(name, vec![kind]), vec![]);
        let (declared, _) = inferred(vec![
            one("float", TermKind::Number(1)),
            one("float", TermKind::Float(1.5)),
            clause(
                atom(
                    "next",
                    vec![TermKind::Binary(
                        crate::syntax::Binary::Add,
                        Box::new(term(variable("x"))),
                        Box::new(term(TermKind::Number(1))),
                    )],
                ),
                vec![Literal::Atom(atom("unsigned", vec![variable("x")]))],
            ),
            one("unsigned", TermKind::Unsigned(1)),
            one("number", TermKind::Number(1)),
        ]);
        assert_eq!(
            declared,
            [
                "float(column1: float)",
                "next(column1: unsigned)",
                "unsigned(column1: unsigned)",
                "number(column1: number)"
            ]
        );
    }

    #[test]
    fn a_column_of_two_types_has_their_common_type() {
        let name = |relation: &str| {
            let one = atom(relation, vec![variable("x"), TermKind::Wildcard]);
            clause(atom("name", vec![variable("x")]), vec![Literal::Atom(one)])
        };
        let (declared, _) = inferred(vec![name("value_name"), name("struct_name")]);
        assert_eq!(declared, ["name(x: symbol)"]);
    }

    #[test]
    fn outputs_of_the_program_are_not_printed_twice() {
        let relation = |text| Name { text, span: Span { text: TextId(1), ..Span::default() } };
        let of = |kind, name: &str| Directive {
            kind,
            relation: relation(name.to_owned()),
            parameters: Vec::new(),
        };
        let fact = |name| clause(atom(name, vec![TermKind::Number(1)]), vec![]);
        let directives = vec![of(DirectiveKind::Output, "a"), of(DirectiveKind::PrintSize, "b")];
        let clauses = vec![fact("a"), fact("b"), fact("c")];
        let (_, outputs) = inferred_in(Program { clauses, directives, ..Program::default() });
        assert_eq!(outputs, ["a", "b", "c"]);
    }

    #[test]
    fn relations_without_inferable_types_are_declared_and_rejected_by_the_check() {
        let equal =
            Literal::Comparison(Comparison::Equal, term(variable("x")), term(variable("y")));
        let (declared, _) =
            inferred(vec![clause(atom("strange", vec![variable("x")]), vec![equal])]);
        assert_eq!(declared, ["strange(x: symbol)"]);
    }
}
