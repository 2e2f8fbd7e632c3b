//! The `!dbg` of instructions.

use facts_schema::MetadataKind;
use rules_macros::datalog;

use crate::rule::rules;

rules! { Metadata "metadata";
    /// The `!dbg` of an instruction is a `DILocation`.
    ///
    /// It says from which line the instruction comes, and in which scope; no other node does.
    deny NOT_A_LOCATION: "MET037" "dbg-not-a-location" {
        message: "`!dbg` of `{opcode}` has to be a `DILocation`, which {detail} is not",
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
