//! The examples in `docs/query-language.md` print the output shown on the page.

use query::diagnostic::Diagnostic;
use query::facts::FactsSource;
use query::infer::infer;
use query::library::LIBRARY;
use query::plan::Plan;
use query::print::{Printed, Printer};
use query::run::RunError;
use query::syntax::DirectiveKind;
use query::texts::Texts;
use query::value::Symbols;
use query::{parse_all, render, run};

const PAGE: &str = include_str!("../../docs/query-language.md");

/// The start of commands on the page. The examples have their own facts, and do not use the module.
const COMMAND: &str = "$ irlog query examples/demo.ll ";

/// A part of a program.
enum Part<'p> {
    File { name: &'p str, text: &'p str },
    Expression(&'p str),
}

/// The output of `irlog query` for a program on a module without rows.
fn answer(parts: &[Part]) -> String {
    let mut texts = Texts::new().with_library(LIBRARY);
    let (mut mains, mut expressions) = (Vec::new(), Vec::new());
    for part in parts {
        let main = match part {
            Part::File { name, text } => texts.add(*name, *text),
            Part::Expression(text) => {
                expressions.push(texts.add_expression(text));
                expressions[expressions.len() - 1]
            }
        };
        mains.push(main);
    }
    let module = facts_schema::Facts::default();
    let mut source = FactsSource::new(&module, Box::new(|_| Ok(Default::default())));
    let mut program = match parse_all(&mut texts, &mains) {
        Ok(program) => program,
        Err(mistakes) => return render(&texts, &mistakes, false),
    };
    infer(&mut program, &expressions, &source);
    let plan = match Plan::of(&program, &source) {
        Ok(plan) => plan,
        Err(mistakes) => return render(&texts, &mistakes, false),
    };
    let mut symbols = Symbols::default();
    let answer = match run(&plan, &mut source, &mut symbols) {
        Ok(answer) => answer,
        Err(RunError::Evaluate { message, span }) => {
            return render(&texts, &[Diagnostic::new(message, span)], false);
        }
        Err(error) => panic!("{error}"),
    };
    let printed = |(output, rows)| {
        let output: &query::plan::Output = output;
        Printed {
            name: &output.name,
            columns: output.columns.iter().map(|(name, kind)| (name.as_str(), *kind)).collect(),
            rows,
            only_size: output.directive == DirectiveKind::PrintSize,
        }
    };
    let relations: Vec<_> = plan.outputs().iter().zip(&answer.tables).map(printed).collect();
    let mut text = Vec::new();
    let printer = Printer { symbols: &symbols, limit: None };
    printer.text(&relations, &mut text).expect("memory takes it");
    String::from_utf8(text).expect("it is UTF-8")
}

/// The code blocks of the page in a language, each with the text before it.
fn blocks(language: &str) -> Vec<(&'static str, &'static str)> {
    let mut blocks = Vec::new();
    let fence = format!("```{language}\n");
    for (at, _) in PAGE.match_indices(&fence) {
        let block = PAGE[at + fence.len()..].split("```").next().expect("a part is before the end");
        blocks.push((&PAGE[..at], block));
    }
    blocks
}

/// The program that is called `name` on the page.
fn program(name: &str) -> &'static str {
    let heading = format!("`{name}`:\n\n");
    let blocks = blocks("souffle");
    blocks.iter().find(|(before, _)| before.ends_with(&heading)).expect("a program").1
}

/// The parts of the program that a command runs, and the text after the command.
fn command(mut rest: &'static str) -> (Vec<Part<'static>>, &'static str) {
    let mut parts = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', '\\']);
        if let Some(after) = rest.strip_prefix("\n    -e") {
            rest = &rest[rest.len() - after.len() - 2..];
        }
        if let Some(after) = rest.strip_prefix("-e '") {
            let (text, after) = after.split_once('\'').expect("a closing quote");
            parts.push(Part::Expression(text));
            rest = after;
        } else if let Some(after) = rest.strip_prefix("--program ") {
            let end = after.find([' ', '\n']).expect("an output");
            let (name, after) = after.split_at(end);
            parts.push(Part::File { name, text: program(name) });
            rest = after;
        } else {
            return (parts, rest.strip_prefix('\n').expect("an output"));
        }
    }
}

#[test]
fn examples_print_what_the_page_says() {
    let blocks = blocks("console");
    assert!(blocks.len() > 10);
    for (_, block) in blocks {
        let (parts, expected) = command(block.strip_prefix(COMMAND).expect("a command"));
        assert_eq!(answer(&parts), expected, "{block}");
    }
}

#[test]
fn programs_have_no_mistakes() {
    for (_, text) in blocks("souffle") {
        let found = answer(&[Part::File { name: "program.dl", text }]);
        assert!(!found.contains("error"), "{found}");
    }
}

/// The list of keywords on the page equals the parser's list.
#[test]
fn keywords_cannot_be_names() {
    let (_, list) = PAGE.split_once("These keywords cannot be names: ").expect("a list");
    let list = list.split("\n\n").next().unwrap_or_default();
    let keywords: Vec<_> = list.split('`').skip(1).step_by(2).collect();
    assert!(keywords.len() > 40);
    for keyword in keywords {
        let found = answer(&[Part::Expression(&format!(".decl {keyword}(x: number)"))]);
        assert!(found.contains(&format!("found the keyword `{keyword}`")), "{found}");
    }
}
