//! Random programs have the rows that a naive evaluator derives, which tries all combinations of
//! rows, and explanations of rows are valid derivations.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use query::dataflow::Live;
use query::explain::{Explanation, Premise};
use query::plan::Plan;
use query::run::load;
use query::syntax::{Atom, Clause, Comparison, Literal, Program, Term, TermKind};
use query::value::Symbols;
use support::{Rows, explain, parse, run};

/// Relations in groups: an atom of a rule belongs to the same group or an earlier one, a negated
/// atom to an earlier one.
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
    // Chains of rows lead to several rounds.
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

/// The bindings under which an atom equals a row.
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

/// The rows that a clause derives from `rows`; negated atoms are checked against `all`.
fn derived(clause: &Clause, rows: &Database, all: &Database) -> Vec<Vec<i32>> {
    let body = &clause.bodies[0];
    let mut bindings = vec![Bindings::new()];
    for literal in body {
        let Literal::Atom(atom) = literal else { continue };
        let rows = &rows[&atom.relation.text];
        bindings = bindings
            .iter()
            .flat_map(|it| rows.iter().filter_map(|row| unify(atom, row, it)))
            .collect();
    }
    bindings.retain(|bindings| body.iter().all(|it| holds(it, all, bindings)));
    let row = |bindings: &Bindings| {
        let values = clause.heads[0].arguments.iter().map(|it| value(it, bindings));
        values.collect::<Option<Vec<i32>>>().expect("a bound head")
    };
    bindings.iter().map(row).collect()
}

fn no_rows() -> Database {
    RELATIONS.iter().map(|it| (it.0.to_owned(), BTreeSet::new())).collect()
}

fn evaluate(program: &Program) -> Database {
    let mut database = no_rows();
    for group in 0..3 {
        let names: Vec<&str> = RELATIONS.iter().filter(|it| it.2 == group).map(|it| it.0).collect();
        loop {
            let mut is_new = false;
            for clause in &program.clauses {
                let name = &clause.heads[0].relation.text;
                if names.contains(&name.as_str()) {
                    for row in derived(clause, &database, &database) {
                        is_new |= database.get_mut(name).is_some_and(|it| it.insert(row));
                    }
                }
            }
            if !is_new {
                break;
            }
        }
    }
    database
}

/// The relation and the numbers of `relation(1, 2)`.
fn row_of(text: &str) -> (String, Vec<i32>) {
    let (name, numbers) = text.trim_end_matches(')').split_once('(').expect("a row");
    (name.to_owned(), numbers.split(", ").map(|it| it.parse().expect("a number")).collect())
}

/// The error in an explanation of a row, if there is one.
fn flaw(explanation: &Explanation, program: &Program, all: &Database) -> Option<String> {
    for (number, step) in explanation.steps.iter().enumerate() {
        let mut premises = no_rows();
        for premise in &step.premises {
            match premise {
                Premise::Step(earlier) if *earlier < number => {
                    let (name, row) = row_of(&explanation.steps[*earlier].row);
                    premises.entry(name).or_default().insert(row);
                }
                Premise::Fact(row, span) => {
                    let (name, row) = row_of(row);
                    let clause = program.clauses.iter().find(|it| it.span == *span);
                    let rows = clause.map(|it| derived(it, &no_rows(), all)).unwrap_or_default();
                    if !rows.contains(&row) {
                        return Some(format!("{premise:?} is not a fact"));
                    }
                    premises.entry(name).or_default().insert(row);
                }
                Premise::Absent(_) | Premise::Condition(_) => {}
                other => return Some(format!("{step:?} has the premise {other:?}")),
            }
        }
        let clause = program.clauses.iter().find(|it| Some(it.span) == step.rule);
        let Some(clause) = clause else { return Some(format!("{step:?} has no rule")) };
        let (name, row) = row_of(&step.row);
        let is_derived = derived(clause, &premises, all).contains(&row);
        if clause.heads[0].relation.text != name || !is_derived {
            return Some(format!("{step:?} does not follow"));
        }
    }
    None
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
        let plan = Plan::of(&parse(&text), &source(&[])).expect("it has no mistakes");
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

    #[test]
    fn each_step_of_an_explanation_follows_from_earlier_steps(
        rules in prop::collection::vec(rule_seed(), 1..9),
        facts in prop::collection::vec((0..3usize, any::<[u8; 4]>()), 0..24),
        pick in any::<prop::sample::Index>(),
    ) {
        let text = program(&rules, &facts);
        let program = parse(&text);
        let all = evaluate(&program);
        let rows: Vec<_> =
            all.iter().flat_map(|(name, rows)| rows.iter().map(move |row| (name, row))).collect();
        if !rows.is_empty() {
            let (name, row) = rows[pick.index(rows.len())];
            let values: Vec<_> = row.iter().map(i32::to_string).collect();
            let goal = format!("{name}({})", values.join(", "));
            let explanation =
                explain(&program, &goal, &mut Rows::default(), 1000).map_err(TestCaseError::fail)?;
            prop_assert_eq!(&explanation.steps.last().expect("a step").row, &goal);
            prop_assert_eq!(flaw(&explanation, &program, &all), None, "{}", text);
        }
    }
}
