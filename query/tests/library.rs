//! The built-in texts are valid programs.

use query::library::{LIBRARY, PUBLISHED, published};
use query::syntax::Program;
use query::texts::Texts;
use query::{parse_all, render};

/// Parses a text to a program.
fn parse(name: &str, text: &str) -> Program {
    let mut texts = Texts::new().with_library(LIBRARY);
    let main = texts.add(name, text);
    let parsed = parse_all(&mut texts, &[main]);
    parsed.unwrap_or_else(|mistakes| panic!("{}", render(&texts, &mistakes, false)))
}

#[test]
fn each_file_of_the_library_can_be_read_alone_and_with_all_others() {
    let mut together = String::new();
    for (name, _) in LIBRARY {
        let include = format!(".include \"{name}\"\n");
        assert!(!parse("main.dl", &include).relations.is_empty(), "{name}");
        together += &include;
    }
    let mut names: Vec<_> =
        parse("main.dl", &together).relations.into_iter().map(|it| it.name.text).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "a relation is declared twice");
}

#[test]
fn no_relation_of_the_library_has_the_name_of_another() {
    let published = parse(PUBLISHED, &published());
    let taken: Vec<_> = published.relations.into_iter().map(|it| it.name.text).collect();
    assert!(taken.contains(&"published.alloca_instruction".into()));
    for (name, text) in LIBRARY {
        for relation in parse(name, text).relations {
            let relation = relation.name.text;
            assert!(!taken.contains(&relation), "{relation}");
            assert_eq!(query::facts::group_of(&relation), None, "{relation}");
        }
    }
}
