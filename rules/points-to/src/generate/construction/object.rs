//! The accesses of a function to an object, for example to the one that it gets as its first argument.

use std::ops::Range;

use facts_schema::view::View;
use facts_schema::{BlockId, FunctionId, InstructionId, Opcode, Ordering, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A store of a pointer to a virtual table into the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableStore {
    pub instruction: InstructionId,
    /// The destination.
    pub place: Place,
    /// The address of the table, or none if the caller of the function passes it.
    pub table: Option<ValueId>,
}

/// The place of a pointer to a virtual table in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At this offset from the beginning of the object, in bytes.
    At(i64),
    /// In a virtual base, whose offset depends on the class of the whole object.
    InVirtualBase,
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
    /// The pointers into the list of tables that the caller passes, with their offsets in it.
    lists: FxHashMap<ValueId, i64>,
    /// In order.
    actions: FxHashMap<BlockId, Vec<(InstructionId, Action)>>,
}

impl Object {
    /// The object that a constructor or destructor gets as its first argument. If `gets_tables`, its second argument
    /// points to the addresses of the virtual tables (Itanium C++ ABI, 2.6.2).
    pub fn of(view: &View, function: FunctionId, gets_tables: bool) -> Self {
        let Some(this) = view.argument(function, 0) else { return Self::default() };
        let list = view.argument(function, 1).filter(|_| gets_tables);
        Self::new(view, function, this, list)
    }

    /// The object that `this` points to.
    pub fn at(view: &View, function: FunctionId, this: ValueId) -> Self {
        Self::new(view, function, this, None)
    }

    fn new(view: &View, function: FunctionId, this: ValueId, list: Option<ValueId>) -> Self {
        let offsets = offsets_from(view, function, this);
        let lists = list.map(|it| offsets_from(view, function, it)).unwrap_or_default();
        let (stores, actions) = Default::default();
        let mut object = Self { stores, offsets, lists, actions };
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
                if only_leads_to_bases(view, instruction) {
                    return None;
                }
                let size = view.types().size(row.r#type).and_then(|it| i64::try_from(it).ok());
                Some(Action::Reads(offset..offset.checked_add(size?)?))
            }
            Opcode::Store => {
                let row = view.store_instruction.first(instruction)?;
                let table = is_table(view, row.value).then_some(row.value);
                let is_table = table.is_some() || self.is_passed_table(view, row.value);
                let Some(&offset) = self.offsets.get(&row.address) else {
                    if is_table && self.is_virtual_base(view, row.address) {
                        let place = Place::InVirtualBase;
                        self.stores.push(TableStore { instruction, place, table });
                    }
                    return None;
                };
                if is_table {
                    let place = Place::At(offset);
                    self.stores.push(TableStore { instruction, place, table });
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

    /// Whether a value is the address of a table that the caller passes in a list.
    fn is_passed_table(&self, view: &View, value: ValueId) -> bool {
        let load = view.definition_of(value).and_then(|it| view.load_instruction.first(it));
        load.is_some_and(|it| self.lists.contains_key(&it.address))
    }

    /// Whether a pointer points to a virtual base of the object: its distance is a number in a virtual table.
    fn is_virtual_base(&self, view: &View, pointer: ValueId) -> bool {
        let definition = view.definition_of(pointer);
        let Some(step) = definition.and_then(|it| view.getelementptr_instruction.first(it)) else {
            return false;
        };
        let indices = view.getelementptr_index.all(step.instruction);
        self.offsets.contains_key(&step.base)
            && indices.iter().any(|row| {
                let load = view.definition_of(row.index);
                load.is_some_and(|it| reads_base_offset(view, it))
            })
    }
}

/// The pointers in a function at a constant distance in bytes from `pointer`, each with this distance. They include
/// values loaded from stack variables that hold `pointer`.
pub fn offsets_from(
    view: &View,
    function: FunctionId,
    pointer: ValueId,
) -> FxHashMap<ValueId, i64> {
    let mut offsets = FxHashMap::from_iter([(pointer, 0_i64)]);
    let slots = slots(view, function, pointer);
    // The order of blocks may differ from the control flow.
    let mut known = 0;
    while known < offsets.len() {
        known = offsets.len();
        for row in view.instruction.within(Some(view.instructions_of(function))) {
            let offset = match row.opcode {
                Opcode::Load => {
                    let load = view.load_instruction.first(row.instruction);
                    load.is_some_and(|it| slots.contains(&it.address)).then_some(0)
                }
                Opcode::GetElementPtr => {
                    let step = view.result_of(row.instruction).and_then(|it| view.step(it));
                    step.and_then(|it| offsets.get(&it.base)?.checked_add(it.whole?))
                }
                _ => None,
            };
            offsets.extend(view.result_of(row.instruction).zip(offset));
        }
    }
    offsets
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

/// Whether a load reads the type info of a virtual table, for `typeid`, or the distance to the whole object, for
/// `dynamic_cast`. Both are stored directly before the target of pointers to the table.
pub fn reads_table(view: &View, load: InstructionId) -> bool {
    offset_of_load(view, load).is_some_and(|it| it < 0) && !reads_base_offset(view, load)
}

/// Whether a load reads the offset of a virtual base from a virtual table. It is the same in all tables that an
/// object has while it is constructed and destroyed.
fn reads_base_offset(view: &View, load: InstructionId) -> bool {
    let words = i64::from(view.types().pointer_size()) * 2;
    offset_of_load(view, load).is_some_and(|it| it < -words)
}

/// The distance in bytes from another pointer to the address that a load reads, if it is constant.
fn offset_of_load(view: &View, load: InstructionId) -> Option<i64> {
    view.step(view.load_instruction.first(load)?.address)?.whole
}

/// Whether the result of a load is only used to read offsets of virtual bases.
fn only_leads_to_bases(view: &View, load: InstructionId) -> bool {
    let Some(table) = view.result_of(load) else { return false };
    let uses_of = |it| view.value_use().all(it).iter();
    uses_of(table).all(|row| {
        view.opcode_of(row.instruction) == Some(Opcode::GetElementPtr)
            && view.result_of(row.instruction).is_some_and(|entry| {
                uses_of(entry).all(|it| reads_base_offset(view, it.instruction))
            })
    })
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
