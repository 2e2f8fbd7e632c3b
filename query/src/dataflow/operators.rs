//! The operators of chains. Each instantiates generic code of differential dataflow for the types
//! here, and is compiled once.

use std::cell::RefCell;
use std::rc::Rc;

use differential_dataflow::operators::arrange::{Arranged, TraceAgent, arrangement::arrange_core};
use differential_dataflow::operators::join::join_traces;
use differential_dataflow::trace::implementations::{ValBatcher, ValBuilder, ValSpine};
use differential_dataflow::{AsCollection, VecCollection};
use timely::container::{CapacityContainerBuilder, PushInto};
use timely::dataflow::channels::pact::{Exchange, Pipeline};
use timely::dataflow::operators::core::unordered_input::{UnorderedHandle, UnorderedInput};
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{ActivateCapability, Probe};
use timely::dataflow::{ProbeHandle, Scope};

use crate::dataflow::row::Row;
use crate::dataflow::stage::{Pair, Runner};
use crate::dataflow::texts::Hasher;
use crate::dataflow::time::Time;

/// The change in the multiplicity of a pair.
pub(crate) type Difference = isize;
/// A change of a pair.
pub(crate) type Update = (Pair, Time, Difference);
/// Changes of pairs.
pub(crate) type Pairs<'s> = VecCollection<'s, Time, Pair, Difference>;
/// Pairs by key.
pub(crate) type Indexed<'s> = Arranged<'s, TraceAgent<ValSpine<Row, Row, Time, Difference>>>;
/// Computes the values of a key from its input values, which are sorted and have multiplicities.
pub(crate) type Reduction =
    Box<dyn FnMut(&Row, &[(&Row, Difference)], &mut Vec<(Row, Difference)>)>;

/// Receives changes of an input in a worker.
pub(crate) struct Feed {
    handle: UnorderedHandle<Time, CapacityContainerBuilder<Vec<Update>>>,
    capability: ActivateCapability<Time>,
}

/// Creates an input of rows as keys.
pub(crate) fn feed(scope: Scope<'_, Time>) -> (Feed, Pairs<'_>) {
    let ((handle, capability), stream) = scope.new_unordered_input();
    (Feed { handle, capability }, stream.as_collection())
}

impl Feed {
    /// Changes rows in the current epoch.
    pub(crate) fn change(&mut self, changes: impl Iterator<Item = (Row, Difference)>) {
        let time = *self.capability.time();
        let mut output = self.handle.activate();
        let mut session = output.session_with_builder(&self.capability);
        changes.for_each(|(row, it)| session.give(((row, Row::EMPTY), time, it)));
    }

    /// Ends the epoch.
    pub(crate) fn advance(&mut self, epoch: u32) {
        self.capability.downgrade(&Time { epoch, round: 0 });
    }
}

/// Runs stages on each pair.
pub(crate) fn map<'s>(pairs: Pairs<'s>, mut stages: Vec<Runner>) -> Pairs<'s> {
    type Builder = CapacityContainerBuilder<Vec<Update>>;
    pairs
        .inner
        .unary::<Builder, _, _, _>(Pipeline, "Map", |_, _| {
            move |input, output| {
                input.for_each(|held, data: &mut Vec<Update>| {
                    let mut session = output.session_with_builder(&held);
                    for ((key, value), time, difference) in data.drain(..) {
                        let make = &mut |pair| session.give((pair, time, difference));
                        for stage in &mut stages {
                            stage.run(&key, &value, &Row::EMPTY, make);
                        }
                    }
                });
            }
        })
        .as_collection()
}

/// Pairs indexed by key; the hash of a key determines its worker.
pub(crate) fn index<'s>(pairs: Pairs<'s>, hasher: &Hasher) -> Indexed<'s> {
    let hasher = hasher.clone();
    let exchange = Exchange::new(move |((key, _), _, _): &Update| hasher.hash(key));
    arrange_core(pairs.inner, exchange, "Index", ValBatcher::new)
}

/// Runs a stage on each key with the values of both sides.
pub(crate) fn join<'s>(left: Indexed<'s>, right: Indexed<'s>, mut stage: Runner) -> Pairs<'s> {
    type Builder = CapacityContainerBuilder<Vec<Update>>;
    let each = move |key: &Row,
                     left: &Row,
                     right: &Row,
                     time: Time,
                     one: &Difference,
                     other: &Difference,
                     builder: &mut Builder| {
        let make = &mut |pair| builder.push_into((pair, time, one * other));
        stage.run(key, left, right, make);
    };
    join_traces::<_, _, _, _, Builder>(left, right, "Join", each).as_collection()
}

/// The values that a function computes from the values of each key.
pub(crate) fn reduce<'s>(pairs: Indexed<'s>, name: &str, logic: Reduction) -> Indexed<'s> {
    type Builder = ValBuilder<Row, Row, Time, Difference>;
    type Spine = ValSpine<Row, Row, Time, Difference>;
    pairs.reduce_abelian::<_, Builder, Spine, _, _>(name, logic, |into, key, changes| {
        into.clear();
        into.extend(changes.drain(..).map(|(value, time, it)| ((key.clone(), value), time, it)));
    })
}

/// The keys without values and without duplicates.
pub(crate) fn distinct<'s>(pairs: Pairs<'s>, hasher: &Hasher) -> Indexed<'s> {
    let once = |_: &Row, _: &[(&Row, Difference)], made: &mut Vec<(Row, Difference)>| {
        made.push((Row::EMPTY, 1));
    };
    reduce(index(pairs, hasher), "Distinct", Box::new(once))
}

/// The changes of an index.
pub(crate) fn pairs<'s>(index: Indexed<'s>) -> Pairs<'s> {
    index.as_collection(|key, value| (key.clone(), value.clone()))
}

/// Splits pairs into values and errors.
pub(crate) fn split_errors(pairs: Pairs<'_>) -> (Pairs<'_>, Pairs<'_>) {
    let errors = pairs.clone().filter(|(_, value)| *value == Row::FAILURE);
    (pairs.filter(|(_, value)| *value != Row::FAILURE), errors)
}

/// Columns of rows as keys, and others as values.
pub(crate) fn project<'s>(rows: Pairs<'s>, key: &[usize], value: &[usize]) -> Pairs<'s> {
    let (key, value) = (key.to_vec(), value.to_vec());
    let part = |row: &Row, columns: &[usize]| {
        let words = row.words();
        Row::new(columns.iter().map(|it| words[*it]), |it| row.is_symbol(columns[it]))
    };
    rows.map(move |(row, _)| (part(&row, &key), part(&row, &value)))
}

/// Changes that a dataflow has produced.
pub(crate) type Changes = Rc<RefCell<Vec<(Row, Difference)>>>;

/// Collects the changes of rows at a worker.
pub(crate) fn capture(rows: Pairs<'_>, worker: u64, probe: &ProbeHandle<Time>) -> Changes {
    let changes = Changes::default();
    let into = Rc::clone(&changes);
    let exchange = Exchange::new(move |_: &Update| worker);
    rows.inner
        .unary::<CapacityContainerBuilder<Vec<Update>>, _, _, _>(exchange, "Capture", |_, _| {
            move |input, _| {
                input.for_each(|_, data: &mut Vec<Update>| {
                    let rows = data.drain(..).map(|((row, _), _, difference)| (row, difference));
                    into.borrow_mut().extend(rows);
                });
            }
        })
        .probe_with(probe);
    changes
}
