//! The metadata that LLVM's verifier visits: everything reachable from named metadata, functions
//! and instructions. Of the attachments of global variables, it visits only global variable
//! expressions and their operands.

use facts_schema::view::{Scope, View};
use facts_schema::{MetadataId, MetadataKind};
use rules_macros::datalog;
use rustc_hash::FxHashSet;

use crate::violation::{Subject, Violation};

datalog! { module;
    /// LLVM's verifier visits `node`.
    @output struct Visited(MetadataId);

    Visited(node) <- Reached(node);

    // The global variable expressions that are attached to global variables, with their variables
    // and expressions, but not the nodes to which these refer.
    Visited(node) <-
        global_metadata { metadata: node },
        metadata { metadata: node, kind: MetadataKind::GlobalVariableExpression };

    Visited(part) <-
        global_metadata { metadata: node },
        metadata { metadata: node, kind: MetadataKind::GlobalVariableExpression },
        metadata_reference { metadata: node, referenced_metadata: part };

    /// `node` is reachable from named metadata, a function or an instruction.
    struct Reached(MetadataId);

    Reached(node) <- named_metadata_operand { operand_metadata: node };
    Reached(node) <- global_metadata { global, metadata: node }, value_function { value: global };
    Reached(node) <- instruction_metadata { metadata: node };
    Reached(node) <- instruction_location { location: node };
    Reached(node) <- debug_record_location { location: node };
    Reached(node) <- debug_record_variable { variable: node };
    Reached(node) <- debug_record_variable { expression: node };
    Reached(node) <- metadata_value { metadata: node };
    Reached(part) <- Reached(node), metadata_part { metadata: node, part };
}

/// Removes the violations in metadata that LLVM's verifier does not visit.
pub(crate) fn only(view: &View, mut violations: Vec<Violation>) -> Vec<Violation> {
    let is_of_node = |it: &Violation| matches!(it.subject, Subject::Metadata(_));
    if violations.iter().any(is_of_node) {
        let (visited,) = program::run(Scope::module(view));
        let visited: FxHashSet<program::Visited> = visited.into_iter().collect();
        violations.retain(|violation| match violation.subject {
            Subject::Metadata(node) => visited.contains(&program::Visited(node)),
            _ => true,
        });
    }
    violations
}
