//! Inferred declarations of small programs.

use super::*;
use crate::facts::FactsSource;
use crate::syntax::{Aggregate, Binary};
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
        let columns = it.columns.iter().map(|(name, kind)| format!("{}: {}", name.text, kind.text));
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
        Literal::Atom(atom("call_edge", vec![wildcard(), variable(from), variable(to), wildcard()]))
    };
    let reach = |from, to| atom("reach", vec![variable(from), variable(to)]);
    let size = vec![TermKind::Call(Functor::StrLen, vec![term(variable("x"))]), variable("x")];
    let (declared, outputs) = inferred(vec![
        clause(reach("x", "z"), vec![Literal::Atom(reach("x", "y")), edge("y", "z")]),
        clause(reach("x", "y"), vec![edge("x", "y")]),
        clause(atom("size", size), vec![Literal::Atom(reach("x", "_"))]),
    ]);
    assert_eq!(declared, ["reach(x: Function, z: Function)", "size(column1: number, x: Function)"]);
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
                    Binary::Add,
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
    let equal = Literal::Comparison(Comparison::Equal, term(variable("x")), term(variable("y")));
    let (declared, _) = inferred(vec![clause(atom("strange", vec![variable("x")]), vec![equal])]);
    assert_eq!(declared, ["strange(x: symbol)"]);
}

/// `kind of : { atom }`
fn aggregate(kind: AggregateKind, of: &str, atom: Atom) -> TermKind {
    let bodies = vec![vec![Literal::Atom(atom)]];
    TermKind::Aggregate(Box::new(Aggregate { kind, of: Some(term(variable(of))), bodies }))
}

#[test]
fn a_variable_bound_by_an_aggregate_has_the_type_of_its_column_there() {
    // `instruction(instruction, function, block, position, opcode)`
    let at = |function, position| {
        let wildcard = TermKind::Wildcard;
        let arguments = [wildcard.clone(), function, wildcard.clone(), position, wildcard];
        atom("instruction", arguments.to_vec())
    };
    let largest = |of| aggregate(AggregateKind::Max, of, at(variable("f"), variable("x")));
    let equal =
        |name, kind| Literal::Comparison(Comparison::Equal, term(variable(name)), term(kind));
    let body = || vec![equal("n", largest("x"))];
    let sum =
        TermKind::Binary(Binary::Add, Box::new(term(largest("x"))), Box::new(term(variable("f"))));
    let (declared, _) = inferred(vec![
        // last(f, n) :- n = max x : { instruction(_, f, _, x, _) }.
        clause(atom("last", vec![variable("f"), variable("n")]), body()),
        // head(f, max x : { instruction(_, f, _, x, _) }).
        clause(atom("head", vec![variable("f"), largest("x")]), vec![]),
        // inside(f) :- 1 = max x : { … } + f.
        clause(
            atom("inside", vec![variable("f")]),
            vec![Literal::Comparison(Comparison::Equal, term(TermKind::Number(1)), term(sum))],
        ),
        // copied(g) :- g = f, n = max x : { instruction(_, f, _, x, _) }.
        clause(
            atom("copied", vec![variable("g")]),
            [vec![equal("g", variable("f"))], body()].concat(),
        ),
        // local(x) :- instruction_result(_, x), n = max x : { instruction(_, f, _, x, _) }.
        clause(
            atom("local", vec![variable("x")]),
            [
                vec![Literal::Atom(atom(
                    "instruction_result",
                    vec![TermKind::Wildcard, variable("x")],
                ))],
                body(),
            ]
            .concat(),
        ),
    ]);
    assert_eq!(
        declared,
        [
            "last(f: Function, n: unsigned)",
            "head(f: Function, column2: unsigned)",
            "inside(f: Function)",
            "copied(g: Function)",
            "local(x: Value)"
        ]
    );
}
