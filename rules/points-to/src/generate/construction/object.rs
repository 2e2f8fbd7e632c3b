//! What a constructor or destructor does with its object.

use facts_schema::view::View;
use facts_schema::{BlockId, FunctionId, InstructionId, Opcode, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::quiet::Quiet;
use super::{function_of, is_destructor};

/// A store of a pointer to a virtual table into the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableStore {
    pub instruction: InstructionId,
    pub block: BlockId,
    /// How many bytes behind the beginning of the object.
    pub offset: i64,
    /// The address of the table.
    pub table: ValueId,
}

/// What an instruction does that may read a pointer to a virtual table.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// It reads so many bytes behind the beginning.
    Reads(i64),
    /// It calls something, and passes a pointer to so many bytes behind the beginning, if any.
    Calls(Option<i64>),
}

/// The object that a function gets as its first argument.
#[derive(Debug, Default)]
pub struct Object {
    pub stores: Vec<TableStore>,
    /// Whether the function keeps the address of the object somewhere.
    pub is_kept: bool,
    /// What gets the address of the object; none if that is not known.
    pub passed_to: Vec<Option<FunctionId>>,
    /// How many bytes behind the beginning of the object pointers point.
    offsets: FxHashMap<ValueId, i64>,
    /// In order.
    actions: Vec<(InstructionId, BlockId, Action)>,
}

impl Object {
    pub fn of(view: &View, function: FunctionId, stores: &[InstructionId]) -> Self {
        let mut object = Self::default();
        let Some(this) = view.argument(function, 0) else { return object };
        object.offsets.insert(this, 0);
        let slots = slots(view, function, this);
        let instructions = view.instructions_of(function);
        for row in view.instruction.within(Some(instructions)) {
            let instruction = row.instruction;
            match row.opcode {
                Opcode::Load => object.add_load(view, instruction, row.block, &slots),
                Opcode::Store => object.add_store(view, instruction, row.block, &slots, stores),
                Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                    object.add_call(view, instruction, row.block);
                }
                Opcode::GetElementPtr => object.add_step(view, instruction),
                Opcode::ICmp | Opcode::Ret => {}
                _ => object.is_kept |= object.uses(view, instruction),
            }
        }
        object
    }

    /// Whether an operand of an instruction is a pointer to the object.
    fn uses(&self, view: &View, instruction: InstructionId) -> bool {
        let mut operands = view.instruction_operand.all(instruction).iter();
        operands.any(|row| self.offsets.contains_key(&row.operand))
    }

    fn add_load(
        &mut self,
        view: &View,
        instruction: InstructionId,
        block: BlockId,
        slots: &FxHashSet<ValueId>,
    ) {
        let Some(row) = view.load_instruction.first(instruction) else { return };
        if slots.contains(&row.address) {
            self.offsets.extend(view.result_of(instruction).map(|it| (it, 0)));
        } else if let Some(offset) = self.offsets.get(&row.address) {
            self.actions.push((instruction, block, Action::Reads(*offset)));
        }
    }

    fn add_store(
        &mut self,
        view: &View,
        instruction: InstructionId,
        block: BlockId,
        slots: &FxHashSet<ValueId>,
        stores: &[InstructionId],
    ) {
        let Some(row) = view.store_instruction.first(instruction) else { return };
        self.is_kept |= self.offsets.contains_key(&row.value) && !slots.contains(&row.address);
        if let Some(&offset) = self.offsets.get(&row.address)
            && stores.contains(&instruction)
        {
            self.stores.push(TableStore { instruction, block, offset, table: row.value });
        }
    }

    fn add_call(&mut self, view: &View, instruction: InstructionId, block: BlockId) {
        let arguments = view.call_argument.all(instruction).iter();
        let passed = arguments.filter_map(|it| self.offsets.get(&it.argument).copied()).min();
        let callee = view.call_instruction.first(instruction).map(|row| row.callee);
        let callee = callee.and_then(|it| function_of(view, it));
        if callee.is_some_and(|it| is_no_copy(view, it)) {
            return;
        }
        if passed == Some(0) {
            self.passed_to.push(callee);
        }
        self.actions.push((instruction, block, Action::Calls(passed)));
    }

    fn add_step(&mut self, view: &View, instruction: InstructionId) {
        let Some(result) = view.result_of(instruction) else { return };
        let Some(step) = view.step(result) else { return };
        let Some(offset) = self.offsets.get(&step.base) else { return };
        match step.whole.and_then(|bytes| offset.checked_add(bytes)) {
            Some(offset) => _ = self.offsets.insert(result, offset),
            None => self.is_kept = true,
        }
    }

    /// Whether the pointer that a store stores may be read while the function runs. `leaks` says that others may
    /// know the object.
    pub fn is_read_after(
        &self,
        view: &View,
        store: &TableStore,
        quiet: &Quiet,
        leaks: bool,
    ) -> bool {
        let following = following(view, store.block);
        let mut actions = self.actions.iter().filter(|(instruction, block, _)| {
            *block == store.block && *instruction > store.instruction || following.contains(block)
        });
        actions.any(|(instruction, _, action)| {
            self.may_read(view, *instruction, *action, store.offset, quiet, leaks)
        })
    }

    /// Whether what a call stores into the object that `argument` points to is overwritten before it may be
    /// read.
    pub fn overwrites(
        &self,
        view: &View,
        call: InstructionId,
        argument: ValueId,
        stored: &TableStore,
        quiet: &Quiet,
        leaks: bool,
    ) -> bool {
        let Some(start) = self.offsets.get(&argument) else { return false };
        let offset = start.saturating_add(stored.offset);
        let Some(row) = view.instruction.first(call) else { return false };
        let (mut block, mut after) = (row.block, call);
        let mut passed = FxHashSet::default();
        while passed.insert(block) {
            let stores = self
                .stores
                .iter()
                .filter(|it| it.block == block && it.instruction > after && it.offset == offset);
            let end = stores.map(|it| it.instruction).min();
            let mut between = self.actions.iter().filter(|(instruction, at, _)| {
                *at == block && *instruction > after && end.is_none_or(|end| *instruction < end)
            });
            if between.any(|it| self.may_read(view, it.0, it.2, offset, quiet, leaks)) {
                return false;
            }
            if end.is_some() {
                return true;
            }
            let Some((next, first)) = next_block(view, block) else { return false };
            (block, after) = (next, InstructionId(first.0.saturating_sub(1)));
        }
        false
    }

    /// Whether an action may read a pointer to a virtual table so many bytes behind the beginning.
    fn may_read(
        &self,
        view: &View,
        instruction: InstructionId,
        action: Action,
        offset: i64,
        quiet: &Quiet,
        leaks: bool,
    ) -> bool {
        match action {
            Action::Reads(at) => at == offset,
            Action::Calls(passed) => {
                let callee = view.call_instruction.first(instruction).map(|row| row.callee);
                let callee = callee.and_then(|it| function_of(view, it));
                // The destructor of a base class begins with a store of its own.
                let is_base = callee.is_some_and(|it| is_destructor(view, it))
                    && passed.is_some_and(|it| it <= offset);
                let gets_it = passed.is_some_and(|it| it <= offset);
                !is_base && (gets_it || leaks && !quiet.has(view, instruction))
            }
        }
    }
}

/// Whether a function is an intrinsic that copies no memory.
fn is_no_copy(view: &View, function: FunctionId) -> bool {
    let intrinsic = view.intrinsic.first(function);
    intrinsic.is_some_and(|row| !view.text(row.intrinsic).starts_with("llvm.mem"))
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

/// The blocks that control may come to from the end of a block.
fn following(view: &View, block: BlockId) -> FxHashSet<BlockId> {
    let (mut seen, mut unseen) = (FxHashSet::default(), vec![block]);
    while let Some(block) = unseen.pop() {
        for row in view.block_successor.all(block) {
            if seen.insert(row.successor) {
                unseen.push(row.successor);
            }
        }
    }
    seen
}

/// The block that control goes to from a block unless something is thrown, if there is just one, and its first
/// instruction.
fn next_block(view: &View, block: BlockId) -> Option<(BlockId, InstructionId)> {
    let last = view.block_instruction().all(block).last()?.instruction;
    let next = match view.invoke_instruction.first(last) {
        Some(row) => row.normal_target,
        None => match view.block_successor.all(block) {
            [row] => row.successor,
            _ => return None,
        },
    };
    Some((next, view.block_instruction().all(next).first()?.instruction))
}
