//! Stack variables whose address does not escape: a load reads the value stored last on a path to it. They are
//! analysed flow-sensitively, as if LLVM had promoted them to registers (`mem2reg`): where paths with different
//! stores meet, they behave like a phi.
//!
//! **Scope: function.**

use facts_schema::view::Scope;
use facts_schema::{BlockId, InstructionFlag, InstructionId, Opcode, TypeId, ValueId};
use rules_macros::datalog;
use rustc_hash::{FxHashMap, FxHashSet};

use super::callees::Callee;
use super::flow::Flow;
use super::moves::{Assign, Key, Merge, Moves, Promoted, Purpose};
use super::source::Source;

/// Adds the moves through stack variables whose address does not escape.
pub fn run(scope: Scope, source: &Source, flow: &Flow, moves: &mut Moves) {
    let locals = loaded_from(scope, source);
    if !locals.is_empty() {
        let accesses = accesses(scope, &locals);
        let addresses = locals.iter().copied();
        program::run(scope, source, flow, addresses, accesses, flow.frontiers(), moves);
    }
}

datalog! { functions;
    @context source: &'a Source<'a>;
    @context flow: &'a Flow;

    @input
    /// `address` is the address of memory on the stack from which values that can hold pointers are loaded.
    struct Local(ValueId);

    @input
    /// `instruction` in `block` reads or writes the memory at `address`. The next column is the previous access in
    /// the block, and the last one is the number of stores to it before, in textual order.
    struct Access(InstructionId, ValueId, BlockId, Option<InstructionId>, u32);

    @output Promoted(InstructionId, ValueId);
    @output Assign(Key, Key);
    @output Merge(Key, BlockId, BlockId, Key);

    @input
    /// Paths through `block`, and paths not through it, meet in `other`.
    struct Frontier(BlockId, BlockId);

    /// A value of `type` is read or written at `address`.
    struct AccessedAs(ValueId, TypeId);

    AccessedAs(address, r#type) <- load_instruction { instruction, r#type, address }, Local(address);

    AccessedAs(address, r#type) <-
        store_instruction { instruction, value, address },
        Local(address),
        value { value, r#type };

    /// The memory at `address` is accessed other than by reading or writing all of it as one type.
    struct NotPromotable(ValueId);

    NotPromotable(operand) <-
        instruction { instruction, opcode },
        (!matches!(opcode, Opcode::Load | Opcode::Store)),
        instruction_operand { instruction, operand },
        Local(operand),
        !Ignores(instruction);

    NotPromotable(value) <- store_instruction { value }, Local(value);

    NotPromotable(address) <- AccessedAs(address, first), AccessedAs(address, second), (first != second);

    NotPromotable(address) <-
        Access(instruction, address, _, _, _),
        instruction_flag { instruction, flag: InstructionFlag::Volatile };

    /// The call `instruction` does not access the targets of its arguments.
    struct Ignores(InstructionId);

    Ignores(instruction) <-
        call_instruction { instruction, callee },
        (source.callee(callee) == Callee::Nothing);

    /// `instruction` loads `result`, which can hold a pointer, from `address`.
    struct Loads(InstructionId, ValueId, ValueId);

    Loads(instruction, result, address) <-
        load_instruction { instruction, address },
        Local(address),
        !NotPromotable(address),
        instruction_result { instruction, result },
        (source.holds(result));

    Promoted(instruction, address) <-
        alloca_instruction { instruction },
        instruction_result { instruction, result: address },
        Loads(_, _, address);

    /// The memory contains `value` after the access `instruction`.
    struct After(InstructionId, ValueId);

    After(instruction, value) <-
        Access(instruction, _, _, _, _),
        store_instruction { instruction, value };

    After(instruction, result) <- Loads(instruction, result, _);

    /// There are several stores to `address`.
    struct StoredAgain(ValueId);

    StoredAgain(address) <-
        Access(instruction, address, _, _, before),
        (before > 0),
        store_instruction { instruction };

    /// `instruction` loads `value` from `address`, stored by the only store to it, which comes before the load.
    struct LoadsOnly(InstructionId, ValueId);

    LoadsOnly(instruction, value) <-
        store_instruction { instruction: store, value, address },
        !StoredAgain(address),
        Loads(instruction, _, address),
        Access(store, _, stored_in, _, _),
        Access(instruction, _, block, _, _),
        (if stored_in == block { store < instruction } else { flow.dominates(stored_in, block) });

    // The value of a single store is read by every load after it.
    Assign(Key::Value(result, part), Key::Value(value, part)) <-
        LoadsOnly(instruction, value),
        instruction_result { instruction, result },
        for part in source.parts_of(value);

    // Otherwise, a load reads the value that the previous access has left in the block.
    Assign(Key::Value(result, part), Key::Value(value, part)) <-
        Loads(instruction, result, _),
        !LoadsOnly(instruction, _),
        Access(instruction, _, _, previous, _),
        let Some(earlier) = previous,
        After(earlier, value),
        for part in source.parts_of(value);

    // If there was no access before in the block, it reads the content at its beginning.
    Assign(Key::Value(result, part), entry(block, address, part)) <-
        Loads(instruction, result, address),
        !LoadsOnly(instruction, _),
        Access(instruction, _, block, None, _),
        for part in source.parts_of(result);

    /// The content at `address` at the beginning of `block` is needed, in this part of the value.
    struct Needed(BlockId, ValueId, u32);

    Needed(block, address, part) <-
        Loads(instruction, result, address),
        !LoadsOnly(instruction, _),
        Access(instruction, _, block, None, _),
        for part in source.parts_of(result);

    Needed(before, address, part) <-
        Needed(block, address, part),
        NeedsPhi(block, address),
        Precedes(before, block),
        !Last(before, address, _);

    Needed(before, address, part) <-
        Needed(block, address, part),
        !NeedsPhi(block, address),
        let Some(before) = flow.immediate_dominator(block),
        !Last(before, address, _);

    /// The content at `address` at the beginning of `block` depends on the predecessor.
    struct NeedsPhi(BlockId, ValueId);

    NeedsPhi(block, address) <- Changes(changing, address), Frontier(changing, block);

    /// The content at `address` changes in `block`, or at its beginning.
    struct Changes(BlockId, ValueId);

    Changes(block, address) <-
        Access(instruction, address, block, _, _),
        store_instruction { instruction },
        Loads(_, _, address);

    Changes(block, address) <- NeedsPhi(block, address);

    /// Control may go from the one block to the other.
    struct Precedes(BlockId, BlockId);

    Precedes(block, successor) <- block_successor { block, successor };

    /// `instruction` is the last access to the memory at `address` in `block`.
    struct Last(BlockId, ValueId, InstructionId);

    Last(block, address, instruction) <-
        Access(instruction, address, block, _, _),
        !Access(_, _, _, Some(instruction), _);

    /// When control leaves `block`, `part` of the content at `address` is `value`.
    struct ValueAtEnd(BlockId, ValueId, u32, Key);

    // A block leaves the value of its last access, or the content at its beginning.
    ValueAtEnd(before, address, part, Key::Value(value, part)) <-
        Last(before, address, last),
        After(last, value),
        for part in source.parts_of(value);

    ValueAtEnd(before, address, part, entry(before, address, part)) <-
        Needed(before, address, part),
        !Last(before, address, _);

    // The content at the beginning of a block comes from a predecessor, if it matters which.
    Merge(entry(block, address, part), block, before, value) <-
        Needed(block, address, part),
        NeedsPhi(block, address),
        Precedes(before, block),
        ValueAtEnd(before, address, part, value);

    // Otherwise, it comes from the immediate dominator.
    Assign(entry(block, address, part), value) <-
        Needed(block, address, part),
        !NeedsPhi(block, address),
        let Some(before) = flow.immediate_dominator(block),
        ValueAtEnd(before, address, part, value);
}

/// The content of the memory at the beginning of the block.
fn entry(block: BlockId, address: ValueId, part: u32) -> Key {
    Key::Step(Purpose::Entry, block.0, address.0, part)
}

/// The addresses of memory on the stack from which values that can hold pointers are loaded.
fn loaded_from(scope: Scope, source: &Source) -> FxHashSet<ValueId> {
    let view = scope.whole();
    let is_local = |address: &ValueId| {
        let definition = view.definition_of(*address);
        definition.is_some_and(|it| view.opcode_of(it) == Some(Opcode::Alloca))
    };
    let holds = |load: InstructionId| view.result_of(load).is_some_and(|it| source.holds(it));
    let loads = view.load_instruction.within(scope.instructions()).iter();
    let loads = loads.filter(|row| holds(row.instruction));
    loads.map(|row| row.address).filter(is_local).collect()
}

/// The loads and stores of the memory at these addresses, in order.
fn accesses(
    scope: Scope,
    locals: &FxHashSet<ValueId>,
) -> impl Iterator<Item = (InstructionId, ValueId, BlockId, Option<InstructionId>, u32)> {
    let view = scope.whole();
    let mut last: FxHashMap<ValueId, (InstructionId, BlockId)> = FxHashMap::default();
    let mut stores: FxHashMap<ValueId, u32> = FxHashMap::default();
    let rows = view.instruction.within(scope.instructions()).iter();
    rows.filter_map(move |row| {
        let address = match row.opcode {
            Opcode::Load => view.load_instruction.first(row.instruction)?.address,
            Opcode::Store => view.store_instruction.first(row.instruction)?.address,
            _ => return None,
        };
        if !locals.contains(&address) {
            return None;
        }
        let previous = last.insert(address, (row.instruction, row.block));
        let previous = previous.filter(|(_, block)| *block == row.block).map(|(it, _)| it);
        let before = stores.entry(address).or_default();
        let access = (row.instruction, address, row.block, previous, *before);
        *before += u32::from(row.opcode == Opcode::Store);
        Some(access)
    })
}
