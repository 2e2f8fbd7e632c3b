//! A report as text, in the style of rustc's diagnostics.

use std::collections::HashSet;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{
    AnnotationKind, Element, Group, Level as Severity, Origin, Padding, Renderer, Snippet,
};
use rules::{Level, Rule};
use rustc_hash::FxHashMap;

use super::{Distinct, Finding, Marked, Report};

/// Options for displaying a report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The maximum number of findings shown per rule; the others are counted.
    pub limit: Option<usize>,
    /// Whether to use colours, as ANSI escape sequences.
    pub colors: bool,
}

/// The report as text.
pub fn render(report: &Report, options: &Options) -> String {
    let renderer = if options.colors { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    let mut shown = FxHashMap::<Rule, usize>::default();
    let distinct = report.distinct();
    for it in &distinct {
        let count = shown.entry(it.finding.rule).or_default();
        *count += 1;
        if options.limit.is_none_or(|limit| *count <= limit) {
            text += &render_finding(it, *count == 1, &renderer);
            text += "\n\n";
        }
    }
    for note in notes(report, options, &shown) {
        let note = [Group::with_title(Severity::NOTE.primary_title(note))];
        text += &renderer.render(&note);
        text.push('\n');
    }
    text + &summary(report, &distinct)
}

fn render_finding(distinct: &Distinct, is_first: bool, renderer: &Renderer) -> String {
    let finding = distinct.finding;
    let severity = match finding.level {
        Level::Deny => Severity::ERROR,
        Level::Warn | Level::Allow => Severity::WARNING,
    };
    let rule = finding.rule.0;
    let title = severity.clone().primary_title(&finding.message).id(finding.rule.title());
    let mut elements: Vec<Element> = Vec::new();
    if let Some(assembly) = &finding.assembly {
        elements.push(snippet(assembly).into());
        if finding.place.is_some() {
            elements.push(Padding.into());
        }
    }
    elements.extend(finding.detail.iter().map(|detail| Severity::NOTE.message(detail).into()));
    let steps = finding.explanation.iter();
    let steps = steps.map(|step| Severity::NOTE.message(step.to_string()).into());
    elements.extend(steps);
    elements.extend(entity_note(finding).map(|it| Severity::NOTE.message(it).into()));
    elements.extend(more_functions(&distinct.others).map(|it| Severity::NOTE.message(it).into()));
    for place in &finding.inlined_at {
        elements.push(Severity::NOTE.message(format!("inlined at {place}")).into());
    }
    if is_first {
        let help = match rule.group {
            rules::Group::Own => format!("see {}", rule.reference),
            _ => format!("see {}; `irlog rule {}` explains", rule.reference, rule.code),
        };
        elements.push(Severity::HELP.message(help).into());
    }
    let Some(place) = &finding.place else {
        return renderer.render(&[title.elements(elements)]);
    };
    // If the snippet were in the same group as its location, it would be displayed as a second
    // file.
    let place = title.element(Origin::path(place.to_string()));
    let text = renderer.render(&[place, Group::with_level(severity).elements(elements)]);
    without_second_bar(&text)
}

/// Removes one of the two empty lines with a bar between groups.
fn without_second_bar(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.len() > 3 && lines[2] == lines[3] {
        lines.remove(3);
    }
    lines.join("\n")
}

/// The snippet of a multi-line text consists of its first line and the marked line.
fn snippet(assembly: &Marked) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
    const MAX_UNFOLDED: usize = 8;
    let first_line = assembly.text.find('\n').unwrap_or(assembly.text.len());
    Snippet::source(&assembly.text)
        .line_numbering(false)
        .fold(assembly.text.lines().count() > MAX_UNFOLDED)
        .annotation(AnnotationKind::Primary.span(assembly.start..assembly.end))
        .annotation(AnnotationKind::Visible.span(0..first_line))
}

/// The instruction, block or other entity, unless the snippet already shows it.
fn entity_note(finding: &Finding) -> Option<String> {
    let thing = match (&finding.instruction, &finding.block, &finding.function) {
        (Some(instruction), Some(block), _) => {
            format!("instruction {instruction} in block {block}")
        }
        (Some(instruction), None, _) => format!("instruction {instruction}"),
        (None, Some(block), _) => format!("block {block}"),
        (None, None, Some(function)) if *function == finding.subject => {
            format!("function {function}")
        }
        (None, None, Some(function)) => format!("{} of function {function}", finding.subject),
        (None, None, None) if finding.assembly.is_some() => return None,
        (None, None, None) => finding.subject.clone(),
    };
    Some(match &finding.function_name {
        Some(name) => format!("{thing}; the function is `{name}`"),
        None => thing,
    })
}

/// The number of other functions with the same finding, and the name of one of them.
fn more_functions(others: &[&Finding]) -> Option<String> {
    let first = others.first()?;
    let symbol = first.function.as_ref()?;
    let function = match &first.function_name {
        Some(name) => format!("{symbol}, which is `{name}`"),
        None => symbol.clone(),
    };
    Some(match others.len() {
        1 => format!("1 more function has this finding: {function}"),
        count => {
            format!("{count} more functions have this finding; the first is {function}")
        }
    })
}

/// The notes at the end of the report.
fn notes(report: &Report, options: &Options, found: &FxHashMap<Rule, usize>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(limit) = options.limit {
        let mut more: Vec<_> = found.iter().filter(|(_, count)| **count > limit).collect();
        more.sort();
        notes.extend(more.into_iter().map(|(rule, count)| {
            let (name, more) = (rule.0.name, count - limit);
            let more = counted(more, "more finding");
            format!("{more} of {name} not shown; `--max-findings 0` shows all")
        }));
    }
    let has_places = report.findings.iter().any(|finding| finding.place.is_some());
    if !report.findings.is_empty() && !report.has_debug_info && !has_places {
        let note = "the module has no debug info, so findings have no source locations; compile with -g to \
                    add them";
        notes.push(note.to_owned());
    }
    notes
}

/// The number of checks and findings, on one line.
fn summary(report: &Report, distinct: &[Distinct]) -> String {
    let count = |level| distinct.iter().filter(|it| it.finding.level == level).count();
    let found = match (count(Level::Deny), count(Level::Warn)) {
        (0, 0) => "nothing found".to_owned(),
        (errors, 0) => counted(errors, "error"),
        (0, warnings) => counted(warnings, "warning"),
        (errors, warnings) => {
            format!("{}, {}", counted(errors, "error"), counted(warnings, "warning"))
        }
    };
    let rules: HashSet<_> = report.findings.iter().map(|finding| finding.rule).collect();
    let of_rules = match rules.len() {
        0 | 1 => String::new(),
        count => format!(" of {count} rules"),
    };
    let against = match (report.unchecked_rules, report.rules.len()) {
        (0, _) => String::new(),
        (_, 0) => " against no rules, because none is selected".to_owned(),
        (_, count) => format!(" against only {}", counted(count, "rule")),
    };
    let functions = counted(report.functions, "function");
    let instructions = counted(report.instructions, "instruction");
    format!("{found}{of_rules}; checked {functions} with {instructions}{against}\n")
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
