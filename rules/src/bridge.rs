//! The way from facts into the programs, and out of them.

use std::hash::Hash;
use std::ops::Range;

use facts_schema::{EntityId, Facts, FunctionId, Text};
use rustc_hash::FxHashMap;

/// Makes the input relation `$input` of a program from the columns of a row of the schema, or of a
/// row that another program derived, given by its path.
#[macro_export]
macro_rules! input_from {
    ($input:ident($($column:ident),* $(,)?) from $row:ident) => {
        $crate::input_from! { $input($($column),*) from facts_schema::$row }
    };
    ($input:ident($($column:ident),* $(,)?) from $row:path) => {
        impl From<&$row> for $input {
            fn from(row: &$row) -> Self {
                Self($(row.$column),*)
            }
        }
    };
}
pub use input_from;

/// A text, to be compared with names that rules know. Text that is not UTF-8 is no such name, and
/// comes out empty.
pub fn text(facts: &Facts, text: Text) -> &str {
    std::str::from_utf8(facts.texts.get(text)).unwrap_or_default()
}

/// One thing of each shape stands for all things of that shape, which the rules cannot tell apart.
pub(crate) struct Representatives<I> {
    /// By thing: the first of the same shape.
    first_alike: Vec<Option<I>>,
}

impl<I: EntityId> Representatives<I> {
    /// Chooses among `count` things; `shapes` gives the shape of each that takes part.
    pub fn new<S: Eq + Hash>(count: usize, shapes: impl Iterator<Item = (I, S)>) -> Self {
        let mut first_alike = vec![None; count];
        let mut first_of_shape = FxHashMap::default();
        for (thing, shape) in shapes {
            if let Some(entry) = first_alike.get_mut(thing.index()) {
                *entry = Some(*first_of_shape.entry(shape).or_insert(thing));
            }
        }
        Self { first_alike }
    }

    /// Who stands for `thing`.
    pub fn of(&self, thing: I) -> Option<I> {
        *self.first_alike.get(thing.index())?
    }

    /// Whether `thing` stands for itself, and perhaps for others.
    pub fn contains(&self, thing: I) -> bool {
        self.of(thing) == Some(thing)
    }
}

/// Rows grouped by the function that they belong to.
pub struct ByFunction<R> {
    rows: Vec<R>,
    /// Each function that has rows, and where they are, in the order of the functions.
    groups: Vec<(FunctionId, Range<usize>)>,
}

impl<R: Copy> ByFunction<R> {
    /// Groups `rows`; those for which `function_of` knows no function are left out.
    pub fn new(rows: &[R], function_of: impl Fn(&R) -> Option<FunctionId>) -> Self {
        let mut placed: Vec<(FunctionId, R)> =
            rows.iter().filter_map(|row| Some((function_of(row)?, *row))).collect();
        // Facts come in module order, and to sort what is sorted takes one pass.
        placed.sort_by_key(|(function, _)| *function);

        let mut groups = Vec::new();
        let mut end = 0;
        for group in placed.chunk_by(|(one, _), (other, _)| one == other) {
            let start = end;
            end += group.len();
            groups.push((group[0].0, start..end));
        }
        Self { rows: placed.into_iter().map(|(_, row)| row).collect(), groups }
    }

    /// The functions that have rows, in order.
    pub fn functions(&self) -> Vec<FunctionId> {
        self.groups.iter().map(|(function, _)| *function).collect()
    }

    /// The rows of `function`, in their original order.
    pub fn of(&self, function: FunctionId) -> &[R] {
        match self.groups.binary_search_by_key(&function, |(function, _)| *function) {
            Ok(group) => &self.rows[self.groups[group].1.clone()],
            Err(_) => &[],
        }
    }
}

/// The rows of a derived relation, in order.
pub fn sorted<R: Ord>(rows: impl Iterator<Item = R>) -> Vec<R> {
    let mut rows: Vec<R> = rows.collect();
    rows.sort_unstable();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_a_shape_stands_for_all_of_it() {
        let shapes = [(0, 'a'), (1, 'b'), (3, 'a'), (7, 'b')].map(|(id, it)| (FunctionId(id), it));
        let representatives = Representatives::new(4, shapes.into_iter());
        assert_eq!(representatives.of(FunctionId(0)), Some(FunctionId(0)));
        assert_eq!(representatives.of(FunctionId(1)), Some(FunctionId(1)));
        assert_eq!(representatives.of(FunctionId(2)), None);
        assert_eq!(representatives.of(FunctionId(3)), Some(FunctionId(0)));
        assert_eq!(representatives.of(FunctionId(7)), None);
        assert!(representatives.contains(FunctionId(1)));
        assert!(!representatives.contains(FunctionId(3)));
    }

    #[test]
    fn rows_are_grouped_in_their_order() {
        let rows = [(2, 'a'), (0, 'b'), (2, 'c'), (9, 'd'), (0, 'e')];
        let function_of =
            |&(function, _): &(u32, char)| (function < 9).then_some(FunctionId(function));
        let groups = ByFunction::new(&rows, function_of);
        assert_eq!(groups.of(FunctionId(0)), [(0, 'b'), (0, 'e')]);
        assert_eq!(groups.of(FunctionId(1)), []);
        assert_eq!(groups.of(FunctionId(2)), [(2, 'a'), (2, 'c')]);
        assert_eq!(groups.of(FunctionId(3)), []);
        assert_eq!(groups.functions(), [FunctionId(0), FunctionId(2)]);
    }

    #[test]
    fn no_rows_belong_to_no_function() {
        let groups = ByFunction::<u32>::new(&[], |_| None);
        assert_eq!(groups.functions(), []);
        assert!(groups.of(FunctionId(0)).is_empty());
    }
}
