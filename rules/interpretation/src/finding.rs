//! Findings.

use facts_schema::{InstructionId, ValueId};

use crate::value::Value;

/// The reason why an instruction is undefined behaviour whenever control reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// It accesses memory through an address that is based on null.
    Null,
    /// The same, and the address is only known to be null because it was compared with null earlier on the path.
    NullByComparison,
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
    /// It frees memory that has already been freed.
    FreedTwice,
    /// It frees memory that was not allocated.
    NotAllocated,
    /// It divides by zero.
    Zero,
    /// It divides the least integer by -1.
    Overflow,
    /// It depends on undef, or on memory in which nothing was stored.
    Uninitialised,
    /// It depends on poison.
    Poison,
    /// It calls a function that never returns, because of undefined behaviour in it.
    Call,
}

/// Memory that an instruction reserves, or a global variable or function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AllocationSite {
    /// The memory that this `alloca` or call reserves.
    Instruction(InstructionId),
    /// The global.
    Global(ValueId),
}

/// The memory that is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory {
    /// Its site.
    pub site: AllocationSite,
    /// Its size in bytes, if it is known.
    pub size: Option<u64>,
}

/// An instruction that is undefined behaviour whenever control reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finding {
    /// The instruction.
    pub instruction: InstructionId,
    /// The operand that is the cause.
    pub operand: ValueId,
    /// Why.
    pub cause: Cause,
    /// The memory that is accessed.
    pub memory: Option<Memory>,
    /// The offset of the access from the beginning of the memory, in bytes, if it is the same in every execution.
    pub offset: Option<i64>,
    /// The number of bytes accessed.
    pub bytes: Option<u64>,
    /// The instruction that freed the memory, or ended its lifetime; none if the lifetime ended with a block of the
    /// source.
    pub ended_at: Option<InstructionId>,
    /// The instruction in a called function that is undefined behaviour, and the reason.
    pub within: Option<(InstructionId, Cause)>,
    /// Whether control reaches it more than once, and its last execution is undefined behaviour.
    pub is_repeated: bool,
}

impl Finding {
    /// The finding at an instruction that must not depend on undef or poison, if its operand always is.
    pub(crate) fn of_deferred(
        instruction: InstructionId,
        operand: ValueId,
        value: Value,
    ) -> Option<Self> {
        let cause = match value {
            Value::Poison => Cause::Poison,
            _ => Cause::Uninitialised,
        };
        value.is_deferred().then(|| Self::new(instruction, operand, cause))
    }

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
