//! Phis: one value for each way into the block.
//!
//! **Scope: module**, on one phi of each *layout*: how its entries lie over the edges into its block,
//! whatever the blocks and values are. There are far fewer layouts than phis. Where one is found
//! broken, all phis of that layout are looked at.

use facts_schema::{BlockId, Facts, InstructionId, Opcode, PhiIncoming};
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::bridge::{Representatives, violation_from};
use crate::by_key::ByKey;
use crate::checks::context::{Context, Program};
use crate::predecessors::Predecessors;
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Crepe, Edge, Entry, Phi};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { ControlFlow "control-flow";
    /// A phi has an entry for each edge by which control can come into its block.
    ///
    /// Coming by the edge that is forgotten, it would have no value. A predecessor with several edges
    /// to the block, such as a switch with several cases that go there, needs as many entries.
    deny ENTRY_MISSING: "CFG001" "phi-entry-missing" {
        message: "control can come from `{detail}`, for which the phi has no value",
        reference: "LangRef, phi",
        checks: [
            "visitBasicBlock: PHINode should have one entry for each predecessor of its parent basic block!",
            "visitBasicBlock: PHI node entries do not match predecessors!",
        ],
    }

    /// A phi has entries only for the predecessors of its block, as many as edges lead from there.
    ///
    /// A value for a way that control cannot take has been left over, or is meant for another way.
    deny ENTRY_WITHOUT_EDGE: "CFG002" "phi-entry-without-edge" {
        message: "the phi has a value for control from `{detail}`, from where no such edge leads here",
        reference: "LangRef, phi",
        checks: [
            "visitBasicBlock: PHINode should have one entry for each predecessor of its parent basic block!",
            "visitBasicBlock: PHI node entries do not match predecessors!",
        ],
    }

    /// The entries of a phi for the same block have the same value.
    ///
    /// A phi knows from which block control comes, but not by which of several edges.
    deny ENTRIES_DISAGREE: "CFG003" "phi-entries-disagree" {
        message: "the phi has two values for control from `{detail}`: `{operand}` and another",
        reference: "LangRef, phi",
        checks: ["visitBasicBlock: PHI node has multiple entries for the same basic block with different incoming values!"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let phis: Vec<PhiRow> = facts
        .instruction
        .iter()
        .filter(|row| row.opcode == Opcode::Phi)
        .map(|row| PhiRow { instruction: row.instruction, block: row.block })
        .collect();
    if phis.is_empty() {
        return vec![];
    }
    let graph = Graph::new(facts);
    let layouts: Vec<(InstructionId, Vec<u32>)> =
        phis.par_iter().map(|phi| (phi.instruction, graph.layout(phi))).collect();
    let representatives = Representatives::new(facts.instruction.len(), layouts.into_iter());

    let alike = |phi: &PhiRow| representatives.of(phi.instruction);
    let sample = phis.iter().filter(|phi| representatives.contains(phi.instruction));
    let found: FxHashSet<InstructionId> =
        judge(&graph, sample).iter().filter_map(|it| it.subject.instruction()).collect();
    let suspects = phis.iter().filter(|phi| alike(phi).is_some_and(|it| found.contains(&it)));
    if found.is_empty() { vec![] } else { judge(&graph, suspects) }
}

/// A phi and its block.
#[derive(Clone, Copy)]
struct PhiRow {
    instruction: InstructionId,
    block: BlockId,
}

/// The edges between blocks, and the entries of phis.
struct Graph<'a> {
    predecessors: Predecessors,
    entries: ByKey<'a, PhiIncoming, InstructionId>,
}

impl<'a> Graph<'a> {
    fn new(facts: &'a Facts) -> Self {
        Self {
            predecessors: Predecessors::of_all(facts),
            entries: ByKey::new(&facts.phi_incoming, |row| row.instruction),
        }
    }

    /// The edges and entries of a phi, with its blocks and, for each of them, the values numbered.
    fn layout(&self, phi: &PhiRow) -> Vec<u32> {
        let edges = self.predecessors.of(phi.block);
        let mut entries: Vec<_> =
            self.entries.of(phi.instruction).iter().map(|row| (row.block, row.value)).collect();
        entries.sort_unstable();
        let mut blocks: Vec<BlockId> =
            edges.iter().copied().chain(entries.iter().map(|entry| entry.0)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let number = |block| blocks.partition_point(|&other| other < block) as u32;

        let mut layout = Vec::with_capacity(1 + edges.len() + 2 * entries.len());
        layout.push(edges.len() as u32);
        layout.extend(edges.iter().map(|&block| number(block)));
        let mut value_number = 0;
        for (place, &(block, value)) in entries.iter().enumerate() {
            match place.checked_sub(1).map(|before| entries[before]) {
                Some((before, other)) if before == block => {
                    value_number += u32::from(other != value)
                }
                _ => value_number = 0,
            }
            layout.extend([number(block), value_number]);
        }
        layout
    }
}

fn judge<'p>(graph: &Graph, phis: impl Iterator<Item = &'p PhiRow>) -> Vec<Violation> {
    let mut program = Crepe::new();
    for phi in phis {
        program.extend([Phi(phi.instruction, phi.block)]);
        let mut count = Counts::default();
        for &predecessor in graph.predecessors.of(phi.block) {
            program.extend([Edge(predecessor, phi.block, count.next(predecessor))]);
        }
        let mut count = Counts::default();
        for row in graph.entries.of(phi.instruction) {
            let number = count.next(row.block);
            program.extend([Entry(row.instruction, row.block, number, row.position, row.value)]);
        }
    }
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// How often each block has been met.
#[derive(Default)]
struct Counts(FxHashMap<BlockId, u32>);

impl Counts {
    /// Meets the block once more.
    fn next(&mut self, block: BlockId) -> u32 {
        let count = self.0.entry(block).or_default();
        *count += 1;
        *count - 1
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::ValueId;

    crepe! {
        @input
        /// `phi` is in `block`.
        pub struct Phi(pub InstructionId, pub BlockId);

        @input
        /// The edge `number` from `predecessor` to `block`.
        pub struct Edge(pub BlockId, pub BlockId, pub u32);

        @input
        /// The entry `number` of `phi` for control from `predecessor`, at `position`, is `value`.
        pub struct Entry(pub InstructionId, pub BlockId, pub u32, pub u32, pub ValueId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(ENTRY_MISSING, Subject::Instruction(phi), Detail::Block(predecessor)) <-
            Phi(phi, block),
            Edge(predecessor, block, number),
            !Entry(phi, predecessor, number, _, _);

        Broken(ENTRY_WITHOUT_EDGE, Subject::Operand(phi, position), Detail::Block(predecessor)) <-
            Entry(phi, predecessor, number, position, _),
            Phi(phi, block),
            !Edge(predecessor, block, number);

        Broken(ENTRIES_DISAGREE, Subject::Operand(phi, position), Detail::Block(predecessor)) <-
            Entry(phi, predecessor, number, position, value),
            (number > 0),
            Entry(phi, predecessor, 0, _, other),
            (other != value);
    }
}

violation_from! { Broken }
