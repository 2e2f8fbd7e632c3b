//! Memory that is not followed, in a replay that asks why.
//!
//! That a solution does not follow some memory is given to it. So by the rules what is loaded from there is
//! external from the start. A reader wants to know more: how external code comes to know that memory. So a
//! traced replay withholds what accesses of such memory do until the memory has escaped.
//!
//! Some does not escape that way: what was given up because sets became too large, and what only the search
//! for memory that escapes could tell, which still followed the content of some memory. When nothing else
//! is left to be derived, the first of these is taken for granted, in the order in which it was found.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::Time;
use super::replay::{Replay, User};
use crate::{Instance, Location, Opaque};

/// What is withheld.
pub(crate) struct Release {
    /// Since when content is not followed.
    since: FxHashMap<Instance, Time>,
    withheld: FxHashMap<Instance, Vec<(User, u32)>>,
    /// What can be taken for granted, the last first.
    rest: Vec<Instance>,
    /// What has been taken for granted.
    granted: FxHashSet<Instance>,
}

impl Release {
    /// Withholds all accesses of this memory.
    pub(super) fn new(opaque: &Opaque) -> Self {
        let mut rest = opaque.in_order();
        rest.reverse();
        Self {
            since: FxHashMap::default(),
            withheld: FxHashMap::default(),
            rest,
            granted: FxHashSet::default(),
        }
    }

    /// Since when the content of the instance is not followed, if it is.
    pub(super) fn since(&self, instance: Instance) -> Option<Time> {
        if instance == Instance::EXTERNAL { Some(0) } else { self.since.get(&instance).copied() }
    }

    /// Whether this was taken for granted.
    pub(super) fn is_granted(&self, instance: Instance) -> bool {
        self.granted.contains(&instance)
    }
}

impl Replay<'_> {
    /// Whether accesses of the location are withheld.
    pub(super) fn is_withheld(&self, location: Location) -> bool {
        let instance = location.instance;
        self.release.as_ref().is_some_and(|it| {
            self.solution.opaque.contains(instance) && it.since(instance).is_none()
        })
    }

    /// Withholds from a user that accesses memory those locations whose content is still followed. The others, if
    /// there are any such.
    pub(super) fn withhold(&mut self, user: User, locations: &[u32]) -> Option<Vec<u32>> {
        let is_access = match user {
            User::Load { .. } | User::Store { .. } | User::CopyFrom(_) | User::CopyTo(_) => true,
            User::Shift { .. } | User::Call { .. } | User::Capture => false,
        };
        if self.release.is_none() || !is_access {
            return None;
        }
        let location = |index: &u32| self.solution.locations[*index as usize];
        let (withheld, others): (Vec<u32>, Vec<u32>) =
            locations.iter().partition(|it| self.is_withheld(location(it)));
        if withheld.is_empty() {
            return None;
        }
        for index in withheld {
            let instance = location(&index).instance;
            let release = self.release.as_mut()?;
            release.withheld.entry(instance).or_default().push((user, index));
        }
        Some(others)
    }

    /// The content of the instance is no longer followed, if it is one of those.
    pub(super) fn release(&mut self, instance: Instance) {
        let now = self.graph.tick();
        if instance == Instance::EXTERNAL || !self.solution.opaque.contains(instance) {
            return;
        }
        let Some(release) = &mut self.release else { return };
        release.since.entry(instance).or_insert(now);
        for (user, index) in release.withheld.remove(&instance).unwrap_or_default() {
            self.follow_one(user, &[index]);
        }
    }

    /// Takes for granted that the content of some memory is not followed; false if there is none left.
    pub(super) fn grant(&mut self) -> bool {
        let Some(release) = &mut self.release else { return false };
        while let Some(instance) = release.rest.pop() {
            if !release.since.contains_key(&instance) && release.withheld.contains_key(&instance) {
                release.granted.insert(instance);
                self.release(instance);
                return true;
            }
        }
        false
    }
}
