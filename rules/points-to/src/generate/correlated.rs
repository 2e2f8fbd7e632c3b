//! Values that depend on the predecessor from which control came.
//!
//! Two phis of the same block receive their values along the same edge. So a store of one of them through the other
//! writes the value along an edge to the target along the same edge, never all values to all targets. The same
//! holds for values computed from such phis: the block of the phi dominates the computation and its use, so both
//! depend on the edge along which control last reached the block.
//!
//! A constraint with two such inputs is added once for each edge, with variables that hold the inputs *along* that
//! edge. A call with two such arguments is followed once for each edge.
//!
//! **Scope: function.**

use facts_schema::view::Scope;
use facts_schema::{BlockId, InstructionId, ValueId};
use rules_macros::datalog;
use rustc_hash::{FxHashMap, FxHashSet};

use super::callees::Callee;
use super::flow::Flow;
use super::moves::{
    Assign, Key, Load, Merge, Moves, Passes, PassesAlong, Shift, Splits, Store, Transfer,
};
use super::source::Source;
use crate::constraints::Length;
use crate::offsets::Step;

/// Blocks with more predecessors than this are not split.
const MAX_EDGES: usize = 8;

/// Splits constraints on values that depend on the predecessor: one for each edge.
pub fn split(scope: Scope, source: &Source, flow: &Flow, moves: &mut Moves) {
    let edges: Vec<(BlockId, BlockId, u8)> = flow.joins().flat_map(edges_into).collect();
    if edges.is_empty() || !joins_varying(scope, moves) {
        return;
    }
    let once = set_once(moves);
    let is_once = |key: Key| once.get(&key) == Some(&true);
    let assigned = moves.assigns.iter().map(|Assign(to, from)| (*to, *from));
    let shifted = moves.shifts.iter().map(|Shift(to, from, step)| (*to, *from, *step));
    let loaded = moves.loads.iter().map(|Load(to, from, offset)| (*to, *from, *offset));
    let merges = moves.merges.iter();
    let arguments = moves.arguments.iter();
    let mut new = Moves::default();
    let (apart, calls_apart) = program::run(
        scope,
        source,
        edges,
        merges.map(|Merge(to, block, before, from)| (*to, *block, *before, *from)),
        assigned.filter(|row| is_once(row.0)),
        shifted.filter(|row| is_once(row.0)),
        loaded.filter(|row| is_once(row.0)),
        moves.stores.iter().map(|Store(to, offset, from)| (*to, *offset, *from)),
        moves.transfers.iter().map(|Transfer(to, from, length)| (*to, *from, *length)),
        arguments.map(|Passes(call, position, part, from)| (*call, *position, *part, *from)),
        &mut new,
    );
    let apart: FxHashSet<(Key, Key)> =
        apart.into_iter().map(|program::JoinsDependent(one, other, _)| (one, other)).collect();
    let passed: FxHashSet<_> =
        calls_apart.into_iter().map(|program::PassedPerEdge(call, key)| (call, key)).collect();
    moves.stores.retain(|Store(to, _, from)| !apart.contains(&(*to, *from)));
    moves.transfers.retain(|Transfer(to, from, _)| !apart.contains(&(*to, *from)));
    moves.arguments.retain(|Passes(call, _, _, from)| !passed.contains(&(*call, *from)));
    moves.add(new);
}

/// The edges into a block with few predecessors.
fn edges_into(
    (block, before): (BlockId, &[BlockId]),
) -> impl Iterator<Item = (BlockId, BlockId, u8)> {
    let few = if before.len() <= MAX_EDGES { before } else { &[] };
    (0..).zip(few).map(move |(number, before)| (block, *before, number))
}

/// Whether a constraint or a call has two inputs that are phis or computed from phis. Many functions have none, and it
/// takes less time to find out than to run the program.
fn joins_varying(scope: Scope, moves: &Moves) -> bool {
    let view = scope.scoped();
    let entries = view.phi_incoming.within(scope.instructions());
    let has_phis = !entries.is_empty() || !moves.merges.is_empty();
    if !has_phis || moves.stores.len() + moves.transfers.len() + moves.arguments.len() == 0 {
        return false;
    }
    let phis = entries.chunk_by(|one, other| one.instruction == other.instruction);
    let phis: FxHashSet<ValueId> =
        phis.filter_map(|entries| view.result_of(entries[0].instruction)).collect();
    let is_phi = |key: &Key| key.value().is_some_and(|it| phis.contains(&it));
    let assigned = moves.assigns.iter().map(|Assign(to, from)| (*to, *from));
    let shifted = moves.shifts.iter().map(|Shift(to, from, _)| (*to, *from));
    let loaded = moves.loads.iter().map(|Load(to, from, _)| (*to, *from));
    let mut numbers = FxHashMap::default();
    let mut number = |key: Key| {
        let next = numbers.len();
        *numbers.entry(key).or_insert(next)
    };
    let phis = moves.assigns.iter().map(|row| row.0).filter(is_phi);
    let phis = moves.merges.iter().map(|row| row.0).chain(phis);
    let phis: Vec<usize> = phis.map(&mut number).collect();
    let computed = assigned.chain(shifted).chain(loaded);
    let computed: Vec<_> = computed.map(|(to, from)| (number(to), number(from))).collect();
    let mut varies = vec![false; numbers.len()];
    phis.into_iter().for_each(|phi| varies[phi] = true);
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for &(to, from) in &computed {
            is_changed |= varies[from] && !varies[to];
            varies[to] |= varies[from];
        }
    }
    let varies = |key: &Key| numbers.get(key).is_some_and(|it| varies[*it]);
    let stored = moves.stores.iter().map(|Store(to, _, from)| [to, from]);
    let copied = moves.transfers.iter().map(|Transfer(to, from, _)| [to, from]);
    let mut passed = FxHashMap::default();
    let arguments = moves.arguments.iter().filter(|Passes(.., from)| varies(from));
    let mut positions = arguments.map(|Passes(call, position, ..)| (call, position));
    stored.chain(copied).any(|pair| pair.into_iter().all(varies))
        || positions
            .any(|(call, position)| passed.insert(call, position).is_some_and(|it| it != position))
}

/// Whether a key is set by exactly one move. Only values and intermediate steps are.
fn set_once(moves: &Moves) -> FxHashMap<Key, bool> {
    let mut once = FxHashMap::default();
    let assigned = moves.assigns.iter().map(|row| row.0);
    let shifted = moves.shifts.iter().map(|row| row.0);
    let loaded = moves.loads.iter().map(|row| row.0);
    let addresses = moves.addresses.iter().map(|row| row.0);
    let results = moves.results.iter().map(|row| row.2);
    let results = results.chain(moves.changed_cells.iter().map(|row| row.2));
    for key in assigned.chain(shifted).chain(loaded).chain(addresses).chain(results) {
        let is_local = matches!(key, Key::Value(..) | Key::Step(..));
        once.entry(key).and_modify(|it| *it = false).or_insert(is_local);
    }
    once
}

datalog! { functions;
    @context source: &'a Source<'a>;

    @input
    /// Edge `number` into `block` comes from `before`.
    struct Edge(BlockId, BlockId, u8);

    @input
    /// `to` holds everything that `from` holds when control reaches `block` from `before`.
    struct Merged(Key, BlockId, BlockId, Key);

    @input
    /// `to` holds everything that `from` holds, and nothing else.
    struct Assigned(Key, Key);

    @input
    /// `to` holds everything that `from` holds, moved by `step`, and nothing else.
    struct Shifted(Key, Key, Step);

    @input
    /// `to` holds the content `offset` bytes after the target of `address`, and nothing else.
    struct Loaded(Key, Key, u32);

    @input
    /// Everything that `from` holds is written `offset` bytes after the target of `address`.
    struct Stored(Key, u32, Key);

    @input
    /// `length` bytes are copied from the target of `from` to the target of `to`.
    struct Transferred(Key, Key, Length);

    @input
    /// `from` holds this part of the argument at `position` of `call`.
    struct Passed(InstructionId, u32, u32, Key);

    @output Assign(Key, Key);
    @output Shift(Key, Key, Step);
    @output Load(Key, Key, u32);
    @output Store(Key, u32, Key);
    @output Transfer(Key, Key, Length);
    @output Splits(InstructionId, u8);
    @output PassesAlong(InstructionId, u8, u32, u32, Key);

    /// The value of `phi` depends on the edge along which control reaches `block`.
    struct Phi(Key, BlockId);

    Phi(to, block) <- Enters(to, block, _, _);

    /// When control reaches `block` along edge `number`, `to` holds the value of `from`.
    struct Enters(Key, BlockId, u8, Key);

    Enters(Key::Value(result, part), block, number, Key::Value(value, part)) <-
        phi_incoming { instruction, value, block: before },
        instruction_result { instruction, result },
        instruction { instruction, block },
        Edge(block, before, number),
        for part in source.parts_of(value);

    Enters(to, block, number, from) <-
        Merged(to, block, before, from),
        Edge(block, before, number);

    /// `key` may have different values for different predecessors of its block.
    struct Varies(Key);

    Varies(Key::Value(result, part)) <-
        phi_incoming { instruction },
        instruction_result { instruction, result },
        for part in source.parts_of(result);

    Varies(to) <- Merged(to, _, _, _);

    /// `to` is computed from `from` alone.
    struct Computed(Key, Key);

    Computed(to, from) <- Assigned(to, from), !Varies(to);
    Computed(to, from) <- Shifted(to, from, _), !Varies(to);
    Computed(to, from) <- Loaded(to, from, _), !Varies(to);

    /// The value of `key` depends on the edge along which control last reached `block`, and on nothing else in
    /// the function.
    struct Depends(Key, BlockId);

    Depends(phi, block) <- Phi(phi, block);

    Depends(to, block) <- Depends(from, block), Computed(to, from);

    @output
    /// `one` and `other`, which a constraint joins, depend on the edge into `block`.
    struct JoinsDependent(Key, Key, BlockId);

    JoinsDependent(address, from, block) <-
        Stored(address, _, from),
        Depends(address, block),
        Depends(from, block);

    JoinsDependent(to, from, block) <-
        Transferred(to, from, _),
        Depends(to, block),
        Depends(from, block);

    /// An argument of the call of a function is `key`, which depends on the edge into `block`.
    struct Argument(InstructionId, u32, Key, BlockId);

    Argument(call, position, key, block) <-
        Passed(call, position, _, key),
        Depends(key, block),
        call_instruction { instruction: call, callee },
        (source.callee(callee) == Callee::Function && source.view.as_function(callee).is_some());

    /// Two arguments of the call depend on the edge into `block`.
    struct CallDepends(InstructionId, BlockId);

    CallDepends(call, block) <-
        Argument(call, position, _, block),
        Argument(call, other, _, block),
        (position != other);

    /// The call is followed once for each edge into `block`.
    struct SplitBy(InstructionId, BlockId);

    // If this is possible for several blocks, the last one is chosen.
    SplitBy(call, block) <- CallDepends(call, block), !Later(call, block);

    struct Later(InstructionId, BlockId);

    Later(call, block) <- CallDepends(call, block), CallDepends(call, other), (block < other);

    Splits(call, number) <- SplitBy(call, block), Edge(block, _, number);

    @output
    /// The argument `key` of `call` is passed once for each edge.
    struct PassedPerEdge(InstructionId, Key);

    PassedPerEdge(call, key) <- SplitBy(call, block), Argument(call, _, key, block);

    /// The value of `key` along each edge is needed.
    struct Needed(Key);

    Needed(one) <- JoinsDependent(one, _, _);
    Needed(other) <- JoinsDependent(_, other, _);
    Needed(key) <- PassedPerEdge(_, key);
    Needed(from) <- Needed(to), Computed(to, from);

    // The value of a phi along an edge, and values computed from it.
    Assign(along(phi, number), from) <- Needed(phi), Enters(phi, _, number, from);

    Assign(along(to, number), along(from, number)) <-
        Needed(to),
        Assigned(to, from),
        !Varies(to),
        Depends(from, block),
        Edge(block, _, number);

    Shift(along(to, number), along(from, number), step) <-
        Needed(to),
        Shifted(to, from, step),
        !Varies(to),
        Depends(from, block),
        Edge(block, _, number);

    Load(along(to, number), along(address, number), offset) <-
        Needed(to),
        Loaded(to, address, offset),
        !Varies(to),
        Depends(address, block),
        Edge(block, _, number);

    // The constraints with both inputs.
    Store(along(address, number), offset, along(from, number)) <-
        JoinsDependent(address, from, block),
        Stored(address, offset, from),
        Edge(block, _, number);

    Transfer(along(to, number), along(from, number), length) <-
        JoinsDependent(to, from, block),
        Transferred(to, from, length),
        Edge(block, _, number);

    PassesAlong(call, number, position, part, along(from, number)) <-
        SplitBy(call, block),
        Passed(call, position, part, from),
        Depends(from, block),
        Edge(block, _, number);
}

/// The key for the value of `key` along the edge of this number.
fn along(key: Key, number: u8) -> Key {
    match key {
        Key::Value(value, part) => Key::ValueAlong(value, part, number),
        Key::Step(purpose, one, two, three) => Key::StepAlong(purpose, one, two, three, number),
        other => other,
    }
}
