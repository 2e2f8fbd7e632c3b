//! Errors in a program, with their locations.

use crate::syntax::Span;

/// An error in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The message: one sentence without a full stop.
    pub message: String,
    /// The location.
    pub span: Span,
    /// A remark beside the location.
    pub label: Option<String>,
    /// How to correct the error, or which alternatives there are.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates an error at a location.
    pub fn new(message: impl Into<String>, span: Span) -> Self {
        Self { message: message.into(), span, label: None, help: None }
    }

    /// Adds a remark beside the location.
    #[must_use]
    pub fn with_label(self, label: impl Into<String>) -> Self {
        Self { label: Some(label.into()), ..self }
    }

    /// Adds advice.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
