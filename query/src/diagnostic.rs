//! What is wrong with a program, and where.

use crate::syntax::Span;

/// One mistake in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What is said beside the place, if that helps.
    pub label: Option<String>,
    /// What to do about it, or what else there is.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake at a place.
    pub fn new(message: impl Into<String>, span: Span) -> Self {
        Self { message: message.into(), span, label: None, help: None }
    }

    /// The same, with a remark beside the place.
    #[must_use]
    pub fn with_label(self, label: impl Into<String>) -> Self {
        Self { label: Some(label.into()), ..self }
    }

    /// The same, with advice.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
