//! Derivations with a limit on the number of their steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::essential::is_beside;
use super::{Cut, Derivation};

/// The additional distance of premises that do not carry the flow but determine its target.
const DETOUR: usize = 8;

impl Derivation {
    /// The goal and the steps nearest to it, at most `limit` steps in total. Each step either has all of its premises,
    /// or is [cut](Cut::Limit). Steps that carry the flow to the goal are nearer than the reasons for it.
    pub fn limited(self, limit: usize) -> Self {
        let Some(goal) = self.steps.len().checked_sub(1) else { return self };
        if self.steps.len() <= limit {
            return self;
        }
        let mut is_kept = vec![false; self.steps.len()];
        let mut is_derived = vec![false; self.steps.len()];
        let mut room = limit.saturating_sub(1);
        let mut next = BinaryHeap::from([(Reverse(0), goal)]);
        is_kept[goal] = true;
        while let Some((Reverse(distance), number)) = next.pop() {
            if is_derived[number] {
                continue;
            }
            let step = &self.steps[number];
            let missing = step.premises.iter().filter(|it| !is_kept[**it]).count();
            if missing > room {
                continue;
            }
            room -= missing;
            is_derived[number] = true;
            for &premise in &step.premises {
                is_kept[premise] = true;
                let further = if is_beside(step, &self.steps[premise]) { DETOUR } else { 1 };
                next.push((Reverse(distance + further), premise));
            }
        }
        self.cut(&is_kept, &is_derived, Cut::Limit)
    }
}
