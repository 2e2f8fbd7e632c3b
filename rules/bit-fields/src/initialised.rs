//! Whether the word that an update of bit fields reads has been written to before.
//!
//! Memory of the stack and of allocators begins uninitialised. What has been written to it is judged
//! within the function: a write of all bytes that always runs before initialises the word; one that
//! only may run before, or a use of the address that allows other code to write, leaves it open.

use facts_schema::view::intrinsics::only_tells;
use facts_schema::{
    BlockId, BlockSuccessor, EntityId, FunctionId, InstructionId, LeakReason, Opcode, TypeKind,
    ValueId, ValueKind,
};
use petgraph::algo::has_path_connecting;
use petgraph::graph::{DiGraph, NodeIndex};
use points_to::allocators::{self, Content};
use rules::dominance::{Dominance, Place as DominancePlace};
use rustc_hash::FxHashMap;

use crate::places::{Place, destination};
use crate::recover::BitFields;
use crate::words::access_of;
use crate::writes::Update;

/// Something that may write to memory.
#[derive(Clone, Copy)]
struct Write {
    instruction: InstructionId,
    /// The bytes from the beginning of the root on that it surely writes: the first, and the one
    /// behind the last.
    bytes: Option<(i64, i64)>,
    /// Whether what it writes is known to be initialised itself.
    is_initialised: bool,
}

/// What writes to the roots that updates of bit fields lead to.
pub(crate) struct Initialisations {
    writes: FxHashMap<ValueId, Vec<Write>>,
    flows: FxHashMap<FunctionId, Flow>,
}

/// What an intrinsic does with memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Intrinsic {
    Set,
    Copy,
    Harmless,
}

impl Initialisations {
    /// The writes of a module.
    pub fn new(found: &BitFields) -> Self {
        let view = &found.view;
        let facts = view.facts();
        let mut writes: FxHashMap<ValueId, Vec<Write>> = FxHashMap::default();
        for update in &found.updates {
            if let Some(place) = place_of_update(found, update) {
                writes.entry(place.root).or_default();
            }
        }
        let mut intrinsics: FxHashMap<ValueId, Intrinsic> = FxHashMap::default();
        for row in &facts.intrinsic {
            let name = facts.display(row.intrinsic);
            let kind = if name.starts_with("llvm.memset") {
                Intrinsic::Set
            } else if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") {
                Intrinsic::Copy
            } else if only_tells(&name) {
                Intrinsic::Harmless
            } else {
                continue;
            };
            let function = facts.function.get(row.function.index());
            intrinsics.extend(function.map(|it| (it.value, kind)));
        }
        let updates: FxHashMap<InstructionId, bool> =
            found.updates.iter().map(|it| (it.store, is_frozen(found, it))).collect();
        let is_pointer = |value| {
            view.type_of(value).and_then(|it| view.types().kind(it)) == Some(TypeKind::Pointer)
        };
        for row in facts.instruction_operand.iter().filter(|row| is_pointer(row.operand)) {
            let place = destination(view, row.operand);
            let Some(writes) = writes.get_mut(&place.root) else { continue };
            writes.extend(write(found, &intrinsics, &updates, row, place));
        }
        Self { writes, flows: FxHashMap::default() }
    }

    /// Why the word of an update may not have been initialised.
    pub fn reason(&mut self, found: &BitFields, update: &Update) -> Option<LeakReason> {
        let view = &found.view;
        let place = place_of_update(found, update)?;
        let access = access_of(&found.words.accesses, update.store)?;
        let word = update.words.first().and_then(|it| view.definition_of(*it))?;
        let end = place.offset.saturating_add(i64::from(access.width.div_ceil(8)));
        let writes = self.writes.get(&place.root).cloned().unwrap_or_default();
        let mut may_be_written = false;
        for write in writes {
            let covers = write.bytes.is_some_and(|(from, to)| from <= place.offset && end <= to);
            let misses = write.bytes.is_some_and(|(from, to)| to <= place.offset || end <= from);
            if covers && write.is_initialised && self.dominates(found, write.instruction, word) {
                return None;
            }
            may_be_written |= !misses && self.may_precede(found, write.instruction, word);
        }
        let uninitialised = match may_be_written {
            true => LeakReason::Unknown,
            false => LeakReason::Uninitialised,
        };
        match view.kind_of(place.root)? {
            // Globals begin with what their initializer says.
            ValueKind::GlobalVariable => {
                let initializer = view.global_initializer.first(place.root)?.initializer;
                let kind = view.kind_of(initializer);
                // Other functions may run before.
                matches!(kind, Some(ValueKind::Undef | ValueKind::Poison))
                    .then_some(LeakReason::Unknown)
            }
            ValueKind::Instruction => {
                let definition = view.definition_of(place.root)?;
                match view.opcode_of(definition)? {
                    Opcode::Alloca => Some(uninitialised),
                    Opcode::Call | Opcode::Invoke => {
                        let name = callee(found, definition).unwrap_or_default();
                        match allocators::content_of(&name) {
                            Some(Content::Zero) => None,
                            Some(Content::Uninitialised) => Some(uninitialised),
                            None => Some(LeakReason::Unknown),
                        }
                    }
                    _ => Some(LeakReason::Unknown),
                }
            }
            _ => Some(LeakReason::Unknown),
        }
    }

    fn flow(&mut self, found: &BitFields, function: FunctionId) -> &Flow {
        self.flows.entry(function).or_insert_with(|| Flow::new(found, function))
    }

    /// Whether one instruction always runs before another.
    fn dominates(&mut self, found: &BitFields, one: InstructionId, other: InstructionId) -> bool {
        let rows = &found.view.facts().instruction;
        let (Some(one), Some(other)) = (rows.get(one.index()), rows.get(other.index())) else {
            return false;
        };
        if one.block == other.block {
            return one.position < other.position;
        }
        one.function == other.function
            && self.flow(found, one.function).dominates(one.block, other.block)
    }

    /// Whether one instruction may run before another, in the same run of their function.
    fn may_precede(&mut self, found: &BitFields, one: InstructionId, other: InstructionId) -> bool {
        let rows = &found.view.facts().instruction;
        let (Some(one), Some(other)) = (rows.get(one.index()), rows.get(other.index())) else {
            return false;
        };
        let is_before = one.block == other.block && one.position < other.position;
        is_before
            || one.function == other.function
                && self.flow(found, one.function).reaches(one.block, other.block)
    }
}

fn place_of_update(found: &BitFields, update: &Update) -> Option<Place> {
    access_of(&found.words.accesses, update.store).map(|it| it.place)
}

/// What an instruction that has an address as an operand may write there.
fn write(
    found: &BitFields,
    intrinsics: &FxHashMap<ValueId, Intrinsic>,
    updates: &FxHashMap<InstructionId, bool>,
    row: &facts_schema::InstructionOperand,
    place: Place,
) -> Option<Write> {
    let view = &found.view;
    let instruction = row.instruction;
    let anything = Write { instruction, bytes: None, is_initialised: false };
    let bytes = |size: Option<u64>| {
        let size = i64::try_from(size?).ok()?;
        Some((place.offset, place.offset.checked_add(size)?))
    };
    match view.opcode_of(instruction)? {
        // What is computed from the address is a place of the same root, or is looked at by itself.
        Opcode::Load | Opcode::ICmp => None,
        Opcode::GetElementPtr | Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::Freeze => {
            let root = view.result_of(instruction).map(|it| destination(view, it).root);
            (root != Some(place.root)).then_some(anything)
        }
        Opcode::Store => {
            let store = view.store_instruction.first(instruction)?;
            if row.position == 0 {
                return Some(anything);
            }
            // An update writes what it has read.
            if updates.get(&instruction) == Some(&false) {
                return None;
            }
            let size = view.type_of(store.value).and_then(|it| view.types().size(it));
            let kind = view.kind_of(store.value);
            let is_initialised = !matches!(kind, Some(ValueKind::Undef | ValueKind::Poison));
            Some(Write { bytes: bytes(size), is_initialised, ..anything })
        }
        Opcode::Call => {
            let callee = view.call_instruction.first(instruction)?.callee;
            let arguments = view.instruction_operand.all(instruction);
            let argument = |position| arguments.iter().find(|it| it.position == position);
            let size = argument(2).and_then(|it| view.unsigned(it.operand));
            let size = bytes(size.and_then(|it| u64::try_from(it).ok()));
            match intrinsics.get(&callee) {
                Some(Intrinsic::Harmless) => None,
                Some(Intrinsic::Set | Intrinsic::Copy) if row.position != 0 => None,
                Some(Intrinsic::Set) => {
                    Some(Write { bytes: size, is_initialised: true, ..anything })
                }
                Some(Intrinsic::Copy) => {
                    // A variable's first value is copied from a constant.
                    let from = argument(1).map(|it| destination(view, it.operand).root)?;
                    let is_initialised = view.kind_of(from) == Some(ValueKind::GlobalVariable);
                    Some(Write { bytes: size, is_initialised, ..anything })
                }
                None => Some(anything),
            }
        }
        _ => Some(anything),
    }
}

/// The name of the function that a call calls.
fn callee(found: &BitFields, call: InstructionId) -> Option<String> {
    let view = &found.view;
    let callee = view.call_instruction.first(call)?.callee;
    let name = view.value_name.first(callee)?.name;
    Some(view.facts().display(name).into_owned())
}

/// The blocks of a function.
struct Flow {
    graph: DiGraph<(), ()>,
    nodes: FxHashMap<BlockId, NodeIndex>,
    dominance: Dominance,
}

impl Flow {
    fn new(found: &BitFields, function: FunctionId) -> Self {
        let view = &found.view;
        let blocks = view.block.within(Some(view.blocks_of(function)));
        let edges: Vec<BlockSuccessor> =
            blocks.iter().flat_map(|row| view.block_successor.all(row.block)).copied().collect();
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: FxHashMap<_, _> =
            blocks.iter().map(|row| (row.block, graph.add_node(()))).collect();
        for edge in &edges {
            if let (Some(from), Some(to)) = (nodes.get(&edge.block), nodes.get(&edge.successor)) {
                graph.update_edge(*from, *to, ());
            }
        }
        Self { graph, nodes, dominance: Dominance::of(blocks, &edges, &[]) }
    }

    fn dominates(&self, one: BlockId, other: BlockId) -> bool {
        let (one, other) = (DominancePlace::Block(one), DominancePlace::Block(other));
        // All dominates what is not reachable; but nothing runs before it.
        self.dominance.is_reachable(other) && self.dominance.dominates(one, other)
    }

    /// Whether a path of one edge or more leads from one block to another.
    fn reaches(&self, one: BlockId, other: BlockId) -> bool {
        let (Some(one), Some(other)) = (self.nodes.get(&one), self.nodes.get(&other)) else {
            return false;
        };
        let mut next = self.graph.neighbors(*one);
        next.any(|it| has_path_connecting(&self.graph, it, *other, None))
    }
}

/// Whether all that is kept of the word has been frozen.
pub(crate) fn is_frozen(found: &BitFields, update: &Update) -> bool {
    let view = &found.view;
    update.words.iter().all(|word| {
        let mut users = found.words.uses_of(*word).peekable();
        users.peek().is_some() && users.all(|user| view.opcode_of(user) == Some(Opcode::Freeze))
    })
}
