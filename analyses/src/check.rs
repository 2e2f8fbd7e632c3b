//! Checks which constraints of LLVM IR a module violates, and reports the violations.
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

pub use crate::source::FileLocation;
pub use finding::{Finding, Marked, Step};
pub use levels::{Levels, Selector, UnknownRule};
pub use own::Own;
pub use repeated::Distinct;

use describe::Describer;

/// The rules that were checked, and the findings.
#[derive(Clone, Debug)]
pub struct Report {
    /// The findings: first those of the module and its globals, then function by function.
    pub findings: Vec<Finding>,
    /// The rules that were checked, each with its level.
    pub rules: Vec<(Rule, Level)>,
    /// The number of rules that are checked by default, but were not checked.
    pub unchecked_rules: usize,
    /// The number of functions with a body.
    pub functions: usize,
    /// The number of instructions.
    pub instructions: usize,
    /// Whether instructions have source locations.
    pub has_debug_info: bool,
}

/// Checks a module against all rules whose level is not `allow`.
pub fn check(facts: &Facts, levels: &Levels) -> Report {
    check_with(facts, levels, Own::default())
}

/// Like [`check()`], and also reports the findings of user-defined checks.
pub fn check_with(facts: &Facts, levels: &Levels, own: Own) -> Report {
    let mut violations = checks::violations_of(facts, |rule| levels.of(rule) != Level::Allow);
    violations.extend(own.violations);
    let known: Vec<Rule> = checks::RULES.iter().copied().chain(own.rules).collect();
    report(facts, levels, &known, violations, |_| Vec::new())
}

/// Creates the report of these violations of the rules in `known`. `explain` returns the
/// explanation of each violation that is reported.
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
    let is_unchecked =
        |rule: &Rule| rule.0.level != Level::Allow && levels.of(*rule) == Level::Allow;
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
        unchecked_rules: known.iter().filter(|rule| is_unchecked(rule)).count(),
        functions: facts.block.iter().filter(|row| row.position == 0).count(),
        instructions: facts.instruction.len(),
        has_debug_info: !facts.instruction_location.is_empty(),
    }
}

impl Report {
    /// The number of findings at `level`, counted separately for each function.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// Whether a rule at level deny is violated, which means that the module is ill-formed.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.level == Level::Deny)
    }

    /// The report as one JSON object. The keys of findings are column names, and ids are readable
    /// ids, so that findings can be joined with the relations.
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

/// The value as multi-line JSON that ends with a line feed.
fn json(value: &impl Serialize) -> String {
    // Serialisation fails only for maps whose keys are not strings, and there are none.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
