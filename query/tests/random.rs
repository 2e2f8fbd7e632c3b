//! Random programs have the rows that a naive evaluator derives, which tries all combinations of rows.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use query::dataflow::Live;
use query::run::load;
use query::syntax::{Atom, Comparison, Literal, Program, Term, TermKind};
use query::value::Symbols;
use support::{Rows, parse, run};

/// Relations in groups: an atom of a rule is of the same group or an earlier one, a negated one of an earlier one.
const RELATIONS: [(&str, usize, usize); 8] = [
    ("one", 1, 0),
    ("two", 2, 0),
    ("three", 3, 0),
    ("a", 1, 1),
    ("b", 2, 1),
    ("c", 2, 2),
    ("d", 3, 2),
    ("e", 4, 2),
];

type AtomSeed = (usize, [u8; 4]);

#[derive(Clone, Debug)]
struct RuleSeed {
    head: AtomSeed,
    atoms: Vec<AtomSeed>,
    negated: Vec<AtomSeed>,
    comparisons: Vec<(u8, u8, u8)>,
}

fn rule_seed() -> impl Strategy<Value = RuleSeed> {
    let atom = || (0..RELATIONS.len(), any::<[u8; 4]>());
    (
        atom(),
        prop::collection::vec(atom(), 1..4),
        prop::collection::vec(atom(), 0..2),
        prop::collection::vec(any::<(u8, u8, u8)>(), 0..2),
    )
        .prop_map(|(head, atoms, negated, comparisons)| RuleSeed {
            head,
            atoms,
            negated,
            comparisons,
        })
}

fn rule(seed: &RuleSeed) -> String {
    let derived = 3 + seed.head.0 % 5;
    let (name, arity, group) = RELATIONS[derived];
    let of_groups = |groups: usize, pick: usize| {
        let possible: Vec<_> = RELATIONS.iter().filter(|it| it.2 < groups).collect();
        *possible[pick % possible.len()]
    };
    let mut bound = BTreeSet::new();
    let mut body = Vec::new();
    for (pick, terms) in &seed.atoms {
        let (name, arity, _) = of_groups(group + 1, *pick);
        let terms: Vec<String> = terms[..arity]
            .iter()
            .map(|it| match it % 8 {
                0 => "_".to_owned(),
                1 => (it / 8 % 4).to_string(),
                it => {
                    let variable = ["x", "y", "z"][usize::from(it) % 3];
                    bound.insert(variable);
                    variable.to_owned()
                }
            })
            .collect();
        body.push(format!("{name}({})", terms.join(", ")));
    }
    let bound: Vec<&str> = bound.into_iter().collect();
    let term = |seed: u8, wildcard: bool| match (seed % 8, bound.is_empty()) {
        (0, _) if wildcard => "_".to_owned(),
        (0 | 1, _) | (_, true) => (seed / 8 % 4).to_string(),
        _ => bound[usize::from(seed / 8) % bound.len()].to_owned(),
    };
    for (pick, terms) in &seed.negated {
        let (name, arity, _) = of_groups(group, *pick);
        let terms: Vec<String> = terms[..arity].iter().map(|it| term(*it, true)).collect();
        body.insert(0, format!("!{name}({})", terms.join(", ")));
    }
    for (operator, left, right) in &seed.comparisons {
        let operator = ["=", "!=", "<", "<=", ">", ">="][usize::from(*operator) % 6];
        body.insert(0, format!("{} {operator} {}", term(*left, false), term(*right, false)));
    }
    let head: Vec<String> = seed.head.1[..arity].iter().map(|it| term(*it, false)).collect();
    format!("{name}({}) :- {}.\n", head.join(", "), body.join(", "))
}

fn program(rules: &[RuleSeed], facts: &[(usize, [u8; 4])]) -> String {
    let mut text = String::new();
    for (name, arity, _) in RELATIONS {
        let columns: Vec<String> = (0..arity).map(|it| format!("c{it}: number")).collect();
        text += &format!(".decl {name}({})\n.output {name}\n", columns.join(", "));
    }
    for (relation, words) in facts {
        let (name, arity, _) = RELATIONS[relation % 3];
        let words: Vec<String> = words[..arity].iter().map(|it| (it % 8).to_string()).collect();
        text += &format!("{name}({}).\n", words.join(", "));
    }
    // Chains of rows, so that there are several rounds.
    text += "b(x, y) :- two(x, y).\nc(x, y) :- two(x, y), !a(y).\nc(x, z) :- c(x, y), two(y, z).\n";
    rules.iter().for_each(|it| text += &rule(it));
    text
}

/// Facts as a source of the first relations.
fn source(facts: &[(usize, [u8; 4])]) -> Rows {
    RELATIONS[..3].iter().enumerate().fold(Rows::default(), |source, (number, (name, arity, _))| {
        let of_relation = facts.iter().filter(|it| it.0 == number);
        let rows: Vec<Vec<String>> = of_relation
            .map(|it| it.1[..*arity].iter().map(|it| (it % 8).to_string()).collect())
            .collect();
        let rows: Vec<Vec<&str>> =
            rows.iter().map(|it| it.iter().map(String::as_str).collect()).collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let columns = ["c0", "c1", "c2"].map(|it| (it, "number"));
        source.with(name, &columns[..*arity], &rows)
    })
}

type Database = BTreeMap<String, BTreeSet<Vec<i32>>>;
type Bindings = BTreeMap<String, i32>;

/// The value of a term, if it has one.
fn value(term: &Term, bindings: &Bindings) -> Option<i32> {
    match &term.kind {
        TermKind::Variable(name) => bindings.get(name).copied(),
        TermKind::Number(number) => Some(*number),
        _ => None,
    }
}

/// The bindings with which an atom is a row.
fn unify(atom: &Atom, row: &[i32], bindings: &Bindings) -> Option<Bindings> {
    let mut bindings = bindings.clone();
    for (term, word) in atom.arguments.iter().zip(row) {
        match (&term.kind, value(term, &bindings)) {
            (_, Some(known)) if known != *word => return None,
            (TermKind::Variable(name), None) => drop(bindings.insert(name.clone(), *word)),
            _ => {}
        }
    }
    Some(bindings)
}

fn holds(literal: &Literal, database: &Database, bindings: &Bindings) -> bool {
    match literal {
        Literal::Negated(atom) => {
            !database[&atom.relation.text].iter().any(|row| unify(atom, row, bindings).is_some())
        }
        Literal::Comparison(comparison, left, right) => {
            let (left, right) = (value(left, bindings), value(right, bindings));
            match comparison {
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::Less => left < right,
                Comparison::LessOrEqual => left <= right,
                Comparison::Greater => left > right,
                Comparison::GreaterOrEqual => left >= right,
            }
        }
        _ => true,
    }
}

fn evaluate(program: &Program) -> Database {
    let mut database: Database =
        RELATIONS.iter().map(|it| (it.0.to_owned(), BTreeSet::new())).collect();
    for group in 0..3 {
        let names: Vec<&str> = RELATIONS.iter().filter(|it| it.2 == group).map(|it| it.0).collect();
        loop {
            let mut new = Vec::new();
            for clause in program
                .clauses
                .iter()
                .filter(|it| names.contains(&it.heads[0].relation.text.as_str()))
            {
                let body = &clause.bodies[0];
                let mut all = vec![Bindings::new()];
                for literal in body {
                    let Literal::Atom(atom) = literal else { continue };
                    let rows = &database[&atom.relation.text];
                    all = all
                        .iter()
                        .flat_map(|it| rows.iter().filter_map(|row| unify(atom, row, it)))
                        .collect();
                }
                for bindings in all {
                    if body.iter().all(|it| holds(it, &database, &bindings)) {
                        let row: Option<Vec<i32>> = clause.heads[0]
                            .arguments
                            .iter()
                            .map(|it| value(it, &bindings))
                            .collect();
                        new.push((
                            clause.heads[0].relation.text.clone(),
                            row.expect("a bound head"),
                        ));
                    }
                }
            }
            let is_new = |(name, row): (String, Vec<i32>)| {
                database.get_mut(&name).is_some_and(|it| it.insert(row))
            };
            if new.into_iter().map(is_new).filter(|it| *it).count() == 0 {
                break;
            }
        }
    }
    database
}

proptest! {
#![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

#[test]
fn rows_are_those_of_a_naive_evaluator(
    rules in prop::collection::vec(rule_seed(), 1..9),
    facts in prop::collection::vec((0..3usize, any::<[u8; 4]>()), 0..24),
) {
    let text = program(&rules, &facts);
    let found = run(&text, &mut Rows::default()).map_err(TestCaseError::fail)?;
    let expected = evaluate(&parse(&text));
    for (name, rows) in found {
        let expected = expected[&name].iter().map(|row| {
            row.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
        });
        prop_assert_eq!(rows, expected.collect::<Vec<_>>(), "{} of\n{}", name, text);
    }
}}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// The facts of the programs above as inputs that change.
    #[test]
    fn live_answers_are_those_of_full_runs(
        rules in prop::collection::vec(rule_seed(), 1..9),
        states in prop::collection::vec(
            prop::collection::vec((0..3usize, any::<[u8; 4]>()), 0..24), 1..4),
    ) {
        let text = program(&rules, &[]) + ".input one .input two .input three";
        let plan = query::check(&parse(&text), &source(&[])).expect("it has no mistakes");
        let mut live = Live::new(&plan, Symbols::default()).expect("a thread");
        let mut rows = vec![BTreeSet::new(); RELATIONS.len()];
        for state in &states {
            let mut source = source(state);
            let inputs = plan.inputs().iter();
            let tables = live.add_symbols(|symbols| {
                inputs.map(|it| load(it, &mut source, symbols)).collect::<Result<Vec<_>, _>>()
            });
            let changes = live.update(&tables.expect("they are there")).expect("no terms");
            for (rows, changes) in rows.iter_mut().zip(&changes.removed) {
                prop_assert!(changes.rows().all(|it| rows.remove(it)), "{}", text);
            }
            for (rows, changes) in rows.iter_mut().zip(&changes.added) {
                prop_assert!(changes.rows().all(|it| rows.insert(it.to_vec())), "{}", text);
            }
            let answer = query::run(&plan, &mut source, &mut Symbols::default()).expect("no terms");
            for (rows, table) in rows.iter().zip(&answer.tables) {
                let expected: BTreeSet<_> = table.rows().map(<[u32]>::to_vec).collect();
                prop_assert_eq!(rows, &expected, "{}", text);
            }
        }
    }
}
