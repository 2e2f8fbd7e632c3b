//! Steps that access relations.

use crate::dataflow::compile::{Compile, Open};
use crate::dataflow::program::{Slot, Start, Words};
use crate::plan::{Columns, Register, Step};

impl Compile<'_> {
    /// Whether the chain is still at its start.
    fn is_at_start(&self) -> bool {
        let is_unit = matches!(self.start, Start::Unit);
        is_unit && self.links.is_empty() && self.stage.steps.is_empty()
    }

    /// Each row of a relation with a key.
    #[allow(clippy::too_many_arguments, reason = "they are the fields of a step")]
    pub(super) fn rows(
        &mut self,
        relation: usize,
        columns: &[usize],
        key: &[Register],
        bind: &Columns,
        check: &Columns,
        after: &[Step],
        keep: &[Register],
    ) {
        let is_symbol = self.program.relations[relation].clone();
        let is_constant = |it: &Register| self.is_constant[*it];
        if self.is_at_start() && !self.is_inner && key.iter().all(is_constant) {
            self.start = Start::Relation(relation);
            let keys = columns.iter().copied().zip(key.iter().copied());
            for (column, register) in check.iter().copied().chain(keys) {
                self.stage.check.push((Slot::Key(column), register));
            }
            for (column, register) in bind {
                self.set(*register, is_symbol[*column]);
                self.stage.load.push((Slot::Key(*column), *register));
            }
            return;
        }
        let value = self.needed(after, keep);
        let index = self.program.index(relation, columns, false);
        self.join(index, relation, columns, key, value);
        self.open = Open::Join(index);
        for (column, register) in bind {
            self.set(*register, is_symbol[*column]);
            self.program.need(index, *column);
            self.stage.load.push((Slot::Other(*column), *register));
        }
        for (column, register) in check {
            // The other columns repeat the key.
            if !columns.contains(column) {
                self.program.need(index, *column);
                self.stage.check.push((Slot::Other(*column), *register));
            }
        }
    }

    /// Whether there is a row with a key.
    pub(super) fn exists(
        &mut self,
        relation: usize,
        columns: &[usize],
        key: &[Register],
        expected: bool,
        after: &[Step],
        keep: &[Register],
    ) {
        let value = self.needed(after, keep);
        let index = self.program.index(relation, columns, true);
        if expected {
            self.join(index, relation, columns, key, value);
            self.open = Open::Join(index);
        } else {
            self.close(self.key(relation, columns, key), value);
            self.open = Open::Antijoin(index);
        }
    }

    /// A key that is looked up in columns of a relation.
    fn key(&self, relation: usize, columns: &[usize], key: &[Register]) -> Words {
        let is_symbol = columns.iter().map(|it| self.program.relations[relation][*it]).collect();
        Words { registers: key.to_vec(), is_symbol }
    }

    /// Creates pairs for a join. If the stage would only reorder the columns of a relation, the
    /// chain instead starts with an index of that relation, which other rules may share.
    fn join(
        &mut self,
        index: usize,
        relation: usize,
        columns: &[usize],
        key: &[Register],
        value: Vec<Register>,
    ) {
        let words = self.key(relation, columns, key);
        let column = |register: &Register| {
            let found = self.stage.load.iter().find(|it| it.1 == *register)?;
            matches!(found.0, Slot::Key(_)).then_some(found.0)
        };
        let is_plain = self.links.is_empty()
            && self.stage.steps.is_empty()
            && self.stage.check.is_empty()
            && !self.is_inner;
        let keys: Option<Vec<usize>> = key
            .iter()
            .map(|it| match column(it) {
                Some(Slot::Key(column)) => Some(column),
                _ => None,
            })
            .collect();
        match (&self.start, keys) {
            (Start::Relation(scanned), Some(keys)) if is_plain => {
                let scanned = *scanned;
                let left = self.program.index(scanned, &keys, false);
                let old = std::mem::take(&mut self.stage.load);
                let mut stage = self.new_stage();
                for (slot, register) in old {
                    let Slot::Key(column) = slot else { continue };
                    match keys.iter().position(|it| *it == column) {
                        Some(position) => stage.load.push((Slot::Key(position), register)),
                        None if value.contains(&register) => {
                            self.program.need(left, column);
                            stage.load.push((Slot::Value(column), register));
                        }
                        None => {}
                    }
                }
                self.start = Start::Index(left);
                self.stage = stage;
            }
            _ => self.close(words, value),
        }
        self.open = Open::Join(index);
    }
}
