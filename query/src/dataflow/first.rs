//! Removes duplicate rows, as long as rows are not retracted.

use std::collections::BTreeMap;

use differential_dataflow::AsCollection;
use differential_dataflow::consolidation::consolidate;
use rustc_hash::FxHashSet;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::{Exchange, ParallelizationContract, Pipeline};
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::Operator;

use crate::dataflow::operators::{Difference, Pairs, Update};
use crate::dataflow::row::Row;
use crate::dataflow::texts::Hasher;
use crate::dataflow::time::Time;
use crate::run::hash::{KeySet, key};

/// The keys without values and without duplicates.
///
/// This applies to the only epoch of inputs that do not change, where it replaces a reduction that
/// needs several times the time and memory. In this epoch, the derivations of a round are final:
/// recursion is only through positive atoms, and pairs that rules retract, such as those that a
/// negation finds, are retracted in the same round.
///
/// With `is_exact`, a key appears in the first round that derives it, and rules may retract pairs.
/// Otherwise a key may appear in a later round, which does not change the final set of keys.
pub(crate) fn first<'s>(pairs: Pairs<'s>, is_exact: bool, hasher: &Hasher) -> Pairs<'s> {
    let hasher = hasher.clone();
    let exchange = Exchange::new(move |((key, _), _, _): &Update| hasher.hash(key));
    if is_exact {
        return by_round(pairs, exchange);
    }
    let mut seen = Seen::default();
    let is_new = move |key: &Row| seen.insert(key);
    if pairs.inner.scope().peers() == 1 {
        return on_arrival(pairs, Pipeline, is_new);
    }
    // Looking up a short row is faster than sending it again.
    let mut sent = KeySet::default();
    let is_not_sent = move |key: &Row| narrow_key(key).is_none_or(|it| sent.insert(it));
    on_arrival(on_arrival(pairs, Pipeline, is_not_sent), exchange, is_new)
}

/// The new keys, in the order in which they arrive.
fn on_arrival<'s>(
    pairs: Pairs<'s>,
    pact: impl ParallelizationContract<Time, Vec<Update>>,
    mut is_new: impl FnMut(&Row) -> bool + 'static,
) -> Pairs<'s> {
    type Builder = CapacityContainerBuilder<Vec<Update>>;
    let rows = pairs.inner.unary::<Builder, _, _, _>(pact, "First", |_, _| {
        move |input, output| {
            input.for_each(|held, data: &mut Vec<Update>| {
                data.retain_mut(|((key, value), ..)| {
                    *value = Row::EMPTY;
                    is_new(key)
                });
                output.session_with_builder(&held).give_container(data);
            });
        }
    });
    rows.as_collection()
}

/// The new keys of each round, once it is complete.
fn by_round<'s>(
    pairs: Pairs<'s>,
    pact: impl ParallelizationContract<Time, Vec<Update>>,
) -> Pairs<'s> {
    type Builder = CapacityContainerBuilder<Vec<Update>>;
    let rows = pairs.inner.unary_frontier::<Builder, _, _, _>(pact, "First", |_, _| {
        let mut seen = Seen::default();
        let mut rounds: BTreeMap<u32, Round> = BTreeMap::new();
        move |(input, frontier), output| {
            input.for_each(|held, data: &mut Vec<Update>| {
                let new = data.drain(..).filter(|it| !seen.contains(&it.0.0));
                let mut last: Option<(u32, &mut Round)> = None;
                for ((key, _), time, difference) in new {
                    if last.as_ref().is_none_or(|it| it.0 != time.round) {
                        let round = rounds.entry(time.round).or_insert_with(|| Round {
                            capability: held.delayed(&time, 0),
                            keys: Vec::new(),
                        });
                        last = Some((time.round, round));
                    }
                    if let Some((_, round)) = &mut last {
                        round.keys.push((key, difference));
                    }
                }
            });
            while let Some(first) = rounds.first_entry() {
                let time = *first.get().capability.time();
                if frontier.less_equal(&time) {
                    break;
                }
                let Round { mut keys, capability } = first.remove();
                if keys.iter().any(|it| it.1 < 0) {
                    consolidate(&mut keys);
                }
                let mut session = output.session_with_builder(&capability);
                for (key, _) in keys.into_iter().filter(|it| it.1 > 0) {
                    if seen.insert(&key) {
                        session.give(((key, Row::EMPTY), time, 1));
                    }
                }
            }
        }
    });
    rows.as_collection()
}

/// Rows with the same number of words.
#[derive(Default)]
struct Seen {
    /// The rows of at most two words.
    narrow: KeySet,
    wide: FxHashSet<Row>,
}

impl Seen {
    fn contains(&self, row: &Row) -> bool {
        match narrow_key(row) {
            Some(key) => self.narrow.contains(key),
            None => self.wide.contains(row),
        }
    }

    /// Whether the row is new.
    fn insert(&mut self, row: &Row) -> bool {
        match narrow_key(row) {
            Some(key) => self.narrow.insert(key),
            None => !self.wide.contains(row) && self.wide.insert(row.clone()),
        }
    }
}

fn narrow_key(row: &Row) -> Option<u64> {
    let words = row.words();
    (words.len() <= 2).then(|| key(words.iter().copied()))
}

/// The derivations of a round that may be incomplete.
struct Round {
    capability: Capability<Time>,
    keys: Vec<(Row, Difference)>,
}
