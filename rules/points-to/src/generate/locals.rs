//! Variables on the stack whose address nobody keeps: a load reads what was stored last on a way to it.
//! So they are followed in the order of execution, as if LLVM had promoted them to registers (`mem2reg`).
//!
//! **Scope: function.**

use facts_schema::view::Scope;
use facts_schema::{BlockId, InstructionFlag, InstructionId, Opcode, TypeId, ValueId};
use rules_macros::datalog;
use rustc_hash::FxHashMap;

use super::callees::Callee;
use super::moves::{Assign, Key, Promoted, Purpose};
use super::source::Source;

datalog! { functions;
    @context source: &'a Source<'a>;

    @input
    /// `instruction` in `block` reads or writes what lies at `address`; the access before it in the block is
    /// the next column, and the last one says how many stores there are to it before, in order of the text.
    struct Access(InstructionId, ValueId, BlockId, Option<InstructionId>, u32) = accesses;

    @output Promoted(InstructionId, ValueId);
    @output Assign(Key, Key);

    /// `address` is that of memory on the stack.
    struct Local(ValueId);

    Local(address) <-
        alloca_instruction { instruction },
        instruction_result { instruction, result: address };

    /// A value of `type` is read or written at `address`, which is that of memory on the stack.
    struct AccessedAs(ValueId, TypeId);

    AccessedAs(address, r#type) <- load_instruction { instruction, r#type, address }, Local(address);

    AccessedAs(address, r#type) <-
        store_instruction { instruction, value, address },
        Local(address),
        value { value, r#type };

    /// Something else is done to what lies at `address` than to read or write all of it as one type.
    struct Kept(ValueId);

    Kept(operand) <-
        instruction { instruction, opcode },
        (!matches!(opcode, Opcode::Load | Opcode::Store)),
        instruction_operand { instruction, operand },
        Local(operand),
        !Ignores(instruction);

    Kept(value) <- store_instruction { value }, Local(value);

    Kept(address) <- AccessedAs(address, first), AccessedAs(address, second), (first != second);

    Kept(address) <-
        Access(instruction, address, _, _, _),
        instruction_flag { instruction, flag: InstructionFlag::Volatile };

    /// The call `instruction` does nothing to what its arguments point to.
    struct Ignores(InstructionId);

    Ignores(instruction) <-
        call_instruction { instruction, callee },
        (source.callee(callee) == Callee::Nothing);

    /// `instruction` loads `result`, which can hold a pointer, from `address`.
    struct Loads(InstructionId, ValueId, ValueId);

    Loads(instruction, result, address) <-
        load_instruction { instruction, address },
        Local(address),
        !Kept(address),
        instruction_result { instruction, result },
        (source.holds(result));

    Promoted(instruction, address) <-
        alloca_instruction { instruction },
        instruction_result { instruction, result: address },
        Loads(_, _, address);

    /// `value` lies in memory after the access `instruction`.
    struct After(InstructionId, ValueId);

    After(instruction, value) <- store_instruction { instruction, value };

    After(instruction, result) <- Loads(instruction, result, _);

    /// There are several stores to `address`.
    struct StoredAgain(ValueId);

    StoredAgain(address) <-
        Access(instruction, address, _, _, before),
        (before > 0),
        store_instruction { instruction };

    // What is stored once is what every load reads.
    Assign(Key::Value(result, part), Key::Value(value, part)) <-
        store_instruction { value, address },
        Loads(_, result, address),
        !StoredAgain(address),
        for part in source.parts_of(value);

    // Else it is what the access before has left in the block,
    Assign(Key::Value(result, part), Key::Value(value, part)) <-
        Loads(instruction, result, address),
        StoredAgain(address),
        Access(instruction, _, _, previous, _),
        let Some(earlier) = previous,
        After(earlier, value),
        for part in source.parts_of(value);

    // or what lies there when the block begins:
    Assign(Key::Value(result, part), entry(block, address, part)) <-
        Loads(instruction, result, address),
        StoredAgain(address),
        Access(instruction, _, block, None, _),
        for part in source.parts_of(result);

    /// It is asked what lies at `address` when `block` begins, in this part of the value.
    struct Asked(BlockId, ValueId, u32);

    Asked(block, address, part) <-
        Loads(instruction, result, address),
        StoredAgain(address),
        Access(instruction, _, block, None, _),
        for part in source.parts_of(result);

    Asked(before, address, part) <-
        Asked(block, address, part),
        Precedes(before, block),
        !Last(before, address, _);

    /// Control may go from the one block to the other.
    struct Precedes(BlockId, BlockId);

    Precedes(block, successor) <- block_successor { block, successor };

    /// The last access to what lies at `address` in `block` is `instruction`.
    struct Last(BlockId, ValueId, InstructionId);

    Last(block, address, instruction) <-
        Access(instruction, address, block, _, _),
        !Access(_, _, _, Some(instruction), _);

    // what an access has left in a block before, or what lay there when that began.
    Assign(entry(block, address, part), Key::Value(value, part)) <-
        Asked(block, address, part),
        Precedes(before, block),
        Last(before, address, last),
        After(last, value),
        (source.parts_of(value).any(|it| it == part));

    Assign(entry(block, address, part), entry(before, address, part)) <-
        Asked(block, address, part),
        Precedes(before, block),
        !Last(before, address, _);
}

/// What lies in the memory when the block begins.
fn entry(block: BlockId, address: ValueId, part: u32) -> Key {
    Key::Step(Purpose::Entry, block.0, address.0, part)
}

/// The loads and stores of memory on the stack, in order.
fn accesses(
    scope: Scope,
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
        let definition = view.definition_of(address)?;
        if view.opcode_of(definition) != Some(Opcode::Alloca) {
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
