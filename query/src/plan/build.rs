//! Converts a checked program to a plan: selects the relations that outputs need, and creates the
//! variants of rules.

use rustc_hash::FxHashMap;

use crate::check::Checked;
use crate::check::ir::{self, Goal};
use crate::plan::order::{Order, Rounds};
use crate::plan::project::project;
use crate::plan::shared::Shared;
use crate::plan::{Input, Output, Plan, Relation, Rule, Stratum, Traced};

pub(crate) fn build(mut checked: Checked, is_traced: bool) -> Plan {
    // Explanations show whole rows, so no columns are removed.
    let kept = match is_traced {
        true => vec![None; checked.relations.len()],
        false => project(&mut checked),
    };
    let Checked { relations, kinds, types, rules, components, outputs, limits } = checked;
    let columns: Vec<Vec<_>> = relations
        .iter()
        .zip(&kinds)
        .map(|(it, kinds)| {
            it.columns.iter().map(|(name, _)| name.clone()).zip(kinds.iter().copied()).collect()
        })
        .collect();
    let mut rules_of: Vec<Vec<&ir::Rule>> = vec![Vec::new(); relations.len()];
    rules.iter().for_each(|it| rules_of[it.head].push(it));
    let needed = needed(&rules_of, outputs.iter().map(|(it, ..)| *it));
    let without_indices = || {
        let relation = |columns: &Vec<_>| Relation {
            columns: columns.clone(),
            indices: Vec::new(),
            needs_set: false,
        };
        columns.iter().map(relation).collect()
    };
    let mut shared = Shared {
        relations: without_indices(),
        texts: Vec::new(),
        text_numbers: FxHashMap::default(),
        is_traced,
    };
    let mut strata = Vec::new();
    for members in components {
        let has_rules = members.iter().any(|it| needed[*it] && !rules_of[*it].is_empty());
        if has_rules {
            strata.push(stratum(members, &rules_of, &limits, &mut shared));
        }
    }
    let indexed = std::mem::replace(&mut shared.relations, without_indices());
    let whole = strata.iter().map(|it| whole(it, &rules_of, &mut shared)).collect();
    let inputs = relations.iter().enumerate().filter(|(id, it)| it.is_input && needed[*id]);
    let inputs = inputs
        .map(|(relation, it)| Input {
            name: it.name.clone(),
            columns: columns[relation].clone(),
            positions: match &kept[relation] {
                Some(kept) => kept.clone(),
                None => (0..columns[relation].len()).collect(),
            },
            relation,
        })
        .collect();
    let outputs = outputs.into_iter().map(|(relation, directive, parameters)| Output {
        name: relations[relation].name.clone(),
        columns: columns[relation].clone(),
        types: types[relation].clone(),
        directive,
        parameters,
        relation,
    });
    let outputs = outputs.collect();
    let Shared { relations: whole_relations, texts, .. } = shared;
    let names = || relations.iter().map(|it| it.name.clone()).collect();
    let traced = is_traced.then(|| Traced { names: names(), rules });
    Plan { relations: indexed, texts, strata, whole, whole_relations, traced, inputs, outputs }
}

/// For each relation, whether an output needs it.
fn needed(rules_of: &[Vec<&ir::Rule>], outputs: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut needed = vec![false; rules_of.len()];
    let mut waiting: Vec<usize> = outputs.collect();
    while let Some(relation) = waiting.pop() {
        if std::mem::replace(&mut needed[relation], true) {
            continue;
        }
        rules_of[relation].iter().for_each(|it| relations_of(&it.goals, &mut waiting));
    }
    needed
}

fn relations_of(goals: &[Goal], found: &mut Vec<usize>) {
    for goal in goals {
        match goal {
            Goal::Atom(atom) => found.push(atom.relation),
            Goal::Aggregate(aggregate) => relations_of(&aggregate.goals, found),
            _ => {}
        }
    }
}

fn stratum(
    members: Vec<usize>,
    rules_of: &[Vec<&ir::Rule>],
    limits: &[(usize, usize)],
    shared: &mut Shared,
) -> Stratum {
    let (mut first, mut repeated) = (Vec::new(), Vec::new());
    for rule in members.iter().flat_map(|it| &rules_of[*it]) {
        let recursive: Vec<usize> = (0..rule.goals.len())
            .filter(
                |it| matches!(&rule.goals[*it], Goal::Atom(it) if members.contains(&it.relation)),
            )
            .collect();
        if recursive.is_empty() {
            first.push(Order::new(rule, &members, Rounds::All, shared).rule());
        }
        let variants = recursive
            .into_iter()
            .map(|it| Order::new(rule, &members, Rounds::Delta(it), shared).rule());
        repeated.extend(variants.collect::<Vec<Rule>>());
    }
    let limits = limits.iter().filter(|(it, _)| members.contains(it)).copied().collect();
    Stratum { relations: members, first, repeated, limits }
}

/// The rules of a stratum without variants.
fn whole(stratum: &Stratum, rules_of: &[Vec<&ir::Rule>], shared: &mut Shared) -> Vec<Rule> {
    let members = &stratum.relations;
    let rules = members.iter().flat_map(|it| &rules_of[*it]);
    rules.map(|it| Order::new(it, members, Rounds::All, shared).rule()).collect()
}
