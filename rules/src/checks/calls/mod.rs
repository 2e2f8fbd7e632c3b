//! Calls: what they call, what they pass, and what they promise.

use facts_schema::{Function, InstructionId, InstructionOperand};

use crate::checks::context::Context;

pub(super) mod assembly;
pub(super) mod attributes;
pub(super) mod bundles;
mod constraints;
pub(super) mod location;
pub(super) mod musttail;
pub(super) mod provenance;
pub(super) mod signature;

/// Whether the function's name begins with `llvm.`, which is kept for intrinsics, known or not.
pub(super) fn is_reserved(context: &Context, function: &Function) -> bool {
    context.name(function.value).starts_with("llvm.")
}

/// The last operand of each instruction: where a call has its callee.
pub(super) fn callee_operands(
    operands: &[InstructionOperand],
) -> impl Iterator<Item = (InstructionId, u32)> {
    let rows = operands.chunk_by(|one, other| one.instruction == other.instruction);
    rows.filter_map(|rows| rows.last().map(|row| (row.instruction, row.position)))
}
