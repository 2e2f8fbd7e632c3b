//! Prints diagnostics in the style of rustc.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::diagnostic::Diagnostic;
use crate::syntax::Span;
use crate::texts::Texts;

/// The diagnostics with file, line, column and source line, each followed by a newline, and
/// separated by empty lines.
pub fn render(texts: &Texts, diagnostics: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let all: Vec<_> = diagnostics.iter().map(|it| one(texts, it, &renderer)).collect();
    all.join("\n")
}

fn one(texts: &Texts, diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let text = texts.text(diagnostic.span.text);
    let mut annotation = AnnotationKind::Primary.span(range(text, diagnostic.span));
    if let Some(label) = &diagnostic.label {
        annotation = annotation.label(label.as_str());
    }
    let snippet =
        Snippet::source(text).path(texts.name(diagnostic.span.text)).annotation(annotation);
    let mut group = Level::ERROR.primary_title(diagnostic.message.as_str()).element(snippet);
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let mut shown = renderer.render(&[group]).to_string();
    if !shown.ends_with('\n') {
        shown.push('\n');
    }
    shown
}

/// The byte range of a location, clamped to the text and to character boundaries.
fn range(text: &str, span: Span) -> Range<usize> {
    let boundary = |at: u32| {
        let mut at = (at as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(span.start);
    start..boundary(span.end).max(start)
}
