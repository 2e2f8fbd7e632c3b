//! Errors in programs, with their locations and messages.

use std::io;
use std::path::Path;

use query::texts::Texts;
use query::{parse, render};

fn files() -> Texts {
    Texts::new()
        .with_files(|path: &Path| match path.to_str() {
            Some("loop.dl") => Ok(b".include \"loop.dl\"".to_vec()),
            Some("bad.dl") => Ok(b"a(1).\nb(.".to_vec()),
            Some("binary.dl") => Ok(vec![0xFF]),
            Some("secret.dl") => Err(io::ErrorKind::PermissionDenied.into()),
            _ => Err(io::ErrorKind::NotFound.into()),
        })
        .with_library(&[("irlog/taint.dl", "")])
}

/// The rendered errors of a text.
fn rendered(text: &str) -> String {
    let mut texts = files();
    let main = texts.add("main.dl", text);
    let diagnostics = parse(&mut texts, main).expect_err("a mistake");
    render(&texts, &diagnostics, false)
}

/// The messages, each with line, column and the text at the location, and the help after `|`.
fn told(text: &str) -> Vec<String> {
    let mut texts = files();
    let main = texts.add("main.dl", text);
    let diagnostics = parse(&mut texts, main).expect_err("a mistake");
    let line = |it: &query::diagnostic::Diagnostic| {
        let (line, column) = texts.line_and_column(it.span);
        let place = &texts.text(it.span.text)[it.span.start as usize..it.span.end as usize];
        let help = it.help.as_ref().map(|it| format!(" | {it}")).unwrap_or_default();
        format!("{line}:{column} `{place}` {}{help}", it.message)
    };
    diagnostics.iter().map(line).collect()
}

#[track_caller]
fn one(text: &str, expected: &str) {
    assert_eq!(told(text), [expected], "{text}");
}

#[test]
fn errors_look_like_those_of_rustc() {
    let expected = "\
error: unknown function `strln`
 --> main.dl:3:11
  |
3 |     b(x), strln(x) = 1.
  |           ^^^^^
  |
  = help: there is a function `strlen`

error: expected `,` or `)`, found `.`
 --> main.dl:4:4
  |
4 | a(1.
  |    ^ expected `,` or `)`
";
    assert_eq!(rendered(".decl a(x: number)\na(x) :-\n    b(x), strln(x) = 1.\na(1.\n"), expected);
}

#[test]
fn the_place_may_be_in_an_included_text() {
    let expected = "\
error: expected a term, found `.`
 --> bad.dl:2:3
  |
2 | b(.
  |   ^ expected a term
";
    assert_eq!(rendered("a(1). .include \"bad.dl\""), expected);
}

#[test]
fn a_place_may_span_lines_or_be_the_end_of_the_text() {
    let expected = "\
error: a fact has one head
 --> main.dl:1:1
  |
1 | / a(1),
2 | | b(2).
  | |_____^
  |
  = help: end each fact with a full stop
";
    assert_eq!(rendered("a(1),\nb(2)."), expected);
    let expected = "\
error: expected `,` or `)`, found the end of the text
 --> main.dl:1:4
  |
1 | a(1
  |    ^ expected `,` or `)`
";
    assert_eq!(rendered("a(1"), expected);
}

#[test]
fn colours_are_used_on_request() {
    let mut texts = files();
    let main = texts.add_expression("a(");
    let diagnostics = parse(&mut texts, main).expect_err("a mistake");
    assert!(render(&texts, &diagnostics, true).contains("\x1b["));
    assert!(!render(&texts, &diagnostics, false).contains("\x1b["));
    assert!(render(&texts, &diagnostics, false).contains("--> <expression>:1:3"));
}

#[test]
fn mistakes_in_tokens() {
    one("a(1) ~ b(2).", "1:6 `~` unknown character `~`");
    one(
        "a(\"x",
        "1:3 `\"` unterminated text | end it with `\"`; a quote within a text is written `\\\"`",
    );
    one("a(1). /* b", "1:7 `/*` unterminated comment | end it with `*/`");
    one(
        "a(1) :- b(1) && c(1).",
        "1:14 `&&` unknown characters `&&` | write `,` for \"and\" between conditions, `band` or `land` between numbers",
    );
    assert_eq!(
        told("a('x')."),
        [
            "1:3 `'` unknown character `'` | texts are written in double quotes",
            "1:5 `'` unknown character `'` | texts are written in double quotes"
        ]
    );
    one(
        "a(\"\\q\").",
        "1:4 `\\q` unknown escape `\\q` | a backslash is written `\\\\`; other escapes are \\\" \\' \\a \\b \\f \\n \\r \\t \\v",
    );
    assert_eq!(
        told("a(0b12). a(0x). a(1_0). a(1.5e3). a(1.2.3)."),
        [
            "1:3 `0b12` malformed number `0b12`",
            "1:12 `0x` malformed number `0x`",
            "1:19 `1_0` malformed number `1_0`",
            "1:27 `1.5e3` malformed number `1.5e3`",
            "1:37 `1.2.3` malformed number `1.2.3`"
        ]
    );
    assert_eq!(
        told("a(4294967296). a(-2147483649). a(0x1ffffffff). a(-1u)."),
        [
            "1:3 `4294967296` this number does not fit into 32 bits | larger numbers are texts, such as \"4294967296\"",
            "1:18 `-2147483649` this number does not fit into 32 bits | larger numbers are texts, such as \"4294967296\"",
            "1:34 `0x1ffffffff` this number does not fit into 32 bits | larger numbers are texts, such as \"4294967296\"",
            "1:50 `-1u` an unsigned number cannot be negative"
        ]
    );
    one("a(256.0.0.1).", "1:3 `256.0.0.1` malformed number `256.0.0.1`");
}

#[test]
fn mistakes_in_sentences() {
    one("a(1)", "1:5 `` expected `:-` or `.`, found the end of the text");
    one(
        "a :- b().",
        "1:3 `:-` expected `(`, found `:-` | a relation without columns is written `a()`",
    );
    one("a(1), b(2).", "1:1 `a(1), b(2).` a fact has one head | end each fact with a full stop");
    one("a(1) b(2).", "1:6 `b` expected `:-` or `.`, found `b`");
    one("a(x) <= a(y) :- true.", "1:1 `a(x) <=` subsumption is not supported");
    one(".inptu a", "1:1 `.inptu` unknown directive `.inptu` | there is a directive `.input`");
    one(".foo", "1:1 `.foo` unknown directive `.foo`");
    one("1 = 2.", "1:1 `1` expected a rule, fact or directive, found `1`");
    one(". a(1).", "1:1 `.` expected a rule, fact or directive, found `.`");
    one("}", "1:1 `}` this `}` has no matching `{`");
    one("a() :- .", "1:8 `.` expected a term, found `.`");
    one("a() :- b(), .", "1:13 `.` expected a term, found `.`");
    one("a() :- b(); .", "1:13 `.` expected a term, found `.`");
    one(".plan 0:(1)", "1:1 `.plan` `.plan` must follow a rule");
    one("a(). .plan 0:(1,)", "1:17 `)` expected a number, found `)`");
    one("a(). .plan 0:(1a)", "1:15 `1a` expected a number or `)`, found `1a`");
    one(".input a(n=5u)", "1:12 `5u` expected a value, found `5u`");
    one("a(). .plan x", "1:12 `x` expected a number, found `x`");
}

#[test]
fn mistakes_in_declarations() {
    one(".decl a(x number)", "1:11 `number` expected `:` and a type, found `number`");
    one(".decl a(x: number,)", "1:19 `)` expected a column, found `)`");
    one(".decl a", "1:8 `` expected `(`, found the end of the text");
    one(
        ".decl count(x: number)",
        "1:7 `count` expected a name for the relation, found the keyword `count` | choose another name",
    );
    one(
        ".decl a(min: number)",
        "1:9 `min` expected a column, found the keyword `min` | choose another name",
    );
    one(
        ".decl a(x: number) choice-domain x",
        "1:20 `choice-domain` `choice-domain` is not supported",
    );
    one(".decl a(x: number) btree_delete", "1:20 `btree_delete` `btree_delete` is not supported");
    one(".decl a = debug_delta(b)", "1:9 `=` `debug_delta` is not supported");
    one(".type A = [x: number]", "1:11 `[` records are not supported");
    one(".type A = B { x: number }", "1:7 `A` algebraic data types are not supported");
    one(".type A <: ", "1:12 `` expected a type, found the end of the text");
    one(".functor f(x: number): number", "1:1 `.functor` user-defined functors are not supported");
    one(".lattice L<> {}", "1:1 `.lattice` lattices are not supported");
    one(".output a(x)", "1:12 `)` expected `=`, found `)`");
    one(".output a(x=,)", "1:13 `,` expected a value, found `,`");
    one(".output", "1:8 `` expected a relation, found the end of the text");
    one(".pragma x", "1:9 `x` expected a text, found `x`");
}

#[test]
fn mistakes_in_terms() {
    one("a([1, 2]).", "1:3 `[` records are not supported");
    one("a(nil).", "1:3 `nil` the record `nil` is not supported");
    one("a($).", "1:3 `$` the autoincrement functor `$` is not supported");
    one("a($B(1)).", "1:3 `$B` algebraic data types are not supported");
    one("a(@f(1)).", "1:3 `@` user-defined functors are not supported");
    one("a(autoinc()).", "1:3 `autoinc` the functor `autoinc` is not supported");
    one(
        "a(recursive_iteration_cnt()).",
        "1:3 `recursive_iteration_cnt` the functor `recursive_iteration_cnt` is not supported",
    );
    one("a(strln(x)).", "1:3 `strln` unknown function `strln` | there is a function `strlen`");
    one("a(foo(x)).", "1:3 `foo` unknown function `foo`");
    one("a() :- foo(x) = 1.", "1:8 `foo` unknown function `foo`");
    one("a() :- b(x) + 1 = 2.", "1:8 `b` unknown function `b`");
    one("a(match(x, y)).", "1:3 `match` `match` is a condition, not a term");
    one("a(true).", "1:3 `true` expected a term, found the keyword `true`");
    one("a(1 +).", "1:6 `)` expected a term, found `)`");
    one("a((1 + 2).", "1:10 `.` expected `,` or `)`, found `.`");
    one("a(as(1)).", "1:7 `)` expected `,` and a type, found `)`");
    assert_eq!(
        told("a(strlen()). a(substr(x, 1)). a(cat()). a(range(1)). a(ord)."),
        [
            "1:3 `strlen()` `strlen` takes 1 argument, found 0",
            "1:16 `substr(x, 1)` `substr` takes 3 arguments, found 2",
            "1:33 `cat()` `cat` takes at least 1 argument, found 0",
            "1:43 `range(1)` `range` takes 2 or 3 arguments, found 1",
            "1:59 `)` expected `(`, found `)`"
        ]
    );
    one(
        "a(min(1)).",
        "1:9 `)` expected `:`, found `)` | as a function, it takes at least 2 arguments",
    );
    one("a(count x : { b(x) }).", "1:9 `x` expected `:`, found `x`");
    one("a(count : { b(x) ).", "1:18 `)` expected `,`, `;` or `}`, found `)`");
    one(
        "a(count : { b(x); c(x) }).",
        "1:11 `{ b(x); c(x) }` a disjunction in an aggregate is not supported | derive a relation with one rule for each alternative, and use that",
    );
    one("a(sum x : 1).", "1:11 `1` expected a relation, found `1`");
}

#[test]
fn mistakes_in_conditions() {
    one("a() :- x.", "1:9 `.` expected a comparison, such as `=`, found `.`");
    one("a() :- 1.", "1:9 `.` expected a comparison, such as `=`, found `.`");
    one(
        "a() :- x = 1 < 2.",
        "1:14 `<` comparisons cannot be chained | write two comparisons with `,` between them",
    );
    one("a() :- match(x).", "1:8 `match(x)` `match` takes 2 arguments, found 1");
    one("a() :- !x.", "1:10 `.` expected a comparison, such as `=`, found `.`");
    one("a() :- (b(), c().", "1:17 `.` expected `,`, `;` or `)`, found `.`");
    one("a() :- b() c().", "1:12 `c` expected `,`, `;` or `.`, found `c`");
}

#[test]
fn mistakes_in_components() {
    one(".init a = C", "1:11 `C` unknown component `C`");
    one(
        ".comp Cat {} .init a = Cta",
        "1:24 `Cta` unknown component `Cta` | there is a component `Cat`",
    );
    assert_eq!(
        told(".comp C<T> {} .init a = C .init b = C<A, B>"),
        [
            "1:25 `C` component `C` takes 1 argument, found 0",
            "1:37 `C` component `C` takes 1 argument, found 2"
        ]
    );
    one(".comp C : D {}", "1:11 `D` unknown component `D`");
    one(".comp C<T> { .init i = T .init j = X } ", "1:36 `X` unknown component `X`");
    one(".comp C { .init i = C } .init a = C", "1:21 `C` component `C` has an instance of itself");
    one(
        ".comp C<T> { .init i = T<C> } .init a = C<C>",
        "1:24 `T` component `C` has an instance of itself",
    );
    one(".comp C : D {} .comp D : C {} .init a = C", "1:26 `C` component `C` inherits from itself");
    one(".comp C {} .comp C {}", "1:18 `C` component `C` is defined twice");
    one(".comp C {} .init a = C .init a = C", "1:30 `a` instance `a` is defined twice");
    one(
        ".comp A { .decl r() } .comp B : A { .override r } .init b = B .init c = B",
        "1:47 `r` relation `r` cannot be overridden | declare it in the base with `overridable` after its columns",
    );
    one(".override r", "1:11 `r` `.override` is only allowed in a component");
    one(".comp C {", "1:9 `{` component `C` is not closed | end it with `}`");
    one(".comp C { a(1. } b(2).", "1:14 `.` expected `,` or `)`, found `.`");
    one(".comp {}", "1:7 `{` expected a component, found `{`");
    one(".init a", "1:8 `` expected `=`, found the end of the text");
    one(".comp C<> {}", "1:9 `>` expected a type or component, found `>`");
    one(".init a = C<b.c>", "1:14 `.` expected `,` or `>`, found `.`");
}

#[test]
fn mistakes_in_included() {
    one(".include \"none.dl\"", "1:10 `\"none.dl\"` cannot find `none.dl`");
    one(
        ".include \"irlog/tiant.dl\"",
        "1:10 `\"irlog/tiant.dl\"` cannot find `irlog/tiant.dl` | the library has `irlog/taint.dl`",
    );
    one(".include \"loop.dl\"", "1:10 `\"loop.dl\"` `loop.dl` includes itself");
    one(".include \"binary.dl\"", "1:10 `\"binary.dl\"` `binary.dl` is not UTF-8");
    one(
        ".include \"secret.dl\"",
        "1:10 `\"secret.dl\"` cannot read `secret.dl`: permission denied",
    );
    one(".include none", "1:10 `none` expected a file in quotes, found `none`");
    assert_eq!(
        told("#include <none>\na(."),
        [
            "1:1 `#include <none>` expected a file in quotes | write `#include \"file.dl\"`",
            "2:3 `.` expected a term, found `.`"
        ]
    );
    assert_eq!(
        told("#define X 1\n#ifdef X"),
        [
            "1:1 `#define X 1` preprocessor directives are not supported, except `#include`",
            "2:1 `#ifdef X` preprocessor directives are not supported, except `#include`"
        ]
    );
}

#[test]
fn reading_continues() {
    assert_eq!(
        told("a(.\nb(1).\nc(."),
        ["1:3 `.` expected a term, found `.`", "3:3 `.` expected a term, found `.`"]
    );
    assert_eq!(
        told(".decl a(\nb(1). c(.\n.output"),
        [
            "2:2 `(` expected `:` and a type, found `(`",
            "2:9 `.` expected a term, found `.`",
            "3:8 `` expected a relation, found the end of the text"
        ]
    );
    assert_eq!(
        told("a(count : { b( ). c(1). d(."),
        ["1:17 `.` expected `,`, `;` or `}`, found `.`", "1:27 `.` expected a term, found `.`"]
    );
    assert_eq!(
        told(".comp C { a(. b(1). } c(."),
        ["1:13 `.` expected a term, found `.`", "1:25 `.` expected a term, found `.`"]
    );
    assert_eq!(
        told(".decl a(x\n.decl b(y\n.output 1"),
        [
            "2:1 `.` expected `:` and a type, found `.`",
            "3:1 `.` expected `:` and a type, found `.`",
            "3:9 `1` expected a relation, found `1`"
        ]
    );
}

/// Programs that would take too much memory, time or stack are rejected.
#[test]
fn limits() {
    let message = |text: &str| {
        told(text).swap_remove(0).split('`').next_back().unwrap_or_default().trim().to_owned()
    };
    for (open, close) in
        [("(", ")"), ("-", ""), ("bnot ", ""), ("cat(\"\", ", ")"), ("1 + (", ")"), ("2 ^ ", "")]
    {
        let text = format!("a({}1{}).", open.repeat(5000), close.repeat(5000));
        assert!(message(&text).starts_with("this is nested too deeply"), "{open}");
    }
    for (open, close) in [("(", ")"), ("!", ""), ("1 = count : { ", " }")] {
        let text = format!("a() :- {}b(){}.", open.repeat(5000), close.repeat(5000));
        assert!(message(&text).starts_with("this is nested too deeply"), "{open}");
    }
    let components: String = (0..500).map(|it| format!(".comp C{it} {{ ")).collect();
    assert!(message(&components).starts_with("this is nested too deeply"));
    assert!(
        message(&format!("a({}1).", "1 + ".repeat(5000)))
            .starts_with("this rule has too many operators")
    );
    let disjunctions = format!("a() :- {}b().", "(b(); c()), ".repeat(60));
    assert!(message(&disjunctions).starts_with("this body has too many alternatives"));
    let doubled = |of: fn(usize) -> String| {
        (0..60).map(of).collect::<String>() + ".comp C60 { .decl r() } .init c = C0"
    };
    let instances =
        doubled(|it| format!(".comp C{it} {{ .init a = C{0} .init b = C{0} }}\n", it + 1));
    assert!(message(&instances).starts_with("too many nested instances"));
    let bases = doubled(|it| format!(".comp C{it} : C{0}, C{0} {{ }}\n", it + 1));
    assert!(message(&bases).starts_with("too many nested instances"));
    assert_eq!(told(&"a(.\n".repeat(1000)).len(), 20);
}

/// Each file includes the next one twice.
#[test]
fn too_many_includes_are_rejected() {
    let mut texts = Texts::new().with_files(|path: &Path| {
        let number: usize =
            path.file_stem().and_then(|it| it.to_str()?.parse().ok()).unwrap_or_default();
        let next = number + 1;
        Ok(format!(".include \"{next}.dl\" .include \"{next}.dl\"").into_bytes())
    });
    let main = texts.add("0.dl", ".include \"1.dl\"");
    let diagnostics = parse(&mut texts, main).expect_err("too many");
    assert!(
        diagnostics
            .iter()
            .all(|it| it.message.contains("included too") || it.message.contains("too many files"))
    );
}
