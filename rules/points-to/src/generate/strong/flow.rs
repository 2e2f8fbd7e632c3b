//! Flow-sensitive cells of memory: a load reads the value stored last on a path to it, in the function, in its
//! callees, or in its callers.
//!
//! **Scope: function.**

use facts_schema::{BlockId, FunctionId, InstructionId, ValueId};
use rules_macros::datalog;

use super::plan::CallEntry;
use crate::constraints::Moment;
use crate::generate::flow::Flow;
use crate::generate::moves::{Assign, GetsHeld, Key, Known, Merge, PassesHeld, Purpose};

datalog! { functions;
    @context flow: &'a Flow;

    @input
    /// `instruction` in `block` accesses the cell; the last column is the previous access in the block.
    struct Access(InstructionId, u32, BlockId, Option<InstructionId>);

    @input
    /// `instruction` loads all of the cell, and nothing else.
    struct Reads(InstructionId, u32);

    @input
    /// `instruction` overwrites all of the cell, with `value` if it can hold a pointer.
    struct Sets(InstructionId, u32, Option<ValueId>);

    @input
    /// `instruction` may write to the cell, and the value is not followed.
    struct MayWrite(InstructionId, u32);

    @input
    /// The call `instruction` may run `function`, which may read the cell or write to it.
    struct Enters(InstructionId, u32, FunctionId, CallEntry);

    @input
    /// The call `instruction` may run `function`, which may write to the cell.
    struct Changed(InstructionId, u32, FunctionId, CallEntry);

    @input
    /// The call `instruction` may leave the cell unchanged.
    struct Keeps(InstructionId, u32);

    @input
    /// A call that may write to the cell may unwind to `block`.
    struct Unwinds(BlockId, u32);

    @input
    /// The cell is on the stack of the function.
    struct IsLocal(u32);

    @input
    /// The function may write to the cell, and callers can observe it.
    struct Ends(u32);

    @input
    /// Paths through `block`, and paths not through it, meet in `other`.
    struct Frontier(BlockId, BlockId);

    @output Assign(Key, Key);
    @output Merge(Key, BlockId, BlockId, Key);
    @output Known(InstructionId);
    @output PassesHeld(InstructionId, u32, Key);
    @output GetsHeld(InstructionId, u32, Key);

    Known(instruction) <- Reads(instruction, _);

    /// The content of the cell before `instruction` may be `key`.
    struct Before(InstructionId, u32, Key);

    Before(instruction, cell, key) <-
        After(previous, cell, key),
        Access(instruction, cell, _, Some(previous));

    Before(instruction, cell, entry(block, cell)) <- Access(instruction, cell, block, None);

    /// The content of the cell after `instruction` may be `key`.
    struct After(InstructionId, u32, Key);

    After(instruction, cell, Key::Value(result, 0)) <-
        Reads(instruction, cell),
        instruction_result { instruction, result };

    After(instruction, cell, Key::Value(value, 0)) <-
        Sets(instruction, cell, set),
        let Some(value) = set;

    After(instruction, cell, Key::Content(cell)) <- MayWrite(instruction, cell);

    After(instruction, cell, after(instruction, cell)) <- Changed(instruction, cell, _, _);

    // A call that only reads leaves the content unchanged.
    After(instruction, cell, key) <-
        Before(instruction, cell, key),
        Enters(instruction, cell, _, _),
        !Changes(instruction, cell);

    /// The content of the cell after `instruction` may differ from the content before.
    struct Changes(InstructionId, u32);

    Changes(instruction, cell) <- Sets(instruction, cell, _);
    Changes(instruction, cell) <- MayWrite(instruction, cell);
    Changes(instruction, cell) <- Changed(instruction, cell, _, _);

    // The result of a load is the previous content.
    Assign(Key::Value(result, 0), key) <-
        Reads(instruction, cell),
        Before(instruction, cell, key),
        instruction_result { instruction, result };

    // The content at the beginning and at the end of a function.
    Assign(Key::Held(function, cell, Moment::BeginsAnyhow), key) <-
        Enters(instruction, cell, function, CallEntry::Any),
        Before(instruction, cell, key);

    PassesHeld(instruction, cell, key) <-
        Enters(instruction, cell, _, CallEntry::Cloned),
        Before(instruction, cell, key);

    Assign(after(instruction, cell), Key::Held(function, cell, Moment::EndsAnyhow)) <-
        Changed(instruction, cell, function, CallEntry::Any);

    GetsHeld(instruction, cell, after(instruction, cell)) <-
        Changed(instruction, cell, _, CallEntry::Cloned);

    Assign(after(instruction, cell), key) <-
        Keeps(instruction, cell),
        Changed(instruction, cell, _, _),
        Before(instruction, cell, key);

    Assign(Key::Held(function, cell, Moment::Ends), key) <-
        function { function },
        ValueAtEnd(block, cell, key),
        Ends(cell),
        Returns(block);

    Assign(Key::Held(function, cell, Moment::EndsAnyhow), Key::Held(function, cell, Moment::Ends)) <-
        function { function },
        Ends(cell);

    /// Control may leave the function in `block`.
    struct Returns(BlockId);

    Returns(block) <-
        instruction { instruction, block, opcode: facts_schema::Opcode::Ret };

    /// The content of the cell at the beginning of `block` is needed.
    struct Needed(BlockId, u32);

    Needed(block, cell) <- Access(_, cell, block, None);

    Needed(block, cell) <- Returns(block), Ends(cell), !Last(block, cell, _);

    Needed(before, cell) <-
        Needed(block, cell),
        NeedsPhi(block, cell),
        !Unwinds(block, cell),
        Precedes(before, block),
        !Last(before, cell, _);

    Needed(before, cell) <-
        Needed(block, cell),
        !NeedsPhi(block, cell),
        !Unwinds(block, cell),
        let Some(before) = flow.immediate_dominator(block),
        !Last(before, cell, _);

    /// The content of the cell at the beginning of `block` depends on the predecessor.
    struct NeedsPhi(BlockId, u32);

    NeedsPhi(block, cell) <- ChangesIn(changing, cell), Frontier(changing, block);

    /// The content of the cell changes in `block`, or at its beginning.
    struct ChangesIn(BlockId, u32);

    ChangesIn(block, cell) <- Access(instruction, cell, block, _), Changes(instruction, cell);
    ChangesIn(block, cell) <- Unwinds(block, cell);
    ChangesIn(block, cell) <- NeedsPhi(block, cell);

    /// Control may go from the one block to the other.
    struct Precedes(BlockId, BlockId);

    Precedes(block, successor) <- block_successor { block, successor };

    /// The last access to the cell in `block` is `instruction`.
    struct Last(BlockId, u32, InstructionId);

    Last(block, cell, instruction) <-
        Access(instruction, cell, block, _),
        !Access(_, cell, _, Some(instruction));

    /// The content of the cell may be `key` when control leaves `block`.
    struct ValueAtEnd(BlockId, u32, Key);

    ValueAtEnd(block, cell, key) <- Last(block, cell, last), After(last, cell, key);

    ValueAtEnd(block, cell, entry(block, cell)) <- Needed(block, cell), !Last(block, cell, _);

    // The content at the beginning of a block was left by a predecessor or by the immediate dominator.
    Merge(entry(block, cell), block, before, key) <-
        Needed(block, cell),
        NeedsPhi(block, cell),
        !Unwinds(block, cell),
        Precedes(before, block),
        ValueAtEnd(before, cell, key);

    Assign(entry(block, cell), key) <-
        Needed(block, cell),
        !NeedsPhi(block, cell),
        !Unwinds(block, cell),
        let Some(before) = flow.immediate_dominator(block),
        ValueAtEnd(before, cell, key);

    // If a call has thrown, it is unknown how far it executed.
    Assign(entry(block, cell), Key::Content(cell)) <- Needed(block, cell), Unwinds(block, cell);

    // At the beginning of the function, callers have left the content.
    Assign(entry(block, cell), Key::Held(function, cell, Moment::Begins)) <-
        function { function },
        block { block, position: 0 },
        Needed(block, cell),
        !IsLocal(cell);

    Assign(entry(block, cell), Key::Held(function, cell, Moment::BeginsAnyhow)) <-
        function { function },
        block { block, position: 0 },
        Needed(block, cell),
        !IsLocal(cell);
}

/// The content of the cell at the beginning of the block.
fn entry(block: BlockId, cell: u32) -> Key {
    Key::Step(Purpose::HeldAtEntry, block.0, cell, 0)
}

/// The content of the cell after a call.
fn after(call: InstructionId, cell: u32) -> Key {
    Key::Step(Purpose::HeldAfter, call.0, cell, 0)
}
