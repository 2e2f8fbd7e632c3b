//! The order in which the relations of a program are derived.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Error, Result};

use crate::steps::Rule;

/// The relations that the clauses derive, in groups that depend only on themselves and on earlier
/// groups.
pub fn strata(rules: &[Rule]) -> Result<Vec<BTreeSet<String>>> {
    let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for rule in rules {
        let needed = needs.entry(rule.head.to_string()).or_default();
        needed.insert(rule.head.to_string());
        needed.extend(rule.own_atoms().map(|atom| atom.relation.to_string()));
    }
    // The direct and indirect dependencies of each relation.
    while let Some((name, further)) = needs.iter().find_map(|(name, needed)| {
        let further: BTreeSet<String> =
            needed.iter().filter_map(|it| needs.get(it)).flatten().cloned().collect();
        (!further.is_subset(needed)).then(|| (name.clone(), further))
    }) {
        needs.entry(name).or_default().extend(further);
    }
    for rule in rules {
        for atom in rule.own_atoms().filter(|atom| atom.is_negated) {
            let needed = needs.get(&atom.relation.to_string());
            if needed.is_some_and(|needed| needed.contains(&rule.head.to_string())) {
                let message = format!("`{}` depends on what it negates here", rule.head);
                return Err(Error::new(atom.relation.span(), message));
            }
        }
    }
    // Mutually recursive relations have the same dependencies. A relation that depends on another
    // has more dependencies than it.
    let mut strata: BTreeMap<(usize, BTreeSet<String>), BTreeSet<String>> = BTreeMap::new();
    for (name, needed) in needs {
        strata.entry((needed.len(), needed)).or_default().insert(name);
    }
    Ok(strata.into_values().collect())
}
