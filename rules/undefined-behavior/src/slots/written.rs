//! Whether variables have been written before they are read: a data flow over the blocks.

use rustc_hash::FxHashMap;

use super::{Access, Variable, What};
use crate::control::{Control, ProgramPoint};

/// The slots, and the effects on each.
#[derive(Default)]
pub(super) struct Slots {
    numbers: FxHashMap<(usize, i64, u64), usize>,
    /// By slot: the places where it is written or forgotten.
    events: Vec<Vec<(ProgramPoint, bool)>>,
}

impl Slots {
    /// The number of the slot of `size` bytes from `start` on in a variable.
    pub fn number(
        &mut self,
        identity: usize,
        variable: &Variable,
        (start, size): (i64, u64),
    ) -> usize {
        if let Some(&number) = self.numbers.get(&(identity, start, size)) {
            return number;
        }
        let bytes = Access {
            start: Some(start),
            size: Some(size),
            place: ProgramPoint(0),
            what: What::Fill,
        };
        let mut events = Vec::new();
        for access in &variable.accesses {
            match access.what {
                What::Store(_) | What::Fill | What::Overwrite if access.covers(&bytes) => {
                    events.push((access.place, true));
                }
                What::Forget => events.push((access.place, false)),
                _ => {}
            }
        }
        events.sort_unstable();
        let number = self.events.len();
        self.events.push(events);
        self.numbers.insert((identity, start, size), number);
        number
    }
}

/// The slots that are written on every path to the beginning of each block.
pub(super) struct Written {
    /// By block, counted from the entry: a bit for each slot.
    at_start: Vec<Vec<u64>>,
}

impl Written {
    /// Solves the data flow, starting with all slots written everywhere except at the entry, down to the greatest
    /// fixpoint.
    pub fn of(control: &Control, slots: &Slots) -> Self {
        let (blocks, words) = (control.successors().len(), slots.events.len().div_ceil(64));
        let mut at_start = vec![vec![u64::MAX; words]; blocks];
        if words == 0 {
            return Self { at_start };
        }
        // The last effect of each block on each slot that it accesses.
        let mut written = vec![vec![0_u64; words]; blocks];
        let mut forgotten = vec![vec![0_u64; words]; blocks];
        for (slot, events) in slots.events.iter().enumerate() {
            let (word, bit) = (slot / 64, 1 << (slot % 64));
            for &(place, is_written) in events {
                let number = control.block(place).and_then(|block| control.number(block));
                let Some(block) = number else { continue };
                let (set, clear) = match is_written {
                    true => (&mut written, &mut forgotten),
                    false => (&mut forgotten, &mut written),
                };
                set[block][word] |= bit;
                clear[block][word] &= !bit;
            }
        }
        if let Some(entry) = at_start.first_mut() {
            entry.fill(0);
        }
        let mut todo: Vec<usize> = (0..blocks).rev().collect();
        let mut is_waiting = vec![true; blocks];
        while let Some(block) = todo.pop() {
            is_waiting[block] = false;
            let end: Vec<u64> = (0..words)
                .map(|word| {
                    (at_start[block][word] & !forgotten[block][word]) | written[block][word]
                })
                .collect();
            for &successor in &control.successors()[block] {
                let mut has_changed = false;
                for (old, new) in at_start[successor].iter_mut().zip(&end) {
                    has_changed |= *old & !new != 0;
                    *old &= new;
                }
                if has_changed && !is_waiting[successor] {
                    is_waiting[successor] = true;
                    todo.push(successor);
                }
            }
        }
        Self { at_start }
    }

    /// Whether a slot has been written on every path to `place`.
    pub fn is_always_written(
        &self,
        control: &Control,
        slots: &Slots,
        slot: usize,
        place: ProgramPoint,
    ) -> bool {
        let Some(block) = control.block(place) else { return false };
        let (start, _) = control.positions(block);
        let events = slots.events.get(slot).map_or(&[][..], Vec::as_slice);
        let before = events.partition_point(|(at, _)| *at < place);
        if let Some(&(at, is_written)) = before.checked_sub(1).and_then(|last| events.get(last))
            && ProgramPoint::at(start) <= at
        {
            return is_written;
        }
        let at_start = control.number(block).and_then(|number| self.at_start.get(number));
        at_start.is_some_and(|bits| {
            bits.get(slot / 64).is_some_and(|word| word & (1 << (slot % 64)) != 0)
        })
    }
}
