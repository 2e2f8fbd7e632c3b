//! Loads that read the value that the function has just stored at the same address, or loaded from it.
//!
//! A constructor or destructor stores a pointer to a virtual table in the object, and loads it again to find the
//! virtual bases. The object may be any of several, but the load reads what was stored.
//!
//! Two addresses are the same if they are the same constant distance from the same value, or from the content of
//! the same stack variable. Between both accesses, control goes through blocks with one predecessor each, so that
//! all values are those of one moment, and nothing writes to memory that may overlap.
//!
//! **Scope: function.**

use facts_schema::view::{Scope, View};
use facts_schema::{BlockId, Instruction, InstructionId, Opcode, TypeId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::callees::Callee;
use super::flow::Flow;
use super::moves::{Assign, Key, Known, Moves};
use super::source::Source;

/// The maximum number of known contents of memory. If there are more, the oldest ones are forgotten.
const MAX_CONTENTS: usize = 32;

/// The maximum number of values known to be the same as another one. If there are more, all of them are forgotten.
const MAX_SAME: usize = 256;

/// The maximum number of steps from an address to its base.
const MAX_STEPS: usize = 8;

/// Adds the loads whose value is known. The stack variables in `moves.promoted` are followed already.
pub fn run(scope: Scope, source: &Source, flow: &Flow, moves: &mut Moves) {
    let view = &source.view;
    let followed: FxHashSet<InstructionId> = moves.known.iter().map(|row| row.0).collect();
    let rows = scope.scoped().instruction.within(scope.instructions());
    let variables = Variables::of(view, rows, moves);
    let mut states: FxHashMap<BlockId, State> = FxHashMap::default();
    let mut in_all_blocks = None;
    for block in rows.chunk_by(|one, other| one.block == other.block) {
        let Some(at) = block.first().map(|row| row.block) else { continue };
        let before = flow.immediate_dominator(at).filter(|_| flow.has_one_way_into(at));
        let before = before.and_then(|it| states.get(&it)).or(in_all_blocks.as_ref());
        let mut state = before.cloned().unwrap_or_default();
        for row in block {
            let instruction = row.instruction;
            let Some(value) = state.pass(source, &variables, instruction, row.opcode) else {
                continue;
            };
            let Some(result) = view.result_of(instruction) else { continue };
            if !followed.contains(&instruction) {
                moves.known.push(Known(instruction));
                let parts = source.parts_of(value);
                let assigns = parts.map(|it| Assign(Key::Value(result, it), Key::Value(value, it)));
                moves.assigns.extend(assigns);
            }
        }
        in_all_blocks.get_or_insert_with(|| state.after_entry(&variables));
        states.insert(at, state);
    }
}

/// The stack variables of a function that only loads and stores use.
struct Variables {
    /// The values stored at each address.
    stored: FxHashMap<ValueId, Vec<ValueId>>,
}

impl Variables {
    fn of(view: &View, rows: &[Instruction], moves: &Moves) -> Self {
        let promoted = moves.promoted.iter();
        let mut stored: FxHashMap<_, _> = promoted.map(|row| (row.1, Vec::new())).collect();
        for row in rows.iter().filter(|row| row.opcode == Opcode::Store) {
            let Some(store) = view.store_instruction.first(row.instruction) else { continue };
            if let Some(values) = stored.get_mut(&store.address) {
                values.push(store.value);
            }
        }
        Self { stored }
    }

    fn contain(&self, address: ValueId) -> bool {
        self.stored.contains_key(&address)
    }

    /// Whether `value` is stored at the address by its only store.
    fn only_contain(&self, address: ValueId, value: ValueId) -> bool {
        self.stored.get(&address).is_some_and(|it| it[..] == [value])
    }
}

/// An address: a constant distance in bytes from a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Address {
    base: ValueId,
    offset: i64,
}

/// A known content of memory.
#[derive(Clone, Copy, Debug)]
struct Content {
    address: Address,
    r#type: TypeId,
    /// The size in bytes.
    size: i64,
    /// The value that the memory contains.
    value: ValueId,
}

/// The facts that are known at a point of a function.
#[derive(Clone, Debug, Default)]
struct State {
    /// Values that are the same as another value, with that value.
    same: FxHashMap<ValueId, ValueId>,
    contents: Vec<Content>,
}

impl State {
    /// Continues after an instruction. For a load whose value is known, this is the value.
    fn pass(
        &mut self,
        source: &Source,
        variables: &Variables,
        instruction: InstructionId,
        opcode: Opcode,
    ) -> Option<ValueId> {
        let view = &source.view;
        let is_plain = || view.is_simple_access(instruction);
        match opcode {
            Opcode::Load if is_plain() => return self.load(source, variables, instruction),
            Opcode::Store if is_plain() => self.store(source, variables, instruction),
            Opcode::Load
            | Opcode::Store
            | Opcode::Fence
            | Opcode::AtomicRmw
            | Opcode::CmpXchg
            | Opcode::VAArg
            | Opcode::Invoke
            | Opcode::CallBr => self.forget_all(variables),
            Opcode::Call => {
                let row = view.call_instruction.first(instruction)?;
                if source.callee(row.callee) != Callee::Nothing {
                    self.forget_all(variables);
                }
            }
            _ => {}
        }
        None
    }

    /// Continues after a load. Returns the value that it reads, if that is known.
    fn load(
        &mut self,
        source: &Source,
        variables: &Variables,
        instruction: InstructionId,
    ) -> Option<ValueId> {
        let view = &source.view;
        let row = view.load_instruction.first(instruction)?;
        let result = view.result_of(instruction).filter(|it| source.holds(*it))?;
        let address = self.address(view, row.address);
        let size = size_of(view, row.r#type)?;
        let is_it = |it: &&Content| it.address == address && it.r#type == row.r#type;
        let Some(known) = self.contents.iter().find(is_it).copied() else {
            self.know(Content { address, r#type: row.r#type, size, value: result });
            return None;
        };
        let value = self.same.get(&known.value).copied().unwrap_or(known.value);
        if self.same.len() == MAX_SAME {
            self.same.clear();
        }
        self.same.insert(result, value);
        Some(known.value).filter(|_| !variables.contain(row.address))
    }

    /// Continues after a store.
    fn store(&mut self, source: &Source, variables: &Variables, instruction: InstructionId) {
        let view = &source.view;
        let Some(row) = view.store_instruction.first(instruction) else { return };
        let Some(r#type) = view.type_of(row.value) else { return };
        let address = self.address(view, row.address);
        let size = size_of(view, r#type);
        self.write(view, variables, address, size);
        if let Some(size) = size.filter(|_| source.holds(row.value)) {
            self.know(Content { address, r#type, size, value: row.value });
        }
    }

    /// The address that a pointer contains.
    fn address(&self, view: &View, pointer: ValueId) -> Address {
        let mut address = Address { base: pointer, offset: 0 };
        for _ in 0..MAX_STEPS {
            if let Some(same) = self.same.get(&address.base) {
                address.base = *same;
            }
            let step = view.step(address.base);
            let Some(step) = step.and_then(|it| Some((it.base, it.whole?))) else { break };
            let Some(offset) = address.offset.checked_add(step.1) else { break };
            address = Address { base: step.0, offset };
        }
        address
    }

    /// Adds a content.
    fn know(&mut self, content: Content) {
        if self.contents.len() == MAX_CONTENTS {
            self.contents.remove(0);
        }
        self.contents.push(content);
    }

    /// Forgets contents that a write of `size` bytes may change.
    fn write(&mut self, view: &View, variables: &Variables, address: Address, size: Option<i64>) {
        let ends_before = |start: i64, size: i64, other: i64| {
            start.checked_add(size).is_some_and(|end| end <= other)
        };
        self.contents.retain(|it| {
            if it.address.base == address.base {
                let (start, other) = (address.offset, it.address.offset);
                size.is_some_and(|size| ends_before(start, size, other))
                    || ends_before(other, it.size, start)
            } else {
                let bases = [it.address.base, address.base];
                bases.iter().any(|it| variables.contain(*it))
                    || bases.into_iter().all(|it| view.is_object(it))
            }
        });
    }

    /// The facts that are known in all blocks after the entry block, because the content never changes while the
    /// function runs.
    fn after_entry(&self, variables: &Variables) -> Self {
        let is_final = |it: &&Content| variables.only_contain(it.address.base, it.value);
        let contents = self.contents.iter().filter(is_final).copied().collect();
        Self { same: self.same.clone(), contents }
    }

    /// Forgets the content of all memory that other code can reach.
    fn forget_all(&mut self, variables: &Variables) {
        self.contents.retain(|it| variables.contain(it.address.base));
    }
}

/// The size of a value of a type in memory, in bytes.
fn size_of(view: &View, r#type: TypeId) -> Option<i64> {
    i64::try_from(view.types().size(r#type)?).ok()
}
