//! Which constraints of LLVM IR a module breaks, where, and what to say of it.
//!
//! ```
//! # let facts = facts_schema::Facts::default();
//! use analyses::check::{Levels, check};
//!
//! let report = check(&facts, &Levels::default());
//! assert!(!report.has_errors());
//! print!("{report}");
//! ```
//!
//! A [`Report`] is printed as text ([`text`], or its `Display`), JSON ([`Report::json`]), SARIF
//! ([`sarif`]) or GitHub's workflow commands ([`github`]).

mod describe;
mod finding;
pub mod github;
mod levels;
mod message;
pub mod own;
pub mod relations;
mod repeated;
pub mod sarif;
pub mod text;

use std::fmt;

use facts_schema::Facts;
use rayon::prelude::*;
use rules::{Level, Rule, Violation, checks};
use serde::Serialize;

pub use crate::source::Place;
pub use finding::{Finding, Marked, Step};
pub use levels::{Levels, Selector, UnknownRule};
pub use own::Own;
pub use repeated::Distinct;

use describe::Describer;

/// What was checked, and what was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The findings: those of the module and its globals first, then function by function.
    pub findings: Vec<Finding>,
    /// The rules that were checked, each with its level.
    pub rules: Vec<(Rule, Level)>,
    /// How many rules there are, also those at level allow.
    pub known_rules: usize,
    /// How many functions with a body there are.
    pub functions: usize,
    /// How many instructions there are.
    pub instructions: usize,
    /// Whether instructions have a place in the source.
    pub has_debug_info: bool,
}

/// Checks a module against all rules whose level is not `allow`.
pub fn check(facts: &Facts, levels: &Levels) -> Report {
    check_with(facts, levels, Own::default())
}

/// The same, and reports what checks of the user's own have found.
pub fn check_with(facts: &Facts, levels: &Levels, own: Own) -> Report {
    let mut violations = checks::violations_of(facts, |rule| levels.of(rule) != Level::Allow);
    violations.extend(own.violations);
    let known: Vec<Rule> = checks::RULES.iter().copied().chain(own.rules).collect();
    report(facts, levels, &known, violations, |_| Vec::new())
}

/// The report of these violations of some of `known`. `explain` gives the explanation of each of
/// those that are reported.
pub(crate) fn report(
    facts: &Facts,
    levels: &Levels,
    known: &[Rule],
    mut violations: Vec<Violation>,
    explain: impl FnOnce(&[Violation]) -> Vec<Vec<Step>>,
) -> Report {
    let rules: Vec<(Rule, Level)> = known
        .iter()
        .map(|&rule| (rule, levels.of(rule)))
        .filter(|(_, level)| *level != Level::Allow)
        .collect();
    violations.retain(|violation| levels.of(violation.rule) != Level::Allow);
    let findings = if violations.is_empty() {
        Vec::new()
    } else {
        let describer = Describer::new(facts);
        violations.sort_by_cached_key(|violation| describer.position(violation.subject));
        let describe = |violation| describer.finding(violation, levels.of(violation.rule));
        let mut findings: Vec<Finding> = violations.par_iter().map(describe).collect();
        for (finding, explanation) in findings.iter_mut().zip(explain(&violations)) {
            finding.explanation = explanation;
        }
        findings
    };
    Report {
        findings,
        rules,
        known_rules: known.len(),
        functions: facts.block.iter().filter(|row| row.position == 0).count(),
        instructions: facts.instruction.len(),
        has_debug_info: !facts.instruction_location.is_empty(),
    }
}

impl Report {
    /// How many findings there are at `level`, each function's own.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// Whether a rule at level deny is broken: the module is ill-formed.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.level == Level::Deny)
    }

    /// The report as one JSON object. The keys of findings are the names of columns, and their ids
    /// the readable ones, so that findings can be joined with the relations.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct Json<'r> {
            findings: &'r [Finding],
            deny: usize,
            warn: usize,
            rules: usize,
            functions: usize,
            instructions: usize,
        }
        json(&Json {
            findings: &self.findings,
            deny: self.count(Level::Deny),
            warn: self.count(Level::Warn),
            rules: self.rules.len(),
            functions: self.functions,
            instructions: self.instructions,
        })
    }
}

/// The report as text, with all findings.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::render(self, &text::Options::default()))
    }
}

/// The value as JSON, on several lines, with a line feed at the end.
fn json(value: &impl Serialize) -> String {
    // Only maps whose keys are no strings cannot be written, and there are none.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
