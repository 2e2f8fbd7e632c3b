//! Memory that is not followed, in a traced replay.
//!
//! The choice of memory that is not followed is an input of the solution. So by the rules, everything loaded from
//! there is external from the start. A reader wants to know more: how that memory escapes. So a traced replay
//! withholds the effects of accesses to such memory until the memory has escaped.
//!
//! Some memory does not escape in this way: memory that was given up because sets became too large, and memory
//! whose escape only showed in the search for escaping memory, which still followed the content of some memory.
//! When nothing else is left to derive, the first of these instances is assumed to have escaped, in the order in
//! which they were found.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::Time;
use super::replay::{Replay, User};
use crate::{Instance, Location, Opaque};

/// The withheld accesses.
pub(crate) struct Release {
    /// The time since which the content of each instance has not been followed.
    since: FxHashMap<Instance, Time>,
    withheld: FxHashMap<Instance, Vec<(User, u32)>>,
    /// The instances that can be assumed to have escaped, in reverse order.
    rest: Vec<Instance>,
    /// The instances that were assumed to have escaped.
    granted: FxHashSet<Instance>,
}

impl Release {
    /// Withholds all accesses to this memory.
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

    /// The time since which the content of the instance has not been followed, if it is not followed.
    pub(super) fn since(&self, instance: Instance) -> Option<Time> {
        if instance == Instance::EXTERNAL { Some(0) } else { self.since.get(&instance).copied() }
    }

    /// Whether the instance was assumed to have escaped.
    pub(super) fn is_assumed_escaped(&self, instance: Instance) -> bool {
        self.granted.contains(&instance)
    }
}

impl Replay<'_> {
    /// Whether accesses to the location are withheld.
    pub(super) fn is_withheld(&self, location: Location) -> bool {
        let instance = location.instance;
        self.release.as_ref().is_some_and(|it| {
            self.solution.opaque.contains(instance) && it.since(instance).is_none()
        })
    }

    /// Withholds the locations whose content is still followed from a user that accesses memory. Returns the other
    /// locations, if some were withheld.
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

    /// Stops following the content of the instance, if it is opaque.
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

    /// Assumes that the content of one more instance is not followed; false if there are none left.
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
