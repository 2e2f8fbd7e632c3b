//! Documentation of the rules: their list, each rule in full, and the page with all rules.
//!
//! Everything is generated from the declarations of the rules.

mod page;

use rules::{Group, Rule, checks};
use serde::Serialize;

pub use page::page;

/// The line width of text for a terminal.
const WIDTH: usize = 80;

/// All rules, group by group, each on one or a few lines.
pub fn list(rules: impl IntoIterator<Item = Rule>) -> String {
    let rules: Vec<Rule> = rules.into_iter().collect();
    let mut text = String::new();
    for &group in Group::ALL {
        let mut of_group = rules.iter().filter(|rule| rule.0.group == group).peekable();
        if of_group.peek().is_none() {
            continue;
        }
        let space = if text.is_empty() { "" } else { "\n" };
        text += &format!("{space}{}: {}\n", group.name(), group.title());
        for rule in of_group {
            let (declaration, summary) = (rule.0, rule.summary());
            let level = declaration.level.name();
            text += &format!("\n  {} {level} {}\n", declaration.code, declaration.name);
            text += &indented(&summary, 4);
        }
    }
    text
}

/// The full documentation of a rule, for a terminal.
pub fn explain(rule: Rule) -> String {
    let declaration = rule.0;
    let (group, level) = (declaration.group.name(), declaration.level.name());
    let mut text = format!("{} ({group}, {level})\n\n", rule.title());
    text += &indented(&rule.summary(), 0);
    for paragraph in rule.why().split("\n\n") {
        text += &format!("\n{}", indented(paragraph, 0));
    }
    for example in examples(rule) {
        text.push('\n');
        for line in example.trim_end().lines() {
            text += format!("    {line}").trim_end();
            text.push('\n');
        }
    }
    text.push('\n');
    for (what, content) in origins(rule) {
        text += &indented(&format!("{what}: {content}"), 0);
    }
    text
}

/// The full documentation in Markdown, without a heading.
pub fn explain_in_markdown(rule: Rule) -> String {
    let mut text = format!("{}\n\n{}\n", rule.summary(), rule.why());
    for example in examples(rule) {
        text += &format!("\n```llvm\n{}\n```\n", example.trim_end());
    }
    for (what, content) in origins(rule) {
        text += &format!("\n{what}: {content}\n");
    }
    text
}

/// The full documentation in Markdown, under a heading.
pub fn entry_in_markdown(rule: Rule) -> String {
    format!("# {}\n\n{}", rule.title(), explain_in_markdown(rule))
}

/// The full documentation of rules, as JSON.
pub fn json(rules: impl IntoIterator<Item = Rule>) -> String {
    #[derive(Serialize)]
    struct Json {
        code: &'static str,
        rule: &'static str,
        group: &'static str,
        level: &'static str,
        summary: String,
        why: String,
        message: &'static str,
        broken: &'static str,
        near_miss: &'static str,
        reference: &'static str,
        verifier_checks: &'static [&'static str],
        tables: &'static [u16],
    }
    let rules: Vec<Json> = rules
        .into_iter()
        .map(|rule| Json {
            code: rule.0.code,
            rule: rule.0.name,
            group: rule.0.group.name(),
            level: rule.0.level.name(),
            summary: rule.summary(),
            why: rule.why(),
            message: rule.0.message,
            broken: rule.examples().0,
            near_miss: rule.examples().1,
            reference: rule.0.reference,
            verifier_checks: rule.0.checks,
            tables: rule.0.tables,
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&rules).unwrap_or_default();
    text.push('\n');
    text
}

/// All rules, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = Rule> {
    checks::RULES.iter().chain(undefined_behavior::checks::RULES.iter()).copied()
}

/// The example of a rule and the near miss; user-defined checks have none.
fn examples(rule: Rule) -> impl Iterator<Item = &'static str> {
    let (broken, near_miss) = rule.examples();
    [broken, near_miss].into_iter().filter(|it| !it.is_empty())
}

/// The references of a rule.
fn origins(rule: Rule) -> Vec<(&'static str, String)> {
    let declaration = rule.0;
    let mut origins = vec![("Reference", declaration.reference.to_owned())];
    origins.extend(declaration.checks.iter().map(|check| ("LLVM's verifier", code_span(check))));
    if !declaration.tables.is_empty() {
        let noun = if declaration.tables.len() == 1 { "table" } else { "tables" };
        let numbers: Vec<_> = declaration.tables.iter().map(u16::to_string).collect();
        let tables = format!("{noun} {}", numbers.join(", "));
        origins.push(("Stated by", format!("the relational model (Psallida 2014), {tables}")));
    }
    origins
}

/// The text as a code span in Markdown.
fn code_span(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// A paragraph, wrapped and indented.
fn indented(paragraph: &str, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(WIDTH).initial_indent(&indent).subsequent_indent(&indent);
    textwrap::fill(paragraph, options.break_words(false)) + "\n"
}
