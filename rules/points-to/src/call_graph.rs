//! The call graph: which functions run, and which functions each call can run.

mod around;

use std::collections::BTreeSet;

use facts_schema::view::View;
use facts_schema::{
    CallInstruction, CallKind, EntityId, FunctionId, InstructionId, Opcode, UnresolvedReason,
    ValueId, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::remembered::remembered_callees;
use crate::{Analysis, CallSite, FunctionKind, Object, Origin, Variable};

pub use around::Surroundings;

/// The calls of a module that may happen. All lists are in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallGraph {
    /// The functions that may run.
    pub reachable: Vec<FunctionId>,
    /// The calls that instructions make.
    pub edges: Vec<Edge>,
    /// The calls that functions without a body make to functions passed to them.
    pub callbacks: Vec<Callback>,
    /// The calls whose callees are not known, or not completely known.
    pub unresolved: Vec<Unresolved>,
}

/// `instruction` in `caller` may call `function`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Edge {
    pub caller: FunctionId,
    pub instruction: InstructionId,
    pub function: FunctionId,
    pub kind: CallKind,
}

/// `caller`, which has no body, may call `function`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Callback {
    pub caller: FunctionId,
    pub function: FunctionId,
}

/// The callees of `instruction` in `caller` are not known, or not completely known, for `reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Unresolved {
    pub caller: FunctionId,
    pub instruction: InstructionId,
    pub reason: UnresolvedReason,
}

impl Analysis<'_> {
    /// The call graph without calls of intrinsics: the derived relations about calls.
    pub fn call_graph(&self) -> CallGraph {
        let mut graph = self.call_graph_with_intrinsics();
        let intrinsics = self.intrinsics();
        graph.edges.retain(|edge| !intrinsics.contains(&edge.function));
        graph.reachable.retain(|function| !intrinsics.contains(function));
        graph
    }

    /// The call graph with the calls of those intrinsics that affect pointers.
    pub fn call_graph_with_intrinsics(&self) -> CallGraph {
        let reachable: FxHashSet<_> =
            self.solution.reachable.iter().map(|(function, _)| *function).collect();
        let mut graph = CallGraph { reachable: sorted(reachable), ..CallGraph::default() };
        let view = View::new(self.facts);
        self.add_edges(&mut graph, &view);
        let pointers = self.called_pointers();
        self.add_unresolved(&mut graph, &view, &pointers);
        self.add_external_edges(&mut graph, &pointers);
        graph
    }

    fn add_edges(&self, graph: &mut CallGraph, view: &View) {
        let (mut edges, mut callbacks) = (FxHashSet::default(), FxHashSet::default());
        for call in &self.solution.calls {
            let Some(site) = self.constraints.sites.get(call.site.0 as usize) else { continue };
            match site.instruction {
                Some(instruction) => {
                    let row = view.call_instruction.first(instruction);
                    let is_constant = row.is_some_and(|row| self.is_constant(row.callee));
                    let kind = if is_constant { CallKind::Direct } else { CallKind::Indirect };
                    let (caller, function) = (site.function, call.function);
                    edges.insert(Edge { caller, instruction, function, kind });
                }
                None => {
                    callbacks.insert(Callback { caller: site.function, function: call.function });
                }
            }
        }
        self.add_edges_of_overridden(graph, view, &mut edges);
        graph.edges = sorted(edges);
        graph.callbacks = sorted(callbacks);
    }

    /// Adds the calls of functions whose model replaces their body: such a function still makes the direct calls in its
    /// body. Callees without a body are added to the functions that may run.
    fn add_edges_of_overridden(
        &self,
        graph: &mut CallGraph,
        view: &View,
        edges: &mut FxHashSet<Edge>,
    ) {
        let mut reachable: FxHashSet<_> = graph.reachable.iter().copied().collect();
        for &caller in graph.reachable.iter().filter(|it| self.is_overridden(**it)) {
            let instructions = view.instructions_of(caller);
            for instruction in (instructions.start.0..instructions.end.0).map(InstructionId) {
                let call = view.call_instruction.first(instruction);
                if let Some(function) = call.and_then(|row| view.as_function(row.callee)) {
                    edges.insert(Edge { caller, instruction, function, kind: CallKind::Direct });
                    if !view.has_body(function) {
                        reachable.insert(function);
                    }
                }
            }
        }
        graph.reachable = sorted(reachable);
    }

    /// Whether the model of the function replaces its body.
    fn is_overridden(&self, function: FunctionId) -> bool {
        let info = self.constraints.functions.get(function.index());
        info.is_some_and(|info| info.kind == FunctionKind::Modelled)
    }

    fn add_unresolved(
        &self,
        graph: &mut CallGraph,
        view: &View,
        pointers: &FxHashMap<InstructionId, Variable>,
    ) {
        let resolved: FxHashSet<_> = graph.edges.iter().map(|edge| edge.instruction).collect();
        let calls = self.facts.instruction.iter().filter(|row| {
            let is_call = matches!(row.opcode, Opcode::Call | Opcode::Invoke | Opcode::CallBr);
            is_call && graph.reachable.binary_search(&row.function).is_ok()
        });
        for row in calls {
            let Some(call) = view.call_instruction.first(row.instruction) else { continue };
            let callee = call.callee;
            // Intrinsics that do not affect pointers have no constraints.
            if view.value_intrinsic().first(callee).is_some() {
                continue;
            }
            let is_resolved = resolved.contains(&row.instruction);
            let reason = match view.kind_of(callee) {
                Some(ValueKind::InlineAsm) => Some(UnresolvedReason::InlineAsm),
                _ if is_resolved && self.is_overridden(row.function) => None,
                _ if self.is_overridden(row.function) => Some(UnresolvedReason::External),
                _ => self.reason(pointers.get(&row.instruction).copied(), is_resolved),
            };
            if let Some(reason) = reason {
                let (caller, instruction) = (row.function, row.instruction);
                graph.unresolved.push(Unresolved { caller, instruction, reason });
            }
        }
        graph.unresolved.sort_unstable();
    }

    /// Adds the calls through pointers of external code. If the module itself stored a function where the pointer was
    /// loaded, the edge has the kind `indirect`. External code may have stored any other escaped function there whose
    /// parameters fit the arguments of the call.
    fn add_external_edges(
        &self,
        graph: &mut CallGraph,
        pointers: &FxHashMap<InstructionId, Variable>,
    ) {
        let escaped: Vec<FunctionId> = self.called_by_external().collect();
        let calls = self.external_calls_with(graph, pointers);
        let remembered = remembered_callees(self, &calls);
        let mut known_edges: FxHashSet<_> =
            graph.edges.iter().map(|edge| (edge.instruction, edge.function)).collect();
        for (instruction, site, _) in calls {
            let caller = self.constraints.sites[site.0 as usize].function;
            let named = remembered.get(&instruction).into_iter().flatten();
            let named = named.map(|function| (*function, CallKind::Indirect));
            let others = escaped.iter().filter(|it| self.constraints.accepts(site, **it));
            let others = others.map(|function| (*function, CallKind::External));
            for (function, kind) in named.chain(others) {
                if known_edges.insert((instruction, function)) {
                    graph.edges.push(Edge { caller, instruction, function, kind });
                }
            }
        }
        graph.edges.sort_unstable();
    }

    /// The functions that external code may call.
    pub(crate) fn called_by_external(&self) -> impl Iterator<Item = FunctionId> {
        self.solution.escaped.iter().filter_map(|it| self.constraints.function_of(it.object))
    }

    /// The calls through pointers that may come from external code, each with the variable that holds the pointer.
    pub(crate) fn external_calls(
        &self,
        graph: &CallGraph,
    ) -> Vec<(InstructionId, CallSite, Variable)> {
        self.external_calls_with(graph, &self.called_pointers())
    }

    fn external_calls_with(
        &self,
        graph: &CallGraph,
        pointers: &FxHashMap<InstructionId, Variable>,
    ) -> Vec<(InstructionId, CallSite, Variable)> {
        let sites: FxHashMap<InstructionId, CallSite> = (0..)
            .zip(&self.constraints.sites)
            .filter_map(|(number, info)| Some((info.instruction?, CallSite(number))))
            .collect();
        let external = graph.unresolved.iter().filter(|it| it.reason == UnresolvedReason::External);
        let calls = external.map(|it| it.instruction);
        calls.filter_map(|it| Some((it, *sites.get(&it)?, *pointers.get(&it)?))).collect()
    }

    /// The variables that hold the callees of call instructions.
    fn called_pointers(&self) -> FxHashMap<InstructionId, Variable> {
        let calls = self.facts.call_instruction.iter();
        let pointer = |row: &CallInstruction| {
            let (_, variable) = self.constraints.parts_of(row.callee).next()?;
            Some((row.instruction, variable))
        };
        calls.filter_map(pointer).collect()
    }

    fn reason(&self, pointer: Option<Variable>, is_resolved: bool) -> Option<UnresolvedReason> {
        let nodes = pointer.map_or(&[][..], |it| self.solution.contexts_of(it));
        let (mut points_to_function, mut points_to_library) = (false, false);
        for location in nodes.iter().flat_map(|(_, set)| self.solution.set(*set)) {
            if location.instance.object == Object::EXTERNAL {
                return Some(UnresolvedReason::External);
            }
            let origin = self.constraints.origin(location.instance.object);
            points_to_function |= matches!(origin, Origin::Function(_));
            points_to_library |= origin == Origin::Library;
        }
        match () {
            () if points_to_library => Some(UnresolvedReason::Library),
            () if is_resolved => None,
            () if points_to_function => Some(UnresolvedReason::Arguments),
            () => Some(UnresolvedReason::Nowhere),
        }
    }

    fn is_constant(&self, callee: ValueId) -> bool {
        let kind = self.facts.value.get(callee.index()).map(|row| row.kind);
        !matches!(kind, Some(ValueKind::Instruction | ValueKind::Argument))
    }

    /// The functions that may run and have neither a body nor a model, each with the number of instructions that
    /// may call it.
    pub fn unknown_functions(&self, graph: &CallGraph) -> Vec<(FunctionId, usize)> {
        let mut counts: FxHashMap<FunctionId, usize> = FxHashMap::default();
        for edge in graph.edges.iter().filter(|it| it.kind != CallKind::External) {
            *counts.entry(edge.function).or_default() += 1;
        }
        let is_unknown = |function: &FunctionId| {
            let info = self.constraints.functions.get(function.index());
            info.is_some_and(|info| info.kind == FunctionKind::Unknown)
        };
        let unknown = graph.reachable.iter().copied().filter(is_unknown);
        unknown.map(|it| (it, counts.get(&it).copied().unwrap_or_default())).collect()
    }

    /// The functions that are LLVM intrinsics, which act as instructions rather than functions.
    fn intrinsics(&self) -> FxHashSet<FunctionId> {
        self.facts.intrinsic.iter().map(|row| row.function).collect()
    }
}

impl CallGraph {
    /// The graph without the calls through pointers that may come from external code. [`CallGraph::unresolved`]
    /// still lists their instructions.
    pub fn without_external_edges(mut self) -> Self {
        self.edges.retain(|edge| edge.kind != CallKind::External);
        self
    }

    /// The part of the graph that consists of the functions that may run and the calls among them.
    pub fn among_reachable(mut self) -> Self {
        let Self { reachable, edges, callbacks, unresolved } = &mut self;
        let runs = |function: FunctionId| reachable.binary_search(&function).is_ok();
        edges.retain(|edge| runs(edge.caller) && runs(edge.function));
        callbacks.retain(|edge| runs(edge.caller) && runs(edge.function));
        unresolved.clear();
        self
    }

    /// The part of the graph that consists of the calls that these instructions make.
    pub fn calls_at(&self, instructions: &FxHashSet<InstructionId>) -> Self {
        let is_there = |instruction: InstructionId| instructions.contains(&instruction);
        let edges = self.edges.iter().filter(|it| is_there(it.instruction));
        let unresolved = self.unresolved.iter().filter(|it| is_there(it.instruction));
        Self {
            reachable: Vec::new(),
            edges: edges.copied().collect(),
            callbacks: Vec::new(),
            unresolved: unresolved.copied().collect(),
        }
    }

    /// The instructions in the graph.
    pub fn instructions(&self) -> BTreeSet<InstructionId> {
        let edges = self.edges.iter().map(|it| it.instruction);
        edges.chain(self.unresolved.iter().map(|it| it.instruction)).collect()
    }

    /// Whether it contains no call of an instruction.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.unresolved.is_empty()
    }

    /// The part of the graph that consists of the calls to these functions.
    pub fn calls_of(self, functions: &[FunctionId]) -> Self {
        let is_one = |function: &FunctionId| functions.contains(function);
        Self {
            reachable: self.reachable.into_iter().filter(is_one).collect(),
            edges: self.edges.into_iter().filter(|it| is_one(&it.function)).collect(),
            callbacks: self.callbacks.into_iter().filter(|it| is_one(&it.function)).collect(),
            unresolved: Vec::new(),
        }
    }
}

/// The items in order.
pub(crate) fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items
}
