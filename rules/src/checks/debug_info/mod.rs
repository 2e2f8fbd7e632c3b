//! Debug information: its nodes, the records that say where variables are, and the locations of
//! instructions.

use facts_schema::MetadataId;
use facts_schema::view::Scope;

pub(super) mod expressions;
pub(super) mod fields;
pub(super) mod locations;
pub(super) mod records;
pub(super) mod scopes;
pub(super) mod types;
pub(super) mod units;
pub(super) mod visited;

/// Whether the flag is among `flags`, as LLVM writes them.
fn has_flag(flags: &str, flag: &str) -> bool {
    flags.split(" | ").any(|it| it == flag)
}

/// Whether some operand of a tuple with this many operands is null. Null operands have no rows, so
/// this is a count of rows.
fn has_null(module: Scope, tuple: MetadataId, operand_count: u32) -> bool {
    module.whole().metadata_operand.all(tuple).len() < operand_count as usize
}
