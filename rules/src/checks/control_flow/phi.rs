//! Phis: one value for each incoming edge.

use std::hash::Hash;

use facts_schema::view::Scope;
use facts_schema::{BlockId, InstructionId, Opcode, ValueId};
use rules_macros::datalog;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::rule::rules;
use crate::violation::Subject;

rules! { ControlFlow "control-flow";
    /// A phi has an entry for each edge from a predecessor of its block.
    ///
    /// Without the entry, the phi has no value when control enters along that edge. A predecessor
    /// with several edges to the block, such as a `switch` with several cases for it, needs one
    /// entry for each of them.
    deny ENTRY_MISSING: "CFG001" "phi-entry-missing" {
        message: "the phi has no value for its predecessor `{detail}`",
        reference: "LangRef, phi",
        checks: [
            "visitBasicBlock: PHINode should have one entry for each predecessor of its parent basic block!",
            "visitBasicBlock: PHI node entries do not match predecessors!",
        ],
    }

    /// Each entry of a phi is for an edge from a predecessor of its block.
    ///
    /// Any other entry is left over from a removed edge, or names the wrong block.
    deny ENTRY_WITHOUT_EDGE: "CFG002" "phi-entry-without-edge" {
        message: "the phi has an entry for `{detail}`, but there is no corresponding edge to this block",
        reference: "LangRef, phi",
        checks: [
            "visitBasicBlock: PHINode should have one entry for each predecessor of its parent basic block!",
            "visitBasicBlock: PHI node entries do not match predecessors!",
        ],
    }

    /// The entries of a phi for the same predecessor have the same value.
    ///
    /// A phi selects its value by the predecessor, not by the edge.
    deny ENTRIES_DISAGREE: "CFG003" "phi-entries-disagree" {
        message: "the phi has different values for the predecessor `{detail}`: `{operand}` and another",
        reference: "LangRef, phi",
        checks: ["visitBasicBlock: PHI node has multiple entries for the same basic block with different incoming values!"],
    }
}

datalog! { module;
    /// `predecessor` has an edge to `block`, preceded by `number` edges between the same blocks.
    /// The first edge has no row.
    @input struct FurtherEdge(BlockId, BlockId, u32) = further_edges;

    /// The entry of `phi` at `position` has the value `value` for `predecessor`, preceded by
    /// `number` entries for the same block. The first entry has no row.
    @input struct FurtherEntry(InstructionId, BlockId, u32, u32, ValueId) = further_entries;

    violation(ENTRY_MISSING, phi, predecessor) <-
        instruction { instruction: phi, block, opcode: Opcode::Phi },
        block_predecessor { block, predecessor },
        !phi_incoming { instruction: phi, block: predecessor };

    violation(ENTRY_MISSING, phi, predecessor) <-
        FurtherEdge(predecessor, block, number),
        block_instruction { block, instruction: phi, opcode: Opcode::Phi },
        !FurtherEntry(phi, predecessor, number, _, _);

    violation(ENTRY_WITHOUT_EDGE, Subject::Operand(phi, position), predecessor) <-
        phi_incoming { instruction: phi, position, block: predecessor },
        instruction { instruction: phi, block },
        !block_predecessor { block, predecessor };

    violation(ENTRY_WITHOUT_EDGE, Subject::Operand(phi, position), predecessor) <-
        FurtherEntry(phi, predecessor, number, position, _),
        instruction { instruction: phi, block },
        !FurtherEdge(predecessor, block, number);

    /// `value` is the first of several entries of `phi` for `predecessor`.
    struct FirstEntry(InstructionId, BlockId, ValueId);

    FirstEntry(phi, predecessor, value) <-
        FurtherEntry(phi, predecessor, 1, _, _),
        phi_incoming { instruction: phi, block: predecessor, position, value },
        !FurtherEntry(phi, _, _, position, _);

    violation(ENTRIES_DISAGREE, Subject::Operand(phi, position), predecessor) <-
        FurtherEntry(phi, predecessor, _, position, value),
        FirstEntry(phi, predecessor, first),
        (first != value);
}

fn further_edges(scope: Scope) -> Vec<(BlockId, BlockId, u32)> {
    let rows = scope.facts().block_successor.iter();
    numbered(rows.map(|row| ((row.block, row.successor), ())))
        .map(|((block, successor), number, ())| (block, successor, number))
        .collect()
}

fn further_entries(scope: Scope) -> Vec<(InstructionId, BlockId, u32, u32, ValueId)> {
    let rows = scope.facts().phi_incoming.iter();
    numbered(rows.map(|row| ((row.instruction, row.block), (row.position, row.value))))
        .map(|((phi, block), number, (position, value))| (phi, block, number, position, value))
        .collect()
}

/// The rows whose keys occurred before, each with the number of earlier rows with the same key.
fn numbered<K: Copy + Eq + Hash, R>(
    rows: impl Iterator<Item = (K, R)>,
) -> impl Iterator<Item = (K, u32, R)> {
    let mut counts: FxHashMap<K, u32> =
        FxHashMap::with_capacity_and_hasher(rows.size_hint().0, FxBuildHasher);
    rows.filter_map(move |(key, row)| {
        let count = counts.entry(key).or_default();
        let number = *count;
        *count += 1;
        (number > 0).then_some((key, number, row))
    })
}
