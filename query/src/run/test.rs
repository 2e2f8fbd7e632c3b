//! Tests of texts: `match` and `contains`.

use std::collections::hash_map::Entry;

use regex::bytes::{Regex, RegexBuilder};
use rustc_hash::FxHashMap;

use crate::run::RunError;
use crate::syntax::{Span, Test};
use crate::value::{Symbols, Word};

/// The regular expressions that a run has compiled, by symbol.
#[derive(Default)]
pub(crate) struct Patterns(FxHashMap<Word, Regex>);

impl Patterns {
    /// Whether a text passes a test.
    ///
    /// # Errors
    ///
    /// When the pattern is not a regular expression.
    pub(crate) fn test(
        &mut self,
        test: Test,
        what: Word,
        text: Word,
        span: Span,
        symbols: &Symbols,
    ) -> Result<bool, Box<RunError>> {
        if test == Test::Contains {
            let (what, text) = (symbols.text(what), symbols.text(text));
            return Ok(what.is_empty() || text.windows(what.len()).any(|it| it == what));
        }
        let compiled = match self.0.entry(what) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let pattern = String::from_utf8_lossy(symbols.text(what));
                // As in Soufflé, `.` is one byte, and `\d`, `\s` and `\w` are ASCII characters.
                let mut builder = RegexBuilder::new(&format!("^(?:{pattern})$"));
                let compiled = builder.unicode(false).build().map_err(|_| {
                    let message = format!("`{pattern}` is not a regular expression");
                    Box::new(RunError::Evaluate { message, span })
                })?;
                new.insert(compiled)
            }
        };
        Ok(compiled.is_match(symbols.text(text)))
    }
}
