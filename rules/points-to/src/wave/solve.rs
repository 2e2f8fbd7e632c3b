//! The solver: copies templates into the graph, and applies constraints and sets to each other.

use facts_schema::{EntityId, FunctionId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, Merge, News};
use super::ids::{NodeId, TransferId};
use super::locations::Locations;
use super::memory::{Change, Memory};
use super::search::{Limit, Start};
use super::templates::Templates;
use super::uses::{StoreUse, Transfer, Uses};
use crate::offsets::{CopyLength, Offsets};
use crate::{Body, CallEdge, CallSite, Constraints, Context, Instance, Opaque, Solution, Variable};

/// The least solution of the constraints, with call strings of length `depth`, that does not follow the content of
/// `opaque` memory.
pub fn solve(templates: &Templates, depth: usize, opaque: &Opaque) -> Solution {
    let mut solver = Solver::new(templates, depth, opaque, None);
    solver.start();
    while solver.round() {}
    solver.finish()
}

/// The same with the content of all memory followed, unless sets get more locations than the limit allows: then the
/// memory that was found to escape. If more than a quarter of the nodes point to external code, as in libraries, sets
/// keep growing, and a fifth of the limit is enough to stop.
pub fn solve_within(limit: Limit, templates: &Templates, depth: usize) -> Result<Solution, Opaque> {
    let mut solver = Solver::new(templates, depth, Opaque::NONE, None);
    solver.limit = Some(limit);
    solver.start();
    while !solver.is_stopped && solver.round() {
        if solver.limit == Some(limit) && solver.graph.is_often_external() {
            let Limit { few, per_node } = limit;
            solver.limit = Some(Limit { few: few / 5, per_node: per_node / 2 });
        }
    }
    if solver.is_stopped { Err(solver.memory.escaped().collect()) } else { Ok(solver.finish()) }
}

/// The constraints, the graph, and the pending work.
pub struct Solver<'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) depth: usize,
    /// The start of the round, if it searches rather than solves.
    pub(super) search: Option<Start>,
    /// The maximum number of locations in sets.
    pub(super) limit: Option<Limit>,
    /// Whether the limit was exceeded.
    pub(super) is_stopped: bool,
    pub(super) templates: &'a Templates<'a>,
    pub(super) graph: Graph,
    /// The node of everything that escapes: captured pointers, and pointers stored in external memory.
    pub(super) escaped: NodeId,
    pub(super) memory: Memory<'a>,
    /// By node: the constraints on its points-to set.
    uses: Vec<Option<Box<Uses>>>,
    /// The first node of each owner's variables in each context.
    frames: FxHashMap<(Option<FunctionId>, Context), NodeId>,
    /// The last requested frame of a function.
    last_frame: ((Option<FunctionId>, Context), NodeId),
    pub(super) reachable: FxHashSet<(FunctionId, Context)>,
    pub(super) transfers: Vec<Transfer>,
    pub(super) calls: FxHashSet<CallEdge>,
    /// Calls that may call external code.
    pub(super) external_calls: FxHashSet<(CallSite, Context)>,
    pub(super) changes: Vec<Change>,
    /// Functions that became reachable and whose bodies have not been copied yet.
    entered: Vec<(FunctionId, Context)>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(
        templates: &'a Templates<'a>,
        depth: usize,
        opaque: &'a Opaque,
        search: Option<Start>,
    ) -> Self {
        let constraints = templates.constraints();
        let mut graph = Graph::default();
        let escaped = graph.add_nodes(1);
        let memory = Memory::new(constraints, opaque, search.is_some());
        Self {
            constraints,
            depth,
            limit: search.as_ref().and_then(|it| it.limit),
            search,
            is_stopped: false,
            templates,
            graph,
            escaped,
            memory,
            uses: Vec::new(),
            frames: FxHashMap::default(),
            last_frame: ((None, Context::EMPTY), NodeId(0)),
            reachable: FxHashSet::default(),
            transfers: Vec::new(),
            calls: FxHashSet::default(),
            external_calls: FxHashSet::default(),
            changes: Vec::new(),
            entered: Vec::new(),
        }
    }

    /// Adds the initial facts: external code, the module, and its roots.
    pub(super) fn start(&mut self) {
        let external = self.memory.instance_id(Instance::EXTERNAL);
        let location = self.memory.location_id(external, Offsets::At(0));
        if let Some(node) = self.node(Variable::EXTERNAL, Context::EMPTY) {
            self.graph.insert(node, location);
            let cell = self.cell(location);
            self.graph.add_edge(node, cell);
        }
        self.escape(location);
        self.uses_of(self.escaped).is_captured = true;
        self.graph.watch(self.escaped);
        let captured = self.node(Variable::CAPTURED, Context::EMPTY);
        self.edge(captured, Some(self.escaped));
        let constraints = self.constraints;
        self.copy_body(&constraints.module, Context::EMPTY, true);
        for root in &constraints.roots {
            self.enter(*root, Context::EMPTY);
        }
        self.settle();
    }

    /// Applies all pending work once; false if nothing has changed.
    pub(super) fn round(&mut self) -> bool {
        let (has_flushed, merges) = self.graph.flush();
        self.merge(merges);
        let has_propagated = self.propagate();
        let has_reported = self.report();
        has_flushed || has_propagated || has_reported
    }

    /// Moves the constraints of merged nodes to their representatives.
    fn merge(&mut self, merges: Vec<Merge>) {
        if merges.is_empty() {
            return;
        }
        for merge in merges {
            let Some(gone) = self.uses.get_mut(merge.from.index()).and_then(Option::take) else {
                continue;
            };
            self.uses_of(merge.into).add(*gone);
        }
        let representatives = self.representatives_of_transfers();
        for uses in self.uses.iter_mut().flatten() {
            uses.tidy(&self.graph, &representatives);
        }
    }

    /// By transfer: the first transfer between the same nodes and of the same length.
    fn representatives_of_transfers(&self) -> Vec<TransferId> {
        let mut first = FxHashMap::default();
        let representatives = (0..).zip(&self.transfers).map(|(number, transfer)| {
            let nodes = (self.graph.find(transfer.from), self.graph.find(transfer.to));
            let key = (nodes, transfer.length, transfer.is_initial);
            *first.entry(key).or_insert(TransferId(number))
        });
        representatives.collect()
    }

    /// Sends new locations along edges and steps, once in the order of the graph; false if there are none.
    fn propagate(&mut self) -> bool {
        let mut is_changed = false;
        let mut start = 0;
        while !self.is_stopped
            && let Some(News { next, node, locations: new }) = self.graph.take_to_propagate(start)
        {
            start = next;
            is_changed = true;
            self.graph.propagate(node, &new);
            for index in 0.. {
                let uses = self.uses.get(node.index()).and_then(Option::as_ref);
                let Some((to, step)) = uses.and_then(|uses| uses.shifts.get(index)) else { break };
                self.shift(*to, *step, &new);
            }
            self.is_stopped = self.is_too_large();
        }
        is_changed
    }

    /// Reports new locations to constraints, until many edges are pending; false if there are none.
    fn report(&mut self) -> bool {
        let mut is_changed = false;
        let mut start = 0;
        while !self.is_stopped
            && !self.graph.has_many_pending_edges()
            && let Some(News { next, node, locations: new }) = self.graph.take_to_report(start)
        {
            start = next;
            is_changed = true;
            let Some(uses) = self.uses.get_mut(node.index()).and_then(Option::take) else {
                continue;
            };
            self.look(&uses, &new);
            // Other constraints may have been added in the meantime.
            let more = self.uses[node.index()].replace(uses);
            if let (Some(more), Some(uses)) = (more, &mut self.uses[node.index()]) {
                uses.add(*more);
            }
            self.settle();
        }
        is_changed
    }

    /// Applies the constraints to new locations.
    fn look(&mut self, uses: &Uses, new: &Locations) {
        for (to, offset) in &uses.loads {
            self.load(*to, *offset, new);
        }
        for store in &uses.stores {
            self.store(*store, new);
        }
        for transfer in &uses.transfers_from {
            self.copy_from(*transfer, new);
        }
        for transfer in &uses.transfers_to {
            self.copy_to(*transfer, new);
        }
        for (site, context) in &uses.calls {
            self.call(*site, *context, new);
        }
        if uses.is_captured {
            for location in new.iter() {
                self.escape(location);
            }
        }
    }

    /// Processes pending changes of memory and entered functions.
    fn settle(&mut self) {
        loop {
            if let Some(change) = self.changes.pop() {
                match change {
                    Change::Edge(from, to) => self.graph.add_edge(from, to),
                    Change::Carry(transfer, distance, cell) => self.carry(transfer, distance, cell),
                    Change::Escape(cell) => self.graph.add_edge(cell, self.escaped),
                }
            } else if let Some((function, context)) = self.entered.pop() {
                let constraints = self.constraints;
                let body = &constraints.functions[function.index()].body;
                self.copy_body(body, context, false);
            } else {
                return;
            }
        }
    }

    /// The node of a variable, if it points anywhere.
    pub(super) fn node(&mut self, variable: Variable, context: Context) -> Option<NodeId> {
        let variable = self.templates.representative(variable)?;
        let owner = self.constraints.variables[variable.0 as usize].owner;
        let first = match owner {
            None => self.frame(None, Context::EMPTY),
            // The owner and context are most often those of the previous request.
            Some(_) if self.last_frame.0 == (owner, context) => self.last_frame.1,
            Some(_) => {
                let first = self.frame(owner, context);
                self.last_frame = ((owner, context), first);
                first
            }
        };
        Some(NodeId(first.0 + self.templates.position(variable)))
    }

    /// The first node of the owner's variables in this context.
    fn frame(&mut self, owner: Option<FunctionId>, context: Context) -> NodeId {
        *self
            .frames
            .entry((owner, context))
            .or_insert_with(|| self.graph.add_nodes(self.templates.size(owner) as usize))
    }

    fn uses_of(&mut self, node: NodeId) -> &mut Uses {
        let index = self.graph.find(node).index();
        if self.uses.len() <= index {
            self.uses.resize_with(index + 1, || None);
        }
        self.uses[index].get_or_insert_default()
    }

    pub(super) fn edge(&mut self, from: Option<NodeId>, to: Option<NodeId>) {
        if let (Some(from), Some(to)) = (from, to) {
            self.graph.add_edge(from, to);
        }
    }

    /// Makes the function reachable in this context.
    pub(super) fn enter(&mut self, function: FunctionId, context: Context) {
        if self.reachable.insert((function, context)) {
            self.entered.push((function, context));
        }
    }

    /// Adds the constraints of a body in a context of its function.
    fn copy_body(&mut self, body: &'a Body, context: Context, is_initial: bool) {
        for row in &body.addresses {
            if self.templates.is_solved_for(row.variable)
                && let Some(node) = self.node(row.variable, context)
            {
                let instance = self.constraints.instance(row.object, context);
                let is_escaped =
                    self.search.as_ref().is_some_and(|it| it.escaped.contains(instance));
                let instance = self.memory.instance_id(instance);
                let location = self.memory.location_id(instance, row.offsets);
                self.graph.insert(node, location);
                if is_escaped {
                    self.escape(location);
                }
            }
        }
        for row in &body.assigns {
            if self.templates.is_solved_for(row.to) {
                let (from, to) = (self.node(row.from, context), self.node(row.to, context));
                self.edge(from, to);
            }
        }
        for row in &body.shifts {
            if self.templates.is_solved_for(row.to)
                && self.constraints.applies(row.step, context)
                && let Some(from) = self.node(row.from, context)
                && let Some(to) = self.node(row.to, context)
            {
                self.uses_of(from).shifts.push((to, row.step));
                let seen = self.graph.points_to(from).clone();
                self.shift(to, row.step, &seen);
            }
        }
        for row in &body.loads {
            if self.templates.is_solved_for(row.to)
                && let Some(address) = self.node(row.address, context)
                && let Some(to) = self.node(row.to, context)
            {
                self.uses_of(address).loads.push((to, row.offset));
                let seen = self.graph.watch(address);
                self.load(to, row.offset, &seen);
            }
        }
        for row in &body.stores {
            if let Some(address) = self.node(row.address, context)
                && let Some(from) = self.node(row.from, context)
            {
                let store = StoreUse { from, offset: row.offset, is_initial };
                self.uses_of(address).stores.push(store);
                let seen = self.graph.watch(address);
                self.store(store, &seen);
            }
        }
        for row in &body.transfers {
            if let Some(from) = self.node(row.from, context)
                && let Some(to) = self.node(row.to, context)
            {
                let length = self.constraints.length(row.length, context);
                self.transfer(from, to, length, is_initial);
            }
        }
        for row in &body.calls {
            if let Some(callee) = self.node(row.callee, context) {
                self.uses_of(callee).calls.push((row.site, context));
                let seen = self.graph.watch(callee);
                self.call(row.site, context, &seen);
            }
        }
    }

    /// Copies `length` bytes from the targets of `from` to the targets of `to`.
    fn transfer(&mut self, from: NodeId, to: NodeId, length: CopyLength, is_initial: bool) {
        let transfer = TransferId(self.transfers.len() as u32);
        self.transfers.push(Transfer {
            from,
            to,
            length,
            is_initial,
            carried: FxHashMap::default(),
            targets: Vec::new(),
            is_given_away: false,
        });
        self.uses_of(from).transfers_from.push(transfer);
        let seen = self.graph.watch(from);
        self.copy_from(transfer, &seen);
        self.uses_of(to).transfers_to.push(transfer);
        let seen = self.graph.watch(to);
        self.copy_to(transfer, &seen);
    }
}
