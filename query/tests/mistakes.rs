//! Invalid programs and their errors.

mod support;

use query::source::KnownType;
use query::syntax::TermKind;
use query::value::Primitive;
use support::{Rows, errors, parse, run, run_program};

fn source() -> Rows {
    let types = vec![
        KnownType { name: "Function".to_owned(), kind: Primitive::Symbol },
        KnownType { name: "Block".to_owned(), kind: Primitive::Symbol },
    ];
    Rows { types, ..Rows::default() }
        .with("function", &[("id", "Function"), ("name", "symbol")], &[&["f", "main"]])
        .with("block", &[("id", "Block"), ("function", "Function")], &[&["b", "f"]])
}

const HEAD: &str = ".decl r(x: symbol) .output r .decl n(x: number) .decl f(x: Function) .output n
    ";

fn mistake(rules: &str) -> String {
    errors(&format!("{HEAD}{rules}"), &mut source())
}

fn accept(rules: &str) {
    run(&format!("{HEAD}{rules}"), &mut source()).unwrap();
}

#[test]
fn names() {
    assert_eq!(
        mistake("r(x) :- functoin(_, x)."),
        "functoin: unknown relation `functoin` (there is a relation `function`)"
    );
    assert_eq!(mistake("q(x) :- function(_, x)."), "q: unknown relation `q`");
    assert_eq!(
        mistake("function(\"a\", \"b\")."),
        "function: relation `function` is given and cannot be derived (declare a relation with another name, and \
         derive that)"
    );
    assert_eq!(
        mistake(".decl t(x: Functoin)"),
        "Functoin: unknown type `Functoin` (there is a type `Function`)"
    );
    assert_eq!(mistake(".decl n(x: symbol)"), "n: relation `n` is declared twice");
    assert_eq!(mistake(".type A <: symbol .type A <: symbol"), "A: type `A` is declared twice");
    assert_eq!(
        mistake(".type A = B | A .type B <: A"),
        "A: type `A` is defined in terms of itself"
    );
    assert_eq!(mistake(".input n"), "n: there are no rows to read for relation `n`");
}

#[test]
fn arity() {
    assert_eq!(
        mistake("r(x) :- function(x)."),
        "function(x): relation `function` has 2 columns (its columns are `function(id, name)`)"
    );
    assert_eq!(mistake("n(1, 2)."), "n(1, 2): relation `n` has 1 column (its columns are `n(x)`)");
}

#[test]
fn arity_of_functors_that_were_not_read_from_a_text() {
    let text = format!("{HEAD}n(strlen(\"a\")).");
    let mut program = parse(&text);
    let TermKind::Call(_, arguments) = &mut program.clauses[0].heads[0].arguments[0].kind else {
        panic!("no functor: {program:?}");
    };
    arguments.push(arguments[0].clone());
    assert_eq!(
        run_program(&program, &text, &mut source()).unwrap_err(),
        "strlen(\"a\"): expected 1 argument, found 2"
    );
}

#[test]
fn kinds() {
    assert_eq!(mistake("n(x) :- r(x)."), "x: expected number, found symbol");
    assert_eq!(mistake("n(\"a\")."), "\"a\": expected number, found symbol");
    assert_eq!(mistake("r(1)."), "1: expected symbol, found number, unsigned or float");
    assert_eq!(mistake("r(x + 1) :- r(x)."), "x: expected number, unsigned or float, found symbol");
    assert_eq!(mistake("n(1) :- r(x), n(y), x < y."), "y: expected symbol, found number");
    assert_eq!(mistake("n(1.5)."), "1.5: expected number, found float");
    assert_eq!(mistake("n(as(1.5, number))."), "1.5: expected number, found float");
    accept("n(strlen(x)) :- r(x). n(ord(x)) :- r(x). n(x) :- n(y), x = y + 1, x < 3.");
}

#[test]
fn subtypes() {
    assert_eq!(
        mistake("r(x) :- block(x, _), function(x, _)."),
        "x: variable `x` has type `Block` and type `Function`, which have no values in common (`as(x, Function)` \
         converts between types)"
    );
    assert_eq!(
        mistake("r(x) :- block(x, _), function(y, _), x = y."),
        "y: variable `y` has type `Block` and type `Function`, which have no values in common (`as(y, Function)` \
         converts between types)"
    );
    assert_eq!(
        mistake("f(x) :- block(x, _)."),
        "x: expected `Function` for column `x` of `f`, found `Block` (`as(…, Function)` converts between types)"
    );
    assert_eq!(
        mistake("f(x) :- r(x)."),
        "x: expected `Function` for column `x` of `f`, found `symbol` (`as(…, Function)` converts between types)"
    );
    assert_eq!(
        mistake("r(x) :- block(x, _), !f(x)."),
        "x: expected `Function` for column `x` of `f`, found `Block` (`as(…, Function)` converts between types)"
    );
    accept(
        "r(x) :- function(x, _), r(x). f(as(x, Function)) :- r(x). f(\"q\"). f(x) :- r(y), x = cat(y, \"z\").",
    );
    accept("r(x) :- block(x, _), function(y, _), x != y.");
    let union = ".type U = Block | Function .decl u(x: U) u(x) :- block(x, _).";
    accept(&format!("{union} r(x) :- block(x, _), u(x)."));
    assert_eq!(
        mistake(&format!("{union} f(x) :- u(x).")),
        "x: expected `Function` for column `x` of `f`, found `U` (`as(…, Function)` converts between types)"
    );
}

#[test]
fn equivalence_relations_have_two_columns_of_the_same_type() {
    for columns in ["x: number", "x: number, y: unsigned", "x: Block, y: Function"] {
        assert_eq!(
            mistake(&format!(".decl e({columns}) eqrel")),
            "e: equivalence relation `e` needs two columns of the same type"
        );
    }
    accept(".type Same = Block .decl e(x: Block, y: Same) eqrel");
}

#[test]
fn ungrounded_variables() {
    let help = "(a variable needs to occur in a relation that is not negated, or be equal to a term that is bound)";
    let unbound = |rules: &str, name: &str| {
        assert_eq!(
            mistake(rules),
            format!("{name}: variable `{name}` is not bound {help}"),
            "{rules}"
        );
    };
    unbound("n(x) :- n(1).", "x");
    unbound("n(x) :- n(x), !r(y).", "y");
    unbound("n(x) :- !m(x), x < 3. .decl m(x: number)", "x");
    unbound("n(x) :- n(x), x < z.", "z");
    unbound("n(1) :- n(x + 1).", "x");
    unbound("n(1) :- y + 1 = 3.", "y");
    unbound("n(x) :- x = count : { m(y) }, y < 3. .decl m(x: number)", "y");
    unbound("n(x) :- x = sum y : { m(z) }. .decl m(x: number)", "y");
    assert_eq!(mistake("n(_) :- n(1)."), "_: `_` in the head of a rule has no value");
    assert_eq!(mistake("n(x) :- n(y), x = _ + y."), "_: `_` can only be an argument of a relation");
    accept("n(x) :- n(y), z = y + 1, x = z.");
}

#[test]
fn negation_in_a_cycle() {
    assert_eq!(
        mistake(
            "n(x) :- n(x), !m(x). .decl m(x: number) .decl k(x: number) m(x) :- k(x). k(x) :- n(x)."
        ),
        "m(x): relation `n` depends on its own negation (`n` needs the negation of `m`, `m` needs `k`, `k` needs `n`)"
    );
    assert_eq!(
        mistake("n(x) :- x = count : { n(_) }."),
        "n(_): relation `n` depends on an aggregate over itself (`n` aggregates over `n`)"
    );
}
