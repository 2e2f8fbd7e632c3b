//! The accesses of a function to an object, for example to the one that it gets as its first argument.

use std::ops::Range;

use facts_schema::view::View;
use facts_schema::{BlockId, FunctionId, InstructionId, Opcode, Ordering, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A store of a pointer to a virtual table into the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableStore {
    pub instruction: InstructionId,
    /// The offset from the beginning of the object, in bytes.
    pub offset: i64,
    /// The address of the table.
    pub table: ValueId,
}

/// An action of an instruction that may read or overwrite a pointer to a virtual table.
#[derive(Clone, Debug)]
pub enum Action {
    /// It reads these bytes of the object.
    Reads(Range<i64>),
    /// It overwrites these bytes of the object.
    Overwrites(Range<i64>),
    /// It calls something.
    Calls {
        /// The offset in the object that the first argument points to, in bytes, if it points there.
        receiver: Option<i64>,
    },
    /// It reads a virtual table, or waits for another thread, which may do so.
    Looks,
}

/// An object, as one function sees it.
#[derive(Debug, Default)]
pub struct Object {
    /// Stores of pointers to virtual tables.
    pub stores: Vec<TableStore>,
    /// The offset in the object that each pointer points to, in bytes.
    pub offsets: FxHashMap<ValueId, i64>,
    /// In order.
    actions: FxHashMap<BlockId, Vec<(InstructionId, Action)>>,
}

impl Object {
    /// The object that a constructor or destructor gets as its first argument.
    pub fn of(view: &View, function: FunctionId) -> Self {
        view.argument(function, 0).map_or_else(Self::default, |it| Self::at(view, function, it))
    }

    /// The object that `this` points to.
    pub fn at(view: &View, function: FunctionId, this: ValueId) -> Self {
        let mut object = Self::default();
        object.offsets.insert(this, 0);
        let slots = slots(view, function, this);
        // The order of blocks may differ from the control flow.
        let mut known = 0;
        while known < object.offsets.len() {
            known = object.offsets.len();
            for row in view.instruction.within(Some(view.instructions_of(function))) {
                object.add_pointer(view, row.instruction, row.opcode, &slots);
            }
        }
        for row in view.instruction.within(Some(view.instructions_of(function))) {
            if let Some(action) = object.action(view, row.instruction, row.opcode) {
                object.actions.entry(row.block).or_default().push((row.instruction, action));
            }
        }
        object
    }

    /// The actions of a block's instructions, in order.
    pub fn actions(&self, block: BlockId) -> &[(InstructionId, Action)] {
        self.actions.get(&block).map_or(&[], Vec::as_slice)
    }

    /// Records the offset in the object that the result of an instruction points to.
    fn add_pointer(
        &mut self,
        view: &View,
        instruction: InstructionId,
        opcode: Opcode,
        slots: &FxHashSet<ValueId>,
    ) {
        let offset = match opcode {
            Opcode::Load => {
                let load = view.load_instruction.first(instruction);
                load.is_some_and(|it| slots.contains(&it.address)).then_some(0)
            }
            Opcode::GetElementPtr => {
                let step = view.result_of(instruction).and_then(|it| view.step(it));
                step.and_then(|it| self.offsets.get(&it.base)?.checked_add(it.whole?))
            }
            _ => None,
        };
        self.offsets.extend(view.result_of(instruction).zip(offset));
    }

    fn action(
        &mut self,
        view: &View,
        instruction: InstructionId,
        opcode: Opcode,
    ) -> Option<Action> {
        if waits(view, instruction) {
            return Some(Action::Looks);
        }
        match opcode {
            Opcode::Load if reads_table(view, instruction) => Some(Action::Looks),
            Opcode::Load => {
                let row = view.load_instruction.first(instruction)?;
                let offset = *self.offsets.get(&row.address)?;
                let size = view.types().size(row.r#type).and_then(|it| i64::try_from(it).ok());
                Some(Action::Reads(offset..offset.checked_add(size?)?))
            }
            Opcode::Store => {
                let row = view.store_instruction.first(instruction)?;
                let offset = *self.offsets.get(&row.address)?;
                if is_table(view, row.value) {
                    let table = row.value;
                    self.stores.push(TableStore { instruction, offset, table });
                }
                let size = view.types().size(view.type_of(row.value)?);
                let size = size.and_then(|it| i64::try_from(it).ok())?;
                Some(Action::Overwrites(offset..offset.checked_add(size)?))
            }
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                let arguments = view.call_argument.all(instruction);
                let first = arguments.iter().find(|it| it.position == 0);
                let receiver = first.and_then(|it| self.offsets.get(&it.argument).copied());
                Some(Action::Calls { receiver })
            }
            _ => None,
        }
    }
}

/// Whether a value is an address in a virtual table.
fn is_table(view: &View, value: ValueId) -> bool {
    let base = view.step(value).map(|it| it.base);
    base.is_some_and(|it| view.name_of(it).starts_with("_ZTV"))
}

/// Whether an instruction may wait for an action of another thread.
pub fn waits(view: &View, instruction: InstructionId) -> bool {
    let ordering = view.atomic_ordering.first(instruction).map(|it| it.ordering);
    view.cmpxchg_instruction.first(instruction).is_some()
        || ordering
            .is_some_and(|it| matches!(it, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst))
}

/// Whether a load reads from before the address point of a virtual table: the type, for `typeid`.
pub fn reads_table(view: &View, load: InstructionId) -> bool {
    let Some(row) = view.load_instruction.first(load) else { return false };
    view.step(row.address).and_then(|it| it.whole).is_some_and(|bytes| bytes < 0)
}

/// The variables on the stack that hold the address of the object, and nothing else.
fn slots(view: &View, function: FunctionId, this: ValueId) -> FxHashSet<ValueId> {
    let mut slots = FxHashSet::default();
    let mut others = FxHashSet::default();
    for row in view.instruction.within(Some(view.instructions_of(function))) {
        match row.opcode {
            Opcode::Load => {}
            Opcode::Store => {
                let Some(store) = view.store_instruction.first(row.instruction) else { continue };
                let is_slot = store.value == this && slots.insert(store.address);
                others.extend((!is_slot).then_some(store.address));
                others.insert(store.value);
            }
            _ => {
                let operands = view.instruction_operand.all(row.instruction).iter();
                others.extend(operands.map(|it| it.operand));
            }
        }
    }
    let is_local = |slot: &ValueId| {
        let definition = view.definition_of(*slot);
        definition.and_then(|it| view.opcode_of(it)) == Some(Opcode::Alloca)
    };
    slots.retain(|slot| is_local(slot) && !others.contains(slot));
    slots
}
