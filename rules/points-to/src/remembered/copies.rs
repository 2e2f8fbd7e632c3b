//! Copies of memory. Calls of `memcpy` and the like are not distinguished.

use rustc_hash::{FxHashMap, FxHashSet};

use super::index::Index;
use crate::{Body, Instance, Length, Location, Transfer, Variable};

/// A copy of memory.
#[derive(Clone, Debug)]
pub struct MemoryCopy {
    /// The address of the destination.
    pub to: Variable,
    /// The address of the source.
    pub from: Variable,
    /// How far the destination is behind the pointer that it was made from.
    pub start: Option<u32>,
    /// The same of the source, if that may be in memory that is not followed.
    pub source_start: Option<u32>,
    /// How many bytes are copied, if that is known.
    pub length: Option<u32>,
    /// The sources in memory that is followed and holds functions or pointers of external code.
    pub sources: Vec<Location>,
    /// The destinations in such memory.
    pub targets: Vec<Location>,
}

/// The copies in a module.
#[derive(Debug, Default)]
pub struct Copies {
    all: Vec<MemoryCopy>,
    /// By instance that is followed: the positions of the copies into it.
    into_instance: FxHashMap<Instance, Vec<usize>>,
    /// The positions of those into memory that external code knows.
    given_away: Vec<usize>,
}

impl Copies {
    pub fn at(&self, position: usize) -> &MemoryCopy {
        &self.all[position]
    }

    /// The positions of the copies into the instance, which is followed.
    pub fn reaching(&self, instance: Instance) -> Vec<usize> {
        self.into_instance.get(&instance).cloned().unwrap_or_default()
    }

    /// The positions of the copies into memory that external code knows.
    pub fn given_away(&self) -> Vec<usize> {
        self.given_away.clone()
    }
}

impl Index<'_> {
    /// The copies of memory in a body. `escaped` is the memory that external code knows.
    pub fn add_copies(&mut self, body: &Body, escaped: &FxHashSet<Instance>) {
        let opaque = &self.analysis.solution.opaque;
        let is_opaque = |it: &Location| opaque.contains(it.instance);
        for row in &body.transfers {
            let targets = self.points_to(row.to);
            let sources = self.points_to(row.from);
            let is_from_known = sources.iter().any(is_opaque);
            let has_cells = |it: &Location| !is_opaque(it) && self.cells.contains_key(&it.instance);
            let sources: Vec<Location> = sources.into_iter().filter(has_cells).collect();
            if !is_from_known && sources.is_empty() {
                continue;
            }
            let position = self.copies.all.len();
            if targets.iter().any(|it| is_opaque(it) || escaped.contains(&it.instance)) {
                self.copies.given_away.push(position);
            }
            let targets: Vec<Location> = targets.into_iter().filter(has_cells).collect();
            let mut last = None;
            for target in &targets {
                if last.replace(target.instance) != Some(target.instance) {
                    self.copies.into_instance.entry(target.instance).or_default().push(position);
                }
            }
            self.copies.all.push(MemoryCopy {
                to: row.to,
                from: row.from,
                start: self.offset_of(row.to, 0),
                source_start: self.offset_of(row.from, 0).filter(|_| is_from_known),
                length: row.bytes(),
                sources,
                targets,
            });
        }
    }
}

impl Transfer {
    /// How many bytes are copied, if that is known without a context.
    fn bytes(&self) -> Option<u32> {
        match self.length {
            Length::Bytes(bytes) => u32::try_from(bytes).ok(),
            Length::Unknown | Length::Argument(_) => None,
        }
    }
}
