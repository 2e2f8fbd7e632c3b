//! Properties of arbitrary texts.

mod print;

use proptest::prelude::*;
use query::syntax::Span;
use query::texts::Texts;
use query::{parse, render};

/// Fragments of programs, from which generated texts are often almost valid.
const PARTS: &[&str] = &[
    "a",
    "b",
    "x",
    "_",
    "?y",
    "T",
    "C",
    "1",
    "0x1f",
    "2u",
    "1.5",
    "1.2.3.4",
    "\"t\\n\"",
    "\"",
    "\\",
    ".",
    ",",
    ";",
    ":",
    ":-",
    "<:",
    "(",
    ")",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "!",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "|",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "@",
    "$",
    "#",
    "#include ",
    "/*",
    "*/",
    "//",
    "\n",
    " ",
    " ",
    ".decl ",
    ".type ",
    ".input ",
    ".output ",
    ".comp ",
    ".init ",
    ".override ",
    ".include ",
    ".once ",
    ".pragma ",
    ".plan ",
    ".foo",
    "count",
    "sum ",
    "min",
    "max",
    "match",
    "contains",
    "as",
    "nil",
    "band",
    "lnot ",
    "true",
    "cat",
    "range",
    "é",
    "\u{1F600}",
    "\0",
    "\r\n",
    "a(x) :- b(x).",
    "a(1).",
    "number",
    "overridable",
    "eqrel",
    "x:number",
    ".decl a(x:number)\n",
];

/// Parses a text, and renders its errors.
fn check(text: &str) -> Result<(), TestCaseError> {
    let mut texts = Texts::new().with_files(|_| Err(std::io::ErrorKind::NotFound.into()));
    let main = texts.add("main.dl", text);
    let is_within = |span: Span| {
        let (start, end) = (span.start as usize, span.end as usize);
        start <= end
            && end <= text.len()
            && text.is_char_boundary(start)
            && text.is_char_boundary(end)
    };
    match parse(&mut texts, main) {
        Ok(program) => {
            for clause in &program.clauses {
                prop_assert!(is_within(clause.span));
                prop_assert!(
                    clause.heads.iter().all(|it| is_within(it.span) && is_within(it.relation.span))
                );
                prop_assert!(!clause.bodies.is_empty());
            }
        }
        Err(diagnostics) => {
            prop_assert!(!diagnostics.is_empty());
            for diagnostic in &diagnostics {
                prop_assert!(is_within(diagnostic.span), "{diagnostic:?}");
                let shown = render(&texts, std::slice::from_ref(diagnostic), false);
                prop_assert!(
                    shown.starts_with("error: ") && shown.contains("--> main.dl:"),
                    "{shown}"
                );
            }
        }
    }
    Ok(())
}

fn term() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[a-z]".prop_map(|it| format!("v{it}")),
        any::<i32>().prop_map(|it| it.to_string()),
        any::<u32>().prop_map(|it| format!("{it}u")),
        "[ -~é\n\t]{0,4}"
            .prop_map(|it| format!("\"{}\"", it.replace('\\', "\\\\").replace('"', "\\\""))),
        Just("_".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let operator = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "^", "band", "bor", "bxor", "bshl", "bshr", "bshru", "land",
            "lor", "lxor",
        ]);
        prop_oneof![
            (inner.clone(), operator, inner.clone())
                .prop_map(|(left, it, right)| format!("{left} {it} {right}")),
            inner.clone().prop_map(|it| format!("-({it})")),
            inner.clone().prop_map(|it| format!("bnot ({it})")),
            inner.clone().prop_map(|it| format!("({it})")),
            inner.clone().prop_map(|it| format!("as({it}, T)")),
            prop::collection::vec(inner, 2..4).prop_map(|it| format!("cat({})", it.join(", "))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_rejected(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_parts_are_read_or_rejected(parts in prop::collection::vec(prop::sample::select(PARTS), 0..60)) {
        check(&parts.concat())?;
        check(&parts.join(" "))?;
    }

    /// A term that is printed with all parentheses is parsed to the same term.
    #[test]
    fn printed_terms_are_read_again(term in term()) {
        let read = |text: &str| {
            let mut texts = Texts::new();
            let main = texts.add("main.dl", text);
            parse(&mut texts, main).map(|it| print::program(&it)).map_err(|it| render(&texts, &it, false))
        };
        let once = read(&format!("a({term}).")).map_err(TestCaseError::fail)?;
        prop_assert_eq!(read(&once).map_err(TestCaseError::fail)?, once);
    }
}
