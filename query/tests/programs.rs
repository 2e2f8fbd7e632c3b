//! Programs and their rows, which equal those of Soufflé 2.5.

mod support;

use query::plan::Plan;
use support::{Rows, parse, rows, run};

#[test]
fn transitive_closure() {
    let text = "
        .decl edge(x: number, y: number)
        edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4).
        .decl path(x: number, y: number)
        .output path
        path(x, y) :- edge(x, y).
        path(x, z) :- path(x, y), edge(y, z).";
    let expected =
        ["1 1", "1 2", "1 3", "1 4", "2 1", "2 2", "2 3", "2 4", "3 1", "3 2", "3 3", "3 4"]
            .map(str::to_owned);
    assert_eq!(rows(text), expected);
    let squared = text.replace("path(x, y), edge(y, z)", "path(x, y), path(y, z)");
    assert_eq!(rows(&squared), expected);
}

#[test]
fn integers_wrap_around_as_in_souffle() {
    let text = "
        .decl r(n: number, x: number)
        .output r
        r(1, 2147483647 + 1). r(2, -7 / 2). r(3, -7 % 2). r(4, 2 ^ 10). r(5, 2 ^ 40). r(6, 1 bshl 33).
        r(7, -8 bshr 1). r(8, -8 bshru 1). r(9, 3 land 0). r(10, lnot 5). r(11, bnot 5). r(12, 3 lxor 4).
        r(13, 2 ^ (-1)). r(14, to_number(\"12\")). r(15, to_number(1.7)). r(16, to_number(4000000000u)).
        r(17, strlen(\"héllo\")). r(18, max(1, 2, 3)). r(20, to_number(\"0x1f\")). r(21, 5 bxor 1).
        r(22, to_number(\" 12\")). r(23, to_number(\"-12\")). r(24, to_number(\"12x\")). r(25, to_number(\"0b11\")).
        r(26, 1 + 2 * 3 - 4).";
    let expected = [
        "1 -2147483648",
        "2 -3",
        "3 -1",
        "4 1024",
        "5 -2147483648",
        "6 2",
        "7 -4",
        "8 2147483644",
        "9 0",
        "10 0",
        "11 -6",
        "12 0",
        "13 0",
        "14 12",
        "15 1",
        "16 -294967296",
        "17 6",
        "18 3",
        "20 31",
        "21 4",
        "22 12",
        "23 -12",
        "24 12",
        "25 3",
        "26 3",
    ];
    assert_eq!(rows(text), expected);
}

#[test]
fn unsigned_numbers_and_floats() {
    let text = "
        .decl r(n: number, x: unsigned)
        .output r
        r(1, 2u ^ 40u). r(2, 2u ^ 31u). r(3, 0u - 1u). r(4, 4294967295u bshr 1u). r(6, to_unsigned(-1)).
        r(7, x) :- x = range(3u, 1u).
        r(8, x) :- x = range(1, 3).
        r(9, 3u ^ 33u). r(10, 2u ^ 64u). r(11, 3u ^ 41u).";
    assert_eq!(
        rows(text),
        [
            "1 0",
            "2 2147483648",
            "3 4294967295",
            "4 2147483647",
            "6 4294967295",
            "7 2",
            "7 3",
            "8 1",
            "8 2",
            "9 2790964099",
            "10 0",
            "11 0"
        ]
    );
    let text = "
        .decl f(x: float)
        .output f
        f(x) :- x = range(1.0, 2.0, 0.5).
        f(x) :- x = range(3.0, 1.0).
        f(-1.5). f(7). f(2.0 * 2). f(-3.25). f(as(8, float)).";
    assert_eq!(rows(text), ["-3.25", "-1.5", "1", "1.5", "2", "3", "4", "7", "8"]);
}

#[test]
fn texts() {
    let text = "
        .decl r(n: number, x: symbol)
        .output r
        r(1, substr(\"hello\", 1, 3)). r(2, substr(\"hello\", 3, 30)). r(3, substr(\"hello\", 30, 3)).
        r(4, substr(\"hello\", -1, 3)). r(5, substr(\"hello\", 1, -1)). r(6, min(\"b\", \"a\")).
        r(7, max(\"b\", \"a\", \"c\")). r(8, cat(\"b\", \"a\", \"c\")). r(9, substr(\"hello\", 5, 3)).
        r(10, \"less\") :- \"a\" < \"b\". r(10, \"more\") :- \"a\" > \"b\".
        r(11, to_string(-3)). r(12, to_string(3000000000u)). r(13, to_string(1.0)).
        r(14, to_string(15000000000.0)). r(15, to_string(1.0 / 0.0)).
        r(16, \"1\") :- match(\"a.c\", \"abc\"). r(16, \"2\") :- match(\"b\", \"abc\").
        r(16, \"3\") :- !match(\"b\", \"abc\"). r(16, \"4\") :- contains(\"b\", \"abc\").
        r(16, \"5\") :- !contains(\"\", \"abc\"). r(16, \"6\") :- match(\"a|abc\", \"abc\").
        r(17, cat(\"a\")).";
    let expected = [
        "1 ell",
        "2 lo",
        "3 ",
        "4 ",
        "5 ello",
        "6 a",
        "7 c",
        "8 bac",
        "9 ",
        "10 less",
        "11 -3",
        "12 3000000000",
        "13 1.000000",
        "14 15000000512.000000",
        "15 inf",
        "16 1",
        "16 3",
        "16 4",
        "16 6",
        "17 a",
    ];
    assert_eq!(rows(text), expected);
}

/// Characters are bytes, and character classes are ASCII.
#[test]
fn regular_expressions() {
    let text = r#"
        .decl r(n: number)
        .output r
        r(1) :- match("a.b", "aéb"). r(2) :- match("a..b", "aéb"). r(3) :- match("[a-c]+\\.x", "abc.x").
        r(4) :- match("\\w+\\s\\S\\d", "ab c1"). r(5) :- match("\\w", "é"). r(6) :- match(".*", "a\nb").
        r(7) :- match("é", "é"). r(8) :- match("[[:digit:]]{2}", "12"). r(9) :- match("\\bx", "x")."#;
    assert_eq!(rows(text), ["2", "3", "4", "7", "8", "9"]);
}

#[test]
fn repeated_questions_are_answered_once() {
    let text = ".decl a(x: number) a(1). .output a .output a(IO=stdout) .printsize a .printsize a";
    let found = run(text, &mut Rows::default()).unwrap();
    assert_eq!(
        found,
        [("a".to_owned(), vec!["1".to_owned()]), ("a".to_owned(), vec!["1".to_owned()])]
    );
}

#[test]
fn ranges_generate_and_check() {
    let text = "
        .decl r(n: symbol, x: number)
        .output r
        r(\"up\", x) :- x = range(1, 4).
        r(\"down\", x) :- x = range(4, 1).
        r(\"zero\", x) :- x = range(1, 4, 0).
        r(\"minus\", x) :- x = range(1, 4, -1).
        r(\"three\", x) :- x = range(1, 8, 3).
        r(\"threes down\", x) :- x = range(8, 1, -3).
        r(\"none\", x) :- x = range(3, 3).
        r(\"both\", x) :- x = range(1, 9), x = range(5, 20).";
    let expected = [
        "both 5",
        "both 6",
        "both 7",
        "both 8",
        "down 2",
        "down 3",
        "down 4",
        "three 1",
        "three 4",
        "three 7",
        "threes down 2",
        "threes down 5",
        "threes down 8",
        "up 1",
        "up 2",
        "up 3",
        "zero 1",
    ];
    assert_eq!(rows(text), expected);
}

#[test]
fn aggregates() {
    let text = "
        .decl a(x: number, y: number)
        a(1, 2). a(1, 3). a(2, 2).
        .decl r(k: number, n: number)
        .output r
        r(11, n) :- n = sum x : { a(x, _) }.
        r(12, n) :- n = count : { a(_, _) }.
        r(13, n) :- n = count : { a(x, _), a(x, _) }.
        r(14, n) :- n = sum x + y : { a(x, y), x < y }.
        r(x, n) :- a(x, _), n = max y : { a(x, y) }.
        r(15, n) :- n = max y : { a(7, y) }.
        r(16, n) :- n = sum y : { a(7, y) }.
        r(17, n) :- n = 1 + count : { a(x, _) } + count : { a(x, _), x > 1 }.
        r(19, n) :- a(x, _), n = count : { a(y, _), y >= x }.
        r(20, n) :- n = count : { a(7, _) }.
        r(21, n) :- a(n, _), n = count : { a(2, _) }.
        r(22, count : { a(x, y), !a(y, _) }).";
    let expected = [
        "1 3", "2 2", "11 4", "12 3", "13 3", "14 7", "16 0", "17 5", "19 1", "19 3", "20 0",
        "21 1", "22 1",
    ];
    assert_eq!(rows(text), expected);
    let text = ".decl a(x: float) .decl e(x: float) a(1). a(2.5). .decl r(n: float) .output r
        r(n) :- n = mean x : { a(x) }.  r(n) :- n = mean x : { e(x) }.";
    assert_eq!(rows(text), ["1.75"]);
}

/// A variable in the aggregated term is distinct from an outer variable with the same name.
#[test]
fn scopes_of_aggregates() {
    let text = "
        .decl a(x: number, y: number)
        a(1, 2). a(2, 4). a(3, 7).
        .decl r(k: number, m: number, n: number) .output r
        r(1, x, n) :- a(x, _), n = sum x : { a(x, _) }.
        r(2, y, n) :- a(y, _), n = sum x : { a(x, y) }.
        r(3, y, n) :- a(y, _), n = max x + y : { a(x, y) }.
        r(4, y, n) :- a(y, _), n = sum x : { a(x, _), 1 = count : { a(x, y) } }.
        r(5, y, n) :- a(y, _), n = sum x : { a(x, _), y < count : { a(_, _) } }.
        r(6, y, n) :- a(y, _), n = count : { a(_, z), z > y }.";
    let expected = [
        "1 1 6", "1 2 6", "1 3 6", "2 1 0", "2 2 1", "2 3 0", "3 1 10", "3 2 10", "3 3 10",
        "4 1 0", "4 2 1", "4 3 0", "5 1 6", "5 2 6", "5 3 0", "6 1 3", "6 2 2", "6 3 2",
    ];
    assert_eq!(rows(text), expected);
}

/// Soufflé counts the rows of a single atom, but the values of named variables if the body has
/// several atoms, an inner aggregate, or a repeated variable.
#[test]
fn aggregates_over_distinct_values() {
    let text = "
        .decl a(x: number, y: number)
        a(1, 2). a(2, 4). a(3, 7). a(4, 4). a(5, 7). a(5, 8).
        .decl r(k: number, n: number) .output r
        r(21, n) :- a(n, _), n = count : { a(2, _) }.
        r(22, count : { a(x, y), !a(y, _) }).
        r(23, n) :- n = count : { a(x, _), a(_, y), x < y }.
        r(24, n) :- n = count : { a(_, _), a(_, y), y = 4 }.
        r(25, n) :- a(x, _), n = sum y * z : { a(x, y), a(y, z) }.
        r(26, n) :- a(x, _), n = count : { a(y, x) }, n > 0.
        r(27, n) :- n = count : { a(x, x), x = x }.
        r(28, y) :- n = max x + y : { a(x, y) }, n > 0, a(y, _).
        r(29, n) :- n = count : { a(x, _), 1 = count : { a(x, _) } }.
        r(30, n) :- n = sum m : { a(x, _), m = count : { a(x, _) } }.";
    let expected = [
        "21 1", "22 3", "23 14", "24 1", "25 0", "25 8", "25 16", "26 1", "26 2", "27 1", "28 1",
        "28 2", "28 3", "28 4", "28 5", "29 4", "30 6",
    ];
    assert_eq!(rows(text), expected);
}

#[test]
fn witnesses_of_extremes() {
    let text = "
        .decl a(x: number, y: number)
        a(1, 2). a(5, 7). a(5, 8).
        .decl b(x: number)
        .output b
        b(y) :- x = max z : { a(z, y) }.
        b(x) :- x = min x : { a(x, _) }.";
    assert_eq!(rows(text), ["1", "7", "8"]);
}

#[test]
fn negation_with_wildcards_and_strata() {
    let text = "
        .decl e(x: symbol, y: symbol)
        e(\"a\", \"b\"). e(\"b\", \"c\"). e(\"d\", \"d\").
        .decl leaf(x: symbol) .output leaf
        .decl loop(x: symbol) .output loop
        .decl none() .output none
        .decl some() .output some
        .decl odd(x: symbol, y: symbol) .output odd
        leaf(x) :- e(_, x), !e(x, _).
        loop(x) :- e(x, x).
        none() :- !e(_, _).
        some() :- e(_, _), !none().
        odd(x, y) :- e(x, y), !leaf(y), !loop(x); leaf(x), leaf(y).";
    let found = run(text, &mut Rows::default()).unwrap();
    let found: Vec<(&str, String)> =
        found.iter().map(|(name, rows)| (name.as_str(), rows.join(","))).collect();
    let expected = [("leaf", "c"), ("loop", "d"), ("none", ""), ("some", ""), ("odd", "a b,c c")];
    assert_eq!(found, expected.map(|(name, rows)| (name, rows.to_owned())));
    let count =
        run(&text.replace(".output some", ".printsize some .printsize none"), &mut Rows::default())
            .unwrap();
    assert_eq!(count[3].1, ["1"]);
    assert_eq!(count[4].1, ["0"]);
}

#[test]
fn equivalence_and_limits() {
    let text = ".decl e(x: number, y: number) eqrel e(1, 2). e(2, 3). e(5, 5). .output e";
    assert_eq!(rows(text), ["1 1", "1 2", "1 3", "2 1", "2 2", "2 3", "3 1", "3 2", "3 3", "5 5"]);
    let text = ".decl a(x: number) a(1). a(x + 1) :- a(x). .limitsize a(n=4) .output a";
    assert_eq!(rows(text), ["1", "2", "3", "4"]);
    // The round that reaches a limit is completed, and all relations of the recursion end with it.
    let text = "
        .decl a(x: number) .limitsize a(n=6) .output a
        .decl b(x: number) .output b
        .decl c(x: number) .output c
        a(1). b(x * 2) :- a(x). a(x) :- b(x). a(x + 1) :- b(x). c(x) :- a(x), !b(x).";
    let found = run(text, &mut Rows::default()).unwrap();
    let rows: Vec<String> = found.into_iter().map(|it| it.1.join(" ")).collect();
    assert_eq!(rows, ["1 2 3 4 5 6 7", "2 4 6", "1 3 5 7"]);
}

#[test]
fn mutual_recursion_over_wide_rows() {
    let text = "
        .decl start(x: number) start(0).
        .decl even(a: number, b: number, c: number, d: number) .output even
        .decl odd(a: number, b: number, c: number, d: number)
        even(x, 0, x, 7) :- start(x).
        odd(x, y + 1, z, w) :- even(x, y, z, w), y < 6.
        even(x, y + 1, z, w) :- odd(x, y, z, w), even(x, _, z, w), even(x, 0, z, w).";
    assert_eq!(rows(text), ["0 0 0 7", "0 2 0 7", "0 4 0 7", "0 6 0 7"]);
}

#[test]
fn several_heads_terms_in_atoms_and_constants() {
    let text = "
        .decl a(x: number, y: number) a(1, 2). a(2, 4). a(3, 7). a(4, 4).
        .decl r(x: number, y: number) .output r
        .decl s(x: number)
        r(x, y + x), s(x) :- a(x, y), a(x, 2 * x), y > 0.
        r(9, x) :- s(x), a(x, 4).
        r(8, x) :- a(x, y), y = z, z = 7.
        r(7, x) :- a(x, x).
        r(6, 1) :- false.
        r(6, 2) :- true, f(x), as(x, number) = 1065353216. .decl f(x: float) f(1).";
    assert_eq!(rows(text), ["1 3", "2 6", "6 2", "7 4", "8 3", "9 2"]);
}

#[test]
fn only_what_an_output_needs_is_loaded() {
    let pair = [("x", "symbol"), ("y", "symbol")];
    let source = || {
        Rows::default()
            .with("edge", &pair, &[&["b", "c"], &["a", "b"], &["a", "b"]])
            .with("lib.edge", &pair, &[&["c", "d"]])
            .with("other", &pair, &[])
            .with("own", &pair, &[&["x", "y"]])
    };
    let text = "
        .decl all(x: symbol, y: symbol) .output all
        .decl unused(x: symbol, y: symbol)
        .decl own(x: symbol, y: symbol)
        own(x, y) :- edge(y, x).
        unused(x, y) :- other(x, y).
        all(x, y) :- edge(x, y); lib.edge(x, y); own(x, y).";
    let mut given = source();
    let found = run(text, &mut given).unwrap();
    assert_eq!(found[0].1, ["a b", "b a", "b c", "c b", "c d"]);
    assert_eq!(given.loaded, ["edge", "lib.edge"]);
    // With `.input`, rows of the source are added to those of the program.
    let found = run(&format!("{text} .input own"), &mut source()).unwrap();
    assert_eq!(found[0].1, ["a b", "b a", "b c", "c b", "c d", "x y"]);
    let found = run(".output edge", &mut source()).unwrap();
    assert_eq!(found[0].1, ["a b", "b c"]);
}

#[test]
fn terms_without_value_end_the_run() {
    let failure = |text: &str| run(text, &mut Rows::default()).unwrap_err();
    let head = ".decl r(x: number) .output r";
    assert_eq!(failure(&format!("{head} r(1 / y) :- y = 0.")), "division by zero");
    assert_eq!(
        failure(&format!("{head} r(to_number(\"x\")).")),
        "`x` is not a value of type number"
    );
    assert_eq!(
        failure(&format!("{head} r(1) :- match(\"(\", \"a\").")),
        "`(` is not a regular expression"
    );
}

#[test]
fn only_columns_that_a_rule_reads_are_loaded() {
    let source = || {
        let columns = [("x", "symbol"), ("y", "number"), ("z", "symbol")];
        Rows::default()
            .with("r", &columns, &[&["a", "1", "p"], &["a", "2", "p"], &["b", "2", "q"]])
            .with("s", &columns, &[&["a", "1", "p"], &["a", "2", "p"], &["b", "2", "q"]])
            .with("t", &columns, &[&["b", "3", "r"]])
    };
    let text = "
        .decl found(x: symbol, n: number) .output found
        found(x, n) :- r(x, _, z), n = count : { s(_, _, z) }.
        found(x, -1) :- r(x, _, _), !t(x, _, _).
        found(\"any\", 0) :- t(_, _, _).";
    let found = run(text, &mut source()).unwrap();
    assert_eq!(found[0].1, ["a -1", "a 2", "any 0", "b 1"]);
    let plan = Plan::of(&parse(text), &source()).unwrap();
    let loaded: Vec<_> = plan.inputs().iter().map(|it| (&*it.name, &*it.positions)).collect();
    // An aggregate counts rows, which may differ only in columns that it does not mention.
    assert_eq!(loaded, [("r", &[0, 2][..]), ("s", &[0, 1, 2]), ("t", &[0])]);
    let plan = Plan::of(&parse(&format!("{text} .printsize t")), &source()).unwrap();
    assert_eq!(plan.inputs()[2].positions, [0, 1, 2]);
}
