//! Pointers that move around a loop, `p = phi(…, p + 8)`, or in memory: `s->end = s->end + 8`.
//!
//! Such a step is replaced by a step over any multiple of its distance, so that the constraints have no cycle on
//! which a pointer keeps moving.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use super::moves::{Assign, Key, Load, Moves, Shift, Store};
use crate::constraints::Moment;
use crate::offsets::{POINTER, Step};

/// Turns each step on a cycle into a step over any number of elements.
pub fn widen(moves: &mut Moves) {
    let moves_on = |step: &Step| step.distance().is_some_and(|it| it != 0);
    if !moves.shifts.iter().any(|Shift(_, _, step)| moves_on(step)) {
        return;
    }
    let mut nodes: FxHashMap<Key, NodeIndex> = FxHashMap::default();
    let mut graph = DiGraph::<(), ()>::new();
    let assigns = moves.assigns.iter().map(|Assign(to, from)| (*to, *from));
    let shifts = moves.shifts.iter().map(|Shift(to, from, _)| (*to, *from));
    let mut loaded: FxHashMap<(Key, u32), Vec<Key>> = FxHashMap::default();
    for Load(to, address, offset) in &moves.loads {
        loaded.entry((*address, *offset)).or_default().push(*to);
    }
    // What is stored at an address is loaded from it when the function runs again, and so is what a followed cell of
    // memory holds in the end.
    let through_memory = moves.stores.iter().flat_map(|Store(address, offset, from)| {
        let loaded = loaded.get(&(*address, *offset)).into_iter().flatten();
        loaded.map(|to| (*to, *from))
    });
    let ends = moves.assigns.iter().filter_map(|Assign(to, _)| match *to {
        Key::Held(function, cell, Moment::Ends | Moment::EndsAnyhow) => Some((function, cell, *to)),
        _ => None,
    });
    let through_cells = ends.flat_map(|(function, cell, end)| {
        let begins = [Moment::Begins, Moment::BeginsAnyhow];
        begins.map(|moment| (Key::Held(function, cell, moment), end))
    });
    for (to, from) in assigns.chain(shifts).chain(through_memory).chain(through_cells) {
        // Keys that all functions share do not form loops of a function.
        if [Key::External, Key::Captured, Key::Thrown].iter().any(|it| [to, from].contains(it)) {
            continue;
        }
        let from = *nodes.entry(from).or_insert_with(|| graph.add_node(()));
        let to = *nodes.entry(to).or_insert_with(|| graph.add_node(()));
        graph.add_edge(from, to, ());
    }
    let mut component = vec![0; graph.node_count()];
    for (number, members) in tarjan_scc(&graph).into_iter().enumerate() {
        for member in members {
            component[member.index()] = number;
        }
    }
    // A loop that also steps back, by less than the size of a pointer, may reach bytes before its start.
    let mut goes_back = FxHashSet::default();
    for Shift(to, from, step) in &moves.shifts {
        if let (Some(to), Some(from)) = (nodes.get(to), nodes.get(from))
            && component[to.index()] == component[from.index()]
            && step.distance().is_some_and(|it| it < 0)
        {
            goes_back.insert(component[to.index()]);
        }
    }
    for Shift(to, from, step) in &mut moves.shifts {
        if let (Some(to), Some(from)) = (nodes.get(to), nodes.get(from))
            && component[to.index()] == component[from.index()]
            && let Some(distance) = step.distance().filter(|it| *it != 0)
        {
            let stride = u32::try_from(distance.unsigned_abs()).unwrap_or(u32::MAX);
            let goes_back = goes_back.contains(&component[to.index()]);
            *step = match goes_back && stride < POINTER {
                true => Step::Back { stride },
                false => Step::Over { stride, count: None },
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use facts_schema::ValueId;

    use super::*;

    fn key(value: u32) -> Key {
        Key::Value(ValueId(value), 0)
    }

    /// `%1 = phi [%0], [%2]`, `%2 = %1 + 8`, `%3 = %2 + 4`
    #[test]
    fn only_steps_on_a_cycle_are_widened() {
        let mut moves = Moves {
            assigns: vec![Assign(key(1), key(0)), Assign(key(1), key(2))],
            shifts: vec![Shift(key(2), key(1), Step::Along(8)), Shift(key(3), key(2), Step::By(4))],
            ..Moves::default()
        };
        widen(&mut moves);
        let over = Step::Over { stride: 8, count: None };
        assert_eq!(moves.shifts, [Shift(key(2), key(1), over), Shift(key(3), key(2), Step::By(4))]);
    }

    /// `%1 = load %0 + 4`, `%2 = %1 + 24`, `store %2, %0 + 4`, but not `store %3 = %1 + 8, %0`
    #[test]
    fn a_step_from_what_an_address_holds_to_what_it_will_hold_is_widened() {
        let mut moves = Moves {
            loads: vec![Load(key(1), key(0), 4)],
            shifts: vec![Shift(key(2), key(1), Step::By(24)), Shift(key(3), key(1), Step::By(8))],
            stores: vec![Store(key(0), 4, key(2)), Store(key(0), 0, key(3))],
            ..Moves::default()
        };
        widen(&mut moves);
        let over = Step::Over { stride: 24, count: None };
        assert_eq!(moves.shifts, [Shift(key(2), key(1), over), Shift(key(3), key(1), Step::By(8))]);
    }

    /// A loop over bytes that steps back at one point may reach bytes before its start.
    #[test]
    fn a_loop_that_steps_back_anywhere_may_go_backwards() {
        let mut moves = Moves {
            shifts: vec![Shift(key(2), key(1), Step::By(1)), Shift(key(1), key(2), Step::By(-3))],
            ..Moves::default()
        };
        widen(&mut moves);
        let back = |stride| Step::Back { stride };
        assert_eq!(moves.shifts, [Shift(key(2), key(1), back(1)), Shift(key(1), key(2), back(3))]);
    }

    /// A loop may walk backwards.
    #[test]
    fn a_step_back_is_as_wide_as_one_forward() {
        let mut moves = Moves {
            shifts: vec![
                Shift(key(1), key(1), Step::By(-16)),
                Shift(key(1), key(0), Step::By(-16)),
            ],
            ..Moves::default()
        };
        widen(&mut moves);
        let over = Step::Over { stride: 16, count: None };
        assert_eq!(
            moves.shifts,
            [Shift(key(1), key(1), over), Shift(key(1), key(0), Step::By(-16))]
        );
    }
}
