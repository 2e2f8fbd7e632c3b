//! Comparisons that the source does not spell out: in macros, and those that the compiler adds.
//!
//! In debug information, everything in a macro has the location of the macro's use. Likewise, the comparison with null
//! in C++'s `delete` and the code that depends on it have the same location. Otherwise, a condition and the code that
//! runs if it holds have different locations.

use facts_schema::view::View;
use facts_schema::{InstructionId, Opcode};

use crate::body::Body;

/// Whether a comparison is at the same place in the source as an instruction in a block that control enters after it.
pub(crate) fn is_expanded(view: &View, body: &Body, comparison: InstructionId) -> bool {
    let location_of = |instruction| {
        let row = view.instruction_location.first(instruction)?;
        view.source_location.first(row.location).filter(|it| it.line > 0)?;
        Some(row.location)
    };
    let block = view.instruction.first(comparison).and_then(|it| body.number(it.block));
    let (Some(location), Some(block)) = (location_of(comparison), block) else { return false };
    let rows = body.successors[block].iter().flat_map(|it| {
        let rows = body.blocks[*it].split_last().map(|(_, rows)| rows);
        rows.unwrap_or_default().iter().filter(|row| row.opcode != Opcode::Phi)
    });
    rows.into_iter().any(|row| location_of(row.instruction) == Some(location))
}
