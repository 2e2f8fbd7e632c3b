//! Debug information: nodes, records that locate variables, and locations of instructions.

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

/// Whether `flags`, as LLVM prints them, contain `flag`.
fn has_flag(flags: &str, flag: &str) -> bool {
    flags.split(" | ").any(|it| it == flag)
}

/// Whether a tuple with this number of operands has a null operand. This counts rows, because null
/// operands do not have rows.
fn has_null(module: Scope, tuple: MetadataId, operand_count: u32) -> bool {
    module.whole().metadata_operand.all(tuple).len() < operand_count as usize
}
