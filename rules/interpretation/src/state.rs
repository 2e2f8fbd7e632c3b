//! The abstract memory: the content of objects, and whether they are live.

use std::rc::Rc;

use facts_schema::{InstructionId, TypeId, ValueId};

use crate::value::{Base, Interval, Value};

/// The maximum number of cells of an object.
const MAX_CELLS: usize = 256;

/// The content of memory outside of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    Unknown,
    /// Nothing was stored there.
    Uninitialised,
    Zero,
    /// The content of the initializer of a constant global.
    Initializer,
    /// A copy of the content of the initializer of this constant global.
    Copy(ValueId),
}

/// Whether an object may be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lifetime {
    Live,
    /// It was freed by this instruction.
    Freed(InstructionId),
    /// Its lifetime has ended at this instruction.
    Ended(InstructionId),
    Unknown,
}

/// Bytes of an object that were accessed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    start: i64,
    size: u64,
    r#type: TypeId,
    value: Value,
}

impl Cell {
    fn end(&self) -> i128 {
        i128::from(self.start) + i128::from(self.size)
    }
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    /// In order, without overlaps.
    cells: Vec<Cell>,
    rest: Rest,
    pub(crate) lifetime: Lifetime,
    /// Whether other code may know its address.
    pub(crate) is_escaped: bool,
}

/// The result of a load.
pub(crate) enum Found {
    Value(Value),
    /// Not a cell, but the rest.
    Rest(Rest),
}

impl Object {
    /// An object that has not escaped its function.
    pub(crate) fn new(rest: Rest) -> Self {
        Self { cells: Vec::new(), rest, lifetime: Lifetime::Live, is_escaped: false }
    }

    /// An object that has escaped.
    pub(crate) fn known(rest: Rest) -> Self {
        Self { is_escaped: true, ..Self::new(rest) }
    }

    /// The content at an offset.
    pub(crate) fn load(&self, start: i64, size: u64, r#type: TypeId) -> Found {
        let end = i128::from(start) + i128::from(size);
        let mut overlapping = self
            .cells
            .iter()
            .filter(|it| it.end() > i128::from(start) && i128::from(it.start) < end);
        match overlapping.next() {
            None => Found::Rest(self.rest),
            Some(cell) if (cell.start, cell.size) == (start, size) => {
                let is_same = cell.r#type == r#type;
                match cell.value {
                    // Integers of equal size have equal bytes.
                    Value::Based { base: Base::Symbol(_), .. } if !is_same => {
                        Found::Value(Value::Unknown)
                    }
                    value => Found::Value(value),
                }
            }
            Some(_) => Found::Value(Value::Unknown),
        }
    }

    /// Whether nothing has been stored in the object yet.
    pub(crate) fn is_untouched(&self) -> bool {
        self.cells.is_empty() && self.rest == Rest::Uninitialised
    }

    /// Stores a value at an offset. Returns values that the object may still hold although they are no longer
    /// recorded.
    #[must_use]
    pub(crate) fn store(
        &mut self,
        start: i64,
        size: u64,
        r#type: TypeId,
        value: Value,
    ) -> Vec<Value> {
        let end = i128::from(start) + i128::from(size);
        let (mut rests, mut lost) = (Vec::new(), Vec::new());
        self.cells.retain(|cell| {
            let overlaps = cell.end() > i128::from(start) && i128::from(cell.start) < end;
            if overlaps {
                let mut keep = |from: i128, to: i128| {
                    if from < to {
                        lost.push(cell.value);
                        let (start, size) = (from as i64, (to - from) as u64);
                        rests.push(Cell {
                            start,
                            size,
                            r#type: cell.r#type,
                            value: Value::Unknown,
                        });
                    }
                };
                keep(cell.start.into(), start.into());
                keep(end, cell.end());
            }
            !overlaps
        });
        self.cells.extend(rests);
        if size > 0 {
            self.cells.push(Cell { start, size, r#type, value });
        }
        self.cells.sort_unstable_by_key(|it| it.start);
        if self.cells.len() > MAX_CELLS {
            lost.extend(self.forget());
        }
        lost
    }

    /// Anything may have been stored anywhere. Returns the values that the object may still hold.
    #[must_use]
    pub(crate) fn forget(&mut self) -> Vec<Value> {
        if self.rest == Rest::Initializer {
            return Vec::new();
        }
        self.rest = Rest::Unknown;
        self.cells.drain(..).map(|it| it.value).collect()
    }

    /// Replaces the whole content of the object.
    pub(crate) fn fill(&mut self, rest: Rest) {
        self.cells.clear();
        self.rest = rest;
    }

    /// The join of both. Adds to `lost` the values that the result may hold although they are not recorded.
    fn join(&self, other: &Self, grows: bool, lost: &mut Vec<Value>) -> Self {
        let same_place = |one: &Cell, other: &Cell| {
            (one.start, one.size, one.r#type) == (other.start, other.size, other.r#type)
        };
        let overlaps = |one: &Cell, other: &Cell| {
            one.end() > i128::from(other.start) && i128::from(one.start) < other.end()
        };
        let is_mixed = self.cells.iter().any(|one| {
            other.cells.iter().any(|other| overlaps(one, other) && !same_place(one, other))
        });
        let both = || self.cells.iter().chain(&other.cells);
        if is_mixed {
            lost.extend(both().map(|it| it.value));
            return Self { rest: Rest::Unknown, ..self.lives(other) };
        }
        let rest = if self.rest == other.rest { self.rest } else { Rest::Unknown };
        let mut cells = Vec::new();
        for cell in both() {
            if cells.iter().any(|it| same_place(it, cell)) {
                continue;
            }
            let find =
                |of: &Self| of.cells.iter().find(|it| same_place(it, cell)).map(|it| it.value);
            let value = match (find(self), find(other)) {
                (Some(one), Some(other)) => {
                    let joined = one.join(other, grows);
                    if joined == Value::Unknown {
                        lost.extend([one, other]);
                    }
                    joined
                }
                // A cell of only one side hides the rest of that side.
                (one, other) => {
                    lost.extend(one.or(other));
                    Value::Unknown
                }
            };
            cells.push(Cell { value, ..*cell });
        }
        if rest == Rest::Unknown {
            cells.retain(|it| it.value != Value::Unknown);
        }
        cells.sort_unstable_by_key(|it| it.start);
        Self { cells, rest, ..self.lives(other) }
    }

    /// The bytes of the object from `start` on, as a separate object with this rest; none if a cell is divided.
    pub(crate) fn part(&self, start: i64, bytes: u64, rest: Rest) -> Option<Self> {
        let (first, end) = (i128::from(start), i128::from(start) + i128::from(bytes));
        let is_meant = |it: &&Cell| it.end() > first && i128::from(it.start) < end;
        let mut cells = Vec::new();
        for cell in self.cells.iter().filter(is_meant) {
            if cell.start < start || cell.end() > end {
                return None;
            }
            cells.push(Cell { start: cell.start - start, ..*cell });
        }
        Some(Self { cells, ..Self::new(rest) })
    }

    /// Stores the content of another object at an offset, as a value of this type. Returns values that the object may
    /// still hold although they are no longer recorded.
    #[must_use]
    pub(crate) fn paste(
        &mut self,
        start: i64,
        bytes: u64,
        other: &Self,
        r#type: TypeId,
    ) -> Vec<Value> {
        let mut lost = self.store(start, bytes, r#type, Value::Unknown);
        for cell in &other.cells {
            lost.extend(self.store(start + cell.start, cell.size, cell.r#type, cell.value));
        }
        lost
    }

    /// Replaces the content of the object by the content of another one.
    pub(crate) fn hold(&mut self, other: Self) {
        self.cells = other.cells;
        self.rest = other.rest;
    }

    pub(crate) fn rest(&self) -> Rest {
        self.rest
    }

    fn lives(&self, other: &Self) -> Self {
        let lifetime = match (self.lifetime, other.lifetime) {
            (one, other) if one == other => one,
            (Lifetime::Freed(at), Lifetime::Freed(_)) => Lifetime::Freed(at),
            (Lifetime::Ended(at), Lifetime::Ended(_)) => Lifetime::Ended(at),
            _ => Lifetime::Unknown,
        };
        Self {
            cells: Vec::new(),
            rest: self.rest,
            lifetime,
            is_escaped: self.is_escaped || other.is_escaped,
        }
    }

    /// The values that it holds.
    pub(crate) fn values(&self) -> Vec<Value> {
        self.cells.iter().map(|it| it.value).collect()
    }

    /// The bases whose addresses it holds.
    fn bases(&self) -> impl Iterator<Item = Base> {
        self.cells.iter().filter_map(|it| match it.value {
            Value::Based { base, .. } => Some(base),
            _ => None,
        })
    }
}

/// The memory at a place, and the facts that conditions imply about bases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// In order. Globals and symbols that are not listed are in their initial state; nothing is known about other
    /// unlisted objects.
    objects: Vec<(Base, Rc<Object>)>,
    /// Known values of bases: null, an integer, or the base itself, which then is not null and not zero. In order.
    facts: Vec<(Base, Value)>,
}

/// The index of a base's entry in a list, or the index at which to insert it.
fn find<T>(list: &[(Base, T)], base: Base) -> Result<usize, usize> {
    list.binary_search_by_key(&base, |it| it.0)
}

impl State {
    pub(crate) fn object(&self, base: Base) -> Option<&Object> {
        find(&self.objects, base).ok().map(|at| self.objects[at].1.as_ref())
    }

    /// The object of a base, for modification.
    pub(crate) fn object_mut(&mut self, base: Base) -> Option<&mut Object> {
        let at = find(&self.objects, base).ok()?;
        Some(Rc::make_mut(&mut self.objects[at].1))
    }

    /// Adds an object, and replaces the previous one of the base.
    pub(crate) fn insert(&mut self, base: Base, object: Object) {
        match find(&self.objects, base) {
            Ok(at) => self.objects[at].1 = Rc::new(object),
            Err(at) => self.objects.insert(at, (base, Rc::new(object))),
        }
        // Another object has another address; a symbol is always the same value.
        if let (Base::Object(_), Ok(at)) = (base, find(&self.facts, base)) {
            self.facts.remove(at);
        }
    }

    /// The value, refined by the facts about its base.
    pub(crate) fn resolve(&self, value: Value) -> Value {
        let Value::Based { base, offset } = value else { return value };
        let Ok(at) = find(&self.facts, base) else { return value };
        match self.facts[at].1 {
            Value::Based { base: Base::Null, .. } => Value::Based { base: Base::Null, offset },
            integer @ Value::Integer { .. } if offset == Interval::ZERO => integer,
            _ => value,
        }
    }

    /// Adds the fact that a base is not null, or an integer that is not zero.
    pub(crate) fn learn_not_zero(&mut self, base: Base) {
        self.learn(base, Value::of(base));
    }

    /// Whether a base is known not to be null, or an integer that is not zero.
    pub(crate) fn is_not_zero(&self, base: Base) -> bool {
        find(&self.facts, base).is_ok_and(|at| self.facts[at].1 == Value::of(base))
    }

    /// Adds a fact about a base.
    pub(crate) fn learn(&mut self, base: Base, value: Value) {
        match find(&self.facts, base) {
            Ok(at) => self.facts[at].1 = value,
            Err(at) => self.facts.insert(at, (base, value)),
        }
    }

    /// Marks the object of the address, and all objects reachable from it, as escaped.
    pub(crate) fn escape(&mut self, value: Value) {
        let Value::Based { base: base @ Base::Object(_), .. } = value else { return };
        let mut waiting = vec![base];
        while let Some(base) = waiting.pop() {
            let Ok(at) = find(&self.objects, base) else { continue };
            let object = &mut self.objects[at].1;
            if object.is_escaped {
                continue;
            }
            waiting.extend(object.bases());
            Rc::make_mut(object).is_escaped = true;
        }
    }

    /// Anything may have been stored in escaped objects for which `may_be` is true.
    pub(crate) fn forget_escaped(&mut self, mut may_be: impl FnMut(Base) -> bool) {
        self.objects.retain_mut(|(base, object)| {
            let has_content = !object.cells.is_empty() || object.rest != Rest::Unknown;
            if !object.is_escaped || !has_content || !may_be(*base) {
                return true;
            }
            if matches!(base, Base::Symbol(_)) && object.lifetime == Lifetime::Live {
                // It is in its initial state again.
                return false;
            }
            // Its content has also escaped.
            drop(Rc::make_mut(object).forget());
            true
        });
    }

    /// Escaped objects for which `is_freeable` is true may have been freed.
    pub(crate) fn free_escaped(&mut self, mut is_freeable: impl FnMut(Base) -> bool) {
        for (base, object) in &mut self.objects {
            if object.is_escaped && object.lifetime == Lifetime::Live && is_freeable(*base) {
                Rc::make_mut(object).lifetime = Lifetime::Unknown;
            }
        }
    }

    /// Ends the lifetime of objects.
    pub(crate) fn end(&mut self, is_meant: impl Fn(Base) -> bool, lifetime: Lifetime) {
        for (base, object) in &mut self.objects {
            if is_meant(*base) {
                Rc::make_mut(object).lifetime = lifetime;
            }
        }
    }

    /// Joins the state with another one. Returns whether it has changed. `begins` gives the initial state of
    /// objects that are not listed.
    pub(crate) fn join(
        &mut self,
        other: &Self,
        grows: bool,
        begins: impl Fn(Base) -> Option<Object>,
    ) -> bool {
        let mut lost = Vec::new();
        let mut has_changed = false;
        let mut objects = Vec::with_capacity(self.objects.len());
        let mut others = other.objects.iter().peekable();
        for (base, one) in std::mem::take(&mut self.objects) {
            while let Some((base, other)) = others.next_if(|it| it.0 < base) {
                has_changed |=
                    join_beginning(*base, other, grows, &begins, &mut lost, &mut objects);
            }
            let Some((_, other)) = others.next_if(|it| it.0 == base) else {
                let length = objects.len();
                join_beginning(base, &one, grows, &begins, &mut lost, &mut objects);
                has_changed |= objects.get(length).is_none_or(|it| it.1 != one);
                continue;
            };
            if Rc::ptr_eq(&one, other) || one == *other {
                objects.push((base, one));
                continue;
            }
            let joined = one.join(other, grows, &mut lost);
            if joined == *one {
                objects.push((base, one));
            } else {
                has_changed = true;
                objects.push((base, Rc::new(joined)));
            }
        }
        for (base, other) in others {
            has_changed |= join_beginning(*base, other, grows, &begins, &mut lost, &mut objects);
        }
        self.objects = objects;
        let count = self.facts.len();
        self.facts.retain(|(base, it)| {
            find(&other.facts, *base).is_ok_and(|at| other.facts[at].1 == *it)
        });
        has_changed |= self.facts.len() < count;
        for value in lost {
            if let Value::Based { base, .. } = value {
                has_changed |= self.object(base).is_some_and(|it| !it.is_escaped);
                self.escape(value);
            }
        }
        has_changed
    }
}

/// Adds the join of an object that only one side lists. Returns whether it differs from the initial state.
fn join_beginning(
    base: Base,
    listed: &Object,
    grows: bool,
    begins: impl Fn(Base) -> Option<Object>,
    lost: &mut Vec<Value>,
    objects: &mut Vec<(Base, Rc<Object>)>,
) -> bool {
    let Some(beginning) = begins(base) else {
        lost.extend(listed.values());
        return false;
    };
    let joined = listed.join(&beginning, grows, lost);
    if joined == beginning {
        return false;
    }
    objects.push((base, Rc::new(joined)));
    true
}
