//! The checks of LLVM's own verifier, to report how many of them the rules cover.
//!
//! `verifier_checks.tsv` lists the checks of `Verifier.cpp` of LLVM 19.1.7, family by family: the
//! name of the check, whether facts decide it, and its family. The name consists of the function
//! that contains the check, and its message:
//! `visitICmpInst: Invalid predicate in ICmp instruction!`. Unlike a line number, it does not
//! change between releases unless LLVM changes the check. In a message, `<..>` represents text that
//! LLVM takes from the module. If a function reports the same message in several places, these are
//! one check.

/// A check of LLVM's verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The function of the verifier and its message, separated by a colon and a space.
    pub name: &'static str,
    /// Whether facts decide the check.
    pub rating: Rating,
    /// The family of constraints to which it belongs.
    pub family: &'static str,
}

/// Whether facts decide a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// Facts decide the check.
    Decidable,
    /// Facts decide the check together with a table or a parser that LLVM's C API does not expose.
    WithTable,
    /// The check needs information that LLVM's C API does not expose.
    Invisible,
    /// The check concerns a feature that LLVM 22 no longer has.
    Obsolete,
    /// Modules that can be read never violate the check.
    Internal,
}

impl Check {
    /// Whether a rule can cover a check with this rating.
    pub fn is_decidable(self) -> bool {
        matches!(self.rating, Rating::Decidable | Rating::WithTable)
    }
}

/// All checks, family by family.
pub fn checks() -> Vec<Check> {
    include_str!("verifier_checks.tsv").lines().skip(1).filter_map(check).collect()
}

fn check(row: &'static str) -> Option<Check> {
    let mut cells = row.splitn(3, '\t');
    let name = cells.next()?;
    let rating = match cells.next()? {
        "Y" => Rating::Decidable,
        "T" => Rating::WithTable,
        "X" => Rating::Invisible,
        "O" => Rating::Obsolete,
        "I" => Rating::Internal,
        _ => return None,
    };
    Some(Check { name, rating, family: cells.next()? })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use strsim::normalized_levenshtein;

    use super::*;
    use crate::checks::RULES;

    #[test]
    fn every_row_is_read() {
        let rows = include_str!("verifier_checks.tsv").lines().count() - 1;
        assert_eq!(checks().len(), rows);
        let names: BTreeSet<_> = checks().iter().map(|check| check.name).collect();
        assert_eq!(names.len(), rows, "a check is listed twice");
    }

    #[test]
    fn a_check_has_a_function_and_a_message() {
        for Check { name, .. } in checks() {
            let (function, message) = name.split_once(": ").expect(name);
            assert!(function.chars().all(char::is_alphanumeric), "{name}");
            assert!(!message.is_empty(), "{name}");
        }
    }

    #[test]
    fn rules_cover_existing_checks() {
        let names: BTreeSet<_> = checks().iter().map(|check| check.name).collect();
        for rule in RULES.iter() {
            for check in rule.0.checks {
                assert!(
                    names.contains(check),
                    "{rule:?}: LLVM's verifier has no check `{check}`. The nearest is `{}`.",
                    nearest(check)
                );
            }
        }
    }

    #[test]
    fn a_rule_names_a_check_once() {
        for rule in RULES.iter() {
            let names: BTreeSet<_> = rule.0.checks.iter().collect();
            assert_eq!(names.len(), rule.0.checks.len(), "{rule:?}");
        }
    }

    #[test]
    fn a_name_denotes_the_nearest_check() {
        let meant = "visitICmpInst: Invalid predicate in ICmp instruction!";
        assert_eq!(nearest("visitIcmpInst: invalid predicate in icmp instruction"), meant);
    }

    fn nearest(wrong: &str) -> &'static str {
        let likeness = |name| normalized_levenshtein(wrong, name);
        let names = checks().into_iter().map(|check| check.name);
        names.max_by(|one, other| likeness(one).total_cmp(&likeness(other))).unwrap_or_default()
    }
}
