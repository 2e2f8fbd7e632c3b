//! The `!dbg` of instructions.
//!
//! **Scope: module**, on those debug locations that are none.

use facts_schema::{EntityId, InstructionId, MetadataKind};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Subject, Violation};
use program::{Broken, Crepe, Located, Node};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

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

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let kind = |row: &facts_schema::InstructionLocation| {
        facts.metadata.get(row.location.index()).map(|it| it.kind)
    };
    let located = facts.instruction_location.iter();
    let other: Vec<_> = located.filter(|row| kind(row) != Some(MetadataKind::Location)).collect();
    if other.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    program.extend(other.into_iter().map(Located::from));
    program.extend(facts.metadata.iter().map(Node::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;
    use facts_schema::MetadataId;

    crepe! {
        @input
        pub struct Located(pub InstructionId, pub MetadataId);

        @input
        pub struct Node(pub MetadataId, pub MetadataKind);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(NOT_A_LOCATION, Subject::Instruction(instruction), Detail::Metadata(node)) <-
            Located(instruction, node),
            Node(node, kind),
            (kind != MetadataKind::Location);
    }
}

input_from! { Located(instruction, location) from InstructionLocation }
input_from! { Node(metadata, kind) from Metadata }
violation_from! { Broken }
