//! The `!dbg` attachments of instructions.

use facts_schema::MetadataKind;
use rules_macros::datalog;

use crate::rule::rules;

rules! { Metadata "metadata";
    /// The `!dbg` attachment of an instruction is a `DILocation`.
    ///
    /// It gives the line and the scope in the source.
    deny NOT_A_LOCATION: "MET037" "dbg-not-a-location" {
        message: "`!dbg` of `{opcode}` must be a `DILocation`, not {detail}",
        reference: "LangRef, DILocation",
        checks: ["visitInstruction: invalid !dbg metadata attachment"],
    }
}

datalog! { module;
    violation(NOT_A_LOCATION, instruction, node) <-
        instruction_location { instruction, location: node },
        metadata { metadata: node, kind },
        (kind != MetadataKind::Location);
}
