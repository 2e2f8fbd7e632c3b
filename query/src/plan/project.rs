//! Removes columns of inputs that no rule reads, so that they are not loaded.

use crate::check::Checked;
use crate::check::ir::{Atom, Goal};

/// The columns of a relation that are loaded, in order; `None` for all.
pub(crate) type KeptColumns = Option<Vec<usize>>;

/// Removes the columns of inputs that no rule reads from a program. Returns the remaining columns
/// of each relation.
///
/// A relation keeps all columns if the program prints it or adds rows to it, or if an aggregate
/// counts or sums its rows: rows that differ only in removed columns would be counted once.
pub(crate) fn project(checked: &mut Checked) -> Vec<KeptColumns> {
    let kept = kept(checked);
    for (relation, kept) in kept.iter().enumerate() {
        if let Some(kept) = kept {
            retain(&mut checked.relations[relation].columns, kept);
            retain(&mut checked.kinds[relation], kept);
            retain(&mut checked.types[relation], kept);
        }
    }
    for goal in checked.rules.iter_mut().flat_map(|it| &mut it.goals) {
        if let Goal::Atom(Atom { relation, arguments, .. }) = goal
            && let Some(kept) = &kept[*relation]
        {
            retain(arguments, kept);
        }
    }
    kept
}

fn kept(checked: &Checked) -> Vec<KeptColumns> {
    let none_read = |it: &crate::check::relations::Relation| vec![false; it.columns.len()];
    let mut read: Vec<_> = checked.relations.iter().map(none_read).collect();
    let mut is_whole: Vec<bool> = checked.relations.iter().map(|it| !it.is_input).collect();
    checked.outputs.iter().for_each(|it| is_whole[it.0] = true);
    for rule in &checked.rules {
        is_whole[rule.head] = true;
        for goal in &rule.goals {
            match goal {
                Goal::Atom(atom) => {
                    let arguments = read[atom.relation].iter_mut().zip(&atom.arguments);
                    arguments.for_each(|(read, argument)| *read |= argument.is_some());
                }
                Goal::Aggregate(aggregate) => all_whole(&aggregate.goals, &mut is_whole),
                _ => {}
            }
        }
    }
    let kept = |(read, is_whole): (Vec<bool>, bool)| {
        let columns: Vec<usize> = (0..read.len()).filter(|it| read[*it]).collect();
        (!is_whole && columns.len() < read.len()).then_some(columns)
    };
    read.into_iter().zip(is_whole).map(kept).collect()
}

fn all_whole(goals: &[Goal], is_whole: &mut [bool]) {
    for goal in goals {
        match goal {
            Goal::Atom(atom) => is_whole[atom.relation] = true,
            Goal::Aggregate(aggregate) => all_whole(&aggregate.goals, is_whole),
            _ => {}
        }
    }
}

/// Keeps the elements at these positions, which are in order.
fn retain<T>(list: &mut Vec<T>, positions: &[usize]) {
    let mut position = 0;
    list.retain(|_| {
        position += 1;
        positions.binary_search(&(position - 1)).is_ok()
    });
}
