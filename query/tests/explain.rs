//! Explanations of rows.

mod support;

use query::explain::{Explanation, Premise};
use support::{Rows, explain, parse};

fn explained(text: &str, row: &str, source: &mut Rows) -> Explanation {
    explain(&parse(text), row, source, 100).unwrap_or_else(|error| panic!("{error}"))
}

fn rows(explanation: &Explanation) -> Vec<&str> {
    explanation.steps.iter().map(|it| it.row.as_str()).collect()
}

const REACHABLE: &str = "
    .decl reachable(x: symbol)
    .output reachable
    reachable(\"a\").
    reachable(y) :- reachable(x), edge(x, y, _).";

fn edges() -> Rows {
    let columns = [("from", "symbol"), ("to", "symbol"), ("weight", "number")];
    let rows: [&[&str]; 5] =
        [&["a", "b", "1"], &["b", "c", "2"], &["c", "a", "3"], &["c", "d", "4"], &["a", "x", "5"]];
    Rows::default().with("edge", &columns, &rows)
}

#[test]
fn a_derivation_follows_a_cycle_only_as_far_as_necessary() {
    let explanation = explained(REACHABLE, "reachable(\"d\")", &mut edges());
    assert_eq!(rows(&explanation), ["reachable(\"b\")", "reachable(\"c\")", "reachable(\"d\")"]);
    // The column that the rule does not mention is shown.
    let given = Premise::Given("edge(\"c\", \"d\", 4)".to_owned());
    assert_eq!(explanation.steps[2].premises, [Premise::Step(1), given]);
    let fact = &explanation.steps[0].premises[0];
    assert!(matches!(fact, Premise::Fact(row, _) if row == "reachable(\"a\")"), "{fact:?}");
}

#[test]
fn the_steps_nearest_to_the_row_are_kept() {
    let program = parse(REACHABLE);
    let explanation = explain(&program, "reachable(\"d\")", &mut edges(), 2).expect("it holds");
    assert_eq!(rows(&explanation), ["reachable(\"c\")", "reachable(\"d\")"]);
    let left_out = Premise::LeftOut("reachable(\"b\")".to_owned());
    assert_eq!(explanation.steps[0].premises[0], left_out);
}

#[test]
fn a_row_that_is_not_there_has_no_explanation() {
    let error = explain(&parse(REACHABLE), "reachable(\"e\")", &mut edges(), 9).expect_err("none");
    assert_eq!(error, "DoesNotHold");
    let error = explain(&parse(REACHABLE), "reachable(1)", &mut edges(), 9).expect_err("a mistake");
    assert!(error.contains("this is not a value of column `x`"), "{error}");
}

#[test]
fn rows_of_two_relations_that_need_each_other_are_in_order() {
    // `q(1)` needs the whole row `p(1)`, which the same round adds.
    let text = "
        .decl p(x: number) .output p
        .decl q(x: number) .output q
        p(0). q(0).
        p(x + 1) :- p(x), x < 5.
        q(x + 1) :- q(x), y = x + 1, p(y).";
    let explanation = explained(text, "q(2)", &mut Rows::default());
    let order = rows(&explanation);
    let position = |row: &str| order.iter().position(|it| *it == row).expect("it is a step");
    assert!(
        position("p(1)") < position("q(1)") && position("p(2)") < position("q(2)"),
        "{order:?}"
    );
}

#[test]
fn negations_and_other_conditions_are_premises() {
    let text = "
        .decl a(x: number, y: float) a(1, 1.5). a(2, 2.5).
        .decl b(x: number) b(2).
        .decl c(n: number, y: float) .output c
        c(n, y) :- a(x, y), !b(x), n = count : { a(_, _) }, y > 1.0.";
    let explanation = explained(text, "c(2, _)", &mut Rows::default());
    let [.., step] = explanation.steps.as_slice() else { panic!("there is no step") };
    assert_eq!(step.row, "c(2, 1.5)");
    let texts: Vec<_> = step
        .premises
        .iter()
        .map(|it| match it {
            Premise::Condition(span) => text[span.start as usize..span.end as usize].to_owned(),
            Premise::Absent(row) => format!("!{row}"),
            Premise::Fact(row, _) => row.clone(),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(texts, ["a(1, 1.5)", "!b(1)", "n = count : { a(_, _) }", "y > 1.0"]);
}

#[test]
fn equivalence_relations_are_explained_by_what_they_are() {
    let text = ".decl same(x: number, y: number) eqrel .output same
        same(1, 2). same(2, 3).";
    let explanation = explained(text, "same(3, 1)", &mut Rows::default());
    assert!(explanation.steps.last().is_some_and(|it| it.rule.is_none()));
    let premises = explanation.steps.iter().flat_map(|it| &it.premises);
    let facts: Vec<_> = premises
        .filter_map(|it| match it {
            Premise::Fact(row, _) => Some(row.as_str()),
            _ => None,
        })
        .collect();
    assert!(facts.contains(&"same(1, 2)") && facts.contains(&"same(2, 3)"), "{facts:?}");
}
