//! Instructions that control always reaches.

use facts_schema::view::View;
use facts_schema::{InstructionId, Opcode, ValueId};

/// Whether control that computes a value always reaches an instruction: both are in one block, and no instruction
/// between them may end the execution of the function. Parameters are computed when the function begins, and results
/// of `invoke` where it continues.
pub fn always_reaches(view: &View, value: ValueId, instruction: InstructionId) -> bool {
    let block = |it| Some(view.instruction.first(it)?.block);
    let (first, within) = match (view.definition_of(value), view.owner_of(value)) {
        (Some(definition), _) => match view.invoke_instruction.first(definition) {
            Some(invoke) => match view.block_predecessor().all(invoke.normal_target) {
                [_] => (definition.0 + 1, Some(invoke.normal_target)),
                _ => return false,
            },
            None => (definition.0 + 1, block(definition)),
        },
        (None, Some(function)) => {
            let first = view.instructions_of(function).start;
            (first.0, block(first))
        }
        (None, None) => return false,
    };
    let continues = |it: InstructionId| {
        !matches!(view.opcode_of(it), Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr))
            || view.called_intrinsic(it).is_some()
    };
    let before = (first..instruction.0).rev().map(InstructionId);
    let mut between = before.take_while(|it| block(*it) == within);
    first <= instruction.0 && block(instruction) == within && between.all(continues)
}
