//! Incremental answers change in the same way as the results of full runs.

mod support;

use proptest::prelude::*;
use query::dataflow::{Changes, Live};
use query::plan::Plan;
use query::run::RunError;
use query::value::{Symbols, Table, Word};
use support::{Rows, parse, show};

/// A recursion with a negation, a recursion through two relations, aggregates with and without
/// distinct values, and a function that creates texts.
const PROGRAM: &str = "
    .decl path(x: number, y: number) .output path
    path(x, y) :- edge(x, y), !closed(y).
    path(x, z) :- path(x, y), edge(y, z), !closed(z).
    .decl even(x: number) .output even .decl odd(x: number)
    even(0). odd(y) :- even(x), edge(x, y). even(y) :- odd(x), edge(x, y).
    .decl degree(x: number, n: number) .output degree
    degree(x, n) :- edge(x, _), n = count : { edge(x, _) }.
    .decl far(x: number, m: number, s: number) .output far
    far(x, m, s) :- edge(x, _), m = max y : { path(x, y) }, s = sum z : { edge(x, y), path(y, z) }.
    .decl some() .output some
    some() :- closed(_), !path(2, 2).
    .decl name(t: symbol) .output name
    name(cat(\"n\", to_string(x))) :- edge(x, _), !even(x).
    .decl total(n: number) .output total
    total(n) :- n = count : { path(_, _) }.
    .decl third(x: number, y: number) .output third
    third(x, 12 / y) :- path(x, y), y != 0.";

fn plan(text: &str) -> Plan {
    let source = Rows::default().with("edge", &[("x", "number"), ("y", "number")], &[]).with(
        "closed",
        &[("x", "number")],
        &[],
    );
    Plan::of(&parse(text), &source).unwrap_or_else(|it| panic!("{it:?}"))
}

/// Tables of edges and of closed nodes, in the order of the inputs of a plan.
fn tables(plan: &Plan, edges: &[(Word, Word)], closed: &[Word]) -> Vec<Table> {
    let mut of_edges = Table::new(2);
    edges.iter().for_each(|(from, to)| of_edges.push(&[*from, *to]));
    let mut of_closed = Table::new(1);
    closed.iter().for_each(|it| of_closed.push(&[*it]));
    let table = |name: &str| if name == "edge" { of_edges.clone() } else { of_closed.clone() };
    plan.inputs().iter().map(|it| table(&it.name)).collect()
}

/// For each output, its rows as texts.
fn shown(plan: &Plan, tables: &[Table], symbols: &Symbols) -> Vec<Vec<String>> {
    let outputs = plan.outputs().iter().zip(tables);
    let row = |row: &[Word], output: &query::plan::Output| {
        let words =
            row.iter().zip(&output.columns).map(|(it, column)| show(*it, column.1, symbols));
        words.collect::<Vec<_>>().join(" ")
    };
    outputs.map(|(output, table)| table.rows().map(|it| row(it, output)).collect()).collect()
}

/// The rows of a full run.
fn full(plan: &Plan, edges: &[(Word, Word)], closed: &[Word]) -> Vec<Vec<String>> {
    let pairs: Vec<[String; 2]> =
        edges.iter().map(|it| [it.0.to_string(), it.1.to_string()]).collect();
    let pairs: Vec<[&str; 2]> = pairs.iter().map(|it| [&*it[0], &*it[1]]).collect();
    let nodes: Vec<String> = closed.iter().map(Word::to_string).collect();
    let nodes: Vec<[&str; 1]> = nodes.iter().map(|it| [&**it]).collect();
    let mut source = Rows::default()
        .with(
            "edge",
            &[("x", "number"), ("y", "number")],
            &pairs.iter().map(<[_; 2]>::as_slice).collect::<Vec<_>>(),
        )
        .with(
            "closed",
            &[("x", "number")],
            &nodes.iter().map(<[_; 1]>::as_slice).collect::<Vec<_>>(),
        );
    let mut symbols = Symbols::default();
    let answer = query::run(plan, &mut source, &mut symbols).expect("each term has a value");
    shown(plan, &answer.tables, &symbols)
}

fn without(rows: &[Vec<String>], others: &[Vec<String>]) -> Vec<Vec<String>> {
    let pairs = rows.iter().zip(others);
    pairs
        .map(|(rows, others)| rows.iter().filter(|it| !others.contains(it)).cloned().collect())
        .collect()
}

fn state() -> impl Strategy<Value = (Vec<(Word, Word)>, Vec<Word>)> {
    let edges = prop::collection::vec((0..7_u32, 0..7_u32), 0..16);
    (edges, prop::collection::vec(0..7_u32, 0..3))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn changes_are_the_difference_of_full_runs(states in prop::collection::vec(state(), 1..6)) {
        let plan = plan(PROGRAM);
        let mut live = Live::new(&plan, Symbols::default()).expect("a thread");
        let mut before = vec![Vec::new(); plan.outputs().len()];
        for (edges, closed) in &states {
            let Changes { added, removed } =
                live.update(&tables(&plan, edges, closed)).expect("each term has a value");
            let after = full(&plan, edges, closed);
            live.with_symbols(|symbols| {
                prop_assert_eq!(shown(&plan, &added, symbols), without(&after, &before));
                prop_assert_eq!(shown(&plan, &removed, symbols), without(&before, &after));
                Ok(())
            })?;
            before = after;
        }
    }
}

#[test]
fn an_error_goes_with_the_rows_that_caused_it() {
    let plan = plan(
        ".decl r(x: number) .output r
        r(12 / x) :- edge(x, y), !closed(y).",
    );
    let mut live = Live::new(&plan, Symbols::default()).expect("a thread");
    let mut update = |edges: &[(Word, Word)], closed: &[Word]| {
        let changes = live.update(&tables(&plan, edges, closed))?;
        let rows = |it: &[Table]| -> Vec<Word> { it[0].rows().map(|it| it[0]).collect() };
        Ok::<_, RunError>((rows(&changes.added), rows(&changes.removed)))
    };
    assert_eq!(update(&[(1, 1), (3, 1), (0, 2)], &[2]), Ok((vec![4, 12], vec![])));
    let error = update(&[(3, 1), (6, 1), (0, 2)], &[]).expect_err("0 is not excluded");
    assert_eq!(error.to_string(), "division by zero");
    // All changes since the last answer.
    assert_eq!(update(&[(3, 1), (6, 1)], &[]), Ok((vec![2], vec![12])));
}

#[test]
fn limitsize_is_rejected() {
    let plan = plan(
        ".decl r(x: number) .output r .limitsize r(n=4)
        r(x) :- edge(x, _). r(x + 1) :- r(x).",
    );
    let refused = Live::new(&plan, Symbols::default()).err().expect("a limit");
    assert_eq!(refused.to_string(), "`.limitsize` cannot be used with inputs that change");
}
