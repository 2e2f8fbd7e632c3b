//! Copies of memory. Calls of `memcpy` and similar functions are not distinguished.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::index::Index;
use crate::offsets::Offsets;
use crate::{Body, Instance, Length, Location, Transfer, Variable};

/// A copy of memory.
#[derive(Clone, Debug)]
pub struct MemoryCopy {
    /// The address of the destination.
    pub to: Variable,
    /// The address of the source.
    pub from: Variable,
    /// The offset of the destination from the pointer that it was computed from.
    pub start: Option<u32>,
    /// The same for the source, if it may be in memory that is not followed.
    pub source_start: Option<u32>,
    /// The number of bytes copied, if it is known.
    pub length: Option<u32>,
    /// Its index in [`Copies::sources`].
    pub sources: usize,
}

impl MemoryCopy {
    /// Whether the byte at this distance from the destination is copied, as far as is known.
    pub fn reaches(&self, distance: u32) -> bool {
        self.length.is_none_or(|length| distance < length)
    }
}

/// The copies in a module.
#[derive(Debug, Default)]
pub struct Copies {
    all: Vec<MemoryCopy>,
    /// The distinct sources of copies: locations in followed memory that hold functions or pointers of external
    /// code, in order.
    sources: Vec<Rc<[Location]>>,
    /// Their numbers.
    numbers: FxHashMap<Rc<[Location]>, usize>,
    /// By followed instance that holds functions or pointers of external code: the positions of the copies into
    /// it, and the offset at which each begins.
    into_instance: FxHashMap<Instance, Vec<(usize, u32)>>,
    /// The positions of the copies into escaped memory.
    copies_to_escaped: Vec<usize>,
}

impl Copies {
    pub fn at(&self, position: usize) -> &MemoryCopy {
        &self.all[position]
    }

    /// The positions of the copies that write to this byte of the instance, which is followed, and the byte's
    /// distance from their destinations.
    pub fn reaching(&self, instance: Instance, offset: u32) -> impl Iterator<Item = (usize, u32)> {
        let copies = self.into_instance.get(&instance).into_iter().flatten();
        copies.filter_map(move |&(position, start)| {
            let distance = offset.checked_sub(start)?;
            self.all[position].reaches(distance).then_some((position, distance))
        })
    }

    /// The locations with this number.
    pub fn sources(&self, number: usize) -> Rc<[Location]> {
        self.sources[number].clone()
    }

    /// The positions of the copies into escaped memory.
    pub fn copies_to_escaped(&self) -> Vec<usize> {
        self.copies_to_escaped.clone()
    }
}

impl Index<'_> {
    /// The copies of memory in a body.
    pub fn add_copies(&mut self, body: &Body) {
        let opaque = &self.analysis.solution.opaque;
        let is_opaque = |it: &Location| opaque.contains(it.instance);
        let has_cells = |it: &Location| !is_opaque(it) && self.cells.contains_key(&it.instance);
        for row in &body.transfers {
            let (to, from) = (self.has(row.to), self.has(row.from));
            let sources: BTreeSet<Location> = self.points_to(row.from).filter(has_cells).collect();
            if !from.opaque && sources.is_empty() {
                continue;
            }
            let sources: Rc<[Location]> = sources.into_iter().collect();
            let next = self.copies.sources.len();
            let number = *self.copies.numbers.entry(sources.clone()).or_insert(next);
            if number == next {
                self.copies.sources.push(sources);
            }
            let position = self.copies.all.len();
            if to.escaped {
                self.copies.copies_to_escaped.push(position);
            }
            let targets: BTreeSet<Location> = self.points_to(row.to).filter(has_cells).collect();
            for target in targets {
                if let Offsets::At(start) = target.offsets {
                    let copies = self.copies.into_instance.entry(target.instance).or_default();
                    copies.push((position, start));
                }
            }
            self.copies.all.push(MemoryCopy {
                to: row.to,
                from: row.from,
                start: self.offset_of(row.to, 0),
                source_start: self.offset_of(row.from, 0).filter(|_| from.opaque),
                length: row.bytes(),
                sources: number,
            });
        }
    }
}

impl Transfer {
    /// The number of bytes copied, if it is known without a context.
    fn bytes(&self) -> Option<u32> {
        match self.length {
            Length::Bytes(bytes) => u32::try_from(bytes).ok(),
            Length::Unknown | Length::Argument(_) => None,
        }
    }
}
