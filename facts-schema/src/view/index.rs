//! The rows of each relation, indexed by their first column.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use crate::*;

/// The type of a first column: an id, a text, a position or a kind.
pub trait Key: Copy + Ord {
    /// Whether it is the id of an instruction.
    const IS_INSTRUCTION: bool = false;

    /// The number by which keys are ordered.
    fn ordinal(self) -> u32;

    /// The instruction as a key, if keys are instructions.
    fn from_instruction(_: InstructionId) -> Option<Self> {
        None
    }
}

impl<I: EntityId + Ord> Key for I {
    const IS_INSTRUCTION: bool = matches!(I::ENTITY, Entity::Instruction);

    fn ordinal(self) -> u32 {
        self.number()
    }

    fn from_instruction(instruction: InstructionId) -> Option<Self> {
        Self::IS_INSTRUCTION.then(|| I::new(instruction.number()))
    }
}

impl Key for Text {
    fn ordinal(self) -> u32 {
        self.0
    }
}

impl Key for MetadataKind {
    fn ordinal(self) -> u32 {
        self as u32
    }
}

impl Key for AliasKind {
    fn ordinal(self) -> u32 {
        self as u32
    }
}

impl Key for u32 {
    fn ordinal(self) -> u32 {
        self
    }
}

/// A row, indexed by its first column.
pub trait Keyed: Copy {
    /// The type of the first column.
    type Key: Key;

    /// The first column.
    fn key(&self) -> Self::Key;
}

macro_rules! define_index {
    ($(
        @$role:ident $group:literal $title:literal
        $(
            $(#[doc = $doc:literal])*
            $row:ident $relation:ident(
                $first:ident: $first_type:ty $(, $column:ident: $column_type:ty)* $(,)?
            )
        )*
    )*) => {
        /// All rows, indexed by their first column. Indexes that are never used cost nothing.
        pub struct Index<'f> {
            $($(
                #[doc = concat!("The rows of `", stringify!($relation), "`.")]
                pub $relation: Rows<'f, $row>,
            )*)*
        }

        impl<'f> Index<'f> {
            /// Creates an index of `facts`.
            pub fn new(facts: &'f Facts) -> Self {
                Self {
                    $($($relation: Rows::of(&facts.$relation),)*)*
                }
            }
        }

        $($(
            impl Keyed for $row {
                type Key = $first_type;

                #[allow(clippy::misnamed_getters, reason = "some relation has a column `key`")]
                fn key(&self) -> $first_type {
                    self.$first
                }
            }
        )*)*
    };
}

crate::for_each_relation!(define_index);

/// The rows of a relation, indexed by their first column.
pub struct Rows<'f, R: Keyed> {
    rows: Cow<'f, [R]>,
    table: OnceLock<Table<R>>,
}

/// The rows in the order of their keys, and the positions of keys.
struct Table<R> {
    /// The rows in the order of their keys; `None` if they are already in that order.
    sorted: Option<Vec<R>>,
    positions: KeyPositions,
}

/// The positions of the rows with each key in the rows ordered by key.
// There are hundreds of relations, so code that does not depend on the row type is compiled once.
struct KeyPositions {
    /// For each bucket of keys (the key shifted right by `shift`), the position of its first row;
    /// the last element is the number of rows.
    starts: Vec<u32>,
    /// Chosen so that the number of buckets is at most a small multiple of the number of rows,
    /// however sparse the keys are.
    shift: u32,
    /// The keys in order, if a bucket can contain several keys.
    keys: Vec<u32>,
}

impl<'f, R: Keyed> Rows<'f, R> {
    /// Indexes `rows` by their first column.
    pub fn of(rows: impl Into<Cow<'f, [R]>>) -> Self {
        Self { rows: rows.into(), table: OnceLock::new() }
    }

    /// All rows, in the order of the facts.
    pub fn rows(&self) -> &[R] {
        &self.rows
    }

    /// All rows with this key, in the order of the facts.
    // Rules call this in thousands of places and millions of times. Not inlining it reduces compile
    // time, and is not slower as long as rare cases have their own functions.
    #[inline(never)]
    pub fn all(&self, key: R::Key) -> &[R] {
        match self.table.get() {
            Some(Table { sorted: None, positions }) => positions.all(&self.rows, key.ordinal()),
            Some(Table { sorted: Some(rows), positions }) => positions.all(rows, key.ordinal()),
            None => self.all_at_first(key),
        }
    }

    /// Like [`Self::all`], for the first lookup.
    #[cold]
    #[inline(never)]
    fn all_at_first(&self, key: R::Key) -> &[R] {
        let table = self.table();
        table.positions.all(self.sorted(table), key.ordinal())
    }

    /// The first row with this key.
    pub fn first(&self, key: R::Key) -> Option<R> {
        self.all(key).first().copied()
    }

    /// All rows whose keys are in the range `keys`, in the order of their keys, or all rows if
    /// `keys` is `None`.
    #[inline(never)]
    pub fn within(&self, keys: Option<Range<R::Key>>) -> &[R] {
        let Some(keys) = keys else { return self.rows() };
        let table = self.table();
        let positions = &table.positions;
        &self.sorted(table)
            [positions.from(keys.start.ordinal())..positions.from(keys.end.ordinal())]
    }

    fn sorted<'t>(&'t self, table: &'t Table<R>) -> &'t [R] {
        table.sorted.as_deref().unwrap_or(&self.rows)
    }

    fn table(&self) -> &Table<R> {
        self.table.get_or_init(|| {
            let keys = self.rows.iter().map(|row| row.key().ordinal()).collect();
            let (order, positions) = KeyPositions::of(keys);
            let row = |number: u32| self.rows[number as usize];
            Table { sorted: order.map(|order| order.into_iter().map(row).collect()), positions }
        })
    }
}

impl KeyPositions {
    /// The permutation that sorts the rows with these keys, if they are not sorted, and the
    /// positions of keys in the sorted rows.
    fn of(keys: Vec<u32>) -> (Option<Vec<u32>>, Self) {
        let is_sorted = keys.is_sorted();
        let last = if is_sorted { keys.last() } else { keys.iter().max() };
        let last = last.copied().unwrap_or(0);
        let mut shift = 0;
        while (last >> shift) as usize > 4 * keys.len() + 64 {
            shift += 1;
        }
        // First the number of keys in each bucket, then the number of keys in the buckets before
        // it.
        let mut starts = vec![0; if keys.is_empty() { 1 } else { (last >> shift) as usize + 2 }];
        for &key in &keys {
            starts[(key >> shift) as usize] += 1;
        }
        let mut before = 0;
        for start in &mut starts {
            before += std::mem::replace(start, before);
        }
        let order = (!is_sorted).then(|| match shift {
            0 => order_by_starts(&keys, &starts),
            _ => order_by_sorting(&keys),
        });
        let keys = match &order {
            _ if shift == 0 => Vec::new(),
            Some(order) => order.iter().map(|&row| keys[row as usize]).collect(),
            None => keys,
        };
        (order, Self { starts, shift, keys })
    }

    /// The elements of `rows`, which are sorted by key, that have this key.
    #[inline]
    fn all<'r, R>(&self, rows: &'r [R], key: u32) -> &'r [R] {
        let bucket = (key >> self.shift) as usize;
        match self.starts.get(bucket..bucket + 2) {
            None => &[],
            Some(&[start, end]) if self.shift == 0 => &rows[start as usize..end as usize],
            Some(_) => self.all_among(rows, bucket, key),
        }
    }

    /// Like [`Self::all`], for a bucket with several keys.
    #[inline(never)]
    fn all_among<'r, R>(&self, rows: &'r [R], bucket: usize, key: u32) -> &'r [R] {
        let positions = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        let (rows, keys) = (&rows[positions.clone()], &self.keys[positions]);
        &rows[keys.partition_point(|it| *it < key)..keys.partition_point(|it| *it <= key)]
    }

    /// The position of the first row whose key is equal or greater.
    fn from(&self, key: u32) -> usize {
        if self.shift == 0 {
            let start = self.starts.get(key as usize).or(self.starts.last());
            return start.map_or(0, |start| *start as usize);
        }
        self.keys.partition_point(|it| *it < key)
    }
}

/// The order of rows with these keys, given the position of the first row for each key.
fn order_by_starts(keys: &[u32], starts: &[u32]) -> Vec<u32> {
    let mut next = starts.to_vec();
    let mut order = vec![0; keys.len()];
    for (&key, row) in keys.iter().zip(0..) {
        let position = &mut next[key as usize];
        order[*position as usize] = row;
        *position += 1;
    }
    order
}

/// The order of rows with these keys.
fn order_by_sorting(keys: &[u32]) -> Vec<u32> {
    let numbered = keys.iter().zip(0u64..).map(|(&key, row)| u64::from(key) << 32 | row);
    let mut rows: Vec<u64> = numbered.collect();
    rows.sort_unstable();
    rows.into_iter().map(|row| row as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_whatever_their_order_and_their_keys() {
        let row = |number: u32, width: u32| IntegerType { r#type: TypeId(number), width };
        let keys = [[0, 1, 1, 2], [2, 1, 1, 0], [7, 900, 900, u32::MAX], [u32::MAX, 3, 3, 0]];
        for keys in keys {
            let rows: Vec<IntegerType> =
                keys.into_iter().zip(0..).map(|(key, number)| row(key, number)).collect();
            let table = Rows::of(&rows);
            for key in keys.into_iter().chain([0, 4, 8, 899, 901, u32::MAX - 1]) {
                let expected: Vec<IntegerType> =
                    rows.iter().copied().filter(|row| row.r#type == TypeId(key)).collect();
                assert_eq!(table.all(TypeId(key)), expected);
                assert_eq!(table.first(TypeId(key)), expected.first().copied());
            }
        }
    }

    #[test]
    fn rows_within_a_range_of_keys_are_in_the_order_of_the_keys() {
        let rows = [3, 1, 2, 7].map(|number| IntegerType { r#type: TypeId(number), width: 8 });
        let table = Rows::of(&rows[..]);
        let within = |start, end| {
            let rows = table.within(Some(TypeId(start)..TypeId(end))).iter();
            rows.map(|row| row.r#type.0).collect::<Vec<_>>()
        };
        assert_eq!(within(1, 3), [1, 2]);
        assert_eq!(within(3, 8), [3, 7]);
        assert!(within(4, 4).is_empty());
        assert_eq!(table.within(None), rows);
    }

    #[test]
    fn a_relation_without_rows_has_none() {
        let table = Rows::<IntegerType>::of(&[][..]);
        assert!(table.all(TypeId(0)).is_empty() && table.all(TypeId(u32::MAX)).is_empty());
    }
}
