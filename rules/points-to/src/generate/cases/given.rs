//! The moves of a function that is split into cases: those of some cases only apply where the caller passes a number that
//! selects them.

use std::collections::BTreeMap;
use std::mem;

use facts_schema::ValueKind;
use facts_schema::view::View;
use rustc_hash::FxHashMap;

use super::{Case, Cases};
use crate::generate::moves::{
    Address, Assign, Calls, Gets, GetsHeld, Key, Load, Moves, Passes, PassesAll, PassesAlong,
    PassesHeld, Purpose, Shift, Store, Transfer,
};
use crate::offsets::{Given, Step};

/// A set of cases, as bits.
type Selected = u32;

/// The moves of all cases, from the moves of each case; none if calls are not split in the same way in each.
pub fn combine(view: &View, cases: &Cases, mut each: Vec<Moves>) -> Option<Moves> {
    if each.windows(2).any(|pair| pair[0].splits != pair[1].splits) {
        return None;
    }
    let mut promoted = each[0].promoted.clone();
    promoted.retain(|row| each.iter().all(|moves| moves.promoted.contains(row)));
    let mut combined =
        Combined { view, cases, guards: FxHashMap::default(), fresh: 0, moves: Moves::default() };
    macro_rules! add {
        ($($rows:ident)*) => {
            $(
                let rows = each.iter_mut().map(|moves| mem::take(&mut moves.$rows));
                combined.add(rows);
            )*
        };
    }
    add!(addresses assigns shifts loads stores transfers);
    add!(calls arguments split_arguments variable_arguments passed_cells changed_cells results);
    let mut moves = combined.moves;
    // The remaining moves have been used by the programs that make the others, or belong to calls.
    for rest in each {
        moves.add(rest);
    }
    moves.promoted = promoted;
    moves.sort();
    Some(moves)
}

struct Combined<'a, 'f> {
    view: &'a View<'f>,
    cases: &'a Cases,
    /// The keys that hold what another key holds in these cases.
    guards: FxHashMap<(Key, Selected), Key>,
    /// The number of new keys.
    fresh: u32,
    moves: Moves,
}

impl Combined<'_, '_> {
    /// Adds moves of one kind, for each case.
    fn add<R: Conditional + Copy + Ord>(&mut self, each: impl Iterator<Item = Vec<R>>)
    where
        Moves: Extend<R>,
    {
        let mut selected: BTreeMap<R, Selected> = BTreeMap::new();
        for (case, rows) in each.enumerate() {
            for row in rows {
                *selected.entry(row).or_default() |= 1 << case;
            }
        }
        let always = (1 << self.cases.all.len()) - 1;
        for (row, selected) in selected {
            let row = if selected == always { row } else { row.given(self, selected) };
            self.moves.extend([row]);
        }
    }

    fn fresh(&mut self) -> Key {
        self.fresh += 1;
        Key::Step(Purpose::Given, self.fresh, 0, 0)
    }

    /// A key that holds what `from` holds in the selected cases.
    fn guarded(&mut self, from: Key, selected: Selected) -> Key {
        if let Some(known) = self.guards.get(&(from, selected)) {
            return *known;
        }
        let to = self.fresh();
        self.guards.insert((from, selected), to);
        self.flow(to, from, selected);
        to
    }

    /// A new key; in the selected cases, `to` holds what it holds.
    fn source_of(&mut self, to: Key, selected: Selected) -> Key {
        let from = self.fresh();
        self.flow(to, from, selected);
        from
    }

    /// In the selected cases, `to` holds what `from` holds.
    fn flow(&mut self, to: Key, mut from: Key, selected: Selected) {
        let cases = self.cases;
        let numbers = |is_selected: bool| {
            let all = cases.all.iter().enumerate();
            let chosen = all.filter(move |(case, _)| (selected >> case & 1 == 1) == is_selected);
            chosen.flat_map(|(_, case)| &case.numbers).copied()
        };
        let has_others = |(case, it): (usize, &Case)| selected >> case & 1 == 1 && it.has_others;
        if !cases.all.iter().enumerate().any(has_others) {
            let equal = numbers(true).map(|number| Shift(to, from, cases.given(number, true)));
            self.moves.shifts.extend(equal);
            return;
        }
        let mut excluded = numbers(false).peekable();
        while let Some(number) = excluded.next() {
            let next = if excluded.peek().is_some() { self.fresh() } else { to };
            self.moves.shifts.push(Shift(next, from, cases.given(number, false)));
            from = next;
        }
    }
}

impl Cases {
    /// The step where callers pass this number, or another one.
    fn given(&self, number: i128, is_equal: bool) -> Step {
        Step::Given(Given::new(self.position, self.bits, number as u64, is_equal))
    }
}

/// A move that may only apply in some cases.
trait Conditional: Sized {
    /// The move, restricted to the selected cases by steps that are added to `combined`.
    fn given(self, combined: &mut Combined, selected: Selected) -> Self;
}

impl Conditional for Address {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(combined.source_of(self.0, selected), self.1)
    }
}

impl Conditional for Assign {
    /// What a function throws or lets escape stays an assignment.
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(self.0, combined.guarded(self.1, selected))
    }
}

impl Conditional for Shift {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(self.0, combined.guarded(self.1, selected), self.2)
    }
}

impl Conditional for Load {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(self.0, combined.guarded(self.1, selected), self.2)
    }
}

impl Conditional for Store {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(combined.guarded(self.0, selected), self.1, self.2)
    }
}

impl Conditional for Transfer {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(combined.guarded(self.0, selected), self.1, self.2)
    }
}

impl Conditional for Calls {
    /// A call by name stays one; its arguments and results are restricted.
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        let callee = self.1.value().and_then(|it| combined.view.kind_of(it));
        match callee {
            Some(ValueKind::Function) => self,
            _ => Self(self.0, combined.guarded(self.1, selected)),
        }
    }
}

impl Conditional for Passes {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(self.0, self.1, self.2, combined.guarded(self.3, selected))
    }
}

impl Conditional for PassesAlong {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(self.0, self.1, self.2, self.3, combined.guarded(self.4, selected))
    }
}

impl Conditional for PassesAll {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(self.0, combined.guarded(self.1, selected))
    }
}

impl Conditional for PassesHeld {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(self.0, self.1, combined.guarded(self.2, selected))
    }
}

impl Conditional for GetsHeld {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(self.0, self.1, combined.source_of(self.2, selected))
    }
}

impl Conditional for Gets {
    fn given(self, combined: &mut Combined, selected: Selected) -> Self {
        Self(self.0, self.1, combined.source_of(self.2, selected))
    }
}
