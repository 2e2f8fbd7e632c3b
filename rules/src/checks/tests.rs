use std::collections::BTreeSet;

use super::*;
use crate::rule::Group;

#[test]
fn codes_and_names_are_unique_and_of_their_form() {
    let mut seen = BTreeSet::new();
    for rule in RULES.iter() {
        let declaration = rule.0;
        let number = declaration.code.strip_prefix(declaration.group.prefix()).unwrap_or_default();
        assert!(number.len() == 3 && number.parse::<u16>().is_ok(), "{}", declaration.code);
        let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(declaration.name.chars().all(is_kebab), "{}", declaration.name);
        assert!(seen.insert(declaration.code), "{} is declared twice", declaration.code);
        assert!(seen.insert(declaration.name), "{} is declared twice", declaration.name);
    }
    for group in Group::ALL {
        assert!(seen.insert(group.name()), "{} names a rule and a group", group.name());
    }
}

/// A constraint that two rules express is reported twice.
#[test]
fn summaries_are_unique() {
    let mut seen = BTreeSet::new();
    for rule in RULES.iter() {
        let words = rule.summary().replace(['`', '"'], "");
        assert!(seen.insert(words), "{}: another rule says the same", rule.0.code);
    }
}

#[test]
fn each_rule_has_a_description_a_reason_and_a_reference() {
    for rule in RULES.iter() {
        let name = rule.0.name;
        assert!(rule.summary().ends_with('.'), "{name}: the summary is a sentence");
        assert!(rule.why().ends_with('.'), "{name}: says why");
        assert!(!rule.0.reference.is_empty(), "{name}: says where it comes from");
        assert!(!rule.0.message.is_empty(), "{name}: has a message");
        let (broken, near_miss) = rule.examples();
        assert!(broken.starts_with("; "), "{name}: the example begins with a comment");
        assert!(near_miss.starts_with("; Near miss"), "{name}: the example has a near miss");
    }
}
