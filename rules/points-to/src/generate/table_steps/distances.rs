//! Sets of distances.

use std::collections::BTreeSet;

/// Some distances; none if any distance is possible.
pub type Distances = Option<BTreeSet<i64>>;

/// No distances.
pub fn none() -> Distances {
    Some(BTreeSet::new())
}

/// Adds other distances.
pub fn add(all: &mut Distances, others: &Distances) {
    match (all.as_mut(), others) {
        (Some(all), Some(others)) => all.extend(others),
        _ => *all = None,
    }
}

/// The distances in both.
pub fn common(one: &Distances, other: &Distances) -> Distances {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.intersection(other).copied().collect()),
        (one, other) => one.as_ref().or(other.as_ref()).cloned(),
    }
}
