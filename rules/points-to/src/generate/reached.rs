//! Instructions that control always reaches.

use facts_schema::view::View;
use facts_schema::{InstructionId, Opcode, ValueId};

/// Whether control that computes a value always reaches an instruction: both are in one block, and no instruction
/// between them may end the execution of the function. Parameters are computed when the function begins.
pub fn always_reaches(view: &View, value: ValueId, instruction: InstructionId) -> bool {
    let block = |it| Some(view.instruction.first(it)?.block);
    let first = match (view.definition_of(value), view.owner_of(value)) {
        (Some(definition), _) => definition,
        (None, Some(function)) => view.instructions_of(function).start,
        (None, None) => return false,
    };
    let continues = |it| {
        !matches!(view.opcode_of(it), Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr))
            || view.called_intrinsic(it).is_some()
    };
    let skipped = u32::from(view.definition_of(value).is_some());
    let mut between = (first.0 + skipped..instruction.0).map(InstructionId);
    first <= instruction && block(first) == block(instruction) && between.all(continues)
}
