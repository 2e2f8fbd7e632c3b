//! Ends a recursion when its relations have enough rows, for `.limitsize`.

use std::collections::BTreeMap;

use differential_dataflow::AsCollection;
use rustc_hash::FxHashMap;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::{Exchange, Pipeline};
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::Operator;

use crate::dataflow::operators::{Difference, Pairs, Update};
use crate::dataflow::row::Row;
use crate::dataflow::time::Time;
use crate::value::Word;

type Builder = CapacityContainerBuilder<Vec<Update>>;

/// Sends the number of new rows of a relation in each round to each worker: as the difference of a
/// pair whose key consists of the worker and the relation.
pub(crate) fn sizes(rows: Pairs<'_>, relation: usize) -> Pairs<'_> {
    let peers = rows.scope().peers();
    let sizes = rows.inner.unary::<Builder, _, _, _>(Pipeline, "Sizes", move |_, _| {
        move |input, output| {
            input.for_each(|held, data: &mut Vec<Update>| {
                let mut sizes: FxHashMap<Time, Difference> = FxHashMap::default();
                data.drain(..).for_each(|(_, time, it)| *sizes.entry(time).or_default() += it);
                let mut session = output.session_with_builder(&held);
                for (time, size) in sizes {
                    for worker in 0..peers {
                        let key = [worker as Word, relation as Word].into_iter();
                        session.give(((Row::new(key, |_| false), Row::EMPTY), time, size));
                    }
                }
            });
        }
    });
    sizes.as_collection()
}

/// The rows for the next round: those of a round after which all relations are below their limits.
///
/// As in semi-naive evaluation, sizes are compared when a round is complete, so the relation may
/// end with more rows than the limit. This applies to the only epoch of inputs that do not change.
pub(crate) fn below_limit<'s>(
    rows: Pairs<'s>,
    sizes: Pairs<'s>,
    limits: Vec<(usize, usize)>,
) -> Pairs<'s> {
    let by_worker = Exchange::new(|((key, _), _, _): &Update| u64::from(key.words()[0]));
    let below = rows.inner.binary_frontier::<_, Builder, _, _, _, _>(
        sizes.inner,
        Pipeline,
        by_worker,
        "BelowLimit",
        move |_, _| {
            let mut rounds: BTreeMap<u32, Round> = BTreeMap::new();
            let mut totals: FxHashMap<usize, Difference> = FxHashMap::default();
            move |(rows, rows_end), (sizes, sizes_end), output| {
                rows.for_each(|held, data: &mut Vec<Update>| {
                    for row in data.drain(..) {
                        let round = rounds.entry(row.1.round).or_default();
                        round.capability.get_or_insert_with(|| held.delayed(&row.1, 0));
                        round.rows.push(row);
                    }
                });
                sizes.for_each(|_, data: &mut Vec<Update>| {
                    for ((key, _), time, size) in data.drain(..) {
                        let relation = key.words()[1] as usize;
                        rounds.entry(time.round).or_default().sizes.push((relation, size));
                    }
                });
                while let Some(first) = rounds.first_entry() {
                    let time = Time { epoch: 0, round: *first.key() };
                    if rows_end.less_equal(&time) || sizes_end.less_equal(&time) {
                        break;
                    }
                    let Round { capability, mut rows, sizes } = first.remove();
                    for (relation, size) in sizes {
                        *totals.entry(relation).or_default() += size;
                    }
                    let is_full = |(relation, limit): &(usize, usize)| {
                        totals.get(relation).is_some_and(|it| *it >= *limit as Difference)
                    };
                    if let Some(capability) = capability
                        && !limits.iter().any(is_full)
                    {
                        output.session_with_builder(&capability).give_iterator(rows.drain(..));
                    }
                }
            }
        },
    );
    below.as_collection()
}

/// The sizes in a round that may be incomplete.
#[derive(Default)]
struct Round {
    capability: Option<Capability<Time>>,
    rows: Vec<Update>,
    sizes: Vec<(usize, Difference)>,
}
