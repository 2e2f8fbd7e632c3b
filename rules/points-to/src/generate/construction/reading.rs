//! Whether a pointer to a virtual table is read before it is overwritten.

use facts_schema::view::View;
use facts_schema::{BlockId, FunctionId, InstructionId, Opcode, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::names::SpecialMember;
use super::object::{Action, Object, Place, TableStore};
use super::quiet::{Quiet, callee_of};

/// The treatment of pointers that have not been overwritten when the function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    IsRead,
    IsDead,
}

/// The accesses of constructors and destructors to their objects.
pub struct Reading<'v, 'f> {
    view: &'v View<'f>,
    objects: FxHashMap<FunctionId, Object>,
    quiet: Quiet,
}

impl<'v, 'f> Reading<'v, 'f> {
    /// `with_tables` are the functions to which callers pass virtual tables.
    pub fn of(
        view: &'v View<'f>,
        functions: &FxHashMap<FunctionId, SpecialMember>,
        with_tables: &FxHashSet<FunctionId>,
    ) -> Self {
        let objects = functions.keys().map(|it| {
            let gets_tables = with_tables.contains(it);
            (*it, Object::of(view, *it, gets_tables))
        });
        Self { view, objects: objects.collect(), quiet: Quiet::of(view) }
    }

    /// The stores of pointers to virtual tables that a constructor or destructor makes.
    pub fn stores(&self, function: FunctionId) -> &[TableStore] {
        self.objects.get(&function).map_or(&[], |it| &it.stores)
    }

    /// Whether the stored pointer is read before it is overwritten.
    pub fn is_read_after_store(&self, store: &TableStore, at_return: End) -> bool {
        let Some(row) = self.view.instruction.first(store.instruction) else { return true };
        let start = (row.block, Some(store.instruction));
        self.is_read(row.function, start, store.place, at_return)
    }

    /// Whether the pointer that a constructor stores in its `object` is read, in the constructor that calls it or
    /// afterwards, before it is overwritten.
    pub fn is_read_after_call(&self, call: InstructionId, object: ValueId, place: Place) -> bool {
        let Some(row) = self.view.instruction.first(call) else { return true };
        let start = self.after_call(call, row.block);
        let base = self.objects.get(&row.function).and_then(|it| it.offsets.get(&object));
        let Some(base) = base else { return true };
        let place = match place {
            Place::At(offset) => base.checked_add(offset).map(Place::At),
            Place::InVirtualBase => Some(Place::InVirtualBase),
        };
        place.is_none_or(|it| self.is_read(row.function, start, it, End::IsRead))
    }

    /// Whether the pointer to a virtual table that a constructor has stored at the beginning of its `object` is
    /// overwritten by the constructor of a derived class that calls it, or into which it is inlined.
    pub fn is_overwritten_after_call(&self, call: InstructionId, object: ValueId) -> bool {
        let Some(row) = self.view.instruction.first(call) else { return false };
        let own = self.objects.get(&row.function);
        if own.is_some_and(|it| it.offsets.contains_key(&object)) {
            return !self.is_read_after_call(call, object, Place::At(0));
        }
        let object = Object::at(self.view, row.function, object);
        let (block, after) = self.after_call(call, row.block);
        // Later accesses to the object are not known to be part of construction.
        let actions = object.actions(block).iter();
        let mut actions = actions.filter(|it| after.is_none_or(|after| it.0 > after));
        let is_intrinsic = |it: InstructionId| {
            let callee = callee_of(self.view, it).and_then(|it| self.view.function.first(it));
            callee.is_some_and(|it| self.view.name_of(it.value).starts_with("llvm."))
        };
        let next = actions.find(|(instruction, action)| match action {
            Action::Calls { receiver } => receiver.is_some() || !is_intrinsic(*instruction),
            Action::Overwrites(bytes) => bytes.contains(&0),
            Action::Reads(_) | Action::Looks => true,
        });
        next.is_some_and(|(_, action)| self.stores_over(action, Place::At(0)))
    }

    /// The position after a call in `block` has returned: after an instruction, or at the beginning of a block.
    fn after_call(&self, call: InstructionId, block: BlockId) -> (BlockId, Option<InstructionId>) {
        match self.view.invoke_instruction.first(call) {
            Some(invoke) => (invoke.normal_target, None),
            None => (block, Some(call)),
        }
    }

    /// Whether the pointer at `place` in the object is read before it is overwritten on some path from `start`,
    /// the position after an instruction or the beginning of a block. If a constructor or destructor throws, there
    /// is no object afterwards.
    fn is_read(
        &self,
        function: FunctionId,
        start: (BlockId, Option<InstructionId>),
        place: Place,
        at_return: End,
    ) -> bool {
        let Some(object) = self.objects.get(&function) else { return true };
        let (mut seen, mut unseen) = (FxHashSet::default(), vec![start]);
        while let Some((block, after)) = unseen.pop() {
            let actions = object.actions(block).iter();
            let mut actions = actions.filter(|it| after.is_none_or(|after| it.0 > after));
            let end = actions.find_map(|(instruction, action)| {
                if self.overwrites(*instruction, action, place) {
                    return Some(false);
                }
                self.may_read(*instruction, action, place).then_some(true)
            });
            match end {
                Some(true) => return true,
                Some(false) => continue,
                None => {}
            }
            if at_return == End::IsRead && self.returns(block) {
                return true;
            }
            let successors = self.view.block_successor.all(block).iter();
            let successors = successors.map(|it| it.successor);
            unseen.extend(successors.filter(|it| seen.insert(*it)).map(|it| (it, None)));
        }
        false
    }

    fn returns(&self, block: BlockId) -> bool {
        let last = self.view.block_instruction().all(block).last();
        last.and_then(|it| self.view.opcode_of(it.instruction)) == Some(Opcode::Ret)
    }

    /// Whether an action may read a pointer to a virtual table.
    fn may_read(&self, instruction: InstructionId, action: &Action, place: Place) -> bool {
        match action {
            // The offset of a virtual base is not known, so the pointer in it is only read by functions that are
            // called.
            Action::Reads(bytes) => matches!(place, Place::At(offset)
                if bytes.start < offset + self.size() && offset < bytes.end),
            Action::Overwrites(_) => false,
            Action::Calls { .. } => !self.quiet.has(self.view, instruction),
            Action::Looks => true,
        }
    }

    /// Whether an action overwrites the pointer before it does anything else, as a destructor does at its start.
    fn overwrites(&self, instruction: InstructionId, action: &Action, place: Place) -> bool {
        match (action, place) {
            (Action::Calls { receiver: Some(receiver) }, Place::At(offset)) => {
                let callee = callee_of(self.view, instruction);
                callee.is_some_and(|it| self.begins_to_overwrite(it, offset - receiver))
            }
            _ => self.stores_over(action, place),
        }
    }

    fn begins_to_overwrite(&self, function: FunctionId, offset: i64) -> bool {
        let Some(object) = self.objects.get(&function) else { return false };
        let actions = object.actions(self.view.blocks_of(function).start).iter();
        let mut stores = actions
            .map(|(_, action)| action)
            .take_while(|action| matches!(action, Action::Overwrites(_)));
        stores.any(|action| self.stores_over(action, Place::At(offset)))
    }

    /// Whether an action overwrites the pointer. A constructor or destructor stores all its pointers to tables
    /// together, beginning with the one at the start of the object.
    fn stores_over(&self, action: &Action, place: Place) -> bool {
        let offset = match place {
            Place::At(offset) => offset,
            Place::InVirtualBase => 0,
        };
        let end = offset + self.size();
        matches!(action, Action::Overwrites(bytes) if bytes.start <= offset && end <= bytes.end)
    }

    /// The size of a pointer in bytes.
    fn size(&self) -> i64 {
        i64::from(self.view.types().pointer_size())
    }
}
