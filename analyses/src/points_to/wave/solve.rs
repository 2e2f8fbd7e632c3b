//! The solver: copies templates into the graph, and lets constraints and sets act on each other.

use facts_schema::{EntityId, FunctionId};
use points_to::place::{Distance, Place, Step};
use points_to::{
    Body, CallEdge, Constraints, Context, Instance, Object, Origin, Site, Solution, Variable,
};
use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, Merge, NodeId};
use super::memory::{Change, LocationId, Memory, TransferId};
use super::substitution::Substitution;
use super::uses::{StoreUse, Transfer, Uses};

/// The least solution of the constraints, with contexts of `depth` call sites.
pub fn solve(constraints: &Constraints, depth: usize) -> Solution {
    let mut solver = Solver::new(constraints, depth);
    solver.start();
    solver.run();
    solver.finish()
}

/// The constraints, the graph, and what is to be done.
pub struct Solver<'a> {
    pub(super) constraints: &'a Constraints,
    depth: usize,
    substitution: Substitution,
    /// By variable: its position among those of its owner that are solved for.
    positions: Vec<u32>,
    /// By owner: how many of its variables are solved for.
    sizes: FxHashMap<Option<FunctionId>, u32>,
    /// By site.
    passed: Vec<Passed>,
    pub(super) graph: Graph,
    /// Points to what external code knows: what has been captured, and what is stored there.
    known: NodeId,
    pub(super) memory: Memory<'a>,
    /// By node: the constraints that look at what it points to.
    uses: Vec<Option<Box<Uses>>>,
    /// The first node of each owner's variables in each context.
    frames: FxHashMap<(Option<FunctionId>, Context), NodeId>,
    pub(super) reachable: FxHashSet<(FunctionId, Context)>,
    transfers: Vec<Transfer>,
    pub(super) calls: FxHashSet<CallEdge>,
    /// Calls that may be of external code.
    external_calls: FxHashSet<(Site, Context)>,
    changes: Vec<Change>,
    /// Functions that became reachable, and whose bodies are still to be copied.
    entered: Vec<(FunctionId, Context)>,
}

/// What a call passes and gets.
#[derive(Clone, Debug, Default)]
struct Passed {
    /// Position, part and variable of each argument.
    arguments: Vec<(u32, u32, Variable)>,
    variable_arguments: Vec<Variable>,
    /// Part and variable of each result.
    results: Vec<(u32, Variable)>,
}

impl<'a> Solver<'a> {
    fn new(constraints: &'a Constraints, depth: usize) -> Self {
        let substitution = Substitution::new(constraints);
        let mut sizes = FxHashMap::<Option<FunctionId>, u32>::default();
        let mut positions = vec![0; constraints.variables.len()];
        for (number, info) in (0..).zip(&constraints.variables) {
            if substitution.of(Variable(number)) == Some(Variable(number)) {
                let size = sizes.entry(info.owner).or_default();
                positions[number as usize] = *size;
                *size += 1;
            }
        }
        let mut passed = vec![Passed::default(); constraints.sites.len()];
        let functions = constraints.functions.iter().map(|function| &function.body);
        for body in functions.chain([&constraints.module]) {
            for row in &body.arguments {
                let entry = (row.position, row.part, row.variable);
                passed[row.site.0 as usize].arguments.push(entry);
            }
            for row in &body.variable_arguments {
                passed[row.site.0 as usize].variable_arguments.push(row.variable);
            }
            for row in &body.results {
                passed[row.site.0 as usize].results.push((row.part, row.variable));
            }
        }
        let mut graph = Graph::default();
        let known = graph.add_nodes(1);
        Self {
            constraints,
            depth,
            substitution,
            positions,
            sizes,
            passed,
            graph,
            known,
            memory: Memory::new(constraints),
            uses: Vec::new(),
            frames: FxHashMap::default(),
            reachable: FxHashSet::default(),
            transfers: Vec::new(),
            calls: FxHashSet::default(),
            external_calls: FxHashSet::default(),
            changes: Vec::new(),
            entered: Vec::new(),
        }
    }

    /// What holds from the start: external code, the module, and its roots.
    fn start(&mut self) {
        let external = Instance { object: Object::EXTERNAL, context: Context::EMPTY };
        let external = self.memory.instance_id(external);
        let location = self.memory.location_id(external, Place::At(0));
        if let Some(node) = self.node(Variable::EXTERNAL, Context::EMPTY) {
            self.graph.insert(node, location);
        }
        self.escape(location);
        self.uses_of(self.known).is_captured = true;
        self.graph.watch(self.known);
        let captured = self.node(Variable::CAPTURED, Context::EMPTY);
        self.edge(captured, Some(self.known));
        let constraints = self.constraints;
        self.copy_body(&constraints.module, Context::EMPTY, true);
        for root in &constraints.roots {
            self.enter(*root, Context::EMPTY);
        }
        self.settle();
    }

    fn run(&mut self) {
        loop {
            let (has_flushed, merges) = self.graph.flush();
            self.merge(merges);
            let has_propagated = self.propagate();
            let has_reported = self.report();
            if !has_flushed && !has_propagated && !has_reported {
                return;
            }
        }
    }

    /// Constraints follow the nodes that have become part of others.
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

    /// By transfer: the first between the same nodes and of the same length.
    fn representatives_of_transfers(&self) -> Vec<TransferId> {
        let mut first = FxHashMap::default();
        let representatives = (0..).zip(&self.transfers).map(|(number, transfer)| {
            let nodes = (self.graph.find(transfer.from), self.graph.find(transfer.to));
            let key = (nodes, transfer.length, transfer.is_initial);
            *first.entry(key).or_insert(TransferId(number))
        });
        representatives.collect()
    }

    /// Sends what is new along edges and steps, once in the order of the graph; false if nothing is.
    fn propagate(&mut self) -> bool {
        let mut is_changed = false;
        let mut position = 0;
        while let Some(node) = self.graph.in_order(position) {
            position += 1;
            let new = self.graph.take_to_propagate(node);
            if new.is_empty() {
                continue;
            }
            is_changed = true;
            self.graph.propagate(node, &new);
            for index in 0.. {
                let uses = self.uses.get(node.index()).and_then(Option::as_ref);
                let Some((to, step)) = uses.and_then(|uses| uses.shifts.get(index)) else { break };
                self.shift(*to, *step, &new);
            }
        }
        is_changed
    }

    /// Shows constraints what is new; false if nothing is.
    fn report(&mut self) -> bool {
        let mut is_changed = false;
        let mut position = 0;
        while let Some(node) = self.graph.in_order(position) {
            position += 1;
            let new = self.graph.take_to_report(node);
            if new.is_empty() {
                continue;
            }
            is_changed = true;
            let Some(uses) = self.uses.get_mut(node.index()).and_then(Option::take) else {
                continue;
            };
            self.look(&uses, &new);
            // In the meantime it may have got more.
            let more = self.uses[node.index()].replace(uses);
            if let (Some(more), Some(uses)) = (more, &mut self.uses[node.index()]) {
                uses.add(*more);
            }
            self.settle();
        }
        is_changed
    }

    /// The constraints look at what is new.
    fn look(&mut self, uses: &Uses, new: &RoaringBitmap) {
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
            for location in new {
                self.escape(location);
            }
        }
    }

    /// Does what is left to be done because memory has changed or functions were entered.
    fn settle(&mut self) {
        loop {
            if let Some(change) = self.changes.pop() {
                match change {
                    Change::Edge(from, to) => self.graph.add_edge(from, to),
                    Change::Carry(transfer, distance, cell) => self.carry(transfer, distance, cell),
                    Change::Escape(cell) => self.graph.add_edge(cell, self.known),
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
        let variable = self.substitution.of(variable)?;
        let owner = self.constraints.variables[variable.0 as usize].owner;
        let context = owner.map_or(Context::EMPTY, |_| context);
        let first = *self.frames.entry((owner, context)).or_insert_with(|| {
            let size = self.sizes.get(&owner).copied().unwrap_or_default();
            self.graph.add_nodes(size as usize)
        });
        Some(NodeId(first.0 + self.positions[variable.0 as usize]))
    }

    /// Whether the variable is itself solved for; others have its constraints.
    fn is_solved_for(&self, variable: Variable) -> bool {
        self.substitution.of(variable) == Some(variable)
    }

    fn uses_of(&mut self, node: NodeId) -> &mut Uses {
        let index = self.graph.find(node).index();
        if self.uses.len() <= index {
            self.uses.resize_with(index + 1, || None);
        }
        self.uses[index].get_or_insert_default()
    }

    fn edge(&mut self, from: Option<NodeId>, to: Option<NodeId>) {
        if let (Some(from), Some(to)) = (from, to) {
            self.graph.add_edge(from, to);
        }
    }

    /// The function may run in this context.
    fn enter(&mut self, function: FunctionId, context: Context) {
        if self.reachable.insert((function, context)) {
            self.entered.push((function, context));
        }
    }

    /// Adds the constraints of a body in a context of its function.
    fn copy_body(&mut self, body: &'a Body, context: Context, is_initial: bool) {
        for row in &body.addresses {
            if self.is_solved_for(row.variable)
                && let Some(node) = self.node(row.variable, context)
            {
                let instance = self.constraints.instance(row.object, context);
                let instance = self.memory.instance_id(instance);
                let location = self.memory.location_id(instance, row.place);
                self.graph.insert(node, location);
            }
        }
        for row in &body.assigns {
            if self.is_solved_for(row.to) {
                let (from, to) = (self.node(row.from, context), self.node(row.to, context));
                self.edge(from, to);
            }
        }
        for row in &body.shifts {
            if self.is_solved_for(row.to)
                && let Some(from) = self.node(row.from, context)
                && let Some(to) = self.node(row.to, context)
            {
                self.uses_of(from).shifts.push((to, row.step));
                let seen = self.graph.points_to(from).clone();
                self.shift(to, row.step, &seen);
            }
        }
        for row in &body.loads {
            if self.is_solved_for(row.to)
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
                let transfer = TransferId(self.transfers.len() as u32);
                let length = self.constraints.length(row.length, context);
                self.transfers.push(Transfer {
                    from,
                    to,
                    length,
                    is_initial,
                    carried: FxHashMap::default(),
                    targets: Vec::new(),
                });
                self.uses_of(from).transfers_from.push(transfer);
                let seen = self.graph.watch(from);
                self.copy_from(transfer, &seen);
                self.uses_of(to).transfers_to.push(transfer);
                let seen = self.graph.watch(to);
                self.copy_to(transfer, &seen);
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

    fn shift(&mut self, to: NodeId, step: Step, locations: &RoaringBitmap) {
        let moved = self.memory.step(locations, step);
        self.graph.extend(to, &moved);
    }

    fn load(&mut self, to: NodeId, offset: u32, addresses: &RoaringBitmap) {
        for location in addresses {
            if let Some(location) = self.memory.behind(location, Distance::of(offset)) {
                let graph = &mut self.graph;
                let new_node = &mut || graph.add_nodes(1);
                self.memory.read(location, to, new_node, &mut self.changes);
            }
        }
    }

    fn store(&mut self, store: StoreUse, addresses: &RoaringBitmap) {
        for location in addresses {
            if (store.is_initial || self.memory.is_writable(location))
                && let Some(location) = self.memory.behind(location, Distance::of(store.offset))
            {
                let cell = self.cell(location);
                self.changes.push(Change::Edge(store.from, cell));
            }
        }
    }

    fn cell(&mut self, location: LocationId) -> NodeId {
        let graph = &mut self.graph;
        self.memory.cell(location, &mut || graph.add_nodes(1), &mut self.changes)
    }

    fn copy_from(&mut self, transfer: TransferId, addresses: &RoaringBitmap) {
        let length = self.transfers[transfer.0 as usize].length;
        for location in addresses {
            self.memory.copy_from(location, transfer, length, &mut self.changes);
        }
    }

    fn copy_to(&mut self, transfer: TransferId, addresses: &RoaringBitmap) {
        let is_initial = self.transfers[transfer.0 as usize].is_initial;
        for location in addresses {
            if !is_initial && !self.memory.is_writable(location) {
                continue;
            }
            let state = &mut self.transfers[transfer.0 as usize];
            state.targets.push(location);
            let carried: Vec<_> = state.carried.iter().map(|(it, node)| (*it, *node)).collect();
            for (distance, node) in carried {
                self.deliver(node, location, distance);
            }
        }
    }

    /// What the cell points to goes to all targets of the transfer.
    fn carry(&mut self, transfer: TransferId, distance: Distance, cell: NodeId) {
        let state = &mut self.transfers[transfer.0 as usize];
        let node = match state.carried.get(&distance) {
            Some(node) => *node,
            None => {
                let node = self.graph.add_nodes(1);
                state.carried.insert(distance, node);
                for target in state.targets.clone() {
                    self.deliver(node, target, distance);
                }
                node
            }
        };
        self.graph.add_edge(cell, node);
    }

    fn deliver(&mut self, from: NodeId, target: LocationId, distance: Distance) {
        if let Some(location) = self.memory.behind(target, distance) {
            let cell = self.cell(location);
            self.changes.push(Change::Edge(from, cell));
        }
    }

    fn call(&mut self, site: Site, context: Context, callees: &RoaringBitmap) {
        for location in callees {
            match self.memory.origin(location) {
                Origin::Function(function) if self.constraints.accepts(site, function) => {
                    self.call_function(site, context, function);
                }
                Origin::External => self.call_external(site, context),
                _ => {}
            }
        }
    }

    fn call_function(&mut self, site: Site, context: Context, function: FunctionId) {
        let callee_context = context.enter(self.constraints, self.depth, site, function);
        if !self.calls.insert(CallEdge { site, context, function, callee_context }) {
            return;
        }
        self.enter(function, callee_context);
        let passed = std::mem::take(&mut self.passed[site.0 as usize]);
        let constraints = self.constraints;
        let info = &constraints.functions[function.index()];
        let variadic = info.variadic.and_then(|variable| self.node(variable, callee_context));
        for (position, part, argument) in &passed.arguments {
            let argument = self.node(*argument, context);
            if *position >= info.parameter_count {
                self.edge(argument, variadic);
            }
            for (_, _, parameter) in
                info.parameters.iter().filter(|it| (it.0, it.1) == (*position, *part))
            {
                let parameter = self.node(*parameter, callee_context);
                self.edge(argument, parameter);
            }
        }
        for argument in &passed.variable_arguments {
            let argument = self.node(*argument, context);
            self.edge(argument, variadic);
        }
        for (part, result) in &passed.results {
            let result = self.node(*result, context);
            for (_, returned) in info.returns.iter().filter(|it| it.0 == *part) {
                let returned = self.node(*returned, callee_context);
                self.edge(returned, result);
            }
        }
        self.passed[site.0 as usize] = passed;
    }

    fn call_external(&mut self, site: Site, context: Context) {
        if !self.external_calls.insert((site, context)) {
            return;
        }
        let passed = std::mem::take(&mut self.passed[site.0 as usize]);
        let captured = self.node(Variable::CAPTURED, Context::EMPTY);
        let external = self.node(Variable::EXTERNAL, Context::EMPTY);
        let arguments = passed.arguments.iter().map(|(_, _, argument)| argument);
        for argument in arguments.chain(&passed.variable_arguments) {
            let argument = self.node(*argument, context);
            self.edge(argument, captured);
        }
        for (_, result) in &passed.results {
            let result = self.node(*result, context);
            self.edge(external, result);
        }
        self.passed[site.0 as usize] = passed;
    }

    /// External code knows the object that the location is in.
    fn escape(&mut self, location: LocationId) {
        let instance = self.memory.instance_of(location);
        if !self.memory.escape(instance, &mut self.changes) {
            return;
        }
        let external = self.node(Variable::EXTERNAL, Context::EMPTY);
        if self.memory.is_writable(location) {
            let anywhere = self.memory.anywhere(instance);
            let cell = self.cell(anywhere);
            self.edge(external, Some(cell));
        }
        if let Origin::Function(function) = self.memory.origin(location) {
            self.enter(function, Context::EMPTY);
            let captured = self.node(Variable::CAPTURED, Context::EMPTY);
            let info = &self.constraints.functions[function.index()];
            let parameters = info.parameters.iter().map(|(_, _, variable)| *variable);
            for parameter in parameters.chain(info.variadic) {
                let parameter = self.node(parameter, Context::EMPTY);
                self.edge(external, parameter);
            }
            for (_, returned) in &info.returns {
                let returned = self.node(*returned, Context::EMPTY);
                self.edge(returned, captured);
            }
        }
    }
}
