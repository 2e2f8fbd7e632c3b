//! Texts and the programs to which they are parsed.

mod print;

use std::io;
use std::path::{Path, PathBuf};

use query::syntax::{Literal, TermKind};
use query::texts::Texts;
use query::{parse, parse_all, render};

/// The program to which a text is parsed.
#[track_caller]
fn read(text: &str) -> String {
    let mut texts = Texts::new();
    let main = texts.add("main.dl", text);
    read_from(&mut texts, main)
}

#[track_caller]
fn read_from(texts: &mut Texts, main: query::syntax::TextId) -> String {
    match parse(texts, main) {
        Ok(program) => print::program(&program),
        Err(diagnostics) => panic!("{}", render(texts, &diagnostics, false)),
    }
}

/// The grouping of the operators of a term.
#[track_caller]
fn term(text: &str) -> String {
    let clause = read(&format!("r({text})."));
    clause["r(".len()..clause.len() - ").".len()].to_owned()
}

/// The alternatives of a body.
#[track_caller]
fn body(text: &str) -> String {
    let clause = read(&format!("r() :- {text}."));
    clause["r() :- ".len()..clause.len() - 1].to_owned()
}

#[test]
fn declarations() {
    assert_eq!(read(".decl r(x: number, y:symbol)"), ".decl r(x:number, y:symbol)");
    assert_eq!(read(".decl r()"), ".decl r()");
    assert_eq!(read(".decl a, b(x: T.U)"), ".decl a(x:T.U)\n.decl b(x:T.U)");
    assert_eq!(
        read(".decl e(x:T, y:T) btree eqrel inline .decl f()"),
        ".decl e(x:T, y:T) eqrel\n.decl f()"
    );
    assert_eq!(read(".decl r(x:T) magic no_magic no_inline brie overridable"), ".decl r(x:T)");
    assert_eq!(
        read(".decl r(x:T) input output printsize"),
        ".decl r(x:T)\n.input r\n.output r\n.printsize r"
    );
}

#[test]
fn types() {
    assert_eq!(read(".type A <: symbol"), ".type A <: symbol");
    assert_eq!(read(".type A = B | c.D | E"), ".type A = B | c.D | E");
    assert_eq!(read(".type A = B\n.type F"), ".type A = B\n.type F <: symbol");
    assert_eq!(read(".number_type A .symbol_type B"), ".type A <: number\n.type B <: symbol");
}

#[test]
fn directives() {
    assert_eq!(
        read(".input a .output b\n.printsize c.d, e"),
        ".input a\n.output b\n.printsize c.d\n.printsize e"
    );
    assert_eq!(
        read(".input a, b(IO=file, delimiter=\"\\t\", n=5, rfc4180=true)"),
        ".input a(IO=\"file\",delimiter=\"\\t\",n=\"5\",rfc4180=\"true\")\n\
         .input b(IO=\"file\",delimiter=\"\\t\",n=\"5\",rfc4180=\"true\")"
    );
    assert_eq!(read(".limitsize a(n=3)"), ".limitsize a(n=\"3\")");
    assert_eq!(read(".pragma \"a\"\n.pragma \"a\" \"b\" .output c()"), ".output c");
}

#[test]
fn facts_and_rules() {
    assert_eq!(read("a(1).b(\"x\", -2).\nc()."), "a(1).\nb(\"x\", -2).\nc().");
    assert_eq!(read("a(x), b.c(x) :- d.e(x,_), !f(x)."), "a(x), b.c(x) :- d.e(x, _), !f(x).");
    assert_eq!(read("a(x):-b . c(x).d(?y):-e(?y)."), "a(x) :- b.c(x).\nd(?y) :- e(?y).");
    assert_eq!(read("a(x) :- x = y.b(1)."), "a(x) :- x = y.\nb(1).");
    assert_eq!(read("a() :- b(). .plan 0:(1,2), 1:(2,1)\nc()."), "a() :- b().\nc().");
    assert_eq!(read("a(1)..output a"), ".output a\na(1).");
    assert_eq!(
        read("output_x(1). plan(1). input1(strict)."),
        "output_x(1).\nplan(1).\ninput1(strict)."
    );
}

#[test]
fn conditions() {
    assert_eq!(
        body("x = 1, x != 2, x < 3, x <= 4, x > 5, x >= 6"),
        "x = 1, x != 2, x < 3, x <= 4, x > 5, x >= 6"
    );
    assert_eq!(
        body("match(\"a.*\", x), !contains(\"b\", x)"),
        "match(\"a.*\", x), !contains(\"b\", x)"
    );
    assert_eq!(body("true, false, !true, !!false"), "true, false, false, false");
    assert_eq!(body("(x + 1) * 2 = y, (x) = y, (a(x))"), "((x + 1) * 2) = y, x = y, a(x)");
    assert_eq!(body("x = (y band 1), (x) band 3 > 0"), "x = (y band 1), (x band 3) > 0");
}

#[test]
fn disjunctions_become_alternatives() {
    assert_eq!(body("a(), b(); c()"), "a(), b(); c()");
    assert_eq!(body("a(), (b(); c()), d()"), "a(), b(), d(); a(), c(), d()");
    assert_eq!(body("(a(); b()), (c(); d())"), "a(), c(); a(), d(); b(), c(); b(), d()");
    assert_eq!(body("a(), (b(); c(), (d(); e()))"), "a(), b(); a(), c(), d(); a(), c(), e()");
    assert_eq!(body("!(a(), b())"), "!a(); !b()");
    assert_eq!(body("!(a(); b())"), "!a(), !b()");
    assert_eq!(body("!(a(), !(b(); !c()))"), "!a(); b(); !c()");
    assert_eq!(body("!(x = 1; x < 2), !(x >= 3), !(x != 4)"), "x != 1, x >= 2, x < 3, x = 4");
    assert_eq!(body("!(x > 1), !(x <= 2), !(match(\"a\", x); !contains(\"b\", x))").as_str(), {
        "x <= 1, x > 2, !match(\"a\", x), contains(\"b\", x)"
    });
}

/// The grouping was compared with the values that Soufflé computes.
#[test]
fn operators_group_as_in_souffle() {
    assert_eq!(term("1 + 2 * 3 - 4"), "((1 + (2 * 3)) - 4)");
    assert_eq!(term("8 / 4 / 2 % 3"), "(((8 / 4) / 2) % 3)");
    assert_eq!(term("2 ^ 3 ^ 2"), "(2 ^ (3 ^ 2))");
    assert_eq!(term("-2 ^ 2"), "(- (2 ^ 2))");
    assert_eq!(term("2 ^ -1 + 3"), "((2 ^ -1) + 3)");
    assert_eq!(term("2 ^ -x * 4"), "((2 ^ (- x)) * 4)");
    assert_eq!(term("-x * y"), "((- x) * y)");
    assert_eq!(term("bnot 1 ^ 2 + lnot 0"), "((bnot (1 ^ 2)) + (lnot (0)))");
    assert_eq!(
        term("1 bor 2 bxor 3 band 4 bshl 5 + 6"),
        "(1 bor (2 bxor (3 band (4 bshl (5 + 6)))))"
    );
    assert_eq!(term("1 lor 2 lxor 3 land 4 bor 5"), "(1 lor (2 lxor (3 land (4 bor 5))))");
    assert_eq!(term("1 bshl 2 bshr 3 bshru 4"), "(((1 bshl 2) bshr 3) bshru 4)");
    assert_eq!(term("1 lor 0 land 0 lor 2"), "((1 lor (0 land 0)) lor 2)");
    assert_eq!(term("(1 + 2) * 3"), "((1 + 2) * 3)");
    assert_eq!(term("10-3-2"), "((10 - 3) - 2)");
    assert_eq!(term("--2 - - 2"), "((- -2) - -2)");
}

#[test]
fn numbers() {
    assert_eq!(term("0x1F, 0b11, 007, 7u, 0xffu, 0b1u"), "31, 3, 7, 7u, 255u, 1u");
    assert_eq!(term("2147483647, -2147483648, - 1"), "2147483647, -2147483648, -1");
    assert_eq!(term("2147483648, 4294967295, 0xffffffff"), "2147483648u, 4294967295u, 4294967295u");
    assert_eq!(term("1.5, -0.25, 10.0"), "1.5, -0.25, 10.0");
    assert_eq!(term("127.0.0.1, 1.2.3.4 + 1"), "2130706433, (16909060 + 1)");
}

#[test]
fn strings() {
    let program = |text: &str| {
        let mut texts = Texts::new();
        let main = texts.add("main.dl", text);
        let program = parse(&mut texts, main).expect("valid");
        match &program.clauses[0].heads[0].arguments[0].kind {
            TermKind::Symbol(text) => text.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(program(r#"a("")."#), "");
    assert_eq!(program(r#"a("\a\b\f\n\r\t\v\\\"\'")."#), "\x07\x08\x0C\n\r\t\x0B\\\"'");
    assert_eq!(
        program("a(\"two\nlines // no comment /* é */\")."),
        "two\nlines // no comment /* é */"
    );
    assert_eq!(program(r#"a("x\\")."#), "x\\");
}

#[test]
fn functions() {
    assert_eq!(
        term("cat(x, \"y\", z), strlen(x), substr(x, 0, 1)"),
        "cat(x, \"y\", z), strlen(x), substr(x, 0, 1)"
    );
    assert_eq!(
        term("ord(x), to_number(x), to_string(x), to_float(x), to_unsigned(x)"),
        "ord(x), to_number(x), to_string(x), to_float(x), to_unsigned(x)"
    );
    assert_eq!(term("min(x, 1 + 2), max(1, 2, 3), range(1, 5), range(1, 5, 2)").as_str(), {
        "min(x, (1 + 2)), max(1, 2, 3), range(1, 5), range(1, 5, 2)"
    });
    assert_eq!(term("as(x + 1, inst.T), min((1), 2)"), "as((x + 1), inst.T), min(1, 2)");
}

#[test]
fn aggregates() {
    assert_eq!(body("x = count : { a(_), y < 2 }"), "x = count : { a(_), y < 2 }");
    assert_eq!(body("x = sum y : a(y), b()"), "x = sum y : { a(y) }, b()");
    assert_eq!(body("x = min y * 2 : { a(y) } + 1"), "x = (min (y * 2) : { a(y) } + 1)");
    assert_eq!(body("x = max (y) + 1 : { a(y) }"), "x = max (y + 1) : { a(y) }");
    assert_eq!(body("x = mean cat(y, z) : { a(y, z) }"), "x = mean cat(y, z) : { a(y, z) }");
    assert_eq!(
        body("2 < count : { a(x), 1 = count : { b(x) } }"),
        "2 < count : { a(x), 1 = count : { b(x) } }"
    );
}

#[test]
fn comments() {
    assert_eq!(
        read("// a(1).\na(2). /* a(3). // */ a(4). /* /* */ /***/ a(5). // end"),
        "a(2).\na(4).\na(5)."
    );
}

#[test]
fn places_are_those_of_the_text() {
    let text = "a(x) :-\n  b(x, \"é\"), x = 1 + (y).";
    let mut texts = Texts::new();
    let main = texts.add("main.dl", text);
    let program = parse(&mut texts, main).expect("valid");
    let of = |span: query::syntax::Span| &text[span.start as usize..span.end as usize];
    let clause = &program.clauses[0];
    assert_eq!(of(clause.span), text);
    assert_eq!(of(clause.heads[0].span), "a(x)");
    let [Literal::Atom(atom), Literal::Comparison(_, _, right)] = clause.bodies[0].as_slice()
    else {
        panic!()
    };
    assert_eq!(of(atom.span), "b(x, \"é\")");
    assert_eq!(of(atom.relation.span), "b");
    assert_eq!(of(atom.arguments[1].span), "\"é\"");
    assert_eq!(of(right.span), "1 + (y)");
    assert_eq!(texts.line_and_column(right.span), (2, 18));
}

/// Texts whose files are in a list.
fn with_files(files: &'static [(&'static str, &'static str)]) -> Texts {
    Texts::new().with_files(move |path: &Path| {
        let found = files.iter().find(|(name, _)| Path::new(name) == path);
        found
            .map(|(_, text)| text.as_bytes().to_vec())
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    })
}

#[test]
fn files_are_included() {
    let mut texts = with_files(&[
        ("rules/first.dl", "#include \"deep/second.dl\"\na(1)."),
        ("rules/deep/second.dl", "a(2). .include \"third.dl\""),
        ("rules/deep/third.dl", "a(3)."),
        ("shared/other.dl", ".comp C { .include \"inner.dl\" }"),
        ("shared/inner.dl", "a(4)."),
    ])
    .with_folders([PathBuf::from("nowhere"), PathBuf::from("shared")]);
    let main = texts
        .add("rules/main.dl", ".include \"first.dl\" # include \"other.dl\"\n a(5). .init c = C");
    assert_eq!(read_from(&mut texts, main), "a(2).\na(3).\na(1).\na(5).\na(4).");
}

#[test]
fn the_schema_is_not_read() {
    let mut texts = with_files(&[("facts/schema.dl", "this is not read")]);
    let main = texts.add("main.dl", "#include \"schema.dl\"\n.include \"facts/schema.dl\" a(1).");
    assert_eq!(read_from(&mut texts, main), "a(1).");
}

#[test]
fn library_texts_and_files_with_once_are_read_once() {
    let mut texts = with_files(&[("x.dl", ".once x(1)."), ("y.dl", "y(1).")])
        .with_library(&[("irlog/a.dl", ".include \"irlog/b.dl\" a(1)."), ("irlog/b.dl", "b(1).")]);
    let twice = ".include \"irlog/a.dl\" .include \"irlog/b.dl\" .include \"irlog/a.dl\" ";
    let main = texts.add(
        "main.dl",
        format!("{twice} .include \"x.dl\" .include \"x.dl\" .include \"y.dl\" .include \"y.dl\""),
    );
    assert_eq!(read_from(&mut texts, main), "b(1).\na(1).\nx(1).\ny(1).\ny(1).");
}

/// A program may include its own version of a library text, which does not affect the library.
#[test]
fn files_come_before_the_library() {
    let mut texts = with_files(&[("irlog/a.dl", "own(1).")])
        .with_library(&[("irlog/a.dl", "built_in(1)."), ("irlog/b.dl", ".include \"irlog/a.dl\"")]);
    let main = texts.add("main.dl", ".include \"irlog/a.dl\" .include \"irlog/b.dl\"");
    assert_eq!(read_from(&mut texts, main), "own(1).\nbuilt_in(1).");
}

#[test]
fn expressions_may_end_without_a_full_stop() {
    for (text, expected) in [
        ("a(x) :- b(x)", "a(x) :- b(x)."),
        ("a(x) :- b(x). ", "a(x) :- b(x)."),
        ("a(1). .output a", ".output a\na(1)."),
        ("a(\"b.\")", "a(\"b.\")."),
    ] {
        let mut texts = Texts::new();
        let main = texts.add_expression(text);
        assert_eq!(read_from(&mut texts, main), expected);
    }
}

#[test]
fn several_texts_are_one_program() {
    let mut texts = Texts::new();
    let first = texts.add("main.dl", ".comp C { c(1). }");
    let second = texts.add_expression(".init i = C a(1)");
    let program = parse_all(&mut texts, &[first, second]).expect("valid");
    assert_eq!(print::program(&program), "a(1).\nc(1).");
}
