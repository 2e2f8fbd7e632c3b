//! Patterns of names.

use std::sync::OnceLock;

use regex::bytes::RegexSet;

/// Patterns of the names of functions, each with the index of its model. Compiling the hundreds of built-in patterns
/// takes longer than analysing a small module, so they are compiled when a name may match.
#[derive(Debug)]
pub struct Patterns {
    /// All names that match start with this.
    start: &'static str,
    patterns: Vec<String>,
    /// By pattern: the index of its model.
    owners: Vec<usize>,
    compiled: OnceLock<RegexSet>,
}

impl Patterns {
    /// No patterns yet.
    pub fn new(start: &'static str) -> Self {
        Self { start, patterns: Vec::new(), owners: Vec::new(), compiled: OnceLock::new() }
    }

    /// Adds the patterns of a model.
    pub fn add(&mut self, owner: usize, patterns: &[String]) {
        self.owners.extend(patterns.iter().map(|_| owner));
        self.patterns.extend_from_slice(patterns);
    }

    /// Compiles the patterns now.
    pub fn compile(&self) -> Result<(), PatternError> {
        let compiled = match_whole(&self.patterns)?;
        self.compiled.get_or_init(|| compiled);
        Ok(())
    }

    /// The index of the model of the first pattern that matches the name.
    pub fn first_match(&self, name: &str) -> Option<usize> {
        if self.patterns.is_empty() || !name.starts_with(self.start) {
            return None;
        }
        // A test compiles the built-in patterns, and others have been compiled before.
        let compiled =
            self.compiled.get_or_init(|| match_whole(&self.patterns).unwrap_or_default());
        let first = compiled.matches(name.as_bytes()).iter().next()?;
        self.owners.get(first).copied()
    }
}

/// The set of the patterns, anchored so that they match whole names.
pub(crate) fn match_whole(patterns: &[impl AsRef<str>]) -> Result<RegexSet, PatternError> {
    let whole = patterns.iter().map(|it| format!("^(?:{})$", it.as_ref()));
    regex::bytes::RegexSetBuilder::new(whole).unicode(false).build().map_err(PatternError)
}

/// The reason why a pattern is not a regular expression, in one line.
#[derive(Debug, thiserror::Error)]
#[error("{}", reason(.0))]
pub struct PatternError(regex::Error);

/// The last line of the message. The lines before it repeat the pattern, in the form in which it was compiled.
fn reason(error: &regex::Error) -> String {
    let message = error.to_string();
    let last = message.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}
