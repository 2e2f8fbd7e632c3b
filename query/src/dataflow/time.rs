//! Times of a dataflow: the epoch of the inputs and the round of a recursion.
//!
//! timely provides nested scopes for recursion, in which times have an additional coordinate. Here
//! all times have both coordinates from the start, and all operators are in one scope. Recursive
//! strata can therefore share the arrangements of earlier strata, and the generic code of the
//! operators is compiled for only one type of time.

use differential_dataflow::lattice::{Lattice, Maximum};
use differential_dataflow::{AsCollection, VecCollection};
use serde::{Deserialize, Serialize};
use timely::PartialOrder;
use timely::dataflow::channels::pact::Pipeline;
use timely::dataflow::operators::CapabilitySet;
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::progress::timestamp::{PathSummary, Refines};
use timely::progress::{Antichain, Timestamp};

/// The time of a change.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub(crate) struct Time {
    /// The number of previous changes of the inputs.
    pub(crate) epoch: u32,
    /// The round of a recursive stratum; 0 outside of one.
    pub(crate) round: u32,
}

impl PartialOrder for Time {
    fn less_equal(&self, other: &Self) -> bool {
        self.epoch <= other.epoch && self.round <= other.round
    }
}

impl Lattice for Time {
    fn join(&self, other: &Self) -> Self {
        Self { epoch: self.epoch.max(other.epoch), round: self.round.max(other.round) }
    }

    fn meet(&self, other: &Self) -> Self {
        Self { epoch: self.epoch.min(other.epoch), round: self.round.min(other.round) }
    }
}

impl Maximum for Time {
    fn maximum() -> Self {
        Self { epoch: u32::MAX, round: u32::MAX }
    }
}

impl Timestamp for Time {
    type Summary = Path;

    fn minimum() -> Self {
        Self::default()
    }
}

impl Refines<()> for Time {
    fn to_inner((): ()) -> Self {
        Self::default()
    }

    fn to_outer(self) {}

    fn summarize(_: Path) {}
}

/// The effect of a path through a dataflow on times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Path {
    /// Whether it leaves a recursive stratum, and therefore first sets the round to 0.
    leaves: bool,
    rounds: u32,
}

impl Path {
    /// The feedback path to the start of a recursive stratum.
    pub(crate) const NEXT_ROUND: Self = Self { leaves: false, rounds: 1 };
    const LEAVE: Self = Self { leaves: true, rounds: 0 };
}

impl PartialOrder for Path {
    fn less_equal(&self, other: &Self) -> bool {
        (self.leaves || !other.leaves) && self.rounds <= other.rounds
    }
}

impl PathSummary<Time> for Path {
    fn results_in(&self, time: &Time) -> Option<Time> {
        let start = if self.leaves { 0 } else { time.round };
        Some(Time { epoch: time.epoch, round: start.checked_add(self.rounds)? })
    }

    fn followed_by(&self, other: &Self) -> Option<Self> {
        if other.leaves {
            return Some(*other);
        }
        Some(Self { leaves: self.leaves, rounds: self.rounds.checked_add(other.rounds)? })
    }
}

/// The end of a recursive stratum: changes of all its rounds become changes of the epoch.
pub(crate) fn leave<'s, D: Clone + 'static>(
    rows: VecCollection<'s, Time, D, isize>,
) -> VecCollection<'s, Time, D, isize> {
    let mut builder = OperatorBuilder::new("Leave".to_owned(), rows.scope());
    let (output, stream) = builder.new_output();
    let mut output = OutputBuilder::from(output);
    let path = [(0, Antichain::from_elem(Path::LEAVE))];
    let mut input = builder.new_input_connection(rows.inner, Pipeline, path);
    builder.build(move |_| {
        move |_| {
            let mut output = output.activate();
            input.for_each(|held, data: &mut Vec<(D, Time, isize)>| {
                let epoch = |time: &Time| Time { epoch: time.epoch, round: 0 };
                let capabilities: CapabilitySet<Time> =
                    held.stamp().iter().map(|it| held.delayed(&epoch(it), 0)).collect();
                data.iter_mut().for_each(|it| it.1 = epoch(&it.1));
                output.session(&capabilities).give_container(data);
            });
        }
    });
    stream.as_collection()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths() -> Vec<Path> {
        let path = |leaves| move |rounds| Path { leaves, rounds };
        [true, false].into_iter().flat_map(|it| (0..3).map(path(it))).collect()
    }

    #[test]
    fn paths_compose_and_are_ordered_as_their_results() {
        let times: Vec<Time> =
            (0..3).flat_map(|epoch| [0, 1, 9].map(move |round| Time { epoch, round })).collect();
        for one in paths() {
            for other in paths() {
                let both = one.followed_by(&other).expect("few rounds");
                let is_less = times.iter().all(|it| {
                    let [one, other] = [one, other].map(|path| path.results_in(it));
                    one.expect("few rounds").less_equal(&other.expect("few rounds"))
                });
                for time in &times {
                    let stepwise = one.results_in(time).and_then(|it| other.results_in(&it));
                    assert_eq!(both.results_in(time), stepwise, "{one:?} {other:?} {time:?}");
                }
                assert_eq!(one.less_equal(&other), is_less, "{one:?} {other:?}");
            }
        }
    }
}
