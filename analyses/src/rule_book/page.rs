//! The page with all rules, `docs/rules.md`.

use std::collections::{BTreeMap, BTreeSet};

use rules::verifier::{self, Check};
use rules::{Group, Level, Rule};

use super::{all, code_span};

/// All rules, the tables of the relational model that they state, and their coverage of LLVM's
/// verifier.
pub fn page() -> String {
    let mut page = include_str!("page.md").to_owned();
    for &group in Group::ALL {
        let rules: Vec<Rule> = all().filter(|rule| rule.0.group == group).collect();
        if !rules.is_empty() {
            page += &format!("\n## Group `{}`: {}\n", group.name(), group.title());
            page.extend(rules.into_iter().map(entry));
        }
    }
    page + &tables() + &coverage()
}

/// The default level.
fn by_default(level: Level) -> String {
    match level {
        Level::Allow => "off by default".to_owned(),
        level => format!("{} by default", level.name()),
    }
}

fn entry(rule: Rule) -> String {
    let declaration = rule.0;
    let (code, name, group) = (declaration.code, declaration.name, declaration.group.name());
    let mut parts = vec![
        by_default(declaration.level),
        declaration.reference.to_owned(),
        format!("[example](../{}/{group}/{name}.ll)", examples(declaration.group)),
    ];
    if !declaration.checks.is_empty() {
        let checks: Vec<_> = declaration.checks.iter().copied().map(code_span).collect();
        parts.push(format!("LLVM's verifier: {}", checks.join(", ")));
    }
    let mut text = format!("\n### {name}\n\n**{code}** {}\n", rule.summary());
    if !rule.why().is_empty() {
        text += &format!("\n{}\n", rule.why());
    }
    text + &format!("\n<sub>{}</sub>\n", parts.join(" · "))
}

/// The path of the examples of a group.
fn examples(group: Group) -> &'static str {
    match group {
        Group::UndefinedBehavior => "rules/undefined-behavior/examples",
        _ => "rules/examples",
    }
}

/// The rules for each table of the published model.
fn tables() -> String {
    let mut rules_of: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for rule in all() {
        for &table in rule.0.tables {
            rules_of.entry(table).or_default().push(link(rule));
        }
    }
    let mut text = String::from(include_str!("tables.md"));
    for (table, rules) in rules_of {
        text += &format!("| {table} | {} |\n", rules.join(", "));
    }
    text
}

fn link(rule: Rule) -> String {
    format!("[{0}](#{0})", rule.0.name)
}

/// The coverage of LLVM's verifier, by family.
fn coverage() -> String {
    let covered: BTreeSet<&str> = all().flat_map(|rule| rule.0.checks.iter().copied()).collect();
    let checks = verifier::checks();
    let mut text = String::from(include_str!("coverage.md"));
    let mut missing = String::from(include_str!("missing.md"));
    let mut total = Count::default();
    for family in checks.chunk_by(|one, other| one.family == other.family) {
        let name = family[0].family;
        let count = Count::of(family, &covered);
        text += &count.row(name);
        missing += &count.missing(name);
        total.add(&count);
    }
    text + &total.row("all") + &missing
}

#[derive(Default)]
struct Count {
    checks: usize,
    decidable: usize,
    covered: usize,
    missing: Vec<&'static str>,
}

impl Count {
    fn of(checks: &[Check], covered: &BTreeSet<&str>) -> Self {
        let decidable = || checks.iter().filter(|check| check.is_decidable());
        let is_covered = |check: &&Check| covered.contains(check.name);
        let missing = decidable().filter(|check| !is_covered(check)).map(|check| check.name);
        Self {
            checks: checks.len(),
            decidable: decidable().count(),
            covered: decidable().filter(is_covered).count(),
            missing: missing.collect(),
        }
    }

    fn add(&mut self, other: &Self) {
        self.checks += other.checks;
        self.decidable += other.decidable;
        self.covered += other.covered;
    }

    fn row(&self, family: &str) -> String {
        let (checks, decidable, covered) = (self.checks, self.decidable, self.covered);
        format!("| {family} | {checks} | {decidable} | {covered} |\n")
    }

    /// The list of the decidable checks without a rule.
    fn missing(&self, family: &str) -> String {
        if self.missing.is_empty() {
            return String::new();
        }
        let items = self.missing.iter().map(|check| format!("- {}\n", code_span(check)));
        format!("\n{family}:\n\n{}", items.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rules.md");

    #[test]
    fn the_page_in_docs_is_up_to_date() {
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(PAGE, page()).expect("docs can be written");
        }
        let found = std::fs::read_to_string(PAGE).unwrap_or_default();
        assert!(
            found == page(),
            "docs/rules.md is stale. Renew it with\n\
             cargo run -- rule --format markdown > docs/rules.md\n\
             or by running this test with BLESS=1."
        );
    }

    #[test]
    fn every_rule_and_every_table_is_on_the_page() {
        let page = page();
        for rule in all() {
            assert!(page.contains(&format!("\n### {}\n", rule.0.name)), "{rule:?}");
            for table in rule.0.tables {
                assert!(page.contains(&format!("\n| {table} | [")), "{rule:?}: {table}");
            }
        }
    }
}
