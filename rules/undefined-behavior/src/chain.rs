//! Chains from the source of undef or poison to a part.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::function::Function;
use crate::parts::Part;
use crate::rows::{Pass, Source};
use crate::semantics::{Deferred, Options};

/// The maximum number of parts that are visited backwards.
const MAX_VISITED: usize = 4096;

/// The path of undef or poison from a source to a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Its source.
    pub source: Source,
    /// The steps from there, in order.
    pub steps: Vec<Pass>,
}

/// By part: the source that makes it undef or poison, and the last step of a shortest path from there.
pub struct Chains {
    origin: FxHashMap<(Part, Deferred), (Source, Option<Pass>)>,
}

impl Chains {
    /// The chains to all parts of a function.
    pub fn of(function: &Function, options: Options) -> Self {
        let mut next: FxHashMap<Part, Vec<&Pass>> = FxHashMap::default();
        for pass in &function.rows.passes {
            next.entry(pass.from).or_default().push(pass);
        }
        let mut origin = FxHashMap::default();
        let mut todo = VecDeque::new();
        for source in &function.rows.sources {
            let key = (source.part, options.meaning(source.written));
            if function.could_be(source.part, key.1) && !origin.contains_key(&key) {
                origin.insert(key, (*source, None));
                todo.push_back(key);
            }
        }
        while let Some((part, kind)) = todo.pop_front() {
            let Some(&(source, _)) = origin.get(&(part, kind)) else { continue };
            for &pass in next.get(&part).into_iter().flatten() {
                let key = (pass.to, kind);
                let is_way = function.could_be(pass.to, kind)
                    && function.could_be_at(part, kind, pass.at)
                    && pass.how.carries(kind, options);
                if is_way && !origin.contains_key(&key) {
                    origin.insert(key, (source, Some(*pass)));
                    todo.push_back(key);
                }
            }
        }
        Self { origin }
    }

    /// The source that makes a part undef or poison, as given by `kind`.
    pub fn source(&self, part: Part, kind: Deferred) -> Option<Source> {
        Some(self.origin.get(&(part, kind))?.0)
    }

    /// The chain that leads to the part.
    pub fn chain(&self, part: Part, kind: Deferred) -> Option<Chain> {
        let &(source, mut last) = self.origin.get(&(part, kind))?;
        let mut steps = Vec::new();
        while let Some(step) = last {
            steps.push(step);
            last = self.origin.get(&(step.from, kind))?.1;
        }
        steps.reverse();
        Some(Chain { source, steps })
    }
}

/// The sources that may make `part` undef or poison.
pub fn sources(function: &Function, part: Part) -> Vec<Source> {
    let before = back(function, part, |pass| {
        Deferred::ALL.into_iter().any(|kind| function.could_be_at(pass.from, kind, pass.at))
    });
    sources_of(function, &before)
}

/// The sources that always make `part` poison if they are poison.
pub fn strict_sources(function: &Function, part: Part) -> Vec<Source> {
    sources_of(function, &strictly_needed(function, part).into_iter().collect())
}

/// The parts, including `part`, that always make `part` poison if they are poison.
pub fn strictly_needed(function: &Function, part: Part) -> Vec<Part> {
    let options = Options::default();
    back(function, part, |pass| pass.how.spreads_poison(options)).into_iter().collect()
}

fn sources_of(function: &Function, parts: &FxHashSet<Part>) -> Vec<Source> {
    let rows = function.rows.sources.iter();
    rows.filter(|row| {
        parts.contains(&row.part)
            && Deferred::ALL.into_iter().any(|kind| function.could_be(row.part, kind))
    })
    .copied()
    .collect()
}

/// All parts that `part` is computed from by steps for which `is_step` holds.
fn back(function: &Function, part: Part, is_step: impl Fn(&Pass) -> bool) -> FxHashSet<Part> {
    let mut found = FxHashSet::default();
    found.insert(part);
    let mut todo = vec![part];
    while let Some(part) = todo.pop() {
        for pass in function.passes_to(part) {
            if found.len() < MAX_VISITED && is_step(pass) && found.insert(pass.from) {
                todo.push(pass.from);
            }
        }
    }
    found
}
