//! Debug information: its nodes, the records that say where variables are, and the locations of
//! instructions.
//!
//! LLVM looks only at what it reaches from named metadata, functions and their instructions. Of a
//! global variable's `!dbg` it looks at no more than the variable and the expression.

use facts_schema::MetadataKind;

use crate::checks::context::Context;
use crate::violation::Violation;

pub(super) mod expressions;
pub(super) mod fields;
pub(super) mod locations;
pub(super) mod records;
pub(super) mod scopes;
pub(super) mod types;
pub(super) mod units;
mod visited;

/// What holds of the nodes in the sample, said of all nodes that LLVM looks at.
fn everywhere(
    context: &Context,
    violations: impl IntoIterator<Item = Violation>,
) -> Vec<Violation> {
    visited::only(context.facts, context.metadata.everywhere(violations))
}

/// Whether the flag is among `flags`, as LLVM writes them.
fn has_flag(flags: &str, flag: &str) -> bool {
    flags.split(" | ").any(|it| it == flag)
}

/// Whether such a node is a type.
fn is_type(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(
        kind,
        BasicType
            | CompositeType
            | DerivedType
            | FixedPointType
            | StringType
            | SubrangeType
            | SubroutineType
    )
}

/// Whether code can lie in such a node.
fn is_local_scope(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(kind, Subprogram | LexicalBlock | LexicalBlockFile)
}

/// Whether names can be declared in such a node.
fn is_scope(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    is_type(kind)
        || is_local_scope(kind)
        || matches!(kind, File | CompileUnit | Namespace | Module | CommonBlock)
}

/// Whether such a node is a variable.
fn is_variable(kind: MetadataKind) -> bool {
    matches!(kind, MetadataKind::LocalVariable | MetadataKind::GlobalVariable)
}
