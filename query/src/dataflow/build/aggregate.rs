//! Aggregates in a dataflow.

use std::sync::Arc;

use crate::dataflow::build::Build;
use crate::dataflow::operators::{self, Difference, Pairs, Reduction};
use crate::dataflow::program::Aggregate;
use crate::dataflow::row::Row;
use crate::dataflow::texts::Texts;
use crate::run::aggregate::Collected;
use crate::syntax::AggregateKind;
use crate::value::Primitive;

impl<'s> Build<'s, '_> {
    /// Adds the value of an aggregate to each pair.
    pub(super) fn aggregate(&mut self, pairs: Pairs<'s>, aggregate: &Aggregate) -> Pairs<'s> {
        let keys = pairs.clone().map(|(key, _)| (key, Row::EMPTY));
        let keys = self.distinct(keys, true);
        let mut inner = self.links(keys.clone(), &aggregate.inner);
        // Counts and sums over no rows have a value. Each key therefore receives an additional
        // value, which is removed again.
        let has_marker = matches!(aggregate.kind, AggregateKind::Count | AggregateKind::Sum);
        if has_marker {
            inner = inner.concat(keys);
        }
        let logic = logic(aggregate, has_marker, Arc::clone(self.texts));
        let values = operators::reduce(operators::index(inner, &self.hasher), "Aggregate", logic);
        let left = operators::index(pairs, &self.hasher);
        let made = operators::join(left, values, self.runner(&aggregate.stage));
        self.without_errors(made, aggregate.stage.may_fail())
    }
}

/// The function that computes an aggregate of the values of a key.
fn logic(aggregate: &Aggregate, has_marker: bool, texts: Arc<Texts>) -> Reduction {
    let Aggregate { kind, of, is_distinct, has_word, .. } = *aggregate;
    Box::new(move |_, values, made| {
        let value = texts.read(|symbols| {
            let mut collected = Collected::new(kind, of);
            for (row, times) in values {
                let marker = Difference::from(has_marker && **row == Row::EMPTY);
                let times = usize::try_from(times - marker).unwrap_or(0);
                let times = if is_distinct { times.min(1) } else { times };
                let word = if has_word { row.words().first() } else { None };
                collected.add_times(word.copied().unwrap_or_default(), times, symbols);
            }
            collected.value()
        });
        let is_symbol = of == Primitive::Symbol && kind != AggregateKind::Count;
        made.extend(value.map(|it| (Row::new([it].into_iter(), |_| is_symbol), 1)));
    })
}
