//! What LLVM's own verifier checks, to say how much of it the rules cover.
//!
//! `verifier_sites.tsv` lists the places in `Verifier.cpp` of LLVM 19.1.7 where it refuses a module:
//! the line, whether the facts decide the same, and what family of constraints it belongs to.

/// A place where LLVM's verifier refuses a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The line in `Verifier.cpp`.
    pub line: u16,
    /// Whether facts decide it.
    pub rating: Rating,
    /// The constraints that it is one of.
    pub family: &'static str,
}

/// Whether facts decide what the verifier checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// They do.
    Decidable,
    /// They do, with a table or a parser that LLVM's interface does not give.
    WithTable,
    /// It needs something that LLVM's interface does not tell.
    Invisible,
    /// It is about something that LLVM 22 no longer has.
    Obsolete,
    /// No module that can be read breaks it.
    Internal,
}

impl Site {
    /// Whether a rule can cover it.
    pub fn is_decidable(self) -> bool {
        matches!(self.rating, Rating::Decidable | Rating::WithTable)
    }
}

/// All places, family by family.
pub fn sites() -> Vec<Site> {
    include_str!("verifier_sites.tsv").lines().skip(1).filter_map(site).collect()
}

fn site(row: &'static str) -> Option<Site> {
    let mut cells = row.splitn(3, '\t');
    let line = cells.next()?.parse().ok()?;
    let rating = match cells.next()? {
        "Y" => Rating::Decidable,
        "T" => Rating::WithTable,
        "X" => Rating::Invisible,
        "O" => Rating::Obsolete,
        "I" => Rating::Internal,
        _ => return None,
    };
    Some(Site { line, rating, family: cells.next()? })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_row_is_read() {
        let rows = include_str!("verifier_sites.tsv").lines().count() - 1;
        assert_eq!(sites().len(), rows);
        let lines: BTreeSet<_> = sites().iter().map(|site| site.line).collect();
        assert_eq!(lines.len(), rows);
    }

    #[test]
    fn rules_cover_places_that_there_are() {
        let lines: BTreeSet<_> = sites().iter().map(|site| site.line).collect();
        for rule in crate::checks::RULES.iter() {
            for line in rule.0.sites {
                assert!(lines.contains(line), "{rule:?}: nothing is checked in line {line}");
            }
        }
    }
}
