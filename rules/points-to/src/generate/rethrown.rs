//! The exceptions that handlers throw again: by `throw;`, or later from an `std::exception_ptr`.
//!
//! Either is the exception that is handled. Inside a handler of the same function, it is one of those that arrive at the
//! landing pads that lead to the handler; elsewhere, it may be any.

use std::cmp::Ordering;

use facts_schema::view::{Scope, View};
use facts_schema::{BlockId, FunctionId, InstructionId, Opcode};
use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::Flow;

/// Functions of the C++ standard libraries that throw an exception again.
const RETHROWING: [&str; 4] =
    ["__cxa_rethrow", "__cxa_call_unexpected", RETHROWS_STORED, "_Unwind_RaiseException"];

/// `std::rethrow_exception`, without its parameters.
const RETHROWS_STORED: &str = "_ZSt17rethrow_exception";

/// `std::current_exception()`.
const STORES: &str = "_ZSt17current_exceptionv";

/// A function with which `std::make_exception_ptr` makes exceptions that are not thrown.
const MAKES_STORED: &str = "__cxa_init_primary_exception";

/// What a module throws again.
#[derive(Debug, Default)]
pub struct Rethrown {
    /// The functions that throw any exception again.
    pub any: Vec<FunctionId>,
    /// The functions that throw again one of the stored exceptions.
    pub stored: Vec<FunctionId>,
    /// Calls in handlers that throw the handled exception again, each with the function that it is in.
    pub rethrows: Vec<(FunctionId, InstructionId)>,
    /// Calls in handlers that store the handled exception.
    pub stores: Vec<InstructionId>,
    /// Landing pads, each with one of these calls: the handled exception may have arrived there.
    pub handled: Vec<(InstructionId, InstructionId)>,
}

impl Rethrown {
    pub fn of(view: &View) -> Self {
        let mut handlers = Handlers::of(view);
        let (rethrows, stores) = handlers.take_calls();
        let mut rethrown = Self::default();
        for (call, pads) in rethrows {
            if let Some(function) = view.function_of(call).filter(|_| !pads.is_empty()) {
                rethrown.rethrows.push((function, call));
                rethrown.handled.extend(pads.into_iter().map(|pad| (pad, call)));
            }
        }
        let functions = || view.facts().function.iter();
        let is_known = functions().all(|row| view.name_of(row.value) != MAKES_STORED)
            && stores.iter().all(|(_, pads)| !pads.is_empty());
        for row in functions() {
            let name = view.name_of(row.value);
            if is_known && name.starts_with(RETHROWS_STORED) {
                rethrown.stored.push(row.function);
            } else if RETHROWING.iter().any(|it| name.starts_with(it)) {
                rethrown.any.push(row.function);
            }
        }
        if !rethrown.stored.is_empty() {
            for (call, pads) in stores {
                rethrown.handled.extend(pads.into_iter().map(|pad| (pad, call)));
                rethrown.stores.push(call);
            }
        }
        rethrown
    }
}

/// Calls, each with the landing pads at which the exception may have arrived that is handled there.
type CallsWithPads = Vec<(InstructionId, Vec<InstructionId>)>;

/// The handlers of a module, and the calls in them.
struct Handlers<'v> {
    view: &'v View<'v>,
    begins: FxHashSet<InstructionId>,
    ends: FxHashSet<InstructionId>,
    rethrows: Vec<InstructionId>,
    stores: Vec<InstructionId>,
    flows: FxHashMap<FunctionId, Flow>,
}

impl<'v> Handlers<'v> {
    fn of(view: &'v View<'v>) -> Self {
        let (mut begins, mut ends) = (FxHashSet::default(), FxHashSet::default());
        let (mut rethrows, mut stores) = (Vec::new(), Vec::new());
        for row in &view.facts().call_instruction {
            match view.name_of(row.callee) {
                "__cxa_begin_catch" => _ = begins.insert(row.instruction),
                "__cxa_end_catch" => _ = ends.insert(row.instruction),
                "__cxa_rethrow" => rethrows.push(row.instruction),
                STORES => stores.push(row.instruction),
                _ => {}
            }
        }
        Self { view, begins, ends, rethrows, stores, flows: FxHashMap::default() }
    }

    /// The calls that throw the handled exception again, and those that store it.
    fn take_calls(&mut self) -> (CallsWithPads, CallsWithPads) {
        let calls = [std::mem::take(&mut self.rethrows), std::mem::take(&mut self.stores)];
        let [rethrows, stores] = calls.map(|calls| {
            calls.into_iter().map(|call| (call, self.pads_before(call))).collect::<Vec<_>>()
        });
        (rethrows, stores)
    }

    /// The landing pads at which the exception may have arrived that is handled at a call; none if the call is not
    /// certainly in a handler.
    fn pads_before(&mut self, call: InstructionId) -> Vec<InstructionId> {
        let handler = self.handler_around(call);
        handler.map(|begin| self.pads_leading_to(begin)).unwrap_or_default()
    }

    /// Where the innermost handler around a call begins.
    fn handler_around(&mut self, call: InstructionId) -> Option<InstructionId> {
        let view = self.view;
        let function = view.function_of(call)?;
        let flow = self.flows.entry(function);
        let flow = flow.or_insert_with(|| Flow::of(Scope::function(view, function)));
        let block = |it| view.instruction.first(it).map(|row| row.block);
        let is_before = |one: InstructionId, other: InstructionId| match (block(one), block(other))
        {
            (Some(first), Some(second)) if first == second => one < other,
            (Some(first), Some(second)) => flow.dominates(first, second),
            _ => false,
        };
        let range = view.instructions_of(function);
        let inside = |calls: &FxHashSet<InstructionId>| {
            calls.iter().copied().filter(|it| range.contains(it)).collect::<Vec<_>>()
        };
        let begins = inside(&self.begins);
        let mut path = [&begins[..], &inside(&self.ends)].concat();
        path.retain(|it| is_before(*it, call));
        // All of them are on every path to the call, so one of two always comes first.
        path.sort_by(|one, other| match is_before(*one, *other) {
            true => Ordering::Less,
            false => Ordering::Greater,
        });
        let mut open = Vec::new();
        for step in path {
            if self.begins.contains(&step) {
                open.push(step);
                continue;
            }
            // If another handler begins on some paths between the two, it may be the one that ends.
            let begin = open.pop()?;
            let is_between = |it: &InstructionId| is_before(begin, *it) && !is_before(step, *it);
            let mut others = begins.iter().filter(|it| !is_before(**it, call));
            if others.any(is_between) {
                return None;
            }
        }
        open.pop()
    }

    /// The last landing pads on the paths to the start of a handler.
    fn pads_leading_to(&self, begin: InstructionId) -> Vec<InstructionId> {
        let view = self.view;
        let (Some(function), Some(row)) = (view.function_of(begin), view.instruction.first(begin))
        else {
            return Vec::new();
        };
        let mut before: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for row in view.block_successor.within(Some(view.blocks_of(function))) {
            before.entry(row.successor).or_default().push(row.block);
        }
        let is_pad = |it: &InstructionId| view.opcode_of(*it) == Some(Opcode::LandingPad);
        let pads = view.instructions_of(function);
        let pads = (pads.start.0..pads.end.0).map(InstructionId).filter(is_pad);
        let pads: FxHashMap<BlockId, InstructionId> =
            pads.filter_map(|it| Some((view.instruction.first(it)?.block, it))).collect();
        let mut found = Vec::new();
        let mut open = vec![row.block];
        let mut seen: FxHashSet<BlockId> = open.iter().copied().collect();
        while let Some(block) = open.pop() {
            if let Some(pad) = pads.get(&block) {
                found.push(*pad);
                continue;
            }
            let next = before.get(&block).into_iter().flatten();
            open.extend(next.filter(|it| seen.insert(**it)));
        }
        found
    }
}
