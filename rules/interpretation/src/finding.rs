//! What is found.

use facts_schema::{InstructionId, ValueId};

/// Why an instruction is undefined behavior whenever control comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// It accesses memory through an address that is based on null.
    Null,
    /// It accesses bytes that are not in the object.
    OutOfBounds,
    /// It accesses memory that has been freed.
    Freed,
    /// It accesses a variable whose lifetime has ended.
    Ended,
    /// It accesses memory at an address that is not a multiple of the alignment.
    Misaligned,
    /// It writes to a constant.
    Constant,
    /// It frees what has been freed.
    FreedTwice,
    /// It frees what was not allocated.
    NotAllocated,
    /// It divides by zero.
    Zero,
    /// It divides the least integer by -1.
    Overflow,
    /// It depends on memory that nothing was stored in.
    Uninitialised,
    /// It calls a function that never comes back, because of undefined behavior in it.
    Call,
}

/// Memory that an instruction reserves, or a global variable or function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    /// The memory that this `alloca` or call reserves.
    Instruction(InstructionId),
    /// The global.
    Global(ValueId),
}

/// The memory that is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory {
    /// What it is.
    pub site: Site,
    /// How many bytes it has, if that is known.
    pub size: Option<u64>,
}

/// An instruction that is undefined behavior whenever control comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finding {
    /// The instruction.
    pub instruction: InstructionId,
    /// Its operand that makes it so.
    pub operand: ValueId,
    /// Why.
    pub cause: Cause,
    /// The memory that is accessed.
    pub memory: Option<Memory>,
    /// How many bytes behind the beginning of the memory the access begins, if that is always the same.
    pub offset: Option<i64>,
    /// How many bytes are accessed.
    pub bytes: Option<u64>,
    /// Where the memory was freed, or its lifetime ended.
    pub ended_at: Option<InstructionId>,
    /// The instruction in a called function that is undefined behavior, and why.
    pub within: Option<(InstructionId, Cause)>,
    /// Whether control comes to it more than once, and it is undefined behavior at last.
    pub is_repeated: bool,
}

impl Finding {
    pub(crate) fn new(instruction: InstructionId, operand: ValueId, cause: Cause) -> Self {
        Self {
            instruction,
            operand,
            cause,
            memory: None,
            offset: None,
            bytes: None,
            ended_at: None,
            within: None,
            is_repeated: false,
        }
    }
}
