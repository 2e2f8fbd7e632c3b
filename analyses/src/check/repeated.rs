//! Findings that several functions share.
//!
//! A C++ template or a generic Rust function has a function for each of its instantiations, and a
//! `static` function in a header has one in each module that includes it. They have different
//! symbols, but the same source locations. A finding in one of them applies to all, and is shown
//! once.

use std::hash::Hasher;

use fnv::FnvHasher;
use rules::Rule;
use rustc_hash::FxHashMap;

use super::{Finding, Report};
use crate::source::FileLocation;

/// A finding, and the functions that share it.
pub struct Distinct<'r> {
    /// The first finding.
    pub finding: &'r Finding,
    /// The same finding in other functions, once per function.
    pub others: Vec<&'r Finding>,
}

/// The key by which findings are considered the same.
#[derive(PartialEq, Eq, Hash)]
struct Key<'r> {
    rule: Rule,
    message: String,
    place: &'r FileLocation,
    /// A finding in inlined code may apply only to some calls.
    inlined_at: &'r [FileLocation],
}

impl Report {
    /// The findings without duplicates in other functions. Two findings are the same if they have
    /// the same rule, line and column, were inlined at the same calls, and have the same message
    /// except for numbers. Findings within one function and findings without a line are always
    /// distinct.
    pub fn distinct(&self) -> Vec<Distinct<'_>> {
        let mut distinct: Vec<Distinct> = Vec::new();
        let mut known: FxHashMap<Key, usize> = FxHashMap::default();
        for finding in &self.findings {
            if let Some(key) = key(finding) {
                let first = *known.entry(key).or_insert(distinct.len());
                if let Some(first) = distinct.get_mut(first)
                    && first.finding.function != finding.function
                {
                    // All findings of a function are adjacent.
                    if first.others.last().is_none_or(|it| it.function != finding.function) {
                        first.others.push(finding);
                    }
                    continue;
                }
            }
            distinct.push(Distinct { finding, others: Vec::new() });
        }
        distinct
    }
}

impl Finding {
    /// Sixteen digits that are equal for findings that [`Report::distinct`] considers the same.
    /// They do not depend on the folder in which the program was compiled.
    pub fn fingerprint(&self) -> String {
        let mut hasher = FnvHasher::default();
        let mut add = |text: &str| {
            hasher.write(text.as_bytes());
            hasher.write_u8(0);
        };
        add(self.rule.0.code);
        add(&without_numbers(&self.message));
        match known_place(self) {
            Some(place) => {
                let places = std::iter::once(place).chain(&self.inlined_at);
                places.for_each(|place| add(&place.to_string()));
            }
            None => add(&self.subject),
        }
        format!("{:016x}", hasher.finish())
    }
}

fn key(finding: &Finding) -> Option<Key<'_>> {
    finding.function.as_ref()?;
    Some(Key {
        rule: finding.rule,
        message: without_numbers(&finding.message),
        place: known_place(finding)?,
        inlined_at: &finding.inlined_at,
    })
}

fn known_place(finding: &Finding) -> Option<&FileLocation> {
    finding.place.as_ref().filter(|place| place.line > 0)
}

/// The message without numbers. Messages of instantiations differ in numbers: in sizes and offsets
/// if types have different sizes, and in the numbers of unnamed values if the instantiations have
/// different instructions.
fn without_numbers(message: &str) -> String {
    message.chars().filter(|it| !it.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{finding, report};

    /// A finding in this function, at this line.
    fn at(function: &str, line: u32, message: &str) -> Finding {
        let place = FileLocation { file: "t.h".into(), directory: "/src".into(), line, column: 3 };
        Finding {
            function: Some(function.into()),
            message: message.into(),
            place: Some(place),
            ..finding(0)
        }
    }

    fn shown(findings: Vec<Finding>) -> Vec<(String, usize)> {
        let report = report(findings);
        let distinct = report.distinct();
        let name = |it: &Distinct| it.finding.function.clone().unwrap_or_default();
        distinct.iter().map(|it| (name(it), it.others.len())).collect()
    }

    #[test]
    fn the_same_finding_in_several_functions_is_one() {
        let findings = vec![
            at("@one", 7, "`%12` ends at offset 4"),
            at("@two", 7, "`%9` ends at offset 16"),
            at("@two", 7, "`%10` ends at offset 16"),
            at("@three", 7, "`%12` ends at offset 8"),
        ];
        assert_eq!(findings[0].fingerprint(), findings[1].fingerprint());
        assert_eq!(shown(findings), [("@one".to_owned(), 2)]);
    }

    #[test]
    fn different_findings_are_not_merged() {
        let mut findings = vec![
            at("@one", 7, "`%12` is wrong"),
            // The same function.
            at("@one", 7, "`%13` is wrong"),
            // Another line.
            at("@two", 8, "`%12` is wrong"),
            // Another value with a name.
            at("@three", 7, "`%x` is wrong"),
            // Inlined into a function into which the first finding is not inlined.
            at("@four", 7, "`%12` is wrong"),
            // Without a line, twice.
            at("@five", 0, "`%12` is wrong"),
            at("@six", 0, "`%12` is wrong"),
        ];
        findings[4].inlined_at = findings[2].place.clone().into_iter().collect();
        findings[6].subject = "@six:#0".into();
        let prints: Vec<String> = findings.iter().map(Finding::fingerprint).collect();
        assert!((2..7).all(|it| !prints[..it].contains(&prints[it])), "{prints:?}");
        assert_eq!(shown(findings).len(), 7);
    }

    /// Services store fingerprints, so they must not change between versions of irlog.
    #[test]
    fn fingerprints_do_not_change() {
        // FNV-1a of "TYP001\0message\0t.h:7:3\0", in 64 bits.
        let mut finding = at("@one", 7, "message");
        let expected =
            b"TYP001\0message\0t.h:7:3\0".iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
            });
        assert_eq!(finding.fingerprint(), format!("{expected:016x}"));
        finding.place = finding.place.map(|it| FileLocation { directory: "/other".into(), ..it });
        assert_eq!(finding.fingerprint(), format!("{expected:016x}"));
    }
}
