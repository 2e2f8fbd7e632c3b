//! The types of the exceptions that each handler of C++ receives.
//!
//! A `try` block with several handlers has one landing pad, which receives the exceptions of all of them. It compares
//! the selector with the type of one handler after the other. Where the comparison with a type has succeeded, the
//! exception has that type or a type derived from it, and no earlier clause of the landing pad catches it.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, View};
use facts_schema::{BlockId, FunctionId, InstructionId, Opcode, Predicate, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::{FxHashMap, FxHashSet};

use super::casts::CATCHES;
use super::flow::Flow;
use program::{Else, Enters, Holds, Selects, Stores};

/// The intrinsic that gives the selector of a type.
const SELECTOR_OF: &str = "llvm.eh.typeid.for";

/// The position of the exception in the result of a landing pad.
const EXCEPTION: u32 = 0;

/// The position of the selector.
const SELECTOR: u32 = 1;

/// Stands for the whole result.
const WHOLE: u32 = 2;

datalog! { module;
    @output
    /// `value` may be the part at this position of the result of a landing pad.
    struct Holds(ValueId, u32, InstructionId);

    @output
    /// `value` may also be something else.
    struct Else(ValueId);

    @output
    /// Control only goes from a comparison to `block` if the selector is the selector of `type`.
    struct Selects(BlockId, ValueId, ValueId);

    @output
    /// The call enters a handler with an exception.
    struct Enters(InstructionId, ValueId);

    @output
    /// The instruction stores to the stack variable at this address, which may hold a part of a landing pad.
    struct Stores(InstructionId, ValueId);

    Stores(instruction, address) <- StackVariable(address), store_instruction { instruction, address };

    Enters(instruction, exception) <-
        call_instruction { instruction, callee },
        (CATCHES.contains(&module.whole().name_of(callee))),
        call_argument { instruction, position: 0, argument: exception };

    /// The value is the selector of the type.
    struct SelectorOf(ValueId, ValueId);

    SelectorOf(result, r#type) <-
        call_instruction { instruction },
        (module.whole().called_intrinsic(instruction).is_some_and(|it| it.starts_with(SELECTOR_OF))),
        call_argument { instruction, position: 0, argument: r#type },
        instruction_result { instruction, result };

    Selects(block, selector, r#type) <-
        conditional_branch { condition, true_target: block },
        Compares(condition, Predicate::Eq, selector, r#type);

    Selects(block, selector, r#type) <-
        conditional_branch { condition, false_target: block },
        Compares(condition, Predicate::Ne, selector, r#type);

    /// The condition compares a selector with the selector of a type.
    struct Compares(ValueId, Predicate, ValueId, ValueId);

    Compares(result, predicate, selector, r#type) <-
        SelectorOf(other, r#type),
        comparison_instruction { instruction, predicate, first_operand: selector, second_operand: other },
        instruction_result { instruction, result };

    Compares(result, predicate, selector, r#type) <-
        SelectorOf(other, r#type),
        comparison_instruction { instruction, predicate, first_operand: other, second_operand: selector },
        instruction_result { instruction, result };

    Holds(result, WHOLE, instruction) <-
        instruction { instruction, opcode: Opcode::LandingPad },
        instruction_result { instruction, result };

    Holds(result, member_index, pad) <-
        Holds(aggregate, part, pad),
        (part == WHOLE),
        extractvalue_instruction { instruction, aggregate },
        aggregate_index { instruction, member_index },
        instruction_result { instruction, result };

    // A phi.
    Holds(result, part, pad) <-
        Holds(value, part, pad),
        phi_incoming { instruction, value },
        instruction_result { instruction, result };

    // A stack variable.
    Holds(result, part, pad) <-
        Holds(value, part, pad),
        store_instruction { value, address },
        StackVariable(address),
        load_instruction { instruction, address },
        instruction_result { instruction, result };

    struct StackVariable(ValueId);

    StackVariable(address) <-
        Holds(value, _, _),
        store_instruction { value, address },
        instruction_result { instruction, result: address },
        alloca_instruction { instruction };

    struct IsHeld(ValueId);

    IsHeld(value) <- Holds(value, _, _);

    Else(result) <-
        IsHeld(result),
        instruction_result { instruction, result },
        phi_incoming { instruction, value },
        !IsHeld(value),
        (!is_undefined(module.whole(), value));

    Else(result) <-
        StackVariable(address),
        store_instruction { value, address },
        !IsHeld(value),
        (!is_undefined(module.whole(), value)),
        load_instruction { instruction, address },
        instruction_result { instruction, result };

    Else(result) <-
        Else(aggregate),
        extractvalue_instruction { instruction, aggregate },
        instruction_result { instruction, result };

    Else(result) <-
        Else(value),
        phi_incoming { instruction, value },
        instruction_result { instruction, result };

    Else(result) <-
        Else(value),
        store_instruction { value, address },
        StackVariable(address),
        load_instruction { instruction, address },
        instruction_result { instruction, result };

    Else(result) <-
        StackVariable(address),
        instruction_operand { instruction: user, operand: address },
        !Accesses(user, address),
        load_instruction { instruction, address },
        instruction_result { instruction, result };

    /// The instruction loads or stores the content of the stack variable.
    struct Accesses(InstructionId, ValueId);

    Accesses(instruction, address) <- StackVariable(address), load_instruction { instruction, address };

    Accesses(instruction, address) <-
        StackVariable(address),
        store_instruction { instruction, value, address },
        (value != address);
}

fn is_undefined(view: &View, value: ValueId) -> bool {
    matches!(view.kind_of(value), Some(ValueKind::Undef | ValueKind::Poison))
}

/// The clauses of landing pads whose exceptions reach each call that enters a handler, if these are known: landing pads
/// and types.
#[derive(Debug, Default)]
pub struct Handlers(FxHashMap<InstructionId, Vec<(InstructionId, ValueId)>>);

impl Handlers {
    /// The handlers in a module.
    pub fn of(view: &View) -> Self {
        if !CATCHES.iter().any(|it| Scope::module(view).find(it).is_some()) {
            return Self::default();
        }
        let (holds, others, selects, enters, stores) = program::run(Scope::module(view));
        let parts = Parts::of(holds, &others, stores);
        let mut selects_of: FxHashMap<FunctionId, Vec<Selects>> = FxHashMap::default();
        for selects in selects {
            let Some(row) = view.block.first(selects.0) else { continue };
            selects_of.entry(row.function).or_default().push(selects);
        }
        let mut flows: FxHashMap<FunctionId, Flow> = FxHashMap::default();
        let mut handlers = Self::default();
        for Enters(call, exception) in enters {
            let Some(row) = view.instruction.first(call) else { continue };
            let Some(selects) = selects_of.get(&row.function) else { continue };
            let flow = || Flow::of(Scope::function(view, row.function));
            let flow = flows.entry(row.function).or_insert_with(flow);
            let found = handler(view, &parts, flow, selects, row.block, exception);
            if let Some(clauses) = found.filter(|it| !it.is_empty()) {
                handlers.0.insert(call, clauses);
            }
        }
        handlers
    }

    /// The clauses whose exceptions reach the handler that this call enters, if they are known.
    pub fn clauses(&self, call: InstructionId) -> Option<&[(InstructionId, ValueId)]> {
        self.0.get(&call).map(Vec::as_slice)
    }
}

/// The clauses of the handler that `block` enters with `exception`.
fn handler(
    view: &View,
    parts: &Parts,
    flow: &Flow,
    selects: &[Selects],
    block: BlockId,
    exception: ValueId,
) -> Option<Vec<(InstructionId, ValueId)>> {
    let all = parts.pads_of(exception, EXCEPTION)?;
    let pads = parts.stored_last(view, exception).unwrap_or_else(|| all.to_vec());
    let block_of = |pad: &InstructionId| view.instruction.first(*pad).map(|row| row.block);
    let blocks: FxHashSet<BlockId> = pads.iter().filter_map(block_of).collect();
    let is_selected = |selects: &&Selects| {
        // A comparison before the exception has been caught was with the selector of an earlier one.
        flow.has_one_way_into(selects.0)
            && flow.dominates(selects.0, block)
            && blocks_before(view, block, &FxHashSet::from_iter([selects.0])).is_disjoint(&blocks)
            && parts.pads_of(selects.1, SELECTOR) == Some(all)
    };
    let Selects(_, _, caught) = *selects.iter().find(is_selected)?;
    let pads = pads.into_iter().filter(|it| catches(view, *it, caught));
    Some(pads.map(|it| (it, caught)).collect())
}

/// The blocks on paths to `block` after the last one of `starts`, including `block` and these starts.
fn blocks_before(view: &View, block: BlockId, starts: &FxHashSet<BlockId>) -> FxHashSet<BlockId> {
    let (mut seen, mut unseen) = (FxHashSet::from_iter([block]), vec![block]);
    while let Some(block) = unseen.pop() {
        if starts.contains(&block) {
            continue;
        }
        let before = view.block_predecessor().all(block).iter();
        unseen.extend(before.map(|row| row.predecessor).filter(|it| seen.insert(*it)));
    }
    seen
}

/// The values that are parts of landing pads.
struct Parts {
    /// By value and position: the landing pads, in order, whose results the value may be a part of. Values that may be
    /// something else are left out.
    pads: FxHashMap<(ValueId, u32), Vec<InstructionId>>,
    /// By stack variable.
    stores: FxHashMap<ValueId, Vec<InstructionId>>,
}

impl Parts {
    fn of(holds: Vec<Holds>, others: &[Else], all_stores: Vec<Stores>) -> Self {
        let mut pads: FxHashMap<_, Vec<InstructionId>> = FxHashMap::default();
        for Holds(value, part, pad) in holds {
            pads.entry((value, part)).or_default().push(pad);
        }
        pads.values_mut().for_each(|pads| pads.sort_unstable());
        let others: FxHashSet<ValueId> = others.iter().map(|Else(value)| *value).collect();
        pads.retain(|(value, _), _| !others.contains(value));
        let mut stores: FxHashMap<_, Vec<InstructionId>> = FxHashMap::default();
        for Stores(instruction, address) in all_stores {
            stores.entry(address).or_default().push(instruction);
        }
        Self { pads, stores }
    }

    fn pads_of(&self, value: ValueId, part: u32) -> Option<&[InstructionId]> {
        self.pads.get(&(value, part)).map(Vec::as_slice)
    }

    /// For an exception that is loaded from a stack variable: the landing pads whose blocks may have stored it last.
    fn stored_last(&self, view: &View, exception: ValueId) -> Option<Vec<InstructionId>> {
        let load = view.load_instruction.first(view.definition_of(exception)?)?;
        let at = view.instruction.first(load.instruction)?.block;
        let mut stored: FxHashMap<BlockId, InstructionId> = FxHashMap::default();
        for &store in self.stores.get(&load.address)? {
            let row = view.store_instruction.first(store)?;
            let [pad] = *self.pads_of(row.value, EXCEPTION)? else { return None };
            let block = view.instruction.first(store)?.block;
            (view.instruction.first(pad)?.block == block).then_some(())?;
            (block != at || store < load.instruction).then_some(())?;
            stored.insert(block, pad);
        }
        let starts = stored.keys().copied().collect();
        let reached = blocks_before(view, at, &starts);
        let mut pads: Vec<_> =
            stored.into_iter().filter(|it| reached.contains(&it.0)).map(|it| it.1).collect();
        pads.sort_unstable();
        Some(pads)
    }
}

/// Whether a clause of a landing pad catches exceptions of this type.
fn catches(view: &View, pad: InstructionId, r#type: ValueId) -> bool {
    view.landingpad_clause.all(pad).iter().any(|row| row.value == r#type)
}

/// The types of the clauses of a landing pad before the one for `type`.
pub fn clauses_before(view: &View, pad: InstructionId, r#type: ValueId) -> Vec<ValueId> {
    let clauses = view.landingpad_clause.all(pad).iter();
    clauses.map(|row| row.value).take_while(|it| *it != r#type).collect()
}
