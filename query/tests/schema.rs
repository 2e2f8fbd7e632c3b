//! The schema that `irlog schema --format souffle` prints, and the programs of the guide, are
//! parsed as ordinary files.

mod print;

use facts_schema::{Ids, texts::souffle_of_all};
use query::syntax::{DirectiveKind, Program};
use query::texts::Texts;
use query::{parse_all, render};

const GUIDE: &str = include_str!("../../docs/guide-souffle.md");

/// Parses the concatenated texts as one program.
#[track_caller]
fn read(parts: &[&str]) -> Program {
    let mut texts = Texts::new();
    let mains: Vec<_> = parts.iter().map(|it| texts.add("part.dl", *it)).collect();
    match parse_all(&mut texts, &mains) {
        Ok(program) => program,
        Err(diagnostics) => panic!("{}", render(&texts, &diagnostics, false)),
    }
}

#[test]
fn the_schema_is_read_as_a_file() {
    for ids in [Ids::Symbol, Ids::Numeric] {
        let schema = souffle_of_all(ids);
        let program = read(&[&schema]);
        let lines =
            |start: &str| schema.lines().filter(|it| it.trim_start().starts_with(start)).count();
        assert_eq!(program.relations.len(), lines(".decl "));
        assert_eq!(program.types.len(), lines(".type "));
        let is_input = |kind| kind == DirectiveKind::Input;
        assert_eq!(
            program.directives.iter().filter(|it| is_input(it.kind)).count(),
            lines(".input ")
        );
        let published =
            program.relations.iter().filter(|it| it.name.text.starts_with("published.")).count();
        let in_component = schema.lines().filter(|it| it.starts_with("    .decl ")).count();
        assert!(published > 0);
        assert_eq!(published, in_component);
        let is_known = |name: &str| program.relations.iter().any(|it| it.name.text == name);
        assert!(
            program.clauses.iter().all(|it| it.heads.iter().all(|it| is_known(&it.relation.text)))
        );
    }
}

/// A printed program is parsed to the same program.
#[test]
fn the_guide_is_read_with_the_schema() {
    let schema = souffle_of_all(Ids::Symbol);
    let programs: Vec<_> =
        GUIDE.split("```souffle\n").skip(1).filter_map(|it| it.split("```").next()).collect();
    assert!(programs.len() >= 5);
    for text in programs {
        let program = read(&[&schema, text]);
        assert!(program.directives.iter().any(|it| it.kind == DirectiveKind::Output), "{text}");
        let printed = print::program(&Program { clauses: program.clauses, ..Program::default() });
        assert_eq!(print::program(&read(&[&printed])), printed);
    }
}
