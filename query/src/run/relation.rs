//! The rows of a relation, with their set and their indices.

use crate::plan::Version;
use crate::run::hash::{KeyMap, KeySet, NONE, Positions, key};
use crate::value::{Table, Word};

/// The rows of a relation.
#[derive(Debug, Default)]
pub(crate) struct Relation {
    pub(crate) arity: usize,
    pub(crate) len: usize,
    pub(crate) words: Vec<Word>,
    /// The number of rows before the last round.
    pub(crate) old: usize,
    pub(crate) sink: Sink,
    /// By the number of an index; `None` if it is not needed yet.
    pub(crate) indices: Vec<Option<Index>>,
}

/// The set of existing rows, and the rows that the next round will see.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    set: RowSet,
    pending: Vec<Word>,
    pending_len: usize,
}

#[derive(Debug)]
enum RowSet {
    Unit(bool),
    Narrow(KeySet),
    Wide(Positions),
}

impl Default for RowSet {
    fn default() -> Self {
        Self::Unit(false)
    }
}

impl RowSet {
    /// Whether a row is new. `is_same` compares it with the row at a position.
    #[inline]
    fn insert(
        &mut self,
        row: impl ExactSizeIterator<Item = Word>,
        is_same: impl Fn(usize) -> bool,
    ) -> bool {
        match self {
            Self::Narrow(set) => set.insert(key(row)),
            Self::Wide(set) => set.insert(key(row), is_same).is_none(),
            Self::Unit(holds) => !std::mem::replace(holds, true),
        }
    }
}

impl Sink {
    fn new(arity: usize) -> Self {
        let set = match arity {
            0 => RowSet::Unit(false),
            1 | 2 => RowSet::Narrow(KeySet::default()),
            _ => RowSet::Wide(Positions::default()),
        };
        Self { set, pending: Vec::new(), pending_len: 0 }
    }

    /// Whether no rows are pending for the next round.
    pub(crate) fn is_empty(&self) -> bool {
        self.pending_len == 0
    }

    /// Adds a row to those of `relation` unless it exists, and returns whether it is new.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        relation: &Relation,
        row: impl ExactSizeIterator<Item = Word> + Clone,
    ) -> bool {
        let pending = &self.pending;
        let is_same = |at: usize| row_at(relation, pending, at).iter().copied().eq(row.clone());
        let is_new = self.set.insert(row.clone(), is_same);
        if is_new {
            self.pending.extend(row);
            self.pending_len += 1;
        }
        is_new
    }

    /// Whether a row exists.
    pub(crate) fn contains(
        &self,
        relation: &Relation,
        row: impl ExactSizeIterator<Item = Word> + Clone,
    ) -> bool {
        match &self.set {
            RowSet::Narrow(set) => set.contains(key(row)),
            RowSet::Wide(set) => {
                let is_same =
                    |at: usize| row_at(relation, &self.pending, at).iter().copied().eq(row.clone());
                set.get(key(row.clone()), is_same).is_some()
            }
            RowSet::Unit(holds) => *holds,
        }
    }
}

fn row_at<'r>(relation: &'r Relation, pending: &'r [Word], at: usize) -> &'r [Word] {
    let start = at * relation.arity;
    match start.checked_sub(relation.words.len()) {
        None => &relation.words[start..][..relation.arity],
        Some(start) => &pending[start..][..relation.arity],
    }
}

impl Relation {
    pub(crate) fn new(arity: usize, indices: usize) -> Self {
        let indices = (0..indices).map(|_| None).collect();
        Self { arity, sink: Sink::new(arity), indices, ..Self::default() }
    }

    pub(crate) fn row(&self, at: usize) -> &[Word] {
        &self.words[at * self.arity..][..self.arity]
    }

    /// The positions of the rows of a version.
    pub(crate) fn range(&self, version: Version) -> std::ops::Range<usize> {
        match version {
            Version::All => 0..self.len,
            Version::Old => 0..self.old,
            Version::Delta => self.old..self.len,
        }
    }

    /// Moves the rows of a table into an empty relation.
    pub(crate) fn fill(&mut self, table: Table) {
        let arity = self.arity;
        let rows = table.len();
        let mut words = table.into_words();
        for at in 0..rows {
            // The first part contains the rows that have been kept so far.
            let (before, rest) = words.split_at(at * arity);
            let row = &rest[..arity];
            let is_same = |at: usize| before[at * arity..][..arity] == *row;
            if self.sink.set.insert(row.iter().copied(), is_same) {
                words.copy_within(at * arity..(at + 1) * arity, self.len * arity);
                self.len += 1;
            }
        }
        words.truncate(self.len * arity);
        self.words = words;
    }

    /// Ends a round: the rows that it added become those of the last round. Returns whether there
    /// are any.
    pub(crate) fn advance(&mut self) -> bool {
        self.old = self.len;
        self.len += self.sink.pending_len;
        self.sink.pending_len = 0;
        match self.words.is_empty() {
            true => self.words = std::mem::take(&mut self.sink.pending),
            false => {
                self.words.extend_from_slice(&self.sink.pending);
                self.sink.pending.clear();
            }
        }
        self.old < self.len
    }

    /// Drops the set of rows, because no more rows are added or looked up as a whole.
    pub(crate) fn drop_set(&mut self) {
        self.sink = Sink::default();
    }

    /// Builds an index. An index that `grows` is for a relation to which rows are still added.
    pub(crate) fn build_index(&mut self, number: usize, columns: &[usize], grows: bool) {
        let found = match &self.indices[number] {
            Some(Index::Growing(_)) => grows,
            Some(Index::Grouped { .. }) => !grows,
            None => false,
        };
        if found {
            return;
        }
        let index = match grows {
            true => {
                let mut index =
                    GrowingIndex { columns: columns.to_vec(), ..GrowingIndex::default() };
                index.extend(self.arity, &self.words, self.len);
                Index::Growing(index)
            }
            false => self.grouped(columns),
        };
        self.indices[number] = Some(index);
    }

    /// Adds the rows of the last round to the indices that grow.
    pub(crate) fn extend_indices(&mut self) {
        for index in self.indices.iter_mut().flatten() {
            if let Index::Growing(index) = index {
                index.extend(self.arity, &self.words, self.len);
            }
        }
    }

    /// Drops the indices that grow.
    pub(crate) fn drop_growing(&mut self) {
        for index in &mut self.indices {
            index.take_if(|it| matches!(it, Index::Growing(_)));
        }
    }

    fn grouped(&self, columns: &[usize]) -> Index {
        let mut map = KeyMap::default();
        let (mut groups, mut starts) = (Vec::with_capacity(self.len), vec![0u32]);
        for at in 0..self.len {
            let key = key_of(self.row(at), columns);
            let mut group = map.get(key);
            if group == NONE {
                group = starts.len() as u32 - 1;
                map.replace(key, group);
                starts.push(0);
            }
            starts[group as usize + 1] += 1;
            groups.push(group);
        }
        for group in 1..starts.len() {
            starts[group] += starts[group - 1];
        }
        let mut next = starts.clone();
        let mut words = vec![0; self.words.len()];
        for (at, group) in groups.into_iter().enumerate() {
            let to = &mut next[group as usize];
            words[*to as usize * self.arity..][..self.arity].copy_from_slice(self.row(at));
            *to += 1;
        }
        Index::Grouped { map, starts, words }
    }
}

fn key_of(row: &[Word], columns: &[usize]) -> u64 {
    key(columns.iter().map(|it| row[*it]))
}

/// Rows indexed by some of their columns.
#[derive(Debug)]
pub(crate) enum Index {
    /// An index of a relation that does not change: its rows, grouped by key.
    Grouped { map: KeyMap, starts: Vec<u32>, words: Vec<Word> },
    /// An index of a relation that grows.
    Growing(GrowingIndex),
}

/// The positions of rows, grouped by key and ordered within each group.
#[derive(Debug, Default)]
pub(crate) struct GrowingIndex {
    columns: Vec<usize>,
    /// The group of a key.
    map: KeyMap,
    groups: Vec<Group>,
    /// The groups with rows of the last round.
    changed: Vec<u32>,
    /// The number of rows in the index.
    len: usize,
    positions: Vec<u32>,
}

/// A part of [`GrowingIndex::positions`] with spare capacity.
#[derive(Clone, Copy, Debug)]
struct Group {
    start: usize,
    len: u32,
    room: u32,
}

impl GrowingIndex {
    /// Adds the rows up to `end` that are not in the index yet, which are those of the last round.
    fn extend(&mut self, arity: usize, words: &[Word], end: usize) {
        let start = self.len;
        self.changed.clear();
        for at in start..end {
            self.add(&words[at * arity..][..arity], at as u32, start as u32);
        }
    }

    /// Adds the next row. The last round starts at the row `start`.
    fn add(&mut self, row: &[Word], at: u32, start: u32) {
        let key = key_of(row, &self.columns);
        let mut number = self.map.get(key);
        if number == NONE {
            number = self.groups.len() as u32;
            self.map.replace(key, number);
            self.groups.push(Group { start: self.positions.len(), len: 0, room: 1 });
            self.positions.push(at);
        }
        let group = &mut self.groups[number as usize];
        if group.len == group.room {
            let former = group.start..group.start + group.len as usize;
            group.start = self.positions.len();
            group.room *= 2;
            self.positions.extend_from_within(former);
            self.positions.resize(group.start + group.room as usize, at);
        }
        let end = group.start + group.len as usize;
        if group.len == 0 || self.positions[end - 1] < start {
            self.changed.push(number);
        }
        self.positions[end] = at;
        group.len += 1;
        self.len += 1;
    }

    fn group(&self, number: u32) -> &[u32] {
        let Group { start, len, .. } = self.groups[number as usize];
        &self.positions[start..][..len as usize]
    }

    /// The positions of the rows with a key.
    #[inline]
    fn get(&self, key: u64) -> &[u32] {
        match self.map.get(key) {
            NONE => &[],
            number => self.group(number),
        }
    }
}

/// For each key of the rows that the last round added, one of these rows.
pub(crate) fn changed(relation: &Relation, index: usize) -> impl Iterator<Item = &[Word]> {
    let growing = match &relation.indices[index] {
        Some(Index::Growing(it)) => Some(it),
        _ => None,
    };
    growing.into_iter().flat_map(|index| {
        let last = |number: &u32| index.group(*number).last().copied();
        index.changed.iter().filter_map(last).map(|at| relation.row(at as usize))
    })
}

/// The rows with a key.
pub(crate) enum Rows<'r> {
    Together(std::slice::ChunksExact<'r, Word>),
    Listed { relation: &'r Relation, positions: std::slice::Iter<'r, u32> },
}

impl<'r> Rows<'r> {
    #[inline]
    pub(crate) fn new(relation: &'r Relation, index: usize, version: Version, key: u64) -> Self {
        match &relation.indices[index] {
            Some(Index::Grouped { map, starts, words }) => {
                let group = map.get(key) as usize;
                let range = match group == NONE as usize {
                    true => 0..0,
                    false => {
                        starts[group] as usize * relation.arity
                            ..starts[group + 1] as usize * relation.arity
                    }
                };
                Self::Together(words[range].chunks_exact(relation.arity.max(1)))
            }
            Some(Index::Growing(index)) => {
                let all = index.get(key);
                let old = || all.partition_point(|at| (*at as usize) < relation.old);
                let positions = match version {
                    Version::All => all,
                    Version::Old => &all[..old()],
                    Version::Delta => &all[old()..],
                };
                Self::Listed { relation, positions: positions.iter() }
            }
            None => Self::Together([].chunks_exact(1)),
        }
    }
}

impl<'r> Iterator for Rows<'r> {
    type Item = &'r [Word];

    #[inline]
    fn next(&mut self) -> Option<&'r [Word]> {
        match self {
            Self::Together(rows) => rows.next(),
            Self::Listed { relation, positions } => {
                positions.next().map(|at| relation.row(*at as usize))
            }
        }
    }
}
