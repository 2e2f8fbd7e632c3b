//! The levels of rules.

use std::str::FromStr;

use rules::{Group, Level, Rule};

use crate::rule_book;

/// The levels of all rules: their default levels with the user's changes.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    changes: Vec<(Selector, Level)>,
    selected: Vec<Selector>,
    ignored: Vec<Selector>,
}

/// Selects one rule, or all rules of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// This rule.
    Rule(Rule),
    /// All rules of this group.
    Group(Group),
}

/// There is no rule or group with this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule or group `{name}`; {}", advice(.nearest))]
pub struct UnknownRule {
    /// The given name.
    pub name: String,
    /// Similar names.
    pub nearest: Vec<&'static str>,
}

impl Levels {
    /// Sets the level of the rules that `selector` selects. The last setting for a rule applies.
    pub fn set(&mut self, selector: Selector, level: Level) {
        self.changes.push((selector, level));
    }

    /// Checks only these rules instead of all rules. Checks all rules if there are no selectors.
    pub fn select(&mut self, selectors: Vec<Selector>) {
        self.selected = selectors;
    }

    /// Does not check these rules. A rule that is selected by name is checked even if its group is
    /// ignored.
    pub fn ignore(&mut self, selectors: impl IntoIterator<Item = Selector>) {
        self.ignored.extend(selectors);
    }

    /// The level of `rule`. A rule that is not checked has level allow.
    pub fn of(&self, rule: Rule) -> Level {
        if !self.is_checked(rule) {
            return Level::Allow;
        }
        let change = self.changes.iter().rfind(|(selector, _)| selector.names(rule));
        let default = match rule.0.level {
            // A rule that is off by default is on if it is selected by name.
            Level::Allow if self.selected.contains(&Selector::Rule(rule)) => Level::Warn,
            level => level,
        };
        change.map_or(default, |(_, level)| *level)
    }

    /// Selectors for the rule itself take precedence over selectors for its group.
    fn is_checked(&self, rule: Rule) -> bool {
        let (own, group) = (Selector::Rule(rule), Selector::Group(rule.0.group));
        if self.ignored.contains(&own) {
            false
        } else if self.selected.contains(&own) {
            true
        } else {
            !self.ignored.contains(&group)
                && (self.selected.is_empty() || self.selected.contains(&group))
        }
    }
}

impl Selector {
    /// Whether it selects `rule`.
    pub fn names(self, rule: Rule) -> bool {
        match self {
            Self::Rule(it) => it == rule,
            Self::Group(group) => group == rule.0.group,
        }
    }

    /// The rules that it selects, in their order.
    pub fn rules(self) -> impl Iterator<Item = Rule> {
        rule_book::all().filter(move |&rule| self.names(rule))
    }
}

impl Selector {
    /// Parses a rule's name or code, or a group's name or code prefix. `own` are the user-defined
    /// rules.
    ///
    /// # Errors
    ///
    /// When no rule or group has this name.
    pub fn named(name: &str, own: &[Rule]) -> Result<Self, UnknownRule> {
        let is = |other: &str| other.eq_ignore_ascii_case(name);
        let is_group = |group: &&Group| is(group.name()) || is(group.prefix());
        if let Some(&group) = Group::ALL.iter().find(is_group) {
            return Ok(Self::Group(group));
        }
        let mut rules = rule_book::all().chain(own.iter().copied());
        let rule = rules.find(|rule| is(rule.0.name) || is(rule.0.code));
        rule.map(Self::Rule).ok_or_else(|| UnknownRule::new(name, own))
    }
}

/// Parses a name of irlog's own rules and groups.
impl FromStr for Selector {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        Self::named(name, &[])
    }
}

impl UnknownRule {
    fn new(name: &str, own: &[Rule]) -> Self {
        const COUNT: usize = 3;
        let name = name.to_owned();
        let lower = name.to_ascii_lowercase();
        let names = rule_book::all().chain(own.iter().copied()).map(|rule| rule.0.name);
        let names = names.chain(Group::ALL.iter().map(|group| group.name()));
        let mut nearest: Vec<_> = names
            .map(|known| (strsim::damerau_levenshtein(&lower, known), known))
            .filter(|(distance, _)| *distance <= 2.max(lower.len() / 4))
            .collect();
        nearest.sort_unstable();
        let nearest = nearest.into_iter().take(COUNT).map(|(_, known)| known).collect();
        Self { name, nearest }
    }
}

fn advice(nearest: &[&str]) -> String {
    match nearest {
        [] => "`irlog rule` lists them".to_owned(),
        names => {
            let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("did you mean {}?", names.join(" or "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selector(name: &str) -> Selector {
        name.parse().unwrap()
    }

    fn rule(name: &str) -> Rule {
        selector(name).rules().next().unwrap()
    }

    #[test]
    fn the_last_of_several_settings_applies() {
        let mut levels = Levels::default();
        let (one, other) = (rule("TYP001"), rule("binary-result-differs"));
        assert_eq!(levels.of(one), Level::Deny);
        levels.set(selector("typ001"), Level::Warn);
        levels.set(selector("types"), Level::Allow);
        levels.set(selector("TYP002"), Level::Deny);
        assert_eq!(levels.of(one), Level::Allow);
        assert_eq!(levels.of(other), Level::Deny);
    }

    #[test]
    fn a_rule_takes_precedence_over_its_group() {
        let checked = |selected: &[&str], ignored: &[&str]| {
            let mut levels = Levels::default();
            levels.select(selected.iter().map(|name| selector(name)).collect());
            levels.ignore(ignored.iter().map(|name| selector(name)));
            ["TYP001", "TYP002"].map(|name| levels.of(rule(name)) != Level::Allow)
        };
        assert_eq!(checked(&[], &[]), [true, true]);
        assert_eq!(checked(&["ssa"], &[]), [false, false]);
        assert_eq!(checked(&["TYP001"], &[]), [true, false]);
        assert_eq!(checked(&["types"], &["TYP001"]), [false, true]);
        assert_eq!(checked(&["TYP001"], &["types"]), [true, false]);
        assert_eq!(checked(&["TYP001"], &["TYP001"]), [false, false]);
    }

    #[test]
    fn an_unknown_name_has_suggestions() {
        let error = Selector::from_str("binary-operand-differ").unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown rule or group `binary-operand-differ`; did you mean \
             `binary-operands-differ`?"
        );
        let error = Selector::from_str("of-no-kind-whatsoever").unwrap_err();
        assert!(error.to_string().ends_with("`irlog rule` lists them"));
    }
}
