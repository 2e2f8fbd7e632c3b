//! Blocks, phis and terminators.

pub(super) mod blocks;
pub(super) mod callbr;
pub(super) mod entries;
pub(super) mod phi;
pub(super) mod switches;
pub(super) mod terminators;

use facts_schema::InstructionId;

/// The next instruction of the module, which may be in another block.
pub(super) fn next(instruction: InstructionId) -> InstructionId {
    InstructionId(instruction.0.wrapping_add(1))
}

/// The previous instruction of the module, which may be in another block.
pub(super) fn previous(instruction: InstructionId) -> InstructionId {
    InstructionId(instruction.0.wrapping_sub(1))
}
