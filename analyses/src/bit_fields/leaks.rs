//! Stores that may spread poison to the neighbours of a bit field: "Value-wise poison" (Azevedo 2020),
//! sections 2.3.4 and 3.2.3. A bit field is written by reading its word, changing some bits of it and
//! writing it back. If any bit of the word that was read is poison, or any of the new value, so is the
//! whole word afterwards, unless it is frozen in between.

use bit_fields::recover::BitFields;
use bit_fields::words::{access_of, place_of};
use bit_fields::writes::Update;
use facts_schema::{
    BlockId, EntityId, FunctionId, InstructionFlag, InstructionId, LeakReason, Opcode, ValueId,
    ValueKind,
};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

/// A store that may spread poison.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leak {
    /// The store.
    pub store: InstructionId,
    /// The number of the structure.
    pub structure: usize,
    /// The numbers of the fields that it writes.
    pub written: Vec<usize>,
    /// The numbers of the fields that it writes back as they were.
    pub neighbours: Vec<usize>,
    /// Where the poison comes from.
    pub reason: LeakReason,
}

/// All such stores, with a row for each reason.
pub(super) fn leaks(found: &BitFields) -> Vec<Leak> {
    let mut initialisations = Initialisations::new(found);
    let mut written: FxHashMap<InstructionId, Vec<usize>> = FxHashMap::default();
    for write in &found.writes {
        let fields = written.entry(write.instruction).or_default();
        if !fields.contains(&write.field) {
            fields.push(write.field);
        }
    }
    let mut leaks = Vec::new();
    for update in &found.updates {
        let at = found.accesses.binary_search_by_key(&update.store, |it| it.instruction);
        let Some(access) = at.ok().and_then(|it| found.accesses.get(it)) else { continue };
        let mut written = written.get(&update.store).cloned().unwrap_or_default();
        written.sort_unstable();
        let fields = found.structures.get(access.structure).map_or(&[][..], |it| &it.fields);
        let neighbours: Vec<usize> = fields
            .iter()
            .enumerate()
            .filter(|(field, it)| it.span.overlaps(access.span) && !written.contains(field))
            .map(|(field, _)| field)
            .collect();
        if neighbours.is_empty() {
            continue;
        }
        let mut reasons = Vec::new();
        if !is_frozen(found, update) {
            reasons.extend(initialisations.reason(found, update));
        }
        let values = update.replaced.iter().filter_map(|(_, _, value)| *value);
        if values.into_iter().any(|it| may_be_poison(found, it)) {
            reasons.push(LeakReason::Value);
        }
        for reason in reasons {
            let (written, neighbours) = (written.clone(), neighbours.clone());
            let (store, structure) = (update.store, access.structure);
            leaks.push(Leak { store, structure, written, neighbours, reason });
        }
    }
    leaks.sort_unstable();
    leaks.dedup();
    leaks
}

/// Whether all that is kept of the word has been frozen.
fn is_frozen(found: &BitFields, update: &Update) -> bool {
    let source = &found.source;
    update.words.iter().all(|word| {
        let mut users = found.words.uses_of(*word).peekable();
        users.peek().is_some() && users.all(|user| source.opcode(user) == Some(Opcode::Freeze))
    })
}

/// Whether the instruction that computes a value can make poison out of what is none.
fn may_be_poison(found: &BitFields, value: ValueId) -> bool {
    let source = &found.source;
    if matches!(source.kind(value), Some(ValueKind::Undef | ValueKind::Poison)) {
        return true;
    }
    let Some(instruction) = source.definition(value) else { return false };
    let flags = source.index.instruction_flag.all(instruction);
    flags.iter().any(|row| {
        use InstructionFlag as Flag;
        matches!(
            row.flag,
            Flag::Nuw | Flag::Nsw | Flag::Exact | Flag::Disjoint | Flag::NNeg | Flag::SameSign
        )
    })
}

/// What initialises memory of the stack and of allocators.
struct Initialisations {
    /// By root: the instructions that write to it, and how many bytes from its beginning.
    writes: FxHashMap<ValueId, Vec<InstructionId>>,
    dominators: FxHashMap<FunctionId, (Dominators<NodeIndex>, FxHashMap<BlockId, NodeIndex>)>,
    /// The functions that set memory, or copy to it.
    fills: FxHashSet<ValueId>,
}

impl Initialisations {
    fn new(found: &BitFields) -> Self {
        let source = &found.source;
        let facts = source.facts;
        let mut fills = FxHashSet::default();
        for row in &facts.intrinsic {
            let name = facts.display(row.intrinsic);
            let name = name.trim_start_matches("llvm.");
            if ["memset", "memcpy", "memmove"].iter().any(|it| name.starts_with(it)) {
                fills.extend(facts.function.get(row.function.index()).map(|it| it.value));
            }
        }
        let mut writes: FxHashMap<ValueId, Vec<InstructionId>> = FxHashMap::default();
        for row in facts.call_argument.iter().filter(|row| row.position == 0) {
            let callee = source.index.call_instruction.first(row.instruction).map(|it| it.callee);
            if callee.is_some_and(|it| fills.contains(&it)) {
                let root = source.place(row.argument).root;
                writes.entry(root).or_default().push(row.instruction);
            }
        }
        let updates: FxHashSet<_> = found.updates.iter().map(|it| it.store).collect();
        for access in found.words.accesses.iter().filter(|it| it.is_store) {
            if !updates.contains(&access.instruction)
                && let Some(place) = place_of(&found.words.places, access.place)
            {
                writes.entry(place.root).or_default().push(access.instruction);
            }
        }
        Self { writes, dominators: FxHashMap::default(), fills }
    }

    /// Why the word of an update may not have been initialised.
    fn reason(&mut self, found: &BitFields, update: &Update) -> Option<LeakReason> {
        let source = &found.source;
        let access = access_of(&found.words.accesses, update.store)?;
        let place = place_of(&found.words.places, access.place)?;
        match source.kind(place.root)? {
            // Globals begin with what their initializer says.
            ValueKind::GlobalVariable => {
                let initializer = source.index.global_initializer.first(place.root)?.initializer;
                let kind = source.kind(initializer);
                matches!(kind, Some(ValueKind::Undef | ValueKind::Poison))
                    .then_some(LeakReason::Uninitialised)
            }
            ValueKind::Instruction => {
                let definition = source.definition(place.root)?;
                if source.opcode(definition)? != Opcode::Alloca {
                    return Some(LeakReason::Unknown);
                }
                let before: Vec<_> = self.writes.get(&place.root).cloned().unwrap_or_default();
                // Only what writes the same bytes.
                let before =
                    before.into_iter().filter(|write| self.covers(found, *write, place.offset));
                let before: Vec<_> = before.collect();
                let word = update.words.first().and_then(|it| source.definition(*it))?;
                if before.iter().any(|write| self.dominates(found, *write, word)) {
                    None
                } else if before.is_empty() {
                    Some(LeakReason::Uninitialised)
                } else {
                    Some(LeakReason::Unknown)
                }
            }
            _ => Some(LeakReason::Unknown),
        }
    }

    fn covers(&self, found: &BitFields, write: InstructionId, offset: i64) -> bool {
        let source = &found.source;
        if let Some(access) = access_of(&found.words.accesses, write) {
            let place = place_of(&found.words.places, access.place);
            return place.is_some_and(|it| it.offset == offset);
        }
        let callee = source.index.call_instruction.first(write).map(|it| it.callee);
        callee.is_some_and(|it| self.fills.contains(&it))
    }

    /// Whether one instruction always runs before another.
    fn dominates(&mut self, found: &BitFields, one: InstructionId, other: InstructionId) -> bool {
        let rows = &found.source.facts.instruction;
        let (Some(one), Some(other)) = (rows.get(one.index()), rows.get(other.index())) else {
            return false;
        };
        if one.block == other.block {
            return one.position < other.position;
        }
        if one.function != other.function {
            return false;
        }
        let entry = self.dominators.entry(one.function);
        let (dominators, nodes) = entry.or_insert_with(|| dominators(found, one.function));
        let (Some(first), Some(second)) = (nodes.get(&one.block), nodes.get(&other.block)) else {
            return false;
        };
        dominators.dominators(*second).is_some_and(|mut all| all.any(|it| it == *first))
    }
}

fn dominators(
    found: &BitFields,
    function: FunctionId,
) -> (Dominators<NodeIndex>, FxHashMap<BlockId, NodeIndex>) {
    let facts = found.source.facts;
    let mut graph = DiGraph::<(), ()>::new();
    let blocks = facts.block.iter().filter(|row| row.function == function);
    let nodes: FxHashMap<_, _> = blocks.map(|row| (row.block, graph.add_node(()))).collect();
    for block in nodes.keys() {
        for row in found.source.index.block_successor.all(*block) {
            if let (Some(from), Some(to)) = (nodes.get(block), nodes.get(&row.successor)) {
                graph.add_edge(*from, *to, ());
            }
        }
    }
    let entry = facts.block.iter().find(|row| row.function == function && row.position == 0);
    let entry = entry.and_then(|row| nodes.get(&row.block).copied());
    (simple_fast(&graph, entry.unwrap_or_default()), nodes)
}
