//! The page of the rules, `docs/points-to-rules.md`: the program with its comments as text.

use std::collections::BTreeMap;

use super::Rule;

const PROGRAM: &str = include_str!("program.rs");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/points-to-rules.md");

/// A part of the program between two empty lines.
#[derive(Debug)]
enum Paragraph {
    /// The title of the paragraphs that follow.
    Section(String),
    /// The kind of the relation, the meaning of its rows, and its columns.
    Relation { kind: &'static str, sentence: String, columns: String },
    /// The name of the rule, its description, and the rule.
    Rule { name: Option<String>, sentence: String, code: String },
}

fn page() -> String {
    let mut page = include_str!("page.md").to_owned();
    for paragraph in paragraphs() {
        page.push('\n');
        page += &match paragraph {
            Paragraph::Section(title) => format!("## {title}\n"),
            Paragraph::Relation { kind, sentence, columns } => {
                format!("`{columns}`{kind}: {}\n", upper_case(&sentence))
            }
            Paragraph::Rule { name, sentence, code } => {
                let heading = name.map(|name| format!("### {name}\n\n")).unwrap_or_default();
                let text = if sentence.is_empty() { sentence } else { sentence + "\n\n" };
                format!("{heading}{text}```prolog\n{code}```\n")
            }
        };
    }
    page
}

fn paragraphs() -> Vec<Paragraph> {
    let (_, program) = PROGRAM.split_once("datalog! { rows;\n").expect("there is a program");
    let (program, _) = program.rsplit_once('}').expect("the program ends");
    program.split("\n\n").map(paragraph).collect()
}

fn paragraph(text: &str) -> Paragraph {
    let (mut comment, mut code, mut kind) = (Vec::new(), String::new(), "");
    for line in text.lines() {
        let line = line.strip_prefix("    ").unwrap_or(line);
        match line {
            "@input" => kind = " (given)",
            "@output" => kind = " (result)",
            _ => match line.strip_prefix("///").or_else(|| line.strip_prefix("//")) {
                Some(line) => comment.push(line.trim()),
                None => code += &format!("{line}\n"),
            },
        }
    }
    let comment = comment.join(" ");
    if code.is_empty() {
        return Paragraph::Section(comment.trim_end_matches('.').to_owned());
    }
    if let Some((_, columns)) = code.split_once("struct ") {
        let columns = columns.trim_end().trim_end_matches(';').to_owned();
        return Paragraph::Relation { kind, sentence: comment, columns };
    }
    match comment.split_once(": ") {
        Some((name, sentence)) if !name.contains(' ') => {
            Paragraph::Rule { name: Some(name.to_owned()), sentence: upper_case(sentence), code }
        }
        _ => Paragraph::Rule { name: None, sentence: comment, code },
    }
}

/// The sentence, beginning with a capital letter.
fn upper_case(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[test]
fn the_page_in_docs_is_up_to_date() {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PAGE, page()).expect("docs can be written");
    }
    let found = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        found == page(),
        "docs/points-to-rules.md is stale. Renew it with\n\
         BLESS=1 cargo test -p points-to"
    );
}

#[test]
fn descriptions_of_rules_agree_with_the_comments_of_the_program() {
    let said: BTreeMap<String, String> = paragraphs()
        .into_iter()
        .filter_map(|paragraph| match paragraph {
            Paragraph::Rule { name, sentence, .. } => Some((name?, sentence)),
            _ => None,
        })
        .collect();
    let declared: BTreeMap<String, String> =
        Rule::ALL.iter().map(|rule| (rule.name().to_owned(), rule.sentence().to_owned())).collect();
    assert_eq!(said, declared);
}

#[test]
fn every_paragraph_is_complete() {
    for paragraph in paragraphs() {
        match &paragraph {
            Paragraph::Section(text) => assert!(!text.is_empty(), "{paragraph:?}"),
            Paragraph::Relation { sentence, columns, .. } => {
                let is_declared = columns.contains('(');
                assert!(sentence.ends_with('.') && is_declared, "{paragraph:?}");
            }
            Paragraph::Rule { code, .. } => assert!(code.ends_with(";\n"), "{paragraph:?}"),
        }
    }
}
