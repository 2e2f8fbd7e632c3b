//! The page of the standard library, `docs/query-library.md`, generated from the comments and
//! declarations of its files.

use super::LIBRARY;
use crate::parse_all;
use crate::syntax::RelationDeclaration;
use crate::texts::Texts;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/query-library.md");

/// The prefix of the comment of an auxiliary relation.
const HELPER: &str = "Helper: ";

/// The suffix of the comments of relations whose rows come from the program, and its replacement on
/// the page.
const BY_PROGRAM: [(&str, &str); 2] = [
    (" The program defines this relation.", "*Defined by the program.*"),
    (" The program may add rows.", "*The program may add rows.*"),
];

/// A file of the library.
struct File {
    name: &'static str,
    /// The paragraphs of the comment at the start of the file.
    introduction: Vec<String>,
    /// The files that it includes.
    includes: Vec<String>,
    relations: Vec<Relation>,
}

/// A relation of the library.
struct Relation {
    declaration: RelationDeclaration,
    /// The comment before the declaration, on one line.
    comment: String,
}

fn page() -> String {
    let files: Vec<File> = LIBRARY.iter().map(|(name, text)| file(name, text)).collect();
    let mut page = include_str!("reference.md").to_owned();
    page += "| file | about |\n|---|---|\n";
    for file in &files {
        page +=
            &format!("| [`{}`](#{}) | {} |\n", file.name, anchor(file.name), file.introduction[0]);
    }
    for file in &files {
        let source = file.name.replace("irlog/", "../query/library/");
        let introduction = file.introduction.join("\n\n");
        page += &format!("\n## {}\n\n{introduction}\n\n[Source]({source})", file.name);
        page.extend(
            file.includes.iter().map(|it| format!(". Includes [`{it}`](#{}).", anchor(it))),
        );
        page.push('\n');
        let (helpers, relations): (Vec<_>, Vec<_>) =
            file.relations.iter().partition(|it| it.comment.starts_with(HELPER));
        page.extend(relations.into_iter().map(entry));
        if !helpers.is_empty() {
            page += &format!("\n### Helpers of {}\n\n", file.name);
            page.extend(helpers.into_iter().map(helper));
        }
    }
    page
}

/// The anchor of a heading whose text is the name of a file.
fn anchor(name: &str) -> String {
    name.replace(['/', '.'], "")
}

fn entry(relation: &Relation) -> String {
    let mut comment = relation.comment.clone();
    for (end, instead) in BY_PROGRAM {
        if let Some(comment_without_end) = comment.strip_suffix(end) {
            comment = format!("{comment_without_end} {instead}");
        }
    }
    let name = &relation.declaration.name.text;
    format!("\n### {name}\n\n`{}`\n\n{comment}\n", signature(&relation.declaration))
}

fn helper(relation: &Relation) -> String {
    format!("- `{}`: {}\n", signature(&relation.declaration), &relation.comment[HELPER.len()..])
}

/// `name(column: type, …)`
fn signature(declaration: &RelationDeclaration) -> String {
    let columns: Vec<_> = declaration
        .columns
        .iter()
        .map(|(column, kind)| format!("{}: {}", column.text, kind.text))
        .collect();
    format!("{}({})", declaration.name.text, columns.join(", "))
}

fn file(name: &'static str, text: &'static str) -> File {
    let mut texts = Texts::new().with_library(LIBRARY);
    let main = texts.add(name, text);
    let program = parse_all(&mut texts, &[main]).expect("the library has no mistakes");
    let relations = program
        .relations
        .into_iter()
        .filter(|it| it.name.span.text == main)
        .map(|declaration| Relation {
            comment: texts.comment_before(declaration.name.span).join(" "),
            declaration,
        })
        .collect();
    let others = texts.ids().filter(|it| *it != main);
    // Only direct includes: transitive ones are listed at the included files.
    let includes = others
        .map(|it| texts.name(it).to_owned())
        .filter(|it| text.contains(&format!(".include \"{it}\"")))
        .collect();
    File { name, introduction: introduction(text), includes, relations }
}

/// The paragraphs of the comment at the start of a text.
fn introduction(text: &str) -> Vec<String> {
    let lines: Vec<&str> =
        text.lines().map_while(|it| it.strip_prefix("//")).map(str::trim).collect();
    lines.split(|it| it.is_empty()).map(|it| it.join(" ")).collect()
}

#[test]
fn the_page_in_docs_is_up_to_date() {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PAGE, page()).expect("docs can be written");
    }
    let found = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        found == page(),
        "docs/query-library.md is stale. Renew it with\n\
         BLESS=1 cargo test -p query"
    );
}

#[test]
fn every_file_has_an_introduction_and_relations() {
    for (name, text) in LIBRARY {
        let file = file(name, text);
        assert!(file.introduction.iter().all(|it| it.ends_with('.')), "{name}");
        assert_eq!(file.relations.len(), text.matches("\n.decl ").count(), "{name}");
        assert!(!file.relations.is_empty(), "{name}");
    }
}

#[test]
fn every_comment_mentions_every_column() {
    for (name, text) in LIBRARY {
        for Relation { declaration, comment } in file(name, text).relations {
            let relation = &declaration.name.text;
            assert!(comment.ends_with('.'), "{name}: {relation}: {comment}");
            for (column, _) in &declaration.columns {
                let mention = format!("`{}`", column.text);
                assert!(
                    comment.contains(&mention),
                    "{name}: {relation}: no {mention} in {comment}"
                );
            }
        }
    }
}

#[test]
fn every_relation_is_on_the_page() {
    let page = page();
    for (name, text) in LIBRARY {
        for Relation { declaration, .. } in file(name, text).relations {
            let signature = format!("`{}`", signature(&declaration));
            assert_eq!(page.matches(&signature).count(), 1, "{signature}");
        }
    }
}

/// A relation without a rule only has rows if the program adds them, and its comment says so.
#[test]
fn relations_without_rules_are_marked() {
    for (name, text) in LIBRARY {
        for Relation { declaration, comment } in file(name, text).relations {
            let relation = &declaration.name.text;
            let is_derived = text.contains(&format!("\n{relation}("));
            let is_marked = BY_PROGRAM.iter().any(|(end, _)| comment.ends_with(end));
            assert!(is_derived || is_marked, "{name}: {relation}");
        }
    }
}
